"""The rules engine agrees with the tests' independent one, written from the rules' text alone.

Random positions of every rule set with boards, teams and house rules, and boards made from them by hands. For
longer runs, and with differences reduced: `tools/compare_rules.py --seconds 600`.
"""

import json
import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from oracle import plays, reasons, requests
from oracle.breach_search import Undecided
from oracle.compare import compare_reasons, compare_results, problems, shrink
from oracle.problems import random_after, random_request
from oracle.tables import HOUSE, NAMES

from toc_pi.rules import ruleset

SEED = 20_000
POSITIONS = 150  # per rule set, for results
BOARDS = 80  # per rule set, for reasons
LIMIT = 1500  # moves that the oracle tries before it gives up
CASES = json.loads((Path(__file__).resolve().parents[1] / "data" / "cases.json").read_text())


def test_the_second_engine_answers_every_worked_example() -> None:
    for case in CASES:
        asked = case["request"]
        table, board = requests.table_asked(asked), requests.board_of(asked["holes"])
        question = (table, board, requests.fresh_of(asked), asked["seat"], asked["card"])
        if case["command"] == "legal":
            wanted = {requests.as_result(r["holes"], r["fresh"]) for r in case["expect"]["results"]}
            assert plays.results(*question) == wanted, case["id"]
        else:
            answer = reasons.explain(*question, requests.board_of(asked["after"]))
            assert answer == case["expect"].get("reasons"), case["id"]


def test_the_second_engine_knows_every_rule_set_and_house_rule() -> None:
    assert sorted(NAMES) == sorted(ruleset.NAMES)
    assert sorted(HOUSE) == sorted(ruleset.house_rules())


@pytest.mark.parametrize("rules", NAMES)
def test_m15_both_engines_know_the_same_results(rules: str) -> None:
    asked = problems(Random(SEED), rules, 0, 0.15)
    for _ in range(POSITIONS):
        found = compare_results(next(asked))
        assert found is None, str(shrink(found))


@pytest.mark.parametrize("rules", NAMES)
def test_section_7_both_engines_give_the_same_reasons(rules: str) -> None:
    rng = Random(SEED + 1)
    judged = 0
    for _ in range(BOARDS):
        request = random_request(rng, rules)
        request["after"] = random_after(rng, request)
        try:
            found = compare_reasons(request, LIMIT)
        except Undecided:
            continue
        assert found is None, str(shrink(found))
        judged += 1
    assert judged > 0.8 * BOARDS  # the oracle decides most
