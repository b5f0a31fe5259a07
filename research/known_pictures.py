"""Pictures with ground truth and the board's pose: the training data of the fitting tools.

A folder holds pictures, each with a JSON of the same name beside it: `board`, `holes` (hole to pawn), `state`
(`hand` if something lies over the board's edge), and, where known, `pawns` (`kind`, `height`, `diameter`),
`colours`, `focal`, `table` (pictures of one table belong together). Or it is a clip: its truth.json has
`stills` and `hands`, and it is used up to its first event, for then the camera may move.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.appearance.colours import distance_beyond_light
from calibration.appearance.pawn_set import PawnSet
from calibration.arrays import Image
from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.camera import Pose
from calibration.errors import CannotSee
from calibration.occlusion.edge_crossings import EdgeStrip, mask_pawns, sample_edge_strip
from calibration.pose.estimation import find_pose
from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip

ENDINGS = (".jpg", ".png")
CLEAN_A_CLIP, HANDS_A_CLIP = 12, 24
USUAL = {"kind": "cylinder", "height": 20.0, "diameter": 10.0, "white_face": False}
"""The pawns that `calibrate` assumes if they aren't given."""

FEW_COLUMNS = 6
"""A hand that changes fewer columns of the rim can't be recognized from it."""
_OTHER, _DARKER = 0.08, 0.9


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture with ground truth.

    Attributes:
        name: of the folder and of the picture.
        table: pictures of one table look alike and are kept together.
        image: (h, w, 3) BGR.
        board, pose: the board and the camera's pose, found as the program finds it.
            holes: hole -> pawn.
            pawns: their declared kind and size.
        hand: whether something lies over the board's edge.
    """

    name: str
    table: str
    image: Image
    board: Board
    pose: Pose
    holes: Mapping[str, str]
    pawns: PawnSet
    hand: bool


def shots_of(folder: Path, boards: Path | None) -> Iterator[Shot]:
    """All pictures of a folder of stills, or of a clip."""
    if (folder / "clip.toml").is_file():
        yield from _of_clip(folder)
        return
    for path in sorted(folder.glob("*.json")):
        named = [path.with_suffix(end) for end in ENDINGS if path.with_suffix(end).exists()]
        truth = json.loads(path.read_text("utf-8"))
        if not named or truth.get("object_on_board"):
            continue
        image = np.asarray(cv2.imread(str(named[0])), np.uint8)
        own = None if boards is None else boards / f"{truth['board']}.toml"
        board = load_board(str(own) if own is not None and own.exists() else truth["board"])
        pawns = PawnSet(**{**USUAL, **truth.get("pawns", {})})
        colours, focal = truth.get("colours"), truth.get("focal")
        try:
            pose = find_pose([image], board, holes=truth["holes"], colours=colours, focal=focal).pose
        except CannotSee:
            continue
        table = str(truth.get("table", path.stem))
        yield Shot(
            f"{folder.name}/{path.stem}",
            table,
            image,
            board,
            pose,
            truth["holes"],
            pawns,
            truth["state"] == "hand",
        )


def _of_clip(folder: Path) -> Iterator[Shot]:
    clip, truth = load_clip(str(folder)), json.loads((folder / "truth.json").read_text("utf-8"))
    end = min((event["t"] for event in truth.get("events", ())), default=np.inf)
    wanted = sorted(
        [
            *_moments(truth["stills"], end, CLEAN_A_CLIP, False),
            *_moments(truth["hands"], end, HANDS_A_CLIP, True),
        ],
        key=lambda one: one[0],
    )
    holes: Mapping[str, str] = truth["stills"][0]["holes"]
    pose, rim = None, None
    with closing(Film(clip.film)) as film:
        for t, span, hand in wanted:
            while (frame := film.read()) is not None and frame.t < t:
                pass
            if frame is None:
                return
            if pose is None:
                colours = {str(seat): word for seat, word in clip.colours.items()}
                pose = find_pose(
                    [frame.image], clip.board, corners=clip.corners, focal=clip.focal, colours=colours
                ).pose
            holes = span.get("holes", holes)
            shot = Shot(
                f"{folder.name}/{t:.1f}", folder.name, frame.image, clip.board, pose, holes, clip.pawns, hand
            )
            strip = strip_of(shot)
            if hand and (rim is None or _covered(strip, rim) < FEW_COLUMNS):
                continue
            rim = rim if hand else strip
            yield shot


def _moments(
    spans: Sequence[Mapping[str, Any]], end: float, most: int, hand: bool
) -> list[tuple[float, Mapping[str, Any], bool]]:
    """The middles of some spans before `end`, including the first one, on which the camera is calibrated."""
    some = [span for span in spans if span["to"] < end]
    some = some[:: max(1, len(some) // most)]
    return [((span["from"] + span["to"]) / 2, span, hand) for span in some]


def _covered(rim: EdgeStrip, clean: EdgeStrip) -> int:
    """How many columns of a rim differ from a clean picture on the board, apart from shadows."""
    other = (distance_beyond_light(rim.colours[:, 0], clean.colours[:, 0]) > _OTHER) | (
        np.abs(rim.colours[:, 0] - clean.colours[:, 0])[:, 0] > _DARKER
    )
    return int((rim.board_visible & clean.board_visible & other).sum())


def strip_of(shot: Shot) -> EdgeStrip:
    """The strip along the board's edge."""
    hidden = mask_pawns(shot.image.shape[1::-1], shot.board, shot.pose, shot.holes, shot.pawns)
    return sample_edge_strip(shot.image, shot.board, shot.pose, hidden)
