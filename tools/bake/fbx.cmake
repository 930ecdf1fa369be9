# The FBX reader of rw_bake, with what it needs. Included by CMakeLists.txt after the target is made.
#
# assimp's own CMake package, where it has one, brings the include path and the library on every release; its
# pkg-config file is the fallback. Without assimp or zlib a stand-in is built that says what to install.
if(NOT TARGET PkgConfig::zlib)
  rw_find_package(zlib zlib)
endif()
find_package(assimp CONFIG QUIET)
set(_rw_assimp "")
if(TARGET assimp::assimp)
  set(_rw_assimp assimp::assimp)
else()
  rw_find_package(assimp_pc assimp)
  if(assimp_pc_FOUND)
    set(_rw_assimp PkgConfig::assimp_pc)
  endif()
endif()

if(_rw_assimp AND TARGET PkgConfig::zlib)
  set(RW_HAVE_FBX ON)
  target_sources(rw_bake PRIVATE
    fbx.c fbx_child.c fbx_container.c fbx_curve.c fbx_document.c fbx_import.c fbx_motion.c fbx_object.c
    fbx_outline.c fbx_scene.c fbx_take.c)
  target_link_libraries(rw_bake PRIVATE ${_rw_assimp} PkgConfig::zlib m)
else()
  set(RW_HAVE_FBX OFF)
  target_sources(rw_bake PRIVATE fbx_absent.c)
  message(STATUS "FBX cannot be baked: assimp or zlib is missing (Debian: libassimp-dev zlib1g-dev)")
endif()
set_property(GLOBAL PROPERTY RW_HAVE_FBX ${RW_HAVE_FBX})
