#!/bin/bash
# Two releases on one catalogue, as in an update and on the way back: builds an earlier commit and lets its daemon and this
# build's write and read in turn, on SQLite one after the other, on PostgreSQL at the same time. Usage:
#
#   previous.sh SOURCE BUILD [COMMIT]
#
# COMMIT is the last release without one, and the last commit where there is no release. What was built stays in
# BUILD/previous.
set -euo pipefail
source=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
for tool in git curl python3; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
commit=${3:-$(git -C "$source" describe --tags --abbrev=0 --match 'v*' HEAD~1 2>/dev/null || echo HEAD~1)}
commit=$(git -C "$source" rev-parse --verify -q "$commit^{commit}") || { echo "skipped: no earlier commit here"; exit 77; }
fail() { echo "previous: $*" >&2; exit 1; }

work=$(mktemp -d)
daemons=() server=
leave() {
    local pid
    for pid in "${daemons[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
    [[ -z $server ]] || as_postgres "$pg/pg_ctl" -D "$work/pg/data" -m immediate stop >/dev/null 2>&1 || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap leave EXIT

# ---- the earlier one ----

old=$build/previous/$commit
new=$build/bin
if [[ ! -x $old/bin/rootwarpd || ! -x $old/bin/rootwarp ]]; then
    mkdir -p "$old/source"
    git -C "$source" archive "$commit" | tar -x -C "$old/source"
    if ! { cmake -S "$old/source" -B "$old" -DRW_BUILD_TESTS=OFF -DRW_WEB=OFF &&
           cmake --build "$old" --parallel "$(nproc)" --target rootwarpd rootwarp-cli; } >"$old/log" 2>&1; then
        tail -n 30 "$old/log"
        fail "$commit does not build"
    fi
fi

# ---- how one asks ----

# start BIN ARGUMENT…: a daemon; sets url and pid.
start() {
    local program=$1/rootwarpd line=
    shift
    rm -f "$work/out"
    mkfifo "$work/out"
    "$program" serve --listen 127.0.0.1:0 "$@" >"$work/out" 2>>"$work/err" &
    pid=$!
    daemons+=("$pid")
    read -r -t 60 line <"$work/out" || fail "$program does not start: $(tail -n 5 "$work/err")"
    url=${line#listening on }
}
stop() {
    kill -TERM "$1"
    wait "$1" || fail "a daemon did not end well: $(tail -n 5 "$work/err")"
}
# put URL KIND NAME FILE HEADER: the status has to be 200 or 201.
put() {
    local status
    status=$(curl -sS -o "$work/answer" -w '%{http_code}' -X PUT -H 'Content-Type: application/json' -H "$5" \
        --data-binary "@$4" "$1/v1/$2/$3")
    [[ $status == 20[01] ]] || fail "PUT $2/$3: $status $(cat "$work/answer")"
}
# seen URL FILE [VERSION]: what a client of this catalogue gets to see: tags of all documents, and answers.
seen() {
    local kind name
    local wait=(); [[ -z ${3:-} ]] || wait=(-H "X-Min-Catalog-Version: $3")
    for kind in clips profiles; do
        for name in $(curl -fsS "${wait[@]}" "$1/v1/$kind" | python3 -c \
            'import json, sys; answer = json.load(sys.stdin); print(*(i["name"] for v in answer.values() if isinstance(v, list) for i in v))'); do
            echo "$kind/$name $(curl -fsS -D - -o /dev/null "$1/v1/$kind/$name" | tr -d '\r' | sed -n 's/^[Ee][Tt]ag: //p')"
        done
    done >"$work/$2"
    curl -fsS -H 'Content-Type: application/json' --data-binary "@$examples/lunge-100.resolve.request.json" \
        "$1/v1/resolve" >>"$work/$2"
}
version() { curl -fsS -D - -o /dev/null "$1/v1/profiles" | tr -d '\r' | sed -n 's/^X-Catalog-Version: //p'; }
same() { cmp "$work/$1" "$work/$2" || { diff "$work/$1" "$work/$2" || true; fail "$3"; }; }

# Documents that the earlier one can read.
examples=$old/source/schema/examples
sed 's/"max": *1.3/"max": 1.4/' "$examples/lunge.profile.json" >"$work/changed.json"
sed 's/"max": *1.3/"max": 1.5/' "$examples/lunge.profile.json" >"$work/again.json"
fill() {
    local name
    for name in lunge vault; do
        put "$1" clips "$name" "$examples/$name.clip.json" 'If-None-Match: *'
        put "$1" profiles "$name" "$examples/$name.profile.json" 'If-None-Match: *'
    done
}

# ---- one after the other on a folder ----

data=$work/data
start "$old/bin" --data "$data"
fill "$url"
seen "$url" first
stop "$pid"

start "$new" --data "$data"
seen "$url" forward
same first forward "this build shows another catalogue than $commit made"
put "$url" profiles lunge "$work/changed.json" 'If-Match: *'
curl -fsS -o /dev/null -X DELETE -H 'If-Match: *' "$url/v1/profiles/vault"
curl -fsS -o /dev/null -X POST "$url/v1/profiles/vault/purge"
seen "$url" written
stop "$pid"

start "$old/bin" --data "$data"
seen "$url" back
same written back "$commit shows another catalogue than this build made"
put "$url" profiles lunge "$work/again.json" 'If-Match: *'
put "$url" profiles vault "$examples/vault.profile.json" 'If-None-Match: *'
seen "$url" last
stop "$pid"

start "$new" --data "$data"
seen "$url" end
same last end "this build shows another catalogue than $commit made on the newer schema"
stop "$pid"
"$new/rootwarp" verify --data "$data"
echo "SQLite: ${commit:0:12} and this build one after the other"

# ---- at the same time on PostgreSQL ----

pg=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1)")
as_postgres() { if (($(id -u))); then "$@"; else setpriv --reuid postgres --regid postgres --clear-groups "$@"; fi; }
if [[ ! -x $pg/initdb ]] || (($(id -u) == 0)) && ! id postgres >/dev/null 2>&1; then
    echo "PostgreSQL is not installed: not tried"
    exit 0
fi
"$old/bin/rootwarpd" --help | grep -q -e --store || { echo "${commit:0:12} knows no PostgreSQL: not tried"; exit 0; }
mkdir "$work/pg"
chmod 755 "$work"
(($(id -u))) || chown postgres "$work/pg"
as_postgres "$pg/initdb" -D "$work/pg/data" -A trust -U postgres -E UTF8 --locale=C --no-sync >"$work/pg.log"
server=yes
as_postgres "$pg/pg_ctl" -w -D "$work/pg/data" -l "$work/pg/log" \
    -o "-c unix_socket_directories=$work/pg -c listen_addresses= -c fsync=off" start >"$work/pg.log"
address="postgres://postgres@/postgres?host=$work/pg"

start "$old/bin" --store "$address"
old_url=$url old_pid=$pid
fill "$old_url"
start "$new" --store "$address"
new_url=$url new_pid=$pid
seen "$old_url" first
seen "$new_url" forward "$(version "$old_url")"
same first forward "this build shows another catalogue than $commit made"
put "$new_url" profiles lunge "$work/changed.json" 'If-Match: *'
curl -fsS -o /dev/null -X DELETE -H 'If-Match: *' "$new_url/v1/profiles/vault"
curl -fsS -o /dev/null -X POST "$new_url/v1/profiles/vault/purge"
seen "$old_url" back "$(version "$new_url")"
seen "$new_url" written
same written back "$commit shows another catalogue than this build made"
put "$old_url" profiles lunge "$work/again.json" 'If-Match: *'
seen "$new_url" end "$(version "$old_url")"
seen "$old_url" last
same last end "this build shows another catalogue than $commit made on the newer schema"
stop "$old_pid"
stop "$new_pid"
echo "PostgreSQL: ${commit:0:12} and this build at the same time"
