#!/usr/bin/env bash
# names.sh SOURCE-TREE PAGE…: the tests that a page names are there. A name is in backquotes and has two underscores in its
# middle; one that ends with … stands for every case that begins like it.
set -euo pipefail
cd "${1:?}"
shift
cases=$(grep -rhoE 'START_TEST\([a-z0-9_]+' tests --include='*.c' | sed 's/START_TEST(//')
missing=0 found=0
for page; do
    while IFS= read -r name; do
        found=$((found + 1))
        if [[ $name == *… ]]; then
            grep -q "^${name%…}" <<<"$cases" && continue
        else
            grep -qx "$name" <<<"$cases" && continue
        fi
        echo "$page: there is no test $name" >&2
        missing=$((missing + 1))
    done < <(grep -oE '`[a-z0-9_]+__[a-z0-9_]*…?`' "$page" | tr -d '`')
done
((found > 0)) || { echo "names.sh: no test is named" >&2; exit 1; }
((missing == 0))
