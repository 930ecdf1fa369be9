"""Exports the root motion of the active action as a clip of rootwarp, the JSON that PUT /v1/clips/{name} takes.

In a window: open this file in Blender's text editor, select the character and press Run Script. The clip lies beside the
.blend file afterwards, called after the action. Without a window:

    blender -b character.blend --python export_root_motion.py -- --space unreal --window attack:0:1 -o lunge.clip.json

What a sample means is what `rootwarp bake` means by it: positions are relative to the first one, and rotations say how far
the root has turned away from its rest pose. Blender keeps numbers in single precision; docs/guides/blender.md says how
close the two come.
"""

import argparse
import json
import math
import os
import sys

import bpy
from mathutils import Matrix

# What the text editor's Run Script uses; on a command line the options behind "--" count.
WHEN_RUN_BY_HAND = ["--space", "unreal"]

# Forward, right and up as signed axes, and metres in a unit.
SPACES = {
    "unreal": ("+X", "+Y", "+Z", 0.01),
    "unity": ("+Z", "+X", "+Y", 1.0),
    "godot": ("-Z", "+X", "+Y", 1.0),
    "gltf": ("+Z", "-X", "+Y", 1.0),
    "blender": ("-Y", "-X", "+Z", 1.0),
}

# Radians below which a turn is what single precision leaves of none, after a chain of matrices.
NO_TURN = 1e-5


class ExportError(Exception):
    """What is wrong, and what to do about it."""


def parse_options(arguments):
    parser = argparse.ArgumentParser(prog="export_root_motion.py", description="Exports root motion as a clip of rootwarp.")
    parser.add_argument("-o", "--output", help="the clip (beside the .blend file, called after the action)")
    parser.add_argument("--object", help="the object with the action (the active one)")
    parser.add_argument("--bone", help="the bone whose motion is the root motion (the only one without a parent)")
    parser.add_argument("--object-itself", action="store_true", help="the object's own motion is the root motion, no bone's")
    parser.add_argument("--space", choices=sorted(SPACES), default="gltf", help="the space of the clip (gltf)")
    parser.add_argument("--fps", type=float, help="samples a second (the scene's frame rate)")
    parser.add_argument("--facing", choices=["rest", "first"], default="rest", help="what rotations are relative to (rest)")
    parser.add_argument("--window", action="append", default=[], metavar="NAME:START:END", help="seconds of the clip")
    parser.add_argument("--event", action="append", default=[], metavar="NAME:TIME", help="seconds of the clip")
    parser.add_argument("--loop", action="store_true", help="the clip repeats and its motion accumulates")
    return parser.parse_args(arguments)


def find_object(name):
    found = bpy.data.objects.get(name) if name else bpy.context.view_layer.objects.active
    if found is None:
        raise ExportError(f'no object is called "{name}"' if name else "no object is active; select the character or say --object")
    if found.animation_data is None or found.animation_data.action is None:
        raise ExportError(f'"{found.name}" has no active action; choose one in the action editor')
    return found


def find_bone(obj, options):
    """The name of the bone whose motion is the root motion; None for the object's own."""
    if options.object_itself or obj.type != "ARMATURE":
        return None
    if options.bone:
        if options.bone not in obj.pose.bones:
            raise ExportError(f'"{obj.name}" has no bone "{options.bone}"; it has {names(obj.pose.bones)}')
        return options.bone
    tops = [bone for bone in obj.pose.bones if bone.parent is None]
    if len(tops) != 1:
        raise ExportError(f'"{obj.name}" has {len(tops)} bones without a parent, {names(tops)}; choose with --bone')
    return tops[0].name


def names(bones):
    shown = [f'"{bone.name}"' for bone in bones[:10]]
    return ", ".join(shown) + (f" and {len(bones) - 10} more" if len(bones) > 10 else "") if shown else "none"


