"""The command `read`: which holes hold which pawns, picture by picture; pictures read and written."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.files.disk import NotThere, Unreadable, write_whole
from calibration.files.documents import NotValid
from calibration.files.pictures import open_picture
from calibration.setup.calibration_file import load_calibration
from toc_pi.cli.arguments import Arguments, argument, check_writable, given, writing
from toc_pi.cli.terminal import CANNOT_SEE, complain, say
from toc_pi.errors import BadInput, short
from toc_pi.messages import said
from toc_pi.vision.reading import (
    MAX_FREE,
    MIN_FREE,
    Reading,
    draw_reading,
    learn_surroundings,
    make_reader,
    read_anywhere,
)

RING, INK, PAPER = (60, 255, 60), (0, 0, 0), (255, 255, 255)
LETTER_PX = 720
"""The picture height at which labels have their default size."""


def read_picture(path: Path) -> Image:
    """A picture, (h, w, 3) BGR; `-` is standard input.

    Raises:
        BadInput: there is none, or it can't be read.
    """
    try:
        with _quiet_libraries():
            return open_picture(given(path))
    except NotThere as error:
        raise BadInput("{path}: no such picture or clip", path=short(path)) from error
    except NotValid as error:
        raise BadInput("{path} {why}", path=short(path), why=error) from error
    except Unreadable as error:
        raise BadInput("{path}: {why}", path=short(path), why=error) from error


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Suppress the messages about damaged pictures that libjpeg and libpng write directly to stderr."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def write_picture(path: Path, image: Image) -> None:
    """Write a picture in the format of its file extension.

    Raises:
        BadInput: it can't be written.
    """
    try:
        done, data = cv2.imencode(path.suffix or ".png", image)
    except cv2.error:
        done = False
    if not done:
        raise BadInput("{path}: pictures can be written as .png or .jpg", path=path)
    with writing(path):
        write_whole(path, data.tobytes())


def draw_holes_on(image: Image, holes: Mapping[str, tuple[float, float]], labels: Mapping[str, str]) -> Image:
    """A copy of the picture with a ring around each hole.

    Args:
        image: (h, w, 3) BGR.
        holes: hole -> place, px.
        labels: hole -> text beside it; may be incomplete.
    """
    out = image.copy()
    size = max(0.3, 0.38 * image.shape[0] / LETTER_PX)
    places = np.array(list(holes.values()))
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 1e9 * np.eye(len(places))
    radius = max(2, round(0.3 * float(np.median(apart.min(axis=1)))))
    for name, (x, y) in holes.items():
        cv2.circle(out, (round(x), round(y)), radius, RING, max(1, round(2 * size)), cv2.LINE_AA)
        label = labels.get(name, "")
        at = (round(x) + radius, round(y) - radius)
        cv2.putText(out, label, at, cv2.FONT_HERSHEY_SIMPLEX, size, INK, 3, cv2.LINE_AA)
        cv2.putText(out, label, at, cv2.FONT_HERSHEY_SIMPLEX, size, PAPER, 1, cv2.LINE_AA)
    return out


def arguments(_command: str) -> Arguments:
    return (
        argument("pictures", nargs="+", metavar="PICTURE", type=Path, help="pictures of the board"),
        argument(
            "--calibration",
            required=True,
            metavar="FILE",
            type=Path,
            help="from `calibrate -o`; - for standard input",
        ),
        argument("--json", action="store_true", help="print JSON Lines, one picture per line"),
        argument(
            "--show",
            metavar="OUT.png",
            type=Path,
            help="draw what is seen over the picture (with several pictures, a number is added)",
        ),
    )


def execute(_command: str, options: Namespace) -> int:
    """Read every picture; returns 3 if none could be read.

    Raises:
        BadInput: a picture is missing, isn't a picture, or differs in size from the calibration.
    """
    inputs = [options.calibration, *options.pictures]
    if sum(str(path) == "-" for path in inputs) > 1:
        raise BadInput("- is standard input: only one file can come from there")
    calibration = load_calibration(given(options.calibration))
    check_writable(options.show)
    piped = {path: _picture(path, calibration.size) for path in options.pictures if str(path) == "-"}
    if not calibration.looks.has_surroundings:
        calibration = learn_surroundings(calibration, _sample(options.pictures, piped, calibration.size))
    reader = make_reader(calibration)
    clear = 0
    for number, path in enumerate(options.pictures, 1):
        image = piped[path] if path in piped else _picture(path, calibration.size)
        reading, used = read_anywhere(image, reader)
        clear += reading.state == "clear"
        if options.json:
            print(_line(path, reading), flush=True)
        else:
            say(_words(path, reading))
        if options.show is not None:
            _show(options.show, number, len(options.pictures), draw_reading(image, used.model, reading))
    if not clear:
        complain("no picture shows the board clear; take hands away and look for light")
    return 0 if clear else CANNOT_SEE


def _sample(paths: Sequence[Path], piped: Mapping[Path, Image], size: tuple[int, int]) -> Iterator[Image]:
    """A sample of evenly spaced pictures; unreadable ones are skipped here, and reported later."""
    if len(paths) < MIN_FREE:
        return
    for number in np.unique(np.linspace(0, len(paths) - 1, MAX_FREE).round().astype(int)):
        with suppress(BadInput):
            path = paths[number]
            yield piped[path] if path in piped else _picture(path, size)


def _picture(path: Path, size: tuple[int, int]) -> Image:
    image = read_picture(path)
    height, width = image.shape[:2]
    if (width, height) != size:
        raise BadInput(
            "{path} is {width}x{height}; the calibration is for {size}x{size2}: use the same camera",
            path=path,
            width=width,
            height=height,
            size=size[0],
            size2=size[1],
        )
    return image


def _line(path: Path, reading: Reading) -> str:
    sure = {
        hole: round(max(odds.values()), 4)
        for hole, odds in reading.probability.items()
        if hole in reading.holes or hole in reading.unsure
    }
    return json.dumps(
        {
            "file": str(path),
            "state": reading.state,
            "holes": dict(reading.holes),
            "unsure": sorted(reading.unsure),
            "probability": sure,
        }
    )


def _words(path: Path, reading: Reading) -> str:
    if reading.state != "clear":
        advice = {
            "hand": "a hand or something else is over the board",
            "moved": "the board isn't where it was at calibration",
            "blind": "too dark, covered, or no board",
        }
        return said("{path}: {why}", path=path, why=advice[reading.state])
    pawns = ", ".join(f"{hole} {pawn}" for hole, pawn in sorted(reading.holes.items()))
    seen = said("{path}: {why}", path=path, why=pawns or "no pawns")
    unsure = ", ".join(sorted(reading.unsure))
    return said("{seen}; not sure of {holes}", seen=seen, holes=unsure) if unsure else seen


def _show(out: Path, number: int, count: int, image: Image) -> None:
    write_picture(out if count == 1 else out.with_stem(f"{out.stem}-{number}"), image)
