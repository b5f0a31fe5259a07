"""A clip's settings and taps: what is read, and what is rejected with file, key and allowed values."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.holes import Seat
from toc_pi.app.recording.clip import load_clip, read_taps, shipped_clips, without_cards
from toc_pi.errors import BadInput
from toc_pi.events import Declared

SEATS = ("a", "b", "c", "d")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(load_clip("sample").folder, tmp_path / "clip")
    return tmp_path / "clip"


def edit(folder: Path, change: Callable[[str], str]) -> None:
    path = folder / "clip.toml"
    path.write_text(change(path.read_text()))


def refusal(folder: Path) -> str:
    with pytest.raises(BadInput) as refused:
        load_clip(str(folder))
    message = str(refused.value)
    assert "\n" not in message
    return message


def test_the_shipped_clip_says_what_was_filmed() -> None:
    assert "sample" in shipped_clips()
    clip = load_clip("sample")
    assert (clip.rules, clip.board.name, clip.first) == ("quebec", "square-40", "c")
    assert clip.camps["aC1"] == "a"
    assert len(clip.camps) == 16
    assert [tap.t for tap in clip.taps] == sorted(tap.t for tap in clip.taps)


def test_what_is_no_clip_is_refused_with_what_is_missing(folder: Path, tmp_path: Path) -> None:
    assert "no such folder" in refusal(tmp_path / "nowhere")
    assert "no clip.toml" in refusal(tmp_path)
    assert "is a file" in refusal(folder / "clip.toml")
    (folder / "film.mp4").unlink()
    assert "film.mp4: the film is missing" in refusal(folder)
    (folder / "clip.toml").write_text("board = [")
    assert "not TOML" in refusal(folder)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('board = "square-40"', 'board = "moon"', "moon"),
        ('board = "square-40"', "", "board is missing"),
        ("setup = [0.0, 2.0]", "setup = [2.0, 1.0]", "setup"),
        ('kind = "peg"', 'kind = "banana"', 'pawns.kind = "banana"'),
        ("height = 28.0", "height = 0.0", "pawns.height"),
        ('first = "c"', 'first = "h"', 'first = "h"'),
        ('a = "black"', 'a = "mauve"', 'colours.a = "mauve"'),
        ('["a", "c"]', '["a", "x"]', 'teams = "x"'),
        ("focal = 940.0", 'focal = "wide"', "focal"),
        ("focal = 940.0", "focal = 1e-300", "focal = 1e-300; allowed: 50 to 20000"),
        ("focal = 940.0", "focal = 1e-10", "focal = 1e-10"),
        ("corners = ", "corners = [[1, 1], [1, 1], [3, 3], [4, 4]]\nother = ", "corners = [[1, 1], [1, 1]"),
        (
            "corners = ",
            "corners = [[1e8, 1], [1, 9], [3, 3], [4, 4]]\nother = ",
            "corners = [[100000000.0, 1]",
        ),
    ],
)
def test_a_setting_that_may_not_be(folder: Path, old: str, new: str, fault: str) -> None:
    edit(folder, lambda text: text.replace(old, new, 1))
    assert fault in refusal(folder)


def test_every_fault_is_reported_at_once(folder: Path) -> None:
    edit(folder, lambda text: text.replace('first = "c"', 'first = "h"').replace('"peg"', '"banana"'))
    message = refusal(folder)
    assert "first" in message
    assert "pawns.kind" in message


def test_taps_are_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "declared.jsonl"
    path.write_text(
        '{"t": 1, "seat": "a", "do": "card", "card": "K"}\n\n'
        '{"t": 2.5, "seat": "b", "do": "throw", "cards": ["4", "10"]}\n{"t": 3, "do": "undo"}\n'
    )
    assert read_taps(path, SEATS) == (
        Declared(1.0, Seat("a"), "card", "K"),
        Declared(2.5, Seat("b"), "throw", None, ("4", "10")),
        Declared(3.0, Seat(""), "undo"),
    )


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "not an object"),
        ('{"t": NaN, "seat": "a", "do": "undo"}', "NaN isn't a number"),
        (f'{{"t": 1{"0" * 400}, "seat": "a", "do": "undo"}}', "more than 40 digits"),
        ('{"t": -1, "seat": "a", "do": "undo"}', "t = -1"),
        ('{"t": 1, "seat": "z", "do": "undo"}', 'seat = "z"'),
        ('{"t": 1, "seat": "a", "do": "dance"}', 'do = "dance"'),
        ('{"t": 1, "seat": "a", "do": "card", "card": "11"}', 'card = "11"'),
        ('{"t": 1, "seat": "a", "do": "card"}', "card = null"),
        ('{"t": 1, "seat": "a", "do": "throw", "cards": "44"}', 'cards = "44"'),
        ('{"t": 0.1, "seat": "a", "do": "undo"}', "in the order of time"),
    ],
)
def test_a_malformed_line_is_refused_by_its_number(tmp_path: Path, line: str, fault: str) -> None:
    path = tmp_path / "declared.jsonl"
    path.write_text(f'{{"t": 0.5, "seat": "a", "do": "card", "card": "K"}}\n{line}\n')
    with pytest.raises(BadInput, match=r"declared\.jsonl:2: ") as refused:
        read_taps(path, SEATS)
    assert fault in str(refused.value)


def test_without_cards_only_other_taps_are_left(folder: Path) -> None:
    does = ("card", "discard", "throw", "accept", "undo", "pass")
    clip = replace(load_clip(str(folder)), taps=tuple(Declared(1.0, Seat("a"), do) for do in does))
    assert [tap.do for tap in without_cards(clip).taps] == ["throw", "accept", "undo", "pass"]
    assert [tap.do for tap in without_cards(clip, thrown_too=True).taps] == ["accept", "undo", "pass"]
