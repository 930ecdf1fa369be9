#!/bin/sh
# hardening.sh finds what is missing from a program that was made without all of it.
#   hardening_self_test.sh COMPILER LIBRARY
set -eu
compiler=$1 library=$2
command -v readelf >/dev/null || { echo "readelf is not installed"; exit 77; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/hardening.XXXXXX")
trap 'rm -rf "$folder"' EXIT
echo 'int main(void) { return 0; }' >"$folder/weak.c"
"$compiler" -fno-pie -no-pie -fno-stack-protector -Wl,-z,execstack,-z,norelro,-z,lazy,-rpath,/nowhere \
    "$folder/weak.c" -o "$folder/weak"
if sh "$(dirname "$0")/hardening.sh" 1 "" "$library" "$folder/weak" >"$folder/said"; then
    echo "a weak program passed"
    exit 1
fi
for wanted in "not position-independent" "relocations stay writable" "bound late" "stack can be executed" \
    "looks for libraries" "no stack protector" "lengths of copies"; do
    grep -q "$wanted" "$folder/said" || { echo "not noticed: $wanted"; cat "$folder/said"; exit 1; }
done
