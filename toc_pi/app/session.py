"""An evening at the table: its window, lamps, sound and journal are opened here, and its menu is fed."""

import math
import os
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from calibration.holes import Seat, seats_of
from hardware.panel import find_backlight, heat_c, may_switch_off, switch_off
from hardware.sound import CombinedSound, Sound, has_voice
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.journaled_game import (
    JournaledGame,
    find_unfinished,
    hold_folder,
    open_journal,
    settings_kept,
)
from toc_pi.app.loop import notify
from toc_pi.app.menu import Again, Facts, Past
from toc_pi.app.menu_overlay import MenuOverlay
from toc_pi.app.play import Evening
from toc_pi.app.recording.recording import (
    Recording,
    RecordingLimits,
    open_watcher,
    privacy,
    recording_step,
)
from toc_pi.app.report.page import game_page
from toc_pi.app.report.past import day_in_words, names_in
from toc_pi.app.resumption import Finder, Tell, find_anywhere
from toc_pi.app.setup.answers import Answers, answers_of, colour_at
from toc_pi.app.setup.setup_pages import OWN_NAME
from toc_pi.app.setup.setup_window import keep, stored_settings
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import NoWatcher, Stage, buttons_or_none, lamps_or_none, open_sound
from toc_pi.app.starting import SessionConfig
from toc_pi.app.teaching.chairs import Chairs
from toc_pi.app.teaching.coach import Coach
from toc_pi.app.teaching.helping import Counts, Helping, HelpSettings, Level
from toc_pi.app.teaching.pupil import NOTHING, Lessons, Stars
from toc_pi.app.teaching.thinking import ProcessThinker
from toc_pi.app.teaching.tutor import StarKeeper, TaughtLessons, course_of, open_tutor
from toc_pi.documents import read_toml
from toc_pi.effects import Effect, Turn
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.events import Resumed
from toc_pi.messages import said
from toc_pi.phrases import Phrases
from toc_pi.referee.declaring import offered_by
from toc_pi.screen import scene
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.pages.page import Page
from toc_pi.screen.window import Window
from toc_pi.store.games import PastGame, list_games
from toc_pi.store.people import family_of, load_learned, save_learned
from toc_pi.store.settings import NO_CAMERA, DataFolders, Settings
from toc_pi.teaching.chair import chairs_of
from toc_pi.words import clauses, why

