# The target "sbom" writes <build>/rootwarp.cdx.json: what the programs of this build hold and load. It needs node.
if(NOT TARGET rootwarpd OR NOT TARGET rootwarp-cli OR NOT RW_NODE)
  return()
endif()
if(RW_WITH_INSPECTOR)
  set(_licences "${PROJECT_BINARY_DIR}/web/stage/dist/licences.txt")
else()
  set(_licences -)
endif()
set(RW_SBOM "${PROJECT_BINARY_DIR}/rootwarp.cdx.json")
add_custom_target(sbom
  COMMAND "${RW_NODE}" "${PROJECT_SOURCE_DIR}/tools/build/sbom.mjs" "${RW_SBOM}" "${PROJECT_VERSION}" "${_licences}"
          $<TARGET_FILE:rootwarpd> $<TARGET_FILE:rootwarp-cli>
  COMMENT "What it is made of: ${RW_SBOM}" VERBATIM)
if(RW_BUILD_TESTS AND NOT RW_SANITIZE)
  rw_add_script_test(NAME sbom LABELS quick once
    COMMAND bash "${PROJECT_SOURCE_DIR}/tests/deploy/sbom.sh" "${RW_NODE}" "${PROJECT_VERSION}" "${_licences}")
endif()
