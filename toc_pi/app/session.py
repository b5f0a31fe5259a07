"""A session at the table: opens window, lamps, sound and journal, and feeds the menu."""

import math
import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from calibration.holes import Hole, Seat, seats_of
from hardware.health import HealthWatch, ailments
from hardware.lamps import NoLamps
from hardware.panel import find_backlight, heat_c, may_switch_off, switch_off
from hardware.sound import has_voice
from toc_pi.app.camera.camera_events import Watcher
from toc_pi.app.hall.hall_page import HallFacts
from toc_pi.app.journaled_game import (
    JournaledGame,
    find_unfinished,
    hold_folder,
    open_journal,
    settings_kept,
)
from toc_pi.app.menu import GameListEntry, MenuContext, MenuOverlay, RestartRequest
from toc_pi.app.play import GameSession, SessionServices
from toc_pi.app.process import notify
from toc_pi.app.setup.answers import OWN_NAME, Answers, answers_of, keep, stored_settings
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage, buttons_or_none, lamps_or_none, open_sound
from toc_pi.app.starting import SessionConfig
from toc_pi.app.table_loop import OpenWatcher
from toc_pi.documents import read_toml
from toc_pi.effects import Turn
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.events import Resumed
from toc_pi.messages import said
from toc_pi.phrases import Phrases
from toc_pi.referee.declaring import offered_by
from toc_pi.reporting import Report
from toc_pi.screen import scene
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.pages.page import Page
from toc_pi.screen.window import Window
from toc_pi.store.games import list_games
from toc_pi.store.hall import HallFiles
from toc_pi.store.settings import DataFolders
from toc_pi.store.table_config import NO_CAMERA, TableConfig, is_live
from toc_pi.words import clauses, why

if TYPE_CHECKING:  # it loads OpenCV
    from calibration.board.board import Board
    from toc_pi.app.teaching.tutor import Tutor
    from toc_pi.vision.cards.pile_tracker import PileTracker

MAX_GAMES = 40  # newest games in the menu's list


def play(begun: SessionConfig) -> int | RestartRequest:
    """Run a session; returns the exit status, or how the program continues.

    Raises:
        BadInput, DamagedStore, DeviceFailed, CannotSee: from the rooms.
    """
    wanted, places = begun.wanted, begun.places
    if wanted.camera is not None:
        begun = replace(begun, settings=replace(begun.settings, camera=wanted.camera))
    settings = begun.settings
    game = game_of(settings, settings.declare)
    with hold_folder(places, wanted.tell), closing(open_journal(places, wanted.tell)) as journal:
        anew = wanted.new or begun.new
        saved = None if anew else find_unfinished(journal, places, settings, game, wanted.tell)
        if saved is not None and wanted.record is not None:
            raise BadInput(
                "--record {folder}: a recording begins with its game; add --new for a new one",
                folder=wanted.record,
            )
        recording = None
        if wanted.record is not None:
            from toc_pi.app.recording.recording import Recording, RecordingLimits, privacy

            stored = read_toml(places.settings)
            recording = Recording(wanted.record, stored, settings.board, RecordingLimits(), refereed=True)
            wanted.say(privacy(recording.folder))
        with closing(recording or ExitStack()):
            kept = settings_kept(places, settings.board)
            seats = seats_of(settings.board.seats)
            journaled = JournaledGame(journal, game, seats, kept, _now, recording)
            first = journaled.begin() if saved is None else journaled.go_on(saved)
            window = _window(settings.turned, wanted.tell) if wanted.on_screen else None
            return _run(begun, window, journaled, first) or 0


