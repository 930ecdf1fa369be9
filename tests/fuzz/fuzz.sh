#!/usr/bin/env bash
# Runs a fuzzer for RW_FUZZ_SECONDS (60) and adds a row to docs/reliability.md when RW_FUZZ_RECORD=1:
#
#   fuzz.sh PROGRAM TARGET MAX_LENGTH [CORPUS…]
set -euo pipefail
program=$1 target=$2 max=$3
shift 3
seconds=${RW_FUZZ_SECONDS:-60}
build=$(cd "$(dirname "$program")/../.." && pwd)
grown=$build/corpus/$target found=$build/found/$target log=$build/fuzz-$target.log
mkdir -p "$grown" "$found"
status=0
"$program" -max_total_time="$seconds" -max_len="$max" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="$found/" "$grown" "$@" >"$log" 2>&1 </dev/null || status=$?
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
edges=$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | cut -d' ' -f2)
grep -E 'SUMMARY|ERROR|Test unit written' "$log" || true
((status == 0)) || tail -n 40 "$log"
echo "$target: ${runs:-no} runs in $seconds s, ${edges:-no} edges"
((status == 0)) || exit "$status"
[[ -n $runs ]] || { echo "$target: the fuzzer did not run" >&2; exit 1; }
if [[ ${RW_FUZZ_RECORD:-} == 1 ]]; then
    bash "$(dirname "${BASH_SOURCE[0]}")/../fault/record.sh" fuzz "$target: $runs runs in $seconds s, $edges edges, nothing found" \
        "RW_FUZZ_SECONDS=$seconds ctest --preset fuzz -R fuzz_$target"
fi
