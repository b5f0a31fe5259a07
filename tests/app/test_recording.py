"""Recordings: a clip that can be read again, within its limits, and never overwrites another one."""

import json
import os
import shutil
import threading
import tomllib
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat
from hardware.camera import Frame
from hardware.capture import Film
from hardware.errors import DeviceFailed
from toc_pi.app.recording import recording as recordings
from toc_pi.app.recording.accepted import Accepted
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.recording.recording import Recording, RecordingLimits
from toc_pi.effects import Settled, State, TakenBack, Verdict
from toc_pi.errors import BadInput
from toc_pi.events import Card, Declared, Seen

TOLD = {
    "board": "square-40",
    "rules": "quebec",
    "first": "a",
    "teams": [["a", "c"], ["b", "d"]],
    "colours": {"a": "red", "b": "blue", "c": "green", "d": "yellow"},
    "language": "fr",
    "camera": "auto",
}
A = Seat("a")
ROOMY = RecordingLimits(spare_bytes=0)
Usage = namedtuple("Usage", "total used free")


def begin(folder: Path, limits: RecordingLimits = ROOMY, board: str = "square-40") -> Recording:
    return Recording(folder, TOLD, load_board(board), limits, refereed=True)


def frame(t: float) -> Frame:
    return Frame(t, np.full((48, 64, 3), int(t * 20) % 256, np.uint8))


def filmed(recording: Recording, fps: float, seconds: float, start: float = 0.0) -> None:
    for number in range(round(fps * seconds)):
        recording.picture(frame(start + number / fps))


def count(folder: Path) -> int:
    film, found = Film(folder / "film.mp4"), 0
    while film.read() is not None:
        found += 1
    film.close()
    return found


@pytest.mark.parametrize("camera_fps", [30.0, 12.0, 5.0, 2.0])
def test_film_time_is_camera_time_however_fast_the_camera(tmp_path: Path, camera_fps: float) -> None:
    recording = begin(tmp_path / "clip")
    filmed(recording, camera_fps, 6.0, start=40.0)
    recording.close()
    assert count(tmp_path / "clip") == pytest.approx(30, abs=3)


def test_a_recording_is_a_clip_again(tmp_path: Path) -> None:
    recording = begin(tmp_path / "attic")
    recording.picture(frame(100.0))
    recording.found(103.5)
    recording.tap(Declared(104.25, Seat("a"), "card", "K"))
    recording.tap(Declared(105.0, Seat(""), "undo"))
    recording.tap(Declared(106.0, Seat("b"), "throw", None, ("2", "3")))
    recording.picture(frame(107.0))
    recording.close()
    clip = load_clip(str(tmp_path / "attic"))
    assert (clip.name, clip.setup, clip.first, clip.rules) == ("attic", (1.5, 3.5), "a", "quebec")
    assert [(tap.t, tap.do, tap.card, tap.cards) for tap in clip.taps] == [
        (4.25, "card", "K", ()),
        (5.0, "undo", None, ()),
        (6.0, "throw", None, ("2", "3")),
    ]
    settings = tomllib.loads((tmp_path / "attic" / "clip.toml").read_text())
    assert "camera" not in settings


def test_it_is_a_clip_at_every_moment(tmp_path: Path) -> None:
    """Nothing is closed here: as after a power cut."""
    recording = begin(tmp_path / "clip")
    filmed(recording, 5.0, 2.0)
    recording.tap(Declared(1.0, Seat("a"), "card", "K"))
    assert len(load_clip(str(tmp_path / "clip")).taps) == 1
    assert count(tmp_path / "clip") == 10
    recording.close()


def test_a_board_that_does_not_ship_is_kept_with_the_clip(tmp_path: Path) -> None:
    shutil.copy("calibration/boards/square-40.toml", tmp_path / "ours.toml")
    text = (tmp_path / "ours.toml").read_text().replace("square-40", "ours").replace("18.0", "21.0", 1)
    (tmp_path / "ours.toml").write_text(text)
    recording = begin(tmp_path / "clip", board=str(tmp_path / "ours.toml"))
    filmed(recording, 5.0, 1.0)
    recording.close()
    (tmp_path / "ours.toml").unlink()
    assert load_clip(str(tmp_path / "clip")).board.name == "ours"


