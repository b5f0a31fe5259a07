"""`toc-pi test`: do lamps, buttons, camera, screen, touch and sound work?"""

import argparse
import os
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from hardware.camera import Picture
from hardware.errors import DeviceFailed
from toc_pi.app.camera.camera_reader import open_camera
from toc_pi.app.journaled_game import screen_turned
from toc_pi.app.machine import walk as steps
from toc_pi.app.machine.trials import FEW_SEATS, TRIALS, TrialContext
from toc_pi.app.machine.walk_run import (
    ON_SCREEN,
    PARTS,
    WATCH_S,
    TerminalFace,
    WalkFace,
    WindowFace,
    typed_lines,
    walk_through,
)
from toc_pi.cli.arguments import Arguments, argument, check_camera
from toc_pi.cli.reading import write_picture
from toc_pi.cli.terminal import complain, say
from toc_pi.languages import spoken
from toc_pi.messages import said
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.window import Window
from toc_pi.store.settings import DataFolders, find_places, set_up_places, usable_settings

ALL = "all"  # the name of all tests together
CHOICES = (*TRIALS, *ON_SCREEN, ALL)
LISTEN_S = 20.0  # default time for which buttons are waited for


def arguments(_command: str) -> Arguments:
    return (
        argument(
            "part", metavar="PART", choices=CHOICES, help=said("one of: {parts}", parts=" ".join(CHOICES))
        ),
        argument(
            "--camera", default="auto", metavar="C", help="auto, pi, 'usb 0' or 'film PATH' (default: auto)"
        ),
        argument(
            "--seconds", type=float, default=LISTEN_S, metavar="S", help="how long the buttons are waited for"
        ),
        argument("-o", "--output", type=Path, metavar="PNG", help="keep the camera's last picture"),
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Test a part, or walk through all.

    Raises:
        DeviceFailed: a part is missing or doesn't work.
        BadInput: there is no such camera setting.
    """
    check_camera(options.camera)
    places = set_up_places(find_places(os.environ, Path.home()))
    pictures: list[Picture] = []

    def show(picture: Picture) -> None:
        pictures[:] = [picture]

    bench = TrialContext(
        open_camera=lambda: open_camera(options.camera),
        say=say,
        show=show,
        listen_s=options.seconds,
        language=spoken(),
        voices=places.voices,
    )
    if options.part in TRIALS:
        TRIALS[options.part](bench)
    else:
        _walk(options.part, bench, places)
    if options.output is not None and pictures:
        write_picture(options.output, pictures[-1])
        say("the last picture is kept in {path}", path=options.output)
    return 0


def _walk(part: str, bench: TrialContext, places: DataFolders) -> None:
    """Walk through the parts in a window; without one, as text through those that need none."""
    settings = usable_settings(places.settings)
    parts: tuple[str, ...] = PARTS if part == ALL else (part,)
    seats = FEW_SEATS if settings is None else len(settings.colours)
    bench = replace(bench, seats=seats, watch_s=WATCH_S)
    with ExitStack() as opened:
        face: WalkFace
        try:
            window = Window(title=f"toc-pi test {part}", turned=screen_turned(places))
            face = WindowFace(opened.enter_context(closing(window)), spoken())
        except NoDisplay as error:
            if part != ALL:
                raise DeviceFailed("screen: {why}", why=error) from error
            complain("no window ({why}); going on as text", why=error)
            parts = tuple(each for each in parts if each not in ON_SCREEN)
            face = TerminalFace(print, spoken(), typed_lines())
        walk = walk_through(parts, face, bench, complain)
    for line in steps.results(walk, spoken()):
        print(line)
    if broken := steps.broken_parts(walk):
        raise DeviceFailed("these parts aren't working yet: {parts}", parts=", ".join(broken))