MAX_GAMES = 40  # newest games that the menu lists


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What was asked for on the command line.

    Attributes:
        new: begin a new game; an unfinished one waits.
        on_screen: open a window where there is a display.
        camera: for this evening; None for that of the settings.
        record: keep the game's pictures in this folder; None to keep none.
        say: called with a notice for people.
    """

    new: bool
    on_screen: bool
    camera: str | None
    record: Path | None
    say: Tell


def play(begun: SessionConfig, wanted: PlayOptions) -> int | Again:
    """Play an evening; return the exit status, or how the program goes on.

    Raises:
        BadInput, DamagedStore, DeviceFailed, CannotSee: from the rooms.
    """
    places, settings, tell = begun.places, begun.settings, begun.tell
    if wanted.camera is not None:
        settings = replace(settings, camera=wanted.camera)
        begun = replace(begun, settings=settings)
    table = settings.table
    game = game_of(table, settings.declare)
    plain, brief = (why(game, table.colours, manner, called(settings)) for manner in ("plain", "brief"))

    def phrases(language: str) -> Phrases:
        return Phrases(
            language, table.colours, plain, clauses(game), brief, names=called(settings), faces=settings.faces
        )

    with hold_folder(places, tell), closing(open_journal(places, tell)) as journal:
        anew = wanted.new or begun.new
        saved = None if anew else find_unfinished(journal, places, settings, game, tell)
        if saved is not None and wanted.record is not None:
            raise BadInput(
                "--record {folder}: a recording begins with its game; add --new for a new one",
                folder=wanted.record,
            )
        recording = None if wanted.record is None else _recording(wanted.record, places, settings)
        if recording is not None:
            wanted.say(privacy(recording.folder))
        with closing(recording or ExitStack()):
            kept = settings_kept(places, table.board)
            journaled = JournaledGame(journal, game, seats_of(table.board.seats), kept, _now)
            begin = journaled.begin() if saved is None else journaled.go_on(saved)
            window = _window(settings.turned, tell) if wanted.on_screen else None
            find = Finder(table, places.calibration, journaled.stood, tell, begun.seen)
            watcher = (
                NoWatcher(begin.t)
                if begun.without_camera or settings.camera == NO_CAMERA
                else open_watcher(settings.camera, find, begin.t, recording)
            )
            return _run(begun, watcher, window, phrases, journaled, begin, recording) or 0


def _run(
    begun: SessionConfig,
    watcher: BoardWatcher | NoWatcher,
    window: Window | None,
    phrases_in: Callable[[str], Phrases],
    journaled: JournaledGame,
    begin: Turn | Resumed,
    recording: Recording | None,
) -> Again | None:
    """Play with lamps, buttons and sound until it is over; return how the program goes on, None to end."""
    settings, table, tell = begun.settings, begun.settings.table, begun.tell
    rgb, voices = settings.wiring == "rgb", begun.places.voices
    tonight, phrases = SettingsInForce(begun), phrases_in(settings.language)
    helping = open_help(tonight)

    def change(answers: Answers) -> Phrases:
        tonight.change(answers)
        helping.wanted = wanted_by(answers)
        return phrases_in(answers.language)

    def show(what: Effect | str) -> None:
        if sentence := what if isinstance(what, str) else stage.sentence(what):
            begun.log(sentence)

    with (
        closing(lamps_or_none(table.board.seats, tell, table.colours if rgb else None)) as lamps,
        closing(buttons_or_none(tell)) as buttons,
        closing(open_sound(settings.sound, settings.speech, tell if rgb else None, voices)) as sound,
        closing(ProcessThinker()) as thinker,
    ):
        try:
            stage = Stage(_opening(settings), window, lamps, phrases, buttons, sound)
            coach = None if window is None else _coach(settings, stage, journaled, phrases, thinker, helping)
            evening = Evening(
                watcher,
                journaled.step if recording is None else recording_step(journaled.step, recording),
                stage,
                show,
                journaled.standing,
                reminder="" if recording is None else "pictures_kept",
                trouble=lambda: journaled.trouble,
                notice=journaled.notice,
                # A recording holds one game.
                begin_anew=journaled.begin_anew if recording is None else lambda _: None,
                coach=coach,
                menu=_open_menu(tonight, stage, journaled, recorded=recording is not None),
                change=change,
                open_tutor=lambda pupil, camera: open_tutor(
                    course_of(settings, stage.scene.preferences.language),
                    stage,
                    StarKeeper(begun.places.state, pupil, begun.disk, tell),
                    camera=camera,
                ),
            )
            again = _play_until_over(evening, begin, begun, by_hand=isinstance(watcher, NoWatcher))
        finally:
            if window is not None:
                window.close()
            notify("STOPPING=1")
            begun.disk.wait()
    return again if again is None or not tonight.changed else replace(again, where=tonight.places)


def _play_until_over(
    evening: Evening, begin: Turn | Resumed, begun: SessionConfig, *, by_hand: bool
) -> Again | None:
    notify("READY=1")
    evening.begin(begin)
    if by_hand:
        evening.by_hand()
    evening.run(begun.alive)
    return evening.again


def teach(
    course: Lessons,
    window: Window,
    settings: Settings | None,
    calibration: Path | None,
    stars: StarKeeper | None,
    tell: Tell,
) -> Stars:
    """Teach until the pupil ends the lessons; return the stars.

    Args:
        course: the lessons.
        window: where they are shown and tapped.
        settings: of the table; None if there are none.
        calibration: of the table's board, whose camera is used; None to move pawns on the screen.
        stars: the pupil's; None to keep none.
        tell: called with what is missing.

    Raises:
        BadFilm: the settings name a film that can't be read.
    """
    watcher: BoardWatcher | NoWatcher = NoWatcher(0.0)
    speaker: Sound = CombinedSound()
    first = scene.opening(course.board, course.colours, course.language, taps=True, offered=NOTHING)
    liked = replace(first.preferences, menu=len(course.lessons) > 1)
    if settings is not None:
        if calibration is not None:
            watcher = open_watcher(settings.camera, find_anywhere(settings.table, calibration, tell))
        speaker = open_sound(settings.sound, settings.speech)
        liked = replace(liked, night=settings.night, large=settings.letters == "large")
    phrases = Phrases(course.language, course.colours, faces=course.faces)
    with closing(lamps_or_none(course.board.seats, tell)) as lamps, closing(speaker) as sound:
        stage = Stage(replace(first, preferences=liked), window, lamps, phrases, sound=sound)
        tutor = open_tutor(course, stage, stars, camera=isinstance(watcher, BoardWatcher))
        TaughtLessons(watcher, stage, tutor).run()
    return tutor.room.stars


def _opening(settings: Settings) -> scene.Scene:
    """The first scene of an evening."""
    table = settings.table
    offered = offered_by(game_of(table).rules)
    first = scene.opening(table.board, table.colours, settings.language, taps=True, offered=offered)
    liked = replace(
        first.preferences,
        menu=True,
        faces=settings.faces,
        names=called(settings),
        chairs=frozenset(settings.chairs),
        night=settings.night,
        large=settings.letters == "large",
        hints=settings.hints,
    )
    return replace(first, preferences=liked)


def _coach(
    settings: Settings,
    stage: Stage,
    journaled: JournaledGame,
    phrases: Phrases,
    thinker: ProcessThinker,
    helping: Helping,
) -> Coach:
    game = game_of(settings.table)
    chairs = Chairs(chairs_of(game.table.players, settings.chairs))
    return Coach(
        stage.guide,
        journaled.moment,
        game,
        phrases,
        thinker,
        helping,
        chairs,
        stage.speak,
    )


def called(settings: Settings) -> dict[Seat, str]:
    """The players' names by seat, including the program's own name at its seats."""
    return dict.fromkeys(settings.chairs, OWN_NAME) | dict(settings.table.names)


def _recording(folder: Path, places: DataFolders, settings: Settings) -> Recording:
    """Open a recording of this game."""
    stored = read_toml(places.settings)
    return Recording(folder, stored, settings.table.board, RecordingLimits(), refereed=True)


def _window(turned: int, tell: Tell) -> Window | None:
    try:
        return Window(turned=turned, asks=True)
    except NoDisplay as error:
        tell(said("no window ({why}); lamps and text only", why=error))
        return None


def _now() -> str:
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


class SettingsInForce:
    """The settings in force and their folders: some may be changed during play.

    Args:
        begun: the evening's settings and folders.
    """

    def __init__(self, begun: SessionConfig) -> None:
        self.begun = begun
        self.places = begun.places
        self.answers = answers_of(stored_settings(begun.places))
        self.changed = False

    def change(self, answers: Answers) -> None:
        """Put changed settings in force; they are written without making the evening wait."""
        self.answers, self.changed = answers, True
        self.begun.disk.do("settings", lambda: self._write(answers))

    def _write(self, answers: Answers) -> None:
        self.places = keep(self.begun.usual, answers, self.begun.tell)


def _open_menu(
    tonight: SettingsInForce, stage: Stage, journaled: JournaledGame, *, recorded: bool
) -> MenuOverlay:
    """The menu of an evening.

    Args:
        tonight: its settings.
        stage: shows it.
        journaled: the game in progress.
        recorded: whether a recording runs, which is for one game with one table's settings.
    """

    def facts() -> Facts:
        heat = heat_c()
        diagnosis = (
            ("settings", str(tonight.places.settings)),
            ("version", version("toc-pi")),
            *((("heat", f"{math.floor(heat)} °C"),) if heat is not None else ()),
        )
        return Facts(
            tonight.answers,
            may_close="NOTIFY_SOCKET" not in os.environ,
            rules=game_of(tonight.begun.settings.table).rules,
            doubts=stage.doubts,
            trouble=stage.in_words(journaled.trouble or ""),
            games=_games(tonight.places, tonight.answers),
            voice=has_voice(tonight.places.voices),
            may_begin=not recorded,
            diagnosis=diagnosis,
        )

    def game(number: int, answers: Answers) -> Page:
        return game_page(tonight.places.games, number, tonight.places.settings, _now(), like=answers)

    switch = switch_off if may_switch_off() else None
    return MenuOverlay(stage.page, facts, find_backlight(), switch, game)


def _games(places: DataFolders, answers: Answers) -> tuple[Past, ...]:
    try:
        games = list_games(places.games)[:MAX_GAMES]
    except (DamagedStore, OSError):
        return ()
    return tuple(_past(game, answers) for game in games)


def _past(game: PastGame, answers: Answers) -> Past:
    winners, players = names_in(game)
    started = day_in_words(game.started, _now(), answers.language)
    return Past(game.id, started, game.turns, winners, players)


def wanted_by(answers: Answers) -> HelpSettings:
    """A table's help settings; players without a name are known by their colour."""
    players = {seat: answers.names.get(seat) or colour_at(answers, seat) for seat in answers.seats}
    asked: dict[Seat, Level] = dict.fromkeys(answers.chairs, "asked")  # the program needs no help
    return HelpSettings(answers.hints, {**answers.levels, **asked}, answers.hint_limit, players)


def open_help(tonight: SettingsInForce) -> Helping:
    """The help for each player, with what this family's players learned on earlier evenings."""
    folder, family = tonight.places.state, " ".join(family_of(stored_settings(tonight.places)))
    try:
        known = load_learned(folder, family)
    except DamagedStore as error:
        tonight.begun.tell(str(error))
        known = {}

    def keep(counts: Counts) -> None:
        # Playing goes on if this can't be written.
        tonight.begun.disk.do("help", lambda: save_learned(folder, family, counts))

    return Helping(wanted_by(tonight.answers), known, keep)
