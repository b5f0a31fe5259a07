"""Write docs/placing.md and docs/placing.svg: where each camera stands. `python tools/placing_page.py`."""

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from calibration.board.board import Board
from calibration.board.board_file import load_board, shipped_boards
from calibration.camera import Pose, picture_centre
from calibration.setup.camera_place import (
    NARROWEST_HOLE_PX,
    TARGET_DEG,
    TARGET_MARGIN,
    CameraPlace,
    Lens,
    place_at,
    place_of_camera,
)
from hardware.picamera import picture_size

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs"
WEBCAM = 1280, 720
BEYOND_MM = 100.0
"""The lens hangs this far beyond the board's edge: beside the board, out of everybody's lap."""
HEIGHTS_MM = range(200, 1600, 10)
SIDE, CORNER = "side", "corner"
HEADS = {"en": "| camera | sharp from | | source |", "fr": "| caméra | nette dès | | source |"}


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of `cameras.toml`."""

    name: str
    lens: Lens
    source: str
    note: Mapping[str, str]
    nearest_cm: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """The lowest place of a camera beside a board from which all of it is seen, and steeply enough.

    Attributes:
        tilt_deg: of the lens below the horizontal: 90 looks straight down.
    """

    camera: Camera
    board: Board
    where: str
    pose: Pose
    view: CameraPlace

    @property
    def tilt_deg(self) -> float:
        return self.pose.elevation_deg


def cameras() -> tuple[Camera, ...]:
    """All cameras."""
    found = tomllib.loads((ROOT / "tools" / "cameras.toml").read_text("utf-8"))["camera"]
    return tuple(
        Camera(one["name"], _lens(one), one["source"], one["note"], one.get("nearest")) for one in found
    )


def _lens(camera: Mapping[str, Any]) -> Lens:
    """A pinhole with this field of view; distortion is left out."""
    size = WEBCAM if "diagonal" in camera else picture_size(tuple(camera["sensor"]))
    across, angle = (
        (math.hypot(*size), camera["diagonal"]) if "diagonal" in camera else (size[0], camera["view"][0])
    )
    return Lens(across / 2 / math.tan(math.radians(angle) / 2), size, picture_centre(size))


def place_of(camera: Camera, board: Board, where: str = SIDE, beyond_mm: float = BEYOND_MM) -> Place:
    """Where a camera stands at the middle of a seat's side, or at the corner between two seats."""
    bearing = 90.0 + (180.0 / board.seats if where == CORNER else 0.0)
    for height in HEIGHTS_MM:
        pose = place_at(board, camera.lens, bearing, beyond_mm, float(height))
        view = place_of_camera(board, pose, camera.lens.size)
        if view.margin >= TARGET_MARGIN and view.elevation_deg >= TARGET_DEG:
            return Place(camera, board, where, pose, view)
    raise ValueError(f"{camera.name}, {board.name}: no height is enough")


def page(text: str) -> str:
    """The page with its tables written again between their marks."""
    tables = {where: _table(where) for where in (SIDE, CORNER)}
    tables |= {language: _camera_table(language) for language in HEADS}
    for name, table in tables.items():
        head, _, rest = text.partition(f"<!-- {name} -->\n")
        text = f"{head}<!-- {name} -->\n{table}\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    return text


def _table(where: str) -> str:
    boards = [load_board(name) for name in shipped_boards()]
    rows = [
        f"| {camera.name} | {' | '.join(_cell(place_of(camera, board, where)) for board in boards)} |"
        for camera in cameras()
    ]
    head = f"| | {' | '.join(board.name for board in boards)} |"
    return "\n".join([head, "|---" * (len(boards) + 1) + "|", *rows])


def _cell(place: Place) -> str:
    star = "*" if place.view.hole_px < NARROWEST_HOLE_PX else ""
    return f"{place.view.height_mm / 10:.0f} cm, {place.tilt_deg:.0f}°, {place.view.hole_px:.1f} px{star}"


def _camera_table(language: str) -> str:
    rows = []
    for camera in cameras():
        nearest = f"{camera.nearest_cm} cm" if camera.nearest_cm else "–"
        rows.append(f"| {camera.name} | {nearest} | {camera.note[language]} | {camera.source} |")
    return "\n".join([HEADS[language], "|---|---|---|---|", *rows])


SCALE = 5.0  # px of the drawing per centimetre
WIDTH, FLOOR, TOP_CM = 1290, 680, 132
PANELS = (("square-40", 90), ("octagon-70", 570))
"""The boards that are drawn, with the left edge of each, px."""
SHOWN = "Camera Module 3"
"""The camera whose view is drawn."""
LABEL = 19  # least distance between two labels, px


