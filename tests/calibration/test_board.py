"""Board files: their content, and the messages about bad ones."""

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.board.board import area, inside
from calibration.board.board_file import format_board, load_board, parse_board, shipped_boards, write_board
from calibration.errors import BadBoard
from calibration.holes import board_holes, camp_holes, is_camp

SQUARE = format_board(load_board("square-40"))


@pytest.mark.parametrize("name", shipped_boards())
def test_a_shipped_board_is_whole_and_written_as_it_was_read(name):
    board = load_board(name)
    holes = set(board_holes(board.seats, board.centre, board.stretch))
    assert set(board.holes) == {hole for hole in holes if board.has_camp_holes or not is_camp(hole)}
    assert parse_board(format_board(board), name) == board


def test_a_board_is_found_by_name_and_by_path(tmp_path):
    path = tmp_path / "square-40.toml"
    write_board(load_board("square-40"), path)
    assert load_board(str(path)) == load_board("square-40")


def test_camps_may_be_areas_or_beside_the_board():
    areas, none = load_board("tac-tik-45"), load_board("round-40")
    assert (set(areas.camps), areas.has_camp_holes) == ({*"abcd"}, False)
    assert (none.camps, none.has_camp_holes) == ({}, False)
    assert load_board("square-40").has_camp_holes


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("stretch = 16", "stretch = 11", "stretch = 11; stretches of 12 to 24 holes"),
        ("stretch = 16", "stretch = 17", "home_entry = 14; entries at 15, 16 and 17"),
        ("stretch = 16\n", "", "home_entry = 14; entries at 16, 17 and 18"),
        ("stretch = 16", "stretch = 15", "holes has a15, b15, c15, d15"),
        ("\nd = [[", "\ne = [[", "camps has a, b, c, e; an area for each of a, b, c, d"),
        ("\na = [[127.8, 363.8]", "\na = [[500.0, 363.8]", "camps.a reaches beyond the outline"),
        ("\na = [[127.8, 363.8]", "\na = [[33.0, 440.0]", "camps.a has a6 in it"),
        ("\na = [[127.8, 363.8]", "\na = [[95.0, 60.0]", "camps.a and camps.b overlap"),
        ("\na = [[127.8, 363.8]", "\na = [7, [127.8, 363.8]", "at least 3 points [x, y] around the area"),
        ("[holes]", "[holes]\naC1 = [95.0, 200.0]", "one of both is allowed"),
    ],
)
def test_faults_of_stretch_and_areas_are_named(old, new, fault):
    text = format_board(load_board("tac-tik-45"))
    assert old in text
    with pytest.raises(BadBoard) as refused:
        parse_board(text.replace(old, new, 1), "attic.toml")
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (r"a3 = \[.*\]\n", "", "lacks a3"),
        (
            r"a3 = \[.*\]",
            "a3 = [412.0, 60.0]",
            r"holes.a3 = \[412.0, 60.0\] lies outside the outline \(0–400",
        ),
        (r"a3 = \[.*\]", "a3 = [36.0, 364.0]", "a3 and holes.a7 are 0.0 mm apart"),
        (r"a3 = \[.*\]", 'a3 = "here"', 'holes.a3 = "here" isn.t a point'),
        (r"\[holes\]", "[holes]\nzz = [100.0, 100.0]", "has zz, which a board of 4 seats hasn't"),
        ("seats = 4", "seats = 5", "seats = 5; 4, 6 or 8"),
        ("home_entry = 16", "home_entry = 3", "home_entry = 3; entries at 16, 17 and 18"),
        ("thickness", "thikness", "thikness isn't a key"),
        ("hole_diameter = 7.0", "hole_diameter = -7.0", "hole_diameter = -7.0; millimetres above 0"),
        ("name = .*", "name = 5", "name = 5; letters"),
        (r"taps = .*", "taps = [[0, 0], [1, 1], [2, 2], [400, 400]]", "nearly on a line"),
        (r"outline = .*", "outline = [[0, 0], [0, 400], [400, 400], [400, 0]]", "anticlockwise"),
        (r"outline = .*", "outline = 7", "outline needs at least 3 points"),
        ("name", "name = [", "not TOML"),
    ],
)
def test_a_fault_is_named(old, new, said):
    text = re.sub(old, new, SQUARE, count=1)
    assert text != SQUARE
    with pytest.raises(BadBoard, match=said) as caught:
        parse_board(text, "attic.toml")
    assert str(caught.value).startswith("attic.toml: ")
    assert "\n" not in str(caught.value) or said == "not TOML"


