"""Stored files of an evening: none contains a pixel from beside the board, where people sit."""

import io
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera import project
from calibration.holes import seats_of
from calibration.setup.calibration_file import Calibration
from hardware.camera import Frame, Picture
from hardware.capture import Film
from toc_pi.app.camera.board_watcher import FrameObserver
from toc_pi.app.journaled_game import JournaledGame
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import BoardRelocator, find_board, setup_pictures
from toc_pi.app.setup.table_summary import game_of
from toc_pi.cli.doctor import write_fault_folder
from toc_pi.events import Card, Declared, Seen
from toc_pi.store.journal import Journal
from toc_pi.store.settings import DataFolders
from toc_pi.vision.observer import Observer

SHORT = Path(__file__).parents[1] / "data" / "short"
MARKER = (255, 0, 255)
"""The marker colour of people around the board, BGR: nothing on a board has it."""
UNTIL_S = 3.0
AROUND = 0.02
"""Distance from the board's outline beyond which pixels are beside it, in widths of the picture."""

Array = NDArray[np.generic]


@pytest.fixture(scope="module")
def clip() -> Clip:
    return load_clip(str(SHORT))


@pytest.fixture(scope="module")
def table(clip: Clip) -> Calibration:
    with closing(Film(clip.film)) as film:
        return find_board(clip, [frame.image for frame in setup_pictures(clip, film)])


def beside(table: Calibration, size: tuple[int, int]) -> NDArray[np.bool_]:
    """(h, w) where a picture of this size shows neither the board nor a pawn on it."""
    full = np.zeros((table.size[1], table.size[0]), np.uint8)
    for z in np.linspace(0.0, -table.pawns.height, 5):
        corners = project(np.array([[x, y, z] for x, y in table.board.outline]), table.pose)
        cv2.fillPoly(full, [corners.round().astype(np.int32)], 1)
    around = round(AROUND * table.size[0])
    grown = cv2.dilate(full, np.ones((2 * around + 1, 2 * around + 1), np.uint8))
    return np.asarray(cv2.resize(grown, size, interpolation=cv2.INTER_NEAREST) == 0)


def with_people(image: Picture, table: Calibration) -> Picture:
    """The picture with people in the marker colour all around the board."""
    out = image.copy()
    height, width = image.shape[:2]
    people = beside(table, (width, height))
    people[:: max(1, height // 12)] = False
    out[people & (np.indices((height, width)).sum(axis=0) % 40 < 20)] = MARKER
    return out


def frames(clip: Clip, table: Calibration) -> Iterator[Frame]:
    with closing(Film(clip.film)) as film:
        while (frame := film.read()) is not None and frame.t < UNTIL_S:
            yield Frame(frame.t, with_people(frame.image, table))


def an_evening(clip: Clip, table: Calibration, places: DataFolders) -> None:
    """Set up, observe, tap, end; resume after a break; and write a fault report."""
    seen = list(frames(clip, table))
    first = [frame.image for frame in seen[:: max(1, len(seen) // 8)]]
    find = BoardRelocator(clip, places.calibration, lambda: clip.camps)
    with closing(Journal(places.games)) as journal:
        journaled = JournaledGame(
            journal, game_of(clip), seats_of(clip.board.seats), {}, lambda: "2026-11-22T20:00:00"
        )
        journaled.begin()
        look(Observer(find(first)), seen, journaled)
        journaled.step(Declared(UNTIL_S, game_of(clip).first, "card", Card("K")))
    with closing(Journal(places.games)) as journal:
        saved = journal.unfinished()
        assert saved is not None
        journaled = JournaledGame(
            journal, game_of(clip), seats_of(clip.board.seats), {}, lambda: "2026-11-22T21:00:00"
        )
        journaled.step(journaled.go_on(saved))
        find = BoardRelocator(clip, places.calibration, journaled.stood)
        look(Observer(find(first)), seen, journaled)
    write_fault_folder(places.state / "fault", ["all is well"], places, None)


def look(observer: Observer, seen: list[Frame], journaled: JournaledGame) -> None:
    looking = FrameObserver(observer)
    events = [event for frame in seen for event in looking.look(frame)]
    assert any(isinstance(event, Seen) for event in events)
    for event in events:
        journaled.step(event)


def unpacked(content: bytes) -> Iterator[bytes]:
    """A file's bytes, and those of everything packed in it, recursively."""
    yield content
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield from unpacked(archive.read(name))
    elif content[:6] == b"\x93NUMPY":
        array = np.load(io.BytesIO(content), allow_pickle=False)
        if array.dtype == np.uint8 and array.ndim == 1:
            yield array.tobytes()
    elif content[:1] == b"\x78":
        try:
            yield from unpacked(zlib.decompress(content))
        except zlib.error:
            return


def stored(path: Path, content: bytes) -> Iterator[bytes]:
    """Everything in a file, the cells of a database one by one."""
    yield from unpacked(content)
    if content[:15] == b"SQLite format 3":
        with closing(sqlite3.connect(path)) as connection:
            for (table,) in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table'"
            ).fetchall():
                for row in connection.execute(f"SELECT * FROM {table}").fetchall():
                    for cell in row:
                        yield from unpacked(cell if isinstance(cell, bytes) else str(cell).encode())


def pictures(content: bytes) -> Iterator[Array]:
    """Everything in it that may be a picture: an array with two or three dimensions, or an image file."""
    if content[:6] == b"\x93NUMPY":
        array = np.load(io.BytesIO(content), allow_pickle=False)
        if array.ndim in (2, 3) and min(array.shape[:2]) > 8:
            yield array
    elif (
        len(content) > 16
        and (image := cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)) is not None
    ):
        yield image


def is_of_the_scene(array: Array, table: Calibration) -> bool:
    height, width = array.shape[:2]
    return abs(width / height - table.size[0] / table.size[1]) < 0.05


def test_the_people_around_the_board_are_in_no_file(tmp_path: Path, clip: Clip, table: Calibration) -> None:
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    an_evening(clip, table, places)
    files = {path: path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()}
    assert {"calibration", "games.sqlite", "game.jsonl"} <= {path.name for path in files}
    looked_at = 0
    for path, whole in files.items():
        for content in stored(path, whole):
            for array in pictures(content):
                flat = array.reshape(*array.shape[:2], -1)
                if flat.shape[2] == 3:
                    assert not (np.abs(flat.astype(int) - MARKER).max(axis=2) < 60).any(), path.name
                if is_of_the_scene(array, table):
                    looked_at += 1
                    width, height = array.shape[1], array.shape[0]
                    outside = flat[beside(table, (width, height))]
                    assert (outside == outside[0]).all(), f"{path.name} shows what lies beside the board"
    assert looked_at >= 3, "the board itself is kept: the empty one, where it was seen, and its pawns"


def test_people_in_a_file_are_found(tmp_path: Path, clip: Clip, table: Calibration) -> None:
    """Checks the test above: a complete picture doesn't pass it."""
    frame = next(frames(clip, table))
    with (tmp_path / "whole").open("wb") as file:
        np.savez(file, packed=cv2.imencode(".png", frame.image)[1].ravel())
    found = [
        array
        for content in stored(tmp_path / "whole", (tmp_path / "whole").read_bytes())
        for array in pictures(content)
    ]
    assert any((np.abs(array.astype(int) - MARKER).max(axis=2) < 60).any() for array in found)
    outside = found[0][beside(table, table.size)]
    assert (outside != outside[0]).any()
