"""Reports for pictures of a board whether a hand reaches over its field, by the code that watches a game.

    python research/gate.py PICTURE... --field x,y x,y x,y x,y [--json]

The pictures are taken from one place and given in chronological order; the field's corners are given as seen:
top left, top right, bottom right, bottom left. As at set-up, the first pictures' median is the free field; as
in a game, each picture is compared with it and with the last clear one. Pieces may have moved between them.
"""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import median_picture
from toc_pi.vision.occlusion.cover import find_arms, is_over_field
from toc_pi.vision.occlusion.covernet import crop_around

Image = NDArray[np.uint8]

SETUP = 9  # pictures


def states(pictures: list[Image], corners: NDArray[np.float64]) -> list[str]:
    """`clear` or `hand` for each picture.

    Args:
        pictures: (h, w, 3) BGR, in the order of time.
        corners: (4, 2), px, of the field.
    """
    crops = [crop_around([corners], picture.shape[1::-1]) for picture in pictures]
    seen = [crop.take(picture) for crop, picture in zip(crops, pictures, strict=True)]
    free = (median_picture(seen[:SETUP]),)
    said = []
    for now, crop in zip(seen, crops, strict=True):
        arm, _ = find_arms(now, free, crop)
        said.append("hand" if is_over_field(arm, crop) else "clear")
        if said[-1] == "clear":
            free = (free[0], now)
    return said


def main() -> int:
    """Print a line per picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--field", nargs=4, required=True, metavar="x,y", help="the field's corners")
    parser.add_argument("--json", action="store_true", help="a JSON object a picture, one a line")
    options = parser.parse_args()
    try:
        corners = np.array([[float(value) for value in corner.split(",")] for corner in options.field])
    except ValueError:
        parser.error("--field wants four corners x,y in pixels")
    if corners.shape != (4, 2):
        parser.error("--field wants four corners x,y in pixels")
    pictures = []
    for path in options.pictures:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            print(f"{path}: no picture can be read there", file=sys.stderr)
            return 2
        pictures.append(np.asarray(picture, np.uint8))
    for path, state in zip(options.pictures, states(pictures, corners), strict=True):
        print(json.dumps({"file": str(path), "state": state}) if options.json else f"{path}: {state}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
