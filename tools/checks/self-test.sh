#!/bin/sh
# Shows that each check can fail: a small tree that is right passes, and with one thing wrong it does
# not, and the complaint names the place.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=0
failures=0

# tree: a fresh tree in which nothing is wrong.
tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree/core/include/rootwarp" "$work/tree/core/src" "$work/tree/server/store" \
        "$work/tree/server/http" "$work/tree/server/base" "$work/tree/docs" "$work/tree/tools/checks"
    cd "$work/tree"
    printf '#ifndef A_H\n#define A_H\nint rw_one(void);\n#endif\n' >core/include/rootwarp/rootwarp.h
    printf '#include "rootwarp/rootwarp.h"\n#include <math.h>\nint rw_one(void) { return 1; }\n' >core/src/one.c
    printf '#include <sqlite3.h>\n#include "base/buffer.h"\n/* strcpy( in words */ const char *s = "gets(";\n' >server/store/store.c
    printf '# A page\n\n## Second part\n\n[here](#second-part) [there](other.md#top) `[no](link)`\n' >docs/page.md
    printf '# Top\n\n[back](page.md)\n' >docs/other.md
}

# passes CHECK ARGUMENT…
passes() {
    cases=$((cases + 1))
    if ! "$here/$@" >"$work/out" 2>&1; then
        echo "$1 fails on a tree that is right:"
        cat "$work/out"
        failures=$((failures + 1))
    fi
}

# complains TEXT CHECK ARGUMENT…: fails with 1, and some line of what it says holds TEXT.
complains() {
    text=$1
    shift
    cases=$((cases + 1))
    status=0
    "$here/$@" >"$work/out" 2>&1 || status=$?
    if [ "$status" -ne 1 ] || ! grep -qF -- "$text" "$work/out"; then
        echo "$1 ended with $status and should have ended with 1 and said \"$text\"; it said:"
        cat "$work/out"
        failures=$((failures + 1))
    fi
}

for check in includes banned size markers links headers; do
    tree
    passes "$check.sh" "$work/tree"
done

tree; printf 'int x;\n#include <sqlite3.h>\n' >server/http/a.c
complains 'server/http/a.c:2: <sqlite3.h>' includes.sh "$work/tree"
tree; printf '#include <jansson.h>\n' >server/store/a.c
complains 'server/store/a.c:1: <jansson.h>' includes.sh "$work/tree"
tree; printf '#include <microhttpd.h>\n' >server/base/a.h
complains 'server/base/a.h:1: <microhttpd.h>' includes.sh "$work/tree"
tree; printf '#include "store/store.h"\n' >server/http/a.c
complains 'room http may not include room store' includes.sh "$work/tree"
tree; printf '  #  include "store/store.h"\n' >server/base/a.c
complains 'room base may not include room store' includes.sh "$work/tree"
tree; printf '#include "base/buffer.h"\n' >core/src/a.c
complains 'room core may not include room base' includes.sh "$work/tree"
tree; printf '#include <stdio.h>\n' >core/src/a.c
complains 'core/src/a.c:1: core may not include <stdio.h>' includes.sh "$work/tree"
tree; printf '#include "../base/buffer.h"\n' >server/http/a.c
complains 'climbs out of its folder' includes.sh "$work/tree"

for name in strcpy sprintf gets strtok alloca system atoi sscanf setlocale; do
    tree; printf 'void f(void)\n{\n    %s (0);\n}\n' "$name" >server/base/a.c
    complains "server/base/a.c:3: $name()" banned.sh "$work/tree"
done
tree; printf 'void f(void) { my_system(0); s->system(0); snprintf(0); }\n' >server/base/a.c
passes banned.sh "$work/tree"

