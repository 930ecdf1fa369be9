# Writes the numbered SQL files of a folder into a C file as the built-in history of a backend.
#   cmake -DBACKEND=sqlite -DFOLDER=… -DOUTPUT=… -DRELEASE=… -P embed_sql.cmake
file(GLOB files "${FOLDER}/*.sql")
list(SORT files)
set(texts "")
set(entries "")
set(expected 0)
foreach(file IN LISTS files)
  get_filename_component(stem "${file}" NAME_WE)
  if(NOT stem MATCHES "^([0-9][0-9][0-9][0-9])_([a-z0-9_]+)$")
    message(FATAL_ERROR "${file}: the name is not NNNN_words.sql")
  endif()
  set(digits "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_2}")
  string(REGEX REPLACE "^0+" "" number "${digits}")
  math(EXPR expected "${expected} + 1")
  if(NOT number EQUAL expected)
    message(FATAL_ERROR "${file}: number ${expected} is expected here")
  endif()
  file(STRINGS "${file}" first LIMIT_COUNT 1)
  if(NOT first MATCHES "^-- oldest release: ([0-9]+\\.[0-9]+\\.[0-9]+)$")
    message(FATAL_ERROR "${file}: the first line is not \"-- oldest release: X.Y.Z\"")
  endif()
  set(oldest "${CMAKE_MATCH_1}")
  file(SHA256 "${file}" checksum)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n    "
         bytes "${bytes}")
  string(APPEND texts "static const char sql_${digits}[] = {\n    ${bytes}0x00};\n\n")
  string(APPEND entries
         "    {${number}, \"${name}\",\n     \"${checksum}\",\n     \"${oldest}\", sql_${digits}},\n")
endforeach()
if(expected EQUAL 0)
  message(FATAL_ERROR "${FOLDER}: no SQL file")
endif()
file(WRITE "${OUTPUT}"
  "/* Made by embed_sql.cmake from schema/sql; not to be edited. */\n"
  "#include \"store/${BACKEND}_migrate.h\"\n\n"
  "${texts}"
  "static const rw_migration migrations[] = {\n${entries}};\n\n"
  "rw_migration_history rw_${BACKEND}_history_built_in(void)\n{\n"
  "    return (rw_migration_history){.migrations = migrations,\n"
  "                               .count = sizeof migrations / sizeof migrations[0],\n"
  "                               .release = \"${RELEASE}\"};\n}\n")
