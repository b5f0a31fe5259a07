#!/bin/sh
# Makes build/arm64.tar, an arm64 trixie with all that the package and the tests depend on, unless it is there already.
# As root, with mmdebstrap and qemu-user-static; the architecture is emulated.
set -eu
cd "$(dirname "$0")/.."
root=build/arm64.tar

fail() {
    printf 'toc-pi: %s\n' "$*" >&2
    exit 2
}

for needed in mmdebstrap qemu-aarch64-static; do
    command -v $needed >/dev/null || fail "$needed is missing (sudo apt install mmdebstrap qemu-user-static)"
done
depends=$(sed -n '/^Depends:/,/^[A-Z]/{/^Depends:\|^ /p}' debian/control |
    sed 's/^Depends://; s/([^)]*)//g; s/\${[^}]*}//g' | tr -d ' \n' | sed 's/,,*/,/g; s/,$//')
holds=$depends,alsa-utils,espeak-ng,gettext,git,make,python3-babel,python3-hatchling,python3-hypothesis,python3-pytest
holds=$holds,python3-pytest-xdist,python3-yaml,systemd,xdotool,xvfb
[ ! -s "$root" ] || [ "$(cat "$root.holds" 2>/dev/null)" != "$holds" ] || exit 0
echo "toc-pi: making an arm64 trixie (this once, some minutes) ..."
mkdir -p build
mmdebstrap --quiet --variant=minbase --architectures=arm64 --include="$holds" trixie "$root" ||
    fail "mmdebstrap could not make an arm64 trixie"
echo "$holds" >"$root.holds"
