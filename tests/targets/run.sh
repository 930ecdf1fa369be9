#!/usr/bin/env bash
# run.sh SOURCE-TREE: the determinism scene on other targets: link-time optimisation, musl, aarch64, Windows and
# WebAssembly. Every program has to print the line in tests/determinism/golden.txt. A toolchain that is not installed is
# left out, with a line that says so; without any the test counts as skipped.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/determinism/harness.sh
source "$here/../determinism/harness.sh"
determinism_open "${1:?usage: run.sh SOURCE-TREE}"

have() { command -v "$1" >/dev/null; }

# can_link COMPILER FLAG…: whether a program comes of it. The parts of a toolchain are packages of their own.
can_link() {
    echo 'int main(void) { return 0; }' >"$work/probe.c"
    "$@" "$work/probe.c" -o "$work/probe" >/dev/null 2>&1
}

wide=
if [[ $(uname -m) == x86_64 ]] && grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; then wide=-march=x86-64-v3; fi

# The slow ones first, so that the two cores end together.
plan_aarch64() {
    if ! have qemu-aarch64; then
        determinism_leave_out aarch64 "qemu-aarch64 is not installed (qemu-user)"
        return 0
    fi
    if have aarch64-linux-gnu-gcc && can_link aarch64-linux-gnu-gcc -static; then
        for level in -O0 -O1 -O2 -O3 "-O3 -flto=auto"; do
            determinism_build "aarch64 gcc $level" aarch64-linux-gnu-gcc "$level" -static qemu-aarch64
        done
    else
        determinism_leave_out "aarch64 gcc" "not installed (gcc-aarch64-linux-gnu libc6-dev-arm64-cross)"
    fi
    if have clang && can_link clang --target=aarch64-linux-gnu -static; then
        for level in -O1 -O3; do
            determinism_build "aarch64 clang $level" "clang --target=aarch64-linux-gnu" "$level" -static qemu-aarch64
        done
    else
        determinism_leave_out "aarch64 clang" "clang cannot link for it (clang gcc-aarch64-linux-gnu libc6-dev-arm64-cross)"
    fi
}

plan_wasm() {
    if ! have emcc || ! have node; then
        determinism_leave_out wasm "emcc or node is not installed (emscripten node-acorn nodejs)"
        return 0
    fi
    # Debian keeps the parser that emscripten's tools need where node does not look by itself.
    export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
    for level in -O0 -O1 -O2 -O3 "-O3 -flto"; do
        # Without its own fetch, node loads the file as emscripten of that age expects.
        determinism_build "wasm emcc $level" emcc "$level" "" "node --no-experimental-fetch" .js
    done
}

# Wine's server stays for a moment after the last program; nothing may stay when the test has ended.
close_wine() {
    WINEPREFIX=$work/wine "$wineserver" -k || true
    WINEPREFIX=$work/wine "$wineserver" -w || true
    determinism_clean
}

plan_windows() {
    local compiler=x86_64-w64-mingw32-gcc wine=
    have "$compiler" || { determinism_leave_out windows "$compiler is not installed (gcc-mingw-w64-x86-64-win32)"; return 0; }
    for wine in wine64 /usr/lib/wine/wine64 wine ""; do
        if [[ -n $wine ]] && have "$wine"; then break; fi
    done
    for wineserver in wineserver /usr/lib/wine/wineserver64 /usr/lib/wine/wineserver; do
        if have "$wineserver"; then break; fi
    done
    if [[ -z $wine ]]; then
        determinism_leave_out windows "wine is not installed (wine64)"
        return 0
    fi
    # Its own folder, without the browser and .NET that wine would offer to fetch, and without a desktop's menus.
    export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
    trap close_wine EXIT
    if ! "$wine" wineboot --init >"$work/wine.log" 2>&1; then
        determinism_leave_out windows "wine does not start: $(tail -n 1 "$work/wine.log")"
        return 0
    fi
    # Without optimisation sqrt is a call into mingw-w64's library, which computes it on the x87 and rounds twice.
    determinism_leave_out "windows mingw -O0" "its C library's sqrt is not correctly rounded"
    for level in -O1 -O2 -O3 "-O3 $wide" "-O3 -flto=auto"; do
        determinism_build "windows mingw $level" "$compiler" "$level" -static "$wine" .exe
    done
}

plan_musl() {
    have musl-gcc || { determinism_leave_out musl "musl-gcc is not installed (musl-tools)"; return 0; }
    for level in -O0 -O1 -O2 -O3 "-O3 $wide" "-O3 -flto=auto"; do
        determinism_build "musl gcc $level" musl-gcc "$level" -static
    done
}

plan_lto() {
    local flag
    for compiler in gcc clang; do
        flag=-flto
        [[ $compiler != gcc ]] || flag=-flto=auto
        if ! have "$compiler"; then
            determinism_leave_out "$compiler -flto" "not installed"
        elif ! can_link "$compiler" "$flag"; then
            determinism_leave_out "$compiler -flto" "its linker has no plugin for it"
        else
            for level in -O1 -O2 -O3 "-O3 $wide"; do
                determinism_build "$compiler $level -flto" "$compiler" "$level $flag"
            done
        fi
    done
}

plan_aarch64
plan_wasm
plan_windows
plan_musl
plan_lto
((${#determinism_names[@]})) || exit 77
determinism_close
