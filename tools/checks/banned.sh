#!/bin/sh
# Functions that nobody calls here, tests included, and what to use instead.
set -eu
. "$(dirname "$0")/common.sh"
enter_tree "$@"

c_files core server tools tests | xargs awk -f "$checks/strip.awk" | awk '
BEGIN {
    ban("strcpy strcat stpcpy strncat sprintf vsprintf gets", "writes without a bound: use snprintf or a buffer")
    ban("strncpy", "may leave the end off: use snprintf or memcpy")
    ban("strtok", "keeps state between calls: walk the text")
    ban("alloca", "cannot fail cleanly: use a fixed array or the heap")
    ban("system popen", "runs a shell: use posix_spawn or fork and exec with an argument list")
    ban("atoi atol atoll atof", "has no error: use strtol and look at its end, or the number reader in base")
    ban("scanf fscanf sscanf", "overflows silently: parse by hand")
    ban("tmpnam tempnam mktemp", "can be raced: use mkstemp or mkdtemp")
    ban("asctime ctime gmtime localtime", "shares a buffer between threads: use the _r form")
    ban("rand srand", "is neither seeded nor random: use a generator of your own with a seed in the test")
    ban("setlocale", "changes numbers for the whole process")
    ban("signal", "has no defined re-entry: use sigaction")
}
function ban(names, reason,    parts, i) {
    split(names, parts, " ")
    for (i in parts) why[parts[i]] = reason
}
{
    split($0, place, ":")
    code = substr($0, length(place[1]) + length(place[2]) + 3)
    rest = code
    while (match(rest, /[A-Za-z_][A-Za-z_0-9]*[ \t]*\(/)) {
        before = substr(rest, 1, RSTART - 1)
        name = substr(rest, RSTART, RLENGTH - 1)
        sub(/[ \t]+$/, "", name)
        rest = substr(rest, RSTART + RLENGTH)
        # A test may set a locale, to show that nothing depends on it.
        if (name == "setlocale" && place[1] ~ /^tests\//) continue
        if (name in why && before !~ /(->|\.)[ \t]*$/) {
            print place[1] ":" place[2] ": " name "() " why[name]
            offences++
        }
    }
}
END { exit offences > 0 }
'