def _watcher(begun: SessionConfig, game: JournaledGame, first: Turn | Resumed) -> OpenWatcher | None:
    """Opens the board watcher; None without a camera."""
    settings = begun.settings
    if begun.without_camera or settings.camera == NO_CAMERA:
        return None

    def opened(now: Callable[[], float]) -> Watcher:
        from toc_pi.app.camera.board_watcher import open_watcher
        from toc_pi.app.cards.learning import PackKeeper
        from toc_pi.app.setup.finding import BoardRelocator

        resumed = isinstance(first, Resumed)
        places, tell = begun.places, begun.wanted.tell
        find = BoardRelocator(settings, places.calibration, game.stood, tell, begun.seen, resumed=resumed)
        picture = None if game.recording is None else game.recording.picture
        keeper = PackKeeper(places.pack, begun.disk, tell)

        def watch_cards(board: "Board") -> "PileTracker":
            return keeper.card_watch(board, game.state.laid)

        wanted = watch_cards if settings.declare == "camera" else None
        return open_watcher(settings.camera, find, now(), picture, wanted)

    return opened


def _run(
    begun: SessionConfig, window: Window | None, game: JournaledGame, first: Turn | Resumed
) -> RestartRequest | None:
    """Play with lamps, buttons and sound; returns how the program continues, None to end.

    Raises:
        BadFilm: the film that the settings name instead of a camera can't be read.
    """
    settings, tell = begun.settings, begun.wanted.tell
    in_force = SettingsInForce(begun)
    later = _watcher(begun, game, first)
    pawns = game.standing() if later is None else None
    watcher: Watcher = Watcher(first.t)
    if later is not None and not is_live(settings.camera):
        watcher, later = later(lambda: first.t), None
    with ExitStack() as opened:
        try:
            stage = Stage(_opening(settings, pawns), window, NoLamps(), in_force.phrases)
            # The first frame is on the screen; now load and open the rest.
            lamps = opened.enter_context(closing(lamps_or_none(settings.board.seats, tell)))
            buttons = opened.enter_context(closing(buttons_or_none(tell)))
            sound = open_sound(settings.sound, settings.speech, begun.places.voices)
            stage.connect(lamps, buttons, opened.enter_context(closing(sound)))
            from toc_pi.app.teaching.chairs import Chairs
            from toc_pi.app.teaching.coach import Coach
            from toc_pi.app.teaching.help_levels import open_help
            from toc_pi.app.teaching.thinking import ProcessThinker
            from toc_pi.teaching.chair import chairs_of

            helping = open_help(begun, in_force.answers)
            thinker = opened.enter_context(closing(ProcessThinker()))
            chairs = Chairs(chairs_of(game.game.table.players, settings.chairs))
            coach = None if window is None else Coach(stage, game, thinker, helping, chairs)

            def change(answers: Answers) -> Phrases:
                in_force.change(answers)
                helping.answers = answers
                return in_force.phrases

            health = HealthWatch(partial(ailments, begun.places.state))
            menu = _open_menu(in_force, stage, game, health)
            lessons = partial(_lessons, begun, stage)
            extras = SessionServices(menu, change, lessons, coach, health, lambda: in_force.calls)
            evening = GameSession(watcher, stage, game, begun.wanted.log, extras, later)
            notify("READY=1")
            evening.begin(first)
            evening.run(begun.alive)
            again = evening.again
        finally:
            if window is not None:
                window.close()
            notify("STOPPING=1")
            begun.disk.wait()
    return again if again is None or not in_force.changed else replace(again, where=in_force.places)


def _lessons(begun: SessionConfig, stage: Stage, watcher: Watcher, pupil: str, camera: bool) -> "Tutor":
    """Open a pupil's lessons."""
    from toc_pi.app.teaching.tutor import LessonProgressStore, course_of, open_tutor

    stars = LessonProgressStore(begun.places.state, pupil, begun.disk, begun.wanted.tell)
    course = course_of(begun.settings, stage.scene.preferences.language)
    return open_tutor(watcher, stage, course, stars, camera=camera)


def _opening(settings: TableConfig, pawns: Mapping[Hole, Seat] | None) -> scene.Scene:
    """The first scene of a session; without a camera, with the settled pawns."""
    offered = offered_by(game_of(settings).rules)
    first = scene.opening(settings.board, settings.colours, settings.language, taps=True, offered=offered)
    liked = replace(
        first.preferences,
        menu=True,
        declare=settings.declare,
        faces=settings.faces,
        names=called(settings),
        chairs=frozenset(settings.chairs),
        night=settings.night,
        large=settings.letters == "large",
        hints=settings.hints,
    )
    first = replace(first, preferences=liked)
    return first if pawns is None else scene.with_manual_input(first, pawns)


