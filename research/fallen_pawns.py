"""Measures how holes are read that a knocked-over pawn lies across.

    python research/fallen_pawns.py CLIP... [--pictures 4] [--pawns 12] [--seed 1]

Each clip is calibrated on its set-up. In some of its still pictures the picture of a standing pawn is copied,
turned and laid down across or beside an empty hole; all standing pawns stay where they are. A hole is wrong
if it is surely read as anything but its actual content. Each clip's line says how many are, and of the
holes that the pawn covers how many are unsure, right (surely empty), or wrong.
"""

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
from hidden_holes import RING, Scene, scenes_of
from numpy.typing import NDArray
from painted_arms import Map

from calibration.appearance.looks import body_hull
from calibration.appearance.sampling_grid import SamplingGrids, make_sampling_grids, profile
from calibration.arrays import Floats, Image
from calibration.camera import project
from toc_pi.app.recording.clip import load_clip
from toc_pi.vision.reading import Reading, make_reader, read_anywhere

CLEAR_MM = 1.3  # least distance to other pawns, in pawn diameters
TRIES = 60


def lie_down(
    scene: Scene, grids: SamplingGrids, hole: str, at: Floats, way: float, rng: np.random.Generator
) -> tuple[Image, NDArray[np.bool_]]:
    """Lay one more pawn down in a picture; return the picture and the pawn's mask.

    Args:
        scene: a still picture.
        grids: of its pose.
        hole: of the standing pawn that is copied.
        at: the foot of the lying pawn, mm.
            way: direction of its head, radians on the board.
            rng: random generator for its shadow.
    """
    shape, pose = profile(scene.pawns), scene.pose
    thick = float(shape[:, 1].max())
    ahead, aside = np.array([np.cos(way), np.sin(way), 0.0]), np.array([-np.sin(way), np.cos(way), 0.0])
    solid = [
        np.array([*at, -thick])
        + z * ahead
        + r * (RING[:, :1] * aside + RING[:, 1:] * np.array([0.0, 0.0, 1.0]))
        for z, r in shape
    ]
    outline = cv2.convexHull(project(np.concatenate(solid), pose).astype(np.float32))
    axis = project(np.array([[*at, -thick], np.array([*at, -thick]) + shape[-1, 0] * ahead]), pose)
    foot = np.array(scene.board.holes[hole])
    stood = project(np.array([[*foot, 0.0], [*foot, -shape[-1, 0]]]), pose)

    def frame(ends: Floats, wide: float) -> NDArray[np.float32]:
        """Foot, head, and a point beside the foot, which define the transform."""
        along = ends[1] - ends[0]
        across = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-6)
        return np.array([ends[0], ends[1], ends[0] + wide * across], np.float32)

    far = [float(np.linalg.norm(pose.camera - np.array([*spot, 0.0]))) for spot in (foot, at)]
    wide = [pose.focal * thick / distance for distance in far]
    move = cv2.getAffineTransform(frame(stood, wide[0]), frame(axis, wide[1]))
    size = scene.image.shape[1::-1]
    laid = cv2.warpAffine(scene.image, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, (outline * 16).round().astype(np.int32), 255, cv2.LINE_AA, 4)
    # The hidden part of the standing pawn (its foot from below) gets the median colour of the rest.
    own = np.zeros_like(mask)
    at_hole = grids.names.index(hole)
    cv2.fillConvexPoly(own, body_hull(grids, at_hole).round().astype(np.int32), 255)
    own = cv2.erode(own, np.ones((5, 5), np.uint8))
    seen = cv2.warpAffine(own, move, size, flags=cv2.INTER_NEAREST)
    missing = ((mask > 0) & (seen == 0)).astype(np.uint8)
    both = (seen > 0) & (mask > 0)
    if both.any():
        laid = np.where(missing[..., None] > 0, np.median(laid[both], axis=0), laid)
    soft = (cv2.GaussianBlur(mask, (0, 0), 0.6) / np.float32(255))[..., None]
    mm = pose.focal / far[1]
    shadow = rng.uniform(0.1, 0.5) * _shade(mask / np.float32(255), mm * thick, rng)[..., None]
    out = scene.image * (1 - shadow) * (1 - soft) + laid * soft
    return np.clip(out, 0, 255).astype(np.uint8), mask > 127


