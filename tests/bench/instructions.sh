#!/usr/bin/env bash
# Counts the instructions of one reach resolve, from its body to its answer, with callgrind, and fails above LIMIT.
#
#   instructions.sh PROGRAM LIMIT EXAMPLES [PART…]
#
# PROGRAM is resolve_instructions. A PART (read, solve, write, release) is counted besides and only told. The first
# rounds are counted too: they find no memory that was kept, so that the mean is a little above what a later one takes.
# Exit 77 without valgrind.
set -euo pipefail

program=$1 limit=$2 examples=$3
shift 3
rounds=100

command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }

# count FUNCTION: instructions a round within it.
count() {
    local said
    said=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="measured_$1" \
        "$program" "$examples" "$rounds" 2>&1) || { printf '%s\n' "$said" >&2; exit 2; }
    [[ $said =~ Collected\ :\ ([0-9]+) ]] || { printf 'callgrind counted nothing:\n%s\n' "$said" >&2; exit 2; }
    echo $((BASH_REMATCH[1] / rounds))
}

for part; do
    counted=$(count "$part")
    printf '%-8s %7d\n' "$part" "$counted"
done
total=$(count all)
printf '%-8s %7d  of at most %d\n' all "$total" "$limit"
((total > 0)) || { echo "callgrind counted nothing: were the symbols of ${program##*/} stripped?" >&2; exit 2; }
if ((total > limit)); then
    echo "a resolve takes $total instructions, more than $limit: callgrind_annotate shows where they went" >&2
    exit 1
fi
