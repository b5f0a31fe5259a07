"""What is said of evenings on which the camera sees the cards, compared with what is right: the figures."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from camera_evening import FIRST, LATE_S, Laying, Reading, Recorder, evening, on_the_pile

from toc_pi.belief.game import Game
from toc_pi.effects import CardSettled, Effect, Question, Verdict
from toc_pi.events import Declared, Event
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import player_of
from toc_pi.rules.position import Card

CALM_S = 0.4  # a verdict may come so long before the hand is surely gone

MIXED, AFTER = Laying(), Laying(after=1.0)
EVERYTHING = Reading(
    unsure=0.025, hidden=0.005, missed=0.01, settled=0.3, late=0.05, together=0.01, phantom=0.01
)

ROWS: Mapping[str, tuple[Laying, Reading]] = {
    "tapped": (replace(FIRST, taps=1.0), Reading()),
    "card first": (FIRST, Reading()),
    "move first": (AFTER, Reading()),
    "mixed": (MIXED, Reading()),
    "mixed, 1 % missed": (MIXED, Reading(missed=0.01)),
    "mixed, 1 % phantoms": (MIXED, Reading(phantom=0.01)),
    "mixed, 3 % not sure": (MIXED, Reading(unsure=0.03)),
    "mixed, everything": (MIXED, EVERYTHING),
    "card first, everything": (FIRST, EVERYTHING),
    "move first, everything": (AFTER, EVERYTHING),
    "lays, taps or neither": (Laying(taps=0.33, silent=0.33), EVERYTHING),
    "none sure": (MIXED, Reading(unsure=1.0)),
    "none seen": (MIXED, Reading(missed=1.0)),
}
"""The evenings that are measured: how cards are laid, and how they are seen."""


def judged(game: Game, events: Iterable[Event]) -> list[Effect]:
    """The effects of these events on a new referee."""
    referee = Referee(game)
    return [effect for event in events for effect in referee.step(event)]


def told_by(effects: Iterable[Effect]) -> list[tuple[object, ...]]:
    """What the verdicts say, without their times."""
    return [
        (one.n, one.seat, one.do, one.card, one.cards, one.legal, one.reasons, dict(one.holes), one.captured)
        for one in effects
        if isinstance(one, Verdict)
    ]


def measured(
    seed: int, turns: int, rows: Mapping[str, tuple[Laying, Reading]] = ROWS
) -> dict[str, Counter[str]]:
    """What is said of an evening in each row, compared with the strict referee.

    The players go on as if they had been judged as with declared cards: one misjudged turn may spoil those
    after it, which no people would let happen.
    """
    evenings, found = dict[Laying, tuple[Game, Recorder]](), dict[str, Counter[str]]()
    for name, (laying, reading) in rows.items():
        if laying not in evenings:
            evenings[laying] = evening(seed, turns, laying)
        game, played = evenings[laying]
        unread = set(played.silent)
        referee, said, failed = Referee(game), list[Effect](), 0
        try:
            for event in on_the_pile(game, played.told, reading, Random(seed), unread):
                said += referee.step(event)
        except (AssertionError, LookupError, ValueError):
            failed = 1  # a fault of the program: nothing is said any more
        found[name] = counted(game, turns_of(played, unread), said)
        found[name]["failed"] = failed
    return found


@dataclass
class Told:
    """A move that was made, and what was said of it.

    Attributes:
        begin: when its board came to lie there, seconds.
        truth: the strict referee's verdict.
        excused: it is wrong, and its card wasn't surely read: it needn't be recognized.
        said: the verdicts on its board, or on one that nobody made until the next move.
    """

    begin: float
    truth: Verdict
    excused: bool
    said: list[Verdict] = field(default_factory=list)


def turns_of(played: Recorder, unread: Collection[int]) -> list[Told]:
    """The moves of an evening."""
    turns = list[Told]()
    for one in played.effects:
        if isinstance(one, Verdict) and one.do == "card":
            turns.append(Told(_begin(played, one), one, not one.legal and one.n in unread))
    return turns


def _begin(played: Recorder, said: Verdict) -> float:
    """When the board of a verdict came to lie there; if nothing moved, when its card was told."""
    lying = [(t, pawns) for t, pawns in played.came if t <= said.t]
    told = [one.t for one in played.events if isinstance(one, Declared) and one.t <= said.t]
    same = [t for t, pawns in lying if pawns == frozenset(said.holes.items())]
    begin = same[-1] if same else lying[-1][0]  # two turns that were played in one hand
    earlier = [one for one in played.effects if isinstance(one, Verdict) and one.t < said.t]
    if not earlier:
        return begin
    again = earlier[-1].holes == said.holes  # nothing has moved since, or it was put back and made again
    return begin if begin > earlier[-1].t - (0.0 if again else LATE_S) else told[-1]


def counted(game: Game, turns: list[Told], said: Iterable[Effect]) -> Counter[str]:
    """How many moves were judged rightly, in time, with the right player and card; and what wasn't."""
    named, count = dict[int, Card](), Counter[str](evenings=1)
    for effect in said:
        count["questions"] += isinstance(effect, Question)
        if isinstance(effect, CardSettled):
            named[effect.n] = effect.card
        elif isinstance(effect, Verdict) and effect.do == "card":
            before = [turn for turn in turns if turn.begin <= effect.t + CALM_S]
            same = [turn for turn in before if turn.truth.holes == effect.holes]
            for turn in (same or before)[-1:]:
                turn.said.append(effect)
    right = list[bool]()
    for turn in turns:
        end = next((one.begin for one in turns if one.begin > turn.begin), float("inf")) - CALM_S
        legal, player = turn.truth.legal, player_of(game.table, turn.truth.seat)
        flags = [one for one in turn.said if not one.legal]
        first = next((one for one in turn.said if one.t < end and one.holes == turn.truth.holes), None)
        count["blamed"] += any(player_of(game.table, one.seat) != player for one in flags)
        count["flagged"] += legal and bool(flags)
        if turn.excused:
            continue
        count["passed"] += not legal and first is not None and first.legal
        is_right = first is not None and first.legal == legal
        is_right = is_right and (not legal or player_of(game.table, first.seat) == player)
        right.append(is_right)
        count["legal"] += legal
        if legal and first is not None:
            cards = {card for one in turn.said for card in (one.card, named.get(one.n), *one.cards)}
            count["named"] += turn.truth.card in cards
    wrong = [at for at, is_right in enumerate(right) if not is_right]
    count.update(turns=len(right), right=sum(right), errors=sum(at + 2 < len(right) for at in wrong))
    count["recovered"] = sum(right[at + 2] for at in wrong if at + 2 < len(right))
    count["three"] = any(not any(right[at : at + 3]) for at in range(len(right) - 2))
    return count
