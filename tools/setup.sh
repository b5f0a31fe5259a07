#!/bin/sh
# Makes the environment that `make run` and `make test` use, from requirements.lock.
# Does nothing, and needs no network, if it exists already. Reports in one line what is missing.
#   setup.sh PYTHON VENV
set -u
wanted=$1
venv=$2
lock=requirements.lock

fail() {
    printf 'toc-pi: %s\n' "$*" >&2
    exit 2
}

stamp=$(cat "$lock" pyproject.toml tools/setup.sh | cksum)
# Bytecode: the service may not write any, and would compile the program at each start.
compile() {
    "$venv/bin/python" -m compileall -qq toc_pi calibration hardware || :
}

if [ -f "$venv/stamp" ] && [ "$(cat "$venv/stamp")" = "$stamp $(pwd)" ] && [ -x "$venv/bin/toc-pi" ]; then
    compile
    exit 0
fi

python=
for name in "$wanted" python3 python3.14 python3.13 python3.12 python3.11; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$name
        break
    fi
done
[ -n "$python" ] || fail "Python 3.11 or newer is missing (sudo apt install python3)"
"$python" -c 'import venv, ensurepip' 2>/dev/null ||
    fail "Python's venv module is missing (sudo apt install python3-venv)"

echo "toc-pi: setting up $venv (about a minute, this once) ..." >&2
# On a Pi the camera comes from apt, with numpy and pygame built for it; pip must not replace those.
if "$python" -c 'import picamera2, pygame' >/dev/null 2>&1; then
    options=--system-site-packages
    skipped='numpy|pygame'
else
    options=
    skipped='nothing'
fi
rm -rf "$venv"
# shellcheck disable=SC2086
"$python" -m venv $options "$venv" || fail "could not make $venv: is the disk full or read-only?"
awk -v skipped="^($skipped)==" '/^[a-z]/ { keep = $0 !~ skipped } keep' "$lock" >"$venv/lock"
"$venv/bin/pip" --disable-pip-version-check install --quiet --no-deps --require-hashes \
    --only-binary :all: -r "$venv/lock" >"$venv/log" 2>&1 ||
    fail "pip could not fetch what $lock names (no network, or no package for this machine?); see $venv/log"
"$venv/bin/pip" --disable-pip-version-check install --quiet --no-deps --no-build-isolation \
    -e . >>"$venv/log" 2>&1 || fail "pip could not install toc-pi itself; see $venv/log"
compile
echo "$stamp $(pwd)" >"$venv/stamp"
