#!/usr/bin/env bash
# readme.sh SOURCE-TREE: the first request in README.md is answered as README.md says. Each line of the
# answer printed there has to stand in the real one.
set -euo pipefail
tree=${1:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sed -n "/--json '{/,/}'/p" "$tree/README.md" | sed "1s/.*--json '{/{/; \$s/}'.*/}/" >"$work/request.json"
sed -n '/^```json$/,/^```$/p' "$tree/README.md" | sed '/^```/d' >"$work/answer.json"
[[ -s $work/request.json && -s $work/answer.json ]] || { echo "README.md holds no request or no answer" >&2; exit 1; }

"$RW_BIN_DIR/rootwarp-samples" "$work/samples"
"$RW_BIN_DIR/rootwarp" bake -q "$work/samples/lunge.bvh" --scale 1 --space unreal --window attack:0:1 -o "$work/lunge.clip.json"
"$RW_BIN_DIR/rootwarp" resolve --offline --clip "lunge=$work/lunge.clip.json" \
    --profile "lunge=$work/samples/lunge.profile.json" -f "$work/request.json" --json | tr -d ' \n' >"$work/real"

lines=0
while IFS= read -r line; do
    line=$(tr -d ' ' <<<"$line")
    line=${line%,}
    [[ $line != '{' && $line != '}' ]] || continue
    lines=$((lines + 1))
    grep -qF -- "$line" "$work/real" || { echo "README.md promises $line, but the answer is $(cat "$work/real")" >&2; exit 1; }
done <"$work/answer.json"
((lines >= 4)) || { echo "README.md shows only $lines lines of an answer" >&2; exit 1; }
