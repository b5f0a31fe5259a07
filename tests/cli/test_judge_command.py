"""`toc-pi judge`: the referee on events from standard input, as `watch` or somebody else writes them."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

Row = dict[str, Any]

CARDS = Path(__file__).parents[1] / "data" / "cards"
SHORT = Path(__file__).parents[1] / "data" / "short"
SAMPLE = Path(__file__).parents[2] / "toc_pi" / "data" / "sample"
SEATS = "abcd"
CAMPS = {f"{seat}C{number}": seat for seat in SEATS for number in range(1, 5)}
ACE_OUT = {hole: seat for hole, seat in CAMPS.items() if hole != "aC1"} | {"a0": "a"}


def program(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "toc_pi", *arguments], input=text, capture_output=True, text=True, check=False
    )


def judged(table: Path, rows: Sequence[Row | str], *options: str) -> tuple[list[Row], str, int]:
    text = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    done = program("judge", "--table", str(table), *options, text=text)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode


def told(rows: Sequence[Row], *kinds: str) -> list[Row]:
    return [row for row in rows if row["event"] in kinds]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table without a film."""
    path = tmp_path / "clip.toml"
    path.write_text(
        'board = "square-40"\nrules = "quebec"\nfirst = "a"\n'
        'colours = { a = "red", b = "blue", c = "green", d = "yellow" }\n'
        '[pawns]\nkind = "peg"\nheight = 20.0\ndiameter = 8.0\n'
    )
    return path


@pytest.mark.parametrize(("clip", "declare"), [(SHORT, "strict"), (SHORT, "free")])
def test_what_watch_prints_is_judged_as_watch_judged_it(clip: Path, declare: str) -> None:
    watched = program("watch", str(clip), "--declare", declare, "--json", "--no-screen").stdout
    rows = [json.loads(line) for line in watched.splitlines()]
    again, complaints, status = judged(clip, rows, "--declare", declare)
    assert (complaints, status) == ("", 0)
    kinds = ("verdict", "question", "repair", "settled", "taken-back", "end")
    expected, found = ([{**row, "t": 0} for row in told(each, *kinds)] for each in (rows, again))
    assert found == expected
    assert len(told(again, "verdict")) > 3


def test_nothing_of_the_input_is_printed_again_unless_it_is_asked_for(table: Path) -> None:
    rows: list[Row] = [
        {"t": 1.0, "event": "seen", "holes": CAMPS, "unsure": []},
        {"t": 2.0, "seat": "a", "do": "card", "card": "A"},
        {"t": 3.0, "event": "state", "state": "hand"},
    ]
    kinds = ("seen", "declared", "state", "card")
    assert told(judged(table, rows)[0], *kinds) == []
    assert [row["event"] for row in told(judged(table, rows, "--echo")[0], *kinds)] == [
        "seen",
        "declared",
        "state",
    ]


def test_a_clip_that_ships_is_named_as_for_watch() -> None:
    assert program("judge", "--table", "sample").returncode == 0
    assert "no clip.toml" in program("judge", "--table", "sampel").stderr


def test_a_time_that_is_too_late_says_until_when() -> None:
    done = program("judge", "--table", "sample", text='{"t": 1e9, "event": "seen"}')
    assert (done.returncode, done.stderr.strip().rpartition("; ")[2]) == (
        2,
        "allowed: seconds, 0 to 10000000",
    )


def test_the_referee_explains_itself_on_standard_error(table: Path) -> None:
    rows: list[Row] = [
        {"t": 1.0, "event": "seen", "holes": CAMPS, "unsure": []},
        {"t": 2.0, "event": "card", "n": 1, "cards": {"A": 0.999}, "card": "A"},
        {"t": 4.0, "event": "seen", "holes": ACE_OUT, "unsure": []},
    ]
    plain, explained = (
        judged(table, rows, "--declare", "camera", *more) for more in ((), ("--explain-referee",))
    )
    assert plain[:2] == (explained[0], "")
    _, waiting, played = re.split(r"\d\.\d\d (?:CardLaid|Tick|Seen)\n", explained[1])[-3:]
    assert "a:A(1,)" in waiting
    assert "1a card A(1,)" in played


def test_time_passes_between_two_lines_and_after_the_last(table: Path) -> None:
    start: list[Row] = [
        {"t": 1.0, "event": "seen", "holes": CAMPS, "unsure": []},
        {"t": 2.0, "event": "declared", "seat": "a", "do": "card", "card": "3"},
        {"t": 3.0, "event": "state", "state": "hand"},
        {"t": 4.0, "event": "state", "state": "watching"},
        {"t": 4.0, "event": "seen", "holes": ACE_OUT, "unsure": []},
    ]
    (verdict,) = told(judged(table, start)[0], "verdict")
    assert not verdict["legal"]
    assert 4.3 <= verdict["t"] <= 5.2  # an illegal move is told once it has stood for a moment
    hand: Row = {"t": 4.2, "event": "state", "state": "hand"}
    assert told(judged(table, [*start, hand])[0], "verdict") == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 2"),
        ("[1]", "not an object"),
        ('{"t": -1, "event": "seen", "holes": {}}', "t = -1"),
        ('{"t": 0.5, "event": "seen", "holes": {}}', "comes after"),
        ('{"t": NaN, "event": "seen", "holes": {}}', "line 2"),
        ('{"t": 2, "event": "seen"}', "holes"),
        ('{"t": 2, "event": "seen", "holes": {"z9": "a"}}', "holes"),
        ('{"t": 2, "event": "seen", "holes": {"a1": ["a"]}}', "holes"),
        ('{"t": 2, "event": "seen", "holes": {"a1": "x"}}', "holes"),
        ('{"t": 2, "event": "seen", "holes": {}, "probability": {"a1": {"a": 7}}}', "probability"),
        ('{"t": 2, "event": "state", "state": ["hand"]}', "state"),
        ('{"t": 2, "event": "card", "n": 0, "card": "A"}', "n = 0"),
        ('{"t": 2, "event": "card", "n": 1, "cards": {"Z": 1}}', "cards"),
        ('{"t": 2, "event": "declared", "seat": "q", "do": "card", "card": "A"}', "seat"),
        ('{"t": 2, "seat": "a", "do": "dance"}', "do"),
    ],
)
def test_an_impossible_line_is_complained_of_once_and_passed_over(
    table: Path, line: str, complaint: str
) -> None:
    before: Row = {"t": 1.0, "event": "seen", "holes": CAMPS, "unsure": []}
    after: Row = {"t": 9.0, "event": "declared", "seat": "a", "do": "discard", "card": "5"}
    rows, complaints, status = judged(table, [before, line, after])
    assert status == 2
    assert len(complaints.splitlines()) == 1
    assert "line 2" in complaints
    assert complaint in complaints
    assert [row["do"] for row in told(rows, "verdict")] == ["discard"]


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        rows, complaints, status = judged(path, [])
        assert (rows, status, len(complaints.splitlines())) == ([], 2, 1)
