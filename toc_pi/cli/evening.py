"""`toc-pi play`: an evening at the table, with its window, lamps, sound and journal."""

import argparse
import errno
import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from calibration.holes import Seat, seats_of
from toc_pi.app.audio_cues import open_sound
from toc_pi.app.camera.sights import Sights
from toc_pi.app.menu import Again
from toc_pi.app.notify import notify
from toc_pi.app.pipeline import JournaledGame
from toc_pi.app.play import Evening
from toc_pi.app.recording.recording import Recording, RecordingLimits, recording_step
from toc_pi.app.resumption import Finder
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.setup_pages import OWN_NAME
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import NoSights, Stage, buttons_or_none, lamps_or_none
from toc_pi.app.teaching.chairs import Chairs
from toc_pi.app.teaching.coach import Coach
from toc_pi.app.teaching.helping import Helping
from toc_pi.app.teaching.thinking import ProcessThinker
from toc_pi.cli.evening_menu import SettingsInForce, open_help, open_menu, wanted_by
from toc_pi.cli.folders import (
    find_unfinished,
    hold_folder,
    open_journal,
    settings_kept,
)
from toc_pi.cli.lessons import course_of, open_sights, open_tutor
from toc_pi.cli.recording import privacy
from toc_pi.cli.starting import SessionConfig, start
from toc_pi.cli.terminal import complain, interrupt_on_signals, say
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.phrases import Phrases
from toc_pi.referee.effects import Effect, Turn
from toc_pi.referee.events import Resumed, offered_by
from toc_pi.screen import scene
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.window import Window
from toc_pi.store.settings import (
    CAMERAS,
    NO_CAMERA,
    DataFolders,
    Settings,
    find_places,
    is_usable_camera,
)
from toc_pi.store.syncer import DiskWorker
from toc_pi.teaching.chair import chairs_of
from toc_pi.words import clauses, why

END_S = 1.0
"""Ctrl-C ends the evening between two steps of its loop; after so long anywhere. A step takes up to 0.1 s."""


