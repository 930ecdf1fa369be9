#!/usr/bin/env bash
# portable.sh SOURCE-TREE: holds the solver to what any C11 compiler takes, MSVC among them: no GNU extension, nothing of
# POSIX, no header but those of ISO C; and its headers to C++. Reads the sources only, so it takes seconds.
set -euo pipefail
tree=${1:?usage: portable.sh SOURCE-TREE}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# check NAME COMPILER ARGUMENT…: syntax and warnings of every source. A compiler that is not there is left out.
check() {
    local name=$1 status=0
    shift
    if ! command -v "$1" >/dev/null; then
        printf '%-34s left out: not installed\n' "$name"
        return 0
    fi
    "$@" -fsyntax-only -I"$tree/core/include" >"$work/log" 2>&1 || status=$?
    if ((status)); then
        failures=$((failures + 1))
        printf '%-34s refused:\n' "$name"
        grep -E 'error|warning' "$work/log" || cat "$work/log"
    else
        printf '%-34s ok\n' "$name"
    fi
}

strict=(-pedantic-errors -Werror -Wall -Wextra -Wvla -Wshadow -Wstrict-prototypes -Wmissing-prototypes)
for standard in c11 c17; do
    check "gcc -std=$standard" gcc "-std=$standard" "${strict[@]}" -Wconversion "$tree"/core/src/*.c
    check "clang -std=$standard -Wgnu" clang "-std=$standard" "${strict[@]}" -Wconversion -Wgnu "$tree"/core/src/*.c
    # Windows has a long of 32 bits. Not -Wfloat-conversion: the header's own isfinite has a branch for float.
    check "mingw -std=$standard" x86_64-w64-mingw32-gcc "-std=$standard" "${strict[@]}" -Wconversion -Wno-float-conversion \
        "$tree"/core/src/*.c
done

# The headers, each alone, as C and as C++.
for header in "$tree"/core/include/rootwarp/*.h; do
    echo "#include <rootwarp/$(basename "$header")>" >"$work/$(basename "$header" .h).c"
done
check "each header alone, C11" gcc -std=c11 -pedantic-errors -Werror -Wall -Wextra "$work"/*.c
check "each header alone, C++11" g++ -x c++ -std=c++11 -pedantic-errors -Werror -Wall -Wextra "$work"/*.c

# Only what every C11 library has, and of that only what MSVC has.
allowed='math|stdbool|stddef|stdint|string|float|limits'
if grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<' "$tree"/core/src/*.[ch] "$tree"/core/include/rootwarp/*.h |
    grep -vE "<(($allowed)\.h|rootwarp/[a-z_]+\.h)>"; then
    echo "the headers above are not among those that the solver may use: $allowed" >&2
    failures=$((failures + 1))
fi
((failures == 0)) || { echo "$failures checks failed" >&2; exit 1; }
