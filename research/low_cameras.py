"""Measures how low a camera may stand before pawns hide others: drawn boards, seen from lower and lower.

    python research/low_cameras.py [--pictures 8]

Each time the board is learnt from a picture with all pawns in their camps, at the same distance, and random
positions of the same pawns are read. The elevation is that of the camera seen from the board's middle.
"""

import argparse
import random
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from limits_of_sight import Image, measure
from rendered import pose_over, render

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board_file import load_board
from calibration.errors import CannotSee
from calibration.holes import Hole, is_camp
from calibration.setup.proposal import calibrate

ELEVATIONS = (75, 65, 55, 50, 45, 40, 35, 30, 25, 20)
PAINT = {"a": "red", "b": "blue", "c": "green", "d": "yellow"}
KINDS = (PawnSet("halma", 24.0, 12.0, False), PawnSet("peg", 28.0, 6.0, False))
OUT = 11  # of the 16 pawns, in each position


def positions(holes: list[str], camps: list[str], count: int) -> list[dict[str, str]]:
    """Random positions: some pawns on the track and in homes, the others in their camps."""
    rng = random.Random(1)
    found = []
    for _ in range(count):
        out = rng.sample(camps, OUT)
        places = rng.sample(holes, OUT)
        moved = {place: camp[0] for place, camp in zip(places, out, strict=True)}
        found.append({**{camp: camp[0] for camp in camps if camp not in out}, **moved})
    return found


def main() -> None:
    """Print, for each elevation, what was read of the positions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=int, default=8, help="of each elevation (default: 8)")
    options = parser.parse_args()
    board = load_board("square-40")
    camps = [hole for hole in board.holes if is_camp(Hole(hole))]
    others = [hole for hole in board.holes if hole not in camps]
    games = positions(others, camps, options.pictures)
    for pawns in KINDS:
        print(f"{pawns.kind}, {pawns.height:.0f} mm high, {pawns.diameter:.0f} mm wide")
        for elevation in ELEVATIONS:
            pose = pose_over(board, elevation=elevation, turn=12.0)

            def drawn(stands: dict[str, str], seed: int) -> Image:
                paint = {hole: PAINT[seat] for hole, seat in stands.items()}
                return np.asarray(render(board, pose, pawns, paint, seed=seed), np.uint8)  # noqa: B023

            try:
                found = calibrate([drawn(dict(board.set_up), 1)], board, pawns=pawns, colours=PAINT)
            except CannotSee as error:
                print(f"  {elevation}°: {error}", flush=True)
                continue
            stills = [(drawn(stands, 2 + at), stands) for at, stands in enumerate(games)]
            count = measure(found, stills, lambda image: image, float(elevation))
            print("  elevation, degrees", count.line(), flush=True)


if __name__ == "__main__":
    main()
