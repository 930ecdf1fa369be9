# Writes OUTPUT from TEMPLATE with the commit of SOURCE_DIR. In a checkout git says it; in an archive
# made by "git archive" the file ARCHIVE_COMMIT holds it; otherwise it is unknown.
set(COMMIT unknown)
find_program(GIT git)
if(GIT AND EXISTS "${SOURCE_DIR}/.git")
  # The owner of the checkout may be someone else than the one who builds.
  set(git "${GIT}" -c "safe.directory=*" -C "${SOURCE_DIR}")
  execute_process(COMMAND ${git} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE hash RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed AND hash MATCHES "^[0-9a-f]+$")
    set(COMMIT "${hash}")
    execute_process(COMMAND ${git} --no-optional-locks status --porcelain --untracked-files=no
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND COMMIT "-dirty")
    endif()
  endif()
else()
  file(STRINGS "${ARCHIVE_COMMIT}" hash LIMIT_COUNT 1)
  if(hash MATCHES "^[0-9a-f]+$")
    string(SUBSTRING "${hash}" 0 12 COMMIT)
  endif()
endif()
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)
