#!/bin/sh
# Functions that nobody calls here, and what to use instead. An exception stands in
# banned-allow.txt as "path function reason"; one that is no longer needed is an offence as well.
set -eu
. "$(dirname "$0")/common.sh"
enter_tree "$@"

allow=tools/checks/banned-allow.txt
[ -e "$allow" ] || allow=/dev/null

c_files core server tools tests | xargs awk -f "$checks/strip.awk" | awk -v allow="$allow" '
BEGIN {
    while ((getline text < allow) > 0) {
        if (text ~ /^[ \t]*(#|$)/) continue
        if (split(text, part, " ") < 3) { print allow ": \"" text "\" gives no reason"; offences++ }
        allowed[part[1], part[2]] = part[1] " " part[2]
    }
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
    ban("signal", "has no defined re-entry: use sigaction (SIG_DFL and SIG_IGN may be set)")
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
        # What a test reads and joins it has written itself, the sanitizers watch, and it may set a locale
        # to show that nothing depends on it.
        if (place[1] ~ /^tests\// && name ~ /^(setlocale|sscanf|strcat)$/) continue
        # To ignore a signal, or to leave it to the system, is well defined.
        if (name == "signal" && rest ~ /^[^)]*,[ \t]*SIG_(DFL|IGN)[ \t]*\)/) continue
        if ((place[1], name) in allowed) { used[place[1], name] = 1; continue }
        if (name in why && before !~ /(->|\.)[ \t]*$/) {
            print place[1] ":" place[2] ": " name "() " why[name]
            offences++
        }
    }
}
END {
    for (key in allowed) if (!(key in used)) { print allow ": " allowed[key] " needs no exception any more"; offences++ }
    exit offences > 0
}
'
