# The match: the character lunges at the target, and then vaults the box behind it. What happens is printed, a JSON object
# a line. The daemon is at ROOTWARP_SERVER.
extends Spatial

const Rootwarp := preload("rootwarp.gd")
const Character := preload("character.gd")
const Box := preload("box.gd")

onready var character: Character = $Character
onready var target: Spatial = $Target
onready var box: Box = $Box

var daemon: Rootwarp
var move := ""
var ticks := 0
var last_question := {}


func _ready() -> void:
	var url := OS.get_environment("ROOTWARP_SERVER")
	daemon = Rootwarp.new(url if not url.empty() else "http://127.0.0.1:7420")
	character.use(daemon)
	for event in ["ticked", "reached", "finished"]:
		var error := character.connect(event, self, "_on_" + event)
		assert(error == OK)
	say({"event": "start", "box": {"position": Character.array(box.global_transform.origin), "size": Character.array(box.size)}})
	move = "lunge"
	character.lunge("lunge", target)


func _on_ticked(question: Dictionary, answer: Dictionary, clip_time: float) -> void:
	ticks += 1
	last_question = question.duplicate(true)
	var line := {"event": "tick", "move": move, "clip_time": clip_time}
	if answer.has("verdict"):
		line["verdict"] = answer["verdict"]
		line["warp_point"] = answer["warp_point"]["position"]
		line["target"] = question["target"]["position"]
	else:
		line["warp_point"] = answer["phases"].back()["warp_point"]["position"]
	say(line)


func _on_reached(phase: String) -> void:
	say({"event": "reached", "move": move, "phase": phase})


func _on_finished() -> void:
	say({"event": "finished", "move": move, "question": last_question})
	if move == "lunge" and daemon.refused == 0:
		move = "vault"
		if character.vault("vault_box", "vault", box):
			return
	say({"event": "end", "ticks": ticks, "asked": daemon.asked, "refused": daemon.refused})
	get_tree().quit(0 if daemon.refused == 0 else 1)


# Every line says where the character is.
func say(line: Dictionary) -> void:
	line["position"] = Character.array(character.global_transform.origin)
	print(to_json(line))
