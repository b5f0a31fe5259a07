"""Camps that are areas: what is said where pawns can't be told from the floor."""

import numpy as np
import pytest
from rendered import pose_over

from calibration.appearance.areas import find_camp_pawns
from calibration.appearance.pawn_set import PawnSet
from calibration.board.board_file import load_board
from calibration.errors import CannotSee
from calibration.holes import camp_holes
from toc_pi.languages import translated

WIDE = PawnSet("cylinder", 20.0, 45.0, False)
"""Four have no room beside each other in a camp."""


def test_pawns_like_their_camps_floor_are_told_of_in_the_tables_language() -> None:
    board, grey = load_board("tac-tik-45"), np.full((720, 1280, 3), 90, np.uint8)
    declared = {str(hole): "a" for hole in camp_holes("a")}
    with pytest.raises(CannotSee, match="camp a") as caught:
        find_camp_pawns(grey, board, pose_over(board), WIDE, declared)
    assert translated(str(caught.value), "fr").startswith("on ne distingue pas les pions du camp a ")
