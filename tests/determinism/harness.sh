# Builds one scene in many ways, runs every program and compares what they print. Sourced by run.sh and by
# tests/targets/run.sh after "set -euo pipefail".
#
#   determinism_open SOURCE-TREE
#   determinism_build NAME COMPILER [FLAGS [LINK-FLAGS [RUNNER [SUFFIX]]]]      as often as wanted
#   determinism_leave_out NAME REASON
#   determinism_close                                   builds, prints the table, ends with 0 or 1
#
# Sources: core/src/*.c, tests/determinism/scene.c and, if it is there, the generator of cases in tests/property. Each
# program has to print "golden <16 hexadecimal digits> <count>", the line stored in tests/determinism/golden.txt.
# shellcheck shell=bash

determinism_names=() determinism_commands=()

determinism_open() {
    tree=$1
    golden=$tree/tests/determinism/golden.txt
    work=$(mktemp -d)
    trap determinism_clean EXIT
    trap 'exit 143' TERM INT
    sources=("$tree"/core/src/*.c "$tree/tests/determinism/scene.c")
    [[ ! -e $tree/tests/property/random_case.c ]] || sources+=("$tree/tests/property/random_case.c")
    # What every build has in common. The scene and the solver are ISO C: nothing of POSIX is asked for.
    common="-std=c17 -ffp-contract=off -I$tree/core/include -I$tree/tests/property"
}

# Leaves no folder and, where the script was interrupted, no process.
determinism_clean() {
    local job
    for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}

determinism_build() {
    determinism_names+=("$1")
    determinism_commands+=("$2|${3-}|${4-}|${5-}|${6-}")
}

determinism_leave_out() { printf '%-42s left out: %s\n' "$1" "$2"; }

# One build in the folder $work/NUMBER: leaves "answer", "log" and "seconds" there.
determinism_one() {
    local folder=$work/$1 compiler flags link runner suffix source started=$EPOCHREALTIME
    IFS='|' read -r compiler flags link runner suffix <<<"${determinism_commands[$1]}"
    mkdir "$folder"
    # Compilers, flags and runners are lists of words.
    # shellcheck disable=SC2086
    {
        for source in "${sources[@]}"; do
            $compiler $common $flags -c "$source" -o "$folder/$(basename "$source" .c).o" || return
        done
        $compiler $flags "$folder"/*.o -lm $link -o "$folder/scene$suffix" || return
        LC_ALL=C $runner "$folder/scene$suffix" >"$folder/printed" || return
    } >"$folder/log" 2>&1
    tr -d '\r' <"$folder/printed" >"$folder/answer"
    LC_ALL=C awk -v from="${started/,/.}" -v to="${EPOCHREALTIME/,/.}" 'BEGIN { printf "%.1f\n", to - from }' \
        >"$folder/seconds"
    rm -f "$folder"/*.o
}

# Prints the line of one build; what it printed is in $answer. False when there is none.
determinism_report() {
    local folder=$work/$1 name=${determinism_names[$1]}
    if [[ ! -e $folder/seconds ]]; then
        printf '%-42s does not build or run:\n' "$name"
        head -n 20 "$folder/log"
        return 1
    fi
    answer=$(<"$folder/answer")
    if [[ ! $answer =~ ^golden\ [0-9a-f]{16}\ [1-9][0-9]*$ ]]; then
        printf '%-42s printed "%s" instead of "golden <hash> <count>"\n' "$name" "$answer"
        return 1
    fi
    printf '%-42s %s %7s s\n' "$name" "$answer" "$(<"$folder/seconds")"
}

determinism_close() {
    local number count=${#determinism_names[@]} broken=0 stored
    declare -A seen=()
    for ((number = 0; number < count; number++)); do
        while (($(jobs -rp | wc -l) >= 2)); do wait -n || true; done
        set -m # a process group of its own, for determinism_clean
        determinism_one "$number" &
        set +m
    done
    wait
    for ((number = 0; number < count; number++)); do
        if determinism_report "$number"; then seen[$answer]=1; else broken=$((broken + 1)); fi
    done
    if ((broken)); then
        echo "$broken of $count builds gave no answer" >&2
        exit 1
    fi
    if ((${#seen[@]} > 1)); then
        echo "the builds above disagree" >&2
        exit 1
    fi
    stored=$(grep -v '^#' "$golden" 2>/dev/null || true)
    if [[ ${answer-} != "$stored" ]]; then
        printf 'all builds agree on "%s", but %s says "%s"\n' "$answer" "tests/determinism/golden.txt" "$stored" >&2
        echo "answers changed: if that is meant, follow \"Raising the solver version\" in docs/determinism.md" >&2
        exit 1
    fi
    echo "$count builds agree with tests/determinism/golden.txt"
}
