# Tests are run from the top of the source tree, with the environment
#
#   TMPDIR        a folder inside the build tree; a test makes its own folder in it
#   RW_BIN_DIR    where rootwarpd and rootwarp are
#   RW_LIB_DIR    where the libraries are
#
# Labels: quick (every ./test), long and all (only ./test --all); once besides quick for a test that
# does not depend on how the tree is built; determinism and check name kinds of tests.
set(RW_TEST_TMPDIR "${PROJECT_BINARY_DIR}/tmp")
file(MAKE_DIRECTORY "${RW_TEST_TMPDIR}")

# Where each case takes many times as long, the laws and the second solver look at fewer of them.
set(_rw_fewer_cases "")
if(RW_SANITIZE)
  set(_rw_fewer_cases ";RW_LAW_CASES=2000;RW_ORACLE_CASES=4000")
endif()

function(_rw_test_properties name timeout labels)
  if(NOT timeout)
    set(timeout 60)
  endif()
  if(NOT labels)
    set(labels quick)
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS "${labels}"
    TIMEOUT ${timeout}
    SKIP_RETURN_CODE 77
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    ENVIRONMENT "TMPDIR=${RW_TEST_TMPDIR};RW_BIN_DIR=${PROJECT_BINARY_DIR}/bin;RW_LIB_DIR=${PROJECT_BINARY_DIR}/lib;CK_DEFAULT_TIMEOUT=${timeout};ASAN_OPTIONS=detect_leaks=1:abort_on_error=0;UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1${_rw_fewer_cases}")
endfunction()

# rw_add_test(NAME n SOURCES … [LIBS …] [LABELS …] [TIMEOUT seconds])
# A program written with Check that ctest runs; one that exits with 77 counts as skipped.
function(rw_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "SOURCES;LIBS;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "rw_add_test(NAME n SOURCES … [LIBS …] [LABELS …] [TIMEOUT s]): "
                        "got \"${arg_UNPARSED_ARGUMENTS}\", NAME \"${arg_NAME}\", SOURCES \"${arg_SOURCES}\"")
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBS} PkgConfig::check rw_warnings)
  set_target_properties(${arg_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/tests")
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
  set_property(GLOBAL APPEND PROPERTY RW_CHECK_PROGRAMS ${arg_NAME})
  _rw_test_properties(${arg_NAME} "${arg_TIMEOUT}" "${arg_LABELS}")
endfunction()

# rw_add_script_test(NAME n COMMAND … [LABELS …] [TIMEOUT seconds])
# Any other command; same environment, same meaning of exit code 77.
function(rw_add_script_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "COMMAND;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_COMMAND)
    message(FATAL_ERROR "rw_add_script_test(NAME n COMMAND … [LABELS …] [TIMEOUT s]): "
                        "got \"${arg_UNPARSED_ARGUMENTS}\", NAME \"${arg_NAME}\", COMMAND \"${arg_COMMAND}\"")
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${arg_COMMAND})
  _rw_test_properties(${arg_NAME} "${arg_TIMEOUT}" "${arg_LABELS}")
endfunction()

# rw_add_valgrind_tests(name…): runs these of the programs that rw_add_test made once more, label long,
# under valgrind, which sees reads of memory that was never written. Check runs each case in a child, which
# valgrind follows and ends with 99 when it has something to say.
function(rw_add_valgrind_tests)
  if(RW_SANITIZE)
    return()
  endif()
  find_program(RW_VALGRIND valgrind)
  if(NOT RW_VALGRIND)
    message(STATUS "valgrind is not installed: its tests are left out")
    return()
  endif()
  foreach(name IN LISTS ARGN)
    rw_add_script_test(NAME valgrind_${name} LABELS long valgrind TIMEOUT 600
      COMMAND ${RW_VALGRIND} -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite $<TARGET_FILE:${name}>)
  endforeach()
endfunction()
