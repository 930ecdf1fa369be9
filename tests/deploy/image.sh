#!/bin/bash
# Builds the image of the Dockerfile, without a Docker engine, and uses it as an operator would: with buildah in a
# chroot, on a base made by mmdebstrap, as another user, with nothing to write to but the volume. Usage:
# image.sh SOURCE [TESTS [SUITE]], with RW_BIN_DIR for the scenarios of the API, which the image's daemon has to pass.
# TESTS: ON unless given; OFF leaves out the tests that the Dockerfile runs while it builds.
set -euo pipefail
source=$(cd "$1" && pwd)
tests=${2:-ON}
suite=${3:-trixie}
for tool in buildah mmdebstrap curl; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
(($(id -u) == 0)) || { echo "skipped: building an image in a chroot takes root"; exit 77; }

work=$(mktemp -d)
daemon=
leave() {
    [[ -z $daemon ]] || pkill -KILL -u 12345 -x rootwarpd || true
    tool rm --all >/dev/null 2>&1 || true
    rm -rf --one-file-system "$work"
}
tool() { BUILDAH_ISOLATION=chroot buildah --root "$work/store" --runroot "$work/runroot" --storage-driver vfs "$@"; }
fail() { echo "image: $*" >&2; exit 1; }
trap leave EXIT

started=$SECONDS
# took WHAT: how long it is since the last time.
took() {
    echo "$1: $((SECONDS - started)) s"
    started=$SECONDS
}

# As Debian's own slim images: no manuals, translations and documentation but licences, and no sync after every file.
slim=(--dpkgopt=force-unsafe-io)
for folder in doc groff info linda lintian locale man; do slim+=("--dpkgopt=path-exclude=/usr/share/$folder/*"); done
slim+=('--dpkgopt=path-include=/usr/share/doc/*/copyright')

base=docker.io/library/debian:$suite-slim
mmdebstrap --quiet --variant=minbase "${slim[@]}" "$suite" "$work/base.tar" >"$work/base.log" 2>&1 ||
    { tail "$work/base.log"; echo "skipped: no base of $suite is to be had"; exit 77; }
container=$(tool from scratch)
tool add "$container" "$work/base.tar" / >/dev/null
tool config --cmd /bin/bash "$container"
tool commit -q "$container" "$base" >/dev/null
tool rm "$container" >/dev/null
rm "$work/base.tar"
took "the base"

# What is committed is built, as a machine that clones it would.
git clone -q --no-local "$source" "$work/clone"
# npm may need to be told where packages come from, and whom to trust.
npm=()
[[ ! -e $HOME/.npmrc ]] || npm+=(--volume "$HOME/.npmrc:/root/.npmrc:ro")
[[ -z ${NODE_EXTRA_CA_CERTS:-} ]] ||
    npm+=(--volume "$NODE_EXTRA_CA_CERTS:/run/authorities.crt:ro" --build-arg NODE_EXTRA_CA_CERTS=/run/authorities.crt)
tool bud "${npm[@]}" --pull-never --format docker --build-arg "DEBIAN=$base" --build-arg "JOBS=$(nproc)" \
    --build-arg "TESTS=$tests" -t rootwarp:test \
    "$work/clone" >"$work/build.log" 2>&1 || {
    grep -A 12 -F "***Failed" "$work/build.log" || true
    tail -n 60 "$work/build.log"
    fail "the image does not build"
}
[[ $tests == OFF ]] || grep -E '^[0-9]+% tests passed' "$work/build.log" || fail "the build stage ran no test"
took "the image"

field() { tool inspect --type image --format "$1" rootwarp:test; }
[[ $(field '{{.Docker.Config.User}}') == 7420:7420 ]] || fail "it does not run as a user of its own"
[[ $(field '{{.Docker.Config.Entrypoint}}') == '[rootwarpd]' ]] || fail "the entry point is no list"
[[ $(field '{{.Docker.Config.Healthcheck.Test}}') == '[CMD rootwarpd health]' ]] || fail "it has no health check"
[[ $(field '{{index .Docker.Config.Labels "org.opencontainers.image.licenses"}}') == MIT ]] || fail "it has no licence"

container=$(tool from --pull-never rootwarp:test)
root=$(tool mount "$container")
[[ ! -e $root/usr/bin/gcc && ! -e $root/src ]] || fail "the compiler or the sources are in the image"
echo "the image holds $(du -sm --one-file-system "$root" | cut -f 1) MiB"

