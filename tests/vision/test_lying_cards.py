"""Cards beside the board before a game: a pack with its backs up is seen, what resembles it isn't."""

import tomllib
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.arrays import Floats
from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.camera import Pose, project
from calibration.setup.card_place import CARD_MM, TABLE_MM
from calibration.setup.proposal import propose_table
from hardware.camera import Picture
from hardware.capture import Film
from toc_pi.vision.cards.lying_cards import LyingCards

CARDS = Path(__file__).parents[1] / "data" / "cards"
SAMPLE = Path(str(files("toc_pi.data") / "sample"))
PACK_MM = 511.0, 238.0  # where the pack lies in the film of cards
PACK_PX = [(970, 465), (1110, 465), (1110, 640), (970, 640)]
PINK, WHITE, DARK = (120, 100, 200), (235, 235, 235), (40, 45, 60)

Table = tuple[Picture, Board, Pose]


def table_of(clip: Path) -> Table:
    """A clip's first picture, its board, and how the camera sees it."""
    wanted = tomllib.loads((clip / "clip.toml").read_text("utf-8"))
    film = Film(clip / "film.mp4")
    frame = film.read()
    film.close()
    assert frame is not None
    board = load_board(wanted["board"])
    found = propose_table([frame.image], [board], corners=[(x, y) for x, y in wanted["corners"]])
    return frame.image, board, found.calibration.pose


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of(CARDS)


def without_pack(picture: Picture) -> Picture:
    return np.asarray(cv2.fillPoly(picture.copy(), [np.array(PACK_PX, np.int32)], DARK), np.uint8)


def lies(table: Table, *pictures: Picture) -> bool:
    return LyingCards().lie_in(pictures, *table[1:])


def laid(table: Table, *sheets: tuple[float, float, tuple[int, int, int]]) -> Picture:
    """The picture with drawn sheets, (width, height, colour) in mm, over each other instead of the pack."""
    picture, _, pose = table
    drawn = without_pack(picture)
    for width, height, colour in sheets:
        half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width, height) / 2
        corners: Floats = np.column_stack([half + PACK_MM, np.full(4, TABLE_MM)])
        drawn = cv2.fillConvexPoly(
            drawn, project(corners, pose).round().astype(np.int32), colour, cv2.LINE_AA
        )
    return np.asarray(drawn, np.uint8)


def test_a_pack_beside_the_board_is_seen_where_it_lies(table: Table) -> None:
    middles = [*LyingCards().find(*table)]
    assert middles
    assert all(np.linalg.norm(middle - PACK_MM) < 15.0 for middle in middles)
    assert lies(table, table[0], table[0])


def test_without_a_pack_there_is_none(table: Table) -> None:
    assert not lies(table, without_pack(table[0]))
    assert not lies(table_of(SAMPLE), table_of(SAMPLE)[0]), "that pack is cut off by the picture's edge"


def test_what_is_there_in_one_picture_alone_does_not_count(table: Table) -> None:
    assert not lies(table, table[0], without_pack(table[0]))
    assert not lies(table, without_pack(table[0]), table[0])


def test_a_print_within_a_light_border_is_a_card_only_in_its_size(table: Table) -> None:
    width, height = CARD_MM
    assert lies(table, laid(table, (width, height, WHITE), (width - 6, height - 6, PINK)))
    for case, sheets in {
        "a blank sheet": [(width, height, WHITE)],
        "a print without a border": [(width, height, PINK)],
        "a dark border": [(width, height, DARK), (width - 6, height - 6, WHITE)],
        "a coaster": [(90.0, 90.0, WHITE), (84.0, 84.0, PINK)],
        "a photograph": [(100.0, 150.0, WHITE), (94.0, 144.0, PINK)],
        "a telephone": [(72.0, 148.0, WHITE), (66.0, 140.0, PINK)],
        "a bank card": [(54.0, 86.0, WHITE), (48.0, 80.0, PINK)],
    }.items():
        assert not lies(table, laid(table, *sheets)), case
