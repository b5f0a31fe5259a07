"""Measures errors in light that differs from the set-up's: holes read wrongly and surely, and unsure ones.

    python research/other_lights.py CLIP... [--pictures 4] [--each]

Each clip is calibrated on its set-up as it is. Some of its still pictures are then read as they are and in
other lights: coloured lamps, lamps that differ from side to side, other curves and colours of a camera. Light
is mixed linearly, as a sensor sees it, and the exposure brings the brightest parts back to where they were.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CannotSee
from calibration.setup.calibration_file import Calibration
from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.reading import Reading, make_reader, read_anywhere

Image = NDArray[np.uint8]
Light = NDArray[np.floating]
Change = Callable[[Image], Image]

GAMMA = 2.2
BRIGHT = 0.98  # the quantile of brightness that the exposure brings back
LUMA = np.array((0.072, 0.715, 0.213))  # of linear blue, green, red


def relit(image: Image, mix: Light) -> Image:
    """A picture in another light.

    Args:
        image: (h, w, 3) BGR.
        mix: (3, 3) or (h, w, 3, 3), from linear BGR to linear BGR.
    """
    linear = (np.arange(256) / 255.0) ** GAMMA
    before = linear[image]
    after = np.einsum("...ij,...j->...i", mix, before)
    peak = np.quantile(before.max(axis=2)[::4, ::4], BRIGHT) / np.quantile(
        np.maximum(after.max(axis=2)[::4, ::4], 1e-9), BRIGHT
    )
    coded = np.clip(after * peak, 0, 1) ** (1 / GAMMA)
    return np.asarray((255 * coded).round(), np.uint8)


def lamp(blue: float, green: float, red: float, of_one_colour: float = 0.0) -> Light:
    """A lamp's colour mix.

    Args:
        blue, green, red: its share of each.
        of_one_colour: 1 for a monochromatic lamp, in which things differ only in brightness.
    """
    seen = (1 - of_one_colour) * np.eye(3) + of_one_colour * LUMA[None]
    return np.diag([blue, green, red]) @ seen


def leaking(share: float, one: int, other: int) -> Light:
    """Crosstalk between two channels, as under narrow-band lamps."""
    mix = np.eye(3)
    mix[one, one] = mix[other, other] = 1 - share
    mix[one, other] = mix[other, one] = share
    return mix


def saturated(share: float) -> Light:
    """Colours farther from grey, or nearer to it below 1."""
    return share * np.eye(3) + (1 - share) * np.tile(LUMA, (3, 1))


def _by_lamp(mix: Light) -> Change:
    return lambda image: relit(image, mix)


def _by_lamps(one: Light, other: Light, across: bool) -> Change:
    """Two lamps, one from each side."""

    def change(image: Image) -> Image:
        height, width = image.shape[:2]
        way = np.linspace(-1, 1, width if across else height)
        share = 1 / (1 + np.exp(-4 * way))
        share = share[None, :, None, None] if across else share[:, None, None, None]
        return relit(image, (1 - share) * one + share * other)

    return change


def _by_curve(curve: Callable[[Light], Light]) -> Change:
    table = np.clip(255 * curve(np.arange(256) / 255.0), 0, 255).round().astype(np.uint8)
    return lambda image: np.asarray(cv2.LUT(image, table), np.uint8)


def _vignetted(image: Image) -> Image:
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width]
    far = np.hypot((x - width / 2) / (width / 2), (y - height / 2) / (height / 2))
    mix = np.eye(3) * (1 - 0.3 * far**2)[..., None, None]
    return relit(image, mix)


YELLOW, CANDLE, COLD = lamp(0.3, 0.85, 1.0), lamp(0.1, 0.5, 1.0), lamp(1.0, 0.75, 0.5)
DIM = 0.35
CHANGES: Mapping[str, Change] = {
    "as it is": lambda image: image,
    "warm lamp": _by_lamp(lamp(0.6, 0.9, 1.0)),
    "yellow lamp": _by_lamp(YELLOW),
    "candle": _by_lamp(CANDLE),
    "cold lamp": _by_lamp(COLD),
    "sodium": _by_lamp(lamp(0.15, 0.7, 1.0, 0.9)),
    "sodium and day": _by_lamp(lamp(0.4, 0.85, 1.0, 0.5)),
    "green": _by_lamp(lamp(0.4, 1.0, 0.4)),
    "magenta": _by_lamp(lamp(1.0, 0.4, 1.0)),
    "blue": _by_lamp(lamp(1.0, 0.45, 0.25)),
    "red": _by_lamp(lamp(0.25, 0.25, 1.0)),
    "pure blue": _by_lamp(lamp(1.0, 0.1, 0.05)),
    "pure red": _by_lamp(lamp(0.03, 0.05, 1.0)),
    "narrow bands, red-green": _by_lamp(leaking(0.3, 2, 1)),
    "narrow bands, green-blue": _by_lamp(leaking(0.3, 1, 0)),
    "red and blue mixed": _by_lamp(leaking(0.4, 2, 0)),
    "warm, mixed": _by_lamp(lamp(0.5, 0.9, 1.0) @ leaking(0.2, 2, 1)),
    "pale": _by_lamp(saturated(0.5)),
    "nearly grey": _by_lamp(saturated(0.15)),
    "vivid": _by_lamp(saturated(1.5)),
    "yellow left, day right": _by_lamps(YELLOW, np.eye(3), True),
    "candle left, cold right": _by_lamps(CANDLE, COLD, True),
    "red far, green near": _by_lamps(lamp(0.3, 0.3, 1.0), lamp(0.4, 1.0, 0.4), False),
    "magenta left, yellow right": _by_lamps(lamp(1.0, 0.4, 1.0), YELLOW, True),
    "gamma 0.6": _by_curve(lambda level: level**0.6),
    "gamma 1.7": _by_curve(lambda level: level**1.7),
    "hard contrast": _by_curve(lambda level: 1 / (1 + np.exp(-8 * (level - 0.45)))),
    "faded": _by_curve(lambda level: 0.2 + 0.6 * level),
    "vignetted": _vignetted,
    "dim yellow": lambda image: _by_curve(lambda level: DIM * level)(relit(image, YELLOW)),
    "dim": _by_curve(lambda level: DIM * level),
}


@dataclass(slots=True)
class Count:
    """How the holes were read in one light."""

    pictures: int = 0
    states: Counter[str] = field(default_factory=Counter)
    holes: int = 0
    unsure: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, name: str, reading: Reading, truth: Mapping[str, str], every: int) -> None:
        """Add a picture; one that isn't clear counts for no hole."""
        self.pictures += 1
        self.states[reading.state] += 1
        self.holes += every
        if reading.state != "clear":
            self.unsure += every
            return
        self.unsure += len(reading.unsure)
        for hole in sorted({*truth, *reading.holes} - reading.unsure):
            stands, read = truth.get(hole, ""), reading.holes.get(hole, "")
            if stands != read:
                self.wrong.append(f"{name} {hole}: {stands or '-'} read {read or '-'}")

    def line(self) -> str:
        """The figures as a table row."""
        states = ", ".join(f"{count} {state}" for state, count in self.states.items() if state != "clear")
        return (
            f"{self.pictures:4} {self.holes:7} {len(self.wrong):6} "
            f"{100 * self.unsure / max(1, self.holes):8.1f}  {states}"
        )


