"""Scores the detection of arms over the field, by skin and by the board's colour, as a table in Markdown.

    python research/score_arms.py CLIP... [--pictures 3] [--arms 4] [--seed 1] [--net FILE.onnx...]

In still pictures of each clip, and in its calibration, the board is recoloured; then arms are painted over
them (see `painted_arms`, which is independent of the scenes that the network was fitted to), in the clip's
own light and with sensor noise. A cell counts missed arms that cover the middle of a hole: one that lies
between the holes hides nothing, and isn't reported by design. Two more columns count false detections, in the
same pictures without an arm, and with one beside the field.
"""

import argparse
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from hidden_holes import scenes_of
from numpy.typing import NDArray
from painted_arms import SKINS, Map, paint_masked_arm

from calibration.arrays import Image
from calibration.camera import flat, project
from calibration.setup.calibration_file import Calibration
from toc_pi.app.recording.clip import load_clip
from toc_pi.vision.occlusion.cover import has_arm
from toc_pi.vision.occlusion.covernet import SIZE, use_networks
from toc_pi.vision.reading import Reader, make_reader

BOARDS = {  # BGR in even light; None: unchanged
    "as filmed": None,
    "warm wood": (60, 110, 170),
    "dark wood": (30, 52, 90),
    "pale wood": (150, 195, 220),
    "navy": (95, 50, 28),
}
SKIN_NAMES = ("pale", "fair", "tan", "brown", "dark brown", "black")
COVERED = 0.004  # least share of the field: about a fingertip over a hole
BESIDE = 0.0001  # greatest share of the field
LIGHT = 150.0  # grey level of a light board in the light for which the colours are given
TRIES = 40


def repainted(image: Image, calibration: Calibration, colour: tuple[int, int, int] | None) -> Image:
    """A picture whose board has another colour, holes and pawns and shadows as they were."""
    if colour is None:
        return image
    outline = project(flat(np.asarray(calibration.board.outline)), calibration.pose).round().astype(np.int32)
    mask = cv2.fillPoly(np.zeros(image.shape[:2], np.uint8), [outline], 255)
    wood = np.median(image[mask > 0], axis=0) + 5
    factor = np.array(colour) / LIGHT * float(wood.mean()) / wood
    soft = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None] / np.float32(255)
    # Glare and shade stay: only the board's own reflectance is changed.
    return np.clip(image * (1 + soft * (factor.astype(np.float32) - 1)), 0, 255).astype(np.uint8)


def reader_of(calibration: Calibration, colour: tuple[int, int, int] | None) -> Reader:
    """A reader calibrated as if the board had another colour."""
    looks = calibration.looks
    standing = looks.standing
    if standing is not None:
        standing = replace(standing, picture=repainted(standing.picture, calibration, colour))
    looks = replace(looks, empty=repainted(looks.empty, calibration, colour), standing=standing)
    return make_reader(replace(calibration, looks=looks))


def noisy(image: Image, rng: np.random.Generator) -> Image:
    """The picture with sensor noise, spread over neighbours."""
    noise = rng.standard_normal(image.shape, dtype=np.float32)
    noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * np.float32(2.5 * rng.uniform(0, 3))
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def field_of(reader: Reader, size: tuple[int, ...]) -> NDArray[np.bool_]:
    """(h, w), the playing field in the camera's own pictures."""
    crop = reader.free_field.crop
    scale = np.array([[crop.width / (SIZE // 2), 0, crop.left], [0, crop.height / (SIZE // 2), crop.top]])
    field = crop.field.astype(np.uint8)
    return cv2.warpAffine(field, scale, (size[1], size[0]), flags=cv2.INTER_NEAREST) > 0


def hides_hole(mask: Map, reader: Reader) -> bool:
    """Whether an arm lies over the middle of a hole; between the holes it hides nothing and doesn't count."""
    height, width = mask.shape
    across, down = reader.model.grids.foot.round().astype(int).clip(0, (width - 1, height - 1)).T
    return bool((mask[down, across] > 0.5).any())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", nargs="+", type=Path)
    parser.add_argument("--pictures", type=int, default=3, help="of each clip (default: 3)")
    parser.add_argument("--arms", type=int, default=4, help="of each skin over each picture (default: 4)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--net", type=Path, nargs="+", help="other networks than those that ship")
    options = parser.parse_args()
    if options.net:
        use_networks(path.read_bytes() for path in options.net)
    rng = np.random.default_rng([7, options.seed])
    missed: dict[tuple[str, str], list[bool]] = defaultdict(list)
    detected: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for folder in options.clips:
        calibration, scenes = scenes_of(folder, load_clip(str(folder)), options.pictures)
        for board, colour in BOARDS.items():
            reader = reader_of(calibration, colour)
            field = field_of(reader, scenes[0][1].image.shape)
            for _, scene in scenes:
                image = repainted(scene.image, calibration, colour)
                detected[board, "none"].append(has_arm(noisy(image, rng), reader.model, reader.free_field))
                for skin, name in enumerate(SKIN_NAMES):
                    for number in range(options.arms):
                        for _ in range(TRIES):
                            painted, mask, _ = paint_masked_arm(
                                image, scene.board, scene.pose, rng, tips=number % 2 > 0, skin=skin
                            )
                            share = float((mask[field] > 0.5).mean())
                            if share > COVERED or (share < BESIDE and mask.any()):
                                break
                        seen = has_arm(noisy(painted, rng), reader.model, reader.free_field)
                        if share > COVERED and hides_hole(mask, reader):
                            missed[board, name].append(not seen)
                        elif share < BESIDE:
                            detected[board, "beside"].append(seen)
        print(f"{folder.name} done", flush=True)
    print(f"| board | {' | '.join(SKIN_NAMES)} | none | beside |")
    print("|" + "---|" * (len(SKIN_NAMES) + 3))
    for board in BOARDS:
        cells = [missed[board, name] for name in SKIN_NAMES] + [
            detected[board, "none"],
            detected[board, "beside"],
        ]
        print(f"| {board} | {' | '.join(f'{sum(cell)} of {len(cell)}' for cell in cells)} |")
    sums = [(sum(map(sum, column)), sum(map(len, column))) for column in columns(missed, detected)]
    print(f"| all | {' | '.join(f'{some} of {all_of}' for some, all_of in sums)} |")


def columns(
    missed: dict[tuple[str, str], list[bool]], said: dict[tuple[str, str], list[bool]]
) -> list[list[list[bool]]]:
    """The cells of each column."""
    kinds = [(missed, name) for name in SKIN_NAMES] + [(said, "none"), (said, "beside")]
    return [[table[board, name] for board in BOARDS] for table, name in kinds]


assert len(SKIN_NAMES) == len(SKINS)


if __name__ == "__main__":
    main()
