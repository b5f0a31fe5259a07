"""Lessons: a position to set up, a card, a goal, and anticipated mistakes."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from calibration.holes import CENTRE, SEATS, Hole, Seat
from toc_pi.errors import BadInput, did_you_mean
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.masks import JUMP_HOLE, Masks, masks_of
from toc_pi.rules.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.rules.position import RANKS, Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.table import Table

# A symbolic place in a lesson, such as start+3 or b.H1, and the terms added to it.
_PLACE = re.compile(r"(?:(?P<seat>[a-h])\.)?(?P<base>start|entry|seven|H[1-4]|X)(?P<more>(?:[+-](?:n|\d+))*)")
_TERM = re.compile(r"([+-])(n|\d+)")


def hole_at(place: str, seat: Seat, n: int, masks: Masks) -> Hole:
    """The hole of a symbolic place on a board.

    Args:
        place: `start`, `entry`, `seven`, `H1` … `H4` of a seat, or `X`; the first three with steps added.
        seat: the default seat.
        n: the value of `n`.
        masks: the board.

    Raises:
        BadInput: no such place.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        raise BadInput(
            "place {place}; allowed are start, entry, seven, H1 to H4, X, with +2-n behind",
            place=repr(place),
        )
    owner, base = Seat(found["seat"] or seat), found["base"]
    number = SEATS.index(owner)
    if base == "X":
        return CENTRE
    if base.startswith("H"):
        return Hole(f"{owner}{base}")
    first = {"start": masks.start, "entry": masks.entry}.get(base)
    index = masks.start[number] + JUMP_HOLE if first is None else first[number]
    for sign, term in _TERM.findall(found["more"]):
        steps = n if term == "n" else int(term)
        index += steps if sign == "+" else -steps
    return masks.names[index % masks.length]


PUPIL = Seat("a")  # the learner's seat
CAMP = "camp"  # origin or destination of a pawn, instead of a hole
# The players of a lesson, without and with partners.
PLAYERS = tuple((Seat(letter),) for letter in "abcd")
PARTNERS = ((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))
PLAIN = tuple(map(Card, ("6", "8", "9", "10", "5", "Q", "3", "2", "A", "J", "K", "4", "7", "*")))
"""Ranks in order of preference for lessons: first those without special uses in most rule sets."""


Ask = Literal["", "play", "nothing", "give"]
"""What the learner chooses from a hand first: the playable card, none, or the card to give."""
Show = Literal["right", "wrong", "lap", "nothing"]
"""What a lesson demonstrates first: a right answer, its first mistake, or a pawn's whole way."""
LessonMove = tuple[
    Hole | None, Hole | None, Seat
]  # a pawn's move: from and to (None: its camp), and its seat


@dataclass(frozen=True, slots=True)
class Mistake:
    """A typical wrong result, the rule that it breaks (a code of RULES 7), and its moves in order."""

    holes: Mapping[Hole, Seat]
    reason: str
    ways: tuple[LessonMove, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand shown before the card is played.

    Attributes:
        ask: what to choose.
        cards: each rank once.
        right: the right cards; empty if none can be played.
    """

    ask: Ask = ""
    cards: tuple[Card, ...] = ()
    right: tuple[Card, ...] = ()


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
        show: what is demonstrated first.
        hand: the hand to choose from first; without cards in most lessons.
        variant: the value of the parameter on which its sentences depend; "" if they don't.
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
    show: Show = "right"
    hand: Hand = Hand()
    variant: str = ""


def lessons_of(rules: RuleSet, table: Table) -> tuple[Lesson, ...]:
    """The lessons of a rule set on a board, easiest first.

    The table's teams don't matter: partners have their own lesson.
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
            "lesson {name}{perhaps}; {name2} has {names}",
            name=repr(name),
            perhaps=did_you_mean(name, known),
            name2=rules.name,
            names=", ".join(known),
        )
    return known[name]


def names() -> tuple[str, ...]:
    """The names of all lessons."""
    return tuple(_plans())


def reaches(lesson: Lesson, after: Mapping[Hole, Seat]) -> bool:
    """Whether a board is one of the right answers; freshness can't be seen."""
    return any(dict(result.pawns) == dict(after) for result in lesson.right)


