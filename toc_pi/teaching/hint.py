"""The best plays of a hand, each with its chance of winning; from the board, this hand, and cards seen.

Three strengths: 1 evaluates the board only, and sometimes takes the second best play. 2 also considers what
others may hold and the value of its remaining cards (`worth`). 3 simulates a round with randomly dealt hidden
hands (`lookahead`), as long as it has time.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from random import Random

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.engine import engine_of
from toc_pi.rules.game import Again, CardPlayed, Discard, GameState, Stop, Throw, player_of
from toc_pi.rules.pack import UNKNOWN, Cards, in_order, unseen, without
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.rules.turn import choices
from toc_pi.teaching.lookahead import CandidatePlay, weigh
from toc_pi.teaching.pawn_moves import PawnMove, moves_of_play
from toc_pi.teaching.worth import FEATURES, Holding, Unseen, Worth

STRENGTHS = (1, 2, 3)
SLIPS = 0.3
"""Probability that strength 1 takes its second best play."""
CAREFUL = 6
"""How many plays are evaluated by simulation: those with the best static evaluation."""


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A request for the best plays of a hand.

    Attributes:
        rules, table, position: rules, table and board.
        seat: whose turn it is.
        hand: his cards.
        played: cards known to be gone from the pack.
        counts: how many cards each other player holds, by his first seat; by default as many as this hand.
        again, pawn, struck: as in `GameState`.
    """

    rules: RuleSet
    table: Table
    position: Position
    seat: Seat
    hand: Cards
    played: Cards = ()
    counts: Mapping[Seat, int] | None = None
    again: Again = ""
    pawn: Hole | None = None
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """One option of the hand.

    Attributes:
        do: `card`, `discard`, `throw`, `pass`, or `stop` (a joker's second card is kept for later).
        card: what is played or discarded; None for `throw` and `stop`.
        result: the board after it.
        win: the chance of the player's team from there, 0 to 1.
        moves: for `card`, what it does, pawn by pawn.
    """

    do: str
    card: Card | None
    result: Position
    win: float
    moves: tuple[PawnMove, ...] = ()


def advise(
    asked: HintRequest, strength: int, random: Random, has_time: Callable[[], bool] = lambda: False
) -> tuple[Advice, ...]:
    """All options of the hand, the best first.

    Args:
        asked: the hand.
        strength: 1 to 3.
        random: for hidden hands (3), and for taking the second best (1).
        has_time: for strength 3, returns False when an answer is due.

    Raises:
        BadInput: no such strength, a card that the pack doesn't have (so often), or an impossible position.
    """
    if strength not in STRENGTHS:
        raise BadInput(said("strength = {strength}; allowed are 1, 2 and 3", strength=strength))
    return _HintSearch(asked).advise(strength, random, has_time)


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
    """The evaluation of one hint request."""

    def __init__(self, asked: HintRequest) -> None:
        rules, table = asked.rules, asked.table
        asked.table.check(asked.position)
        self._asked = asked
        self._player = player_of(table, asked.seat)
        self._engine = engine_of(rules, table)
        self._worth = worth_of(rules, table)
        self._side = self._worth.team_of[self._player]
        left = unseen(rules, (*asked.played, *asked.hand))
        for card, count in left.items():
            if count < 0:
                raise BadInput(said("card {card}: hand and played have more of it than the pack", card=card))
        self._unseen = tuple(card for card, count in left.items() for _ in range(count))
        self._counts = Unseen(tuple(left[card] for card in self._worth.rank), len(self._unseen))
        self._hidden = tuple(self._hidden_of(player) for player in range(len(table.players)))

    def _hidden_of(self, player: int) -> int:
        """How many hidden cards a player holds; 0 for the one who asks."""
        if player == self._player:
            return 0
        counts, seats = self._asked.counts, self._asked.table.players[player]
        if counts is None:
            return len(self._asked.hand)
        return next((counts[seat] for seat in seats if seat in counts), 0)

    def advise(self, strength: int, random: Random, has_time: Callable[[], bool]) -> tuple[Advice, ...]:
        """`advise`, for this question."""
        found = [self._judged(advice, strength) for advice in self._options()]
        found.sort(key=lambda advice: advice.win, reverse=True)
        if strength == 1 and len(found) > 1 and random.random() < SLIPS:
            found[0], found[1] = found[1], found[0]
        if strength == 3 and len(found) > 1 and found[0].win < 1.0:
            careful = found[:CAREFUL]
            lines = [CandidatePlay(self._engine.encode(one.result), self._left(one)) for one in careful]
            weighed = weigh(
                self._engine, self._worth, self._player, lines, self._hidden, self._unseen, random, has_time
            )
            better = [replace(one, win=win) for one, win in zip(careful, weighed, strict=True)]
            found[:CAREFUL] = sorted(better, key=lambda advice: advice.win, reverse=True)
        return tuple(found)

    def _options(self) -> list[Advice]:
        asked = self._asked
        hands = tuple(
            asked.hand if number == self._player else (UNKNOWN,) * count
            for number, count in enumerate(self._hidden)
        )
        game = GameState(
            asked.position,
            tuple(map(in_order, hands)),
            turn=self._player,
            phase="play",
            rights=(0,) * len(hands),
            gifts=((),) * len(hands),
            again=asked.again,
            pawn=asked.pawn,
            struck=asked.struck,
        )
        found = []
        for action in choices(asked.rules, asked.table, game):
            match action:
                case CardPlayed(card, result):
                    moves = moves_of_play(asked.rules, asked.table, asked.position, asked.seat, card, result)
                    found.append(Advice("card" if moves else "pass", card, result, 0.0, moves))
                case Discard(card):
                    found.append(Advice("discard", card, asked.position, 0.0))
                case Throw():
                    found.append(Advice("throw", None, asked.position, 0.0))
                case Stop():
                    found.append(Advice("stop", None, asked.position, 0.0))
        return found

    def _left(self, advice: Advice) -> Cards:
        hand = self._asked.hand
        if advice.card is None:
            return () if advice.do == "throw" else hand
        return without(hand, advice.card)

    def _judged(self, advice: Advice, strength: int) -> Advice:
        number = self._engine.encode(advice.result)
        known = (
            frozenset(self._worth.rank[card] for card in self._left(advice)) if strength > 1 else frozenset()
        )
        hidden = self._hidden if strength > 1 else (0,) * len(self._hidden)
        hands = [
            Holding(known if player == self._player else frozenset(), count)
            for player, count in enumerate(hidden)
        ]
        win = self._worth.chances(number, hands, self._counts)[self._side]
        return replace(advice, win=win)
