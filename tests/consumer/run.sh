#!/usr/bin/env bash
# run.sh SOURCE-TREE static|shared CC CXX: one build, installed; shared brings an archive as well.
set -euo pipefail

tree=${1:?} kind=${2:?} cc=${3:?} cxx=${4:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CC=$cc CXX=$cxx
shared=OFF
[[ $kind == static ]] || shared=ON

fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "failed: $*"; }; }

quietly cmake -S "$tree" -B "$work/build" -DCMAKE_INSTALL_PREFIX="$work/first" -DBUILD_SHARED_LIBS=$shared \
    -DRW_BUILD_SERVER=OFF -DRW_BUILD_TOOLS=OFF -DRW_BUILD_TESTS=OFF
quietly cmake --build "$work/build" --parallel 2
quietly cmake --install "$work/build"
rm -rf "$work/build"

# An installed tree can be moved.
mv "$work/first" "$work/prefix"
pkgconfig=$(dirname "$(find "$work/prefix" -name rootwarp.pc)")
library=$(dirname "$pkgconfig")
find "$work/prefix" -type f -printf '%P\n' | LC_ALL=C sort
[[ -f $library/librootwarp.a ]] || fail "no archive was installed"
[[ $kind == shared || ! -e $library/librootwarp.so ]] || fail "a shared object was installed, unasked"

# check PROGRAM static|shared: runs it and looks at what it says and what it is linked with.
check() {
    local said libraries
    said=$(LD_LIBRARY_PATH=$library "$1")
    [[ $said == "rootwarp "* ]] || fail "$1 said \"$said\""
    libraries=$(LD_LIBRARY_PATH=$library ldd "$1" 2>&1 || true)
    case $2 in
        shared) [[ $libraries == *"librootwarp.so"*" => $work/"* ]] || fail "$1 does not use the shared object" ;;
        static) [[ $libraries != *librootwarp* ]] || fail "$1 uses the shared object" ;;
    esac
    echo "$1: $said"
}

quietly cmake -S "$tree/tests/consumer/program" -B "$work/found" -DCMAKE_PREFIX_PATH="$work/prefix"
quietly cmake --build "$work/found"
check "$work/found/consumer" "$kind"
check "$work/found/consumer_cxx" "$kind"
check "$work/found/consumer_archive" static

export PKG_CONFIG_PATH=$pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs rootwarp)"
read -ra static_flags <<<"$(pkg-config --static --cflags --libs rootwarp)"
"$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror "$tree/tests/consumer/program/consumer.c" "${flags[@]}" -o "$work/pkg"
check "$work/pkg" "$kind"
"$cc" -std=c11 -static "$tree/tests/consumer/program/consumer.c" "${static_flags[@]}" -o "$work/whole"
check "$work/whole" static

# The example of the README, in each standard that the header is for, says what it should.
for standard in c11 c17; do
    "$cc" -std=$standard -Wall -Wextra -Werror "$tree/examples/library/lunge.c" "${flags[@]}" -o "$work/lunge"
    said=$(LD_LIBRARY_PATH=$library "$work/lunge")
    [[ $said == "scale 1.30, 250 cm short"*"1.000 s: x = 650.0 cm" ]] || fail "the example said \"$said\""
done
"$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -x c++ "$tree/tests/consumer/program/consumer.c" "${flags[@]}" -o "$work/pkg17"
check "$work/pkg17" "$kind"

# What the shared object exports is what the headers declare, and is known: core/symbols.txt.
if [[ $kind == shared ]]; then
    nm --dynamic --defined-only --format=posix "$library/librootwarp.so" | cut -d ' ' -f 1 | LC_ALL=C sort >"$work/exported"
    cat "$work"/prefix/include/rootwarp/*.h | tr '\n' ' ' | grep -oE 'RW_API [^;(]*\(' | grep -oE 'rw_[a-z0-9_]+\($' |
        tr -d '(' | LC_ALL=C sort >"$work/declared"
    diff "$work/declared" "$work/exported" || fail "< declared but not exported, > exported but not declared"
    diff "$tree/core/symbols.txt" "$work/exported" ||
        fail "the exported symbols are not those of core/symbols.txt: docs/guides/library.md says what may change"
fi

# Another minor version is refused.
mkdir "$work/other"
printf 'cmake_minimum_required(VERSION 3.25)\nproject(o C)\nfind_package(rootwarp 99.0 REQUIRED)\n' >"$work/other/CMakeLists.txt"
if cmake -S "$work/other" -B "$work/other/b" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1; then
    fail "find_package(rootwarp 99.0) was satisfied"
fi