def test_all_faults_are_reported_at_once():
    text = SQUARE.replace("seats = 4", "seats = 7").replace("thickness", "thikness")
    with pytest.raises(BadBoard) as caught:
        parse_board(text, "attic.toml")
    for said in ("seats = 7", "thikness isn't a key", "thickness is missing"):
        assert said in str(caught.value)


def test_a_board_of_another_game_has_any_holes_and_no_seats():
    holes = "\n".join(f"T{index} = [{20 * index}, 50]" for index in range(1, 10))
    frame = "[[0, 0], [300, 0], [300, 100], [0, 100]]"
    text = (
        f'name = "race"\ngame = "other"\noutline = {frame}\ntaps = {frame}\n'
        f"thickness = 4\nhole_diameter = 16\n[holes]\n{holes}\n"
    )
    board = parse_board(text, "race.toml")
    assert (board.game, board.seats, len(board.holes)) == ("other", 0, 9)
    assert parse_board(format_board(board), "race.toml") == board
    with pytest.raises(BadBoard, match="seats says nothing"):
        parse_board(f"seats = 4\n{text}", "race.toml")


def test_missing_files_and_folders_are_reported(tmp_path):
    with pytest.raises(BadBoard, match="no such board; shipped are cross-45"):
        load_board("sqare-40")
    with pytest.raises(BadBoard, match="no such file"):
        load_board(str(tmp_path / "none.toml"))
    with pytest.raises(BadBoard, match="it is a folder"):
        load_board(str(tmp_path))


def test_a_file_may_have_another_name_than_its_board(tmp_path):
    other = tmp_path / "attic.toml"
    other.write_text(SQUARE)
    assert load_board(str(other)).name == "square-40"


@settings(max_examples=40)
@given(st.text(max_size=100))
def test_any_text_is_a_board_or_a_bad_one(text):
    with pytest.raises(BadBoard):
        parse_board(text, "x.toml")


@given(st.floats(1, 399), st.floats(1, 399))
def test_inside_and_area_agree_with_a_square(x, y):
    square = ((0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0))
    assert inside((x, y), square)
    assert not inside((x + 400, y), square)
    assert area(square) == 160000.0


def test_the_pitch_is_the_usual_distance_between_neighbours():
    board = load_board("square-40")
    assert board.pitch_mm == pytest.approx(18.2, abs=0.05)
    assert dataclasses.replace(board, hole_diameter=3.0).pitch_mm == board.pitch_mm


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "attic.toml: nothing is in it; `toc-pi board learn` describes a board"),
        (b"# my board\n", "attic.toml: nothing is in it"),
        (b"name = '\xe9t\xe9'\n", "attic.toml: not UTF-8 text"),
        (b"name = true\n", "name = true; letters"),
        (b"name = 'two words'\n", 'name = "two words"; letters'),
        (b"seats = 4\n", "name is missing; letters"),
    ],
)
def test_a_refusal_speaks_of_the_file_not_of_the_program(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "attic.toml"
    path.write_bytes(content)
    with pytest.raises(BadBoard) as caught:
        load_board(path)
    assert said in str(caught.value)
    assert not {"None", "True", "UnicodeDecodeError"} & set(re.findall(r"\w+", str(caught.value)))


def with_holes(board, moved):
    return parse_board(format_board(dataclasses.replace(board, holes={**board.holes, **moved})), "attic.toml")


def test_a_camp_away_from_its_seat_or_unlike_the_others_is_a_fault():
    board = load_board("square-40")
    opposite = dict(
        zip((*camp_holes("a"), *camp_holes("c")), (*camp_holes("c"), *camp_holes("a")), strict=True)
    )
    with pytest.raises(BadBoard, match="the camp of seat a lies beside c"):
        with_holes(board, {hole: board.holes[other] for hole, other in opposite.items()})
    places = np.array([board.holes[hole] for hole in camp_holes("a")])
    wide = map(tuple, places.mean(axis=0) + 2.5 * (places - places.mean(axis=0)))
    with pytest.raises(BadBoard, match="the camp of seat a isn't as wide"):
        with_holes(board, dict(zip(camp_holes("a"), wide, strict=True)))
