#!/usr/bin/env bash
# csharp.sh SOURCE-TREE: the C# client is compiled without a warning and asks real daemons.
set -euo pipefail
tree=${1:?}
for tool in mcs mono; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
daemon=
stop() {
    [[ -z $daemon ]] || { kill -TERM "$daemon" && wait "$daemon"; daemon=; }
}
trap 'stop || true; rm -rf "$work"' EXIT

# serve FOLDER [NAME=VALUE…]: starts a daemon and sets url.
serve() {
    mkfifo "$work/$1.out"
    env "${@:2}" "$RW_BIN_DIR/rootwarpd" serve --listen 127.0.0.1:0 --data "$work/$1" >"$work/$1.out" 2>"$work/$1.log" &
    daemon=$!
    exec 3<"$work/$1.out"
    IFS= read -r -u 3 line || { cat "$work/$1.log" >&2; exit 1; }
    url=${line#listening on }
}

mcs -warnaserror -warn:4 -r:System.Net.Http -out:"$work/client.exe" "$tree/clients/csharp/RootwarpClient.cs" "$tree/tests/clients/Client.cs"

serve questions
"$RW_BIN_DIR/rootwarp" push --server "$url" clip lunge "$tree/schema/examples/lunge.clip.json"
"$RW_BIN_DIR/rootwarp" push --server "$url" profile lunge "$tree/schema/examples/lunge.profile.json"
mono "$work/client.exe" questions "$url"
stop
serve busy ROOTWARP_RATE_LIMIT_PER_ADDRESS=1 ROOTWARP_RATE_LIMIT_BURST=1
mono "$work/client.exe" busy "$url"
stop
mono "$work/client.exe" unreachable http://127.0.0.1:1
