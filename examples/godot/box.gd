# Something to vault. The node is its centre.
extends MeshInstance

export var size := Vector3(5, 1.1, 1.6)


func _ready() -> void:
	var cube := CubeMesh.new()
	cube.size = size
	mesh = cube
