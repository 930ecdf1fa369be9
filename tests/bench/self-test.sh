#!/usr/bin/env bash
# Shows that instructions.sh can fail: it refuses a limit below what is counted, and a program that does not run.
#
#   self-test.sh PROGRAM EXAMPLES
set -euo pipefail

program=$1 examples=$2
count=$(dirname "${BASH_SOURCE[0]}")/instructions.sh
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }

# expect CODE TEXT COMMAND…: that it ends with CODE and says TEXT.
expect() {
    local code=$1 text=$2 said status=0
    shift 2
    said=$("$@" 2>&1) || status=$?
    ((status == code)) && [[ $said == *"$text"* ]] && return 0
    printf 'wanted exit %d and "%s"; got exit %d and:\n%s\n' "$code" "$text" "$status" "$said" >&2
    exit 1
}

expect 1 "instructions, more than 100" bash "$count" "$program" 100 "$examples"
expect 2 "cannot read" bash "$count" "$program" 30000 /nowhere
expect 2 "counted nothing" bash "$count" /bin/true 30000 "$examples"
