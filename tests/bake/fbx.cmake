# Tests of the FBX reader. Included by CMakeLists.txt of this folder.
rw_add_test(NAME bake_fbx_absent SOURCES test_fbx_absent.c "${PROJECT_SOURCE_DIR}/tools/bake/fbx_absent.c" LIBS rw_bake)

get_property(_have_fbx GLOBAL PROPERTY RW_HAVE_FBX)
if(_have_fbx)
  add_library(rw_test_fbx_writer STATIC test_fbx_writer.c)
  target_include_directories(rw_test_fbx_writer PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(rw_test_fbx_writer PUBLIC rw_fbx_writer PkgConfig::check PkgConfig::zlib PRIVATE rw_warnings)

  rw_add_test(NAME bake_fbx_container SOURCES test_fbx_container.c LIBS rw_test_fbx_writer rw_bake)
  rw_add_test(NAME bake_fbx_curve SOURCES test_fbx_curve.c LIBS rw_bake m)
  rw_add_test(NAME bake_fbx_motion SOURCES test_fbx_motion.c LIBS rw_bake m)
  rw_add_test(NAME bake_fbx_document SOURCES test_fbx_document.c LIBS rw_failing_allocator rw_test_fbx_writer rw_bake)
  rw_add_test(NAME bake_fbx_outline SOURCES test_fbx_outline.c LIBS rw_bake m)
  rw_add_test(NAME bake_fbx_child SOURCES test_fbx_child.c LIBS rw_bake)
  rw_add_test(NAME bake_fbx_files SOURCES test_fbx_files.c LIBS rw_test_fbx_writer rw_bake PkgConfig::jansson m)
endif()
