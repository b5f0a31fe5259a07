"""Hypotheses half a hole off are pulled to the blobs, which random perturbation alone misses."""

import numpy as np
from stills import load_still, pitches_off

from calibration.camera import flat
from calibration.features import find_blobs
from calibration.pose.hypotheses import PoseSearch, hypotheses_of, perturb, refine
from calibration.pose.orientation import middle_of


def test_guesses_up_to_half_a_hole_off_come_home():
    still = load_still("006")
    focal = 1.12 * still.focal
    empty = flat([place for hole, place in still.board.holes.items() if hole not in still.holes])
    sought = PoseSearch(
        empty,
        find_blobs(still.image),
        *middle_of(still.board),
        focal=(focal / 1.17, focal * 1.17),
        k1=(-0.32, 0.1),
        rng=np.random.default_rng(7),
    )
    right = hypotheses_of([still.pose], sought.origin)
    off = perturb(right, 60, 0.35 * still.board.pitch_mm * float(right.scale[0]), sought)
    pitch_px = still.board.pitch_mm * float(right.scale[0])
    sigmas = [share * pitch_px for share in (0.45, 0.36, 0.28, 0.21, 0.16, 0.12)]
    home = refine(off, sought, sigmas)
    before = np.array([pitches_off(off.pose(index), still) for index in range(len(off))])
    after = np.array([pitches_off(home.pose(index), still) for index in range(len(home))])
    away = (before > 0.15) & (before < 0.5)
    assert away.sum() > 15
    assert np.mean(after[away] < 0.12) > 0.9  # the dark parts of holes lie a tenth aside
