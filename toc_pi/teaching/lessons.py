"""Lessons: a position to set up, a card, a goal, and anticipated mistakes.

A lesson is a dozen lines of data (`lessons.toml`). Which lessons a rule set has, and their right answers,
follow from its cards and parameters, including house rules and families' files: right answers are the legal
results that reach the goal, and a mistake is used only if the rules forbid it for the reason that it names.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput, perhaps
from toc_pi.messages import said
from toc_pi.rules.explain import explain
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.masks import masks_of
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.rules.use import Use
from toc_pi.teaching.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.teaching.places import hole_at

PUPIL = Seat("a")  # the seat of the person who learns
CAMP = "camp"  # where a pawn comes from or goes to, instead of a hole
# The players of a lesson, without and with partners.
PLAYERS = tuple((Seat(letter),) for letter in "abcd")
PARTNERS = ((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))
PLAIN = tuple(map(Card, ("6", "8", "9", "10", "5", "Q", "3", "2", "A", "J", "K", "4", "7", "*")))
"""Ranks in the order in which lessons prefer them: first those without special uses in most rule sets."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A typical wrong board, and the rule that it breaks (a code of RULES 7)."""

    holes: Mapping[Hole, Seat]
    reason: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson.

    Attributes:
        name: its key in `lessons.toml` and in the catalogues.
        rules, table: rules and table.
        position: the position to set up.
        seat: whose turn it is.
        card: the card to play.
        number: the card's number here; 0 if it has none.
        right: every result that reaches the goal.
        wrong: anticipated mistakes.
    """

    name: str
    rules: RuleSet
    table: Table
    position: Position
    seat: Seat
    card: Card
    number: int
    right: tuple[Position, ...]
    wrong: tuple[Mistake, ...]


def lessons_of(rules: RuleSet, table: Table) -> tuple[Lesson, ...]:
    """The lessons of a rule set on a board, the easiest first.

    Args:
        rules: the rule set, house rules applied.
        table: the board. Its teams don't matter: partners get a lesson of their own.
    """
    found = (_lesson(name, plan, rules, table) for name, plan in _plans().items())
    return tuple(lesson for lesson in found if lesson is not None)


def lesson_named(rules: RuleSet, table: Table, name: str) -> Lesson:
    """One lesson by its name.

    Raises:
        BadInput: this rule set has no such lesson.
    """
    known = {lesson.name: lesson for lesson in lessons_of(rules, table)}
    if name not in known:
        raise BadInput(
            said(
                "lesson {name}{perhaps}; {name2} has {names}",
                name=repr(name),
                perhaps=perhaps(name, known),
                name2=rules.name,
                names=", ".join(known),
            )
        )
    return known[name]


def names() -> tuple[str, ...]:
    """The names of all lessons there are."""
    return tuple(_plans())


def reaches(lesson: Lesson, after: Mapping[Hole, Seat]) -> bool:
    """Whether a board is one of the right answers; freshness can't be seen."""
    return any(dict(result.pawns) == dict(after) for result in lesson.right)


@lru_cache(maxsize=1)
def _plans() -> Mapping[str, Mapping[str, Any]]:
    text = (files("toc_pi.teaching") / "lessons.toml").read_text(encoding="utf-8")
    return {plan["name"]: plan for plan in tomllib.loads(text)["lesson"]}


def _lesson(name: str, plan: Mapping[str, Any], rules: RuleSet, table: Table) -> Lesson | None:
    """A lesson plan adapted to a rule set and board; None if it doesn't apply there."""
    own = Table(
        table.seats,
        table.home_entry,
        table.centre,
        players=PLAYERS,
        teams=PARTNERS if plan.get("when", {}).get("teams") else (),
        stretch=table.stretch,
    )
    if not _applies(plan.get("when", {}), rules, own):
        return None
    picked = _pick(rules, plan)
    if picked is None:
        return None
    card, number = picked
    made = _PlanReader(own, number)
    position = made.position(plan["pawns"])
    if position is None:
        return None
    lesson = Lesson(name, rules, own, position, PUPIL, card, number, (), ())
    right = tuple(
        after
        for after in legal_moves(rules, own, position, PUPIL, card)
        if _is_reached(plan["goal"], made, lesson, after)
    )
    if not right:
        return None
    lesson = replace(lesson, right=right)
    wrong = (Mistake(made.moved(position, one["moves"]), one["reason"]) for one in plan.get("wrong", ()))
    return replace(lesson, wrong=tuple(one for one in wrong if _is_forbidden(lesson, one)))


