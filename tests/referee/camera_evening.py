"""Evenings on which the camera sees the cards: how people lay them, and what is seen of it.

`PackScan` and `Reading` are the ways in which families lay cards and a camera sees them, with their shares;
docs/referee.md says from where.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from noisy_room import Chances, Pawns
from simulator import Evening, random_game

from calibration.holes import Seat
from toc_pi.belief.game import Game
from toc_pi.events import CardLaid, CardTaken, Declared, Event, PileGathered, ViewChanged
from toc_pi.rules.game import CardPlayed, pack_of, player_of
from toc_pi.rules.position import Card, Position

LATE_S = 1.0  # a flag that comes later than this after that of the strict referee is late
HAND_S = (0.4, 0.8)  # a hand that lays a card
GATHERING_S = (1.0, 3.0)  # hands that take the pile away


@dataclass(frozen=True, slots=True)
class Laying:
    """How the people at a table tell their cards, as probabilities.

    Attributes:
        after: a card is laid after its move.
        pause_s: shortest and longest pause between a card and its move, or a move and its card, seconds.
        taps: of a player: taps every card instead of laying it.
        silent: of a player: neither lays nor taps any.
        singly: a thrown hand is laid card by card.
        again: the card of a move that is made again is taken up and laid once more.
        gathered: the pile is taken away for a new deal; always where it is shuffled.
    """

    after: float = 0.3
    pause_s: tuple[float, float] = (0.0, 4.0)
    taps: float = 0.0
    silent: float = 0.0
    singly: float = 0.5
    again: float = 0.2
    gathered: float = 0.8


@dataclass(frozen=True, slots=True)
class Reading:
    """How well cards are seen, as probabilities.

    Attributes:
        unsure: the card may be one of two to four ranks, among them the right one, mostly the likeliest.
        hidden: it can't be read at all.
        missed: it isn't seen, and has no number.
        late: it is only seen up to a second after it was laid.
        settled: an unsure card is read surely a second later.
        together: it is only seen, or laid, at the same time as the next one.
        phantom: for each card, that a hand, a shadow or a phone is taken for another one.
    """

    unsure: float = 0.0
    hidden: float = 0.0
    missed: float = 0.0
    late: float = 0.0
    settled: float = 0.0
    together: float = 0.0
    phantom: float = 0.0


FIRST = Laying(after=0.0)


class Recorder(Evening):
    """A strict evening whose declared cards are laid on a pile by hands.

    The strict referee, who is told each card as it is laid, says what is right, and the players go on from
    that. Nobody moves before the card of the move before was laid, but in turns that are played in one hand.

    Attributes:
        told: what can be seen and what is tapped, with the number of the turn that it belongs to.
        silent: the turns whose card nobody lays or taps.
        came: when each board came to lie there, and each card was told.
    """

    def __init__(
        self, game: Game, rng: Random, chances: Chances | None = None, laying: Laying = FIRST
    ) -> None:
        self.laying = laying
        self.told: list[tuple[int, Event]] = []
        self.silent: set[int] = set()
        self.came: list[tuple[float, Pawns]] = []
        self._laid = 0
        self._whose = (0, 0)  # turn and player whose cards were laid last
        self._lies: dict[int, Card] = {}  # their cards
        self._retaking = False
        super().__init__(game, rng, replace(chances or Chances(), late=laying.after))
        ways, shares = ("taps", "silent", "lays"), (laying.taps, laying.silent)
        self._ways = rng.choices(ways, (*shares, max(1.0 - sum(shares), 0.0)), k=len(game.table.players))

    def turn(self) -> None:
        """One action; the pile is taken away for a new deal, and to be shuffled."""
        dealt, stock = self.course.phase == "deal", len(self.course.stock)
        super().turn()
        shuffled = len(self.course.stock) > stock
        if self._laid and (shuffled or (dealt and self.rng.random() < self.laying.gathered)):
            self.look_away("hand")
            self.wait(self.rng.uniform(*GATHERING_S))
            self.look_away("watching")
            self.tell(PileGathered(self.t))
            self._lies = {}

    def pause(self, _least_s: float, _most_s: float) -> float:
        """Between a card and its move."""
        return self.rng.uniform(*self.laying.pause_s)

    def correct(
        self, seat: Seat, action: CardPlayed, ways: Sequence[str] = ("back", "direct", "accept", "undo")
    ) -> None:
        """Correct a flagged move, but not before a flag that is just on time can be seen, too."""
        self.wait(LATE_S)
        super().correct(seat, action, ways)

    def retake(self, seat: Seat, action: CardPlayed, before: Position) -> None:
        """Take a turn back and play it again, with the card that still lies there."""
        self._retaking = True
        super().retake(seat, action, before)
        self._retaking = False

    def tell(self, event: Event) -> None:
        """Send an event, and note what can be seen of it."""
        if isinstance(event, Declared) and event.do in ("card", "discard", "throw"):
            event = self._told_by_hand(event)
        else:
            self.told.append((self.n, event))
        super().tell(event)
        is_new = not self.came or self.came[-1][1] != self.lying
        if is_new and isinstance(event, ViewChanged) and event.state == "watching":
            self.came.append((self.t, self.lying))

    def _told_by_hand(self, event: Declared) -> Declared:
        """Lay the cards of a declaration, those that don't lie there yet; as it is, once they do."""
        player = player_of(self.game.table, event.seat)
        n = self.n + (player != self.course.turn and not self._retaking)
        way = self._ways[player]
        if way == "lays":
            cards = event.cards if event.do == "throw" else (event.card,)
            self._lay(n, player, [card for card in cards if card is not None])
            event = replace(event, t=self.t)
        elif way == "taps":
            self.told.append((n, event))
        else:
            self.silent.add(n)
        return event

    def _lay(self, n: int, player: int, cards: list[Card]) -> None:
        """Lay these cards for a turn; others that were laid for it are taken back."""
        if self._whose != (n, player):
            self._whose, self._lies = (n, player), {}
        again = bool(self._lies) and self.rng.random() < self.laying.again
        for number, card in list(self._lies.items()):
            if card in cards and not again:
                cards.remove(card)
                continue
            del self._lies[number]
            self._by_hand([CardTaken(self.t, number)], n)
        singly = self.rng.random() < self.laying.singly
        for some in [[card] for card in cards] if singly else [cards]:
            numbers = range(self._laid + 1, self._laid + 1 + len(some))
            self._laid += len(some)
            self._lies |= dict(zip(numbers, some, strict=True))
            laid = [CardLaid(self.t, at, {card: 1.0}, card) for at, card in zip(numbers, some, strict=True)]
            self._by_hand(laid, n)

    def _by_hand(self, events: Sequence[CardLaid | CardTaken], n: int) -> None:
        """A hand over the pile, and what is seen after it."""
        if events and self.view == "watching":
            self.look_away("hand")
            self.wait(self.rng.uniform(*HAND_S))
            self.look_away("watching")
            self.wait(self.rng.uniform(0.0, 0.2))
        self.told += [(n, replace(event, t=self.t)) for event in events]


