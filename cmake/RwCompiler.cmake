# How everything is compiled: language level, reproducible arithmetic, hardening, sanitizers.
# Defines the interface target rw_warnings, which every target of ours links.
include(CheckCCompilerFlag)
include(CheckPIESupported)

get_property(_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT _multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

add_compile_definitions($<$<COMPILE_LANGUAGE:C>:_POSIX_C_SOURCE=200809L>)

# The same request has to give the same bytes on every build. A fused multiply-add rounds once
# where two operations round twice, so the compiler must not form one on its own, nor may it
# reorder sums or assume that NaN and infinity do not occur.
add_compile_options(-ffp-contract=off)
foreach(_flags IN ITEMS "${CMAKE_C_FLAGS}" "${CMAKE_CXX_FLAGS}" "${CMAKE_C_FLAGS_${CMAKE_BUILD_TYPE}}")
  if(_flags MATCHES "-ffast-math|-Ofast|-funsafe-math-optimizations|-fassociative-math|-ffp-contract=(fast|on)")
    message(FATAL_ERROR "rootwarp: the flags \"${_flags}\" change floating-point results; "
                        "build without ${CMAKE_MATCH_0}")
  endif()
endforeach()

# Hardening. Position-independent also for the static library, which may end in a shared object.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
check_pie_supported()
add_compile_options(-fstack-protector-strong)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
  # Where a jump or return may land, and stacks that cannot grow past their guard; where the compiler has them. Of
  # these tests/app/hardening.sh sees what was asked for.
  set(RW_BRANCH_PROTECTION "")
  set(CMAKE_REQUIRED_FLAGS -Werror) # clang takes the flag of another processor, and warns
  foreach(_flag IN ITEMS -fcf-protection=full -mbranch-protection=standard -fstack-clash-protection)
    string(MAKE_C_IDENTIFIER "RW_HAVE${_flag}" _have)
    check_c_compiler_flag(${_flag} ${_have})
    if(${_have})
      add_compile_options(${_flag})
      if(NOT _flag STREQUAL "-fstack-clash-protection")
        set(RW_BRANCH_PROTECTION "${_flag}")
      endif()
    endif()
  endforeach()
  unset(CMAKE_REQUIRED_FLAGS)
endif()
if(NOT RW_SANITIZE)
  # Needs optimisation to work at all; some distributions predefine another level.
  add_compile_options($<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE>
                      $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=2>)
endif()

if(RW_SANITIZE)
  add_compile_options(-fsanitize=${RW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${RW_SANITIZE})
endif()

add_library(rw_warnings INTERFACE)
target_compile_options(rw_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  $<$<BOOL:${RW_WERROR}>:-Werror>)
