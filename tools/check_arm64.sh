#!/bin/sh
# Tries the Debian package on an emulated arm64 Debian 13, and prints each step's time: installed, `toc-pi doctor`, the
# shipped film, and the project's tests with Debian's versions of everything.
#   check_arm64.sh [TEST ...]      only these tests, as pytest's arguments
# As root, with mmdebstrap and qemu-user-static. build/ keeps the system in which it is tried, but for the package.
# Python is 8 times slower than on the machine itself, OpenCV 10 to 40 times: the tests take some ten times as long.
set -eu
cd "$(dirname "$0")/.."
# Of qemu's default processor, pointer authentication alone takes nine tenths of the time (a loop of Perl: 4.9 s instead of
# 0.3 s). The Pi 4's processor has none, and is Debian's lowest common denominator.
export QEMU_CPU="${QEMU_CPU:-cortex-a72}"

fail() {
    printf 'toc-pi: %s\n' "$*" >&2
    exit 2
}

begin=$(date +%s)
step() { printf '%6d s  %s\n' $(($(date +%s) - begin)) "$*"; }

NO_LINTIAN=1 sh tools/deb.sh >/dev/null
deb=$(ls dist/toc-pi_*_all.deb)
step "the package is built from $(git describe --always --dirty)"

sh tools/arm64_root.sh
step "an arm64 trixie with what the package and the tests depend on"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -z | tar --null --no-recursion -T - --transform 's|^|source/|' -cf "$work/source.tar"
cat >"$work/steps" <<'END'
set -eu
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
begin=$(date +%s)
step() { printf '%6d s  %s\n' $(($(date +%s) - begin)) "$*"; begin=$(date +%s); }
cd /check
dpkg -i toc-pi.deb >log 2>&1 || { cat log; exit 1; }
step "installed on $(dpkg --print-architecture)"
toc-pi doctor >log
! grep -q BAD log || { cat log; exit 1; }
step "toc-pi doctor: nothing bad"
(cd / && toc-pi watch sample --no-screen --json >/check/sample.jsonl)
verdicts=$(grep -c '"event": "verdict"' sample.jsonl)
[ "$verdicts" = 18 ] || { echo "$verdicts of 18 verdicts"; exit 1; }
step "toc-pi watch sample: 18 of 18 verdicts"
cd source
# Against the installed program, not the clone's, but for what only a clone has (bench, tools).
export TESTS_SLOWER=20 PYTHONPATH=/check/source/tools:/usr/share/toc-pi:/check/source
python3 -m pytest -p no:cacheprovider -p emulated_tests -n 2 "$@" || failed=$?
step "tests: ${failed:-all passed}"
exit "${failed:-0}"
END
mmdebstrap --quiet --variant=custom --architectures=arm64 --skip=setup,update,cleanup,check/empty --format=null \
    --setup-hook="tar-in build/arm64.tar /" \
    --customize-hook='mkdir "$1/check"' \
    --customize-hook="upload $deb /check/toc-pi.deb" --customize-hook="upload $work/steps /check/steps" \
    --customize-hook="tar-in $work/source.tar /check" \
    --customize-hook="chroot \"\$1\" sh /check/steps $*" \
    trixie /dev/null || fail "a step failed"
step "done"
