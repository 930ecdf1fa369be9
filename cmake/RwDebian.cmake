# Debian packages (preset deb): `rootwarp` with the daemon, the command line and the systemd units, `librootwarp0` and
# `librootwarp-dev`. They are made by CPack on the Debian that they are meant for.
option(RW_DEBIAN "Lay out the installation as a Debian package wants it, and make packages" OFF)
if(NOT RW_DEBIAN)
  return()
endif()
if(NOT BUILD_SHARED_LIBS OR NOT TARGET rootwarpd OR NOT TARGET rootwarp-cli)
  message(FATAL_ERROR "rootwarp: RW_DEBIAN needs the whole product and BUILD_SHARED_LIBS=ON; use the preset deb")
endif()

set(_debian "${PROJECT_SOURCE_DIR}/deploy/debian")
install(FILES "${PROJECT_SOURCE_DIR}/deploy/systemd/rootwarpd.service" "${PROJECT_SOURCE_DIR}/deploy/systemd/rootwarpd.socket"
  DESTINATION /lib/systemd/system COMPONENT programs)
install(FILES "${PROJECT_SOURCE_DIR}/deploy/systemd/rootwarp.conf" DESTINATION /etc/rootwarp COMPONENT programs)
foreach(_pair IN ITEMS programs:rootwarp library:librootwarp${RW_ABI} development:librootwarp-dev)
  string(REGEX MATCH "^[a-z]+" _component "${_pair}")
  string(REGEX REPLACE "^[a-z]+:" "" _package "${_pair}")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "share/doc/${_package}" RENAME copyright COMPONENT ${_component})
  install(FILES "${PROJECT_SOURCE_DIR}/CHANGELOG.md" DESTINATION "share/doc/${_package}" COMPONENT ${_component})
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rootwarp)
set(CPACK_PACKAGE_VENDOR rootwarp)
set(CPACK_PACKAGE_CONTACT "rootwarp contributors <rootwarp@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "motion warping for games and their servers")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL programs library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME rootwarp)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION net)
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "rootwarpd stores root-motion clips and profiles, says how a clip may be warped, and
answers over HTTP where a character lands, how fast the clip plays and when its
events come. rootwarp bakes clips from glTF, FBX and BVH files and talks to it.")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_PREDEPENDS "init-system-helpers (>= 1.54~)")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "librootwarp${RW_ABI} (= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_CONTROL_EXTRA
  "${_debian}/conffiles;${_debian}/postinst;${_debian}/prerm;${_debian}/postrm")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME librootwarp${RW_ABI})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The solver as a shared library. It allocates nothing, keeps no state and gives
the same bits on every machine.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME librootwarp-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers, archive, pkg-config file and CMake package of the solver, librootwarp.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "librootwarp${RW_ABI} (= ${PROJECT_VERSION}-1)")

# Where dpkg-shlibdeps finds the library of this very build.
get_target_property(_folder rootwarp LIBRARY_OUTPUT_DIRECTORY)
if(NOT _folder)
  get_target_property(_folder rootwarp BINARY_DIR)
endif()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${_folder}")
include(CPack)
