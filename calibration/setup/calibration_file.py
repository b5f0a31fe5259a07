"""A calibration: board, pose, lens, pawns and appearance as one value and one file."""

import io
import json
import math
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.appearance.areas import SHADES, AreaAppearance
from calibration.appearance.looks import LearnedAppearance, PawnPictures
from calibration.appearance.pawn_set import PawnSet
from calibration.appearance.sampling_grid import POINTS
from calibration.arrays import Image
from calibration.board.board import Board, Point
from calibration.board.board_file import format_board, parse_board
from calibration.camera import GREYS, Pose, make_pose
from calibration.errors import BadBoard
from calibration.files.disk import NotThere, Unreadable, read_bounded, write_whole
from calibration.files.documents import NotValid, parse_json
from calibration.files.pictures import decode
from calibration.occlusion.occluder import Occluder
from calibration.setup.possible import check_possible
from calibration.setup.privacy import blank_looks, blank_occluder, board_pixels, fill_beside
from toc_pi.messages import said

Arrays = Mapping[str, NDArray[Any]]

_FORM = "toc-pi calibration 1"
"""Name and version of the file's format."""

CALIBRATION_BYTES = 128_000_000
"""Enough for compressed pictures of the largest camera, and some uncompressed ones."""
MAX_ARRAYS = 13
"""Nine arrays are in every file; camp areas add two, and so does an occluder."""


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A table's calibration: board, pose, lens, pawns and appearance.

    Attributes:
        board: the table's.
        pose: of the camera.
        error_px: reprojection error of the holes.
        pawns: their kind and size.
        looks: appearance of the empty board and the pawns in this light.
        size: (width, height) of the camera's pictures.
        colours: each pawn's colour as a word; may be empty.
        occluder: what covered the board at set-up, most likely a hand.
        areas: appearance of camp areas and the pawns in them; None if there are none.
    """

    board: Board
    pose: Pose
    error_px: float
    pawns: PawnSet
    looks: LearnedAppearance
    size: tuple[int, int]
    colours: Mapping[str, str] = field(default_factory=dict)
    occluder: Occluder | None = None
    areas: AreaAppearance | None = None

    def save(self, path: str | Path, write: Callable[[Path, bytes], object] = write_whole) -> None:
        """Write one file: arrays and a piece of JSON, no code, and no pixel beside the board.

        Raises:
            OSError: it can't be written; the old file is unchanged.
        """
        shown = board_pixels(self.board, self.pose, self.pawns, self.size)
        looks = blank_looks(self.looks, shown, self.board, self.pose, self.pawns)
        occluder = None if self.occluder is None else blank_occluder(self.occluder, shown)
        blank, kept = replace(self, looks=looks, occluder=occluder), io.BytesIO()
        np.savez(kept, told=np.frombuffer(json.dumps(_metadata(blank)).encode(), np.uint8), **_arrays(blank))
        write(Path(path), kept.getvalue())


def _metadata(found: Calibration) -> dict[str, Any]:
    """The JSON part."""
    board, pose, looks = found.board, found.pose, found.looks
    return {
        "form": _FORM,
        "board": {key: getattr(board, key) for key in Board.__slots__}
        | {"holes": dict(board.holes), "camps": dict(board.camps)},
        "error_px": found.error_px,
        "pawns": asdict(found.pawns),
        "size": found.size,
        "colours": dict(found.colours),
        "focal": pose.focal,
        "centre": [float(x) for x in pose.centre],
        "k1": pose.k1,
        "names": looks.names,
        "noise": looks.noise,
        "noise_by_grey": looks.noise_by_grey,
        "alike": looks.alike,
        "standing": {} if looks.standing is None else dict(looks.standing.holes),
        **({} if found.areas is None else {"waiting": list(found.areas.pawns)}),
        **({} if found.occluder is None else {"near": found.occluder.nearest_hole}),
    }


def _arrays(found: Calibration) -> dict[str, Any]:
    """The arrays; pictures are compressed."""
    looks, areas, occluder = found.looks, found.areas, found.occluder
    stood = np.zeros((1, 1, 3), np.uint8) if looks.standing is None else looks.standing.picture
    arrays: dict[str, NDArray[Any]] = {"rvec": found.pose.rvec, "translation": found.pose.translation}
    pictures = {"empty": looks.empty, "known": looks.known, "stood": stood}
    for name, picture in pictures.items():
        arrays[name] = np.frombuffer(cv2.imencode(".png", picture)[1].tobytes(), np.uint8)
    arrays |= {"body": looks.body, "spread": looks.spread, "light": looks.light}
    if areas is not None:
        arrays["floors"] = np.stack([areas.floors[seat] for seat in found.board.camps])
        arrays["waiting"] = np.stack([*areas.pawns.values()])
    if occluder is not None:
        arrays |= {"over": occluder.mask, "shown": occluder.picture}
    return arrays


def load_calibration(path: str | Path) -> Calibration:
    """Read what `Calibration.save` wrote.

    Raises:
        BadBoard: the file is missing, damaged or something else.
    """
    try:
        # A pipe can't be read twice, and the archive's directory is at its end.
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
    """Reject an archive whose headers claim more than it holds, before decompressing.

    Raises:
        ValueError: an array's header doesn't match its number of bytes.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if len(parts) > MAX_ARRAYS or sum(part.file_size for part in parts) > CALIBRATION_BYTES:
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
    """The calibration in a file; every value is checked, since single bits may be damaged."""
    if metadata["form"] != _FORM:
        raise ValueError(metadata["form"])
    width, height = (int(length) for length in metadata["size"])
    pawns = PawnSet(**metadata["pawns"])
    board, pose = _board(metadata["board"]), _pose(metadata, arrays)
    found = Calibration(
        board,
        pose,
        float(metadata["error_px"]),
        pawns,
        _looks(metadata, arrays, (height, width)),
        (width, height),
        MappingProxyType({str(name): str(colour) for name, colour in metadata["colours"].items()}),
        _occluder(metadata, arrays),
        _areas(metadata, arrays),
    )
    check_possible(found)
    shown = board_pixels(board, pose, pawns, found.size)
    return replace(found, looks=replace(found.looks, empty=fill_beside(found.looks.empty, shown)))


