#!/bin/sh
# Tries the Debian package in a clean trixie that mmdebstrap makes and removes: tools/check_deb_steps.sh has the steps.
#   check_deb.sh [ARCHITECTURE...]      amd64 and arm64 if none is named
# Fetches some 300 MB for each. Machines of another architecture are emulated by qemu-user-static, many times slower.
set -eu
cd "$(dirname "$0")/.."
older=0.0.9
[ $# -gt 0 ] || set -- amd64 arm64

fail() {
    printf 'toc-pi: %s\n' "$*" >&2
    exit 2
}

command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing (sudo apt install mmdebstrap)"
begin=$(date +%s)
echo "== building the package twice, and an older version"
rm -f dist/toc-pi_*_all.deb build/toc-pi_*_all.deb
sh tools/deb.sh
newer=$(ls dist/toc-pi_*_all.deb)
first=$(sha256sum <"$newer")
NO_LINTIAN=1 sh tools/deb.sh >/dev/null
[ "$first" = "$(sha256sum <"$newer")" ] || fail "two builds of the package differ"
echo "   the same bytes twice: ${first%% *}"
NO_LINTIAN=1 sh tools/deb.sh "$older" >/dev/null
for architecture in "$@"; do
    moments="1 2 3 4 6 8 11 15 20 30"
    if [ "$architecture" != "$(dpkg --print-architecture)" ]; then
        moments="10 40 100 200"
        echo "== $architecture is emulated"
        ls /usr/bin/qemu-*-static >/dev/null 2>&1 || fail "qemu-user-static is missing (sudo apt install qemu-user-static)"
    fi
    echo "== $architecture: making a clean trixie"
    mmdebstrap --quiet --variant=minbase --architectures="$architecture" --format=null \
        --customize-hook='mkdir "$1/check"' \
        --customize-hook="upload $newer /check/newer.deb" \
        --customize-hook="upload build/toc-pi_${older}_all.deb /check/older.deb" \
        --customize-hook="upload tools/check_deb_steps.sh /check/steps" \
        --customize-hook="MOMENTS='$moments' chroot \"\$1\" sh /check/steps" \
        trixie /dev/null || fail "$architecture: a step failed"
done
echo "== done after $((($(date +%s) - begin) / 60)) minutes"
