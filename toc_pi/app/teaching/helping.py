"""Help in a game: how much each player gets unasked, the open turn for teaching, and lessons in between."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from calibration.holes import Seat
from toc_pi.app.camera.sights import BoardFound, CameraLost, NotFound, Sight, observed_event
from toc_pi.app.teaching.tutor import Tutor
from toc_pi.belief.game import Game, playable_part
from toc_pi.referee.events import Seen
from toc_pi.referee.states import RefereeState
from toc_pi.screen.scene import Scene
from toc_pi.teaching.levels import Learned, Level, Times, after_right, after_telling, due_kinds
from toc_pi.teaching.risk import Moment
from toc_pi.vision.observer import Observation, ViewChange

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


def open_turn(game: Game, state: RefereeState) -> Moment | None:
    """What the referee knows of the open turn; None once the game is over.

    Args:
        game: rules and table.
        state: of the referee.
    """
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


OpenTutor = Callable[[str, bool], Tutor]
"""Opens the lessons of a pupil, with or without a camera."""


class Interlude:
    """Runs lessons, and stores what the game misses meanwhile.

    Args:
        tutor: runs the lessons.
            scene: of the game, to go back to.
            seen: the last observation of the board; None if there is none.

    Attributes:
        seen: the latest observation.
            state: the camera's latest state change during the lessons.
    """

    def __init__(self, tutor: Tutor, scene: Scene, seen: Seen | None) -> None:
        self._tutor = tutor
        self._scene = scene
        self.seen = seen
        self.state: Sight | None = None
        if seen is not None:
            tutor.see(seen)

    @property
    def over(self) -> bool:
        """Whether the pupil has ended the lessons."""
        return self._tutor.over

    @property
    def scene(self) -> Scene:
        """The game's scene with the view and colours shown now."""
        shown = self._tutor.room.scene
        view = self._scene.view if self._scene.by_hand else shown.view
        return replace(self._scene, view=view, night=shown.night, named=shown.named)

    def take(self, sight: Sight) -> None:
        """Handle what the camera saw."""
        self._tutor.take(sight)
        match sight:
            case Observation():
                event = observed_event(sight)
                self.seen = event if isinstance(event, Seen) else None
            case CameraLost() | NotFound() | BoardFound():
                self.state, self.seen = sight, None
            case ViewChange():
                pass

    def touch(self, choice: str, t: float) -> None:
        """Handle a tap."""
        self._tutor.touch(choice, t)

    def tick(self, t: float) -> None:
        """Handle the passing of time."""
        self._tutor.tick(t)
