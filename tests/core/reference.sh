#!/bin/bash
# Every function, type and macro of the public headers is documented, and the reference that doxygen makes of them tells
# what they say. Usage: reference.sh DOXYGEN DOXYFILE, a file whose reference holds only what has a comment.
set -euo pipefail
doxygen=$1 doxyfile=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "reference: $*" >&2; exit 1; }

# look NAME [LINE…]: what is without a comment, with these settings besides; members may speak for themselves.
look() {
    local name=$1
    shift
    { cat "$doxyfile" && printf '%s\n' "OUTPUT_DIRECTORY = $work/$name" "$@"; } >"$work/$name.doxyfile"
    "$doxygen" "$work/$name.doxyfile" 2>&1 | { grep -v ' (variable) of ' || true; }
}
bare=$(look whole)
[[ -z $bare ]] || fail "without a comment, or not read as meant:
$bare"

page=$work/whole/man/man3/resolve.h.3
grep -q resolve.h "$work/whole/man/man3/rw_resolve.3" || fail "rw_resolve has no manual page"
grep -q RW_INVALID "$page" || fail "the manual page of rw_resolve does not say when it fails"

# A header without its comments is told.
mkdir "$work/bare"
sed '2,$ { /^\/\*.*\*\/$/d }' core/include/rootwarp/space.h >"$work/bare/space.h"
bare=$(look bare "INPUT = $work/bare")
[[ $bare == *rw_axis* ]] || fail "an undocumented type is passed over"
