"""Measures up to what noise, and down to what hole size, readings can be trusted.

    python research/limits_of_sight.py CLIP... [--pictures 6]

A few still pictures of each clip are read with growing noise, and at decreasing sizes. Noise is spread over
neighbouring pixels, as after demosaicing and denoising. Each time the board is found and learned again from
set-up pictures with the same noise or size. `toc_pi/vision/reliability.py` holds the resulting limits.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CannotSee
from calibration.setup.calibration_file import Calibration
from hardware.capture import Film
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.reading import make_reader, read_with
from toc_pi.vision.reliability import hole_px

Image = NDArray[np.uint8]
Still = tuple[Image, Mapping[str, str]]
Change = Callable[[Image], Image]

NOISES = (0.0, 3.0, 5.0, 6.5, 8.0, 10.0, 12.0, 16.0)
SCALES = (1.0, 0.75, 0.6, 0.5, 0.42, 0.36, 0.3, 0.25)
GRAIN_PX = 0.8
EDGE_S = 0.4  # excluded at both ends of a still span


@dataclass
class Count:
    """What was read.

    Attributes:
        found: whether the board was found.
        figure: the noise that the set-up measured, or the width of the smallest hole, px.
    """

    found: bool = False
    figure: float = 0.0
    holes: int = 0
    wrong: int = 0
    unsure: int = 0

    def line(self) -> str:
        """The count as text."""
        if not self.found:
            return "not found"
        unsure = 100 * self.unsure / self.holes
        return f"{self.figure:4.1f}: {self.wrong} of {self.holes} wrong, {unsure:.1f} % unsure"


def noisy(spread: float, seed: int) -> Change:
    """Noise of `spread` grey levels at middle grey, as the set-up measures it; more in the dark."""
    rng = np.random.default_rng(seed)

    def taken(image: Image) -> Image:
        if not spread:
            return image
        grain = cv2.GaussianBlur(rng.standard_normal(image.shape, np.float32), (0, 0), GRAIN_PX)
        grain *= np.float32(spread / grain.std())
        return np.asarray(np.clip(image + grain, 0, 255).round(), np.uint8)

    return taken


def smaller(scale: float) -> Change:
    """The same picture with fewer pixels."""
    return lambda image: np.asarray(
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


def pictures_of(clip: Clip, count: int) -> tuple[list[Image], list[Still]]:
    """The set-up's pictures, and some later still ones with their truth."""
    spans = json.loads((clip.folder / "truth.json").read_text())["stills"]
    long = [span for span in spans if span["to"] - span["from"] > 2 * EDGE_S and span["from"] > clip.setup[1]]
    chosen = [long[index] for index in np.linspace(0, len(long) - 1, count).round().astype(int)]
    stills: list[Still] = []
    with closing(Film(clip.film)) as film:
        setup = [frame.image for frame in setup_pictures(clip, film)]
        for frame in iter(film.read, None):
            if len(stills) < len(chosen) and frame.t >= chosen[len(stills)]["from"] + EDGE_S:
                stills.append((frame.image, chosen[len(stills)]["holes"]))
    return setup, stills


def measure(found: Calibration, stills: Sequence[Still], change: Change, figure: float) -> Count:
    """Read some pictures."""
    reader = make_reader(found)
    count = Count(True, figure)
    for image, truth in stills:
        reading = read_with(change(image), reader)
        count.holes += len(found.board.holes)
        if reading.state != "clear":
            count.unsure += len(found.board.holes)
            continue
        certain = {*truth, *reading.holes} - reading.unsure
        count.unsure += len(reading.unsure)
        count.wrong += sum(reading.holes.get(hole) != truth.get(hole) for hole in certain)
    return count


def tried(clip: Clip, setup: Sequence[Image], stills: Sequence[Still], change: Change, scale: float) -> Count:
    """Find the board in changed pictures and read the others."""
    corners = None if clip.corners is None else [(x * scale, y * scale) for x, y in clip.corners]
    focal = None if clip.focal is None else clip.focal * scale
    try:
        found = find_board(replace(clip, corners=corners, focal=focal), [change(image) for image in setup])
    except CannotSee:
        return Count()
    return measure(found, stills, change, hole_px(found) if scale < 1 else found.looks.noise)


def main() -> None:
    """Print what was read of each clip."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", nargs="+", metavar="CLIP", help="a clip's folder, with truth.json")
    parser.add_argument("--pictures", type=int, default=6, help="of each clip (default: 6)")
    options = parser.parse_args()
    for name in options.clips:
        clip = load_clip(name)
        setup, stills = pictures_of(clip, options.pictures)
        print(f"{Path(name).name}: noise, grey levels")
        for seed, spread in enumerate(NOISES):
            print("   ", tried(clip, setup, stills, noisy(spread, seed), 1.0).line(), flush=True)
        print(f"{Path(name).name}: the smallest hole, pixels")
        for scale in SCALES[1:]:
            print("   ", tried(clip, setup, stills, smaller(scale), scale).line(), flush=True)


if __name__ == "__main__":
    main()
