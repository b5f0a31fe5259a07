"""Starts a session with the settings, or shows the safe mode's screen if that fails."""

import os
import time
import tomllib
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from calibration.errors import BadBoard
from calibration.files.disk import Unreadable, read_text
from hardware.errors import BadFilm
from toc_pi.app import process
from toc_pi.app.journaled_game import screen_turned
from toc_pi.app.menu import RestartRequest
from toc_pi.app.process import release_session_memory, use_one_heap
from toc_pi.app.setup.answers import SetupResult, keep, stored_settings
from toc_pi.app.setup.table_summary import game_of
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput
from toc_pi.languages import Language, load_texts, translated
from toc_pi.messages import on_one_line, said
from toc_pi.reporting import Report
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.screen.window import Quit, Window
from toc_pi.store.folder import DiskWorker
from toc_pi.store.settings import DataFolders, load_settings, set_up_places
from toc_pi.store.start_counter import FAILED_STARTS, Starts, begin_state_anew, keep_good, last_good, usual
from toc_pi.store.table_config import TABLE_KEYS, TableConfig

if TYPE_CHECKING:  # it loads OpenCV
    from calibration.setup.calibration_file import Calibration


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Command line options of a session.

    Attributes:
        tell: called with a readable message about a fault or a long wait.
        log: called with the game's events, as sentences.
        say: called with a readable notice.
        on_screen: open a window where there is a display.
        new: start a new game; an unfinished one is kept.
        camera: for this session, and proposed in a set-up; None for the configured one.
        record: folder to record the game's pictures in; None for no recording.
    """

    tell: Report
    log: Report = lambda _: None
    say: Report = lambda _: None
    on_screen: bool = True
    new: bool = False
    camera: str | None = None
    record: Path | None = None


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """The configuration of a session.

    Attributes:
        wanted: command line options.
        usual: the default folders, for changed settings.
        places: the folders of its settings and state.
        settings: its settings.
        without_camera: whether pawns are moved on the screen.
        alive: to be called regularly while the session works.
        disk: worker for disk writes.
        new: whether to start a new game even if the last one is unfinished.
        seen: the calibration from a set-up just now; None if there was none.
    """

    wanted: PlayOptions
    usual: DataFolders
    places: DataFolders
    settings: TableConfig
    without_camera: bool
    alive: Callable[[], object]
    disk: DiskWorker = field(default_factory=DiskWorker)
    new: bool = False
    seen: "Calibration | None" = None


SUCCEEDED_S = 60.0  # a session that has run this long counts as a successful start
LEFT = SetupResult(DataFolders(Path(), Path()))  # the set-up's window was closed
LOOK_S = 0.05  # between two polls for taps
LOOK_AGAIN_S = 2.0  # between two checks whether the settings have become usable
MAX_SETTINGS = 100_000  # bytes: in a larger file the language isn't searched
UNUSABLE = (BadInput, BadBoard, BadFilm, OSError, ValueError, RecursionError, MemoryError)
"""Exceptions raised by unusable settings, however damaged."""


def start(
    places: DataFolders, play: Callable[[SessionConfig], int | RestartRequest], wanted: PlayOptions
) -> int:
    """Run a session; if it can't start, or failed three times, show a screen with remedies.

    Args:
        places: the default folders.
        play: runs it, and returns the exit status, or how the program continues.
        wanted: command line options.

    Raises:
        BadInput: the settings can't be used, and there is no screen to show it on.
    """
    tell, camera, on_screen = wanted.tell, wanted.camera, wanted.on_screen
    use_one_heap()
    starts, disk = Starts(places.state), DiskWorker()
    _tell_changed(set_up_places(places), last_good(places), tell)
    used, without_camera, again, new = set_up_places(places), False, False, False
    seen: Calibration | None = None
    while True:
        try:
            settings = check_settings(used)
            trouble = None if again or starts.failed < FAILED_STARTS else "starts"
            error: Exception | None = None
        except UNUSABLE as unusable:
            error = unusable
            trouble = "missing" if _is_unconfigured(used) else "settings"
        if trouble is None:
            alive = EveningAlive(starts, used, disk)
            here = replace(wanted, camera=camera)
            begun = SessionConfig(here, places, used, settings, without_camera, alive, disk, new, seen)
            ended = _played(begun, starts, play)
            if isinstance(ended, int):
                return ended
            release_session_memory()
            (used, seen, camera), new = _go_on(ended, places, used, here)
            continue
        if trouble == "missing" and on_screen and (made := _set_up(places, used, camera, tell)) is not None:
            if made is LEFT:
                return 0
            used, seen, camera = made
            continue
        detail = _one_line(error) if error is not None else starts.why
        remedy = _ask(trouble, detail, places, tell, unusable=error is not None) if on_screen else None
        if remedy is None:
            if error is not None:
                raise (
                    error
                    if isinstance(error, BadInput | BadBoard | BadFilm)
                    else BadInput("{settings}: {detail}", settings=used.settings, detail=detail)
                ) from error
            again = True  # without a screen, just retry
            continue
        if remedy == "close":
            return 0
        if remedy == "set-up":
            made = _set_up(places, used, camera, tell)
            if made is not None and made is not LEFT:  # else another remedy can be chosen
                used, seen, camera = made
                starts.succeed()
            continue
        used, without_camera, again = _apply_remedy(remedy, places, starts, tell, usable=error is None)


def _tell_changed(now: DataFolders, good: DataFolders, tell: Report) -> None:
    """Report settings that differ from the last good start: the file may have been replaced."""
    with suppress(BadInput):
        was, are = read_toml(good.settings), read_toml(now.settings)
        changed = [key for key in {**was, **are} if was.get(key) != are.get(key)]
        if changed:
            keys = ", ".join(changed)
            tell(said("{path}: changed since the last evening: {keys}", path=now.settings, keys=keys))


def _is_unconfigured(places: DataFolders) -> bool:
    """Whether the table is not configured yet."""
    if not os.path.lexists(places.settings):
        return True
    stored = stored_settings(places)
    return bool(stored) and not {*TABLE_KEYS} & {*stored}


def _set_up(places: DataFolders, used: DataFolders, camera: str | None, tell: Report) -> SetupResult | None:
    """Let the players set up their table; `LEFT` if they close the window, None without a screen."""
    try:
        from toc_pi.app.setup.setup_window import set_up  # rarely needed

        return set_up(places, tell, now=used, camera=camera) or LEFT
    except NoDisplay:
        return None


def _go_on(
    ended: RestartRequest, places: DataFolders, used: DataFolders, wanted: PlayOptions
) -> tuple[SetupResult, bool]:
    """Carry out the menu's request; returns the settings in force, and whether to start a new game."""
    tell, camera = wanted.tell, wanted.camera
    unchanged = SetupResult(ended.where or used, None, camera)
    used = unchanged.places
    if ended.answers is not None:
        return SetupResult(keep(places, ended.answers, tell), None, camera), ended.new
    if not ended.step:
        return unchanged, ended.new
    if ended.step == "pack":
        _learn_pack(used, tell)
        return unchanged, False
    try:
        if ended.step == "hall":
            from toc_pi.app.hall.joining import join_in_window

            return SetupResult(join_in_window(places, used, tell), None, camera), False
        from toc_pi.app.setup.setup_window import set_up

        made = set_up(places, tell, now=used, step=ended.step, begun=ended.begun, camera=camera)
    except NoDisplay:
        made = None
    return (unchanged, False) if made is None else (made, ended.new)


