"""How much help each player of an evening gets unasked, and what they have learned."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from calibration.holes import Seat
from toc_pi.teaching.levels import Learned, Level, Times, after_right, after_telling, due_kinds

Counts = Mapping[str, Mapping[str, tuple[int, int]]]


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
        wanted: the table's help settings.
        counts: what players knew before this evening.
        keep: called with all counts whenever they change.
    """

    def __init__(
        self,
        wanted: HelpSettings,
        counts: Counts | None = None,
        keep: Callable[[Counts], None] = lambda _: None,
    ) -> None:
        self.wanted = wanted
        self._keep = keep
        self._learned = {
            player: Learned({kind: Times(*times) for kind, times in kinds.items()})
            for player, kinds in (counts or {}).items()
        }
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
        """The kinds of thing to explain to a seat's player now; they are counted as explained."""
        learned = self._of(seat)
        due = due_kinds(self.level(seat), learned, kinds)
        if due:
            self._set(seat, after_telling(learned, due))
        return due

    def did_right(self, seat: Seat, kinds: Iterable[str]) -> None:
        """Count what a seat's player did right."""
        if self.level(seat) in ("first", "shown"):
            self._set(seat, after_right(self._of(seat), kinds))

    def _of(self, seat: Seat) -> Learned:
        return self._learned.get(self._name(seat), Learned())

    def _name(self, seat: Seat) -> str:
        return self.wanted.players.get(seat, str(seat))

    def _set(self, seat: Seat, learned: Learned) -> None:
        self._learned[self._name(seat)] = learned
        self._keep(
            {
                player: {kind: (times.explained, times.right) for kind, times in known.kinds.items()}
                for player, known in self._learned.items()
            }
        )