def drawing() -> str:
    """Both boards from the side with the place of each camera, as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {FLOOR + 44}" font-family="sans-serif"'
        ' font-size="14" role="img">',
        "<title>The height of each camera's lens beside the board, from the side</title>",
        f'<rect width="{WIDTH}" height="{FLOOR + 44}" fill="#fdf8ec"/>',
        f'<path d="M56 {FLOOR}H{WIDTH - 20}" stroke="#7a4a20" stroke-width="4"/>',
    ]
    for height in range(0, TOP_CM, 20):
        y = FLOOR - SCALE * height
        parts.append(f'<path d="M50 {y:.0f}H{WIDTH - 20}" stroke="#26201a" stroke-opacity="0.12"/>')
        parts.append(
            f'<text x="44" y="{y + 5:.0f}" text-anchor="end" fill="#6a6258">{height or "0 cm"}</text>'
        )
    for name, left in PANELS:
        parts += _panel(load_board(name), left)
    return "\n".join([*parts, "</svg>", ""])


def _panel(board: Board, left: float) -> list[str]:
    """A board, the stand beside it, and the lenses on it."""
    depth = max(y for _, y in board.outline) / 10
    places = sorted((place_of(camera, board) for camera in cameras()), key=lambda one: one.view.height_mm)
    right, mast = left + SCALE * depth, left + SCALE * (depth + BEYOND_MM / 10)
    top = FLOOR - SCALE * board.thickness / 10
    parts = [_wedge(next(one for one in places if one.camera.name == SHOWN), mast, top)]
    parts += [
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{FLOOR - top}" fill="#cdaa6e"'
        ' stroke="#26201a"/>',
        f'<text x="{(left + right) / 2}" y="{FLOOR + 24}" text-anchor="middle" font-weight="bold">'
        f"{board.name}</text>",
        f'<path d="M{mast} {FLOOR}V{FLOOR - SCALE * places[-1].view.height_mm / 10}" stroke="#26201a"'
        ' stroke-width="5" stroke-linecap="round"/>',
        f'<path d="M{right} {FLOOR + 12}H{mast}" stroke="#26201a"/>',
        f'<text x="{mast + 8}" y="{FLOOR + 24}">{BEYOND_MM / 10:.0f} cm</text>',
    ]
    for place, y in zip(
        places, _spread([FLOOR - SCALE * one.view.height_mm / 10 for one in places]), strict=True
    ):
        lens = FLOOR - SCALE * place.view.height_mm / 10
        label = f"{place.view.height_mm / 10:.0f} cm · {place.camera.name} · {place.tilt_deg:.0f}°"
        bold = ' font-weight="bold"' if place.camera.name == SHOWN else ""
        parts += [
            f'<path d="M{mast} {lens:.0f}L{mast + 24} {y:.0f}" stroke="#26201a" stroke-opacity="0.5"/>',
            f'<circle cx="{mast}" cy="{lens:.0f}" r="6" fill="#2464cd" stroke="#fdf8ec"/>',
            f'<text x="{mast + 28}" y="{y + 5:.0f}"{bold}>{escape(label)}</text>',
        ]
    return parts


def _wedge(place: Place, mast: float, top: float) -> str:
    """What the shown camera sees in this plane, and the line to its picture's middle."""
    lens = FLOOR - SCALE * place.view.height_mm / 10
    half = math.degrees(math.atan(place.camera.lens.size[1] / 2 / place.camera.lens.focal))
    down = [place.tilt_deg + turn for turn in (-half, 0.0, half)]
    far, axis, near = (mast - (top - lens) / math.tan(math.radians(angle)) for angle in down)
    return (
        f'<path d="M{mast} {lens:.0f}L{far:.0f} {top:.0f}H{near:.0f}Z" fill="#f0c020" fill-opacity="0.35"/>'
        f'<path d="M{mast} {lens:.0f}L{axis:.0f} {top:.0f}" stroke="#8a6a00" stroke-dasharray="6 5"/>'
    )


def _spread(wanted: Sequence[float]) -> list[float]:
    """Places of labels, from the lowest up, at least `LABEL` apart."""
    placed: list[float] = []
    for y in wanted:
        placed.append(min(y, placed[-1] - LABEL) if placed else y)
    return placed


def main() -> None:
    """Write the page's tables and the drawing."""
    path = FOLDER / "placing.md"
    path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
    (FOLDER / "placing.svg").write_text(drawing(), encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
