"""A calibration: board, pose, lens, pawns and looks as one value and one file."""

import io
import json
import math
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.area_looks import SHADES, AreaLooks
from calibration.appearance.looks import Looks, PawnPictures
from calibration.appearance.sampling_grid import KINDS, POINTS, PawnSet
from calibration.arrays import Image
from calibration.board.board import Board
from calibration.board.board_file import format_board, parse_board
from calibration.camera import GREYS, Pose, make_pose
from calibration.errors import BadBoard
from calibration.files.disk import NotThere, Unreadable, read_bounded, write_whole
from calibration.files.documents import NotValid, parse_json
from calibration.files.pictures import decode
from calibration.occlusion.occluder import Occluder
from calibration.setup.privacy import blank_looks, blank_occluder, board_pixels, fill_beside
from toc_pi.messages import said

__all__ = ["Calibration", "PawnSet", "load_calibration"]

Arrays = Mapping[str, NDArray[Any]]

_FORM = "toc-pi calibration 1"
"""Name and version of the file's format."""

CALIBRATION_BYTES = 128_000_000
"""Enough for compressed pictures of the largest camera, and a few uncompressed ones."""
_ARRAYS = (
    *("told", "rvec", "translation", "empty", "known", "stood", "body", "spread", "light"),
    *("floors", "waiting"),
    *("over", "shown"),
)
"""The arrays that a file may have: those of every file, of camp areas, and of an occluder."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """What was found out about a table: board, pose, lens, pawns and looks.

    Attributes:
        board: which board it is.
        pose: where the camera stood.
        error_px: how well the pose explains the holes.
        pawns: their kind and size.
        looks: the empty board and the pawns in this light.
        size: (width, height) of the camera's pictures.
        colours: each pawn's colour as a word; may be empty.
        occluder: what lay over the board when it was learnt, a hand most likely.
        areas: what camps without holes and the pawns in them look like; None where there are none.
    """

    board: Board
    pose: Pose
    error_px: float
    pawns: PawnSet
    looks: Looks
    size: tuple[int, int]
    colours: Mapping[str, str] = field(default_factory=dict)
    occluder: Occluder | None = None
    areas: AreaLooks | None = None

    def save(self, path: str | Path) -> None:
        """Write it as one file: arrays and one piece of JSON, no code, and no pixel beside the board.

        Raises:
            OSError: it can't be written; what was there before is as it was.
        """
        kept, blank = io.BytesIO(), _blank(self)
        np.savez(kept, told=np.frombuffer(json.dumps(_metadata(blank)).encode(), np.uint8), **_arrays(blank))
        write_whole(Path(path), kept.getvalue())


def _blank(found: Calibration) -> Calibration:
    """What may be written: the board's own pixels."""
    shown = board_pixels(found.board, found.pose, found.pawns, found.size)
    looks = blank_looks(found.looks, shown, found.board, found.pose, found.pawns)
    occluder = None if found.occluder is None else blank_occluder(found.occluder, shown)
    return replace(found, looks=looks, occluder=occluder)


def _metadata(found: Calibration) -> dict[str, Any]:
    """What is written as JSON."""
    board, pose, looks = found.board, found.pose, found.looks
    metadata = {
        "form": _FORM,
        "board": {
            key: dict(getattr(board, key)) if key in ("holes", "camps") else getattr(board, key)
            for key in Board.__slots__
        },
        "error_px": found.error_px,
        "pawns": asdict(found.pawns),
        "size": list(found.size),
        "colours": dict(found.colours),
        "focal": pose.focal,
        "centre": [float(x) for x in pose.centre],
        "k1": pose.k1,
        "names": list(looks.names),
        "noise": looks.noise,
        "noise_by_grey": list(looks.noise_by_grey),
        "alike": [list(pair) for pair in looks.alike],
        "standing": {} if looks.standing is None else dict(looks.standing.holes),
    }
    if found.areas is not None:
        metadata["waiting"] = list(found.areas.pawns)
    return metadata if found.occluder is None else {**metadata, "near": found.occluder.nearest_hole}


