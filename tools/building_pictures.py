"""Make the pictures of docs/building: the parts and the table from the stand's STL, and the trial screen."""

import math
import os
import tomllib
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import cv2
import numpy as np

from hardware.capture import Film
from toc_pi.app.machine.walk import Walk
from toc_pi.app.machine.walk_run import WindowFace
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.placing import open_view, place_page
from toc_pi.languages import LANGUAGES
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Window

ROOT = Path(__file__).resolve().parent.parent
FOLDER, PICTURES = ROOT / "hardware" / "stand", ROOT / "docs" / "building"
M = tomllib.loads((FOLDER / "stand.toml").read_text("utf-8"))
SCALE = 2  # drawn larger, then made smaller
PAPER, INK = (236, 248, 253), (26, 32, 38)
PRINTED, ALU, WOOD, FELT, GREEN, BLACK = (
    *((90, 140, 235), (200, 194, 188), (140, 190, 226), (120, 165, 200), (80, 125, 50), (50, 50, 50)),
)
FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
SHARP = math.cos(math.radians(30))  # edges between facets that differ more are drawn

# In the picture of the table its edge is at x = 0, its top at z = 0, the pole at y = 0; the board lies left.
LENS_MM, TILT_DEG, ARM_MM = (M["place"][name] for name in ("lens", "tilt", "arm"))
SIDE, WALL = M["profile"]["side"], M["profile"]["wall"]
SOCKET = SIDE + M["profile"]["play"]
HINGE, THICK = M["camera"]["hinge"], M["camera"]["thick"]
IN, LEFT, UP = (-1, 0, 0), (0, -1, 0), (0, 0, 1)
LOOK = np.array([-math.cos(math.radians(TILT_DEG)), 0, -math.sin(math.radians(TILT_DEG))])
POLE_X = M["clamp"]["back"] + SOCKET / 2
ARM_Y = -(WALL + SOCKET)
ARM_Z = LENS_MM - LOOK[2] * (HINGE + THICK + 8) + WALL + SOCKET / 2 - 10
HEAD_X = POLE_X - ARM_MM + 60
PLATE_AT = np.array([HEAD_X - 40 - WALL - HINGE - 2, ARM_Y, ARM_Z - WALL - SOCKET / 2 + 10]) + LOOK * (
    HINGE + THICK
)
BOARD_X = PLATE_AT[0] + LOOK[0] * 8 - M["place"]["beyond"]

Solid = tuple[Any, tuple[int, int, int]]
"""Facets (n, 3, 3), mm, and their colour (blue, green, red)."""


