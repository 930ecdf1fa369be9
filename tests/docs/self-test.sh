#!/bin/bash
# page.sh tells a page that is wrong. Usage: self-test.sh, with RW_BIN_DIR.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "docs: $*" >&2; exit 1; }

# page TEXT: does it; its outcome is the status, what it says is in said.
page() {
    printf '%b' "$1" >"$work/page.md"
    local status=0
    said=$(bash "$here/page.sh" "$work/page.md" 2>&1) || status=$?
    ((status != 77)) || { echo "$said"; exit 77; }
    return "$status"
}
right='```sh\necho one; echo "two of 3"; echo four\n```\n\n```text\none\ntwo of …\n…\n```\n'
page "$right" || fail "a right page is wrong: $said"
page "$right"'```sh\necho five >&2\nfalse || true\n```\n```text\nfive\n```\n' || fail "standard error does not count: $said"
! page '```sh\necho one\n```\n```text\ntwo\n```\n' || fail "another answer is not told"
[[ $said == *page.md:1:* ]] || fail "the place is not told: $said"
! page '```sh\necho one\n```\n```text\none\ntwo\n```\n' || fail "a line too few is not told"
! page '```sh\necho one; echo two\n```\n```text\none\n```\n' || fail "a line too many is not told"
! page "$right"'```sh\nfalse\n```\n' || fail "a command that fails is not told"
! page 'no command\n' || fail "a page without commands is not told"
page '<!-- elsewhere: it ends all -->\n```sh\nexit 1\n```\n'"$right" || fail "what is done elsewhere was done here: $said"
mkdir "$work/images"
echo old >"$work/images/one.svg"
figure='```sh\necho new >one.svg\n```\n![a figure](images/one.svg)\n'
! page "$figure" || fail "a figure that is out of date is not told"
RW_RENEW=yes page "$figure" || fail "a figure is not renewed: $said"
page "$figure" || fail "the figure is not what it was made: $said"

# names.sh: a test that is there, by its name or its beginning, and one that is not.
mkdir -p "$work/tree/tests"
echo 'START_TEST(lamp__is_lit_at_night)' >"$work/tree/tests/test_lamp.c"
names() {
    printf '%s\n' "$1" >"$work/tree/page.md"
    bash "$here/names.sh" "$work/tree" page.md >/dev/null 2>&1
}
names 'see `lamp__is_lit_at_night` and `lamp__…`' || fail "a test that is there is missed"
! names 'see `lamp__is_lit`' || fail "the beginning of a test is taken for one"
! names 'see `lamp__…` and `moon__…`' || fail "a test that is not there is not told"
! names 'see nothing' || fail "a page that names no test passes"
