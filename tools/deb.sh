#!/bin/sh
# Builds the packages, dist/toc-pi_VERSION_all.deb and dist/toc-pi-hall_VERSION_all.deb, from the files that git knows, as
# they are now, and has lintian look at them.
#   deb.sh [VERSION]      VERSION: instead of debian/changelog's, to try upgrades; goes to build/
# Directly where the packages to build with are installed (Debian trixie), else in a trixie of its own, which mmdebstrap
# makes once, as root or with user namespaces, and build/ keeps.
set -eu
cd "$(dirname "$0")/.."
version=${1:-}
suite=trixie
root=build/$suite.tar
target=dist
[ -z "$version" ] || target=build

fail() {
    printf 'toc-pi: %s\n' "$*" >&2
    exit 2
}

mkdir -p build "$target"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/toc-pi"
git ls-files -z | tar --null --no-recursion -T - -cf - | tar -C "$work/toc-pi" -xf -
[ -z "$version" ] || sed -i "1s/(.*)/($version)/" "$work/toc-pi/debian/changelog"

# The bytes must not depend on who builds it, where and when: every date is that of debian/changelog.
cat >"$work/build" <<'END'
set -eu
umask 022
export LC_ALL=C.UTF-8 TZ=UTC DEB_BUILD_OPTIONS=nocheck
cd "$1/toc-pi"
find . -exec touch --no-dereference --date="@$(dpkg-parsechangelog --show-field Timestamp)" {} +
dpkg-buildpackage -us -uc
cd ..
if [ -n "${NO_LINTIAN:-}" ]; then
    :
elif command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error,warning --info --show-overrides ./*.changes
else
    echo "toc-pi: lintian isn't installed: not looked at"
fi
END

if (cd "$work/toc-pi" && dpkg-checkbuilddeps 2>/dev/null); then
    code=0
    sh "$work/build" "$work" >"$work/log" 2>&1 || code=$?
    echo "$code" >"$work/status"
else
    command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing (sudo apt install mmdebstrap)"
    needed=$(sed -n '/^Build-Depends:/,/^[A-Z]/{/^Build-Depends:\|^ /p}' debian/control |
        sed 's/^Build-Depends://; s/([^)]*)//g' | tr -d ' \n'),lintian
    if [ ! -s "$root" ] || [ "$(cat "$root.holds")" != "$needed" ]; then
        echo "toc-pi: making a $suite to build in (this once, some minutes) ..."
        mmdebstrap --quiet --variant=buildd --include="$needed" "$suite" "$root" ||
            fail "mmdebstrap could not make a $suite"
        echo "$needed" >"$root.holds"
    fi
    tar -C "$work" -cf "$work/source.tar" toc-pi build
    # Only a copy of the kept root is used: nothing is fetched, and it is gone afterwards.
    mmdebstrap --quiet --variant=custom --skip=setup,update,cleanup,check/empty --format=null \
        --setup-hook="tar-in $root /" \
        --customize-hook='mkdir "$1/build"' --customize-hook="tar-in $work/source.tar /build" \
        --customize-hook='chroot "$1" sh /build/build /build >"$1/build/log" 2>&1; echo $? >"$1/build/status"' \
        --customize-hook='rm -r "$1/build/toc-pi"' \
        --customize-hook="sync-out /build $work" \
        "$suite" /dev/null || fail "mmdebstrap could not use $root (remove it, and try again)"
fi
cp "$work/log" build/deb.log
[ "$(cat "$work/status")" = 0 ] || { tail -n 40 build/deb.log; fail "the package can't be built; see build/deb.log"; }
mv "$work"/toc-pi*_all.deb "$target"
ls -l "$target"/toc-pi*_all.deb
