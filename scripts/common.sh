# Parts that ./run, ./test and .ci/run share. Sourced by bash, after "set -euo pipefail".
# shellcheck shell=bash

rw_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
rw_jobs=$(nproc 2>/dev/null || echo 2)

# Debian packages, named alike in Debian 12 and 13.
rw_packages_build=(gcc g++ libc6-dev make cmake pkg-config
                   libsqlite3-dev libjansson-dev libmicrohttpd-dev libgnutls28-dev libsodium-dev libyaml-dev zlib1g-dev
                   libcurl4-openssl-dev libassimp-dev libpq-dev)
# The inspector is bundled with npm; a Node that came by another way brings its own.
command -v npm >/dev/null || rw_packages_build+=(nodejs npm)
rw_packages_test=(check clang curl doxygen git iproute2 gltfpack chromium fonts-dejavu-core valgrind)
rw_packages_all=(gcovr systemd postgresql mandoc zsh fish file haproxy pgbouncer prometheus python3-yaml dpkg-dev
                 buildah mmdebstrap
                 godot3-server mono-mcs mono-runtime libmono-system-core4.0-cil libmono-system-net-http4.0-cil)
# Toolchains of other targets, for tests/targets. Without root their tests leave out what is missing.
if ((EUID == 0)) && [[ $(uname -m) == x86_64 ]]; then
    rw_packages_all+=(musl-tools gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
                      gcc-mingw-w64-x86-64-win32 wine64 emscripten)
fi

say() { printf '== %s\n' "$*"; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# need_packages PACKAGE…: installs those that are missing; without root says what to do and exits 1.
# On a system without dpkg it leaves the matter to cmake, which names what it does not find.
need_packages() {
    local package missing=()
    command -v dpkg-query >/dev/null || return 0
    for package; do
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    if (($(id -u))); then
        {
            echo "$(basename "$0"): these packages are missing: ${missing[*]}"
            echo "Install them and start again:"
            echo "  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing[*]}"
        } >&2
        exit 1
    fi
    say "installing ${missing[*]}"
    mkdir -p "$rw_root/build"
    local log=$rw_root/build/apt.log
    [[ " ${missing[*]} " != *' postgresql '* ]] || want_no_cluster
    if ! (
        trap want_service_again EXIT
        want_no_service
        env -u TMPDIR DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 update -q &&
        env -u TMPDIR DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -yq \
            -o DPkg::Options::=--force-confold --no-install-recommends "${missing[@]}"
    ) >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fail "apt-get could not install ${missing[*]}; its whole output is in $log"
    fi
}

# Debian's server package makes a cluster and starts it; tests start servers of their own and want no other.
want_no_cluster() {
    mkdir -p /etc/postgresql-common
    [[ -e /etc/postgresql-common/createcluster.conf ]] ||
        echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
}

# Packages start what they bring unless this file says no; tests start servers of their own.
rw_policy=/usr/sbin/policy-rc.d
want_no_service() {
    [[ ! -e $rw_policy ]] || return 0
    printf '#!/bin/sh\n# of the rootwarp tests, while they install packages\nexit 101\n' >"$rw_policy"
    chmod 755 "$rw_policy"
}
want_service_again() {
    ! grep -qs 'of the rootwarp tests' "$rw_policy" || rm -f "$rw_policy"
}

# configure_and_build PRESET [TARGET…]: quiet unless it fails.
configure_and_build() {
    local preset=$1 log
    shift
    say "building $preset"
    mkdir -p "$rw_root/build"
    log=$rw_root/build/$preset.log
    if ! (cd "$rw_root" && cmake --preset "$preset" &&
          cmake --build "build/$preset" --parallel "$rw_jobs" ${1:+--target "$@"}) >"$log" 2>&1; then
        grep -nE -A6 '(error:|CMake Error|warning:|undefined reference|\*\*\*)' "$log" | head -n 60 >&2 || true
        printf '%s: the %s build failed; the whole output is in %s\n' "$(basename "$0")" "$preset" "$log" >&2
        return 1
    fi
}
