"""`tools/compare.py` notices and names a changed answer."""

import argparse
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))
import compare
from answers.jobs import Answers, Job, ask


def pages() -> Answers:
    return {name: str(ask("rules", name)) for name in ("toc", "saut")}


def broken() -> Answers:
    raise ValueError("broken")


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> argparse.Namespace:
    """Arguments with which two pages of rules are recorded and compared, in a folder of the test."""
    for name in ("RECORDED", "NOW", "OLD"):
        monkeypatch.setattr(compare, name, tmp_path / name)
    monkeypatch.setattr(compare, "RECORD", tmp_path / "answers.json")
    monkeypatch.setattr(compare, "all_jobs", lambda _: [Job("rules/", pages)])
    given: dict[str, Any] = {"record": None, "texts": None, "old": None, "only": [], "processes": 1}
    return argparse.Namespace(**given)


def test_the_same_answers_are_recorded_once(
    options: argparse.Namespace, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare.run(options) == 1, "nothing is recorded yet"
    options.record = compare.RECORD
    assert compare.run(options) == 0
    options.record = None
    assert compare.run(options) == 0
    assert capsys.readouterr().out.endswith("2 answers, 0 differ\n")


def test_a_changed_answer_is_named_and_printed(
    options: argparse.Namespace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from toc_pi.cli import rules

    options.record = compare.RECORD
    compare.run(options)
    options.record, write = None, rules.write_page
    monkeypatch.setattr(rules, "write_page", lambda *of: write(*of).replace("the jump", "a leap"))
    assert compare.run(options) == 1
    out = capsys.readouterr().out
    assert "--- rules/saut: differs" in out
    assert "rules/toc" not in out
    assert "+Toc with a leap" in out


def test_an_answer_that_is_no_longer_given_is_named_unless_its_input_is_missing() -> None:
    kept = {"rules/toc": "1", "film/kitchen/seen": "2", "pages/fr": "3"}
    assert compare.compare(kept, {}, ["rules"]) == ["rules/toc"]
    assert compare.compare(kept, {"film/kitchen/seen": "0"}, []) == [
        "film/kitchen/seen",
        "pages/fr",
        "rules/toc",
    ]


def test_an_answer_that_fails_is_named_and_never_recorded(
    options: argparse.Namespace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare, "all_jobs", lambda _: [Job("rules/", pages), Job("evening/", broken)])
    assert compare.run(options) == 1
    assert "--- evening/failed" in capsys.readouterr().out
    options.record = compare.RECORD
    assert compare.run(options) == 1
    assert not compare.RECORD.exists()