def stills_of(
    folder: Path, pictures: int
) -> tuple[Calibration, list[tuple[float, Image, Mapping[str, str]]]]:
    """A clip's calibration and some of its still pictures with their truth."""
    clip = load_clip(str(folder))
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    spans = [span for span in truth["stills"] if span["from"] >= clip.setup[1]]
    spans = spans[:: max(1, -(-len(spans) // pictures))]
    out = []
    with closing(Film(clip.film)) as film:
        found = find_board(clip, [frame.image for frame in setup_pictures(clip, film)])
        for span in spans:
            middle = (span["from"] + span["to"]) / 2
            while (frame := film.read()) is not None and frame.t < middle:
                pass
            if frame is not None:
                out.append((frame.t, frame.image, span["holes"]))
    return found, out


def measure(
    name: str,
    calibration: Calibration,
    stills: Iterator[tuple[float, Image, Mapping[str, str]]],
    counts: Mapping[str, Count],
) -> None:
    """Read some pictures in every light."""
    reader = make_reader(calibration)
    for t, image, truth in stills:
        for kind, count in counts.items():
            reading, _ = read_anywhere(CHANGES[kind](image), reader)
            count.add(f"{name} {t:.1f} s, {kind}:", reading, truth, len(calibration.board.holes))


def main() -> None:
    """Print a table: a row for each light."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", nargs="+", type=Path)
    parser.add_argument("--pictures", type=int, default=4, help="of each clip (default: 4)")
    parser.add_argument("--each", action="store_true", help="name every wrong hole")
    options = parser.parse_args()
    counts = {kind: Count() for kind in CHANGES}
    for folder in options.clips:
        try:
            calibration, stills = stills_of(folder, options.pictures)
        except CannotSee as error:
            print(f"{folder}: {error}")
            continue
        measure(folder.name, calibration, iter(stills), counts)
    print(f"{'':27}pictures  holes  wrong unsure-%  states")
    for kind, count in counts.items():
        print(f"{kind:30} {count.line()}")
    if options.each:
        for wrong in (one for count in counts.values() for one in count.wrong):
            print(f"  {wrong}")


if __name__ == "__main__":
    main()
