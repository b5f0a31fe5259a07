"""`toc-pi record`: records footage in the clip format, on request only."""

import argparse
import os
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from calibration.board.board import TOC
from hardware.capture import Film
from hardware.errors import DeviceFailed
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.camera.camera_events import BoardFound, Broken, CameraEvent, CameraLost, NotFound
from toc_pi.app.camera.camera_reader import open_camera
from toc_pi.app.process import end_if_asked, interrupt_on_signals, rest
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.recording.recording import (
    Recording,
    RecordingLimits,
    privacy,
    record_clip,
)
from toc_pi.app.setup.finding import BoardFinder
from toc_pi.app.setup.table_summary import game_of
from toc_pi.cli.arguments import Arguments, argument, check_camera, number
from toc_pi.cli.finding import read_holes
from toc_pi.cli.terminal import INTERRUPTED, say
from toc_pi.documents import read_toml
from toc_pi.effects import State
from toc_pi.errors import BadInput
from toc_pi.events import Seen, ViewChanged
from toc_pi.store.settings import find_places, load_settings
from toc_pi.store.table_config import TableConfig, is_live

T = TypeVar("T", bound=TableConfig)
FASTEST_FPS = 30.0  # pictures a second that may be recorded
REST_S = 0.05  # between two looks for pictures and signals
TELL_EVERY_S = 5.0  # between two lines about the recording's progress


def arguments(_command: str) -> Arguments:
    return (
        argument("folder", metavar="FOLDER", type=Path, help="a new folder; nothing is overwritten"),
        argument(
            "--clip",
            metavar="CLIP",
            help="a filmed game instead of the camera: it is refereed and recorded again",
        ),
        argument(
            "--holes", type=Path, metavar="FILE", help="JSON: where the pawns of another game stand at set-up"
        ),
        argument("--camera", metavar="C", help="auto, pi, 'usb 0' or 'film PATH' (default: as set)"),
        argument(
            "--seconds",
            type=number(
                float, lambda value: 0 < value <= 86400, "--seconds {value}: above 0, up to 86400 is allowed"
            ),
            metavar="S",
            help="how long (default: until Ctrl-C, or the clip's end)",
        ),
        argument(
            "--fps",
            type=number(
                float,
                lambda value: 0.5 <= value <= FASTEST_FPS,
                "--fps {value}: 0.5 to {most} is allowed",
                most=f"{FASTEST_FPS:g}",
            ),
            metavar="N",
            help="pictures a second (default: 5, or the clip's own)",
        ),
        argument(
            "--gigabytes",
            type=number(
                float, lambda value: 0.01 <= value <= 1000, "--gigabytes {value}: 0.01 to 1000 is allowed"
            ),
            default=4.0,
            metavar="G",
            help="stop at this size (default: %(default)g)",
        ),
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Record footage.

    Raises:
        BadInput, BadFilm: the arguments, the settings or the clip are wrong.
        CannotSee: the clip's board isn't found.
        DeviceFailed: the camera is missing or fails, or the disk is full.
    """
    if options.camera is not None:
        check_camera(options.camera)
    interrupt_on_signals()
    if options.clip is not None:
        return _from_clip(options, with_standing(load_clip(options.clip), options.holes))
    return _from_camera(options)


def _limits_of(options: argparse.Namespace, fps: float) -> RecordingLimits:
    return RecordingLimits(fps=options.fps or fps, most_bytes=int(options.gigabytes * 1e9))


def _from_clip(options: argparse.Namespace, clip: Clip) -> int:
    with closing(Film(clip.film)) as film:
        settings = _settings_of(clip.folder / "clip.toml", clip)
        game = game_of(clip) if clip.board.game == TOC else None
        limits = _limits_of(options, film.fps)
        recording = Recording(options.folder, settings, clip.board, limits, refereed=game is not None)
        say(privacy(options.folder))
        shown_at = time.monotonic()
        begun = interrupted = False
        try:
            for t in record_clip(clip, game, film, recording):
                begun = True
                end_if_asked()
                if recording.ended or (options.seconds is not None and t >= options.seconds):
                    break
                if sys.stderr.isatty() and time.monotonic() >= shown_at + TELL_EVERY_S:
                    shown_at = time.monotonic()
                    print(f"toc-pi: {t:.0f} s of the clip …", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if begun:
                recording.close()
            else:
                recording.discard()
    if not begun:
        return INTERRUPTED
    return _report(recording, interrupted=interrupted)


def _from_camera(options: argparse.Namespace) -> int:
    places = find_places(os.environ, Path.home())
    settings = load_settings(places.settings)
    table = with_standing(settings, options.holes)
    name = options.camera or settings.camera
    with closing(open_camera(name)) as camera:
        kept, limits = _settings_of(places.settings, table), _limits_of(options, 5.0)
        recording = Recording(options.folder, kept, table.board, limits, refereed=False)
        # The camera isn't reopened: the recording ends with it.
        watcher = BoardWatcher(lambda: camera, BoardFinder(table), live=is_live(name), keep=recording.picture)
        say(privacy(options.folder))
        if options.seconds is None:
            say("Ctrl-C ends it.")
        else:
            say("It ends after {seconds} s, or with Ctrl-C.", seconds=f"{options.seconds:g}")
        interrupted = False
        try:
            watcher.start()
            _look(watcher, recording, options.seconds)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            watcher.stop()
            recording.close()
    return _report(recording, interrupted=interrupted)


def _look(watcher: BoardWatcher, recording: Recording, seconds: float | None) -> None:
    while not recording.ended and (seconds is None or recording.length_s < seconds):
        for event in watcher.take():
            if _over(event, recording):
                return
        rest(REST_S)


def _over(event: CameraEvent, recording: Recording) -> bool:
    match event:
        case Broken(error):
            raise error
        case CameraLost(why, over):
            if why and not over:
                raise DeviceFailed(why)
            return over
        case NotFound(advice):
            say("The board isn't found yet: {why}", why=advice)
        case BoardFound(t):
            recording.found(t)
            say("The board is found; positions are kept from now on.")
        case Seen():
            recording.note(event)
        case ViewChanged(t, state):
            recording.note(State(t, state))
    return False


def with_standing(table: T, holes: Path | None) -> T:
    """The table with the given holes of another game's pawns.

    Raises:
        BadInput: it is a Toc board, or the file is wrong.
    """
    if holes is None:
        return table
    if table.board.game == TOC:
        raise BadInput("--holes is for boards of other games; pawns of Toc begin in their camps")
    return replace(table, standing=read_holes(holes, table.board))


def _settings_of(settings: Path, table: TableConfig) -> dict[str, Any]:
    """The settings with the additions from the command line."""
    return {**read_toml(settings), **({"standing": dict(table.standing)} if table.standing else {})}


def _report(recording: Recording, *, interrupted: bool) -> int:
    """Print what was recorded, and return the exit status.

    Raises:
        DeviceFailed: a full or failing disk ended it.
    """
    if not recording.length_s:
        say("No picture arrived; nothing was kept.")
        return INTERRUPTED if interrupted else 0
    say(
        "Kept {length} s of film ({size} MB) in {folder}. To see it refereed: toc-pi watch {folder}",
        length=f"{recording.length_s:.0f}",
        size=f"{recording.size_bytes / 1e6:.1f}",
        folder=recording.folder,
    )
    if recording.failed:
        raise DeviceFailed(recording.ended)
    if recording.ended:
        say(recording.ended)
    return INTERRUPTED if interrupted else 0
