"""Every lesson of every rule set checked by the tests' independent engine: right answers and mistakes."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from oracle.breach_search import Undecided
from oracle.compare import compare_reasons, compare_results

from toc_pi.cli.teaching import lesson_line
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.teaching.lessons import lessons_of


@pytest.mark.parametrize("name", NAMES)
def test_right_answers_and_mistakes_are_so_for_another_engine_too(name: str) -> None:
    for lesson in lessons_of(load_ruleset(name), Table(centre=True)):
        line = lesson_line(lesson, {"rules": name})
        assert compare_results(line["request"]) is None
        for mistake in line["wrong"]:
            try:
                assert compare_reasons({**line["request"], "after": mistake["holes"]}, 3000) is None
            except Undecided:
                continue
