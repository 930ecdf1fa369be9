#!/usr/bin/env bash
# run.sh SOURCE-TREE: builds core/src/*.c with tests/determinism/scene.c and the generator of cases in
# tests/property in every way below, runs each program and compares what they print, "golden <16
# hexadecimal digits> <count>", with each other and with tests/determinism/golden.txt. Any difference
# fails, and the table shows which builds differ.
#
# golden.txt may change only together with the solver version: it means that answers changed.
set -euo pipefail

tree=${1:?usage: run.sh SOURCE-TREE}
golden=$tree/tests/determinism/golden.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compilers=()
for compiler in gcc clang; do
    if command -v "$compiler" >/dev/null; then compilers+=("$compiler"); else echo "$compiler is not installed: left out"; fi
done
((${#compilers[@]})) || { echo "neither gcc nor clang is installed" >&2; exit 1; }

sources=("$tree"/core/src/*.c "$tree/tests/determinism/scene.c")
[[ ! -e $tree/tests/property/random_case.c ]] || sources+=("$tree/tests/property/random_case.c")

levels=("-O0" "-O1" "-O2" "-O3")
# The wider instruction set has fused multiply-add, which is where results would part.
if [[ $(uname -m) == x86_64 ]] && grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; then
    levels+=("-O3 -march=x86-64-v3")
fi

# build COMPILER NUMBER FLAGS: every source on its own, side by side on two cores.
build() {
    local compiler=$1 folder=$work/$2 flags=$3
    mkdir "$folder"
    # shellcheck disable=SC2086
    printf '%s\0' "${sources[@]}" |
        xargs -0 -P 2 -I{} sh -c 'out=$0/$(basename "$1" .c).o; shift; exec "$@" -o "$out"' "$folder" {} \
            "$compiler" -std=c17 -D_POSIX_C_SOURCE=200809L $flags -ffp-contract=off \
            -I"$tree/core/include" -I"$tree/tests/property" -c {}
    "$compiler" "$folder"/*.o -lm -o "$folder/scene"
}

declare -A seen=()
number=0
for compiler in "${compilers[@]}"; do
    for flags in "${levels[@]}"; do
        number=$((number + 1))
        build "$compiler" "$number" "$flags"
        answer=$(LC_ALL=C "$work/$number/scene")
        [[ $answer =~ ^golden\ [0-9a-f]{16}\ [1-9][0-9]*$ ]] ||
            { echo "$compiler $flags: the scene printed \"$answer\" instead of \"golden <hash> <count>\"" >&2; exit 1; }
        printf '%-34s %s\n' "$compiler $flags" "$answer"
        seen[$answer]=1
        rm -rf "${work:?}/$number"
    done
done

if ((${#seen[@]} > 1)); then
    echo "the builds above disagree" >&2
    exit 1
fi
stored=$(grep -v '^#' "$golden" 2>/dev/null || true)
if [[ $answer != "$stored" ]]; then
    printf 'all builds agree on "%s", but %s says "%s"\n' "$answer" "tests/determinism/golden.txt" "$stored" >&2
    echo "answers changed: if that is meant, raise the solver version, store the new line and say so in the changelog" >&2
    exit 1
fi
echo "$number builds agree with tests/determinism/golden.txt"
