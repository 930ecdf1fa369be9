#!/usr/bin/env bash
# run.sh SOURCE-TREE: the scene as this machine's compilers make it, at every level of optimisation. All programs have
# to print the line in golden.txt; docs/determinism.md says when that may change.
set -euo pipefail
# shellcheck source=tests/determinism/harness.sh
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"
determinism_open "${1:?usage: run.sh SOURCE-TREE}"

levels=("-O0" "-O1" "-O2" "-O3")
# The wider instruction set has fused multiply-add, which is where results would part.
if [[ $(uname -m) == x86_64 ]] && grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; then
    levels+=("-O3 -march=x86-64-v3")
fi

compilers=0
for compiler in gcc clang; do
    if ! command -v "$compiler" >/dev/null; then
        determinism_leave_out "$compiler" "not installed"
        continue
    fi
    compilers=$((compilers + 1))
    for flags in "${levels[@]}"; do determinism_build "$compiler $flags" "$compiler" "$flags"; done
done
((compilers)) || { echo "neither gcc nor clang is installed" >&2; exit 1; }
determinism_close