def prepare(_command: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `play`."""
    parser.add_argument("--new", action="store_true", help="begin a new game; an unfinished one waits")
    parser.add_argument("--no-screen", action="store_true", help="lamps and text only")
    parser.add_argument(
        "--camera",
        metavar="C",
        help="auto, pi, 'usb 0', none, or 'film PATH', a film that plays as the camera, "
        "for this evening (default: as set)",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FOLDER",
        help="keep this game's pictures and positions there, as a clip (else no picture is kept)",
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Play an evening.

    Raises:
        BadInput, DamagedStore, DeviceFailed, CannotSee: from the rooms.
    """
    places = find_places(os.environ, Path.home())
    interrupt_on_signals(END_S)
    # Closing the terminal doesn't end the evening.
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    camera = options.camera
    if camera is not None and not is_usable_camera(camera):
        raise BadInput(said("--camera {camera}: {words}, or none are allowed", camera=camera, words=CAMERAS))
    return start(places, lambda begun: _play(begun, options), on_screen=not options.no_screen, camera=camera)


def _play(begun: SessionConfig, options: argparse.Namespace) -> int | Again:
    places, settings = begun.places, begun.settings
    if options.camera is not None:
        settings = replace(settings, camera=options.camera)
        begun = replace(begun, settings=settings)
    table = settings.table
    game = game_of(table, settings.declare)
    plain, brief = (why(game, table.colours, manner, called(settings)) for manner in ("plain", "brief"))

    def phrases(language: str) -> Phrases:
        return Phrases(
            language, table.colours, plain, clauses(game), brief, names=called(settings), faces=settings.faces
        )

    with hold_folder(places), closing(open_journal(places)) as journal:
        saved = None if options.new or begun.new else find_unfinished(journal, places, settings, game)
        if saved is not None and options.record is not None:
            raise BadInput(
                said(
                    "--record {folder}: a recording begins with its game; add --new for a new one",
                    folder=options.record,
                )
            )
        recording = None if options.record is None else _recording(options.record, places, settings)
        with closing(recording or ExitStack()):
            kept = settings_kept(places, table.board)
            journaled = JournaledGame(journal, game, seats_of(table.board.seats), kept, _now)
            begin = journaled.begin() if saved is None else journaled.go_on(saved)
            window = _window(not options.no_screen, settings.turned)
            find = Finder(table, places.calibration, journaled.stood, complain, begun.seen)
            sights = (
                NoSights(begin.t)
                if begun.without_camera or settings.camera == NO_CAMERA
                else open_sights(settings, find, begin.t, recording)
            )
            return _run_session(begun, sights, window, phrases, journaled, begin, recording) or 0


def _run_session(
    begun: SessionConfig,
    sights: Sights | NoSights,
    window: Window | None,
    phrases_in: Callable[[str], Phrases],
    journaled: JournaledGame,
    begin: Turn | Resumed,
    recording: Recording | None,
) -> Again | None:
    """Play with lamps, buttons and sound until it is over; return how the program goes on, None to end."""
    settings, table = begun.settings, begun.settings.table
    rgb = settings.wiring == "rgb"
    tonight, phrases, disk = SettingsInForce(begun), phrases_in(settings.language), DiskWorker()
    helping = open_help(tonight, disk)

    def change(answers: Answers) -> Phrases:
        tonight.change(answers)
        helping.wanted = wanted_by(answers)
        return phrases_in(answers.language)

    voices = begun.places.voices
    with (
        closing(lamps_or_none(table.board.seats, complain, table.colours if rgb else None)) as lamps,
        closing(buttons_or_none(complain)) as buttons,
        closing(open_sound(settings.sound, settings.speech, complain if rgb else None, voices)) as sound,
        closing(ProcessThinker()) as thinker,
    ):
        try:
            stage = Stage(_opening(settings), window, lamps, phrases, buttons, sound)
            coach = None if window is None else _coach(settings, stage, journaled, phrases, thinker, helping)
            evening = Evening(
                sights,
                journaled.step if recording is None else recording_step(journaled.step, recording),
                stage,
                _teller(stage.sentence),
                journaled.standing,
                reminder="" if recording is None else "pictures_kept",
                trouble=lambda: journaled.trouble,
                notice=journaled.notice,
                # A recording holds one game.
                begin_anew=journaled.begin_anew if recording is None else lambda _: None,
                coach=coach,
                menu=open_menu(
                    tonight, stage, journaled, game_of(table).rules, recorded=recording is not None
                ),
                change=change,
                open_tutor=lambda pupil, camera: open_tutor(
                    begun.places, course_of(settings, stage.scene.language), stage, pupil, camera=camera
                ),
            )
            return _play_until_over(evening, begin, begun, tonight, by_hand=isinstance(sights, NoSights))
        finally:
            if window is not None:
                window.close()
            notify("STOPPING=1")
            disk.wait()


def _play_until_over(
    evening: Evening, begin: Turn | Resumed, begun: SessionConfig, tonight: SettingsInForce, *, by_hand: bool
) -> Again | None:
    notify("READY=1")
    evening.begin(begin)
    if by_hand:
        evening.by_hand()
    evening.run(alive=begun.alive)
    if evening.again is None or not tonight.changed:
        return evening.again
    return replace(evening.again, where=tonight.places)


def _opening(settings: Settings) -> scene.Scene:
    """The first scene of an evening."""
    table = settings.table
    offered = offered_by(game_of(table).rules)
    first = scene.opening(table.board, table.colours, settings.language, taps=True, offered=offered)
    return replace(
        first,
        menu=True,
        faces=settings.faces,
        names=called(settings),
        chairs=frozenset(settings.chairs),
        night=settings.night,
        large=settings.letters == "large",
        hints=settings.hints,
    )


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
        settings.table.colours,
        thinker,
        helping,
        settings.language,
        chairs,
        stage.aloud,
    )


def called(settings: Settings) -> dict[Seat, str]:
    """The players' names by seat, including the program's own name at its seats."""
    return dict.fromkeys(settings.chairs, OWN_NAME) | dict(settings.table.names)


def _recording(folder: Path, places: DataFolders, settings: Settings) -> Recording:
    """Open a recording of this game, and print the privacy notice."""
    stored = read_toml(places.settings)
    recording = Recording(folder, stored, settings.table.board, RecordingLimits(), refereed=True)
    say(privacy(folder))
    return recording


def _window(wanted: bool, turned: int) -> Window | None:
    if not wanted:
        return None
    try:
        return Window(turned=turned, asks=True)
    except NoDisplay as error:
        complain(said("no window ({why}); lamps and text only", why=error))
        return None


def _teller(say_it: Callable[[Effect], str | None]) -> Callable[[Effect | str], None]:
    def tell(what: Effect | str) -> None:
        sentence = what if isinstance(what, str) else say_it(what)
        if sentence:
            try:
                print(f"{time.strftime('%H:%M:%S')}  {sentence}", flush=True)
            except OSError as error:
                # The terminal was closed: the game goes on without it.
                if error.errno != errno.EIO:
                    raise

    return tell


def _now() -> str:
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")
