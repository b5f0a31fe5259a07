#!/bin/sh
# Tries the Debian package on a whole machine under qemu: tools/machine. CUTS: how often the power is cut (50).
#   check_machine.sh [CUTS]
# The first time some 400 MB are fetched, and build/machine takes 4 GB.
set -eu
cd "$(dirname "$0")/.."
newer=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)+1
echo "== building the package, and a later version"
NO_LINTIAN=1 sh tools/deb.sh >/dev/null
NO_LINTIAN=1 sh tools/deb.sh "$newer" >/dev/null
echo "== making the machine's disks"
sh tools/machine/image.sh dist/toc-pi_*_all.deb "build/toc-pi_${newer}_all.deb"
exec .venv/bin/python -m tools.machine --cuts "${1:-50}"
