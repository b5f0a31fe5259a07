"""Compare the rules engine with the tests' independent one on random problems, for any length of time.

    .venv/bin/python tools/compare_rules.py --seconds 600 --seed 7

Each problem has its own seed, so `--seed S --problems 1` repeats it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle.breach_search import Undecided
from oracle.compare import LIMIT, Difference, compare_reasons, compare_results, problems, shrink


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1, help="the first problem's seed")
    parser.add_argument("--problems", type=int, default=10**9, help="how many positions at most")
    parser.add_argument("--rules", default=None, help="one rule set only")
    parser.add_argument("--reasons", type=int, default=4, help="boards after, for each position")
    parser.add_argument("--family", type=float, default=0.15, help="the part of families' own rule sets")
    parser.add_argument("--limit", type=int, default=LIMIT, help="moves tried before the oracle gives up")
    parser.add_argument("--show", type=int, default=3, help="examples of each kind of difference")
    options = parser.parse_args()

    end = time.monotonic() + options.seconds
    count: Counter[str] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    seed = options.seed
    while time.monotonic() < end and seed < options.seed + options.problems:
        questions = problems(Random(seed), options.rules, options.reasons, options.family)
        for _ in range(1 + options.reasons):
            request = next(questions)
            kind = "reasons" if "after" in request else "results"
            count[kind] += 1
            found: Difference | None = None
            try:
                if kind == "results":
                    found = compare_results(request)
                else:
                    found = compare_reasons(request, options.limit)
            except Undecided:
                count["given up"] += 1
            except Exception as error:  # a defect is a difference too, shown with its problem
                found = Difference(request, "no error", repr(error))
            if found is None:
                continue
            count["differences"] += 1
            key = (str(found.oracle), str(found.engine)) if kind == "reasons" else ("results", "")
            kinds[key] += 1
            if kinds[key] <= options.show:
                print(f"--- {kind}, seed {seed}\n{shrink(found)}", flush=True)
        seed += 1
    for (oracle, engine), times in kinds.most_common():
        print(f"{times:5d}  oracle {oracle}  engine {engine}")
    print(f"seeds {options.seed} to {seed - 1}: {dict(count)}")
    return 1 if count["differences"] else 0


if __name__ == "__main__":
    sys.exit(main())