def curves_of(animation):
    """All curves that animate what the animation is of. From Blender 4.4 on, an action holds those of several things apart."""
    action = animation.action
    if not getattr(action, "slots", None):
        return getattr(action, "fcurves", [])
    if animation.action_slot is None:
        return []
    bags = [strip.channelbag(animation.action_slot) for layer in action.layers for strip in layer.strips]
    return [curve for bag in bags if bag is not None for curve in bag.fcurves]


def curves_of_chain(obj, bone_name):
    """The curves that move the object, the bone or one of the bones above it."""
    prefixes = []
    bone = obj.pose.bones[bone_name] if bone_name else None
    while bone is not None:
        prefixes.append(f'pose.bones["{bpy.utils.escape_identifier(bone.name)}"].')
        bone = bone.parent
    prefixes += ["location", "rotation", "scale", "delta_"]
    return [
        curve
        for curve in curves_of(obj.animation_data)
        if len(curve.keyframe_points) > 0 and curve.data_path.startswith(tuple(prefixes))
    ]


def frame_times(curves, options):
    """The frames to sample, and how many of them a second has. The last one is the last key exactly."""
    if options.fps is not None and not 0 < options.fps <= 1e6:
        raise ExportError(f"{options.fps:g} samples a second cannot be; --fps is above 0 and at most 1e6")
    render = bpy.context.scene.render
    frames_a_second = render.fps / render.fps_base
    first = min(curve.keyframe_points[0].co.x for curve in curves)
    last = max(curve.keyframe_points[-1].co.x for curve in curves)
    duration = (last - first) / frames_a_second
    if duration <= 0:
        raise ExportError("the root has keys at one frame only: there is no motion to export")
    count = max(1, round(duration * (options.fps or frames_a_second)))
    return [first + (last - first) * k / count for k in range(count + 1)], count / duration


def sample(obj, bone_name, frames, rest_of_object):
    """The root's global matrix at each frame, and in the rest pose."""
    scene = bpy.context.scene
    kept = scene.frame_current, scene.frame_subframe
    matrices, rest = [], None
    try:
        for frame in frames:
            whole = math.floor(frame)
            scene.frame_set(whole, subframe=min(frame - whole, 0.99999994))  # the largest single float below 1
            seen = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
            bone = seen.pose.bones[bone_name] if bone_name else None
            matrices.append(seen.matrix_world @ bone.matrix if bone else seen.matrix_world.copy())
            if rest is None:
                rest = rest_of_object(seen)
                rest = rest @ bone.bone.matrix_local if bone else rest
    finally:
        scene.frame_set(kept[0], subframe=kept[1])
    return matrices, rest


def rest_of_object(curves, itself):
    """How to find where the object rests: where it stands, but without its own turn where that is animated."""
    turned = itself or any(curve.data_path.startswith("rotation") for curve in curves)

    def rest(obj):
        return obj.matrix_world @ obj.matrix_basis.inverted_safe() if turned else obj.matrix_world.copy()

    return rest


def axis(text):
    return ["X", "Y", "Z"].index(text[1]), 1.0 if text[0] == "+" else -1.0


class SpaceChange:
    """From Blender's axes and unit to those of a space: forward to forward, right to right, up to up."""

    def __init__(self, space):
        here, there = SPACES["blender"], SPACES[space]
        rows = [[0.0] * 3 for _ in range(3)]
        for a, b in zip(here[:3], there[:3]):
            (i, from_sign), (j, to_sign) = axis(a), axis(b)
            rows[j][i] = from_sign * to_sign
        self.rows = rows
        self.sense = 1.0 if Matrix(rows).determinant() > 0 else -1.0  # a mirror turns a turn around
        units = bpy.context.scene.unit_settings
        self.scale = (1.0 if units.system == "NONE" else units.scale_length) / there[3]

    def _map(self, v, factor):
        return [factor * sum(row[i] * v[i] for i in range(3)) + 0.0 for row in self.rows]

    def position(self, v):
        return self._map(v, self.scale)

    def rotation(self, q):
        x, y, z = self._map((q.x, q.y, q.z), self.sense)
        return [x, y, z, q.w] if q.w >= 0 else [-x, -y, -z, -q.w]


