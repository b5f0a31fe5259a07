"""`toc-pi legal` and `toc-pi explain`: one answer per line; an impossible request doesn't stop the others."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toc_pi.cli.main import main

CASES = json.loads((Path(__file__).parents[1] / "data" / "cases.json").read_text())
REQUEST = {
    "id": 7,
    "rules": "quebec",
    "seats": 4,
    "home_entry": 16,
    "holes": {"a2": "a"},
    "seat": "a",
    "card": "6",
}


@pytest.mark.parametrize("command", ["legal", "explain"])
def test_all_shared_examples(command: str, ask: Callable[..., Any]) -> None:
    cases = [case for case in CASES if case["command"] == command]
    status, answers = ask(command, *(case["request"] for case in cases))
    assert status == 0
    for case, answer in zip(cases, answers, strict=True):
        assert answer["id"] == case["id"]
        expect = case["expect"]
        if command == "legal":
            assert _results(answer["results"]) == _results(expect["results"])
            assert len(answer["results"]) == len(expect["results"])
        else:
            assert answer["legal"] == expect["legal"]
            assert answer.get("reasons", []) == expect.get("reasons", [])
            assert set(answer.get("text", {})) == (set() if expect["legal"] else {"en", "fr"})


def test_thousands_of_faults_are_told_in_one_short_line(ask: Callable[..., Any]) -> None:
    cards = {str(number): ["5"] for number in range(20, 20_000)}
    own = {key: value for key, value in REQUEST.items() if key != "rules"}
    holes = {f"a{number}": "a" for number in range(20, 20_000)}
    wrong = own | {"ruleset": {"base": "tock", "cards": cards}}, REQUEST | {"after": holes}
    status, answers = ask("explain", *wrong, REQUEST | {"after": {"a8": "a"}})
    assert status == 2
    assert answers[0]["error"].startswith("ruleset: cards.20 isn't a rank")
    assert answers[1]["error"].startswith("after: a1")
    assert answers[2] == {"id": 7, "legal": True}


def test_more_results_than_can_be_listed_are_refused_and_the_next_request_is_answered(
    ask: Callable[..., Any],
) -> None:
    holes = {
        f"{seat}{4 * n + 1}": other
        for n in range(4)
        for seat, other in zip("abcdefg", "bcdefga", strict=True)
    }
    crowd = {"seats": 8, "players": [list("abcdefg"), ["h"]], "holes": holes, "card": "7"}
    status, (refused, listed) = ask("legal", REQUEST | crowd, REQUEST)
    assert status == 2
    assert "28 pawns in more than 300000 ways" in refused["error"]
    assert listed["results"] == [{"holes": {"a8": "a"}, "fresh": []}]


@pytest.mark.parametrize(
    ("more", "holes"),
    [
        # The entry is d14 by default: six holes from there only the lap continues.
        ({"stretch": 16, "holes": {"d14": "a"}}, [{"a4": "a"}]),
        ({"stretch": 16, "holes": {"d12": "a"}}, [{"aH4": "a"}, {"a2": "a"}]),
        ({"stretch": 16, "home_entry": 16, "holes": {"d14": "a"}}, [{"aH4": "a"}, {"a4": "a"}]),
        ({"stretch": 24, "holes": {"a23": "a"}}, [{"b5": "a"}]),
        ({"holes": {"d14": "a"}}, [{"aH4": "a"}, {"a2": "a"}]),
        ({"stretch": 12, "rules": "saut", "holes": {"a1": "a"}}, [{"b7": "a"}]),
    ],
)
def test_boards_of_other_lengths(
    more: dict[str, Any], holes: list[dict[str, str]], ask: Callable[..., Any]
) -> None:
    """A six on boards with 12 to 24 holes per seat; 18 and entry 16 by default."""
    request = {key: value for key, value in (REQUEST | more).items() if key != "home_entry" or key in more}
    status, (answer,) = ask("legal", request)
    assert status == 0
    assert sorted(map(str, (result["holes"] for result in answer["results"]))) == sorted(map(str, holes))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "ludo"}, 'rules = "ludo"; allowed are toc'),
        ({"rules": 3}, "rules = 3"),
        ({"seats": 5}, "seats = 5"),
        ({"seats": 4.0}, "seats = 4.0"),
        ({"home_entry": "16"}, 'home_entry = "16"'),
        ({"centre": 1}, "centre = 1"),
        ({"stretch": 25}, "stretch = 25; allowed are 12 to 24"),
        ({"stretch": 16.0}, "stretch = 16.0; a whole number"),
        ({"stretch": 16, "home_entry": 17}, "home_entry = 17; allowed are 14, 15 and 16"),
        ({"stretch": 16, "holes": {"a16": "a"}}, "a16"),
        ({"holes": {"a99": "a"}}, "a99"),
        ({"holes": {"a2": "z"}}, "seat z"),
        ({"holes": {"a2": 3}}, "holes.a2 = 3"),
        ({"holes": [1]}, "holes = [1]"),
        ({"holes": {f"a{n}": "a" for n in range(1, 6)}}, "seat a has 5 pawns"),
        ({"holes": {"bH1": "a"}}, "another seat's home"),
        ({"holes": {"X": "a"}}, "no centre"),
        ({"fresh": ["a2"]}, "fresh pawn at a2"),
        ({"fresh": ["b0"]}, "no pawn stands there"),
        ({"players": [["a"], ["c"]], "seat": "b"}, "nobody plays"),
        ({"players": [["b"], ["c"]], "seat": "b"}, "nobody plays"),
        ({"players": "a"}, 'players = "a"'),
        ({"card": "*"}, "not in the pack"),
        ({"card": 6}, "card = 6"),
        ({"house": ["spill", "no-spill"]}, "contradict"),
        ({"house": "spill"}, 'house = "spill"'),
        ({"ruleset": {"base": "toc"}}, "both given"),
    ],
)
def test_an_impossible_request_is_reported_and_the_others_go_on(
    change: dict[str, Any], said: str, ask: Callable[..., Any]
) -> None:
    status, (bad, good) = ask("legal", {**REQUEST, **change}, {**REQUEST, "id": 8})
    assert status == 2
    assert bad["id"] == 7
    assert said in bad["error"]
    assert good == {"id": 8, "results": [{"holes": {"a8": "a"}, "fresh": []}]}


@pytest.mark.parametrize(
    ("line", "number", "said"),
    [
        ('{"id": 3, "rules":', 3, "no JSON"),
        ("[1, 2]", None, "no JSON object"),
        ("[" * 100_000, None, "no JSON"),
        (
            '{"id": 4, "rules": "toc", "seats": 4, "home_entry": 16, "holes": {"a1": "a", "a1": "b"}}',
            4,
            "a1 is named",
        ),
        ('{"id": 5, "rules": "toc"}', 5, "seats is missing"),
    ],
)
def test_a_malformed_line_is_reported_and_the_others_go_on(
    line: str, number: int | None, said: str, ask: Callable[..., Any]
) -> None:
    status, answers = ask("explain", line, "", {**REQUEST, "after": {"a8": "a"}})
    assert status == 2
    assert answers[0]["id"] == number
    assert said in answers[0]["error"]
    assert answers[1] == {"id": 7, "legal": True}


def test_a_file_of_requests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "requests.jsonl"
    path.write_text(json.dumps(REQUEST))
    assert main(["legal", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["results"]
    assert main(["legal", str(tmp_path / "none.jsonl")]) == 2
    assert "can't be read" in capsys.readouterr().err


def _results(found: list[dict[str, Any]]) -> set[tuple[frozenset[tuple[str, str]], frozenset[str]]]:
    return {(frozenset(result["holes"].items()), frozenset(result["fresh"])) for result in found}


def test_the_requests_of_the_documentation_are_answered_as_it_says(ask: Callable[..., Any]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "requests.md").read_text("utf-8")
    asked = re.findall(r"echo '(.+)' \|\n    toc-pi (\w+) -\n```\n\n```json\n(.+)\n```", page)
    assert [command for _, command, _ in asked] == ["legal", "explain", "hint"]
    for request, command, answer in asked:
        assert ask(command, request) == (0, [json.loads(answer)])
