"""Cards on the pile weighed in stories: whose each is, told once, corrected once, and never by chance."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from camera_evening import Laying, Reading, evening, on_the_pile
from camera_figures import MIXED, ROWS
from sitting import Sitting, judged, seen_at

from calibration.holes import Hole, Seat
from toc_pi.app.judge import EventReader, judge
from toc_pi.app.recording.clip import load_table
from toc_pi.app.setup.table_summary import game_of
from toc_pi.belief.game_rules import GameRules
from toc_pi.effects import Effect, TakenBack, Verdict
from toc_pi.events import Event
from toc_pi.referee.referee import Referee
from toc_pi.referee.stories import ANCHORED

EVENINGS = sorted((Path(__file__).parents[1] / "data" / "evenings").iterdir())
EVERYTHING = ROWS["mixed, everything"], ROWS["lays, taps or neither"]
CALM_S = 0.4  # a verdict may come so long before the hand is surely gone


def told_of(folder: Path) -> list[Verdict]:
    """The verdicts on the moves of an evening without film, with the cards that were laid."""
    game = game_of(load_table(folder), "camera")
    reader = EventReader(GameRules(game), "camera")
    rows = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    rows += [json.loads(line) for line in (folder / "declared.jsonl").read_text().splitlines()]
    events = list[Event]()
    for row in sorted(rows, key=lambda row: float(row["t"])):
        event = reader.read(json.dumps(row), events[-1].t if events else 0.0)
        events += [] if event is None else [event]
    effects = [effect for _, follows in judge(game, events) for effect in follows]
    return [one for one in effects if isinstance(one, Verdict) and one.do == "card"]


@pytest.mark.parametrize("folder", EVENINGS, ids=lambda folder: folder.name)
def test_every_move_of_an_evening_is_judged_as_its_players_though_cards_come_late(folder: Path) -> None:
    turns: list[dict[str, Any]] = json.loads((folder / "truth.json").read_text())["turns"]
    turns.sort(key=lambda turn: float(turn["hand_gone"]))
    verdicts = told_of(folder)
    begins = [turn["hand_gone"] - CALM_S for turn in turns]
    for turn, begin, end in zip(turns, begins, [*begins[1:], float("inf")], strict=True):
        mine = [(one.seat, one.legal) for one in verdicts if begin <= one.t < end]
        assert mine == [(turn["seat"], turn["legal"])], turn


def laid_after(table: Sitting, n: int, card: str, pawns: str) -> None:
    """A move, and its card 2.2 s later, as laying it takes another hand."""
    table.move(pawns, seconds=2.2)
    table.laid(n, card)
    table.wait(2.2)


def test_a_wrong_move_that_is_put_back_leaves_its_card_where_it_was() -> None:
    table = seen_at("a3:a b0:b c0:c d5:d", "toc")
    table.laid(1, "8")
    table.wait(1.0)
    table.move("a3:a b0:c c0:b d5:d", seconds=3.0)  # a swap, which an eight doesn't allow
    table.move("a3:a b0:b c0:c d5:d", seconds=3.0)
    assert not table.referee.state.open.flag
    table.move("a11:a b0:b c0:c d5:d", seconds=3.0)
    assert [(line[1], line[4]) for line in judged(table)] == [("a", False), ("a", True)]


def test_a_card_that_is_taken_up_and_laid_once_more_stays_its_players() -> None:
    table = seen_at("a3:a b5:b c5:c d5:d", "toc")
    table.laid(1, "8")
    table.wait(1.0)
    table.move("a9:a b5:b c5:c d5:d", seconds=3.0)
    table.move("a3:a b5:b c5:c d5:d", seconds=2.0)
    table.laid(2, "8")
    table.wait(1.0)
    table.move("a11:a b5:b c5:c d5:d", seconds=2.0)
    table.laid(3, "6")
    table.wait(1.0)
    table.move("a11:a b11:b c5:c d5:d", seconds=3.0)
    told = [(line[1], line[3], line[4]) for line in judged(table)]
    assert told == [("a", "8", False), ("a", "8", True), ("b", "6", True)]


def test_a_wrong_move_whose_card_is_laid_after_it_shifts_nobodys_card() -> None:
    table = seen_at("a3:a b5:b", "toc")
    laid_after(table, 1, "8", "a11:a b5:b")
    laid_after(table, 2, "6", "a11:a b9:b")  # wrong: a six goes six holes
    table.move("a11:a b11:b", seconds=2.0)
    laid_after(table, 3, "K", "a11:a b11:b c0:c*")
    laid_after(table, 4, "A", "a11:a b11:b c0:c* d0:d*")
    laid_after(table, 5, "6", "a17:a b11:b c0:c* d0:d*")
    told = [(line[1], line[3], line[4]) for line in judged(table)]
    assert told == [
        ("a", "8", True),
        ("b", "6", False),
        ("b", "6", True),
        ("c", "K", True),
        ("d", "A", True),
        ("a", "6", True),
    ]


def test_an_unsure_hole_does_not_make_the_story_of_a_legal_move_unlikely() -> None:
    table = seen_at("", "toc")
    table.move("a0:a", seconds=2.5)  # long enough for its card to have been missed
    table.laid(1, "A")
    table.unsure = {Hole("b8"): {"": 0.45, "c": 0.55}, Hole("cC1"): {"": 0.55, "c": 0.45}}
    table.move("a0:a b0:b", seconds=2.5)
    assert judged(table) == [(1, "a", "card", "A", True)]  # that ace is not Yellow's
    table.laid(2, "K")
    table.wait(1.0)
    assert judged(table)[1:] == [(2, "b", "card", "K", True)]


def test_after_a_card_that_nobody_saw_the_next_ones_are_their_players_again() -> None:
    table = seen_at("a3:a b5:b c5:c d5:d", "toc")
    for n, (card, pawns) in enumerate(
        (("8", "a11:a b5:b c5:c d5:d"), ("6", "a11:a b11:b c5:c d5:d"), ("9", "a11:a b11:b c14:c d5:d")), 1
    ):
        table.laid(n, card)
        table.move(pawns, seconds=2.0)
    table.move("a11:a b11:b c14:c d11:d", seconds=2.0)  # d's card isn't seen
    table.laid(4, "2")
    table.move("a13:a b11:b c14:c d11:d", seconds=2.0)
    table.laid(5, "3")
    table.move("a13:a b14:b c14:c d11:d", seconds=2.0)
    right = [(line[1], line[3]) for line in judged(table) if line[4]]
    assert right == [("a", "8"), ("b", "6"), ("c", "9"), ("d", "6"), ("a", "2"), ("b", "3")]


def test_cards_whose_players_were_lost_track_of_do_not_spoil_the_turns_to_come() -> None:
    table = seen_at("a3:a b5:b c5:c d5:d", "toc")
    for n, card in enumerate(("2", "Q", "9"), 1):  # dropped there by a child
        table.laid(n, card)
    laid_after(table, 4, "8", "a11:a b5:b c5:c d5:d")
    laid_after(table, 5, "6", "a11:a b11:b c5:c d5:d")
    laid_after(table, 6, "3", "a11:a b11:b c8:c d5:d")
    laid_after(table, 7, "10", "a11:a b11:b c8:c d15:d")
    assert [(line[1], line[3], line[4]) for line in judged(table)][-2:] == [
        ("c", "3", True),
        ("d", "10", True),
    ]


def told_at(seed: int, laying: Laying, reading: Reading) -> list[tuple[Effect, ...]]:
    """The effects of each event of a simulated evening with cards on a pile."""
    game, played = evening(seed, 25, laying)
    referee = Referee(game)
    return [referee.step(event) for event in on_the_pile(game, played.told, reading, Random(seed))]


@pytest.mark.parametrize("seed", [3, 11])
def test_a_correction_goes_back_over_a_few_turns_at_most(seed: int) -> None:
    effects = told_at(seed, MIXED, Reading(missed=0.1))
    assert max(sum(isinstance(one, Verdict) for one in each) for each in effects) <= ANCHORED + 2


def test_the_same_events_give_the_same_effects_whatever_the_order_of_sets() -> None:
    program = (
        "import sys; sys.path[:0] = ['tests', 'tests/referee']\n"
        "from test_stories import digest\n"
        "print(digest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (0, 1, 2)
    }
    assert len(found) == 1


def digest() -> str:
    """A fingerprint of all that is told on evenings with everything that people and cameras do."""
    rough = Reading(missed=0.05, unsure=0.1, phantom=0.05, late=0.1, together=0.05)
    told = [told_at(seed, laying, rough) for seed, (laying, _) in zip((5, 8), EVERYTHING, strict=True)]
    return hashlib.sha256(_written(told).encode()).hexdigest()


def _written(value: Any) -> str:
    """A value as text, with sets in order."""
    if isinstance(value, frozenset | set):
        return f"{{{', '.join(sorted(map(_written, value)))}}}"
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_written, value))})"
    if hasattr(value, "__dataclass_fields__"):
        fields = (f"{name}={_written(getattr(value, name))}" for name in value.__dataclass_fields__)
        return f"{type(value).__name__}({', '.join(fields)})"
    return repr(value)


def test_a_story_is_printed_on_one_line() -> None:
    table = seen_at("a3:a b5:b", "toc")
    table.laid(1, "5")
    table.move("a7:a b5:b", seconds=1.0)
    lines = [str(story) for story in table.referee.filter.stories]
    assert len(lines) > 1
    assert all("\n" not in line for line in lines)
    assert "flagged a 5" in lines[0]
    assert Seat("a") == table.referee.state.on_turn


@pytest.mark.parametrize("rules", ["toc", "quebec", "fadoq"])
@pytest.mark.parametrize("looks", [{}, {"_7": 0.6, "J": 0.4}, {"_7": 0.47, "Q": 0.3, "_2": 0.2}], ids=str)
def test_a_card_that_is_not_there_accuses_nobody(rules: str, looks: dict[str, float]) -> None:
    table = seen_at("a3:a b5:b c5:c d5:d", rules)
    table.laid(1, "8")
    table.move("a11:a b5:b c5:c d5:d")
    table.laid(2, **looks)  # a hand that passes
    table.wait(1.0)
    for n, (card, pawns) in enumerate(
        (("6", "a11:a b11:b c5:c d5:d"), ("9", "a11:a b11:b c14:c d5:d"), ("6", "a11:a b11:b c14:c d11:d")), 3
    ):
        table.laid(n, card)
        table.move(pawns, seconds=2.0)
    told = [(line[1], line[3], line[4]) for line in judged(table)]
    assert told == [("a", "8", True), ("b", "6", True), ("c", "9", True), ("d", "6", True)]


def five_without_its_card(seconds: float) -> Sitting:
    """Blue has moved five holes, and no card is seen for so long."""
    table = seen_at("a3:a b5:b d7:d", "tac-tik")
    table.laid(1, "8")
    table.move("a11:a b5:b d7:d", seconds=2.0)
    table.move("a11:a b10:b d7:d", seconds=seconds)
    return table


@pytest.mark.parametrize(("card", "told"), [("6", ("b", "6", False)), ("9", ("b", "5", True))])
def test_a_card_that_comes_after_a_move_is_rather_the_next_players_where_nobody_would_miscount_so(
    card: str, told: tuple[str, str, bool]
) -> None:
    table = five_without_its_card(seconds=3.0)
    table.laid(2, card)
    table.wait(3.0)
    assert [(line[1], line[3], line[4]) for line in judged(table)[1:]] == [told]


def test_a_move_whose_card_is_not_seen_is_told_as_legal_after_four_seconds() -> None:
    table = five_without_its_card(seconds=3.8)
    assert len(judged(table)) == 1
    table.wait(0.6)
    assert judged(table)[1:] == [(2, "b", "card", "5", True)]


def test_a_card_that_is_laid_after_its_move_was_told_as_legal_still_counts() -> None:
    table = five_without_its_card(seconds=4.4)
    table.laid(2, "6")
    table.wait(1.0)
    table.move("a11:a b11:b d7:d", seconds=3.0)  # Blue miscounted, and puts it right
    assert [line[3:] for line in judged(table)[1:]] == [("5", True), ("6", False), ("6", True)]
    assert [effect.n for effect in table.effects if isinstance(effect, TakenBack)] == [2]


def test_a_discard_that_could_not_be_read_may_turn_out_to_be_no_card() -> None:
    table = seen_at("", "toc")
    table.laid(1, "J")
    table.wait(1.2)
    table.laid(2)  # an arm
    table.wait(0.3)
    table.laid(3, "Q")
    table.wait(1.2)
    table.laid(4, "A")
    table.wait(1.2)
    table.move("c0:c")
    table.laid(5, "K")
    table.wait(1.2)
    table.move("c0:c d0:d")
    told = [line[1:] for line in judged(table)]
    assert told[-2:] == [("c", "card", "A", True), ("d", "card", "K", True)]
    assert all(line[3] for line in told)
