# Copies the sources beside their packages, in STAGE, where node and the bundler find both; what is gone from the sources
# goes there, too. Variables: SOURCE, STAGE.
file(REMOVE_RECURSE "${STAGE}/src" "${STAGE}/scripts" "${STAGE}/plain" "${STAGE}/dist")
file(COPY "${SOURCE}/src" "${SOURCE}/scripts" "${SOURCE}/plain" "${SOURCE}/index.html" "${SOURCE}/tsconfig.json"
     "${SOURCE}/package.json" DESTINATION "${STAGE}")
