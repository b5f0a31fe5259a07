"""When the observer reads, compares, checks the pose, searches and learns again.

The film is one picture that stays, or one that changes once; readings and checks of the pose are given.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from footage import Image, footage

from calibration.pose.tracking import PoseCheck
from toc_pi.events import Seen, ViewChanged
from toc_pi.vision.motion_gate import make_field
from toc_pi.vision.observer import Observer
from toc_pi.vision.reading import Reading

CLIP = footage("kitchen")
HOLES = tuple(CLIP.calibration.board.holes)
CAMPS = {hole: hole[0] for hole in HOLES if hole[1] == "C"}
GOOD, LOST = PoseCheck(0.1, 1.0, True), PoseCheck(float("inf"), 0.0, False)


def clear(unsure: int = 0, chance: float = 0.5, **more: object) -> Reading:
    """The board as set up, with a number of unsure holes."""
    doubtful = [hole for hole in HOLES if hole not in CAMPS][:unsure]
    odds = {hole: {"": 1 - chance, "a": chance} for hole in doubtful}
    reading = Reading("clear", CAMPS, frozenset(doubtful), odds)
    return replace(reading, **more)  # type: ignore[arg-type]


class Film:
    """An observer with given readings and checks; it records when they were requested."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.observer = Observer(CLIP.calibration)
        self.t = 0.0
        self.reading: Callable[[], Reading] = clear
        self.check = GOOD
        self.image = CLIP.setup
        self.read_at: list[float] = []
        self.checked_at: list[float] = []
        self.searched_at: list[float] = []
        monkeypatch.setattr("toc_pi.vision.observer.read_with", self._read)
        monkeypatch.setattr("toc_pi.vision.observer.check_pose", self._check)
        monkeypatch.setattr("toc_pi.vision.observer.find_again", self._search)

    def _read(self, *_: object) -> Reading:
        self.read_at.append(self.t)
        return self.reading()

    def _check(self, *_: object) -> PoseCheck:
        self.checked_at.append(self.t)
        return self.check

    def _search(self, *_: object, **__: object) -> None:
        self.searched_at.append(self.t)

    def run(self, seconds: float, step_s: float = 0.125) -> list[Seen | ViewChanged]:
        """Everything reported while the picture stays."""
        sights: list[Seen | ViewChanged] = []
        for _ in range(round(seconds / step_s)):
            sights += self.observer.look(self.t, self.image)
            self.t = round(self.t + step_s, 3)
        return sights


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch) -> Film:
    return Film(monkeypatch)


def observed(said: list[Seen | ViewChanged]) -> list[float]:
    return [one.t for one in said if isinstance(one, Seen)]


def views(said: list[Seen | ViewChanged]) -> list[tuple[float, str]]:
    return [(one.t, one.state) for one in said if isinstance(one, ViewChanged)]


def gaps(times: list[float]) -> set[float]:
    return {round(later - earlier, 2) for earlier, later in pairwise(times)}


@pytest.mark.parametrize(("step_s", "reported_s"), [(0.05, 0.2), (0.14, 0.42), (0.16, 0.32)])
def test_two_readings_a_moment_apart_must_agree(film: Film, step_s: float, reported_s: float) -> None:
    """The first picture only starts the gate."""
    assert observed(film.run(8 * step_s, step_s)) == [reported_s]


def test_readings_that_differ_in_a_sure_hole_are_no_observation(film: Film) -> None:
    holes: Iterator[dict[str, str]] = iter([CAMPS, CAMPS | {"a3": "a"}] * 20)
    film.reading = lambda: clear(holes=next(holes))
    assert observed(film.run(2.0)) == []


def test_readings_that_differ_in_an_unsure_hole_alone_agree(film: Film) -> None:
    first, doubtful = [hole for hole in HOLES if hole not in CAMPS][:2]
    readings = iter([clear(holes=CAMPS | {first: "a"}), clear(1)] * 20)
    film.reading = lambda: next(readings)
    assert observed(film.run(0.5)) != []
    assert doubtful not in CAMPS


def test_a_still_board_is_checked_every_three_seconds(film: Film) -> None:
    film.run(10.0)
    assert len(film.checked_at) == 4
    assert gaps(film.checked_at) == {3.0}
    between = [t for t in film.read_at if film.checked_at[0] + 0.3 < t < film.checked_at[1]]
    assert between == []


def test_a_lost_board_is_searched_for_now_and_then(film: Film) -> None:
    film.check = LOST
    sights = film.run(5.0)
    assert views(sights) == [(0.125, "moved")]
    assert film.searched_at[0] == 0.125
    assert gaps(film.searched_at) == {0.88}
    film.check = GOOD
    assert [state for _, state in views(film.run(1.0))] == ["watching"]


