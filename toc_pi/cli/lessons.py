"""`toc-pi learn` in a window, and the lessons that an evening's menu opens."""

import argparse
import os
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.errors import BadBoard
from calibration.files.disk import is_missing
from calibration.holes import seats_of
from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera
from hardware.sound import NoSound
from toc_pi.app.audio_cues import open_sound
from toc_pi.app.camera.camera_reader import film_of, open_camera
from toc_pi.app.camera.sights import PictureObserver, Sights
from toc_pi.app.camera.waiting_pawns import open_observer
from toc_pi.app.recording.recording import Recording, RecordingSights
from toc_pi.app.resumption import Find, find_anywhere
from toc_pi.app.setup.answers import USUAL_BOARD, USUAL_RULES
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import NoSights, Stage, lamps_or_none
from toc_pi.app.teaching.pupil import NOTHING, Lessons, Stars
from toc_pi.app.teaching.tutor import Tutor, teach
from toc_pi.cli.folders import hold_folder, screen_turned
from toc_pi.cli.terminal import complain, say, spoken
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.languages import Faces, Language
from toc_pi.messages import said
from toc_pi.phrases import Phrases
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.screen import scene
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.window import Window
from toc_pi.store.people import load_progress, save_progress
from toc_pi.store.settings import NO_CAMERA, DataFolders, Settings, find_places, load_settings, set_up_places
from toc_pi.teaching.lessons import Lesson, lesson_named, lessons_of
from toc_pi.teaching.play_phrases import COLOURS

PAINTS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")


@dataclass(frozen=True, slots=True)
class LessonSetup:
    """The set-up of lessons.

    Attributes:
        places: the folders of the stars.
        settings: of the table; None if there are no usable ones.
        board, rules: of the lessons.
        language: of every sentence.
        by_hand: whether pawns are moved on the screen even with a camera.
    """

    places: DataFolders
    settings: Settings | None
    board: Board
    rules: RuleSet
    language: Language
    by_hand: bool

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """All lessons on this board."""
        board = self.board
        table = Table(board.seats, board.home_entry, board.centre, stretch=board.stretch)
        return lessons_of(self.rules, table)

    @property
    def looks(self) -> bool:
        """Whether a camera is used, and set up for this board."""
        if self.settings is None or self.by_hand or self.settings.camera == NO_CAMERA:
            return False
        return self.settings.table.board == self.board

    @property
    def faces(self) -> Faces:
        """The letters of the pack's jack, queen and king."""
        return "JQK" if self.settings is None else self.settings.faces

    def course(self, only: str | None = None) -> Lessons:
        """The lessons to teach.

        Args:
            only: one lesson's name; None for all.

        Raises:
            BadInput: there is no such lesson.
        """
        chosen = {} if self.settings is None else self.settings.table.colours
        colours = {**dict(zip(seats_of(self.board.seats), PAINTS, strict=False)), **COLOURS, **chosen}
        lessons = self.lessons
        if only is not None:
            board = self.board
            table = Table(board.seats, board.home_entry, board.centre, stretch=board.stretch)
            lessons = (lesson_named(self.rules, table, only),)
        return Lessons(self.board, lessons, colours, self.language, self.faces)


def learn(options: argparse.Namespace, rules: Callable[[str], RuleSet]) -> int | None:
    """Teach in a window: with the settings' camera, or with pawns that are moved on the screen.

    Args:
        options: of `toc-pi learn`.
        rules: reads a rule set by its name, and applies the house rules of the options.

    Returns:
        The exit status; None without a display.

    Raises:
        BadInput: no such rule set, house rule, board or lesson; another program uses the camera.
    """
    setup = _lesson_setup(options, rules)
    course = setup.course(options.lesson)
    try:
        window = Window(title="toc-pi learn", turned=screen_turned())
    except NoDisplay as error:
        complain(said("no window ({why}); going on as text", why=error))
        return None
    with closing(window), hold_folder(setup.places, "learn") if setup.looks else nullcontext():
        learned = _teach(setup, course, window, options.name, keeps=options.lesson is None)
    count = sum(lesson.name in learned for lesson in course.lessons)
    say(said("lessons learned: {count} of {all}", count=count, all=len(course.lessons)))
    return 0


