"""A game begins once the pawns stand in their camps: others are named by their holes, nothing is learnt."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from calibration.errors import CannotSee
from calibration.record import Calibration
from calibration.telling import Mistold
from hardware.camera import Picture
from hardware.capture import Film
from toc_pi.advice import translated
from toc_pi.app import finding
from toc_pi.app.clip import Clip, load_clip
from toc_pi.app.finding import BELIEVED_AFTER_S, SetUp, find_board
from toc_pi.app.resumption import keep_found

SHORT = Path(__file__).parents[1] / "data" / "short"
FULL_S, THREE_OUT_S = (0.4, 2.0), (11.6, 12.4)
"""The board lies still then: all pawns in their camps, and three of them on their start holes."""
EMPTY = {"aC3", "cC3", "dC3"}


@pytest.fixture(scope="module")
def clip() -> Clip:
    return load_clip(str(SHORT))


@pytest.fixture(scope="module")
def seen(clip: Clip) -> Callable[[tuple[float, float]], list[Picture]]:
    with closing(Film(clip.film)) as film:
        frames = list(iter(film.read, None))
    return lambda span: [frame.image for frame in frames if span[0] <= frame.t <= span[1]]


Seen = Callable[[tuple[float, float]], list[Picture]]


def test_pawns_elsewhere_are_named_and_nothing_is_kept(clip: Clip, seen: Seen, tmp_path: Path) -> None:
    path = tmp_path / "calibration"
    find = keep_found(SetUp(clip), path)
    with pytest.raises(CannotSee) as refused:
        find(seen(THREE_OUT_S))
    advice = str(refused.value)
    named = {hole for hole in clip.camps if hole in advice}
    assert named
    assert named <= EMPTY
    assert "put all pawns into their camps" in advice
    assert "mettez tous les pions dans leurs camps" in translated(advice, "fr")
    assert "stands" not in translated(advice, "fr")
    assert not path.exists()
    find(seen(FULL_S))
    assert path.exists()


class Told:
    """A clock, and what looking at the pawns says, as a test sets them."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.wrong = Mistold()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    monkeypatch.setattr(finding, "find_mistold", lambda *_: told.wrong)
    return told


def setup_of(clip: Clip, told: Told, found: Calibration) -> SetUp:
    return SetUp(clip, lambda *_: found, lambda: told.now_s)


@pytest.fixture(scope="module")
def found(clip: Clip, seen: Seen) -> Calibration:
    return find_board(clip, seen(FULL_S))


def test_a_hole_that_stays_so_is_believed(clip: Clip, told: Told, found: Calibration) -> None:
    find = setup_of(clip, told, found)
    told.wrong = Mistold(missing=("aC1",))
    for _ in range(3):
        with pytest.raises(CannotSee, match="no pawn stands on aC1; put all pawns into their camps"):
            find([])
        told.now_s += BELIEVED_AFTER_S / 3
    assert find([]) is found


def test_what_changes_is_looked_at_anew(clip: Clip, told: Told, found: Calibration) -> None:
    find = setup_of(clip, told, found)
    for hole in ("aC1", "bC2", "aC1"):
        told.wrong = Mistold(missing=(hole,))
        with pytest.raises(CannotSee, match=hole):
            find([])
        told.now_s += BELIEVED_AFTER_S
    told.wrong = Mistold()
    assert find([]) is found


def test_empty_camps_are_never_taken_for_full_ones(clip: Clip, told: Told, found: Calibration) -> None:
    find = setup_of(clip, told, found)
    told.wrong = Mistold(missing=tuple(map(str, clip.camps)))
    for _ in range(5):
        with pytest.raises(CannotSee, match=r"aC1, aC2, .* …"):
            find([])
        told.now_s += BELIEVED_AFTER_S