def _applies(when: Mapping[str, Any], rules: RuleSet, table: Table) -> bool:
    for key, wanted in when.items():
        if key == "teams":
            continue
        if key == "entry-at-start":
            if table.home_entry != table.stretch:
                return False
        elif key == "centre":
            if not table.centre:
                return False
        elif getattr(rules, key) not in wanted:
            return False
    return True


def _pick(rules: RuleSet, plan: Mapping[str, Any]) -> tuple[Card, int] | None:
    """The rank with all uses that a plan wants and the fewest others, and its number."""
    wanted, unwanted, rank = plan["uses"], plan.get("without", ()), plan.get("rank")
    best: tuple[int, int, Card, int] | None = None
    for card in PLAIN if rank is None else (Card(rank),):
        uses = rules.cards.get(card, ())
        fitting = [[use for use in uses if _is_use(use, kind)] for kind in wanted]
        if not all(fitting) or any(_is_use(use, kind) for use in uses for kind in unwanted):
            continue
        if rank is None and "forward" in wanted and any(use.mows for use in uses):
            continue
        number = max((use.number for found in fitting for use in found), default=0)
        choice = (len(uses), PLAIN.index(card), card, number)
        best = choice if best is None else min(best, choice)
    return None if best is None else best[2:]


def _is_use(use: Use, wanted: str) -> bool:
    """Whether a use is of a kind; a `!` after the kind requires that it mows."""
    return use.kind == wanted.removesuffix("!") and (use.mows or not wanted.endswith("!"))


def _is_reached(goal: Mapping[str, Any], made: "_PlanReader", lesson: Lesson, after: Position) -> bool:
    """Whether a result fulfils a goal."""
    now = dict(after.pawns)
    for word in goal.get("holds", "").split():
        hole, seat, _ = made.pawn(word)
        if now.get(hole) != seat:
            return False
    for word in goal.get("free", "").split():
        if made.hole(word) in now:
            return False
    moves = pawn_moves_of(lesson.table, lesson.position, lesson.card, after)
    return all(_count(moves, key) >= goal[key] for key in ("out", "home", "captured", "moved") if key in goal)


def _count(moves: tuple[PawnMove, ...], key: str) -> int:
    if key == "moved":
        return sum(move.kind != "capture" for move in moves)
    return sum(move.kind == {"captured": "capture"}.get(key, key) for move in moves)


def _is_forbidden(lesson: Lesson, mistake: Mistake) -> bool:
    """Whether the rules forbid a mistake's board for exactly the reason that it names."""
    judged = explain(
        lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, dict(mistake.holes)
    )
    return not judged.legal and judged.reasons == (mistake.reason,)


class _PlanReader:
    """Reads the places of a plan on one board, for one number of the card."""

    def __init__(self, table: Table, number: int) -> None:
        self._masks = masks_of(table.seats, table.home_entry, table.stretch)
        self._number = number

    def hole(self, place: str) -> Hole:
        """The hole of a place; without a seat it is the pupil's."""
        return hole_at(place, PUPIL, self._number, self._masks)

    def pawn(self, word: str) -> tuple[Hole, Seat, bool]:
        """`a@start*`: hole, seat, whether it is fresh."""
        seat, _, place = word.partition("@")
        return self.hole(place.removesuffix("*")), Seat(seat), place.endswith("*")

    def position(self, pawns: str) -> Position | None:
        """The position of a plan; None if two pawns would share a hole on this board."""
        found = [self.pawn(word) for word in pawns.split()]
        if len({hole for hole, _, _ in found}) < len(found):
            return None
        return Position(
            frozenset((hole, seat) for hole, seat, _ in found),
            frozenset(hole for hole, _, fresh in found if fresh),
        )

    def moved(self, position: Position, moves: str) -> dict[Hole, Seat]:
        """The board after some moves in sequence; pawns are replaced where another is put."""
        board, put = dict(position.pawns), {}
        for word in moves.split():
            seat, _, way = word.partition("@")
            start, _, end = way.partition(">")
            owner = Seat(seat)
            if start != CAMP:
                board.pop(self.hole(start), None)
            if end != CAMP:
                put[self.hole(end)] = owner
        return board | put
