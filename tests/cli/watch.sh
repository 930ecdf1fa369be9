#!/usr/bin/env bash
# watch.sh: what is new or changes in a watched folder is baked, and nothing else; what cannot be is told of; SIGINT and
# SIGTERM end it well.
set -euo pipefail
folder=$(mktemp -d "$TMPDIR/watch.XXXXXX")
process=
trap '[[ -z $process ]] || kill -KILL "$process" 2>/dev/null || true; rm -rf "$folder"' EXIT

fail() { echo "watch: $*" >&2; cat "$folder/err" >&2; exit 1; }

mkdir "$folder/in" "$folder/samples"
"$RW_BIN_DIR/rootwarp-samples" "$folder/samples" >/dev/null
cp "$folder/samples/lunge.glb" "$folder/in/lunge.glb"
mkfifo "$folder/paths"
"$RW_BIN_DIR/rootwarp" watch "$folder/in" -o "$folder/out" --space unity >"$folder/paths" 2>"$folder/err" &
process=$!
exec 3<"$folder/paths"

# next PATH: the next line that it prints.
next() {
    local line
    IFS= read -r -t 60 line <&3 || fail "nothing was printed; expected $1"
    [[ $line == "$folder/out/$1" ]] || fail "\"$line\" was printed instead of $1"
}
next lunge.clip.json
cmp "$folder/out/lunge.clip.json" <("$RW_BIN_DIR/rootwarp" bake -q "$folder/in/lunge.glb" --space unity) || fail "another clip"

rm "$folder/out/lunge.clip.json" # not the watched folder's business
mkdir "$folder/in/walks"
cp "$folder/samples/lunge.bvh" "$folder/in/walks/walk.bvh"
next walks/walk.clip.json
[[ ! -e $folder/out/lunge.clip.json ]] || fail "what did not change was baked again"

touch -d '2001-01-01' "$folder/in/lunge.glb" # another time, though an older one
next lunge.clip.json

echo '{' >"$folder/in/broken.gltf"
until grep -q 'broken.gltf: ' "$folder/err"; do
    kill -0 "$process" || fail "it ended"
    read -r -t 0.1 <> <(:) || true
done
kill -INT "$process"
status=0
wait "$process" || status=$?
process=
((status == 0)) || fail "SIGINT ended it with $status"
! IFS= read -r -t 1 line <&3 || fail "\"$line\" was printed at the end"

"$RW_BIN_DIR/rootwarp" watch "$folder/in" -o "$folder/out" >"$folder/paths" 2>"$folder/err" &
process=$!
exec 3<"$folder/paths"
next lunge.clip.json
kill -TERM "$process"
wait "$process" || fail "SIGTERM ended it with $?"
process=
