"""The best plays of a hand with their probabilities of winning, from the board, this hand, and cards seen.

Three strengths: 1 evaluates only the board, and sometimes chooses the second best play. 2 also considers what
others may hold and the value of its remaining cards (`worth`). 3 plays out a round with randomly dealt hidden
hands (Monte Carlo simulation) while it has time: every player makes the best play for their team by `Worth`,
until the first player has played again. All plays are evaluated on the same deals (common random numbers),
and the worse half is dropped repeatedly while time is left (successive halving: Karnin, Koren and Somekh,
ICML 2013).
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from heapq import nlargest
from importlib.resources import files
from math import inf
from random import Random

from toc_pi.errors import BadInput
from toc_pi.rules.engine import engine_of
from toc_pi.rules.game import (
    UNKNOWN,
    CardPlayed,
    Cards,
    Discard,
    GameState,
    Stop,
    Throw,
    in_order,
    player_of,
    unseen,
    without,
)
from toc_pi.rules.legal import best_results
from toc_pi.rules.pawn_moves import PawnMove, moves_of_play
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.rules.turn import choices, results
from toc_pi.teaching.evaluation import FEATURES, NOBODY, Holding, Unseen, Worth
from toc_pi.teaching.options import Moment

STRENGTHS = (1, 2, 3)
SLIPS = 0.3  # probability that strength 1 chooses its second best play
DEALS = 6  # deals on which all remaining plays are evaluated before the worse half is dropped
CAREFUL = 6  # number of plays evaluated by simulation: those with the best static evaluation
MAX_PLAYS = 120
"""Most plays of a card offered as options: a 7 with four pawns has so many; beyond it the best by pawns."""
BROAD, NARROW = 40, 6  # search width if there are too many plays: for options, and in a simulation


@dataclass(frozen=True, slots=True)
class Advice:
    """An option of a hand.

    Attributes:
        do: `card`, `discard`, `throw`, `pass`, or `stop` (a joker's second card is kept for later).
        card: the card played or discarded; None for `throw` and `stop`.
        result: the board after it.
        win: probability that the player's team wins from there, 0 to 1.
        moves: for `card`, what it does, pawn by pawn.
    """

    do: str
    card: Card | None
    result: Position
    win: float
    moves: tuple[PawnMove, ...] = ()


def advise(
    moment: Moment, hand: Cards, strength: int, random: Random, has_time: Callable[[], bool] = lambda: False
) -> tuple[Advice, ...]:
    """All options of a hand, best first; at most `MAX_PLAYS` of a card.

    Args:
        moment: whose turn it is; without counts, every other player holds as many cards as this hand has.
        hand: the player's cards.
        strength: 1 to 3.
        random: for hidden hands (3), and for taking the second best (1).
        has_time: for strength 3, returns False once an answer is due; asked before each card of a simulation.

    Raises:
        BadInput: no such strength, a card that the pack doesn't have (so often), or an impossible position.
    """
    if strength not in STRENGTHS:
        raise BadInput(f"strength = {strength}; allowed are 1, 2 and 3")
    return _HintSearch(moment, hand).advise(strength, random, has_time)


@lru_cache(maxsize=1)
def load_weights() -> Mapping[str, float]:
    """The weights of `Worth` (`worth.toml`), in natural log odds."""
    known = tomllib.loads((files("toc_pi.teaching") / "worth.toml").read_text(encoding="utf-8"))
    return {name: float(known["weights"][name]) * float(known["scale"]["odds"]) for name in FEATURES}


@lru_cache(maxsize=8)
def worth_of(rules: RuleSet, table: Table) -> Worth:
    """The `Worth` of a rule set at a table, shared because it caches evaluations."""
    return Worth(engine_of(rules, table), load_weights())


class _HintSearch:
    """The evaluation of one hand."""

    def __init__(self, moment: Moment, hand: Cards) -> None:
        rules, table = moment.rules, moment.table
        table.check(moment.position)
        self._moment = moment
        self._hand = hand
        self._player = player_of(table, moment.seat)
        self._engine = engine_of(rules, table)
        self._worth = worth_of(rules, table)
        self._side = self._worth.team_of[self._player]
        left = unseen(rules, (*moment.played, *hand))
        for card, count in left.items():
            if count < 0:
                raise BadInput(f"card {card}: hand and played have more of it than the pack")
        self._unseen = tuple(card for card, count in left.items() for _ in range(count))
        self._counts = Unseen(tuple(left[card] for card in self._worth.rank), len(self._unseen))
        self._hidden = tuple(self._hidden_of(player) for player in range(len(table.players)))

    def _hidden_of(self, player: int) -> int:
        """How many hidden cards a player holds; 0 for the player asking."""
        if player == self._player:
            return 0
        counts, seats = self._moment.counts, self._moment.table.players[player]
        if not counts:
            return len(self._hand)
        return next((counts[seat] for seat in seats if seat in counts), 0)

    def advise(self, strength: int, random: Random, has_time: Callable[[], bool]) -> tuple[Advice, ...]:
        """See the function `advise`."""
        found = [self._judged(advice, strength) for advice in self._options()]
        found.sort(key=lambda advice: advice.win, reverse=True)
        if strength == 1 and len(found) > 1 and random.random() < SLIPS:
            found[0], found[1] = found[1], found[0]
        if strength == 3 and len(found) > 1 and found[0].win < 1.0:
            careful = found[:CAREFUL]
            weighed = self._simulated(careful, random, has_time)
            better = [replace(one, win=win) for one, win in zip(careful, weighed, strict=True)]
            found[:CAREFUL] = sorted(better, key=lambda advice: advice.win, reverse=True)
        return tuple(found)

    def _options(self) -> list[Advice]:
        moment = self._moment
        hands = tuple(
            self._hand if number == self._player else (UNKNOWN,) * count
            for number, count in enumerate(self._hidden)
        )
        game = GameState(
            moment.position,
            tuple(map(in_order, hands)),
            turn=self._player,
            phase="play",
            rights=(0,) * len(hands),
            gifts=((),) * len(hands),
            again=moment.again,
            pawn=moment.pawn,
            struck=moment.struck,
        )
        found = []
        for action in choices(moment.rules, moment.table, game, self._find):
            match action:
                case CardPlayed(card, result):
                    moves = moves_of_play(
                        moment.rules, moment.table, moment.position, moment.seat, card, result
                    )
                    found.append(Advice("card" if moves else "pass", card, result, 0.0, moves))
                case Discard(card):
                    found.append(Advice("discard", card, moment.position, 0.0))
                case Throw():
                    found.append(Advice("throw", None, moment.position, 0.0))
                case Stop():
                    found.append(Advice("stop", None, moment.position, 0.0))
        return found

    def _find(self, rules: RuleSet, table: Table, game: GameState, card: Card) -> tuple[Position, ...]:
        """The results of a card, as options."""
        if game.again == "same":
            return results(rules, table, game, card)
        engine = self._engine
        number = engine.encode(game.position)
        found = best_results(engine, number, self._moment.seat, card, self._lead, BROAD)
        if len(found) > MAX_PLAYS:
            found = nlargest(MAX_PLAYS, found, key=self._lead)
        return engine.decode_all(found)

    def _lead(self, board: int) -> float:
        return self._worth.lead(board, self._side)

    def _left(self, advice: Advice) -> Cards:
        hand = self._hand
        if advice.card is None:
            return () if advice.do == "throw" else hand
        return without(hand, advice.card)

    def _judged(self, advice: Advice, strength: int) -> Advice:
        board = self._engine.encode(advice.result)
        left, hidden = (self._left(advice), self._hidden) if strength > 1 else ((), (0,) * len(self._hidden))
        return replace(advice, win=self._valued(board, left, hidden, self._counts))

    def _simulated(
        self, options: Sequence[Advice], random: Random, has_time: Callable[[], bool]
    ) -> list[float]:
        """The mean winning probability of each option over deals of the hidden hands.

        Returns:
            The static evaluation if there was no time for a deal.
        """
        boards = [self._engine.encode(option.result) for option in options]
        hands = [self._left(option) for option in options]
        sums, counts = [0.0] * len(options), [0] * len(options)
        remaining = list(range(len(options)))
        deals = 0
        while has_time():
            dealt = self._deal(random)
            played = [
                self._play_round(boards[number], hands[number], dealt, has_time) for number in remaining
            ]
            chances = [chance for chance in played if chance is not None]
            if len(chances) < len(played):  # the deal is incomplete: it would favour some plays
                break
            for number, chance in zip(remaining, chances, strict=True):
                sums[number] += chance
                counts[number] += 1
            deals += 1
            if deals % DEALS == 0 and len(remaining) > 2:
                remaining.sort(key=lambda number: sums[number] / counts[number], reverse=True)
                remaining = remaining[: (len(remaining) + 1) // 2]
        if deals == 0:
            return [self._chance(board, hand) for board, hand in zip(boards, hands, strict=True)]
        return [total / count for total, count in zip(sums, counts, strict=True)]

    def _deal(self, random: Random) -> list[Cards]:
        """Deal the hidden hands at random."""
        cards = list(self._unseen)
        random.shuffle(cards)
        hands = []
        for count in self._hidden:
            hands.append(tuple(cards[:count]))
            cards = cards[count:]
        return hands

    def _play_round(
        self, board: int, hand: Cards, dealt: Sequence[Cards], has_time: Callable[[], bool]
    ) -> float | None:
        """The team's probability of winning once everybody has made their best play, and the first again.

        Returns:
            None if there was no time for that.
        """
        players = len(dealt)
        for step in range(1, players + 1):
            if self._worth.winner(board) is not None:
                break
            player = (self._player + step) % players
            cards = hand if player == self._player else dealt[player]
            found = self._best_play(board, player, cards, has_time)
            if found is None:
                return None
            board, card = found
            if player == self._player and card is not None:
                hand = without(hand, card)
        return self._chance(board, hand)

    def _best_play(
        self, board: int, player: int, cards: Cards, has_time: Callable[[], bool]
    ) -> tuple[int, Card | None] | None:
        """The board after a player's best play, and the card; the same board if there is none.

        Returns:
            None where there was no time for it.
        """
        seat = self._moment.table.players[player][0]
        lead = partial(self._worth.lead, side=self._worth.team_of[player])
        best, played, highest = board, None, -inf
        for card in dict.fromkeys(cards):
            if not has_time():
                return None
            for after in best_results(self._engine, board, seat, card, lead, NARROW):
                value = lead(after)
                if value > highest:
                    best, played, highest = after, card, value
        return best, played

    def _chance(self, board: int, left: Cards) -> float:
        """The static evaluation by `Worth`, with the player's cards alone."""
        return self._valued(board, left, (0,) * len(self._hidden), NOBODY)

    def _valued(self, board: int, left: Cards, hidden: Sequence[int], unseen: Unseen) -> float:
        """The team's probability of winning, given the pawns, its remaining cards and the hidden ones."""
        known = frozenset(self._worth.rank[card] for card in left)
        hands = [
            Holding(known if player == self._player else frozenset(), count)
            for player, count in enumerate(hidden)
        ]
        return self._worth.chances(board, hands, unseen)[self._side]
