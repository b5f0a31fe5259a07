"""Help levels: what is explained to each player unasked, how that fades, and the open turn for teaching.

A kind is a use of a card (`split`, `back`, `swap` …), or a broken rule (`!home-left`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from calibration.holes import Seat
from toc_pi.belief.game import Game, playable_part
from toc_pi.referee.states import RefereeState
from toc_pi.rules.pawn_moves import PawnMove
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.uses import uses_of
from toc_pi.teaching.options import Moment

Level = Literal["silent", "asked", "first", "shown"]
CountsByPlayer = Mapping[str, Mapping[str, tuple[int, int]]]
"""For each player and kind, how often it was explained, and how often done correctly."""

ENOUGH = 3  # a kind done correctly this often isn't explained any more
BROKEN = "!"  # prefix of a broken rule's code
MAX_KEPT = 99  # the largest count


@dataclass(frozen=True, slots=True)
class HelpSettings:
    """A table's help settings.

    Attributes:
        table: how much is explained to everybody.
        levels: overrides for single players, by seat.
        limit: how many hints a player may ask for in a game; 0 for any number.
        players: each seat's player name, the key of the stored knowledge.
    """

    table: Level = "asked"
    levels: Mapping[Seat, Level] = field(default_factory=dict)
    limit: int = 0
    players: Mapping[Seat, str] = field(default_factory=dict)


class Helping:
    """Tracks what players know, and how many hints they have left.

    Args:
        counts: what players knew before this session.
        keep: called with all counts whenever they change.
    """

    def __init__(
        self,
        wanted: HelpSettings,
        counts: CountsByPlayer | None = None,
        keep: Callable[[CountsByPlayer], None] = lambda _: None,
    ) -> None:
        self.wanted = wanted
        self._keep = keep
        self._counts = {player: dict(kinds) for player, kinds in (counts or {}).items()}
        self._used = Counter[Seat]()

    def begin(self) -> None:
        """Reset the hints for a new game."""
        self._used.clear()

    def level(self, seat: Seat) -> Level:
        """The help level of a seat's player."""
        return self.wanted.levels.get(seat, self.wanted.table)

    def hints_left(self, seat: Seat) -> int | None:
        """How many hints a seat's player may still ask for; None for any number."""
        return max(0, self.wanted.limit - self._used[seat]) if self.wanted.limit else None

    def use_hint(self, seat: Seat) -> None:
        """Count a hint as used."""
        self._used[seat] += 1

    def explain(self, seat: Seat, kinds: Iterable[str]) -> tuple[str, ...]:
        """The kinds to explain to a seat's player now; they are counted as explained."""
        if self.level(seat) in ("silent", "asked"):
            return ()
        due = tuple(kind for kind in dict.fromkeys(kinds) if self._is_due(seat, kind))
        self._count(seat, due, explained=1)
        return due

    def did_right(self, seat: Seat, kinds: Iterable[str]) -> None:
        """Count what a seat's player did right."""
        if self.level(seat) in ("first", "shown"):
            self._count(seat, dict.fromkeys(kinds), right=1)

    def _is_due(self, seat: Seat, kind: str) -> bool:
        """Whether a kind is due: at level `first` once; else until it is known, broken rules three times."""
        explained, right = self._counts.get(self._name(seat), {}).get(kind, (0, 0))
        if right >= ENOUGH:
            return False
        return not explained if self.level(seat) == "first" else explained < ENOUGH or kind[:1] != BROKEN

    def _count(self, seat: Seat, kinds: Iterable[str], explained: int = 0, right: int = 0) -> None:
        known = self._counts.setdefault(self._name(seat), {})
        for kind in kinds:
            told, done = known.get(kind, (0, 0))
            known[kind] = min(MAX_KEPT, told + explained), min(MAX_KEPT, done + right)
        if kinds:
            self._keep({player: dict(counts) for player, counts in self._counts.items()})

    def _name(self, seat: Seat) -> str:
        return self.wanted.players.get(seat, str(seat))


def kinds_of_card(rules: RuleSet, card: Card) -> tuple[str, ...]:
    """The uses of a card, as kinds."""
    return tuple(dict.fromkeys(use.kind for use, _ in uses_of(rules, card)))


def kinds_of_play(rules: RuleSet, card: Card, moves: Iterable[PawnMove]) -> tuple[str, ...]:
    """The kinds used in a play, among those of its card."""
    done: set[str] = {move.kind for move in moves}
    may = kinds_of_card(rules, card)
    found: list[str] = [kind for kind in may if kind in ("out", "swap") and kind in done]
    if done & {"go", "home"}:
        found += [kind for kind in may if kind not in ("out", "swap", "pass", "any-card")]
    return (*found, *(kind for kind in ("home", "capture") if kind in done))


def kinds_of_breach(reasons: Iterable[str]) -> tuple[str, ...]:
    """Broken rules, as kinds."""
    return tuple(f"{BROKEN}{reason}" for reason in reasons)


def open_turn(game: Game, state: RefereeState) -> Moment | None:
    """The open turn for teaching; None once the game is over."""
    course = state.course
    if course.phase != "play":
        return None
    declared = state.queue[0] if state.queue else None
    players = game.table.players
    return Moment(
        game.rules,
        game.table,
        state.n,
        playable_part(state.record[0])[0],
        players[course.turn][0],
        declared.card if declared is not None and declared.do == "card" else None,
        course.again,
        course.pawn,
        course.struck,
        course.used,
        {player[0]: len(hand) for player, hand in zip(players, course.hands, strict=True)},
        (course.dealer, course.deals),
    )
