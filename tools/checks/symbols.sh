#!/bin/sh
# symbols.sh core|room ARCHIVE…: what an archive really refers to and keeps, as nm tells it.
#
#   core   only a short list of C library functions is called, every exported name begins with rw_
#   both   no variable that can be written: a constant is const, a state has an owner
set -eu
[ $# -ge 2 ] || { echo "usage: symbols.sh core|room ARCHIVE…" >&2; exit 2; }
kind=$1
shift
for archive; do
    [ -f "$archive" ] || { echo "$archive: is not there" >&2; exit 2; }
done

# Columns of nm's sysv form: name, value, class, type, size, line, section.
nm -A -f sysv "$@" 2>/dev/null | awk -F'|' -v kind="$kind" '
BEGIN {
    # Exact everywhere, or no arithmetic at all; not fmin and fmax, which may answer either of two zeros.
    # __ names are what the compiler adds.
    split("sqrt floor fmod memcpy memmove memset memcmp memchr strlen strcmp strncmp strnlen", list, " ")
    for (i in list) pure[list[i]] = 1
}
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
NF >= 7 {
    where = $1
    name = where
    sub(/^.*:/, "", name)
    name = trim(name)
    sub(/:[^:]*$/, "", where)
    sub(/^.*\//, "", where)
    class = trim($3)
    section = trim($7)
    if (section ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && section !~ /^\.data\.rel\.ro/) {
        print where ": " name " can be written: make it const or give it an owner"
        offences++
    }
    if (kind != "core") next
    if (class == "U") needed[name] = where
    else if (class ~ /^[A-Z]$/) {
        defined[name] = 1
        if (name !~ /^rw_/) { print where ": exports " name ", which does not begin with rw_"; offences++ }
    }
}
END {
    for (name in needed)
        if (!(name in defined) && !(name in pure) && name !~ /^(__|_GLOBAL_OFFSET_TABLE_)/) {
            print needed[name] ": calls " name ", which core may not"
            offences++
        }
    exit offences > 0
}
'
