#!/bin/bash
# Builds daemon and command line for 64-bit ARM as cmake/toolchain-aarch64.cmake says, in a Debian of its own, and has
# the daemon pass the API's scenarios under qemu. Usage: arm64.sh SOURCE [SUITE], with RW_BIN_DIR for the scenarios.
set -euo pipefail
source=$(cd "$1" && pwd)
suite=${2:-bookworm}
command -v mmdebstrap >/dev/null || { echo "skipped: mmdebstrap is not installed"; exit 77; }
(($(id -u) == 0)) || { echo "skipped: a Debian of its own takes root"; exit 77; }
[[ $(dpkg --print-architecture) == amd64 ]] || { echo "skipped: this is not amd64"; exit 77; }
[[ -x ${RW_BIN_DIR:?}/tests/api_scenarios ]] || { echo "arm64: RW_BIN_DIR has no scenarios" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
fail() { echo "arm64: $*" >&2; exit 1; }
started=$SECONDS
took() {
    echo "$1: $((SECONDS - started)) s"
    started=$SECONDS
}

packages=(cmake make pkg-config gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user zlib1g-dev:arm64)
for library in microhttpd sqlite3 jansson gnutls28 sodium curl4-openssl pq yaml; do packages+=("lib$library-dev:arm64"); done
root=$work/root
mmdebstrap --quiet --variant=apt --dpkgopt=force-unsafe-io --architectures=amd64,arm64 \
    --include="$(IFS=,; echo "${packages[*]}")" "$suite" "$root" >"$work/root.log" 2>&1 || { tail "$work/root.log"; exit 1; }
took "the packages of $suite"

git clone -q --no-local "$source" "$root/src"
inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
{
    inside cmake -S /src -B /src/build --toolchain /src/cmake/toolchain-aarch64.cmake -DRW_BUILD_TESTS=OFF &&
        inside cmake --build /src/build --parallel "$(nproc)"
} >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; fail "it does not build"; }
took "the build"
for program in rootwarpd rootwarp; do
    file=$root/src/build/bin/$program
    [[ $(od -An -tu2 -j18 -N2 "$file") -eq 183 ]] || fail "$program is not for this processor"
done

# The scenarios start daemons of their own with folders of their own, which the root has to show. In a name space for
# mounts and processes, so that nothing stays, whatever happens.
mkdir -p "$work/bin" "$work/scenarios" "$root$work/scenarios"
cat >"$work/bin/rootwarpd" <<EOF
#!/bin/bash
exec chroot "$root" /usr/bin/qemu-aarch64 /src/build/bin/rootwarpd "\$@"
EOF
chmod 755 "$work/bin/rootwarpd"
[[ $("$work/bin/rootwarpd" --version) == rootwarpd* ]] || fail "it does not say its version"
scenarios=$RW_BIN_DIR/tests/api_scenarios
cd "$source"
# shellcheck disable=SC2016
env RW_BIN_DIR="$work/bin" TMPDIR="$work/scenarios" unshare --mount --pid --fork --kill-child bash -c \
    'mount --bind "$TMPDIR" "$1$TMPDIR" && mount -t proc proc "$1/proc" && exec "$2"' api "$root" "$scenarios" ||
    fail "it does not pass the scenarios"
took "the scenarios"
