"""The expected places of pawns in the picture: geometry that must hold for any pose."""

import numpy as np
from footage import footage
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.appearance.pawn_set import KINDS, PawnSet
from calibration.appearance.sampling_grid import make_sampling_grids, profile
from calibration.board.board_file import load_board
from calibration.camera import flat, make_pose, project

BOARD = load_board("square-40")


def pose_at(elevation_deg: float, azimuth_deg: float, distance_mm: float):
    """A camera that looks at the board's middle."""
    elevation, azimuth = np.radians([elevation_deg, azimuth_deg])
    middle = np.array([200.0, 200.0, 0.0])
    away = np.array(
        [np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), -np.sin(elevation)]
    )
    camera = middle + distance_mm * away
    forward = -away
    right = np.cross(forward, [0.0, 0.0, -1.0])
    right = right / np.linalg.norm(right) if np.linalg.norm(right) > 1e-6 else np.array([1.0, 0.0, 0.0])
    rotation = np.stack([right, np.cross(forward, right), forward])
    from cv2 import Rodrigues

    return make_pose(Rodrigues(rotation)[0].ravel(), -rotation @ camera, 1100.0, (639.5, 359.5), -0.1)


@settings(max_examples=12)
@given(
    st.floats(35, 88),
    st.floats(0, 359),
    st.floats(600, 1100),
    st.sampled_from(KINDS),
)
def test_a_pawn_stands_on_its_foot_and_reaches_its_head(
    elevation_deg: float, azimuth_deg: float, distance_mm: float, kind: str
) -> None:
    pose = pose_at(elevation_deg, azimuth_deg, distance_mm)
    pawns = PawnSet(kind, 24.0, 12.0, False)
    grids = make_sampling_grids(BOARD, pose, pawns)
    feet = np.array([BOARD.holes[name] for name in grids.names])
    assert np.allclose(grids.foot, project(flat(feet), pose), atol=1e-6)
    heads = project(np.column_stack([feet, np.full(len(feet), -24.0)]), pose)
    for index in range(0, len(feet), 17):
        body = grids.points[index][grids.inside[index]]
        assert len(body) > 15
        reach = np.hypot(*(body - heads[index]).T).min()
        assert reach < 3.5 * grids.scale[index]
        assert grids.height_share[index][grids.inside[index]].max() > 0.9


@settings(max_examples=8)
@given(st.floats(35, 80), st.floats(0, 359))
def test_only_nearer_pawns_cover(elevation_deg: float, azimuth_deg: float) -> None:
    grids = make_sampling_grids(
        BOARD, pose_at(elevation_deg, azimuth_deg, 800.0), PawnSet("peg", 28.0, 6.0, False)
    )
    for far, row in enumerate(grids.covers):
        for near, hidden in row:
            assert grids.distance[near] < grids.distance[far]
            assert hidden.any()


def test_profiles_keep_to_height_and_diameter() -> None:
    for kind in KINDS:
        shape = profile(PawnSet(kind, 20.0, 12.0, False))
        assert shape[0, 0] == 0.0
        assert shape[-1, 0] == 20.0
        assert 5.0 < shape[:, 1].max() <= 6.0 + 1e-9


def test_what_the_camps_hid_is_guessed_and_marked() -> None:
    clip = footage("jumps")
    looks = clip.calibration.looks
    assert 0.002 < (looks.known == 0).mean() < 0.1
    seen = looks.known > 0
    assert np.abs(looks.empty[seen].astype(int) - clip.setup[seen].astype(int)).max() <= 1
