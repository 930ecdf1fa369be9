#!/bin/sh
# Every relative link of a Markdown page leads to a file, and its #anchor to a heading, that exists.
set -eu
. "$(dirname "$0")/common.sh"
enter_tree "$@"

tree_files . -- -name '*.md' | xargs awk '
# Links outside of code, one a line: page, line, target.
FNR == 1 { fence = 0 }
/^[ \t]*```/ { fence = !fence }
fence { next }
{
    text = $0
    gsub(/`[^`]*`/, "", text)
    while (match(text, /\]\([^)]*\)/)) {
        target = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, RSTART + RLENGTH)
        sub(/[ \t]+"[^"]*"$/, "", target)
        if (target !~ /^[a-z]+:/) print FILENAME "\t" FNR "\t" target
    }
}' | {
    offences=0
    while IFS='	' read -r page line target; do
        file=${target%%#*}
        case $target in *'#'*) anchor=${target#*#} ;; *) anchor= ;; esac
        case $file in
            '') path=$page ;;
            /*) path=.$file ;;
            *) path=$(dirname "$page")/$file ;;
        esac
        if [ ! -e "$path" ]; then
            echo "$page:$line: $target leads nowhere"
            offences=$((offences + 1))
        elif [ -n "$anchor" ] && [ -f "$path" ] && ! awk '
            /^[ \t]*```/ { fence = !fence }
            !fence && /^#+ / {
                slug = tolower($0)
                sub(/^#+ +/, "", slug)
                gsub(/[^a-z0-9 _-]/, "", slug)
                gsub(/ /, "-", slug)
                print slug
            }' "$path" | grep -qxF -- "$anchor"; then
            echo "$page:$line: $target: no heading of $file is called that"
            offences=$((offences + 1))
        fi
    done
    finish "$offences"
}
