"""A filmed game through the pipeline, as a stream of happenings that others show or print."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame
from toc_pi.app.beside import BesideJudge, keeps_beside
from toc_pi.app.clip import Clip
from toc_pi.app.finding import find_board, setup_pictures
from toc_pi.app.onlooker import Onlooker
from toc_pi.app.pipeline import Judge, Pipeline
from toc_pi.belief.game import Game
from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Seen
from toc_pi.referee.referee import Referee
from toc_pi.vision.observer import Observer


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The board was found in the setup pictures, at `t` seconds of film."""

    t: float
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class Passed:
    """A picture has been worked through; nothing more comes with its time."""

    frame: Frame


Happening = Calibrated | Seen | Passed | Effect


def watch(clip: Clip, game: Game | None, film: Camera) -> Iterator[Happening]:
    """Referee a clip: first the calibration, then sights and effects, and after each picture a `Passed`.

    Args:
        clip: its settings and taps.
        game: rules and table, from `toc_pi.app.game`; None where nobody referees.
        film: its pictures; closed at the end.

    Raises:
        BadInput, BadFilm, CannotSee: as `setup_pictures` and `find_board` say.
    """
    try:
        pictures = setup_pictures(clip, film)
        calibration = find_board(clip, [frame.image for frame in pictures])
        yield Calibrated(pictures[-1].t, calibration)
        judge: Judge = Onlooker()
        if game is not None:
            judge = referee = Referee(game)
            if keeps_beside(clip.board):
                judge = BesideJudge(referee, clip.board)
            yield replace(referee.turn(), t=pictures[-1].t)
        pipeline = Pipeline(Observer(calibration), judge, clip.taps)
        for frame in pictures:
            yield from pipeline.look(frame)
            yield Passed(frame)
        while (next_frame := film.read()) is not None:
            yield from pipeline.look(next_frame)
            yield Passed(next_frame)
        yield from pipeline.finish()
    finally:
        film.close()
