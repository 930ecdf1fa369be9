#!/usr/bin/env bash
# run.sh SOURCE-TREE static|shared CC CXX
set -euo pipefail

tree=${1:?} kind=${2:?} cc=${3:?} cxx=${4:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CC=$cc CXX=$cxx
shared=OFF
[[ $kind == static ]] || shared=ON

quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*" >&2; exit 1; }; }

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

# check PROGRAM: runs it and looks at what it says.
check() {
    local said libraries
    said=$(LD_LIBRARY_PATH=$library "$1")
    [[ $said == "rootwarp "* ]] || { echo "$1 said \"$said\"" >&2; exit 1; }
    if [[ $kind == shared ]]; then
        libraries=$(LD_LIBRARY_PATH=$library ldd "$1")
        [[ $libraries == *"librootwarp.so"*" => $work/"* ]] || { echo "$1 does not use the shared library" >&2; exit 1; }
    fi
    echo "$1: $said"
}

quietly cmake -S "$tree/tests/consumer/program" -B "$work/found" -DCMAKE_PREFIX_PATH="$work/prefix"
quietly cmake --build "$work/found"
check "$work/found/consumer"
check "$work/found/consumer_cxx"

export PKG_CONFIG_PATH=$pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs rootwarp)"
"$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror "$tree/tests/consumer/program/consumer.c" "${flags[@]}" -o "$work/pkg"
check "$work/pkg"

# The example of the README, in each standard that the header is for, says what it should.
for standard in c11 c17; do
    "$cc" -std=$standard -Wall -Wextra -Werror "$tree/examples/library/lunge.c" "${flags[@]}" -o "$work/lunge"
    said=$(LD_LIBRARY_PATH=$library "$work/lunge")
    [[ $said == "scale 1.30, 250 cm short"*"1.000 s: x = 650.0 cm" ]] || { echo "the example said \"$said\"" >&2; exit 1; }
done
"$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -x c++ "$tree/tests/consumer/program/consumer.c" "${flags[@]}" -o "$work/pkg17"
check "$work/pkg17"

# Another minor version is refused.
mkdir "$work/other"
printf 'cmake_minimum_required(VERSION 3.25)\nproject(o C)\nfind_package(rootwarp 99.0 REQUIRED)\n' >"$work/other/CMakeLists.txt"
if cmake -S "$work/other" -B "$work/other/b" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/log" 2>&1; then
    echo "find_package(rootwarp 99.0) was satisfied" >&2
    exit 1
fi
