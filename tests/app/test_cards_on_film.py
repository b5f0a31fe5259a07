"""A filmed evening whose cards are read from the pile beside the board, with nobody who taps a card."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_film_session import LATEST_S, SOONEST_S, Row, watched

CLIP = Path(__file__).parents[1] / "data" / "cards"
TRUTH: Row = json.loads((CLIP / "truth.json").read_text())


@pytest.fixture(scope="module")
def events() -> list[Row]:
    return watched(str(CLIP), "--declare", "camera")


def told(events: list[Row], kind: str) -> list[Row]:
    return [row for row in events if row["event"] == kind]


def test_every_card_is_read_surely_and_none_is_invented(events: list[Row]) -> None:
    last = {row["n"]: row for row in told(events, "card")}
    assert list(last) == list(range(1, len(TRUTH["cards"]) + 1))
    for row, card in zip(last.values(), TRUTH["cards"], strict=True):
        assert row.get("card") == card["rank"]
        assert card["t"] <= row["t"] <= card["from"] + LATEST_S


def test_every_move_is_judged_rightly_and_at_once(events: list[Row]) -> None:
    turns = TRUTH["turns"]
    begins = [turn["hand_gone"] - SOONEST_S for turn in turns]
    for turn, begin, end in zip(turns, begins, [*begins[1:], float("inf")], strict=True):
        verdicts = [row for row in told(events, "verdict") if row["do"] == "card" and begin <= row["t"] < end]
        assert [(row["legal"], row["seat"]) for row in verdicts] == [(turn["legal"], turn["seat"])], turn
        assert verdicts[0].get("reasons", [])[:1] == turn["reasons"][:1]
        laid = [
            each["from"] for each in TRUTH["cards"] if each["rank"] == turn["card"] and each["from"] < end
        ]
        assert verdicts[0]["t"] - max(turn["hand_gone"], laid[-1]) <= LATEST_S, turn


def test_judge_tells_the_same_from_what_watch_has_printed(events: list[Row]) -> None:
    text = "".join(f"{json.dumps(row)}\n" for row in events)
    command = [sys.executable, "-m", "toc_pi", "judge", "--table", str(CLIP), "--declare", "camera"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    again = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.stderr, done.returncode) == ("", 0)
    for kind in ("verdict", "question", "repair", "settled", "taken-back", "end"):
        assert [{**row, "t": 0} for row in told(again, kind)] == [
            {**row, "t": 0} for row in told(events, kind)
        ]


def test_nobody_is_asked(events: list[Row]) -> None:
    assert told(events, "question") == []


def test_a_thrown_hand_is_judged_as_one(events: list[Row]) -> None:
    thrown = [row for row in told(events, "verdict") if row["do"] == "throw"]
    assert [(row["seat"], row["legal"]) for row in thrown] == [("c", True)]