@lru_cache(maxsize=1)
def _plans() -> Mapping[str, Mapping[str, Any]]:
    text = (files("toc_pi.teaching") / "lessons.toml").read_text(encoding="utf-8")
    return {plan["name"]: plan for plan in tomllib.loads(text)["lesson"]}


def _lesson(name: str, plan: Mapping[str, Any], rules: RuleSet, table: Table) -> Lesson | None:
    """A lesson plan adapted to a rule set and board; None if not applicable."""
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
    hand = _hand(lesson, plan.get("hand", ""))
    if hand is None:
        return None
    planned = (made.mistake(position, one["moves"], one["reason"]) for one in plan.get("wrong", ()))
    wrong = tuple(one for one in planned if _is_forbidden(lesson, one))
    show: Show = plan.get("show", "right")
    show = "nothing" if show == "wrong" and not wrong else show
    variant = str(getattr(rules, plan["varies"])).lower() if "varies" in plan else ""
    return replace(lesson, right=right, wrong=wrong, show=show, hand=hand, variant=variant)


def _hand(lesson: Lesson, ask: Ask) -> Hand | None:
    """A full hand in which exactly one card is right, or none; None if the pack has no such cards."""
    rules, size = lesson.rules, lesson.rules.deal[0]
    if not ask:
        return Hand()

    def brings_out(card: Card) -> bool:
        return any(_is_use(use, "out") for use in rules.cards[card])

    def can_play(card: Card) -> bool:
        return bool(legal_moves(rules, lesson.table, lesson.position, lesson.seat, card))

    pack = [card for card in PLAIN if card in rules.cards]
    if ask == "give":
        right = [card for card in pack if brings_out(card)][:1]
        others = [card for card in pack if not brings_out(card) and card != lesson.card]
    else:
        right = [] if ask == "nothing" else [lesson.card]
        others = [card for card in pack if not can_play(card)]
    cards = (*right, *others[: size - len(right)])
    if len(cards) < size or (ask == "give" and not right):
        return None
    return Hand(ask, tuple(sorted(cards, key=RANKS.index)), tuple(right))


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
    """The rank with all uses that a plan needs and the fewest others, and its number."""
    wanted, unwanted, rank = plan["uses"], plan.get("without", ()), plan.get("rank")
    exactly = plan.get("number")
    best: tuple[int, int, Card, int] | None = None
    for card in PLAIN if rank is None else (Card(rank),):
        uses = rules.cards.get(card, ())
        fitting = [
            [use for use in uses if _is_use(use, kind) and exactly in (None, use.number)] for kind in wanted
        ]
        if not all(fitting) or any(_is_use(use, kind) for use in uses for kind in unwanted):
            continue
        if rank is None and "forward" in wanted and any(use.mows for use in uses):
            continue
        number = max((use.number for found in fitting for use in found), default=0)
        choice = (len(uses), PLAIN.index(card), card, number)
        best = choice if best is None else min(best, choice)
    return None if best is None else best[2:]


def _is_use(use: Use, wanted: str) -> bool:
    """Whether a use is of a kind; a `!` after the kind requires that it captures passed pawns."""
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
    """Whether the rules forbid a mistake's result for exactly its named reason."""
    judged = explain(
        lesson.rules, lesson.table, lesson.position, lesson.seat, lesson.card, dict(mistake.holes)
    )
    return not judged.legal and judged.reasons == (mistake.reason,)


class _PlanReader:
    """Resolves the places of a plan on one board, for one number of the card."""

    def __init__(self, table: Table, number: int) -> None:
        self._masks = masks_of(table.seats, table.home_entry, table.stretch)
        self._number = number

    def hole(self, place: str) -> Hole:
        """The hole of a place; the learner's if it has no seat."""
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

    def mistake(self, position: Position, moves: str, reason: str) -> Mistake:
        """Several moves in sequence; pawns are replaced where another arrives."""
        board, put, ways = dict(position.pawns), dict[Hole, Seat](), list[LessonMove]()
        for word in moves.split():
            seat, _, way = word.partition("@")
            start, end = (None if place == CAMP else self.hole(place) for place in way.split(">"))
            if start is not None:
                board.pop(start, None)
            if end is not None:
                put[end] = Seat(seat)
            ways.append((start, end, Seat(seat)))
        return Mistake(board | put, reason, tuple(ways))
