#!/bin/bash
# The bill of materials names every library that the programs ask for and every package that the inspector holds, and is
# the same each time. Usage: sbom.sh NODE VERSION LICENCES, with RW_BIN_DIR.
set -euo pipefail
node=$1 version=$2 licences=$3
for tool in readelf dpkg-query; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "sbom: $*" >&2; exit 1; }

programs=("$RW_BIN_DIR/rootwarpd" "$RW_BIN_DIR/rootwarp")
for time in first second; do "$node" tools/build/sbom.mjs "$work/$time" "$version" "$licences" "${programs[@]}"; done
cmp "$work/first" "$work/second" || fail "it differs from one time to the next"

# say EXPRESSION: a line for each item of an array of the document, bom.
say() {
    "$node" -e 'const bom = JSON.parse(require("fs").readFileSync(process.argv[1]));
                for (const line of eval(process.argv[2])) console.log(line)' "$work/first" "$1"
}
[[ $(say '[bom.bomFormat, bom.specVersion]' | xargs) == "CycloneDX 1.5" ]] || fail "it is no CycloneDX 1.5"
say 'bom.components.flatMap((c) => (c.properties ?? []).map((p) => p.value))' | sort >"$work/files"
for program in "${programs[@]}"; do
    readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort >"$work/needed"
    missing=$(comm -23 "$work/needed" "$work/files")
    [[ -z $missing ]] || fail "$(basename "$program") loads what is not named: $missing"
done
if [[ $licences != - ]]; then
    grep -A 1 '^=====' "$licences" | sed -n 's/^\(\S*\) \(\S*\) (\(.*\))$/pkg:npm\/\1@\2 \3/p' | sort >"$work/bundled"
    [[ -s $work/bundled ]] || fail "the inspector names no package"
    say 'bom.components.filter((c) => c.purl?.startsWith("pkg:npm/")).map((c) => `${c.purl} ${c.licenses[0].license.id}`)' |
        sort | diff "$work/bundled" - || fail "these packages differ from those whose licences are passed on"
fi
say 'bom.components.filter((c) => c.purl?.startsWith("pkg:deb/")).map((c) => `${c.name} ${c.version}`)' >"$work/debian"
[[ -s $work/debian ]] || fail "no library is of a Debian package"
while read -r name its; do
    dpkg-query -W -f '${Version}\n' "$name" | grep -qxF "$its" || fail "$name is not $its"
done <"$work/debian"

# Every component is reached, and nothing depends on what is not there.
say '(() => { const refs = new Set(bom.components.map((c) => c["bom-ref"])), used = new Set();
             for (const one of bom.dependencies) one.dependsOn.forEach((ref) => used.add(ref));
             return [...refs].filter((ref) => !used.has(ref)).concat([...used].filter((ref) => !refs.has(ref))); })()' >"$work/odd"
[[ ! -s $work/odd ]] || fail "not joined: $(cat "$work/odd")"
