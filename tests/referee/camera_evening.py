"""Evenings on which the camera sees the cards: the simulator's, with the declared ones laid on a pile."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from noisy_room import Chances
from simulator import Evening, random_game

from calibration.holes import Seat
from toc_pi.belief.game import Game
from toc_pi.effects import CardSettled, Effect, Question, Verdict
from toc_pi.events import CardLaid, Declared, Event
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import CardPlayed, pack_of, player_of
from toc_pi.rules.position import Card

# People who tap nothing twice and nothing wrong: there is nothing of it on a pile.
PLAIN = Chances(withheld=0.0, twice=0.0, slip=0.0, undone=0.0, blamed=0.0, denied=0.0, misled=0.0)


LATE_S = 1.0  # a flag that comes later than this after that of the strict referee is late


@dataclass(frozen=True, slots=True)
class Reading:
    """How well cards are read, as probabilities.

    Attributes:
        unsure: the card may be one of two to four ranks, among them the right one, mostly the likeliest.
        hidden: it can't be read at all.
        missed: it isn't seen, and has no number.
        late: it is only seen up to a second after it was laid.
        settled: an unsure card is read surely a second later.
    """

    unsure: float = 0.0
    hidden: float = 0.0
    missed: float = 0.0
    late: float = 0.0
    settled: float = 0.0


class Recorder(Evening):
    """A strict evening that notes each event with the number of the turn that it belongs to."""

    def __init__(self, game: Game, rng: Random, chances: Chances = PLAIN) -> None:
        self.told: list[tuple[int, Event]] = []
        super().__init__(game, rng, chances)

    def turn(self) -> None:
        """One action; the first card is seen before its move, so that the referee knows of the pile."""
        chances = self.chances
        self.chances = chances if self.n > 1 else replace(chances, late=0.0, illegal=0.0)
        super().turn()
        self.chances = chances

    def correct(
        self, seat: Seat, action: CardPlayed, ways: Sequence[str] = ("back", "direct", "accept", "undo")
    ) -> None:
        """Correct a flagged move, but not before a flag that is just on time can be seen, too."""
        self.wait(LATE_S)
        super().correct(seat, action, ways)

    def tell(self, event: Event) -> None:
        """Send an event, and note it."""
        self.told.append((getattr(self, "n", 1), event))
        super().tell(event)


def on_the_pile(
    game: Game,
    told: Iterable[tuple[int, Event]],
    reading: Reading,
    rng: Random,
    missed: set[int] | None = None,
) -> list[Event]:
    """The events of an evening with the declared cards as cards on the pile; all in order of time.

    A card that is declared again for the same turn lies there already.

    Args:
        missed: gets the numbers of the turns of which a card isn't seen.
    """
    events, later, before, n, t = list[Event](), list[CardLaid](), ("", ""), 0, 0.0
    missed = set() if missed is None else missed
    for number, event in told:
        due = [laid for laid in later if laid.t <= event.t]
        later = [laid for laid in later if laid.t > event.t]
        events += due
        if not isinstance(event, Declared) or event.do not in ("card", "discard", "throw"):
            events.append(event)
            continue
        cards = event.cards if event.do == "throw" else (event.card,)
        now = (str(number), f"{event.seat} {cards}")
        if now == before:
            continue
        before = now
        for card in cards:
            assert card is not None
            if rng.random() < reading.missed:
                missed.add(number)
                continue
            n += 1
            first, *again = _read(game, card, event.t, n, reading, rng)
            late = rng.uniform(0.2, 1.0) if rng.random() < reading.late else 0.0
            t = max(event.t + late, t)
            later += [replace(first, t=t), *(replace(laid, t=t + 1.0) for laid in again)]
        later.sort(key=lambda laid: (laid.t, laid.n))
        events += [laid for laid in later if laid.t <= event.t]
        later = [laid for laid in later if laid.t > event.t]
    return [*events, *later]


def _read(game: Game, card: Card, t: float, n: int, reading: Reading, rng: Random) -> Iterator[CardLaid]:
    """What is seen of a card, perhaps twice."""
    kind = rng.random()
    if kind < reading.hidden:
        yield CardLaid(t, n, {})
    elif kind < reading.hidden + reading.unsure:
        ranks = sorted({*pack_of(game.rules)} - {card})
        chances = {card: rng.uniform(0.3, 0.95)}
        others = rng.sample(ranks, rng.randint(1, 3))
        chances |= {other: (1.0 - chances[card]) / len(others) for other in others}
        yield CardLaid(t, n, chances)
        if rng.random() < reading.settled:
            yield CardLaid(t + 1.0, n, {card: 1.0}, card)
    else:
        yield CardLaid(t, n, {card: 0.999}, card)


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


READINGS: Mapping[str, Reading] = {
    "all sure": Reading(),
    "3 % not sure": Reading(unsure=0.03),
    "5 % seen a second late": Reading(late=0.05),
    "1 % missed": Reading(missed=0.01),
    "3 % missed": Reading(missed=0.03),
    "none sure": Reading(unsure=1.0),
    "none seen": Reading(missed=1.0),
}
"""How well the cards are read in the evenings that are measured."""


def measured(seed: int, turns: int, readings: Mapping[str, Reading] = READINGS) -> dict[str, Counter[str]]:
    """What is said of an evening, for each way of reading its cards, compared with the strict referee.

    The players go on as if they had been judged as with declared cards: one misjudged turn may spoil those
    after it, which no people would let happen.
    """
    rng = Random(seed)
    game = random_game(rng)
    played = Recorder(game, rng, PLAIN)
    played.play(turns)
    game, found = replace(game, declare="camera"), dict[str, Counter[str]]()
    for name, reading in readings.items():
        missed = set[int]()
        said = judged(game, on_the_pile(game, played.told, reading, Random(seed), missed))
        found[name] = compared(game, played.effects, said, missed)
    return found


def compared(
    game: Game, expected: Iterable[Effect], said: Iterable[Effect], missed: Collection[int] = ()
) -> Counter[str]:
    """How many moves were judged, as they should be, with the right player and card; and wrong flags.

    Args:
        missed: the turns of which a card wasn't seen: their wrong moves needn't be recognized.
    """
    told: dict[object, Verdict] = {}  # a board may be there again
    flags, named, count = list[Verdict](), dict[int, Card](), Counter[str]()
    for effect in said:
        if isinstance(effect, Verdict) and effect.do == "card":
            told.setdefault(_what(game, effect), effect)
            flags += [] if effect.legal else [effect]
        elif isinstance(effect, CardSettled):
            named[effect.n] = effect.card
        count["questions"] += isinstance(effect, Question)
    truth = [effect for effect in expected if isinstance(effect, Verdict) and effect.do == "card"]
    right = {frozenset(one.holes.items()) for one in truth if one.legal}
    wrong = {frozenset(one.holes.items()) for one in truth if not one.legal}
    boards = [frozenset(one.holes.items()) for one in flags]
    count["blamed"] = sum(board in right and board not in wrong for board in boards)
    for one in truth:
        if not one.legal and one.n in missed:
            continue
        kind = "right" if one.legal else "wrong"
        count[kind] += 1
        if (found := told.get(_what(game, one))) is None:
            continue
        count[f"{kind}, judged so"] += 1
        count["late"] += not one.legal and found.t > one.t + LATE_S
        count["named"] += one.legal and one.card in (found.card, named.get(found.n), *found.cards)
    return count


def _what(game: Game, said: Verdict) -> tuple[object, ...]:
    """What a verdict says of whom; a wrong move may also look like that of whose pawns were moved."""
    player = player_of(game.table, said.seat) if said.legal else None
    return frozenset(said.holes.items()), said.legal, player
