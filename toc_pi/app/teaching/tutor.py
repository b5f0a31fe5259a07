"""Lessons at a table: connects camera and taps with the learner's state.

Before a game, on their own (`toc-pi learn`), or in the middle of one, which then pauses.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from hardware.sound import Sound
from toc_pi.app.camera.board_watcher import open_watcher
from toc_pi.app.camera.camera_events import BoardFound, Broken, CameraEvent, CameraLost, NotFound, Watcher
from toc_pi.app.setup.finding import find_anywhere
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage, lamps_or_none, open_sound
from toc_pi.app.table_loop import TableLoop
from toc_pi.app.teaching.learning import enter, pass_time, see_board, see_view, tap, with_hands
from toc_pi.app.teaching.pupil import NO_STAR, NOTHING, STAR, Lessons, PupilState
from toc_pi.errors import DamagedStore
from toc_pi.events import CardLaid, CardsHeld, CardTaken, PileGathered, Seen, ViewChanged
from toc_pi.languages import Language
from toc_pi.messages import said
from toc_pi.phrases import Phrases
from toc_pi.reporting import Report
from toc_pi.screen import scene as scenes
from toc_pi.screen.pages.page import Key, Page
from toc_pi.screen.window import Quit, Tapped, Window
from toc_pi.store.folder import DiskWorker
from toc_pi.store.people import Stars, load_progress, read_or_tell, save_progress
from toc_pi.store.table_config import TableConfig
from toc_pi.teaching.lesson_attempt import MAX_STARS
from toc_pi.teaching.lessons import lessons_of

GONE_S = 3600.0  # without taps and moves for this long, the learner is assumed to have left
MENU = "menu"  # the key that opens the menu


class Tutor(TableLoop):
    """Teaches a learner, until the learner ends the lessons, has left, or everything is learned.

    Args:
        stars: from earlier lessons.
        keep: called with the stars whenever a lesson is learned.
        camera: whether there is a camera.

    Attributes:
        seen: the last observation; None if the camera has lost the board since.
        missed: the camera's last change of state, for the paused game.
    """

    def __init__(
        self,
        watcher: Watcher,
        stage: Stage,
        course: Lessons,
        stars: Stars,
        keep: Callable[[Stars], None],
        *,
        camera: bool = False,
    ) -> None:
        super().__init__(watcher, stage)
        self._keep = keep
        self._busy_s: float | None = None
        self.seen: Seen | None = None
        self.missed: CameraEvent | None = None
        self.room = enter(course, stars, camera=camera, scene=stage.scene)
        self._spoken = ""
        self._show(self.room)

    def take(self, event: CameraEvent) -> bool:
        """Handle a camera event; True if no more will come.

        Raises:
            Exception: raised in the observer's thread.
        """
        room, self._busy_s = self.room, self._watcher.now()
        if not isinstance(event, Seen | ViewChanged | CardLaid | CardTaken | PileGathered | CardsHeld):
            self.missed, self.seen = event, None
        match event:
            case Broken(error):
                raise error
            case CameraLost(_, over, fault):
                self._show(with_hands(room, fault))
                return over
            case NotFound(advice, repair, todo):
                if not room.scene.board.by_hand:  # moving pawns on the screen continues
                    sentence = self._stage.in_words(todo if repair else advice)
                    self._set(scenes.with_hint(scenes.set_up(room.scene, repair), sentence))
            case BoardFound():
                scene = scenes.with_fault(scenes.set_up(scenes.with_hint(room.scene, ""), {}), "")
                self._set(scene)
            case Seen():
                self.see(event)
            case ViewChanged(t, state):
                self._show(see_view(room, t, state))
        return False

    def see(self, seen: Seen) -> None:
        """Handle an observation of the board."""
        self.seen = seen
        self._show(see_board(self.room, seen))

    def touch(self, event: Quit | Tapped) -> bool:
        """Handle a touch; True if the window was closed."""
        self._busy_s = self._watcher.now()
        if isinstance(event, Quit) or event.choice == "leave":
            return True
        if event == Tapped(MENU):
            self._stage.page(lessons_page(self.room))
            return False
        if event.key is not None:
            self._stage.page(None)
        self._show(tap(self.room, event.choice, self._busy_s))
        return False

    def tick(self, now: float) -> bool:
        """Advance time; True if the lessons are over."""
        self._busy_s = now if self._busy_s is None else self._busy_s
        self._show(pass_time(self.room, now))
        return self.room.over or now - self._busy_s >= GONE_S

    def _set(self, scene: scenes.Scene) -> None:
        self._show(replace(self.room, scene=scene))

    def _show(self, room: PupilState) -> None:
        """Show a state: sentence, tone and speech; store new stars."""
        before, self.room = self.room, room
        if room.stars != before.stars:
            self._keep(room.stars)
        if room.scene is not self._stage.scene:
            self._stage.set(room.scene)
        verdict, task = room.scene.game.verdict, room.scene.game.task
        if verdict is not None and room.scene.game.pulse != before.scene.game.pulse:
            self._stage.hear(verdict)
        if task is not None and task.sentence != self._spoken:
            self._spoken = task.sentence
            self._stage.speak(task.sentence)


def lessons_page(room: PupilState) -> Page:
    """All lessons with their stars, to choose from."""
    say, phrases = room.course.phrases.say, room.course.phrases
    keys = []
    for one in room.course.lessons:
        stars = room.stars.get(one.name, 0)
        below = STAR * stars + NO_STAR * (MAX_STARS - stars)
        title = phrases.lesson(one, "title")
        keys.append(Key(f"lesson:{one.name}", title, below, strong=one == room.lesson))
    feet = (Key("close", say("back_to_lesson")), Key("later", say("later")))
    return Page("lessons", say("lessons"), keys=tuple(keys), feet=feet)


class LessonProgressStore:
    """Stores a learner's stars on disk without blocking the lessons.

    Args:
        pupil: the learner; "" for somebody without a name.
        tell: called with a message if they can't be read or written.
    """

    def __init__(self, folder: Path, pupil: str, disk: DiskWorker, tell: Report) -> None:
        self._folder = folder
        self._pupil = pupil
        self._disk = disk
        self._tell = tell

    def known(self) -> Stars:
        """The stars of earlier lessons."""
        return read_or_tell(lambda: load_progress(self._folder, self._pupil), self._tell) or {}

    def keep(self, now: Stars) -> None:
        """Add stars to the stored ones."""
        self._disk.do(f"stars {self._pupil}", lambda: self._write(now))

    def _write(self, now: Stars) -> None:
        try:
            before = load_progress(self._folder, self._pupil)
            best = {one: max(before.get(one, 0), now.get(one, 0)) for one in {**before, **now}}
            save_progress(self._folder, self._pupil, best)
        except DamagedStore as error:
            self._tell(str(error))
        except OSError as error:
            why = said("{state}: the stars can't be kept ({why})", state=self._folder, why=error.strerror)
            self._tell(why)


def teach(
    course: Lessons,
    window: Window,
    settings: TableConfig | None,
    calibration: Path | None,
    stars: LessonProgressStore | None,
    tell: Report,
) -> Stars:
    """Teach in a window until the learner ends the lessons; returns the stars.

    Args:
        settings: of the table; None if there are none.
        calibration: of the table's board, to use the camera; None to move pawns on the screen.
        stars: the learner's; None to store none.

    Raises:
        BadFilm: the settings name a film that can't be read.
    """
    watcher: Watcher = Watcher(0.0)
    speaker: Sound = Sound()
    first = scenes.opening(course.board, course.colours, course.language, taps=True, offered=NOTHING)
    liked = replace(first.preferences, menu=len(course.lessons) > 1)
    if settings is not None:
        if calibration is not None:
            watcher = open_watcher(settings.camera, find_anywhere(settings, calibration, tell))
        speaker = open_sound(settings.sound, settings.speech)
        liked = replace(liked, night=settings.night, large=settings.letters == "large")
    phrases = Phrases(course.language, course.colours, faces=course.faces)
    with closing(lamps_or_none(course.board.seats, tell)) as lamps, closing(speaker) as sound:
        stage = Stage(replace(first, preferences=liked), window, lamps, phrases, sound=sound)
        tutor = open_tutor(watcher, stage, course, stars, camera=watcher.has_camera)
        tutor.run()
    return tutor.room.stars


def open_tutor(
    watcher: Watcher, stage: Stage, course: Lessons, stars: LessonProgressStore | None, *, camera: bool
) -> Tutor:
    """Open a learner's lessons on a stage; without a store no stars are kept."""
    if stars is None:
        return Tutor(watcher, stage, course, {}, lambda _: None, camera=camera)
    return Tutor(watcher, stage, course, stars.known(), stars.keep, camera=camera)


def course_of(settings: TableConfig, language: Language) -> Lessons:
    """The lessons for a table: its rules, board and colours."""
    game = game_of(settings)
    board = settings.board
    return Lessons(board, lessons_of(game.rules, game.table), settings.colours, language, settings.faces)
