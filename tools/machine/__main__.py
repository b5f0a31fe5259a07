"""Tries the Debian package on a whole machine: from power-on to an evening in which much goes wrong.

    python -m tools.machine [--cuts N] [--seed N] [--only STEP ...]

Debian trixie under qemu, whose processor is emulated, some twenty times slower: nothing here is about speed.
Its disks are in build/machine (image.sh makes them), and so are pictures of its screen.
"""

import argparse
import random
import sys
import time
from pathlib import Path

from .faults import FAULTS
from .steps import BEGINNINGS, Trial
from .virtual import StepFailed

FOLDER = Path("build/machine")


def main() -> int:
    """Go through the steps; 0 if all of them passed."""
    parser = argparse.ArgumentParser(prog="make check-machine", description=__doc__)
    parser.add_argument("--cuts", type=int, default=50, help="how often the power is cut (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the cuts (%(default)s)")
    parser.add_argument("--only", nargs="*", default=[], metavar="STEP", help="of the faults, only these")
    parser.add_argument("--disk", choices=BEGINNINGS, default="new", help="or that of the last run")
    options = parser.parse_args()
    beginning = BEGINNINGS[options.disk]
    trial = Trial(FOLDER, options.cuts, random.Random(options.seed), again=options.disk != "new")
    faults = [each for each in FAULTS if not options.only or each.__name__ in options.only]
    failed: list[str] = []
    begun = time.monotonic()
    try:
        for step in (*beginning, *faults):
            name = step.__name__.replace("_", " ")
            print(f"{time.monotonic() - begun:6.0f} s  == {name}: {step.__doc__}", flush=True)
            since = time.monotonic()
            try:
                told = step(trial)
            except StepFailed as error:
                failed.append(name)
                told = f"FAILED: {error}\n{trial.last_words(name)}"
            print(f"          {told} ({time.monotonic() - since:.0f} s)", flush=True)
            if failed and (step in beginning or not trial.machine.runs):
                break
    finally:
        trial.machine.cut_power()
    passed = "all steps passed" if not failed else f"FAILED: {', '.join(failed)}"
    print(f"{time.monotonic() - begun:6.0f} s  == {passed}; {trial.machine.boots} times switched on")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