def _arrays(found: Calibration) -> dict[str, Any]:
    """What is written as arrays; pictures are packed."""
    looks = found.looks
    stood = np.zeros((1, 1, 3), np.uint8) if looks.standing is None else looks.standing.picture
    arrays = {
        "rvec": found.pose.rvec,
        "translation": found.pose.translation,
        "empty": _packed(looks.empty),
        "known": _packed(looks.known),
        "stood": _packed(stood),
        "body": looks.body,
        "spread": looks.spread,
        "light": looks.light,
    }
    if found.areas is not None:
        arrays["floors"] = np.stack([found.areas.floors[seat] for seat in found.board.camps])
        arrays["waiting"] = np.stack([found.areas.pawns[name] for name in found.areas.pawns])
    if found.occluder is None:
        return arrays
    return {**arrays, "over": found.occluder.mask, "shown": found.occluder.picture}


def _packed(picture: Image) -> NDArray[np.uint8]:
    return np.frombuffer(cv2.imencode(".png", picture)[1].tobytes(), np.uint8)


def _unpacked(packed: NDArray[Any], *, grey: bool = False) -> Image:
    return decode(np.asarray(packed, np.uint8).tobytes(), grey=grey)


def load_calibration(path: str | Path) -> Calibration:
    """Read what `Calibration.save` wrote.

    Raises:
        BadBoard: the file is missing, damaged or something else.
    """
    try:
        # A pipe can't be read twice, and the archive's directory stands at its end.
        content = read_bounded(Path(path), CALIBRATION_BYTES)
        _check_archive(content)
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            metadata = parse_json(arrays["told"].tobytes())
            return _calibration(metadata, {name: arrays[name] for name in arrays.files if name != "told"})
    except NotValid as error:
        raise _damaged(path) from error
    except Unreadable as error:
        why = "No such file or directory" if isinstance(error, NotThere) else str(error)
        raise BadBoard(said("{path}: {why}; `toc-pi calibrate` writes one", path=path, why=why)) from error
    except Exception as error:  # a damaged archive raises anything: out of memory, encrypted, …
        raise _damaged(path) from error


def _damaged(path: str | Path) -> BadBoard:
    return BadBoard(
        said("{path} isn't a calibration, or it is damaged; write it anew with `toc-pi calibrate`", path=path)
    )


