#!/bin/sh
# A file holds one idea and at most 600 lines. Longer ones stand in size-allow.txt, with a reason;
# an entry that is no longer needed is an offence as well.
set -eu
. "$(dirname "$0")/common.sh"
enter_tree "$@"
limit=600

allow=tools/checks/size-allow.txt
[ -e "$allow" ] || allow=/dev/null

tree_files core server tools tests web cmake scripts -- -name '*.c' -o -name '*.h' -o -name '*.cc' -o -name '*.cmake' \
    -o -name '*.sh' -o -name '*.awk' -o -name CMakeLists.txt -o -name '*.js' -o -name '*.mjs' -o -name '*.css' | xargs wc -l | awk -v limit="$limit" -v allow="$allow" '
BEGIN {
    while ((getline text < allow) > 0) {
        if (text ~ /^[ \t]*(#|$)/) continue
        path = text
        sub(/[ \t].*$/, "", path)
        if (path == text) { print allow ": " path " is allowed without a reason"; offences++ }
        allowed[path] = 1
    }
}
$2 == "total" { next }
$1 > limit {
    if ($2 in allowed) used[$2] = 1
    else { print $2 ":" $1 ": has " $1 " lines, more than " limit ": split it"; offences++ }
}
END {
    for (path in allowed) if (!(path in used)) { print allow ": " path " needs no exception any more"; offences++ }
    exit offences > 0
}
'
