"""Writes the beginning of the shipped film as raw pictures, for a machine too slow to decode it in time.

python -m tools.machine.film_frames OUT
"""

import sys
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np

from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip

LENGTH_S = 24.0
SIZE = (640, 360)
"""Half the film's width and height, which an emulated machine reads in a quarter of the time."""
NOISES = 5
"""Each picture is written so often, with other noise: pictures that never differ count as frozen."""

if __name__ == "__main__":
    rng = np.random.default_rng(1)
    with closing(Film(load_clip("sample").film)) as film, Path(sys.argv[1]).open("wb") as out:
        while (frame := film.read()) is not None and frame.t <= LENGTH_S:
            small = cv2.resize(np.asarray(frame.image), SIZE, interpolation=cv2.INTER_AREA)
            planes = cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420)
            for _ in range(NOISES):
                out.write(cv2.add(planes, rng.integers(0, 3, planes.shape, np.uint8)).tobytes())
