"""Command-line values: standard input as `-`, points, files that can't be read or written."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from calibration.board.board_file import format_board, load_board
from calibration.files.disk import write_whole
from toc_pi.cli import arguments as given_module
from toc_pi.cli.arguments import check_writable, read_json, read_points
from toc_pi.cli.main import main
from toc_pi.errors import BadInput


def test_points_are_read_in_order() -> None:
    assert read_points(["1,2", "-3.5,4e2"], "--corners") == ((1.0, 2.0), (-3.5, 400.0))


@pytest.mark.parametrize("text", ["nan,1", "1,inf", "1e9,2", "1", "1,2,3", "a,b", ""])
def test_what_is_no_point_is_named(text: str) -> None:
    with pytest.raises(BadInput, match=r"^--outline "):
        read_points(["1,2", text], "--outline")


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xfe", "not UTF-8"), (b"", "line 1: not JSON"), (b"[" * 100_000, "not JSON"), (b"{", "not JSON")],
)
def test_a_file_that_is_no_json_is_reported_in_a_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "holes.json"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=said):
        read_json(path)


def test_a_missing_file_is_reported_as_missing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        read_json(tmp_path / "holes.json")
    with pytest.raises(BadInput, match="folder"):
        read_json(tmp_path)


def test_nobody_waits_for_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    check_writable(None)
    check_writable(tmp_path / "new.png")
    for out in (tmp_path / "nowhere" / "new.png", tmp_path):
        with pytest.raises(BadInput, match="can't be written"):
            check_writable(out)


def test_a_dash_is_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    piped = tmp_path / "piped"
    piped.write_text(format_board(load_board("square-40")), "utf-8")
    monkeypatch.setattr(given_module, "STDIN", piped)
    assert main(["board", "check", "-"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    piped.write_text('{"a0": "a"}')
    assert read_json(Path("-")) == {"a0": "a"}


@pytest.mark.parametrize("words", [["calibrate", "sample", "-o", "-"], ["targets", "-o", "-"]])
def test_a_dash_is_nothing_to_write_to(words: list[str], refused: Callable[..., str]) -> None:
    assert "name a file to write" in refused(*words)


def test_equal_points_and_names_with_a_zero_byte_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="two points are the same"):
        read_points(["1,2", "3,4", "1,2"], "--corners")
    with pytest.raises(BadInput, match="zero byte"):
        check_writable(tmp_path / "a\0b")


def test_a_loop_of_links_and_a_pipe_that_nobody_reads_cannot_be_written(tmp_path: Path) -> None:
    loop, pipe = tmp_path / "loop", tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="No such device"):
        write_whole(pipe, b"x")
    loop.symlink_to(loop)
    with suppress(OSError):  # Python from 3.13 on replaces the link
        write_whole(loop, b"x")


def test_seats_that_are_no_whole_number_and_a_film_with_a_long_name_are_bad_input(
    tmp_path: Path, refused: Callable[..., str]
) -> None:
    board = tmp_path / "square.toml"
    board.write_text(format_board(load_board("square-40")).replace("seats = 4", "seats = 4.0"))
    refused("board", "check", str(board))
    refused("test", "camera", "--camera", f"film {'x' * 300}.mp4")
