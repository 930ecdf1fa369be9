# The libraries of others, found through pkg-config. Each becomes an imported target:
#
#   PkgConfig::sqlite3  PkgConfig::jansson  PkgConfig::microhttpd  PkgConfig::sodium  PkgConfig::zlib  PkgConfig::gnutls
#   PkgConfig::yaml (optional)  PkgConfig::check
#
# and Threads::Threads. A missing one is named together with the Debian package that brings it, all
# at once. A room with a need of its own calls rw_find_package() itself and looks at <name>_FOUND.
if(NOT (RW_BUILD_SERVER OR RW_BUILD_TOOLS OR RW_BUILD_TESTS))
  return()
endif()

find_package(Threads REQUIRED)
find_package(PkgConfig)
if(NOT PKG_CONFIG_FOUND)
  message(FATAL_ERROR "rootwarp: pkg-config is missing; install it with: apt-get install pkg-config")
endif()

# rw_find_package(<name> <pkg-config module spec>): PkgConfig::<name> when found, <name>_FOUND either way.
macro(rw_find_package name spec)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${spec})
endmacro()

set(_missing "")
set(_debian "")
macro(_rw_require name spec debian)
  rw_find_package(${name} ${spec})
  if(NOT ${name}_FOUND)
    list(APPEND _missing "${spec}")
    list(APPEND _debian "${debian}")
  endif()
endmacro()

if(RW_BUILD_SERVER OR RW_BUILD_TOOLS)
  _rw_require(jansson "jansson>=2.14" libjansson-dev)
  _rw_require(sodium libsodium libsodium-dev)
endif()
if(RW_BUILD_SERVER)
  _rw_require(sqlite3 "sqlite3>=3.37" libsqlite3-dev)
  _rw_require(microhttpd "libmicrohttpd>=0.9.75" libmicrohttpd-dev)
  _rw_require(zlib zlib zlib1g-dev)
  _rw_require(gnutls "gnutls>=3.6.3" libgnutls28-dev)
  rw_find_package(yaml yaml-0.1) # optional: schema/openapi.json stands in for it
endif()
if(_missing)
  list(JOIN _missing ", " _missing)
  list(JOIN _debian " " _debian)
  message(FATAL_ERROR
    "rootwarp: pkg-config does not find ${_missing}.\n"
    "On Debian and Ubuntu: apt-get install ${_debian}\n"
    "The library alone needs none of them: -DRW_BUILD_SERVER=OFF -DRW_BUILD_TOOLS=OFF")
endif()

if(RW_BUILD_TESTS)
  rw_find_package(check "check>=0.15")
  if(NOT check_FOUND)
    message(WARNING "rootwarp: the tests are left out, because pkg-config does not find check; "
                    "on Debian and Ubuntu: apt-get install check")
    set(RW_BUILD_TESTS OFF)
  endif()
endif()
