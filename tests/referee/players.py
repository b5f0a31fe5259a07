"""Players of different skill: they bring their pawns home, so that games end like real ones."""

from collections.abc import Sequence
from random import Random

from calibration.holes import CENTRE, Hole, Seat, seats_of
from toc_pi.rules.game import Action, CardPlayed, Give, Throw
from toc_pi.rules.position import Position
from toc_pi.rules.table import Table

SKILLS = (0.7, 0.85, 0.9, 0.95, 0.98)  # how often a player chooses the best play; else a random one
AT_RANDOM = 0.01  # share of games played at random, which take about a thousand turns

IN_CAMP = -40.0
A_HOME_HOLE = 12.0
RIVALS = 0.4  # how much a rival's progress weighs against one's own


class Players:
    """The people at a table, each with their own skill."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.table = table
        self.rng = rng
        purpose = rng.random() >= AT_RANDOM
        self.known: dict[tuple[Hole, Seat, bool], float] = {}
        self.skills = [rng.choice(SKILLS) if purpose else 0.0 for _ in table.players]

    def choose(self, actions: Sequence[Action], player: int, before: Position) -> Action:
        """A player's action: mostly the one that advances the side most, sometimes a random one."""
        actions = sorted(actions, key=in_order)
        plays = [action for action in actions if isinstance(action, CardPlayed) and action.result != before]
        if not plays or self.rng.random() >= self.skills[player]:
            return self.rng.choice(actions)
        seat = self.table.players[player][0]
        return max(plays, key=lambda play: self.worth(play.result, seat) + self.rng.random())

    def worth(self, position: Position, seat: Seat) -> float:
        """A side's progress relative to the others, in holes."""
        side = self.table.team_of(seat)
        worth = 0.0  # against that of nobody's pawns out
        for hole, owner in position.pawns:
            key = hole, owner, hole in position.fresh
            if key not in self.known:
                self.known[key] = self._progress(*key) - IN_CAMP
            worth += self.known[key] if owner in side else -RIVALS * self.known[key]
        return worth

    def _progress(self, hole: Hole, seat: Seat, fresh: bool) -> float:
        """How far a pawn has come; negative past the last hole from which it can turn in."""
        length = self.table.track_length
        if hole == CENTRE:
            return length / 2
        index = self.table.track_index(hole)
        if index is None:
            return length + A_HOME_HOLE * int(hole[-1])
        way = (index - self.table.stretch * seats_of(self.table.seats).index(seat)) % length
        entry = length - self.table.stretch + self.table.home_entry
        if way == 0 and entry == length and not fresh:
            way = length
        return way if way <= entry else way - length


def in_order(action: Action) -> tuple[str, ...]:
    """A sort key that is the same in every run."""
    result = str(action.result) if isinstance(action, CardPlayed) else ""
    cards = action.cards if isinstance(action, Throw | Give) else ()
    return (type(action).__name__, getattr(action, "card", ""), result, *cards)