tree; printf 'void f(void) { signal(2, SIG_IGN); signal(s[i], SIG_DFL); }\n' >server/base/a.c
passes banned.sh "$work/tree"
tree; printf 'void f(void) { signal(2, stop); }\n' >server/base/a.c
complains 'server/base/a.c:1: signal()' banned.sh "$work/tree"
tree; printf 'void f(void) { sscanf(0, 0); }\n' >server/base/a.c
echo 'server/base/a.c sscanf for a reason' >tools/checks/banned-allow.txt
passes banned.sh "$work/tree"
echo 'server/base/a.c sscanf' >tools/checks/banned-allow.txt
complains 'gives no reason' banned.sh "$work/tree"
tree; echo 'server/base/a.c sscanf for a reason' >tools/checks/banned-allow.txt
complains 'needs no exception' banned.sh "$work/tree"

tree; mkdir tests; printf 'void f(void) { setlocale(0, 0); }\n' >tests/a.c
passes banned.sh "$work/tree"

tree; awk 'BEGIN { for (i = 0; i < 601; i++) print "int x;" }' >server/base/a.c
complains 'server/base/a.c:601: has 601 lines' size.sh "$work/tree"
echo 'server/base/a.c one generated table' >tools/checks/size-allow.txt
passes size.sh "$work/tree"
echo 'server/base/a.c' >tools/checks/size-allow.txt
complains 'without a reason' size.sh "$work/tree"
tree; echo 'server/base/a.c one generated table' >tools/checks/size-allow.txt
complains 'needs no exception' size.sh "$work/tree"

for word in 'TO''DO' 'FIX''ME' 'XX''X'; do
    tree; printf 'int a;\n/* %s: later */\n' "$word" >server/base/a.c
    complains 'server/base/a.c:2:' markers.sh "$work/tree"
done

tree; echo '[gone](missing.md)' >>docs/page.md
complains 'docs/page.md:6: missing.md leads nowhere' links.sh "$work/tree"
tree; echo '[gone](other.md#bottom)' >>docs/page.md
complains 'no heading of other.md' links.sh "$work/tree"

tree; printf 'size_t rw_two(void);\n' >>core/include/rootwarp/rootwarp.h
complains 'core/include/rootwarp/rootwarp.h:1: does not compile alone as c17' headers.sh "$work/tree"
tree; printf 'int rw_two(int class);\n' >>core/include/rootwarp/rootwarp.h
complains 'does not compile alone as c++17' headers.sh "$work/tree"

# archive NAME: compiles standard input into NAME.a.
compiler=$(command -v gcc || command -v clang)
archive() {
    cat >"$work/$1.c"
    "$compiler" -std=c17 -O2 -c "$work/$1.c" -o "$work/$1.o"
    rm -f "$work/$1.a"
    ar cr "$work/$1.a" "$work/$1.o"
}
archive good <<'C'
#include <math.h>
static const double table[2] = {1.0, 2.0};
static const char *const names[2] = {"a", "b"};
double rw_good(double x, int i) { return sqrt(x) + table[i & 1] + names[i & 1][0]; }
C
passes symbols.sh core "$work/good.a"
archive sine <<'C'
#include <math.h>
double rw_sine(double x) { return sin(x); }
C
complains 'calls sin, which core may not' symbols.sh core "$work/good.a" "$work/sine.a"
passes symbols.sh room "$work/sine.a"
archive heap <<'C'
#include <stdlib.h>
void *rw_heap(void);
void *rw_heap(void) { return malloc(1); }
C
complains 'calls malloc' symbols.sh core "$work/heap.a"
archive state <<'C'
int rw_next(void);
int rw_next(void) { static int count; return ++count; }
C
complains 'count' symbols.sh room "$work/state.a"
archive global <<'C'
int rw_global = 3;
C
complains 'rw_global can be written' symbols.sh room "$work/global.a"
archive name <<'C'
int other(void);
int other(void) { return 1; }
C
complains 'exports other' symbols.sh core "$work/name.a"

echo "$cases cases, $failures failures"
[ "$failures" -eq 0 ]
