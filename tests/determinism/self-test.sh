#!/usr/bin/env bash
# Shows that run.sh can fail: a scene that is the same everywhere passes; one that tells the builds
# apart, one that prints something else, and one whose stored answer is another do not.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree/core/src" "$work/tree/core/include" "$work/tree/tests/determinism"
echo 'int rw_answer(void); int rw_answer(void) { return 1; }' >"$work/tree/core/src/answer.c"

# expect STATUS TEXT STORED: the scene on standard input against the line STORED in golden.txt.
expect() {
    local status=0
    { echo '#include <stdio.h>'; cat; } >"$work/tree/tests/determinism/scene.c"
    printf '# comment\n%s\n' "$3" >"$work/tree/tests/determinism/golden.txt"
    bash "$here/run.sh" "$work/tree" >"$work/out" 2>&1 || status=$?
    if [[ $status != "$1" ]] || ! grep -qF -- "$2" "$work/out"; then
        echo "ended with $status instead of $1, or did not say \"$2\":"
        cat "$work/out"
        exit 1
    fi
}

same='int main(void) { puts("golden 0123456789abcdef 7"); return 0; }'
expect 0 'builds agree' 'golden 0123456789abcdef 7' <<<"$same"
expect 1 'answers changed' 'golden 0123456789abcdee 7' <<<"$same"
expect 1 'answers changed' '' <<<"$same"
expect 1 'instead of' '' <<<'int main(void) { puts("golden zz"); return 0; }'
expect 1 'disagree' '' <<'C'
int main(void)
{
#ifdef __OPTIMIZE__
    puts("golden 0123456789abcdef 7");
#else
    puts("golden 0123456789abcdee 7");
#endif
    return 0;
}
C
