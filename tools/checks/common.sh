# Parts that the checks share. Each check is called with the top of a source tree, prints one line
# "path:line: what is wrong" for each offence, and exits 1 when there was one.
# shellcheck shell=sh

checks=$(cd "$(dirname "$0")" && pwd)

enter_tree() {
    [ $# -eq 1 ] && [ -d "$1" ] || { echo "usage: $(basename "$0") SOURCE-TREE" >&2; exit 2; }
    cd "$1" || exit 2
}

# tree_files DIR… -- FIND-EXPRESSION: regular files under those folders that exist, sorted; nothing of a build.
tree_files() {
    _dirs=
    while [ "$1" != -- ]; do
        [ ! -e "$1" ] || _dirs="$_dirs $1"
        shift
    done
    shift
    # shellcheck disable=SC2086
    [ -z "$_dirs" ] || find $_dirs \( -name build -o -name 'build-*' -o -name .git -o -name .cache -o -name node_modules \) -prune -o \
        -type f \( "$@" \) -print | sed 's|^\./||' | LC_ALL=C sort
}

c_files() {
    tree_files "$@" -- -name '*.c' -o -name '*.h' -o -name '*.cc' -o -name '*.def'
}

# finish COUNT: the end of a check that printed COUNT offences.
finish() {
    [ "$1" -eq 0 ] || exit 1
}
