"""Make the printed stand's parts from hardware/stand/stand.toml: an STL to print, a STEP to change.

`make stand` runs this with build123d, which is installed for it alone. Every part lies as it is printed, on
z = 0, and needs no support: horizontal holes have a roof of 45 degrees instead of a round one.
"""

import math
import tomllib
from pathlib import Path

from build123d import (
    Box,
    Circle,
    Cylinder,
    Part,
    Plane,
    Polygon,
    Pos,
    Sketch,
    export_step,
    export_stl,
    extrude,
)

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "hardware" / "stand"
WRITTEN = "2026-01-01T00:00:00"  # the date in the STEP files, so that the same measures give the same bytes
TOLERANCE_MM, TOLERANCE_RAD = 0.03, 0.25  # of the STL's facets

M = tomllib.loads((FOLDER / "stand.toml").read_text("utf-8"))
PROFILE, SCREWS = M["profile"], M["screws"]
SOCKET = PROFILE["side"] + PROFILE["play"]
WALL, SCREW_WALL, INSIDE = PROFILE["wall"], PROFILE["screw_wall"], PROFILE["inside"]
HIGH = WALL + 1.5 * SOCKET + WALL  # of a block with a lying socket
LONG = 400.0  # cuts through everything


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Part:
    """A box from its limits."""
    size = [high - low for low, high in (x, y, z)]
    return Pos(*((low + high) / 2 for low, high in (x, y, z))) * Box(*size)


def lying(axis: str, sketch: Sketch, at: tuple[float, float, float], length: float = LONG) -> Part:
    """A sketch (across, up) extruded both ways along x or y, through a point."""
    plane = Plane(at, x_dir=(0, 1, 0), z_dir=(1, 0, 0)) if axis == "x" else Plane(at, (-1, 0, 0), (0, 1, 0))
    return extrude(plane * sketch, length / 2, both=True)


def drop(diameter: float) -> Sketch:
    """A round hole with a pointed roof."""
    r = diameter / 2
    s = r / math.sqrt(2)
    return Circle(r) + Polygon((-s, s), (s, s), (0, r * math.sqrt(2)), align=None)


def socket() -> Sketch:
    """A square hole, standing on its origin, with a pointed roof above it."""
    half = SOCKET / 2
    return Polygon((-half, 0), (half, 0), (half, SOCKET), (0, SOCKET + half), (-half, SOCKET), align=None)


def screw(axis: str, name: str, at: tuple[float, float, float], nut_at: float, top: float) -> Part:
    """A lying screw's hole, and the slot in which its nut is dropped from above.

    Args:
        at: a point of the screw's axis.
        nut_at: where the nut's middle is on that axis.
        top: of the part.
    """
    kind = SCREWS[name]
    x, y, z = at
    low = z - kind["flats"] / math.sqrt(3) - 0.2
    across, along = kind["flats"] / 2, kind["nut"] / 2
    if axis == "x":
        slot = box((nut_at - along, nut_at + along), (y - across, y + across), (low, top + 1))
    else:
        slot = box((x - across, x + across), (nut_at - along, nut_at + along), (low, top + 1))
    return slot + lying(axis, drop(kind["hole"]), at)


def half_hole(axis: str, name: str, at: tuple[float, float, float], nut_at: float, top: float) -> Part:
    """The same, ending 0.1 mm beyond `at`, so that the wall opposite stays whole."""
    cut = screw(axis, name, at, nut_at, top)
    x, y, _ = at
    if axis == "x":
        keep = (x - 0.1, x + LONG) if nut_at > x else (x - LONG, x + 0.1)
        return cut & box(keep, (-LONG, LONG), (-LONG, LONG))
    keep = (y - 0.1, y + LONG) if nut_at > y else (y - LONG, y + 0.1)
    return cut & box((-LONG, LONG), keep, (-LONG, LONG))


def clamp() -> Part:
    """Jaws around the table's edge (x = 0), and behind them the socket in which the pole stands along y."""
    c = M["clamp"]
    bottom, back = -c["opening"] - c["lower"], c["back"]
    outside = back + SOCKET + SCREW_WALL
    part = box((-c["jaw"], outside), (bottom, c["upper"]), (0, HIGH))
    part -= box((-LONG, 0), (-c["opening"], 0), (-1, HIGH + 1))
    middle = back + SOCKET / 2
    part -= lying("y", socket(), (middle, 0, WALL))
    for y in (-4.0, -c["opening"] - 2):
        at = (middle, y, WALL + SOCKET / 2)
        part -= half_hole("x", "m5", at, outside - SCREW_WALL / 2, HIGH)
    under = -c["opening"] - c["lower"] / 2
    at = (-c["jaw"] * 0.6, under, HIGH / 2)
    cut = screw("y", "m8", at, under, HIGH)
    return part - (cut & box((-LONG, 0), (-LONG, -1), (-1, LONG)))


def elbow() -> Part:
    """Joins pole (upright, at +y) and arm (along x, at -y)."""
    arm, pole = -(WALL + SOCKET) / 2, (WALL + SOCKET) / 2
    front, rear = arm - SOCKET / 2 - SCREW_WALL, pole + SOCKET / 2 + SCREW_WALL
    half = SOCKET / 2 + 10
    part = box((-half, half), (front, rear), (0, HIGH))
    part -= lying("x", socket(), (0, arm, WALL))
    part -= box((-SOCKET / 2, SOCKET / 2), (pole - SOCKET / 2, pole + SOCKET / 2), (-1, HIGH + 1))
    for x in (-half / 2, half / 2):
        part -= half_hole("y", "m5", (x, arm, WALL + SOCKET / 2), front + SCREW_WALL / 2, HIGH)
    return part - half_hole("y", "m5", (0, pole, HIGH / 2), rear - SCREW_WALL / 2, HIGH)


