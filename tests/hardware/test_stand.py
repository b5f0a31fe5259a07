"""The printed stand's files: closed, printable without support, with holes where they belong."""

import math
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "hardware" / "stand"
M: Mapping[str, Any] = tomllib.loads((FOLDER / "stand.toml").read_text("utf-8"))
NAMES = ("clamp", "elbow", "foot", "head", "plate", "tray")
SOCKET = M["profile"]["side"] + M["profile"]["play"]


def facets(name: str) -> Any:
    """(n, 3, 3), mm: the facets of a binary STL, anticlockwise as seen from outside."""
    facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
    content = (FOLDER / f"{name}.stl").read_bytes()
    return np.frombuffer(content, facet, offset=84)["corners"].astype(float)


def test_every_part_is_shipped_to_print_and_to_change() -> None:
    shipped = {path.name for path in FOLDER.glob("*.st*")}
    assert shipped == {f"{name}.{kind}" for name in NAMES for kind in ("stl", "step")}
    for path in FOLDER.glob("*.step"):
        assert path.read_text("utf-8").startswith("ISO-10303-21;")
        assert path.stat().st_size < 250_000


@pytest.mark.parametrize("name", NAMES)
def test_a_part_is_closed_and_has_a_volume(name: str) -> None:
    """Each edge belongs to two facets, once in each direction."""
    mesh = facets(name)
    corners = [[tuple(np.round(corner, 3)) for corner in facet] for facet in mesh]
    edges = Counter((facet[i], facet[(i + 1) % 3]) for facet in corners for i in range(3))
    assert max(edges.values()) == 1
    assert all((end, start) in edges for start, end in edges)
    volume = np.einsum("ij,ij->", mesh[:, 0], np.cross(mesh[:, 1], mesh[:, 2])) / 6
    assert 5_000 < volume < 200_000


@pytest.mark.parametrize("name", NAMES)
def test_a_part_lies_on_the_bed_and_fits_it(name: str) -> None:
    mesh = facets(name).reshape(-1, 3)
    assert mesh[:, 2].min() == pytest.approx(0, abs=1e-4)
    assert np.ptp(mesh, axis=0).max() < M["bed"]


@pytest.mark.parametrize("name", NAMES)
def test_a_part_needs_no_support(name: str) -> None:
    """What looks down is steeper than 45 degrees, or lies on the bed."""
    mesh = facets(name)
    normals = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    down = normals[:, 2] < -(math.sin(math.radians(45.5)) * np.linalg.norm(normals, axis=1))
    assert np.abs(mesh[down][:, :, 2]).max() < 1e-3


def ring(name: str, x: float, y: float, diameter: float) -> int:
    """How many corners of a part lie on an upright hole's edge; none may lie within it."""
    away = np.hypot(*(facets(name).reshape(-1, 3)[:, :2] - (x, y)).T)
    assert not (away < diameter / 2 - 0.05).any()
    return int((np.abs(away - diameter / 2) < 0.01).sum())


@pytest.mark.parametrize(
    ("part", "group", "kind", "up"),
    [
        ("plate", "camera", "module", M["camera"]["module"]["holes"][1] / 2),
        ("plate", "camera", "hq", 0.0),
        ("tray", "pi", "board", 0.0),
        ("tray", "pi", "zero", (M["pi"]["board"]["holes"][1] - M["pi"]["zero"]["holes"][1]) / 2),
    ],
)
def test_boards_find_their_holes(part: str, group: str, kind: str, up: float) -> None:
    across, down = M[group][kind]["holes"]
    for x in (-across / 2, across / 2):
        for y in (up - down / 2, up + down / 2):
            assert ring(part, x, y, M[group][kind]["hole"]) >= 16
    with pytest.raises(AssertionError):
        assert ring(part, across / 2 + 1, up, M[group][kind]["hole"]) >= 16


def test_the_pole_goes_through_the_elbow() -> None:
    """The upright socket is open from below to above, and as wide as the profile with its play."""
    mesh = facets("elbow").reshape(-1, 3)
    middle = (M["profile"]["wall"] + SOCKET) / 2
    below = mesh[np.abs(mesh[:, 2]) < 1e-4][:, :2] - (0, middle)
    inner = below[np.abs(below).max(axis=1) < SOCKET / 2 + 1]
    assert np.abs(inner).max(axis=1) == pytest.approx(np.full(len(inner), SOCKET / 2), abs=1e-3)
    assert len(inner) >= 4


def test_the_camera_plate_goes_around_the_tongue() -> None:
    """The gap between the ears is a little wider than the tongue."""
    plate = facets("plate").reshape(-1, 3)
    ears = np.abs(plate[plate[:, 2] > M["camera"]["thick"] + 1][:, 1])
    assert 0.1 <= ears.min() - M["camera"]["tongue"] / 2 <= 0.4
