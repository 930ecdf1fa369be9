"""Where examples/blender finds an object's curves, in actions of Blender before 4.4, since, and from 5.0 on, where the first
kind's list is gone. blender_actions.py SOURCE-TREE; no Blender is needed."""

import os
import runpy
import sys
from types import ModuleType, SimpleNamespace

sys.dont_write_bytecode = True
for name in ("bpy", "mathutils"):
    sys.modules[name] = ModuleType(name)
sys.modules["mathutils"].Matrix = None
curves_of = runpy.run_path(os.path.join(sys.argv[1], "examples/blender/export_root_motion.py"), run_name="script")["curves_of"]


def layered(bags, slot, **legacy):
    strips = [SimpleNamespace(channelbag=bags.get)]
    action = SimpleNamespace(slots=list(bags) or ["empty"], layers=[SimpleNamespace(strips=strips)], **legacy)
    return SimpleNamespace(action=action, action_slot=slot)


def bag(*curves):
    return SimpleNamespace(fcurves=curves)


def expect(animation, curves):
    found = list(curves_of(animation))
    assert found == curves, f"{found} instead of {curves}"


expect(SimpleNamespace(action=SimpleNamespace(fcurves=["x", "y"])), ["x", "y"])
two = {"camera": bag("lens"), "hero": bag("x", "y")}
expect(layered(two, "hero"), ["x", "y"])
expect(layered(two, "hero", fcurves=["lens"]), ["x", "y"])
expect(layered(two, None, fcurves=["lens"]), [])
expect(layered({}, "hero"), [])
expect(SimpleNamespace(action=SimpleNamespace(slots=[], layers=[]), action_slot=None), [])
expect(SimpleNamespace(action=SimpleNamespace(slots=[], fcurves=["x"]), action_slot=None), ["x"])
