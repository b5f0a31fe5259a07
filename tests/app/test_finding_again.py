"""Resuming a game after a break: its board is found with pawns all over it, or a new game begins."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest

from calibration.board.board_file import load_board
from calibration.errors import CannotSee
from calibration.holes import Hole, Seat, camp_holes, seats_of
from calibration.setup.calibration_file import Calibration, load_calibration
from hardware.camera import Picture
from hardware.capture import Film
from toc_pi.app.journaled_game import JournaledGame, standing_at_break
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup.finding import BoardRelocator, find_board, load_kept, setup_pictures
from toc_pi.app.setup.table_summary import game_of
from toc_pi.effects import Ended
from toc_pi.events import Card, Declared, Resumed, Seen, Tick
from toc_pi.store.games import list_games
from toc_pi.store.journal import Journal
from toc_pi.vision.reading import make_reader, read_anywhere

SHORT = Path(__file__).parents[1] / "data" / "short"
LEFT_S = (11.6, 12.4)
"""A span in which the board is still, with three pawns on their start holes."""
OUT = {Hole("a0"): Seat("a"), Hole("c0"): Seat("c"), Hole("d0"): Seat("d")}
CAMPS = {hole: seat for seat in seats_of(4) for hole in camp_holes(seat)}
STOOD = OUT | {hole: seat for hole, seat in CAMPS.items() if hole not in ("aC3", "cC3", "dC3")}


@pytest.fixture(scope="module")
def clip() -> Clip:
    return load_clip(str(SHORT))


@pytest.fixture(scope="module")
def pictures(clip: Clip) -> list[Picture]:
    with closing(Film(clip.film)) as film:
        return [frame.image for frame in iter(film.read, None) if LEFT_S[0] <= frame.t <= LEFT_S[1]]


@pytest.fixture(scope="module")
def kept(clip: Clip, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The calibration stored at the game's start."""
    path = tmp_path_factory.mktemp("state") / "calibration"
    with closing(Film(clip.film)) as film:
        BoardRelocator(clip, path, lambda: CAMPS)([frame.image for frame in setup_pictures(clip, film)])
    return path


def read(calibration: Calibration, picture: Picture) -> Mapping[str, str]:
    return read_anywhere(picture, make_reader(calibration))[0].holes


def test_pawns_are_known_again_wherever_they_stand(clip: Clip, kept: Path, pictures: list[Picture]) -> None:
    elsewhere = {Hole("a3"): Seat("a")}  # the pawns' present holes aren't given
    assert read(BoardRelocator(clip, kept, lambda: elsewhere)(pictures), pictures[-1]) == STOOD


def test_a_game_whose_first_move_was_made_during_the_break_is_resumed(
    clip: Clip, kept: Path, pictures: list[Picture]
) -> None:
    find = BoardRelocator(clip, kept, lambda: CAMPS, resumed=True)
    assert read(find(pictures), pictures[-1]) == STOOD
    with pytest.raises(CannotSee):  # a new game begins with full camps
        BoardRelocator(clip, kept, lambda: CAMPS)(pictures)


def test_a_first_move_made_while_the_camera_was_away_is_seen(
    clip: Clip, pictures: list[Picture], tmp_path: Path
) -> None:
    find = BoardRelocator(clip, tmp_path / "calibration", lambda: CAMPS)
    with closing(Film(clip.film)) as film:
        find([frame.image for frame in setup_pictures(clip, film)])
    assert read(find(pictures), pictures[-1]) == STOOD


def test_without_what_was_kept_they_are_learnt_from_where_they_stood(
    clip: Clip, pictures: list[Picture], tmp_path: Path
) -> None:
    path = tmp_path / "calibration"
    assert read(BoardRelocator(clip, path, lambda: STOOD)(pictures), pictures[-1]) == STOOD
    assert path.exists(), "for the next break"
    # As at the start of a game, empty camp holes would be learnt as pawns.
    assert read(find_board(clip, pictures), pictures[-1]) != STOOD


def test_what_was_kept_of_another_board_or_is_damaged_is_not_used(kept: Path, tmp_path: Path) -> None:
    assert load_kept(kept, load_board("star-60")) is None
    assert load_kept(tmp_path / "nothing", load_board("square-40")) is None
    torn = tmp_path / "torn"
    torn.write_bytes(kept.read_bytes()[:5000])
    assert load_kept(torn, load_board("square-40")) is None
    assert not torn.exists()


