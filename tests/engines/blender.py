"""What examples/blender exports is what `rootwarp bake` makes of the same file. blender.py SOURCE-TREE

Blender keeps numbers in single precision: 24 bits. A root's place goes through a curve, the bone's matrix and the
object's, so it may be off by some units in the last place of the largest coordinate, here by at most POSITION of it; a turn
by TURN radians; the frame rate, out of two single numbers, by RATE of itself.
"""

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

POSITION = 4 * 2.0**-23
TURN = 1e-6
RATE = 2.0**-23

tree = sys.argv[1]
programs = os.environ["RW_BIN_DIR"]
script = os.path.join(tree, "examples/blender/export_root_motion.py")
importer = os.path.join(tree, "tests/engines/blender_import.py")
motion = os.path.join(tree, "../shared/motion")
work = tempfile.mkdtemp(prefix="blender-", dir=os.environ.get("TMPDIR"))


# Blender takes the modules of the first python3 on the PATH, which must be the one that it was built with.
SYSTEM = {"PATH": "/usr/bin:/bin", "HOME": work}


def run(command, code=0, **environment):
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, env={**os.environ, **SYSTEM, **environment})
    if done.returncode != code:
        sys.exit(f"{command} ended with {done.returncode}, not {code}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def rootwarp(*arguments):
    return run([os.path.join(programs, "rootwarp"), *arguments])


def blender(*arguments, code=0, file=None, **environment):
    start = ["blender", "--background", "--python-exit-code", "3"]
    opened = ["--python", importer] if file else []
    return run([*start, *opened, *arguments], code, **({"RW_IMPORT": file} if file else {}), **environment)


def read(name):
    with open(os.path.join(work, name), encoding="utf-8") as file:
        return json.load(file)


def angle(p, q):
    sign = 1 if sum(x * y for x, y in zip(p, q)) > 0 else -1
    return 4 * math.asin(min(1.0, math.sqrt(sum((x - sign * y) ** 2 for x, y in zip(p, q))) / 2))


def compare(name, file, largest, *options):
    """`largest` is the largest coordinate of the root in the file, in the clip's unit."""
    blender("--python", script, "--", *options, "-o", "exported.json", file=file)
    rootwarp("bake", "-q", file, *options, "-o", "baked.json")
    compare_clips(name, read("baked.json"), read("exported.json"), largest)


def compare_clips(name, ours, theirs, largest):
    for member in ("space", "loop", "windows", "events"):
        assert ours[member] == theirs[member], f"{name}: {member} is {theirs[member]}, not {ours[member]}"
    p, q = ours["root"]["positions"], theirs["root"]["positions"]
    assert len(p) == len(q), f"{name}: {len(q)} samples, not {len(p)}"
    rate = abs(theirs["frame_rate"] / ours["frame_rate"] - 1)
    place = max(abs(x - y) for a, b in zip(p, q) for x, y in zip(a, b))
    still = [[0.0, 0.0, 0.0, 1.0]] * len(p)
    turns = [clip["root"].get("rotations", still) for clip in (ours, theirs)]
    turn = max(angle(a, b) for a, b in zip(*turns))
    print(f"{name}: {len(p)} samples, apart by at most {place:.3g} of {largest:g} units and {turn:.3g} radians; rate {rate:.2g}")
    assert place <= POSITION * largest and turn <= TURN and rate <= RATE, name
    assert max(abs(x) for a in p for x in a) > 0.05 * largest, f"{name} does not move"


def answers():
    """The exported clip is one that the solver takes: the lunge of the samples falls 170 cm short at 900."""
    blender("--python", script, "--", "--space", "unreal", "--window", "attack:0:1", "-o", "lunge.clip.json", file=sample("lunge.glb"))
    said = rootwarp("resolve", "--offline", "--clip", "lunge=lunge.clip.json", "--profile", f"lunge={sample('lunge.profile.json')}",
                    "-f", sample("lunge.request.json"), "--json")
    answer = json.loads(said)
    assert answer["verdict"] == "clamped" and abs(answer["shortfall"] - 170) < 1e-3, said


def as_fbx(name, largest):
    """With the settings that docs/guides/unreal.md and unity.md name, an FBX file bakes to what its source does."""
    settings = """
import addon_utils, bpy
addon_utils.enable("io_scene_fbx")
hero = bpy.context.view_layer.objects.active
hero.name = "Armature"
hero.select_set(True)
first, last = hero.animation_data.action.frame_range
bpy.context.scene.frame_start, bpy.context.scene.frame_end = round(first), round(last)
bpy.context.scene.frame_set(round(first))
bpy.ops.export_scene.fbx(filepath=%r, use_selection=True, object_types={"ARMATURE"}, add_leaf_bones=False, bake_anim=True,
    bake_anim_use_nla_strips=False, bake_anim_use_all_actions=False, bake_anim_simplify_factor=0)
"""
    file = os.path.join(work, "hero.fbx")
    blender("--python-expr", settings % file, file=sample(name))
    for space, unit in (("unreal", 100), ("unity", 1)):
        rootwarp("bake", "-q", sample(name), "--space", space, "-o", "baked.json")
        rootwarp("bake", "-q", file, "--root", "root", "--space", space, "-o", "exported.json")
        compare_clips(f"{name} as FBX in {space}", read("baked.json"), read("exported.json"), largest * unit)


def refusals():
    for options, text in (
        (["--bone", "tail"], 'has no bone "tail"; it has "root", "hips", "spine"'),
        (["--object", "Nobody"], 'no object is called "Nobody"'),
        (["--window", "attack"], "a window is NAME:START:END"),
        (["--window", "attack:0.5:1.5"], 'the window "attack" does not lie in the clip, which runs from 0 to 1 s'),
        (["--event", "hit:2"], 'the event "hit" does not lie in the clip'),
        (["--fps", "-1"], "--fps is above 0"),
        (["--bone", "spine", "-o", "nowhere/clip.json"], "cannot be written"),
    ):
        said = blender("--python", script, "--", "-o", "refused.json", *options, file=sample("walk.glb"), code=2)
        assert text in said, said
    said = blender("--python", script, "--", code=2)
    assert "has no active action" in said or "no object is active" in said, said
    assert not os.path.exists(os.path.join(work, "refused.json"))


def by_hand():
    """As the text editor runs it: no options, the clip beside the .blend file."""
    save = f"import bpy; bpy.ops.wm.save_as_mainfile(filepath={os.path.join(work, 'hero.blend')!r})"
    blender("--python-expr", save, file=sample("lunge.glb"))
    text = f"import bpy; t = bpy.data.texts.load({script!r}); exec(compile(t.as_string(), t.name, 'exec'), {{'__name__': '__main__'}})"
    blender(os.path.join(work, "hero.blend"), "--python-expr", text)
    made = [name for name in os.listdir(work) if name.startswith("Lunge") and name.endswith(".clip.json")]
    assert len(made) == 1 and read(made[0])["space"] == "unreal", os.listdir(work)


def an_object():
    """Four metres forward, which is -Y in Blender, and a quarter turn to the left, in a scene of centimetres."""
    make = """
import bpy, math
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = 24
bpy.context.scene.unit_settings.scale_length = 0.01
hero = bpy.data.objects.new("Hero", None)
bpy.context.collection.objects.link(hero)
bpy.context.view_layer.objects.active = hero
for frame, y, turn in ((1, 100, 0), (25, -300, math.pi / 2)):
    hero.location, hero.rotation_euler, hero["mood"] = (0, y, 0), (0, 0, turn), frame
    hero.keyframe_insert("location", frame=frame)
    hero.keyframe_insert("rotation_euler", frame=frame)
    hero.keyframe_insert('["mood"]', frame=2 * frame)
"""
    blender("--python-expr", make, "--python", script, "--", "--space", "unreal", "-o", "object.json")
    clip = read("object.json")
    assert clip["frame_rate"] == 24 and len(clip["root"]["positions"]) == 25, clip["frame_rate"]
    x, y, z = clip["root"]["positions"][-1]
    assert abs(x - 400) < 1e-3 and abs(y) < 1e-3 and abs(z) < 1e-3, (x, y, z)
    half = math.sqrt(0.5)
    assert angle(clip["root"]["rotations"][-1], [0, 0, -half, half]) < TURN, clip["root"]["rotations"][-1]


def sample(name):
    return os.path.join(work, "samples", name)


def main():
    run([os.path.join(programs, "rootwarp-samples"), "samples"])
    compare("lunge.bvh", sample("lunge.bvh"), 5)
    compare("walk.glb", sample("walk.glb"), 120, "--space", "unreal", "--loop", "--window", "steps:0:1")
    compare("vault.glb at 20 a second", sample("vault.glb"), 2.8, "--space", "godot", "--fps", "20", "--event", "over:it:0.5")
    for file, largest, options in (
        ("bvh/cmu_12_01_walk.bvh", 6900, ["--space", "unreal"]),
        ("bvh/cmu_12_01_walk.bvh", 69, ["--facing", "first"]),
        ("derived/kaiju_walkrm_blender34.glb", 1.51, ["--space", "unity"]),
    ):
        if os.path.exists(os.path.join(motion, file)):
            compare(file, os.path.join(motion, file), largest, *options)
        else:
            print(f"{file}: left out, it is not there")
    as_fbx("lunge.bvh", 5)
    as_fbx("walk.glb", 1.2)
    answers()
    refusals()
    by_hand()
    an_object()


if shutil.which("blender", path=SYSTEM["PATH"]) is None:
    print("skipped: blender is not installed")
    sys.exit(77)
try:
    main()
finally:
    shutil.rmtree(work)
