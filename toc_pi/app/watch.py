"""Runs a filmed game through the pipeline as a stream of happenings; other games without a referee."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from calibration.holes import Hole, Seat
from hardware.camera import Camera, Frame
from toc_pi.app.camera.sights import BoardFound, Looking, PictureObserver
from toc_pi.app.camera.waiting_pawns import WaitingPawnsJudge, has_no_camps
from toc_pi.app.pipeline import Judge, Pipeline
from toc_pi.app.recording.clip import Clip, Tap
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.belief.game import Game
from toc_pi.referee.effects import Effect, State
from toc_pi.referee.events import Card, Declared, Event, Seen, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.vision.observer import Observer


class ViewJudge:
    """A judge without rules: reports only the state of the view."""

    def step(self, event: Event) -> tuple[Effect, ...]:
        """The state of the view if it has changed."""
        return (State(event.t, event.state),) if isinstance(event, ViewChanged) else ()


@dataclass(frozen=True, slots=True)
class PawnChange:
    """A pawn that moved, was placed or was removed.

    Attributes:
        pawn: its name.
        start: its hole before; None if it was placed.
        end: its hole now; None if it was removed.
    """

    pawn: str
    start: str | None
    end: str | None


def changes(before: Mapping[str, str], now: Seen) -> tuple[PawnChange, ...]:
    """The changes between two observations; unsure holes are ignored.

    Pawns of one name can't be distinguished: vacated holes are paired with newly occupied ones in order.

    Args:
        before: every hole that was surely occupied.
        now: the new observation.
    """
    left: dict[str, list[str]] = {}
    came: dict[str, list[str]] = {}
    for hole, pawn in sorted(before.items()):
        if hole not in now.unsure and now.holes.get(Hole(hole)) != pawn:
            left.setdefault(pawn, []).append(hole)
    for hole, seat in sorted(now.holes.items()):
        if before.get(str(hole)) != str(seat):
            came.setdefault(str(seat), []).append(str(hole))
    out = []
    for pawn in sorted({*left, *came}):
        starts, ends = left.get(pawn, []), came.get(pawn, [])
        for number in range(max(len(starts), len(ends))):
            start = starts[number] if number < len(starts) else None
            end = ends[number] if number < len(ends) else None
            out.append(PawnChange(pawn, start, end))
    return tuple(out)


def standing_after(before: Mapping[str, str], now: Seen) -> dict[str, str]:
    """Every hole that is surely occupied; holes that are unsure now keep their earlier pawn."""
    kept = {hole: pawn for hole, pawn in before.items() if hole in now.unsure}
    return kept | {str(hole): str(seat) for hole, seat in now.holes.items()}


# After a film's end time goes on for SETTLE_S, in steps of SETTLE_STEP_S, so that the referee's waits end.
SETTLE_S = 2.0
SETTLE_STEP_S = 0.25


@dataclass(frozen=True, slots=True)
class Passed:
    """A picture was processed; nothing more comes with its time."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class FilmOver:
    """The film is over, and so is the settling time after it."""


Happening = BoardFound | Seen | Passed | Effect


class FilmSource:
    """Observations of a film, one picture per call, with the taps before it; time runs on briefly at the end.

    Args:
        frames: in chronological order.
        eye: observes them.
        taps: what was tapped.

    Attributes:
        frame: the last observed picture; None once the film is over.
    """

    def __init__(self, frames: Iterable[Frame], eye: PictureObserver, taps: Iterable[Tap] = ()) -> None:
        self._frames = iter(frames)
        self._looking = Looking(eye)
        self._taps = deque(sorted(taps, key=lambda tap: tap.t))
        self._now = 0.0
        self._settling = round(SETTLE_S / SETTLE_STEP_S)
        self.frame: Frame | None = None

    def now(self) -> float:
        """The time of the film, s."""
        return self._now

    def take(self) -> tuple[Event | FilmOver, ...]:
        """The taps before the next picture, and its observations."""
        self.frame = next(self._frames, None)
        if self.frame is None:
            return self._settle()
        self._now = self.frame.t
        tapped = self._tapped(until=self.frame.t)
        return (*tapped, *self._looking.look(self.frame))

    def _settle(self) -> tuple[Event | FilmOver, ...]:
        if not self._settling:
            return (FilmOver(),)
        self._settling -= 1
        tapped = self._tapped(until=float("inf"))
        self._now = max([self._now, *(tap.t for tap in tapped)]) + SETTLE_STEP_S
        return tapped

    def _tapped(self, until: float) -> tuple[Declared, ...]:
        found = []
        while self._taps and self._taps[0].t <= until:
            found.append(_declared(self._taps.popleft()))
        return tuple(found)


class FilmPipeline(Pipeline[Event | FilmOver]):
    """A film with taps, judged; the judge gets a tick with each picture."""

    def take(self, item: Event | FilmOver) -> bool:
        """Handle an observation or a tap."""
        if isinstance(item, FilmOver):
            return True
        self.happened(item)
        return False


def watch(clip: Clip, game: Game | None, film: Camera) -> Iterator[Happening]:
    """Referee a clip; yields the calibration, then observations and effects, each picture's `Passed` last.

    Args:
        clip: its settings and taps.
        game: rules and table, from `toc_pi.app.setup.table_summary`; None without a referee.
        film: its pictures; closed at the end.

    Raises:
        BadInput, BadFilm, CannotSee: as `setup_pictures` and `find_board`.
    """
    try:
        pictures = setup_pictures(clip, film)
        calibration = find_board(clip, [frame.image for frame in pictures])
        observer = Observer(calibration)
        yield BoardFound(pictures[-1].t, calibration, observer.camouflaged)
        judge: Judge = ViewJudge().step
        if game is not None:
            referee = Referee(game)
            judge = (
                WaitingPawnsJudge(referee.step, clip.board).step if has_no_camps(clip.board) else referee.step
            )
            yield replace(referee.turn(), t=pictures[-1].t)
        happened = deque[Event | Effect]()
        source = FilmSource(chain(pictures, iter(film.read, None)), observer, clip.taps)
        pipeline = FilmPipeline(source, judge, happened.append)
        while pipeline.step():
            yield from (each for each in happened if isinstance(each, Seen | Effect))
            happened.clear()
            if source.frame is not None:
                yield Passed(source.frame)
    finally:
        film.close()


def _declared(tap: Tap) -> Declared:
    return Declared(
        tap.t,
        Seat(tap.seat),
        tap.do,
        None if tap.card is None else Card(tap.card),
        tuple(map(Card, tap.cards)),
    )