def test_beside_a_resting_hand_a_lost_board_is_searched_for_seldom_and_is_not_called_lost(film: Film) -> None:
    film.run(1.0)
    film.check, film.reading = LOST, lambda: clear(state="hand")
    sights = film.run(15.0)
    assert [state for _, state in views(sights)] == ["hand"]
    assert gaps(film.searched_at) == {4.0}


@pytest.mark.parametrize(
    ("check", "searched"),
    [
        (PoseCheck(2.4, 0.4, False), False),
        (PoseCheck(2.6, 0.4, False), True),
        (PoseCheck(2.5, 0.4, False), True),
        (PoseCheck(2.4, 0.39, False), True),
        (PoseCheck(0.0, 0.0, True), False),
    ],
)
def test_a_board_that_is_seen_beside_a_resting_hand_is_not_searched_for(
    film: Film, check: PoseCheck, searched: bool
) -> None:
    film.run(4.0)
    film.check, film.reading = check, lambda: clear(state="hand")
    film.run(4.0)
    assert bool(film.searched_at) == searched


def test_what_lies_still_for_long_is_no_hand(film: Film) -> None:
    film.run(1.0)
    film.reading = lambda: clear(state="hand")
    sights = film.run(40.0, 0.5)
    (hand, _), (ends, state) = views(sights)
    assert state == "watching"
    assert ends - hand == pytest.approx(25.5, abs=0.6)
    assert hand == pytest.approx(3.5, abs=1.0)


@pytest.mark.parametrize(("chance", "reported"), [(0.44, False), (0.46, True), (0.16, False), (0.14, True)])
def test_an_unsure_probability_is_reported_again_when_it_has_changed_by_a_sixth(
    film: Film, chance: float, reported: bool
) -> None:
    film.reading = lambda: clear(1, 0.3)
    assert len(observed(film.run(4.0))) == 1
    film.reading = lambda: clear(1, chance)
    assert bool(observed(film.run(4.0))) == reported


@pytest.mark.parametrize(("odds", "reported"), [(0.49, False), (0.51, True)])
def test_a_face_that_turned_is_reported(film: Film, odds: float, reported: bool) -> None:
    film.reading = lambda: clear(white={"aC1": 0.4})
    assert len(observed(film.run(4.0))) == 1
    film.reading = lambda: clear(white={"aC1": odds})
    assert bool(observed(film.run(4.0))) == reported


def lamp(image: Image) -> Image:
    return np.asarray(np.clip(image * 0.7, 0, 255), np.uint8)


@pytest.mark.parametrize(("more", "reported"), [(2, 2.375), (3, 2.75)])
def test_the_board_is_learned_in_another_light_in_which_it_can_not_be_read(
    film: Film, more: int, reported: float
) -> None:
    """The board is read in the learned light before anything is reported."""
    film.reading = lambda: clear(1)
    film.run(2.0)
    film.image, film.reading = lamp(film.image), lambda: clear(1 + more)
    sights = film.run(1.0)
    assert views(sights) == [(2.0, "light"), (reported, "watching")]
    assert observed(sights) == [reported]


def test_another_light_that_looks_like_a_hand_is_learned_and_read_again(film: Film) -> None:
    film.run(2.0)
    readings = iter([clear(state="hand")])
    film.image, film.reading = lamp(film.image), lambda: next(readings, clear())
    assert [state for _, state in views(film.run(1.0))] == ["light", "watching"]


@pytest.mark.parametrize(("dark_s", "learned"), [(2.0, True), (2.25, False)])
def test_a_light_that_changed_long_ago_is_not_learned(film: Film, dark_s: float, learned: bool) -> None:
    """The camera was covered in between: the last clear picture is older than 2.5 s."""
    film.run(2.0)
    film.image, film.reading = lamp(film.image), lambda: Reading("blind")
    film.run(dark_s)
    film.reading = lambda: clear(5)
    assert ("light" in {state for _, state in views(film.run(1.0))}) == learned


@pytest.mark.parametrize(("part", "learned"), [(0.1, False), (0.25, True)])
def test_a_shadow_on_little_of_the_field_is_no_other_light(film: Film, part: float, learned: bool) -> None:
    """It changes too little of the picture for a lamp, however many holes it makes unsure."""
    film.run(2.0)
    calibration = CLIP.calibration
    mask = make_field(calibration.board, calibration.pose, calibration.pawns, calibration.size).mask
    rows = np.flatnonzero(np.cumsum(mask.sum(axis=1)) < part * mask.sum())
    shade = np.ones(film.image.shape, np.float32)
    shade[: round((rows[-1] + 1) * film.image.shape[0] / mask.shape[0])] = 0.75
    film.image, film.reading = np.asarray(film.image * shade, np.uint8), lambda: clear(5)
    sights = film.run(1.0)
    assert (observed(sights)[0] > 2.5) == learned