def _check_archive(content: bytes) -> None:
    """Refuse an archive whose headers claim more than it holds, before anything is decompressed.

    Raises:
        ValueError: an array's header doesn't match its number of bytes.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if len(parts) > len(_ARRAYS) or sum(part.file_size for part in parts) > CALIBRATION_BYTES:
            raise ValueError("size")
        for part in parts:
            with archive.open(part) as file:
                version = np.lib.format.read_magic(file)
                if version != (1, 0):
                    raise ValueError("version")
                shape, _, kind = np.lib.format.read_array_header_1_0(file)
                if math.prod(shape) * kind.itemsize > part.file_size:
                    raise ValueError("shape")


def _calibration(metadata: dict[str, Any], arrays: Arrays) -> Calibration:
    """The calibration in a file; every value is checked, since single bits of a file may be damaged."""
    if metadata["form"] != _FORM:
        raise ValueError(metadata["form"])
    width, height = (int(length) for length in metadata["size"])
    pawns = PawnSet(**metadata["pawns"])
    if pawns.kind not in KINDS:
        raise ValueError(pawns.kind)
    if not np.isfinite((metadata["error_px"], metadata["noise"])).all():
        raise ValueError("error")
    board, pose, looks = (
        _board(metadata["board"]),
        _pose(metadata, arrays),
        _looks(metadata, arrays, (height, width)),
    )
    if not looks.has_surroundings:
        shown = board_pixels(board, pose, pawns, (width, height))
        looks = replace(looks, empty=fill_beside(looks.empty, shown))
    return Calibration(
        board,
        pose,
        float(metadata["error_px"]),
        pawns,
        looks,
        (width, height),
        MappingProxyType({str(name): str(colour) for name, colour in metadata["colours"].items()}),
        _occluder(metadata, arrays),
        _areas(metadata, arrays),
    )


def _board(metadata: Mapping[str, Any]) -> Board:
    values = dict(metadata)
    values["holes"] = MappingProxyType(
        {name: (float(x), float(y)) for name, (x, y) in metadata["holes"].items()}
    )
    values["camps"] = MappingProxyType(
        {seat: tuple((float(x), float(y)) for x, y in corners) for seat, corners in metadata["camps"].items()}
    )
    for key in ("outline", "taps"):
        values[key] = tuple((float(x), float(y)) for x, y in metadata[key])
    board = Board(**values)
    # The checks of board files also reject a damaged board.
    parse_board(format_board(board), "board")
    return board


def _pose(metadata: Mapping[str, Any], arrays: Arrays) -> Pose:
    x, y = metadata["centre"]
    pose = make_pose(
        arrays["rvec"], arrays["translation"], metadata["focal"], (float(x), float(y)), metadata["k1"]
    )
    numbers = (*pose.rvec, *pose.translation, pose.focal, pose.k1, *pose.centre)
    if arrays["translation"].shape != (3,) or not np.isfinite(numbers).all() or pose.focal <= 0:
        raise ValueError("pose")
    return pose


def _looks(metadata: Mapping[str, Any], arrays: Arrays, shape: tuple[int, int]) -> Looks:
    names = tuple(str(name) for name in metadata["names"])
    empty, known = _unpacked(arrays["empty"]), _unpacked(arrays["known"], grey=True)
    if empty.shape != (*shape, 3) or known.shape != shape:
        raise ValueError("size")
    body = np.asarray(arrays["body"], np.float32)
    spread = np.asarray(arrays["spread"], np.float32)
    if body.shape != (len(names), POINTS, 3) or spread.shape != body.shape:
        raise ValueError("body")
    light = np.asarray(arrays["light"], np.float64)
    if light.shape != (6,) or not np.isfinite(light).all():
        raise ValueError("light")
    return Looks(
        empty,
        known,
        names,
        body,
        spread,
        light,
        float(metadata["noise"]),
        tuple((str(one), str(two)) for one, two in metadata["alike"]),
        _standing(metadata, arrays, empty.shape),
        has_surroundings=False,
        noise_by_grey=_noise(metadata),
    )


def _noise(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """For each of GREYS; empty if it wasn't measured."""
    noise = tuple(float(value) for value in metadata["noise_by_grey"])
    if len(noise) not in (0, len(GREYS)) or not np.isfinite(noise).all() or min(noise, default=1.0) <= 0:
        raise ValueError("noise")
    return noise


def _areas(metadata: dict[str, Any], arrays: Arrays) -> AreaLooks | None:
    seats, names = list(metadata["board"]["camps"]), [str(name) for name in metadata.get("waiting", [])]
    if not seats:
        return None
    floors, pawns = np.asarray(arrays["floors"], np.float32), np.asarray(arrays["waiting"], np.float32)
    for looks, count in ((floors, len(seats)), (pawns, len(names))):
        if looks.shape != (count, SHADES, 6) or not np.isfinite(looks).all() or (looks[..., 3:] <= 0).any():
            raise ValueError("areas")
    return AreaLooks(dict(zip(seats, floors, strict=True)), dict(zip(names, pawns, strict=True)))


def _occluder(metadata: Mapping[str, Any], arrays: Arrays) -> Occluder | None:
    if "near" not in metadata:
        return None
    mask, picture = np.asarray(arrays["over"], np.uint8), np.asarray(arrays["shown"], np.uint8)
    if mask.ndim != 2 or picture.shape != (*mask.shape, 3):
        raise ValueError("over")
    return Occluder(mask, picture, str(metadata["near"]))


def _standing(metadata: Mapping[str, Any], arrays: Arrays, shape: tuple[int, ...]) -> PawnPictures | None:
    """How the pawns stood; None if that isn't known."""
    holes = {str(hole): str(pawn) for hole, pawn in metadata["standing"].items()}
    if not holes:
        return None
    picture = _unpacked(arrays["stood"])
    if picture.shape != shape:
        raise ValueError("standing")
    return PawnPictures(picture, MappingProxyType(holes))
