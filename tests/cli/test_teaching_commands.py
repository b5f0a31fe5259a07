"""`toc-pi hint` and `toc-pi learn`, as specified in CONTRACT."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toc_pi.cli.main import main
from toc_pi.rules.ruleset import NAMES

HAND = {
    "id": 7,
    "rules": "quebec",
    "seats": 4,
    "teams": [["a", "c"], ["b", "d"]],
    "holes": {"a0": "a", "a8": "a", "b3": "b"},
    "fresh": ["a0"],
    "seat": "a",
    "hand": ["4", "K", "9"],
    "strength": 2,
}


def test_hints_are_legal_results_best_first_with_texts_in_both_languages(ask: Callable[..., Any]) -> None:
    status, (answer,) = ask("hint", HAND)
    assert status == 0
    assert answer["id"] == 7
    wins = [play["win"] for play in answer["plays"]]
    assert wins == sorted(wins, reverse=True)
    for play in answer["plays"]:
        _, (legal,) = ask("legal", {**HAND, "card": play["card"]})
        assert {"holes": play["holes"], "fresh": play["fresh"]} in legal["results"]
        assert set(play["text"]) == {"en", "fr"}


def test_what_is_no_card_play_says_what_to_do(ask: Callable[..., Any]) -> None:
    stuck = {**HAND, "holes": {}, "fresh": [], "hand": ["9", "Q"]}
    _, (thrown, discarded) = ask("hint", stuck, {**stuck, "rules": "toc"})
    assert [play["do"] for play in thrown["plays"]] == ["throw"]
    assert [play["do"] for play in discarded["plays"]] == ["discard", "discard"]
    assert all("holes" not in play for play in (*thrown["plays"], *discarded["plays"]))


@pytest.mark.parametrize(
    ("change", "pair"),
    [
        ({"holes": {"a5": "a", "b3": "a"}, "fresh": []}, ("a5", "b3")),
        ({"holes": {"a0": "a", "b3": "a"}, "fresh": ["a0"]}, ("a0", "b3")),
        ({"holes": {"a5": "a", "b3": "a"}, "fresh": [], "house": ["jack-pass"]}, ("a5", "b3")),
        ({"rules": "saut", "holes": {"a0": "a", "a5": "a", "b1": "a"}, "fresh": []}, ("a5", "b1")),
        ({"holes": {f"aH{n}": "a" for n in range(1, 5)} | {"c3": "c", "c4": "c"}, "fresh": []}, ("c3", "c4")),
    ],
)
def test_a_swap_of_two_pawns_of_one_colour_is_a_play_with_its_holes(
    ask: Callable[..., Any], change: dict[str, Any], pair: tuple[str, str]
) -> None:
    _, (answer,) = ask("hint", {**HAND, **change, "hand": ["J"]})
    (play,) = answer["plays"]  # M11: legal, though nothing is seen to change; it must be played
    assert (play["holes"], play["fresh"], "do" in play) == (change["holes"], [], False)
    assert all(hole in text for hole in pair for text in play["text"].values())


def test_a_pass_that_a_house_rule_allows_is_no_swap(ask: Callable[..., Any]) -> None:
    alone = {**HAND, "holes": {"a5": "a"}, "fresh": [], "house": ["jack-pass"], "hand": ["J"]}
    _, (answer,) = ask("hint", alone)
    assert [play["do"] for play in answer["plays"]] == ["pass", "throw"]


def test_additional_fields_are_used(ask: Callable[..., Any]) -> None:
    more = {"hands": {"b": 4, "c": 3, "d": 4}, "played": ["A", "A", "K"], "turn": {"left": 3}, "seed": 4}
    status, (answer,) = ask("hint", {**HAND, **more, "strength": 3, "time": 0.05})
    assert status == 0
    assert answer["plays"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hand": []}, "hand"),
        ({"hand": ["1"]}, "hand"),
        ({"hand": ["A", "A", "A", "A", "A"]}, "card A"),
        ({"strength": 9}, "strength"),
        ({"strength": "3"}, "strength"),
        ({"time": -1}, "time"),
        ({"seed": 0.5}, "seed"),
        ({"hands": {"b": -1}}, "hands"),
        ({"hands": [4]}, "hands"),
        ({"hands": {"b": 10**9}}, "hands.b = 1000000000; a number of cards, 0 to 52"),
        ({"turn": 3}, "turn"),
        ({"turn": {"left": "3"}}, "turn.left"),
        ({"turn": {"left": 10**9}}, "turn.left = 1000000000; a number of cards, 0 to 52"),
        ({"played": ["Z"]}, "played"),
    ],
)
def test_an_impossible_hand_is_reported_and_the_others_answered(
    ask: Callable[..., Any], change: dict[str, Any], said: str
) -> None:
    status, (bad, good) = ask("hint", {**HAND, **change}, {**HAND, "id": 8})
    assert status == 2
    assert said in bad["error"]
    assert good["plays"]


@pytest.mark.parametrize("name", NAMES)
def test_every_lesson_is_right_by_legal_and_its_mistakes_by_explain(
    name: str, ask: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "--json", "--rules", name]) == 0
    lessons = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lessons) >= 16
    assert "A" in {lesson["request"]["card"] for lesson in lessons}
    hands = {lesson["lesson"]: lesson["hand"] for lesson in lessons if "hand" in lesson}
    assert hands.keys() >= {"deal", "laying-down"}
    _, answers = ask("legal", *(lesson["request"] for lesson in lessons))
    for lesson, answer in zip(lessons, answers, strict=True):
        assert all(right in answer["results"] for right in lesson["right"])
    wrong = [(lesson, one) for lesson in lessons for one in lesson["wrong"]]
    _, answers = ask("explain", *({**lesson["request"], "after": one["holes"]} for lesson, one in wrong))
    assert [answer["reasons"] for answer in answers] == [[one["reason"]] for _, one in wrong]


def test_a_family_s_file_has_its_own_lessons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    family = tmp_path / "lucie.toml"
    family.write_text(
        'base = "toc"\nname = "At Lucie\'s"\n[cards]\n4 = ["4"]\n9 = ["-9"]\n', encoding="utf-8"
    )
    assert main(["learn", "four-back", "--json", "--rules", str(family)]) == 0
    lesson = json.loads(capsys.readouterr().out)
    assert lesson["request"]["card"] == "9"
    assert lesson["request"]["ruleset"]["base"] == "toc"


def test_lessons_are_printed_for_people_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "seven-split", "--lang", "fr", "--text"]) == 0
    out = capsys.readouterr().out
    assert "Le sept se partage" in out
    assert "rentre, à la place 4" in out


@pytest.mark.parametrize("words", [["nothing"], ["--rules", "tick"], ["--house", "none"], ["--stretch", "9"]])
def test_unknown_lessons_rules_and_boards_are_refused(words: list[str], refused: Callable[..., str]) -> None:
    refused("learn", *words)