def parse_spans(options, duration):
    """The windows and events of the clip; a name may hold colons."""
    try:
        windows = [window.rsplit(":", 2) for window in options.window]
        windows = [{"name": name, "start": float(start), "end": float(end)} for name, start, end in windows]
        events = [event.rsplit(":", 1) for event in options.event]
        events = [{"name": name, "time": float(time)} for name, time in events]
    except ValueError:
        raise ExportError("a window is NAME:START:END and an event NAME:TIME, in seconds") from None
    latest = sys.float_info.max if options.loop else duration + 1e-4
    for window in windows:
        if not 0 <= window["start"] < window["end"] <= latest:
            raise ExportError(f'the window "{window["name"]}" does not lie in the clip, which runs from 0 to {duration:g} s')
    for event in events:
        if not 0 <= event["time"] <= duration:
            raise ExportError(f'the event "{event["name"]}" does not lie in the clip, which runs from 0 to {duration:g} s')
    return windows, events


def make_clip(obj, options):
    bone = find_bone(obj, options)
    curves = curves_of_chain(obj, bone)
    if not curves:
        raise ExportError(f'the active action has no keys for "{bone or obj.name}"; choose another bone with --bone')
    frames, rate = frame_times(curves, options)
    matrices, rest = sample(obj, bone, frames, rest_of_object(curves, bone is None))
    if options.facing == "first":
        rest = matrices[0]
    change = SpaceChange(options.space)
    origin = [float(x) for x in matrices[0].translation]
    positions = [change.position([x - o for x, o in zip(m.translation, origin)]) for m in matrices]
    back = rest.to_quaternion().inverted()
    turns = [m.to_quaternion() @ back for m in matrices]
    root = {"positions": positions}
    if any(2.0 * math.hypot(q.x, q.y, q.z) > NO_TURN for q in turns):
        root["rotations"] = [change.rotation(q) for q in turns]
    windows, events = parse_spans(options, (len(frames) - 1) / rate)
    return {
        "space": options.space,
        "frame_rate": rate,
        "loop": options.loop,
        "root": root,
        "windows": windows,
        "events": events,
        "source": {
            "file": os.path.basename(bpy.data.filepath) or "untitled.blend",
            "format": "blend",
            "animation": obj.animation_data.action.name,
            "root": bone or obj.name,
            "tool": f"Blender {bpy.app.version_string}, export_root_motion.py",
        },
    }


def default_output(action):
    if not bpy.data.filepath:
        raise ExportError("the .blend file was never saved; save it, or say where the clip goes with --output")
    name = "".join(c if c.isalnum() or c in "._-" else "_" for c in action.name)
    return os.path.join(os.path.dirname(bpy.data.filepath), name + ".clip.json")


def write(path, clip):
    """Whole or not at all."""
    beside = path + ".part"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(clip, file, allow_nan=False)
            file.write("\n")
        os.replace(beside, path)
    except (OSError, ValueError) as error:
        if os.path.exists(beside):
            os.remove(beside)
        raise ExportError(f'"{path}" cannot be written: {error}') from None


def export(arguments):
    options = parse_options(arguments)
    obj = find_object(options.object)
    clip = make_clip(obj, options)
    path = options.output or default_output(obj.animation_data.action)
    write(path, clip)
    p = clip["root"]["positions"]
    print(
        f'export_root_motion: action "{clip["source"]["animation"]}", root "{clip["source"]["root"]}": {len(p)} samples at '
        f'{clip["frame_rate"]:.6g} a second, from 0 to {[round(x, 4) for x in p[-1]]} in the space {clip["space"]}: {path}'
    )


if __name__ == "__main__":
    try:
        export(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else WHEN_RUN_BY_HAND)
    except ExportError as problem:
        if not bpy.app.background:
            raise
        print(f"export_root_motion: {problem}", file=sys.stderr)
        sys.exit(2)