def called(settings: TableConfig) -> dict[Seat, str]:
    """The players' names by seat, including the computer players'."""
    return dict.fromkeys(settings.chairs, OWN_NAME) | dict(settings.names)


def _window(turned: int, tell: Report) -> Window | None:
    try:
        return Window(turned=turned, asks=True)
    except NoDisplay as error:
        tell(said("no window ({why}); lamps and text only", why=error))
        return None


def _now() -> str:
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


class SettingsInForce:
    """The settings in force and their folders, and the call for a hall's arbiter: all may change.

    The call is a file that the table's publisher polls.
    """

    def __init__(self, begun: SessionConfig) -> None:
        self.begun = begun
        self.places = begun.places
        self.answers = answers_of(stored_settings(begun.places))
        self.changed = False
        self.hall = HallFiles(begun.places.state)
        self.calls = begun.settings.hall is not None and self.hall.calls
        self._game = game_of(begun.settings, begun.settings.declare)

    @property
    def phrases(self) -> Phrases:
        """The referee's sentences in the current language."""
        settings = self.begun.settings
        names = called(settings)
        return Phrases(
            self.answers.language,
            settings.colours,
            why(self._game, settings.colours, "plain", names),
            clauses(self._game),
            names=names,
            faces=settings.faces,
        )

    def change(self, answers: Answers) -> None:
        """Apply changed settings; they are written without blocking the session."""
        self.answers, self.changed = answers, True
        self.begun.disk.do("settings", lambda: self._write(answers))

    def call(self, wanted: bool) -> None:
        """Call the arbiter, or withdraw the call, without waiting for the disk."""
        self.calls = wanted
        self.begun.disk.do("call", lambda: self.hall.call(wanted))

    def _write(self, answers: Answers) -> None:
        self.places = keep(self.begun.usual, answers, self.begun.wanted.tell)


def _open_menu(
    in_force: SettingsInForce, stage: Stage, journaled: JournaledGame, health: HealthWatch
) -> MenuOverlay:
    """The menu of a session: its settings, shown on a stage, over the current game."""

    def facts() -> MenuContext:
        from importlib.metadata import version

        heat = heat_c()
        diagnosis = (
            *(("machine", stage.phrases.say(name)) for name in health.current),
            ("settings", str(in_force.places.settings)),
            ("version", version("toc-pi")),
            *((("heat", f"{math.floor(heat)} °C"),) if heat is not None else ()),
        )
        return MenuContext(
            in_force.answers,
            may_close="NOTIFY_SOCKET" not in os.environ,
            rules=game_of(in_force.begun.settings).rules,
            doubts=stage.doubts,
            trouble=stage.in_words(journaled.trouble or ""),
            games=_games(in_force.places, in_force.answers),
            voice=has_voice(in_force.places.voices),
            may_begin=journaled.recording is None,  # a recording is of one game with one table's settings
            diagnosis=diagnosis,
            hall=HallFacts(in_force.calls, in_force.hall.news),
        )

    def game(number: int, answers: Answers) -> Page:
        from toc_pi.app.report.page import game_page

        return game_page(in_force.places.games, number, in_force.places.settings, _now(), like=answers)

    switch = switch_off if may_switch_off() else None
    return MenuOverlay(stage.page, facts, find_backlight(), switch, game, in_force.call)


def _games(places: DataFolders, answers: Answers) -> tuple[GameListEntry, ...]:
    from toc_pi.app.report.past import day_in_words, names_in

    try:
        games = list_games(places.games)[:MAX_GAMES]
    except (DamagedStore, OSError):
        return ()
    return tuple(
        GameListEntry(
            game.id, day_in_words(game.started, _now(), answers.language), game.turns, *names_in(game)
        )
        for game in games
    )