def on_the_pile(
    game: Game,
    told: Iterable[tuple[int, Event]],
    reading: Reading,
    rng: Random,
    unread: set[int] | None = None,
) -> list[Event]:
    """What is seen of an evening whose cards are laid on a pile, in order of time.

    Args:
        unread: gets the numbers of the turns of which a card isn't surely read.
    """
    seen, unread = list[Event](), set() if unread is None else unread
    held, phantoms, last_t = list[CardLaid](), 0, 0.0
    for n, event in told:
        if isinstance(event, CardLaid | PileGathered):
            seen += [replace(one, t=event.t) for one in held]
            held = []
        if not isinstance(event, CardLaid):
            seen.append(event)
            if phantoms and isinstance(event, ViewChanged) and event.state == "watching":
                seen += _phantom(game, event.t, -len(seen), rng)
                phantoms -= 1
            continue
        phantoms += rng.random() < reading.phantom
        if rng.random() < reading.missed:
            unread.add(n)
            continue
        assert event.card is not None
        late = rng.uniform(0.2, 1.0) if rng.random() < reading.late else 0.0
        last_t = max(event.t + late, last_t)
        readings = list(_read(game, event.card, last_t, event.n, reading, rng))
        if readings[-1].card is None:
            unread.add(n)
        if rng.random() < reading.together:
            held = readings[-1:]
        else:
            seen += readings
    return list(_numbered(sorted([*seen, *held], key=lambda event: event.t)))


def _numbered(seen: Iterable[Event]) -> Iterator[Event]:
    """These events with cards numbered in the order in which they are seen; none of one taken before."""
    numbers, taken = dict[int, int](), set[int]()
    for event in seen:
        if isinstance(event, CardLaid):
            if event.n not in taken:
                number = numbers.setdefault(event.n, len(numbers) + 1)
                yield replace(event, n=number)
        elif isinstance(event, CardTaken):
            taken.add(event.n)
            if event.n in numbers:
                yield replace(event, n=numbers[event.n])
        else:
            yield event


def _phantom(game: Game, t: float, n: int, rng: Random) -> Iterator[CardLaid | CardTaken]:
    """What nobody laid: mostly it can't be read, and rarely it is surely read; half of it is seen to go."""
    ranks = rng.sample(sorted(set(pack_of(game.rules))), 3)
    looks = rng.random()
    if looks < 0.5:
        yield CardLaid(t, n, {})
    elif looks < 0.9:
        yield CardLaid(t, n, dict(zip(ranks, (0.5, 0.3, 0.2), strict=True)))
    else:
        yield CardLaid(t, n, {ranks[0]: 0.999}, ranks[0])
    if rng.random() < 0.5:
        yield CardTaken(t + rng.uniform(0.5, 3.0), n)


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


def evening(
    seed: int, turns: int, laying: Laying = FIRST, chances: Chances | None = None
) -> tuple[Game, Recorder]:
    """A strict evening whose cards are laid on a pile, and its game with the camera."""
    rng = Random(seed)
    game = random_game(rng)
    played = Recorder(game, rng, chances, laying)
    played.play(turns)
    return replace(game, declare="camera"), played
