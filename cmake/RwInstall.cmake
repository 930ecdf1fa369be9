# Installs the library, its headers, rootwarp.pc and the CMake package "rootwarp" with the targets rootwarp::rootwarp
# (shared when BUILD_SHARED_LIBS is on) and rootwarp::rootwarp-static. Paths are taken relative to the installed files
# themselves, so that an installed tree can be moved.
#
# Three components, which RwDebian makes packages of: `programs`, `library` (what a linked program needs to run) and
# `development`.
include(CMakePackageConfigHelpers)

# Counts the releases of the library that a program linked against the one before cannot run with.
set(RW_ABI 0)

# rw_install_library(target archive): the archive may be another name of the target.
function(rw_install_library target archive)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME rootwarp
    VERSION ${PROJECT_VERSION}
    SOVERSION ${RW_ABI})
  add_library(rootwarp::rootwarp ALIAS ${target})
  set(targets ${target})
  get_target_property(aliased ${archive} ALIASED_TARGET)
  if(aliased)
    add_library(rootwarp::rootwarp-static ALIAS ${aliased})
    set(RW_PC_LIBS "-lm") # of an archive a linker always wants to know
    set(RW_PC_LIBS_PRIVATE "")
  else()
    set_target_properties(${archive} PROPERTIES OUTPUT_NAME rootwarp EXPORT_NAME rootwarp-static)
    add_library(rootwarp::rootwarp-static ALIAS ${archive})
    list(APPEND targets ${archive})
    set(RW_PC_LIBS "")
    set(RW_PC_LIBS_PRIVATE "-lm")
  endif()

  set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/rootwarp")
  install(TARGETS ${targets} EXPORT rootwarp-targets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT development
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT library)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/core/include/rootwarp" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    COMPONENT development FILES_MATCHING PATTERN "*.h")
  install(EXPORT rootwarp-targets NAMESPACE rootwarp:: DESTINATION "${package_dir}" COMPONENT development)

  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/rootwarp-config.cmake.in"
    "${PROJECT_BINARY_DIR}/cmake/rootwarp-config.cmake" INSTALL_DESTINATION "${package_dir}"
    NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/rootwarp-config-version.cmake"
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/cmake/rootwarp-config.cmake"
                "${PROJECT_BINARY_DIR}/cmake/rootwarp-config-version.cmake"
    DESTINATION "${package_dir}" COMPONENT development)

  # ${pcfiledir} is the folder that rootwarp.pc lies in.
  file(RELATIVE_PATH RW_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  string(REGEX REPLACE "/$" "" RW_PC_PREFIX "${RW_PC_PREFIX}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/rootwarp.pc.in" "${PROJECT_BINARY_DIR}/cmake/rootwarp.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/cmake/rootwarp.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
endfunction()

# rw_install_programs(target…): those that this build makes.
function(rw_install_programs)
  foreach(target IN LISTS ARGN)
    if(TARGET ${target})
      install(TARGETS ${target} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT programs)
    endif()
  endforeach()
endfunction()