def _array(arrays: Arrays, name: str, kind: type[Any], *shape: int) -> NDArray[Any]:
    """An array of a file; floating point numbers must be finite."""
    array = np.asarray(arrays[name], kind)
    if array.shape != shape or not np.isfinite(array).all():
        raise ValueError(name)
    return array


def _picture(arrays: Arrays, name: str, shape: tuple[int, ...]) -> Image:
    picture = decode(np.asarray(arrays[name], np.uint8).tobytes(), grey=len(shape) == 2)
    if picture.shape != shape:
        raise ValueError(name)
    return picture


def _board(metadata: Mapping[str, Any]) -> Board:
    def points(value: Any) -> tuple[Point, ...]:
        return tuple((float(x), float(y)) for x, y in value)

    values = dict(metadata)
    values["holes"] = MappingProxyType({hole: points([at])[0] for hole, at in metadata["holes"].items()})
    values["camps"] = MappingProxyType({seat: points(at) for seat, at in metadata["camps"].items()})
    board = Board(**values | {key: points(metadata[key]) for key in ("outline", "taps")})
    # The checks of board files also reject a damaged board.
    parse_board(format_board(board), "board")
    return board


def _pose(metadata: Mapping[str, Any], arrays: Arrays) -> Pose:
    x, y = metadata["centre"]
    translation = _array(arrays, "translation", np.float64, 3)
    rvec = _array(arrays, "rvec", np.float64, 3)
    return make_pose(rvec, translation, metadata["focal"], (float(x), float(y)), metadata["k1"])


def _looks(metadata: Mapping[str, Any], arrays: Arrays, shape: tuple[int, int]) -> LearnedAppearance:
    names = tuple(str(name) for name in metadata["names"])
    stood = {str(hole): str(pawn) for hole, pawn in metadata["standing"].items()}
    noise = tuple(float(value) for value in metadata["noise_by_grey"])  # for each of GREYS, if measured
    if len(noise) not in (0, len(GREYS)):
        raise ValueError("noise")
    bodies = (len(names), POINTS, 3)
    return LearnedAppearance(
        _picture(arrays, "empty", (*shape, 3)),
        _picture(arrays, "known", shape),
        names,
        _array(arrays, "body", np.float32, *bodies),
        _array(arrays, "spread", np.float32, *bodies),
        _array(arrays, "light", np.float64, 6),
        float(metadata["noise"]),
        tuple((str(one), str(two)) for one, two in metadata["alike"]),
        PawnPictures(_picture(arrays, "stood", (*shape, 3)), MappingProxyType(stood)) if stood else None,
        has_surroundings=False,
        noise_by_grey=noise,
    )


def _areas(metadata: dict[str, Any], arrays: Arrays) -> AreaAppearance | None:
    seats, names = list(metadata["board"]["camps"]), [str(name) for name in metadata.get("waiting", [])]
    if not seats:
        return None
    floors = _array(arrays, "floors", np.float32, len(seats), SHADES, 6)
    pawns = _array(arrays, "waiting", np.float32, len(names), SHADES, 6)
    return AreaAppearance(dict(zip(seats, floors, strict=True)), dict(zip(names, pawns, strict=True)))


def _occluder(metadata: Mapping[str, Any], arrays: Arrays) -> Occluder | None:
    if "near" not in metadata:
        return None
    mask, picture = np.asarray(arrays["over"], np.uint8), np.asarray(arrays["shown"], np.uint8)
    if mask.ndim != 2 or picture.shape != (*mask.shape, 3):
        raise ValueError("over")
    return Occluder(mask, picture, str(metadata["near"]))
