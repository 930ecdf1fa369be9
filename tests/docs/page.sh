#!/bin/bash
# Does what a page of the documentation says, word by word, and holds what comes against what the page shows. Usage:
#
#   page.sh PAGE [FOLDER…]      with RW_BIN_DIR; FOLDERs of the project that the page's commands look into
#
# Commands are the blocks marked `sh`, one shell for all of them, in a folder in which build/release/bin is RW_BIN_DIR. A
# block marked `text` behind one is all that it prints, standard error included; "…" there is any text within a line, and
# a line of "…" alone any lines. In a block marked `console`, commands begin with "$ " and the rest is what they print.
# `<!-- first: command -->` is what a page takes for granted; `<!-- elsewhere: why -->` before a block says why it is not
# run here. A block that starts a daemon ends when that listens, and an answer of HTTP that is an error is one of curl's.
# The network is a private one, so that ports are free.
set -euo pipefail
page=$(realpath "$1")
shift
root=$PWD
: "${RW_BIN_DIR:?says where rootwarpd and rootwarp are}"
if [[ -z ${RW_PRIVATE_NETWORK:-} ]]; then
    unshare=(unshare --net)
    ((EUID == 0)) || unshare+=(--map-root-user)
    "${unshare[@]}" true 2>/dev/null || { echo "skipped: no network of one's own is to be had"; exit 77; }
    command -v curl >/dev/null || { echo "skipped: curl is not installed"; exit 77; }
    RW_PRIVATE_NETWORK=yes exec "${unshare[@]}" --pid --fork --kill-child bash "$0" "$page" "$@"
fi
ip link set lo up 2>/dev/null || { echo "skipped: ip is not installed"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/blocks" "$work/here/build/release"
ln -s "$RW_BIN_DIR" "$work/here/build/release/bin"
echo fail-with-body >"$work/.curlrc"
export CURL_HOME=$work PATH=$RW_BIN_DIR:$PATH
for folder; do ln -s "$root/$folder" "$work/here/$folder"; done

# blocks/N.sh, its line in blocks/N.line, and what it shows in blocks/N.text.
awk -v to="$work/blocks" '
    function block() { stem = to "/" sprintf("%03d", ++n); print NR > (stem ".line"); close(stem ".line") }
    /^<!-- elsewhere:.*-->$/ { elsewhere = 1; next }
    /^<!-- first:.*-->$/ { block(); gsub(/^<!-- first: | -->$/, ""); print > (stem ".sh"); close(stem ".sh"); next }
    /^```sh$/ && !inside { inside = 1; block(); file = stem (elsewhere ? ".skipped" : ".sh"); elsewhere = 0; next }
    /^```console$/ && !inside { inside = console = 1; block(); printf "" > (stem ".text"); next }
    /^```text$/ && !inside { inside = 1; file = stem ".text"; printf "" > file; next }
    /^```/ && !inside { inside = 1; file = "/dev/null"; next }
    /^```$/ { inside = console = 0; close(file); close(stem ".text"); close(stem ".sh"); next }
    console && sub(/^\$ /, "") { print > (stem ".sh"); next }
    console { print > (stem ".text"); next }
    inside { print > file }' "$page"
ls "$work/blocks"/*.sh >/dev/null 2>&1 || { echo "$page has no commands" >&2; exit 1; }

# like WANT GOT: whether what came is what is shown.
like() {
    awk '
        function fits(want, got,   at, rest) { # with "…" for any text
            at = index(want, "…")
            if (at == 0) return want == got
            if (substr(got, 1, at - 1) != substr(want, 1, at - 1)) return 0
            rest = substr(want, at + length("…"))
            for (got = substr(got, at); ; got = substr(got, 2)) {
                if (fits(rest, got)) return 1
                if (got == "") return 0
            }
        }
        function all(i, j) {
            if (i > wants) return j > gots
            if (want[i] == "…") return all(i + 1, j) || (j <= gots && all(i, j + 1))
            return j <= gots && fits(want[i], got[j]) && all(i + 1, j + 1)
        }
        { sub(/ +$/, "") }
        FNR == NR { want[++wants] = $0; next }
        { got[++gots] = $0 }
        END { exit all(1, 1) ? 0 : 1 }' "$1" "$2"
}

cat >"$work/all.sh" <<'END'
set -euo pipefail
cd "$1/here"
for block in "$1"/blocks/*.sh; do
    echo "$block" >"$1/current"
    source "$block" >"${block%.sh}.out" 2>&1
    if grep -q 'rootwarpd serve.*&$' "$block"; then
        until grep -q '^listening on ' "${block%.sh}.out"; do sleep 0.05; done
    fi
done
: >"$1/current"
END
status=0
timeout 300 bash "$work/all.sh" "$work" || status=$?
current=$(cat "$work/current")
if ((status != 0)); then
    echo "$page:$(cat "${current%.sh}.line"): these commands fail with $status:" >&2
    cat "$current" "${current%.sh}.out" >&2
    exit 1
fi
failed=0 shown=0
for text in "$work"/blocks/*.text; do
    [[ -e ${text%.text}.sh ]] || continue
    shown=$((shown + 1))
    if ! like "$text" "${text%.text}.out"; then
        echo "$page:$(cat "${text%.text}.line"): what comes is not what is shown:" >&2
        diff -u --label shown --label came "$text" "${text%.text}.out" >&2 || true
        failed=1
    fi
done
# The figures of a page are those that its commands make; RW_RENEW=yes puts them there.
while IFS= read -r figure; do
    made=$work/here/$(basename "$figure") stored=$(dirname "$page")/$figure
    [[ -z ${RW_RENEW:-} ]] || cp "$made" "$stored"
    cmp "$made" "$stored" >&2 || { echo "$page: $figure is not what its commands make; RW_RENEW=yes $0 $page" >&2; failed=1; }
    shown=$((shown + 1))
done < <(grep -o '](images/[^)]*\.svg)' "$page" | sed 's/^](//; s/)$//')
echo "$(ls "$work"/blocks/*.sh | wc -l) blocks run, $shown answers compared"
exit "$failed"
