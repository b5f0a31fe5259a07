#!/bin/sh
# Tries the Debian packages in clean trixies that mmdebstrap makes and removes.
#   check_deb.sh [amd64|arm64|tests ...]      the steps of tools/check_deb_steps.sh on these architectures;
#                                             tests: the project's own tests with Debian's versions of everything
#                                             (none named: all three)
# Fetches some 300 MB for each. Arm64 is emulated by qemu-user-static, many times slower: its trixie is the kept one of
# tools/arm64_root.sh, which has what the package depends on.
set -eu
cd "$(dirname "$0")/.."
older=0.0.9
own=$(dpkg --print-architecture)
export QEMU_CPU="${QEMU_CPU:-cortex-a72}" # why: tools/check_arm64.sh
[ $# -gt 0 ] || set -- amd64 arm64 tests

fail() {
    printf 'toc-pi: %s\n' "$*" >&2
    exit 2
}

# A command is run in a trixie with the packages in /check; mmdebstrap's options, which make the trixie, follow it.
in_trixie() {
    command=$1
    shift
    mmdebstrap --quiet --format=null "$@" \
        --customize-hook='mkdir "$1/check"' \
        --customize-hook="upload dist/toc-pi_${newer}_all.deb /check/newer.deb" \
        --customize-hook="upload dist/toc-pi-hall_${newer}_all.deb /check/newer-hall.deb" \
        --customize-hook="upload build/toc-pi_${older}_all.deb /check/older.deb" \
        --customize-hook="upload build/toc-pi-hall_${older}_all.deb /check/older-hall.deb" \
        --customize-hook="upload tools/check_deb_steps.sh /check/steps" \
        --customize-hook="tar-in build/source.tar /check" \
        --customize-hook="chroot \"\$1\" $command" \
        trixie /dev/null || fail "$trial: a step failed"
}

command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing (sudo apt install mmdebstrap)"
begin=$(date +%s)
echo "== building the packages twice, and an older version"
rm -f dist/toc-pi*_all.deb build/toc-pi*_all.deb
sh tools/deb.sh
newer=$(dpkg-deb -f dist/toc-pi_*_all.deb Version)
first=$(sha256sum dist/toc-pi*_all.deb)
touch --date=2020-01-01 README.md
NO_LINTIAN=1 sh tools/deb.sh >/dev/null
touch README.md
[ "$first" = "$(sha256sum dist/toc-pi*_all.deb)" ] || fail "two builds of a package differ"
printf 'the same bytes twice:\n%s\n' "$first"
NO_LINTIAN=1 sh tools/deb.sh "$older" >/dev/null
git ls-files -z | tar --null --no-recursion -T - --transform 's|^|source/|' -cf build/source.tar

for trial in "$@"; do
    case $trial in
        tests)
            echo "== the project's tests with Debian's versions"
            in_trixie "sh -c 'export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 && cd /check && apt-get update -qq &&
                apt-get install -qq --yes ./newer.deb ./newer-hall.deb python3-pytest python3-pytest-xdist python3-hypothesis \
                    python3-hatchling python3-babel python3-yaml xvfb xdotool espeak-ng gettext make git >log 2>&1 && cd source &&
                PYTHONPATH=/check/source:/usr/share/toc-pi python3 -m pytest -p no:cacheprovider -n 2'" \
                --variant=minbase
            ;;
        "$own")
            echo "== $trial"
            in_trixie "sh /check/steps" --variant=minbase
            ;;
        arm64)
            echo "== $trial, emulated"
            sh tools/arm64_root.sh
            in_trixie "env EMULATED=yes PERCENTS='5 30 60 90' sh /check/steps" --variant=custom --architectures=arm64 \
                --skip=setup,update,cleanup,check/empty --setup-hook="tar-in build/arm64.tar /"
            ;;
        *) fail "$trial: amd64, arm64 or tests" ;;
    esac
done
echo "== done after $((($(date +%s) - begin) / 60)) minutes"
