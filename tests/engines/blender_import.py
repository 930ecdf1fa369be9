"""Opens the motion file RW_IMPORT in Blender as File > Import would, at RW_FPS frames a second where the file says none.

The importers of Debian's Blender 3.4 stumble over its Python 3.11: the one of BVH opens files in a mode that is gone."""

import builtins
import os
import sys

import addon_utils
import bpy

path = os.environ["RW_IMPORT"]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = int(os.environ.get("RW_FPS", "30"))
addon = "io_anim_bvh" if path.endswith(".bvh") else "io_scene_gltf2"
if addon_utils.enable(addon) is None:
    sys.exit(f"blender_import: the add-on {addon} cannot be enabled")
if addon == "io_anim_bvh":
    import io_anim_bvh.import_bvh as importer

    importer.open = lambda name, mode="r", *rest, **named: builtins.open(name, mode.replace("U", ""), *rest, **named)
    bpy.ops.import_anim.bvh(filepath=path, update_scene_fps=True)
else:
    bpy.ops.import_scene.gltf(filepath=path)
for found in bpy.data.objects:
    if found.animation_data is not None and found.animation_data.action is not None:
        bpy.context.view_layer.objects.active = found