def _teach(setup: LessonSetup, course: Lessons, window: Window, pupil: str, *, keeps: bool) -> Stars:
    """Teach until the pupil ends the lessons; return the stars."""
    settings = setup.settings
    find = None
    if setup.looks and settings is not None:
        find = find_anywhere(settings.table, setup.places.calibration, complain)
    sights = NoSights(0.0) if find is None or settings is None else open_sights(settings, find)
    speaker = NoSound() if settings is None else open_sound(settings.sound, settings.speech)
    with (
        closing(lamps_or_none(setup.board.seats, complain)) as lamps,
        closing(speaker) as sound,
    ):
        first = scene.opening(setup.board, course.colours, setup.language, taps=True, offered=NOTHING)
        first = replace(first, menu=len(course.lessons) > 1)
        if settings is not None:
            first = replace(first, night=settings.night, large=settings.letters == "large")
        phrases = Phrases(setup.language, course.colours, faces=course.faces)
        stage = Stage(first, window, lamps, phrases, sound=sound)
        tutor = open_tutor(setup.places, course, stage, pupil, camera=find is not None, keeps=keeps)
        return teach(tutor, stage, sights, lambda: None)


def open_tutor(
    places: DataFolders, course: Lessons, stage: Stage, pupil: str, *, camera: bool, keeps: bool = True
) -> Tutor:
    """Open a pupil's lessons on a stage.

    Args:
        places: the folders of the stars.
        course: the lessons.
        stage: shows them.
        pupil: whose stars are stored.
        camera: whether the pawns stand before a camera.
        keeps: whether earlier stars are loaded, and new ones stored.
    """
    known: Stars = {}
    if keeps:
        try:
            known = load_progress(places.state, pupil)
        except DamagedStore as error:
            complain(str(error))

    def keep(now: Stars) -> None:
        try:
            save_progress(places.state, pupil, {**load_progress(places.state, pupil), **now})
        except DamagedStore as error:
            complain(str(error))
        except OSError as error:
            complain(said("{state}: the stars can't be kept ({why})", state=places.state, why=error.strerror))

    return Tutor(stage, course, known, keep, camera=camera)


def course_of(settings: Settings, language: Language) -> Lessons:
    """The lessons for an evening's table: its rules, board and colours."""
    game = game_of(settings.table)
    board = settings.table.board
    return Lessons(
        board, lessons_of(game.rules, game.table), settings.table.colours, language, settings.faces
    )


def _lesson_setup(options: argparse.Namespace, rules: Callable[[str], RuleSet]) -> LessonSetup:
    """The set-up of lessons: from the options, else the table's settings, else the defaults."""
    places = set_up_places(find_places(os.environ, Path.home()))
    settings = _settings(places)
    table = None if settings is None else settings.table
    if options.board is not None or table is None:
        board = load_board(options.board or USUAL_BOARD)
    else:
        board = table.board
    if options.rules is None and table is not None and not options.house:
        chosen = game_of(table).rules
    else:
        chosen = rules(options.rules or (None if table is None else table.rules) or USUAL_RULES)
    language: Language = "en"
    if (options.lang or (spoken() if settings is None else settings.language)) == "fr":
        language = "fr"
    return LessonSetup(places, settings, board, chosen, language, options.by_hand)


def _settings(places: DataFolders) -> Settings | None:
    """The table's settings; None if there are none, or they can't be used."""
    if is_missing(places.settings):
        return None
    try:
        settings = load_settings(places.settings)
        game_of(settings.table)
    except (BadInput, BadBoard, OSError) as error:
        complain(said("{why}; lessons go on without these settings", why=error))
        return None
    return settings


LONGEST_HOLD_S = 60.0
"""A film waits at its beginning for this long at most until the board is found in it."""


def open_sights(
    settings: Settings, find: Find, started_s: float = 0.0, recording: Recording | None = None
) -> Sights:
    """Open the sights of a camera, waiting for it as long as it takes, or of a film.

    Args:
        settings: name the camera.
        find: finds the board.
        started_s: the game's time at the start, s.
        recording: records the pictures.

    Raises:
        BadFilm: there is no such film, or it can't be read.
    """
    name = settings.camera
    film = film_of(name, LONGEST_HOLD_S)

    def opened() -> Camera:
        return film or open_camera(name)

    def found(calibration: Calibration) -> PictureObserver:
        observer = open_observer(calibration)
        if film is not None:
            film.go_on()
        return observer

    if recording is not None:
        return RecordingSights(opened, find, recording, live=film is None, open_observer=found)
    return Sights(opened, find, found, started_s=started_s, live=film is None)
