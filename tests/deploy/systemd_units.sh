#!/bin/sh
# The units of deploy/systemd: systemd reads them without complaint, and finds the service hardened. Usage:
# systemd_units.sh ROOTWARPD
set -eu
program=$1
units=$(cd "$(dirname "$0")/../../deploy/systemd" && pwd)
command -v systemd-analyze >/dev/null || { echo "skipped: systemd-analyze is not installed"; exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$units"/rootwarpd.socket "$folder"
# The program is not installed here, and neither is its manual.
sed -e "s|^ExecStart=/usr/bin/rootwarpd|ExecStart=$program|" -e '/^Documentation=/d' \
    "$units/rootwarpd.service" >"$folder/rootwarpd.service"

said=$(systemd-analyze verify "$folder/rootwarpd.service" "$folder/rootwarpd.socket" 2>&1) || {
    echo "systemd-analyze verify: $said"
    exit 1
}
[ -z "$said" ] || { echo "systemd-analyze verify complains: $said"; exit 1; }

# The threshold is in tenths: 2.0 of 10.
systemd-analyze security --offline=true --threshold=20 --no-pager "$folder/rootwarpd.service" >"$folder/security" 2>&1 || {
    cat "$folder/security"
    exit 1
}
tail -n 1 "$folder/security"
grep -q 'Overall exposure level' "$folder/security"

# What the settings file of the package says has to be valid.
"$program" config check --config "$units/rootwarp.conf"
