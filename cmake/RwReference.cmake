# The target "reference" writes the library's reference, HTML and manual pages, to <build>/reference. It is there where
# doxygen is.
find_program(RW_DOXYGEN doxygen)
if(NOT RW_DOXYGEN)
  return()
endif()
# Everything is in what people read; for what the test looks at, only what has a comment counts.
foreach(_pair IN ITEMS reference:YES commented:NO)
  string(REPLACE ":" ";" _pair "${_pair}")
  list(GET _pair 0 RW_REFERENCE)
  list(GET _pair 1 RW_EXTRACT_ALL)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/doxyfile.in" "${PROJECT_BINARY_DIR}/cmake/doxyfile.${RW_REFERENCE}" @ONLY)
endforeach()
add_custom_target(reference
  COMMAND "${RW_DOXYGEN}" "${PROJECT_BINARY_DIR}/cmake/doxyfile.reference"
  COMMENT "The library's reference: ${PROJECT_BINARY_DIR}/reference/html/index.html" VERBATIM)
