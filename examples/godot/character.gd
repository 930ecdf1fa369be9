# A character whose warped moves are decided by the daemon, tick by tick.
extends Spatial

const Rootwarp := preload("rootwarp.gd")
const Box := preload("box.gd")

signal ticked(question, answer, clip_time)
signal reached(phase) # the root is at the phase's warp point
signal finished()

export var radius := 0.4

var _daemon: Rootwarp
var _question := {} # of the move that plays; empty: none
var _clip_time := 0.0
var _target: Spatial


func use(daemon: Rootwarp) -> void:
	_daemon = daemon


# Attacks a target that may move while the attack plays.
func lunge(profile: String, target: Spatial) -> void:
	_target = target
	_begin(profile)


# Vaults a box. Where its edges are is worked out once, from the place of take-off: halfway over, the character is inside
# the box and the daemon could no longer tell which edge is the near one. A box that is too high, say, is refused: false.
func vault(obstacle_profile: String, profile: String, box: Box) -> bool:
	var question := {
		"space": "godot",
		"profile": obstacle_profile,
		"actor": _actor(),
		"obstacle": {
			"position": array(box.global_transform.origin),
			"rotation": quaternion(box.global_transform.basis),
			"size": array(box.size),
		},
	}
	var answer := _daemon.ask("/v1/resolve", question)
	if not answer.has("targets"):
		return false
	_target = null
	_begin(profile)
	_question["targets"] = answer["targets"]
	return true


func _begin(profile: String) -> void:
	_question = {"space": "godot", "profile": profile}
	_clip_time = 0.0


func _physics_process(delta: float) -> void:
	if _question.empty():
		return
	# Each tick asks anew, from where the character is now and with the target where it is now.
	_question["time"] = _clip_time
	_question["actor"] = _actor()
	if _target != null:
		_question["target"] = {"position": array(_target.global_transform.origin), "radius": _target.radius}
	var answer := _daemon.ask("/v1/resolve", _question)
	if answer.empty() or answer.get("verdict") in ["rejected", "window_passed"]:
		_end()
		return
	# A hair of time that rounding left is not worth a tick of its own.
	var left: float = answer["duration"]
	var last := left < delta + 0.0001
	# Where phases end within this tick, the root passes through their warp points and does not cut the corner.
	var times := []
	for phase in answer.get("phases", []):
		if not phase["passed"] and phase["elapsed_end"] <= (left if last else delta):
			times.append(phase["elapsed_end"])
	var corners := times.size()
	times.append(left if last else delta)
	var path := _question.duplicate()
	path["times"] = times
	var trajectory := _daemon.ask("/v1/trajectory", path)
	if trajectory.empty():
		_end()
		return
	for i in times.size():
		var sample: Dictionary = trajectory["samples"][i]
		_place(sample)
		_clip_time = sample["clip_time"]
		if i < corners:
			emit_signal("reached", _phase_ended(answer, i))
	emit_signal("ticked", _question, answer, _clip_time)
	if last:
		_end()


func _end() -> void:
	_question = {}
	_target = null
	emit_signal("finished")


# The name of the phase that ended as the index-th in this tick.
func _phase_ended(answer: Dictionary, index: int) -> String:
	for phase in answer["phases"]:
		if not phase["passed"]:
			if index == 0:
				return phase["name"]
			index -= 1
	return ""


# A model and its AnimationPlayer would hang below this node, with the root's own motion taken out of what is shown; the
# player is set to the clip time: player.seek(_clip_time, true).
func _place(sample: Dictionary) -> void:
	var p: Array = sample["position"]
	var q: Array = sample["rotation"]
	global_transform = Transform(Basis(Quat(q[0], q[1], q[2], q[3])), Vector3(p[0], p[1], p[2]))


func _actor() -> Dictionary:
	var here := global_transform
	return {"position": array(here.origin), "rotation": quaternion(here.basis), "radius": radius}


static func array(v: Vector3) -> Array:
	return [v.x, v.y, v.z]


static func quaternion(basis: Basis) -> Array:
	var q := basis.get_rotation_quat()
	return [q.x, q.y, q.z, q.w]