class Canvas:
    """A picture seen along a direction, without perspective."""

    def __init__(
        self, size: tuple[int, int], around_deg: float, above_deg: float, solids: Sequence[Solid]
    ) -> None:
        """Turn the solids and fit them into a picture of that size, px."""
        self._picture = np.full((size[1] * SCALE, size[0] * SCALE, 3), PAPER, np.uint8)
        self._depth = np.full(self._picture.shape[:2], -np.inf)
        a, b = math.radians(around_deg), math.radians(above_deg)
        right = np.array([math.cos(a), math.sin(a), 0])
        toward = np.array([math.sin(a) * math.cos(b), -math.cos(a) * math.cos(b), math.sin(b)])
        self._axes = np.array([right, -np.cross(toward, right), toward])
        everything = np.concatenate([facets.reshape(-1, 3) for facets, _ in solids]) @ self._axes.T
        low, high = everything[:, :2].min(axis=0), everything[:, :2].max(axis=0)
        edge = 30 * SCALE
        room = np.array(self._picture.shape[1::-1]) - 2 * edge
        self._zoom = float((room / (high - low)).min())
        self._start = edge + (room - (high - low) * self._zoom) / 2 - low * self._zoom
        for facets, colour in solids:
            self._draw(facets, colour)

    def place(self, point: Sequence[float]) -> tuple[int, int]:
        """Where a point is in the finished picture, px."""
        x, y = (np.asarray(point) @ self._axes.T)[:2] * self._zoom + self._start
        return round(x / SCALE), round(y / SCALE)

    def finished(self) -> Any:
        """The picture in its size."""
        height, width = self._picture.shape[:2]
        return cv2.resize(self._picture, (width // SCALE, height // SCALE), interpolation=cv2.INTER_AREA)

    def _draw(self, facets: Any, colour: tuple[int, int, int]) -> None:
        seen = facets @ self._axes.T
        seen[:, :, :2] = seen[:, :, :2] * self._zoom + self._start
        normals = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
        normals /= np.linalg.norm(normals, axis=1)[:, None] + 1e-12
        light = self._axes.T @ np.array([0.35, -0.6, 0.72])
        for corners, normal in zip(seen, normals, strict=True):
            if normal @ self._axes[2] > 1e-6:
                self._fill(corners, np.array(colour) * (0.5 + 0.5 * max(0.0, float(normal @ light))))
        for start, end in sharp_edges(facets, normals, self._axes[2]):
            self._line(seen[start], seen[end])

    def _fill(self, corners: Any, colour: Any) -> None:
        low = np.maximum(np.floor(corners[:, :2].min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1, self._depth.shape[::-1])
        x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
        whole = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
        if abs(whole) < 1e-9:
            return
        u = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / whole
        v = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / whole
        depth = u * az + v * bz + (1 - u - v) * cz
        there = self._depth[low[1] : high[1], low[0] : high[0]]
        new = (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6) & (depth > there)
        there[new] = depth[new]
        self._picture[low[1] : high[1], low[0] : high[0]][new] = np.clip(colour, 0, 255)

    def _line(self, start: Any, end: Any) -> None:
        count = int(np.abs(end - start)[:2].max()) + 2
        points = start + (end - start) * np.linspace(0, 1, count)[:, None]
        for x, y, z in points:
            i, j = round(y), round(x)
            if (
                0 <= i < self._depth.shape[0]
                and 0 <= j < self._depth.shape[1]
                and z > self._depth[i, j] - 1.0
            ):
                self._picture[i, j] = INK


def sharp_edges(facets: Any, normals: Any, toward: Any) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Edges between facets that differ, or of which only one is seen, as pairs of (facet, corner)."""
    found: dict[tuple[Any, ...], tuple[int, int]] = {}
    edges = []
    for i, facet in enumerate(np.round(facets, 3)):
        for k in range(3):
            ends = tuple(facet[k]), tuple(facet[(k + 1) % 3])
            if (other := found.get(ends[::-1])) is None:
                found[ends] = (i, k)
                continue
            j = other[0]
            turned = normals[i] @ normals[j] < SHARP
            rim = (normals[i] @ toward > 0) != (normals[j] @ toward > 0)
            if turned or rim:
                edges.append(((i, k), (i, (k + 1) % 3)))
    return edges


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Any:
    """The facets of a box."""
    corner = [np.array([x[i & 1], y[i >> 1 & 1], z[i >> 2 & 1]], float) for i in range(8)]
    sides = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return np.array(
        [[corner[a], corner[b], corner[c]] for p, q, r, s in sides for a, b, c in ((p, q, r), (p, r, s))]
    )


def turned(facets: Any, *rows: Sequence[float], to: Sequence[float]) -> Any:
    """Facets with the axes of a part laid along `rows` of the room, and its origin at a point."""
    return facets @ np.array(rows, float) + np.array(to, float)


def table() -> Any:
    """The whole table, with numbers: the printed parts first, then pole and arm."""
    solids = [
        (block((-760, 0), (-330, 450), (-25, 0)), WOOD),
        (block((BOARD_X - M["place"]["wide"], BOARD_X), (-225, 225), (0, 14)), FELT),
        *_pawns(),
        *_stand(),
        *_camera(),
        *_screen(),
    ]
    canvas = Canvas((900, 640), 40, 24, solids)
    picture = canvas.finished()
    points = (
        ((-40, -40, 12), (-60, -70)),
        ((POLE_X + 15, -10, ARM_Z + 25), (50, -20)),
        ((HEAD_X - 60, ARM_Y, ARM_Z + 20), (-60, -10)),
        (tuple(PLATE_AT), (-70, 30)),
        ((POLE_X + 20, 40, 430), (60, 20)),
        ((-410, 335, 15), (-20, -60)),
        ((POLE_X, 0, 220), (60, -20)),
        ((POLE_X - 90, ARM_Y, ARM_Z + 10), (-10, -50)),
    )
    for number, (point, (across, down)) in enumerate(points, 1):
        x, y = canvas.place(point)
        numbered(picture, (x + across, y + down), number, (x, y))
    return picture


def mount() -> Any:
    """Head, plate and camera from below, with the spacers."""
    low = ARM_Z - WALL - SOCKET / 2
    head = (turned(stl("head"), IN, LEFT, UP, to=(HEAD_X, ARM_Y, low)), PRINTED)
    bolt = turned(
        block((-4, 4), (-14, 14), (-4, 4)), (1, 0, 0), (0, 1, 0), UP, to=PLATE_AT - LOOK * (HINGE + THICK)
    )
    return Canvas((600, 420), -55, -8, [head, (bolt, ALU), *_camera()]).finished()


def _stand() -> list[Solid]:
    """Clamp, pole, elbow, arm, head and the Pi on its tray."""
    half, low = SIDE / 2, ARM_Z - WALL - SOCKET / 2
    inner = HEAD_X - 40
    on_pole = ((0, 1, 0), UP, (1, 0, 0))
    return [
        (turned(stl("clamp"), (1, 0, 0), UP, LEFT, to=(0, WALL + SOCKET / 2, 0)), PRINTED),
        (block((POLE_X - half, POLE_X + half), (-half, half), (-60, ARM_Z + 30)), ALU),
        (turned(stl("elbow"), (1, 0, 0), (0, 1, 0), UP, to=(POLE_X, ARM_Y / 2, low)), PRINTED),
        (block((inner, inner + ARM_MM), (ARM_Y - half, ARM_Y + half), (ARM_Z - half, ARM_Z + half)), ALU),
        (turned(stl("head"), IN, LEFT, UP, to=(HEAD_X, ARM_Y, low)), PRINTED),
        (turned(stl("tray"), *on_pole, to=(POLE_X + half, 0, 400)), PRINTED),
        (turned(block((-42, 42), (-28, 28), (9, 12)), *on_pole, to=(POLE_X + half, 0, 400)), GREEN),
    ]


def _camera() -> list[Solid]:
    """The plate, and below it the camera, which looks at the board."""
    axes = np.cross(LOOK, (0, 1, 0)), (0, 1, 0), -LOOK
    across, up = M["camera"]["module"]["holes"]
    held = [
        (block((-12.5, 12.5), (-9.5, 14.5), (-4.4, -3.4)), GREEN),
        (block((-4.2, 4.2), (-4.2, 4.2), (-8, -4.4)), BLACK),
        (post(0, 0, (-10, -8), 3), BLACK),
    ]
    for x in (-across / 2, across / 2):
        for y in (0, up):
            held.append((post(x, y, (-8, 6), 1), ALU))
            held += [(post(x, y, (z, z + 1.5), 2.2), ALU) for z in (-1.7, -3.4, -6.1)]
    solids = [(stl("plate"), PRINTED), *held]
    return [(turned(facets, *axes, to=PLATE_AT), colour) for facets, colour in solids]


def _screen() -> list[Solid]:
    """A screen on two feet."""
    lean = math.radians(M["foot"]["lean"])
    axes = (1, 0, 0), (0, math.sin(lean), math.cos(lean)), (0, -math.cos(lean), math.sin(lean))
    feet = [turned(stl("foot"), (0, 1, 0), UP, (1, 0, 0), to=(x, 335, 0)) for x in (-410, -265)]
    glass = turned(block((-97, 97), (0, 124), (0, 14)), *axes, to=(-330, 355, 9))
    return [*((foot, PRINTED) for foot in feet), (glass, BLACK)]


def stl(name: str) -> Any:
    """The facets of a part as it is printed, anticlockwise as seen from outside."""
    content = (FOLDER / f"{name}.stl").read_bytes()
    return np.frombuffer(content, FACET, offset=84)["corners"].astype(float)


def _pawns() -> list[Solid]:
    """Four pawns in each corner of the board."""
    colours = ((40, 40, 205), (40, 190, 240), (205, 100, 36), (66, 140, 34))
    corners = ((-60, -165), (-60, 165), (-390, 165), (-390, -165))
    return [
        (post(BOARD_X + x + dx, y + dy, (14, 42), 9), colour)
        for (x, y), colour in zip(corners, colours, strict=True)
        for dx, dy in ((-15, -15), (15, -15), (-15, 15), (15, 15))
    ]


def post(x: float, y: float, z: tuple[float, float], radius: float) -> Any:
    """The facets of an upright cylinder."""
    turns = np.linspace(0, 2 * math.pi, 25)
    rim = np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], axis=1)
    top, below = (np.column_stack([rim, np.full(25, height)]) for height in (z[1], z[0]))
    middle = np.array([x, y, z[1]])
    sides = [
        side
        for i in range(24)
        for side in ((below[i], below[i + 1], top[i + 1]), (below[i], top[i + 1], top[i]))
    ]
    return np.array([*sides, *((middle, top[i], top[i + 1]) for i in range(24))])


def parts() -> Any:
    """All parts as they are printed, with their numbers."""
    tiles = []
    for number, name in enumerate(("clamp", "elbow", "head", "plate", "tray", "foot"), 1):
        tile = Canvas((300, 230), -35, 35, [(stl(name), PRINTED)]).finished()
        numbered(tile, (24, 24), number)
        tiles.append(tile)
    return np.vstack([np.hstack(tiles[:3]), np.hstack(tiles[3:])])


def numbered(picture: Any, at: tuple[int, int], number: int, to: tuple[int, int] | None = None) -> None:
    """A number in a circle, with a line to what it names."""
    if to is not None:
        cv2.line(picture, at, to, INK, 1, cv2.LINE_AA)
        cv2.circle(picture, to, 3, INK, -1, cv2.LINE_AA)
    cv2.circle(picture, at, 13, (255, 255, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, at, 13, INK, 1, cv2.LINE_AA)
    place = (at[0] - (5 if number < 10 else 10), at[1] + 6)
    cv2.putText(picture, str(number), place, cv2.FONT_HERSHEY_SIMPLEX, 0.55, INK, 1, cv2.LINE_AA)


def screens() -> None:
    """What `toc-pi test screen` and `toc-pi doctor --place` show, in each language."""
    with closing(Film(load_clip("sample").film)) as film:
        frame = film.read()
    assert frame is not None
    view = open_view(f"film {load_clip('sample').film}", "")
    height, width = frame.image.shape[:2]
    aside = np.array([[1, 0, 250], [0, 1, 0]], np.float32)  # as if the camera were turned to the left
    picture = cv2.warpAffine(frame.image, aside, (width, height), borderValue=(38, 26, 20))
    view.search([picture], frame.t)
    seen = view.known
    arrow = None if seen.correction is None else seen.correction.first
    for language in LANGUAGES:
        with closing(Window((800, 480), hidden=True)) as window:
            WindowFace(window, language).show(Walk(("screen",), at=0, stage="after"), 120, None)
            _save(window, f"screen.{language}.jpg")
            page = place_page(seen, seen.message, language)
            window.page(page, LivePicture(picture, seen.outline, (), arrow))
            _save(window, f"place.{language}.jpg")


def _save(window: Window, name: str) -> None:
    path = PICTURES / "window.png"
    window.save(path)
    picture = cv2.resize(cv2.imread(str(path)), (640, 384), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(PICTURES / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    path.unlink()


def main() -> None:
    """Write the pictures."""
    screens()
    cv2.imwrite(str(PICTURES / "parts.png"), parts())
    cv2.imwrite(str(PICTURES / "table.png"), table())
    cv2.imwrite(str(PICTURES / "mount.png"), mount())


if __name__ == "__main__":
    main()
