"""Weighing plays by what may come: the hidden hands drawn by lot, one round played out.

Each deal gives the cards that nobody has seen to the hidden hands. Everybody then plays what is best for his
team by `Worth`, until the turn has come back and the player has played once more; there `Worth` says the
chances. The mean over the deals is what a play is worth. All plays are weighed on the same deals, so luck is
the same for each, and the lower half is dropped again and again while time is left (successive halving:
Karnin, Koren and Somekh, ICML 2013).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from toc_pi.rules.engine import Engine
from toc_pi.rules.legal import results
from toc_pi.rules.pack import without
from toc_pi.rules.position import Card
from toc_pi.teaching.worth import NOBODY, Holding, Worth

DEALS = 6
"""How many deals all remaining plays are weighed on before the lower half is dropped."""


@dataclass(frozen=True, slots=True)
class CandidatePlay:
    """A play to be weighed: the board after it (as a number), and the player's remaining cards."""

    after: int
    left: tuple[Card, ...]


def weigh(  # noqa: PLR0913  # chance and time are passed in
    engine: Engine,
    worth: Worth,
    player: int,
    lines: Sequence[CandidatePlay],
    hidden: Sequence[int],
    unseen: Sequence[Card],
    random: Random,
    has_time: Callable[[], bool],
) -> list[float]:
    """The chance of the player's team after each play.

    Args:
        engine: the rules.
        worth: judges boards.
        player: who asks.
        lines: his plays.
        hidden: how many cards each player holds that nobody has shown; 0 for himself.
        unseen: every card that may be in those hands.
        random: deals.
        has_time: False once an answer is due; asked after each deal.

    Returns:
        A mean for each line; by `Worth` alone for all where there was no time for a deal.
    """
    round_ = _Round(engine, worth, player)
    sums, counts = [0.0] * len(lines), [0] * len(lines)
    left = list(range(len(lines)))
    deals = 0
    while has_time() and len(left) > 0:
        hands = _deal(hidden, unseen, random)
        for number in left:
            sums[number] += round_.play(lines[number], hands)
            counts[number] += 1
        deals += 1
        if deals % DEALS == 0 and len(left) > 2:
            left.sort(key=lambda number: sums[number] / counts[number], reverse=True)
            left = left[: (len(left) + 1) // 2]
    if deals == 0:
        return [round_.judge(line.after, line.left) for line in lines]
    return [total / count for total, count in zip(sums, counts, strict=True)]


def _deal(hidden: Sequence[int], unseen: Sequence[Card], random: Random) -> list[list[Card]]:
    """A way the hidden hands may be."""
    cards = list(unseen)
    random.shuffle(cards)
    hands = []
    for count in hidden:
        hands.append(cards[:count])
        cards = cards[count:]
    return hands


class _Round:
    """One round, played out by everybody's best play."""

    def __init__(self, engine: Engine, worth: Worth, player: int) -> None:
        self._engine = engine
        self._worth = worth
        self._player = player
        self._seats = [seats[0] for seats in engine.table.players]

    def play(self, line: CandidatePlay, hands: Sequence[Sequence[Card]]) -> float:
        """The chance of the player's team once he has played again."""
        board, cards, count = line.after, line.left, len(self._seats)
        for step in range(1, count + 1):
            if self._worth.winner(board) is not None:
                break
            player = (self._player + step) % count
            mine = player == self._player
            board, card = self._best(board, player, cards if mine else hands[player])
            if mine and card is not None:
                cards = without(cards, card)
        return self.judge(board, cards)

    def judge(self, board: int, left: Sequence[Card]) -> float:
        """The chance by `Worth` alone."""
        known = frozenset(self._worth.rank[card] for card in left)
        hands = [Holding(known if n == self._player else frozenset(), 0) for n in range(len(self._seats))]
        return self._worth.chances(board, hands, NOBODY)[self._worth.team_of[self._player]]

    def _best(self, board: int, player: int, cards: Sequence[Card]) -> tuple[int, Card | None]:
        """The board after a player's best play, and the card; the same board where he has none."""
        side, best, played, highest = self._worth.team_of[player], board, None, -inf
        for card in dict.fromkeys(cards):
            for after in results(self._engine, board, self._seats[player], card):
                value = self._worth.lead(after, side)
                if value > highest:
                    best, played, highest = after, card, value
        return best, played