def head() -> Part:
    """Sits on the arm's end (along x); the camera's plate tilts on its tongue."""
    c = M["camera"]
    front, rear = -SOCKET / 2 - SCREW_WALL, SOCKET / 2 + WALL
    part = box((0, INSIDE + WALL), (front, rear), (0, HIGH))
    part -= lying("x", socket(), (0, 0, WALL), 2 * INSIDE)
    part -= half_hole("y", "m5", (INSIDE / 2, 0, WALL + SOCKET / 2), front + SCREW_WALL / 2, HIGH)
    reach, radius = INSIDE + WALL + c["hinge"] + 2, 10.0
    tongue = box((INSIDE, reach), (-c["tongue"] / 2, c["tongue"] / 2), (0, 2 * radius))
    tongue += lying("y", Circle(radius), (reach, 0, radius), c["tongue"]) & box(
        (0, LONG), (-LONG, LONG), (0, LONG)
    )
    # Under its round end the tongue is square: nothing hangs over.
    tongue += box((reach, reach + radius), (-c["tongue"] / 2, c["tongue"] / 2), (0, radius))
    return part + tongue - lying("y", drop(SCREWS["m5"]["hole"]), (reach, 0, radius))


def plate() -> Part:
    """Carries a camera board on its flat side; its ears go around the tongue."""
    c = M["camera"]
    half, top = c["plate"] / 2, c["thick"]
    axis = top + c["hinge"]
    part = box((-half, half), (-half, half), (0, top))
    inner = c["tongue"] / 2 + 0.2
    for y in (-inner - c["ear"], inner):
        part += box((-8, 8), (y, y + c["ear"]), (0, axis))
        part += lying("y", Circle(8), (0, y + c["ear"] / 2, axis), c["ear"])
    part -= lying("y", drop(SCREWS["m5"]["hole"]), (0, 0, axis))
    for kind, up in (("module", c["module"]["holes"][1] / 2), ("hq", 0.0)):
        part -= holes(c[kind], (0, up))
    return part


def tray() -> Part:
    """Carries the Pi; cable ties hold it on the pole, which runs along y."""
    p = M["pi"]
    wide, high = p["plate"]
    part = box((-wide / 2, wide / 2), (-high / 2, high / 2), (0, p["thick"]))
    up = (p["board"]["holes"][1] - p["zero"]["holes"][1]) / 2
    top = p["thick"] + p["boss"]["height"]
    for kind, y in (("board", 0.0), ("zero", up)):
        for x, at in corners(p[kind]["holes"], (0, y)):
            part += Pos(x, at, top / 2) * Cylinder(p["boss"]["across"] / 2, top)
    for kind, y in (("board", 0.0), ("zero", up)):
        part -= holes(p[kind], (0, y))
    long, narrow = p["tie"]
    for x in (-PROFILE["side"] / 2 - 3, PROFILE["side"] / 2 + 3):
        for y in (-high / 2 + 12, high / 2 - 12):
            part -= box((x - narrow / 2, x + narrow / 2), (y - long / 2, y + long / 2), (-1, LONG))
    return part


def foot() -> Part:
    """One of two feet on which a screen leans, lying on its side."""
    f = M["foot"]
    rise = math.radians(f["lean"])
    start = 6 + f["lip"]
    end = start + f["high"] * math.tan(rise)
    depth = end + 40
    outline = [(0, 0), (depth, 0), (depth, 8), (end + 9, 8 + f["high"]), (end, 8 + f["high"])]
    outline += [(start, 8), (6, 8), (6, 22), (0, 22)]
    window = [(start + 14, 14), (depth - 14, 14), (end + 3, 8 + f["high"] * 0.75)]
    sketch = Polygon(*outline, align=None) - Polygon(*window, align=None)
    return extrude(sketch, f["wide"])


def corners(across: list[float], middle: tuple[float, float]) -> list[tuple[float, float]]:
    """The four corners of a rectangle."""
    x, y = middle
    return [(x + i * across[0] / 2, y + j * across[1] / 2) for i in (-1, 1) for j in (-1, 1)]


def holes(kind: dict, middle: tuple[float, float]) -> Part:
    """Four upright holes."""
    cut = Part()
    for x, y in corners(kind["holes"], middle):
        cut += Pos(x, y, 0) * Cylinder(kind["hole"] / 2, LONG)
    return cut


PARTS = (clamp, elbow, head, plate, tray, foot)


def main() -> None:
    """Write all parts."""
    for make in PARTS:
        name, part = make.__name__, make()
        export_stl(part, FOLDER / f"{name}.stl", TOLERANCE_MM, TOLERANCE_RAD)
        export_step(part, FOLDER / f"{name}.step", timestamp=WRITTEN)
        size = part.bounding_box().size
        print(f"{name}: {size.X:.0f} x {size.Y:.0f} x {size.Z:.0f} mm, {part.volume / 1000:.0f} cm3")


if __name__ == "__main__":
    main()
