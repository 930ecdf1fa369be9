#!/usr/bin/env bash
# packages.sh SOURCE-TREE: the Debian packages are built, installed, upgraded, removed and purged in a machine of their
# own: a systemd on a copy-on-write view of this system's files, in namespaces that end with it. Needs root; where that
# machine cannot be had, the packages are built and looked at alone.
set -euo pipefail
tree=${1:?usage: packages.sh SOURCE-TREE}
if [[ ${RW_PACKAGES_INSIDE:-} != yes ]]; then
    for tool in dpkg-deb dpkg-shlibdeps file; do
        command -v "$tool" >/dev/null || { echo "packages: $tool is not installed"; exit 77; }
    done
    work=$(mktemp -d "$TMPDIR/packages.XXXXXX")
    trap 'rm -rf --one-file-system "$work"' EXIT
    mkdir "$work/mount"
    cmake -S "$tree" --preset deb -B "$work/build" >"$work/log" 2>&1 &&
        cmake --build "$work/build" --parallel "$(nproc)" --target package >>"$work/log" 2>&1 ||
        { tail -n 30 "$work/log"; echo "packages: they could not be built" >&2; exit 1; }
    unshared=(unshare --mount --net --pid --fork --kill-child --mount-proc --propagation private)
    # What the machine below is made of.
    # shellcheck disable=SC2016
    probe='ip link set lo up && mount -t tmpfs tmpfs "$1" && cd "$1" && mkdir upper work root group &&
           mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" root && mount -t cgroup2 cgroup2 group'
    if [[ $(id -u) != 0 || ! -x /lib/systemd/systemd ]] ||
        ! "${unshared[@]}" sh -c "$probe" sh "$work/mount" >"$work/log" 2>&1; then
        tail -n 3 "$work/log"
        echo "packages: built; neither installed nor run, which needs root, systemd, namespaces and overlays"
        for package in "$work"/build/packages/*.deb; do dpkg-deb --info "$package" >/dev/null; done
        exit 0
    fi
    export RW_PACKAGES_INSIDE=yes work
    "${unshared[@]}" bash "${BASH_SOURCE[0]}" "$tree"
    exit
fi

fail() { echo "packages: $*" >&2; tail -n 20 "$work/out" >&2 || true; inside journalctl --no-pager -u rootwarpd 2>/dev/null | tail -n 20 >&2 || true; exit 1; }

# ---- the machine ----

ip link set lo up
root=$work/mount/root
mount -t tmpfs tmpfs "$work/mount"
mkdir "$work/mount/upper" "$work/mount/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/mount/upper,workdir=$work/mount/work" "$root"
mount -t tmpfs tmpfs "$root/run"
mount --rbind /dev "$root/dev"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
rm -rf "$root"/etc/systemd/system/*.wants "$root/etc/rootwarp" "$root/var/lib/private/rootwarp" "$root/var/lib/rootwarp"
rm -f "$root/usr/sbin/policy-rc.d" # of a container, that no package may start anything
# Within a chroot nobody may make the name space of users that the unit asks for.
if ! unshare --user true 2>/dev/null; then
    mkdir -p "$root/run/systemd/system/rootwarpd.service.d"
    printf '[Service]\nPrivateUsers=no\n' >"$root/run/systemd/system/rootwarpd.service.d/chroot.conf"
fi
mkdir -p "$root/packages"
cp "$work"/build/packages/*.deb "$root/packages/"

# shellcheck disable=SC2016
unshare --pid --fork --kill-child --cgroup --mount sh -c '
    cd "$1" && mount -t proc proc proc && mkdir -p old && pivot_root . old && exec </dev/null && umount -l /old &&
    exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=basic.target' \
    sh "$root" >"$work/out" 2>&1 &
machine=$!

inside() {
    nsenter --target "$(pgrep -P "$machine")" --pid --mount --root --wd=/ env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

# within SECONDS COMMAND…: the command succeeds before the time is over.
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < end)) || return 1
        read -r -t 0.1 <> <(:) || true
    done
}
within 60 inside systemctl is-system-running --wait || true
if ! within 10 inside systemctl is-active basic.target; then
    tail -n 20 "$work/out"
    echo "packages: built; neither installed nor run: systemd does not start here"
    exit 77
fi

# ---- two releases ----

version=$(dpkg-deb --field "$root"/packages/rootwarp_*.deb Version)
next=${version%-*}-2
mkdir "$root/packages/next"
for package in "$root"/packages/*.deb; do
    dpkg-deb --raw-extract "$package" "$work/mount/raw"
    sed -i "s/^Version: .*/Version: $next/; s/(= $version)/(= $next)/" "$work/mount/raw/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$work/mount/raw" "$root/packages/next/" >/dev/null
    rm -r "$work/mount/raw"
done

# ---- installed ----

