#!/bin/sh
# The arrows between the rooms (docs/ARCHITECTURE.md): who may include whose headers, and which room
# alone sees a library of others. CMake's include folders enforce most of it; this tells the reason.
set -eu
. "$(dirname "$0")/common.sh"
enter_tree "$@"

c_files core server tools >"${TMPDIR:-/tmp}/includes.$$"
trap 'rm -f "${TMPDIR:-/tmp}/includes.$$"' EXIT
[ -s "${TMPDIR:-/tmp}/includes.$$" ] || exit 0

xargs awk -v strings=keep -f "$checks/strip.awk" <"${TMPDIR:-/tmp}/includes.$$" | awk -v known="$(tr '\n' ' ' <"${TMPDIR:-/tmp}/includes.$$")" '
BEGIN {
    # Room, its folder, and the rooms whose headers it may include.
    room("core", "core/", "")
    room("base", "server/base/", "core")
    room("store", "server/store/", "base core")
    room("catalog", "server/catalog/", "store base core")
    room("service", "server/service/", "catalog store base core")
    room("codec", "server/codec/", "service catalog store base core")
    room("config", "server/config/", "base")
    room("obs", "server/obs/", "base")
    room("access", "server/access/", "store obs base")
    room("http", "server/http/", "codec service access config obs base core")
    room("app", "server/app/", "http codec service access catalog store config obs base core")
    room("bake", "tools/bake/", "base core")
    room("load", "tools/load/", "base")
    room("bench", "tools/bench/", "load http codec service catalog store base core")
    room("cli", "tools/cli/", "load bake codec service store config base core")

    # Libraries of others, and the folders that may see them.
    library("^sqlite3\\.h$", "server/store/")
    library("^libpq-fe\\.h$", "server/store/")
    library("^jansson\\.h$", "server/codec/ tools/bake/ tools/build/")
    library("^microhttpd\\.h$", "server/http/ tools/bench/")
    library("^gnutls/", "server/http/")
    library("^assimp/", "tools/bake/")
    library("^sodium", "server/base/")
    library("^curl/", "tools/cli/")

    # What the C library gives that neither allocates, reads, writes nor depends on a locale.
    split("float.h limits.h math.h stdbool.h stddef.h stdint.h string.h", list, " ")
    for (i in list) pure[list[i]] = 1

    count = split(known, list, " ")
    for (i = 1; i <= count; i++) exists[list[i]] = 1
}
function room(name, folder, allowed,    parts, i) {
    rooms[++room_count] = name
    folder_of[name] = folder
    may[name, name] = 1
    split(allowed, parts, " ")
    for (i in parts) may[name, parts[i]] = 1
}
function library(pattern, folders) {
    patterns[++library_count] = pattern
    seen_by[pattern] = folders
}
function room_of(path,    i) {
    for (i = 1; i <= room_count; i++) if (index(path, folder_of[rooms[i]]) == 1) return rooms[i]
    return ""
}
function complain(text) {
    print path ":" line ": " text
    offences++
}
function check_library(    i, j, parts, ok) {
    for (i = 1; i <= library_count; i++) {
        if (header !~ patterns[i]) continue
        ok = 0
        split(seen_by[patterns[i]], parts, " ")
        for (j in parts) if (index(path, parts[j]) == 1) ok = 1
        if (!ok) complain("<" header "> belongs in " seen_by[patterns[i]] " only")
    }
}
{
    split($0, place, ":")
    path = place[1]
    line = place[2]
    code = substr($0, length(path) + length(line) + 3)
    if (code !~ /^[ \t]*#[ \t]*include[ \t]*[<"]/) next
    angled = code ~ /</
    header = code
    sub(/^[^<"]*[<"]/, "", header)
    sub(/[>"].*$/, "", header)
    check_library()
    mine = room_of(path)
    if (mine == "") next
    if (header ~ /^rootwarp\//) target = "core"
    else {
        target = header
        if (!sub(/\/.*$/, "", target)) target = ""
        if (!(target in folder_of)) target = ""
    }
    if (target != "") {
        if (!((mine, target) in may)) complain("room " mine " may not include room " target " (" header ")")
        next
    }
    if (mine == "core" && angled && !(header in pure)) complain("core may not include <" header ">")
    if (mine == "core" && !angled && header ~ /\//) complain("core may not include \"" header "\"")
    if (header ~ /\.\.\//) complain("include \"" header "\" climbs out of its folder; name it <room>/<header>.h")
}
END { exit offences > 0 }
'