def _shade(mask: Map, reach: float, rng: np.random.Generator) -> Map:
    """The shadow of a low thing: its outline, shifted a little and blurred."""
    aside = np.array([[1, 0, rng.normal(0, reach)], [0, 1, rng.normal(0, reach)]], np.float32)
    fallen = cv2.warpAffine(mask, aside, mask.shape[::-1])
    return np.asarray(cv2.GaussianBlur(fallen, (0, 0), max(0.6, 0.2 * reach)), np.float32)


def lay_one(
    scene: Scene, grids: SamplingGrids, rng: np.random.Generator
) -> tuple[Image, NDArray[np.bool_], str] | None:
    """Lay one more pawn across an empty hole, away from all standing ones; None if there is no room."""
    holes, length = scene.board.holes, scene.pawns.height
    standing = [hole for hole in scene.holes if hole in holes]
    empty = [hole for hole in holes if hole not in scene.holes]
    others = np.array([holes[hole] for hole in standing])
    for _ in range(TRIES):
        way = rng.uniform(0, 2 * np.pi)
        goal = np.array(holes[empty[rng.integers(len(empty))]])
        along = np.array([np.cos(way), np.sin(way)])
        at = goal - along * length * rng.uniform(-0.1, 1.1)
        nearest = min(
            float(np.hypot(*(others - (at + along * length * share)).T).min()) for share in (0, 0.5, 1)
        )
        if nearest > CLEAR_MM * scene.pawns.diameter:
            hole = standing[rng.integers(len(standing))]
            image, mask = lie_down(scene, grids, hole, at, way, rng)
            return image, mask, f"{hole[0]} of {hole} at {at.round()} {np.degrees(way):.0f} deg"
    return None


def measure(folder: Path, pictures: int, pawns: int, rng: np.random.Generator) -> None:
    """Print a line for a clip, and one for each hole that is wrong."""
    calibration, scenes = scenes_of(folder, load_clip(str(folder)), pictures)
    reader = make_reader(calibration)
    count, wrong = Counter[str](), []
    for t, scene in scenes:
        clean, used = read_anywhere(scene.image, reader)
        grids = make_sampling_grids(scene.board, used.model.pose, scene.pawns)
        before = wrong_in(clean, scene)
        for _ in range(pawns):
            if (made := lay_one(scene, grids, rng)) is None:
                continue
            image, mask, name = made
            reading, _ = read_anywhere(image, reader)
            count[f"pictures that are {reading.state}"] += 1
            if reading.state != "clear":
                continue
            bad = wrong_in(reading, scene)
            wrong += [
                f"{t:.1f} s {hole}: read {reading.holes.get(hole, '-')}; {name}" for hole in bad - before
            ]
            for hole, (x, y) in zip(grids.names, grids.foot.round().astype(int), strict=True):
                if mask[y.clip(0, mask.shape[0] - 1), x.clip(0, mask.shape[1] - 1)]:
                    said = "unsure" if hole in reading.unsure else "wrong" if hole in bad else "right"
                    count[f"covered holes {said}"] += 1
    print(f"{folder.name}: {len(wrong)} wrong; {dict(sorted(count.items()))}", flush=True)
    for row in wrong:
        print(f"    {row}")


def wrong_in(reading: Reading, scene: Scene) -> set[str]:
    """The holes that are surely read, but wrongly."""
    sure = scene.board.holes.keys() - reading.unsure
    return {hole for hole in sure if reading.holes.get(hole) != scene.holes.get(hole)}


def main() -> None:
    """Print a line per clip."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", nargs="+", type=Path)
    parser.add_argument("--pictures", type=int, default=4, help="of each clip (default: 4)")
    parser.add_argument("--pawns", type=int, default=12, help="over each picture (default: 12)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for folder in options.clips:
        measure(folder, options.pictures, options.pawns, np.random.default_rng([13, options.seed]))


if __name__ == "__main__":
    main()