def _learn_pack(places: DataFolders, tell: Report) -> None:
    """Let the players scan their pack for the camera, in a window."""
    from toc_pi.app.cards.learning import learn_in_window

    try:
        learn_in_window(load_settings(places.settings), places, tell)
    except UNUSABLE as error:
        tell(_one_line(error))
    except NoDisplay:
        pass


def check_settings(places: DataFolders) -> TableConfig:
    """Load the settings, and check that a game is possible with them.

    Raises:
        BadInput, BadBoard, BadFilm, OSError, ValueError: they are unusable.
    """
    settings = load_settings(places.settings)
    game_of(settings)
    return settings


def _played(
    begun: SessionConfig, starts: Starts, play: Callable[[SessionConfig], int | RestartRequest]
) -> int | RestartRequest:
    """Play; a start that ends with a fault, or is killed, stays counted as failed."""
    starts.begin()
    try:
        status = play(begun)
    except (KeyboardInterrupt, BrokenPipeError):
        _succeeded(starts, begun.places)
        raise
    except BadInput:
        starts.withdraw()  # a usage error doesn't count as a start
        raise
    except Exception as error:
        starts.fail(f"{type(error).__name__}: {_one_line(error)}")
        raise
    _succeeded(starts, begun.places)
    return status


def _succeeded(starts: Starts, places: DataFolders) -> None:
    starts.succeed()
    with suppress(*UNUSABLE):  # the file may have changed since it was read
        check_settings(places)
        keep_good(places)


