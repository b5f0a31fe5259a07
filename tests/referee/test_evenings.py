"""The referee with perfect observations of eight filmed evenings: every verdict right, once, in time."""

import json
from pathlib import Path
from typing import Any

import pytest

from calibration.holes import Seat
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, Verdict
from toc_pi.events import Card, Declared, Event, Seen, Tick, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table

EVENINGS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "evenings.json").read_text(encoding="utf-8")
)
DELAY_S = 1.0


def events_of(evening: dict[str, Any], lag_s: float = 0.3) -> list[Event]:
    """Observations and taps in chronological order."""
    found: list[tuple[float, int, Event]] = []
    board: dict[str, str] = {}
    for still in evening["stills"]:
        board = {h: s for h, s in {**board, **still["change"]}.items() if s}
        white = {}
        if evening["white_face"]:
            white = {h: 0.9 if h in still["fresh"] else 0.1 for h in board if "C" not in h}
        t = still["from"] + min(lag_s, (still["to"] - still["from"]) / 2)
        found.append((t, 1, Seen(t, board, white=white)))
    for start, end in evening["hands"]:
        found.append((start + 0.05, 0, ViewChanged(start + 0.05, "hand")))
        found.append((end, 0, ViewChanged(end, "watching")))
    for tap in evening["declared"]:
        cards = tuple(map(Card, tap.get("cards", ())))
        card = Card(tap["card"]) if "card" in tap else None
        found.append((tap["t"], 2, Declared(tap["t"], Seat(tap["seat"]), tap["do"], card, cards)))
    end = evening["stills"][-1]["to"] + 2
    found += [(step / 10, 3, Tick(step / 10)) for step in range(round(10 * end))]
    return [event for _, _, event in sorted(found, key=lambda row: row[:2])]


def referee_of(evening: dict[str, Any]) -> Referee:
    """The referee of an evening's table."""
    table = Table(
        evening["seats"], evening["home_entry"], evening["centre"], (), tuple(map(tuple, evening["teams"]))
    )
    rules = load_ruleset(evening["rules"], tuple(evening["house"]))
    return Referee(Game(rules, table, Seat(evening["first"]), evening["white_face"]))


@pytest.mark.parametrize("name", sorted(EVENINGS))
def test_every_verdict_is_right_and_in_time(name: str) -> None:
    evening = EVENINGS[name]
    referee = referee_of(evening)
    effects: list[Effect] = [effect for event in events_of(evening) for effect in referee.step(event)]
    verdicts = [effect for effect in effects if isinstance(effect, Verdict) and effect.do == "card"]
    expected = []
    for turn in evening["turns"]:
        expected.append((turn["n"], turn["seat"], turn["legal"], turn["reasons"][:1]))
    assert [(v.n, v.seat, v.legal, list(v.reasons[:1])) for v in verdicts] == expected
    for verdict, turn in zip(verdicts, evening["turns"], strict=True):
        declared = [
            tap["t"]
            for tap in evening["declared"]
            if tap.get("card") == turn["card"] and tap["t"] <= verdict.t
        ]
        assert verdict.t - max(turn["hand_gone"], declared[-1]) <= DELAY_S
        assert not verdict.legal or dict(verdict.holes) == turn["holes"]
        assert not verdict.legal or verdict.fresh == set(turn["fresh"])


@pytest.mark.parametrize("lag_s", [0.05, 0.5, 0.6])
def test_verdicts_dont_depend_on_the_picture_rate(lag_s: float) -> None:
    for name in ("club", "first-lesson"):
        evening = EVENINGS[name]
        referee = referee_of(evening)
        effects = [effect for event in events_of(evening, lag_s) for effect in referee.step(event)]
        verdicts = [effect for effect in effects if isinstance(effect, Verdict) and effect.do == "card"]
        assert [v.legal for v in verdicts] == [turn["legal"] for turn in evening["turns"]]