def test_what_was_kept_with_impossible_numbers_is_put_aside_and_the_board_is_found_anew(
    clip: Clip, kept: Path, pictures: list[Picture], tmp_path: Path
) -> None:
    path, told = tmp_path / "calibration", list[str]()
    with np.load(kept) as arrays:
        numbers = {name: arrays[name] for name in arrays.files}
    with path.open("wb") as file:
        np.savez(file, **{**numbers, "translation": np.full(3, 1e300)})
    find = BoardRelocator(clip, path, lambda: STOOD, told.append, resumed=True)
    before = load_calibration(kept)
    found = find(pictures)
    assert np.allclose(found.pose.translation, before.pose.translation, atol=20.0)
    assert path.exists(), "it is stored again"
    assert "put aside as calibration.damaged-1" in told[0]


def journaled_game_of(clip: Clip, journal: Journal) -> JournaledGame:
    return JournaledGame(journal, game_of(clip), seats_of(4), {}, lambda: "2026-11-22T20:00:00")


def left_behind(clip: Clip, path: Path) -> None:
    """A game in whose first turn red came out, from its third camp hole."""
    with closing(Journal(path)) as journal:
        journaled = journaled_game_of(clip, journal)
        journaled.begin()
        out = {hole: seat for hole, seat in CAMPS.items() if hole != "cC3"} | {Hole("c0"): Seat("c")}
        journaled.step(Seen(0.5, CAMPS))
        journaled.step(Declared(1.0, Seat("c"), "card", Card("K")))
        for t in (3.0, 5.0):
            journaled.step(Seen(t, out))


def test_a_game_goes_on_from_where_its_pawns_stood(clip: Clip, tmp_path: Path) -> None:
    left_behind(clip, tmp_path / "games.sqlite")
    with closing(Journal(tmp_path / "games.sqlite")) as journal:
        saved = journal.unfinished()
        assert saved is not None
        stood = standing_at_break(saved, seats_of(4))
        assert sorted(hole for hole, seat in stood.items() if seat == "c") == ["c0", "cC1", "cC2", "cC4"]
        assert len(stood) == 16
        journaled = journaled_game_of(clip, journal)
        assert isinstance(journaled.go_on(saved), Resumed)
        assert journaled.begin_anew(Seen(6.0, stood)) is None
    assert [game.turns for game in list_games(tmp_path / "games.sqlite")] == [1]


KING = Declared(7.0, Seat("d"), "card", Card("K"))


@contextmanager
def gone_on(clip: Clip, path: Path) -> Iterator[JournaledGame]:
    """An interrupted game is resumed."""
    left_behind(clip, path)
    with closing(Journal(path)) as journal:
        saved = journal.unfinished()
        assert saved is not None
        journaled = journaled_game_of(clip, journal)
        journaled.go_on(saved)
        yield journaled


def test_pawns_that_are_all_back_in_their_camps_begin_a_new_game(clip: Clip, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with gone_on(clip, path) as journaled:
        assert journaled.begin_anew(Seen(6.0, CAMPS, frozenset({Hole("c5")}))) is None, (
            "not while a hole is unsure"
        )
        first = journaled.begin_anew(Seen(7.0, CAMPS))
        assert first is not None
        assert (first.n, first.seat) == (1, "c")
        assert set(journaled.standing()) == set(CAMPS)
        assert journaled.begin_anew(Seen(8.0, CAMPS)) is None, "once"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM games WHERE ended IS NULL").fetchone() == (2,)


def test_after_the_end_full_camps_begin_the_next_game(
    clip: Clip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with gone_on(clip, tmp_path / "games.sqlite") as journaled:
        journaled.step(KING)
        monkeypatch.setattr(
            "toc_pi.app.journaled_game.keep", lambda *_: (Ended(8.0, (Seat("c"), Seat("a"))),)
        )
        journaled.step(Tick(8.0))
        monkeypatch.undo()
        assert journaled.begin_anew(Seen(9.0, CAMPS)) is not None
    newest, first = list_games(tmp_path / "games.sqlite")
    assert (newest.ended, first.winners) == (None, ("c", "a"))


def test_camps_that_fill_later_in_a_game_are_left_to_the_referee(clip: Clip, tmp_path: Path) -> None:
    with gone_on(clip, tmp_path / "games.sqlite") as journaled:
        journaled.step(KING)
        assert journaled.begin_anew(Seen(9.0, CAMPS)) is None
