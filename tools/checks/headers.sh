#!/bin/sh
# Each public header compiles on its own, as C11, C17, C++17 and C++20, with gcc and with clang.
set -eu
. "$(dirname "$0")/common.sh"
enter_tree "$@"

offences=0
compilers=0
# try COMPILER LANGUAGE STANDARD HEADER
try() {
    if ! printf '#include <%s>\n#include <%s>\n' "$4" "$4" | "$1" -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Wconversion \
        -Wshadow -Werror -Icore/include -fsyntax-only - 2>&1; then
        echo "core/include/$4:1: does not compile alone as $3 with $1"
        offences=$((offences + 1))
    fi
}
headers=$(tree_files core/include -- -name '*.h' | sed 's|^core/include/||')
[ -n "$headers" ] || { echo "core/include:1: holds no header"; exit 1; }
for pair in gcc:g++ clang:clang++; do
    command -v "${pair%:*}" >/dev/null && command -v "${pair#*:}" >/dev/null || continue
    compilers=$((compilers + 1))
    for header in $headers; do
        try "${pair%:*}" c c11 "$header"
        try "${pair%:*}" c c17 "$header"
        try "${pair#*:}" c++ c++17 "$header"
        try "${pair#*:}" c++ c++20 "$header"
    done
done
[ "$compilers" -gt 0 ] || { echo "neither gcc with g++ nor clang with clang++ is installed"; exit 1; }
finish "$offences"
