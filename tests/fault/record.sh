#!/usr/bin/env bash
# Adds a row to a table of docs/reliability.md:
#
#   record.sh TABLE FIGURES [COMMAND]
#
# A table is the one below the line "<!-- table: TABLE -->". The row says the day, the commit, the command and the figures.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

(($# == 2 || $# == 3)) || { sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2; }
table=$1 figures=$2
command=${3:-${RW_RECORD_WHOLE:-${RW_RECORD_COMMAND:-ctest --preset reliability} -R $1}}
page=${RW_RECORD_PAGE:-docs/reliability.md}
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
git diff --quiet HEAD -- . ":!$page" 2>/dev/null || commit+=" and changes"
row="| $(date -u +%F) | $commit | \`$command\` | ${figures//|//} |"

grep -qxF -- "<!-- table: $table -->" "$page" || { echo "record.sh: $page has no table \"$table\"" >&2; exit 1; }
new=$(mktemp "$page.XXXXXX")
trap 'rm -f "$new"' EXIT
awk -v mark="<!-- table: $table -->" -v row="$row" '
    $0 == mark { inside = 1 }
    inside && begun && !/^\|/ { print row; inside = 0; added = 1 }
    inside && /^\|/ { begun = 1 }
    { print }
    END { if (inside && begun) { print row; added = 1 }; exit !added }
' "$page" >"$new" || { echo "record.sh: \"$table\" of $page is no table" >&2; exit 1; }
cat "$new" >"$page"
