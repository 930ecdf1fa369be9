#!/bin/sh
# What the compiler and the linker were told to do against the abuse of a fault shows in what they made.
#   hardening.sh FORTIFIED BRANCHES LIBRARY PROGRAM...
# FORTIFIED: 1 when the build checks the lengths of copies; BRANCHES: the flag that protects branches, or "";
# LIBRARY: an archive of ours, whose objects say what they were compiled with.
set -eu
fortified=$1 branches=$2 library=$3
shift 3
command -v readelf >/dev/null || { echo "readelf is not installed"; exit 77; }

failed=0
want() { # PROGRAM WHAT PATTERN TEXT
    printf '%s\n' "$4" | grep -Eq -- "$3" || { echo "$1: $2"; failed=1; }
}
refuse() {
    if printf '%s\n' "$4" | grep -Eq -- "$3"; then echo "$1: $2"; failed=1; fi
}

for program; do
    text=$(readelf -hldW "$program")
    symbols=$(readelf --dyn-syms -W "$program")
    want "$program" "not position-independent" 'Type: +DYN' "$text"
    want "$program" "not marked as a position-independent executable" 'FLAGS_1.*PIE' "$text"
    want "$program" "relocations stay writable" 'GNU_RELRO' "$text"
    want "$program" "symbols are bound late" 'FLAGS_1.*NOW' "$text"
    want "$program" "says nothing about its stack" 'GNU_STACK' "$text"
    refuse "$program" "its stack can be executed" 'GNU_STACK.* RWE ' "$text"
    refuse "$program" "a segment is writable and executable" 'LOAD.* RWE ' "$text"
    refuse "$program" "code is relocated when it is loaded" 'TEXTREL' "$text"
    refuse "$program" "looks for libraries where it was built" 'R(UN)?PATH' "$text"
    want "$program" "no stack protector" '__stack_chk_fail' "$symbols"
    [ "$fortified" != 1 ] || want "$program" "lengths of copies are not checked" '__snprintf_chk' "$symbols"
done

# The mark in a program is the least that all its objects have, the C library's included: look at our own.
objects=$(readelf -nW "$library" 2>/dev/null)
case $branches in
    -fcf-protection=full) want "$library" "no mark of branch protection" 'IBT, SHSTK' "$objects" ;;
    -mbranch-protection=standard) want "$library" "no mark of branch protection" 'BTI, PAC' "$objects" ;;
esac
exit "$failed"
