"""`toc-pi play`, an evening at the table."""

import argparse
import errno
import os
import signal
import time
from pathlib import Path

from toc_pi.app.process import interrupt_on_signals
from toc_pi.app.session import play
from toc_pi.app.starting import PlayOptions, start
from toc_pi.cli.arguments import Arguments, argument
from toc_pi.cli.terminal import complain, say
from toc_pi.errors import BadInput
from toc_pi.messages import with_hidden_shown
from toc_pi.store.settings import find_places
from toc_pi.store.table_config import CAMERAS, is_usable_camera


def arguments(_command: str) -> Arguments:
    return (
        argument("--new", action="store_true", help="begin a new game; an unfinished one waits"),
        argument("--no-screen", action="store_true", help="lamps and text only"),
        argument(
            "--camera",
            metavar="C",
            help="auto, pi, 'usb 0', none, or 'film PATH', a film that plays as the camera, "
            "for this evening (default: as set)",
        ),
        argument(
            "--record",
            type=Path,
            metavar="FOLDER",
            help="keep this game's pictures and positions there, as a clip (else no picture is kept)",
        ),
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Play an evening. Raises as `play` of `toc_pi.app`."""
    places = find_places(os.environ, Path.home())
    interrupt_on_signals()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # closing the terminal doesn't end the evening
    camera = options.camera
    if camera is not None and not is_usable_camera(camera):
        raise BadInput("--camera {camera}: {words}, or none are allowed", camera=camera, words=CAMERAS)
    wanted = PlayOptions(complain, _log, say, not options.no_screen, options.new, camera, options.record)
    return start(places, play, wanted)


def _log(sentence: str) -> None:
    """Print what happens in a game, with the time."""
    try:
        print(f"{time.strftime('%H:%M:%S')}  {with_hidden_shown(sentence)}", flush=True)
    except OSError as error:
        # The terminal was closed: the game goes on without it.
        if error.errno != errno.EIO:
            raise
