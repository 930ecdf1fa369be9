#!/usr/bin/env bash
# shells.sh: the completions do what they say in bash, and parse in zsh and fish where those are; the manual pages hold
# nothing that mandoc, where it is, warns of.
set -euo pipefail
rootwarp=$RW_BIN_DIR/rootwarp
folder=$(mktemp -d "$TMPDIR/shells.XXXXXX")
trap 'rm -rf "$folder"' EXIT

fail() { echo "shells: $*" >&2; exit 1; }

for shell in bash zsh fish; do "$rootwarp" completion "$shell" >"$folder/rootwarp.$shell"; done
# shellcheck source=/dev/null
source "$folder/rootwarp.bash"

# completes LINE WORDS: what is offered after LINE, whose last word is being typed (empty after a blank).
completes() {
    local expected=$2
    IFS=' ' read -ra COMP_WORDS <<<"$1"
    [[ $1 != *' ' ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _rootwarp
    [[ "${COMPREPLY[*]}" == "$expected" ]] || fail "\"$1\" offers \"${COMPREPLY[*]}\" instead of \"$expected\""
}
completes "rootwarp ba" "bake backup"
completes "rootwarp --v" "--version"
completes "rootwarp push " "clip profile"
completes "rootwarp push pr" "profile"
completes "rootwarp list " "clips profiles"
completes "rootwarp token r" "revoke rotate"
completes "rootwarp completion " "bash zsh fish"
completes "rootwarp help traj" "trajectory"
completes "rootwarp bake --from" "--from-hips"
completes "rootwarp bake --facing " "rest first"
completes "rootwarp bake --output " ""
completes "rootwarp bake -o " ""
completes "rootwarp bake " ""
completes "rootwarp nonsense " ""

# Every option that a help lists is offered, and no other.
count=0
while read -r command; do
    COMP_WORDS=(rootwarp "$command" --) COMP_CWORD=2
    _rootwarp
    diff <(printf '%s\n' "${COMPREPLY[@]}" | sort) \
        <("$rootwarp" help "$command" | sed -n '/^options$/,/^examples$/s/^  \(-., \|    \)\(--[a-z-]*\).*/\2/p' | sort) >&2 ||
        fail "the options of $command differ from those of its help"
    count=$((count + 1))
done < <("$rootwarp" --help | sed -n '/^commands$/,/^exit codes$/s/^  \([a-z]*\) .*/\1/p')
((count > 20)) || fail "only $count commands were found"

for shell in zsh fish; do
    if ! command -v "$shell" >/dev/null; then
        echo "shells: $shell is not installed: its completion was not looked at"
        continue
    fi
    "$shell" -n "$folder/rootwarp.$shell" || fail "$shell does not take its completion"
done
if command -v fish >/dev/null; then
    offered=$(cd "$folder" && HOME=$folder fish --no-config -c 'source rootwarp.fish; complete -C "rootwarp push "' | cut -f 1 | tr '\n' ' ')
    [[ " $offered" == *" clip "*"profile "* ]] || fail "fish offers \"$offered\" after push"
fi

mkdir "$folder/man1"
"$rootwarp" manual --output "$folder/man1"
pages=("$folder"/man1/*.1)
((${#pages[@]} == count + 1)) || fail "${#pages[@]} pages for $count commands"
cmp <("$rootwarp" manual bake) "$folder/man1/rootwarp-bake.1"
if command -v mandoc >/dev/null; then
    # The pages carry no date, so that two builds of one release are alike.
    "$RW_BIN_DIR/rootwarpd" manual >"$folder/rootwarpd.8"
    if mandoc -T lint -W warning "${pages[@]}" "$folder/rootwarpd.8" | grep -v 'missing date'; then fail "mandoc warns of the pages"; fi
    mandoc -T utf8 "$folder/man1/rootwarp-bake.1" | sed 's/.\x08//g' | grep -q -- '--from-hips' || fail "bake's page lacks an option"
else
    echo "shells: mandoc is not installed: the manual pages were only counted"
fi