inside sh -c 'dpkg --install /packages/*.deb' >>"$work/out" 2>&1 || fail "they cannot be installed"
inside systemctl is-active rootwarpd.service rootwarpd.socket >/dev/null || fail "the daemon does not run"
inside systemctl is-enabled rootwarpd.service rootwarpd.socket >/dev/null || fail "the daemon would not start with the machine"
within 10 inside rootwarpd health || fail "the daemon is not ready"
[[ $(inside rootwarp version) == "rootwarp ${version%-*} "* ]] || fail "another version"
[[ $(inside dpkg-query -W -f='${Depends}' rootwarp) == *"librootwarp0 (= $version)"*libmicrohttpd12* ]] || fail "a dependency is missing"
contents=$(dpkg-deb --contents "$root"/packages/rootwarp_*.deb)
for file in man1/rootwarp.1 man1/rootwarp-bake.1 man8/rootwarpd.8 completions/rootwarp _rootwarp rootwarp.fish; do
    [[ $contents$'\n' == *"/$file"$'\n'* ]] || fail "$file is not in the package"
done
mkdir "$root/consumer"
cp "$tree"/tests/consumer/program/consumer.c "$root/consumer/"
inside sh -c 'cd /consumer && gcc -std=c11 -Wall -Werror consumer.c $(pkg-config --cflags --libs rootwarp) -o consumer && ./consumer' >>"$work/out" ||
    fail "a program cannot be built against librootwarp-dev"
inside sh -c 'cd /consumer && ldd consumer | grep -q librootwarp.so.0 && gcc -std=c11 -static consumer.c $(pkg-config --static --cflags --libs rootwarp) -o whole && ./whole' >>"$work/out" ||
    fail "a program cannot be built against the shared object and the archive of librootwarp-dev"
exposure=$(inside systemd-analyze security --no-pager rootwarpd.service | sed -n 's/.*Overall exposure level for rootwarpd.service: \([0-9.]*\).*/\1/p')
[[ -n $exposure && ${exposure%.*} -lt 2 ]] || fail "the daemon's exposure is ${exposure:-not known}"

cp "$tree/schema/examples/lunge.clip.json" "$root/consumer/"
inside rootwarp push clip lunge /consumer/lunge.clip.json >>"$work/out" 2>&1 || fail "a clip cannot be stored"
[[ $(stat -c %a "$root/var/lib/private/rootwarp" 2>/dev/null || inside stat -c %a /var/lib/private/rootwarp) == 700 ]] || fail "the catalogue is open to others"

# ---- upgraded, under a client that asks all the time ----

: >"$work/asked"
(
    while [[ ! -e $work/enough ]]; do
        inside rootwarp list clips >>"$work/asked" 2>>"$work/refused" || echo "failed" >>"$work/refused"
    done
) &
asking=$!
within 20 grep -q lunge "$work/asked" || fail "the client gets no answer"
inside sh -c 'dpkg --install /packages/next/*.deb' >>"$work/out" 2>&1 || fail "they cannot be upgraded"
within 10 inside rootwarpd health || fail "the daemon is not ready after the upgrade"
: >"$work/asked"
within 20 grep -q lunge "$work/asked" || fail "the catalogue is gone after the upgrade"
touch "$work/enough"
wait "$asking"
[[ ! -s $work/refused ]] || fail "a client was refused during the upgrade: $(head -n 3 "$work/refused")"
[[ $(inside dpkg-query -W -f='${Version}' rootwarp) == "$next" ]] || fail "the upgrade left the old version"

# ---- removed, back again, purged ----

inside sh -c 'echo "rate-limit-per-token = 1000" >>/etc/rootwarp/rootwarp.conf'
inside dpkg --remove rootwarp >>"$work/out" 2>&1 || fail "the daemon's package cannot be removed"
! inside pgrep -x rootwarpd >/dev/null || fail "a removed daemon runs on"
inside test -s /var/lib/private/rootwarp/rootwarp.db || fail "removing took the catalogue"
inside grep -q rate-limit /etc/rootwarp/rootwarp.conf || fail "removing took the settings"
inside sh -c 'dpkg --install /packages/next/rootwarp_*.deb' >>"$work/out" 2>&1 || fail "it cannot be installed again"
within 10 inside rootwarpd health || fail "the daemon is not ready again"
[[ $(inside rootwarp list clips) == *lunge* ]] || fail "the catalogue is not served again"
inside grep -q rate-limit /etc/rootwarp/rootwarp.conf || fail "the settings were replaced"

inside dpkg --purge rootwarp librootwarp-dev librootwarp0 >>"$work/out" 2>&1 || fail "they cannot be purged"
left=$(inside sh -c 'find /etc /lib /usr /var/lib -xdev \( -path /var/lib/dpkg -o -path /var/cache \) -prune -o -name "*rootwarp*" -print' || true)
[[ -z $left ]] || fail "purging left $left"
! inside systemctl list-unit-files --no-legend | grep -q rootwarp || fail "purging left a unit"
