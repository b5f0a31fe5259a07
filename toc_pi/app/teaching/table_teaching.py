"""Teaching beside a game: help, hints, computer players, lessons; loaded after the first frame."""

from typing import TYPE_CHECKING

from calibration.holes import Seat
from toc_pi.app.journaled_game import JournaledGame
from toc_pi.app.setup.answers import Answers, colour_at, stored_settings
from toc_pi.app.stage import Stage
from toc_pi.app.starting import SessionConfig
from toc_pi.app.teaching.chairs import Chairs
from toc_pi.app.teaching.coach import Coach
from toc_pi.app.teaching.help_levels import CountsByPlayer, Helping, HelpSettings, Level
from toc_pi.app.teaching.thinking import ProcessThinker
from toc_pi.errors import DamagedStore
from toc_pi.messages import said
from toc_pi.store.people import family_of, load_learned, save_learned
from toc_pi.teaching.chair import chairs_of

if TYPE_CHECKING:  # it loads OpenCV
    from toc_pi.app.teaching.tutor import Tutor


class TableTeaching:
    """The teaching services of a session.

    Attributes:
        coach: shows legal moves and reasons on request.
    """

    def __init__(self, begun: SessionConfig, stage: Stage, game: JournaledGame, answers: Answers) -> None:
        self._begun = begun
        self._stage = stage
        self._helping = open_help(begun, answers)
        self._thinker = ProcessThinker()
        chairs = Chairs(chairs_of(game.game.table.players, begun.settings.chairs))
        self.coach = Coach(stage, game, self._thinker, self._helping, chairs)

    def change(self, answers: Answers) -> None:
        """Put changed settings in force."""
        self._helping.wanted = wanted_by(answers)

    def lessons(self, pupil: str, camera: bool) -> "Tutor":
        """Open a pupil's lessons."""
        from toc_pi.app.teaching.tutor import LessonProgressStore, course_of, open_tutor

        begun, stage = self._begun, self._stage
        stars = LessonProgressStore(begun.places.state, pupil, begun.disk, begun.wanted.tell)
        course = course_of(begun.settings, stage.scene.preferences.language)
        return open_tutor(course, stage, stars, camera=camera)

    def close(self) -> None:
        """End searches."""
        self._thinker.close()


def wanted_by(answers: Answers) -> HelpSettings:
    """A table's help settings; players without a name are known by their colour."""
    players = {seat: answers.names.get(seat) or colour_at(answers, seat) for seat in answers.seats}
    asked: dict[Seat, Level] = dict.fromkeys(answers.chairs, "asked")  # the program needs no help
    return HelpSettings(answers.hints, {**answers.levels, **asked}, answers.hint_limit, players)


def open_help(begun: SessionConfig, answers: Answers) -> Helping:
    """The help for each player, with what this family's players learned in earlier sessions."""
    folder, family = begun.places.state, " ".join(family_of(stored_settings(begun.places)))
    try:
        known = load_learned(folder, family)
    except DamagedStore as error:
        begun.wanted.tell(str(error))
        known = {}
    except OSError as error:
        begun.wanted.tell(said("{path}: {why}", path=error.filename, why=error.strerror))
        known = {}

    def keep(counts: CountsByPlayer) -> None:
        # Playing continues if this can't be written.
        begun.disk.do("help", lambda: save_learned(folder, family, counts))

    return Helping(wanted_by(answers), known, keep)
