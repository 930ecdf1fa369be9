#!/usr/bin/env bash
# run.sh SOURCE-TREE: ./run --once shows the four answers of the lunge, ends with 0 and leaves no daemon;
# an unknown argument is refused.
set -euo pipefail
cd "${1:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What this very ./run starts can be told by a mark in its environment.
mark=rw_run_test_$$
status=0
env "RW_RUN_MARK=$mark" ./run --once >"$work/out" 2>"$work/err" </dev/null || status=$?
cat "$work/out" "$work/err"
[[ $status == 0 ]] || { echo "./run --once ended with $status" >&2; exit 1; }

for word in 'listening on http://127.0.0.1:' clamped in_band compressed overlapping 650 170 20; do
    grep -qF -- "$word" "$work/out" || { echo "./run --once did not show \"$word\"" >&2; exit 1; }
done
left=$(grep -alz "RW_RUN_MARK=$mark" /proc/[0-9]*/environ 2>/dev/null || true)
if [[ -n $left ]]; then
    echo "./run --once left a process" >&2
    exit 1
fi

status=0
./run --twice >"$work/out" 2>"$work/err" </dev/null || status=$?
if [[ $status != 1 ]] || ! grep -q 'unknown argument "--twice"' "$work/err"; then
    echo "./run --twice was not refused" >&2
    exit 1
fi