class EveningAlive:
    """Feeds the watchdog, and marks the start as successful after a while."""

    def __init__(self, starts: Starts, places: DataFolders, disk: DiskWorker) -> None:
        self._starts = starts
        self._places = places
        self._disk = disk
        self._since_s: float | None = None
        self._noted = False

    def __call__(self) -> None:
        process.keep_alive()
        now = time.monotonic()
        self._since_s = now if self._since_s is None else self._since_s
        if not self._noted and now - self._since_s >= SUCCEEDED_S:
            self._noted = True
            self._disk.do("start", lambda: _succeeded(self._starts, self._places))


def _apply_remedy(
    remedy: str, places: DataFolders, starts: Starts, tell: Report, *, usable: bool
) -> tuple[DataFolders, bool, bool]:
    """Apply a remedy; return the folders, whether to go without a camera, and whether to skip the check."""
    starts.succeed()
    if remedy == "again":
        return places, False, True
    used = places if usable and remedy not in ("good", "usual") else _base(places, tell)
    if remedy == "new":
        try:
            tell(
                said(
                    "the old data is in {folder} now",
                    folder=begin_state_anew(places.state),
                )
            )
        except OSError as error:
            tell(said("{state}: can't be put aside ({why})", state=places.state, why=error.strerror))
    return used, remedy == "camera", True


def _base(places: DataFolders, tell: Report) -> DataFolders:
    """The folders of usable settings: the last good ones, or the shipped defaults."""
    if _is_usable(good := last_good(places)):
        return good
    try:
        return usual(places, _languages(places)[0])
    except OSError as error:
        tell(said("{path}: can't be written ({why})", path=places.state, why=error.strerror))
        return places


def _ask(trouble: str, detail: str, places: DataFolders, tell: Report, *, unusable: bool) -> str | None:
    """Show on a screen what is wrong, and wait for a tap; None without a screen."""
    tell(detail or "three starts have failed")
    try:
        window = Window(turned=screen_turned(places), asks=True)
    except NoDisplay as error:
        if not unusable:
            tell(said("no window ({why})", why=error))
        return None
    good = _is_usable(last_good(places))
    remedies = ("set-up" if trouble == "settings" else "new", "good" if good else "usual", "camera", "again")
    chosen: str | None = None
    looked_s = time.monotonic()

    def step(alive: process.Alive) -> bool:
        nonlocal chosen, looked_s
        chosen = _chosen(window)
        if unusable and time.monotonic() >= looked_s + LOOK_AGAIN_S:
            looked_s = time.monotonic()
            chosen = chosen or ("again" if _is_usable(places) else None)  # the settings were corrected
        alive()
        return chosen is None

    with closing(window):
        process.notify("READY=1")
        window.page(safe_page(trouble, detail, remedies, _languages(places)))
        process.run(step, rest_s=LOOK_S)
    return chosen


def safe_page(trouble: str, detail: str, remedies: Sequence[str], languages: Sequence[Language]) -> Page:
    """The safe mode's page: what is wrong, and a key for each remedy.

    Args:
        trouble: what is wrong: `settings`, `missing`, `starts`.
        detail: the error message.
        remedies: the keys: `set-up`, `good`, `usual`, `camera`, `new`, `again`.
        languages: of the texts; both if the table's is unknown.
    """
    first, *others = (load_texts("safe", language) for language in languages)
    title, below = first["trouble"][trouble], first["trouble"][f"{trouble}_below"]
    text = f"{below}\n{translated(detail, languages[0])}"
    for words in others:
        text = f"{below}\n{words['trouble'][trouble]}. {words['trouble'][f'{trouble}_below']}"
    names, more = first["remedy"], others[0]["remedy"] if others else None
    keys = tuple(
        Key(one, names[one], names[f"{one}_below"] if more is None else more[one]) for one in remedies
    )
    return Page("safe", title, text, keys, shape=Shape.TEXT, sentences=True)


def _chosen(window: Window) -> str | None:
    """The remedy tapped since the last call, or `close`; the keyboard is ignored."""
    for event in window.events():
        if isinstance(event, Quit):
            return "close"
        if event.key is not None:
            return event.choice
    return None


def _is_usable(places: DataFolders) -> bool:
    try:
        check_settings(places)
    except UNUSABLE:
        return False
    return True


def _languages(places: DataFolders) -> tuple[Language, ...]:
    """The table's language, even from unusable settings; all languages if unknown."""
    known: tuple[Language, ...] = get_args(Language)
    for path in (places.settings, last_good(places).settings):
        try:
            language = tomllib.loads(read_text(path, MAX_SETTINGS, plain=True)).get("language", "en")
            return tuple(each for each in known if each == language) or known[::-1]
        except (Unreadable, ValueError, RecursionError):
            continue
    return known[::-1]


def _one_line(error: Exception) -> str:
    return on_one_line(str(error)) or type(error).__name__
