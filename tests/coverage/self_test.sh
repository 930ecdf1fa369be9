#!/usr/bin/env bash
# self_test.sh SOURCE-TREE: exclusions.py takes what is listed as it is, and complains of everything else.
set -euo pipefail
check=${1:?}/tests/coverage/exclusions.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf 'static int one(int a)\n{\n    if (a > 0 && a < 9)\n        return 1;\n    return 0;\n}\n' >a.c

# report TAKEN…: the counts of the four branches of line 3; line 4 is reached as often as the last but one.
report() {
    printf '{"files":[{"file":"a.c","lines":[{"line_number":3,"count":5,"branches":[{"count":%s},{"count":%s},{"count":%s},{"count":%s}]},{"line_number":4,"count":%s,"branches":[]}]}]}' \
        "$1" "$2" "$3" "$4" "$3" >report.json
}
failures=0
# expect STATUS TEXT: what exclusions.py says of report.json and list.txt.
expect() {
    local status=0
    "$check" report.json list.txt >out 2>&1 || status=$?
    if [[ $status != "$1" ]] || ! grep -qF -- "$2" out; then
        echo "ended with $status and should have ended with $1 and said \"$2\"; it said:" >&2
        cat out >&2
        failures=$((failures + 1))
    fi
}

entry=$'a.c one 1\n    if (a > 0 && a < 9)\n    Nobody asks for that.\n'
echo '# nothing' >list.txt
report 1 1 1 1; expect 0 '0 branches not reached, 0 of them listed'
report 1 1 1 0; expect 1 'a.c:3: one: nothing reaches 1 of its branches: if (a > 0 && a < 9)'
report 1 1 0 1; expect 1 'a.c:4: one: nothing reaches it: return 1;'
echo "$entry" >list.txt
report 1 1 1 0; expect 0 '1 branches not reached, 1 of them listed'
report 1 1 1 1; expect 1 'list.txt: a.c: one: 1 branches listed, 0 not reached'
report 1 0 1 0; expect 1 '1 branches listed, 2 not reached'
printf 'a.c one 1\n    if (a > 0 && a < 9)\n' >list.txt
report 1 1 1 0; expect 1 'not file, function and count'
((failures == 0))
