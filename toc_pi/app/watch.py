"""Runs a filmed game through the pipeline, as a stream of happenings for display or printing."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from calibration.holes import Seat
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame
from toc_pi.app.clip import Clip
from toc_pi.app.finding import find_board, setup_pictures
from toc_pi.app.looking import Looking, PictureObserver, observed_event
from toc_pi.app.pipeline import Judge, Pipeline
from toc_pi.app.taps import Tap
from toc_pi.app.unknown_game import ViewJudge
from toc_pi.app.waiting_pawns import WaitingPawnsJudge, has_no_camps
from toc_pi.belief.game import Game
from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Card, Declared, Event, Seen
from toc_pi.referee.referee import Referee
from toc_pi.vision.observer import Observer

# After a film's end time goes on for SETTLE_S, in steps of SETTLE_STEP_S, so that the referee's waits end.
SETTLE_S = 2.0
SETTLE_STEP_S = 0.25


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The board was found in the setup pictures, at `t` seconds of film.

    Attributes:
        camouflaged: the pawns that can hardly be seen in their own holes.
    """

    t: float
    calibration: Calibration
    camouflaged: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A picture was processed; nothing more comes with its time."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class FilmOver:
    """The film is over, and so is the settling time after it."""


Happening = Calibrated | Seen | Passed | Effect


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
        return (*tapped, *map(observed_event, self._looking.look(self.frame)))

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
        game: rules and table, from `toc_pi.app.game`; None without a referee.
        film: its pictures; closed at the end.

    Raises:
        BadInput, BadFilm, CannotSee: as `setup_pictures` and `find_board`.
    """
    try:
        pictures = setup_pictures(clip, film)
        calibration = find_board(clip, [frame.image for frame in pictures])
        observer = Observer(calibration)
        yield Calibrated(pictures[-1].t, calibration, observer.camouflaged)
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