# What the daemon and the command line are linked with is there.
for program in rootwarpd rootwarp; do
    ! tool run "$container" -- ldd "/usr/bin/$program" | grep -F 'not found' || fail "$program lacks a library"
done

# Nobody's user, a volume that it owns, and everything else read-only for it by rights.
mkdir "$work/data"
chown 12345:12345 "$work/data"
inside() {
    tool run --user 12345:12345 --volume "$work/data:/catalogue" --env ROOTWARP_DATA=/catalogue "$@"
}
inside "$container" -- rootwarpd --version
if inside "$container" -- rootwarpd serve >"$work/refused" 2>&1; then
    fail "it listens where others can reach it although no token is asked for"
fi
grep -q 'will not listen on 0.0.0.0:7420' "$work/refused" || fail "it refuses for another reason: $(cat "$work/refused")"

# A build without PostgreSQL would say that it is one.
if inside --env ROOTWARP_STORE=postgres://rootwarp@127.0.0.1:1/none "$container" -- rootwarpd serve >"$work/refused" 2>&1; then
    fail "it serves a database that is not there"
fi
grep -q '127.0.0.1' "$work/refused" || fail "it does not try the database: $(cat "$work/refused")"

inside --env ROOTWARP_LISTEN=127.0.0.1:0 "$container" -- rootwarpd serve >"$work/out" 2>"$work/err" &
daemon=$!
for _ in $(seq 300); do
    grep -q '^listening on ' "$work/out" && break
    kill -0 "$daemon" 2>/dev/null || fail "the daemon ended: $(cat "$work/err")"
    sleep 0.1
done
url=$(sed -n 's/^listening on //p' "$work/out")
inside "$container" -- rootwarpd health "$url" || fail "it is not healthy"
curl -fsS -X PUT -H 'If-None-Match: *' -H 'Content-Type: application/json' \
    --data-binary "@$work/clone/schema/examples/lunge.clip.json" "$url/v1/clips/lunge" >/dev/null
curl -fsS -X PUT -H 'If-None-Match: *' -H 'Content-Type: application/json' \
    --data-binary "@$work/clone/schema/examples/lunge.profile.json" "$url/v1/profiles/lunge" >/dev/null
answer=$(curl -fsS -H 'Content-Type: application/json' \
    --data-binary "@$work/clone/schema/examples/lunge-100.resolve.request.json" "$url/v1/resolve")
[[ $answer == *'"warp_point"'* ]] || fail "it does not resolve: $answer"
[[ $(stat -c %u "$work/data/rootwarp.db") == 12345 ]] || fail "the catalogue is not the user's"
# The daemon itself, not who started it: nobody else has this user.
pkill -TERM -u 12345 -x rootwarpd || fail "it is gone: $(cat "$work/err")"
wait "$daemon" || fail "it did not end cleanly: $(cat "$work/err")"
daemon=
echo "built, run as another user, asked and stopped"

# The scenarios start daemons of their own with folders of their own, which the image's root has to show. In a name space
# for mounts and processes, so that nothing stays, whatever happens.
[[ -x ${RW_BIN_DIR:-}/tests/api_scenarios ]] || { echo "without RW_BIN_DIR no scenarios"; exit 0; }
mkdir -p "$work/bin" "$work/scenarios" "$root$work/scenarios"
chmod 755 "$work" "$work/scenarios"
cat >"$work/bin/rootwarpd" <<EOF
#!/bin/bash
for argument; do
    [[ \${before:-} != --data ]] || chown 12345:12345 "\$(dirname "\$argument")"
    before=\$argument
done
exec chroot --userspec=12345:12345 "$root" /usr/bin/rootwarpd "\$@"
EOF
chmod 755 "$work/bin/rootwarpd"
scenarios=$RW_BIN_DIR/tests/api_scenarios
cd "$work/clone"
# shellcheck disable=SC2016
env RW_BIN_DIR="$work/bin" TMPDIR="$work/scenarios" unshare --mount --pid --fork --kill-child bash -c \
    'mount --bind "$TMPDIR" "$1$TMPDIR" && exec "$2"' api "$root" "$scenarios" ||
    fail "the image's daemon does not pass the scenarios"
took "running it"
