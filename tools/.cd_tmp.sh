#!/bin/sh
# Tries the Debian package in clean trixies that mmdebstrap makes and removes.
#   check_deb.sh [amd64|arm64|tests ...]      the steps of tools/check_deb_steps.sh on these architectures;
#                                             tests: the project's own tests with Debian's versions of everything
#                                             (none named: all three)
# Fetches some 300 MB for each. Machines of another architecture are emulated by qemu-user-static, many times slower.
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

# A clean trixie of an architecture, in which a command is run with the packages in /check.
in_trixie() {
    mmdebstrap --quiet --variant=minbase --architectures="$1" --format=null \
        --customize-hook='mkdir "$1/check"' \
        --customize-hook="upload $newer /check/newer.deb" \
        --customize-hook="upload /work/build-arm64/older.deb /check/older.deb" \
        --customize-hook="upload tools/check_deb_steps.sh /check/steps" \
        --customize-hook="tar-in build/source.tar /check" \
        --customize-hook="chroot \"\$1\" $2" \
        trixie /dev/null || fail "$1: a step failed"
}

command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing (sudo apt install mmdebstrap)"
begin=$(date +%s)

newer=/work/build-arm64/newer.deb; git ls-files -z | tar --null --no-recursion -T - --transform "s|^|source/|" -cf build/source.tar
for trial in "$@"; do
    case $trial in
        tests)
            echo "== the project's tests with Debian's versions"
            in_trixie "$own" "sh -c 'export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 && cd /check && apt-get update -qq &&
                apt-get install -qq --yes ./newer.deb python3-pytest python3-pytest-xdist python3-hypothesis \
                    python3-hatchling python3-babel python3-yaml xvfb xdotool espeak-ng gettext make git >log 2>&1 && cd source &&
                PYTHONPATH=/check/source:/usr/share/toc-pi python3 -m pytest -p no:cacheprovider -n 2'"
            ;;
        "$own")
            echo "== $trial"
            in_trixie "$trial" "sh /check/steps"
            ;;
        *)
            echo "== $trial, emulated"
            ls /usr/bin/qemu-*-static >/dev/null 2>&1 ||
                fail "qemu-user-static is missing (sudo apt install qemu-user-static)"
            in_trixie "$trial" "env EMULATED=yes PERCENTS='5 30 60 90' sh /check/steps"
            ;;
    esac
done
echo "== done after $((($(date +%s) - begin) / 60)) minutes"
