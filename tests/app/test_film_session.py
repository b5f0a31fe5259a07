"""The main task on the shipped film: every move judged correctly, at once, from the pictures alone."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE_S

from toc_pi.app.recording.clip import load_clip

Row = dict[str, Any]

TRUTH: Row = json.loads((Path(__file__).parents[1] / "data" / "sample_truth.json").read_text())
SHORT = Path(__file__).parents[1] / "data" / "short"
SOONEST_S = 0.4
LATEST_S = 1.0


def run_watch(clip: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "toc_pi", "watch", clip, "--no-screen", *arguments],
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE_S,
        check=False,
    )


def watched(clip: str, *options: str) -> list[Row]:
    done = run_watch(clip, "--json", *options)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def events() -> list[Row]:
    return watched("sample")


def turns_with_verdicts(events: list[Row]) -> list[tuple[Row, list[Row]]]:
    """Each turn of the truth with the verdicts that fall between it and the next."""
    turns = sorted(TRUTH["turns"], key=lambda turn: turn["hand_gone"])
    begins = [turn["hand_gone"] - SOONEST_S for turn in turns]
    ends = [*begins[1:], float("inf")]
    verdicts = [row for row in events if row["event"] == "verdict" and row["do"] == "card"]
    assert all(verdict["t"] >= begins[0] for verdict in verdicts)
    return [
        (turn, [verdict for verdict in verdicts if begin <= verdict["t"] < end])
        for turn, begin, end in zip(turns, begins, ends, strict=True)
    ]


def test_every_turn_has_one_verdict_and_it_is_right(events: list[Row]) -> None:
    for turn, verdicts in turns_with_verdicts(events):
        assert [verdict["legal"] for verdict in verdicts] == [turn["legal"]], turn


def test_the_first_reason_is_the_most_telling_one(events: list[Row]) -> None:
    flagged = [(turn, verdicts[0]) for turn, verdicts in turns_with_verdicts(events) if not turn["legal"]]
    assert flagged
    for turn, verdict in flagged:
        assert verdict["reasons"][:1] == turn["reasons"][:1]
        assert verdict["text"]["en"]
        assert verdict["text"]["fr"]
        assert verdict["text"]["en"] != verdict["text"]["fr"]


def test_a_verdict_comes_within_a_second(events: list[Row]) -> None:
    taps = load_clip("sample").taps
    ends = [*[turn["hand_gone"] for turn, _ in turns_with_verdicts(events)][1:], float("inf")]
    for (turn, verdicts), end in zip(turns_with_verdicts(events), ends, strict=True):
        declared = [
            tap.t for tap in taps if (tap.seat, tap.card) == (turn["seat"], turn["card"]) and tap.t < end
        ]
        assert verdicts[0]["t"] - max(turn["hand_gone"], declared[-1]) <= LATEST_S, turn


def test_a_legal_move_tells_where_everything_stands_now(events: list[Row]) -> None:
    for turn, verdicts in turns_with_verdicts(events):
        if turn["legal"]:
            assert verdicts[0]["holes"] == {h: s for h, s in turn["holes"].items() if "C" not in h}


def test_the_pictures_are_all_it_looks_at(tmp_path: Path) -> None:
    """With the truth beside the film, or a false one, the result is the same as without it."""
    copy = tmp_path / "clip"
    shutil.copytree(SHORT, copy)
    lie = {"turns": [], "stills": [{"from": 0, "to": 90, "holes": {"a0": "b"}, "fresh": []}]}
    (copy / "truth.json").write_text(json.dumps(lie))
    assert watched(str(copy)) == watched(str(SHORT))


def test_people_read_a_line_an_event_in_their_language() -> None:
    done = run_watch(str(SHORT), "--lang", "fr")
    assert done.returncode == 0, done.stderr
    before, _, summary = done.stdout.partition("\n\n")
    lines = before.splitlines()
    assert any("pas permis" in line for line in lines)
    assert all(" s  " in line for line in lines)
    title, turns, *_, go_on = summary.splitlines()
    assert (title, turns.split(".")[0], go_on.split("\u00a0: ")[0]) == (
        "Le film est terminé",
        "  5 tours ont été joués",
        "  Pour jouer à votre table, tapez",
    )
    typed = go_on.split("\u00a0: ")[1].removesuffix(" play")
    assert subprocess.run(["sh", "-c", f"{typed} --version"], check=False).returncode == 0


def damaged(tmp_path: Path, name: str, content: bytes) -> str:
    copy = tmp_path / "clip"
    shutil.copytree(load_clip("sample").folder, copy)
    (copy / name).write_bytes(content)
    return str(copy)


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("film.mp4", b"", "film.mp4"),
        ("film.mp4", b"this is a poem, not a film\n" * 100, "film.mp4"),
        ("declared.jsonl", b'{"t": 1, "seat": "a"\n', "declared.jsonl:1"),
        ("clip.toml", b'board = "square-40"\nrules = "chess"\nfirst = "a"\n', "chess"),
    ],
)
def test_a_damaged_clip_gets_one_line(tmp_path: Path, name: str, content: bytes, fault: str) -> None:
    done = run_watch(damaged(tmp_path, name, content), "--json")
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert fault in done.stderr