def test_the_loop_never_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = begin(tmp_path / "clip")
    recording.picture(frame(0.0))
    synced_by, sync = list[threading.Thread](), os.fsync

    def note_thread(file: int) -> None:
        synced_by.append(threading.current_thread())
        sync(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", note_thread)
        recording.found(3.0)
        recording.tap(Declared(4.0, Seat("a"), "card", "K"))
        recording.note(verdict(5.0, legal=True, holes=OUT))
        recording.note(Settled(5.0, 1, A, "legal", OUT, frozenset()))
        recording.wait()
    recording.close()
    assert threading.current_thread() not in synced_by
    assert len(synced_by) >= 3
    assert len(json.loads((tmp_path / "clip" / "truth.json").read_text())["turns"]) == 1


def test_what_the_disk_refuses_later_ends_the_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = begin(tmp_path / "clip")
    filmed(recording, 5.0, 1.0)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(recordings, "write_whole", full)
        recording.note(verdict(5.0, legal=True, holes=OUT))
        recording.wait()
    recording.close()
    assert recording.failed
    assert "No space left" in recording.ended


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadInput, match="already exists"):
        begin(tmp_path)
    with pytest.raises(BadInput, match="already exists"):
        begin(tmp_path / "letter.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_without_a_picture_nothing_is_left(tmp_path: Path) -> None:
    recording = begin(tmp_path / "clip")
    recording.close()
    recording.close()
    assert not (tmp_path / "clip").exists()


def test_it_stops_at_its_size_and_the_clip_is_whole(tmp_path: Path) -> None:
    recording = begin(tmp_path / "clip", RecordingLimits(most_bytes=8_000, spare_bytes=0))
    filmed(recording, 5.0, 20.0)
    recording.close()
    assert "the limit is reached" in recording.ended
    assert not recording.failed
    assert 8_000 <= recording.size_bytes < 10_000
    assert 0 < count(tmp_path / "clip") < 100


def test_it_leaves_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="must stay free"):
        begin(tmp_path / "never", RecordingLimits(spare_bytes=10**18))
    assert not (tmp_path / "never").exists()
    recording = begin(tmp_path / "clip", RecordingLimits(spare_bytes=100))
    filmed(recording, 5.0, 3.0)
    monkeypatch.setattr(recordings.shutil, "disk_usage", lambda _: Usage(1000, 990, 10))
    filmed(recording, 5.0, 10.0, start=3.0)
    recording.close()
    assert recording.failed
    assert "left on the disk" in recording.ended
    assert count(tmp_path / "clip") < 65


def test_a_full_disk_ends_it_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = begin(tmp_path / "clip")
    filmed(recording, 5.0, 1.0)

    def full(*_: object) -> None:
        raise DeviceFailed("film.mp4: can't be written (No space left on device)")

    monkeypatch.setattr(recordings.FilmFile, "write", full)
    filmed(recording, 5.0, 1.0, start=1.0)
    recording.close()
    assert recording.failed
    assert "No space left" in recording.ended
    assert count(tmp_path / "clip") == 5


def verdict(t: float, *, legal: bool, holes: dict[Hole, Seat]) -> Verdict:
    return Verdict(
        t,
        1,
        A,
        "card",
        Card("7"),
        (),
        legal,
        (),
        holes,
        frozenset(),
        {},
        frozenset(),
        () if legal else ("no",),
    )


CAMPS = {Hole(f"aC{number}"): A for number in range(1, 5)}
OUT = {hole: seat for hole, seat in CAMPS.items() if hole != "aC1"} | {Hole("a3"): A}


def truth_of(*whats: Any, refereed: bool = True) -> dict[str, Any]:
    accepted = Accepted(refereed=refereed)
    for what in whats:
        accepted.note(what)
    return json.loads(json.dumps(accepted.truth(20.0, 1.0)))


def test_positions_count_where_observation_and_record_agree() -> None:
    moved = {Hole("a3"): A}
    truth = truth_of(
        Seen(2.0, CAMPS),
        State(4.0, "hand"),
        State(6.0, "watching"),
        Seen(6.0, OUT),
        verdict(6.0, legal=True, holes=moved),
        Settled(6.0, 1, A, "legal", moved, frozenset()),
        State(9.0, "light"),
        State(9.5, "watching"),
    )
    spans = [(still["from"], still["to"], still["holes"]) for still in truth["stills"]]
    assert spans == [(1.0, 3.0, CAMPS), (5.0, 8.0, OUT), (8.5, 19.0, OUT)]
    assert truth["hands"] == [{"from": 3.0, "to": 4.6}]
    assert truth["events"] == [{"kind": "light", "t": 8.0, "to": 8.5}]
    assert [(turn["hand_gone"], turn["legal"]) for turn in truth["turns"]] == [(5.0, True)]


def test_a_turn_that_is_taken_back_leaves_the_position_before_it() -> None:
    moved = {Hole("a3"): A}
    truth = truth_of(
        Seen(2.0, OUT),
        verdict(2.0, legal=True, holes=moved),
        Settled(2.0, 1, A, "legal", moved, frozenset()),
        State(4.0, "hand"),
        State(6.0, "watching"),
        Seen(6.0, CAMPS),
        TakenBack(7.0, 1, A),
        State(9.0, "hand"),
    )
    assert [still["holes"] for still in truth["stills"]] == [OUT, CAMPS]


def test_a_position_that_nobody_accepted_is_left_out() -> None:
    truth = truth_of(Seen(2.0, CAMPS), Seen(5.0, OUT), State(8.0, "hand"))
    assert [still["holes"] for still in truth["stills"]] == [CAMPS]


def test_unsure_holes_are_as_the_record_says_but_not_in_camps() -> None:
    moved = {Hole("a3"): A}
    seen = {hole: seat for hole, seat in OUT.items() if hole != "a3"}
    settled = Settled(2.0, 1, A, "legal", moved, frozenset())
    truth = truth_of(settled, Seen(2.0, seen, frozenset({Hole("a3"), Hole("a4")})))
    assert [still["holes"] for still in truth["stills"]] == [OUT]
    assert truth_of(settled, Seen(2.0, OUT, frozenset({Hole("aC1")})))["stills"] == []


def test_without_a_referee_what_is_surely_seen_counts() -> None:
    truth = truth_of(
        Seen(2.0, OUT), State(3.0, "hand"), State(4.0, "watching"), Seen(4.0, OUT, frozenset({Hole("b1")})),
        refereed=False,
    )  # fmt: skip
    assert [(still["from"], still["to"]) for still in truth["stills"]] == [(1.0, 2.0)]
