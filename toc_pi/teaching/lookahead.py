"""Evaluates plays by Monte Carlo simulation: hidden hands are dealt at random, and one round is played out.

Each deal distributes the unseen cards among the hidden hands. Every player then makes the play that is best
for his team by `Worth`, until the first player has played again; `Worth` gives the chances of that position.
The value of a play is the mean over deals. All plays are evaluated on the same deals (common random numbers),
and the worse half is dropped repeatedly while time is left (successive halving: Karnin, Koren and Somekh,
ICML 2013).
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
"""Number of deals on which all remaining plays are evaluated before the worse half is dropped."""


@dataclass(frozen=True, slots=True)
class CandidatePlay:
    """A play to evaluate: the board after it (as a number), and the player's remaining cards."""

    after: int
    left: tuple[Card, ...]


def weigh(  # noqa: PLR0913  # randomness and time are passed in
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
        worth: the static evaluation.
        player: whose plays they are.
        lines: his plays.
        hidden: how many hidden cards each player holds; 0 for himself.
        unseen: every card that may be in those hands.
        random: deals the cards.
        has_time: returns False when an answer is due; called after each deal.

        Returns:
            A mean for each line; the static evaluation if there was no time for a deal.
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
    """A random deal of the hidden hands."""
    cards = list(unseen)
    random.shuffle(cards)
    hands = []
    for count in hidden:
        hands.append(cards[:count])
        cards = cards[count:]
    return hands


class _Round:
    """Simulates one round in which everybody makes his best play."""

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
            is_own = player == self._player
            board, card = self._best(board, player, cards if is_own else hands[player])
            if is_own and card is not None:
                cards = without(cards, card)
        return self.judge(board, cards)

    def judge(self, board: int, left: Sequence[Card]) -> float:
        """The static evaluation by `Worth`."""
        known = frozenset(self._worth.rank[card] for card in left)
        hands = [Holding(known if n == self._player else frozenset(), 0) for n in range(len(self._seats))]
        return self._worth.chances(board, hands, NOBODY)[self._worth.team_of[self._player]]

    def _best(self, board: int, player: int, cards: Sequence[Card]) -> tuple[int, Card | None]:
        """The board after a player's best play, and the card; the same board if he has none."""
        side, best, played, highest = self._worth.team_of[player], board, None, -inf
        for card in dict.fromkeys(cards):
            for after in results(self._engine, board, self._seats[player], card):
                value = self._worth.lead(after, side)
                if value > highest:
                    best, played, highest = after, card, value
        return best, played
