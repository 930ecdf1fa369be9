# Runs sideways and never stands still.
extends Spatial

export var radius := 0.4
export var velocity := Vector3(1.2, 0, 0) # metres a second


func _physics_process(delta: float) -> void:
	global_translate(velocity * delta)
