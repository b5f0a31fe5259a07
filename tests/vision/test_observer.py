"""Observations over time: hands, light, bumps, covers; films are made of the small footage's pictures."""

from collections.abc import Iterable

import cv2
import numpy as np
import pytest
from footage import (
    DARK_SKIN,
    Image,
    arms_beside_the_holes,
    as_picture,
    bumped,
    dimmed,
    footage,
    learned_in,
    varnished,
    with_cover,
    wrong,
)

from toc_pi.events import Seen, ViewChanged
from toc_pi.vision.observer import CHECK_S, Observer
from toc_pi.vision.reading import Reading

STEP_S = 0.2


def watch(observer: Observer, pictures: Iterable[Image], start_s: float = 0.0) -> list[object]:
    """Everything that an observer reports of a film, with five pictures per second."""
    sights: list[object] = []
    for number, image in enumerate(pictures):
        sights += observer.look(start_s + number * STEP_S, image)
    return sights


def observations(sights: Iterable[object]) -> list[Seen]:
    return [one for one in sights if isinstance(one, Seen)]


def views(sights: Iterable[object]) -> list[str]:
    return [one.state for one in sights if isinstance(one, ViewChanged)]


@pytest.fixture
def observer() -> Observer:
    return Observer(footage("kitchen").calibration)


def test_a_still_board_is_reported_once_and_soon(observer: Observer) -> None:
    clip = footage("kitchen")
    reported = observations(watch(observer, [clip.setup] * 10))
    assert len(reported) == 1
    assert reported[0].t <= 0.6
    assert reported[0].holes == {h: pawn for h, pawn in clip.camps.items() if h not in reported[0].unsure}


def test_a_move_is_reported_soon_after_the_hand_has_gone(observer: Observer) -> None:
    clip = footage("kitchen")
    after, truth, _ = clip.stills[0]
    sights = watch(observer, [clip.setup] * 5 + list(clip.hands[:2]) + [after] * 5)
    assert views(sights) == ["hand", "watching"]
    observation = observations(sights)[-1]
    assert observation.t <= 7 * STEP_S + 0.6
    assert not wrong(observation, truth)


@pytest.mark.parametrize("exposure", [0.45, 1.6])
def test_a_camera_that_was_set_differently_is_no_hand_and_nothing_is_lost(
    observer: Observer, exposure: float
) -> None:
    clip = footage("kitchen")
    before = observations(watch(observer, [clip.setup] * 5))[-1]
    other = as_picture(clip.setup * exposure)
    sights = [*observer.settings_changed(1.0), *watch(observer, [other] * 6, 1.0)]
    assert views(sights) == ["light", "watching"]
    assert all(one.holes == before.holes for one in observations(sights))


def test_a_hand_that_rests_is_no_board(observer: Observer) -> None:
    clip = footage("kitchen")
    watch(observer, [clip.setup] * 4)
    sights = watch(observer, [clip.hands[1]] * 12, 0.8)
    assert not observations(sights)
    assert views(sights) == ["hand"]


def test_a_sleeve_beside_the_board_is_ignored(observer: Observer) -> None:
    clip = footage("kitchen")
    after, truth, _ = clip.stills[0]
    sleeve = clip.setup.copy()
    cv2.line(sleeve, (-20, 200), (60, 240), (40, 40, 160), 36)
    watch(observer, [clip.setup] * 5)
    assert views(watch(observer, [sleeve] * 5, 1.0)) == []
    sights = watch(observer, [*clip.hands[:2], *[after] * 5], 2.0)
    assert views(sights) == ["hand", "watching"]
    observation = observations(sights)[-1]
    assert not wrong(observation, truth)


def test_an_arm_that_comes_to_lie_next_to_a_pawn_that_moved_is_ignored() -> None:
    """The board's look at the last reading is still known after its camps were learned."""
    clip = footage("jumps")
    after = clip.stills[0][0]
    for arm in list(arms_beside_the_holes(clip, 44))[1::3]:
        observer = Observer(clip.calibration)
        sights = watch(observer, [clip.setup] * 3 + [after] * 2 + [with_cover(after, arm, DARK_SKIN)] * 4)
        assert "hand" not in views(sights)


def test_a_lamp_makes_no_observation(observer: Observer) -> None:
    clip = footage("kitchen")
    watch(observer, [clip.setup] * 4)
    y, x = np.mgrid[: clip.setup.shape[0], : clip.setup.shape[1]]
    fall = 1.0 + 0.5 * np.exp(-((x - 200) ** 2 + (y - 100) ** 2) / 300.0**2)[..., None]
    lit = [as_picture(clip.setup * (1 + (fall - 1) * part)) for part in (0.3, 0.7, *[1.0] * 6)]
    sights = watch(observer, lit, 0.8)
    assert not observations(sights)
    assert views(sights)[-1:] in ([], ["watching"])


def test_a_lamp_that_a_varnished_board_mirrored_may_go_out() -> None:
    clip = footage("jumps")
    observer = Observer(learned_in(varnished(clip.setup), clip))
    before = observations(watch(observer, [varnished(clip.setup)] * 6))[-1]
    dark = observations(watch(observer, [dimmed(clip.setup)] * 6, 1.2))
    for observation in dark:
        assert {hole: before.holes[hole] for hole in observation.holes} == observation.holes
    after, truth, _ = clip.stills[0]
    moved = watch(observer, [dimmed(clip.hands[0])] * 3 + [dimmed(after)] * 6, 2.4)
    observation = observations(moved)[-1]
    assert len(observation.unsure) <= 6  # the camp that was left, never seen empty, and its three pawns
    assert not wrong(observation, truth)


def test_a_move_while_the_light_changes_is_not_taken_for_the_light() -> None:
    clip = footage("jumps")
    observer = Observer(learned_in(varnished(clip.setup), clip))
    watch(observer, [varnished(clip.setup)] * 6)
    after, truth, _ = clip.stills[0]
    for observation in observations(watch(observer, [dimmed(after)] * 8, 1.2)):
        assert not wrong(observation, truth)


def test_a_lens_cap_is_reported_and_the_board_afterwards_too(observer: Observer) -> None:
    clip = footage("kitchen")
    after, truth, _ = clip.stills[1]
    watch(observer, [clip.setup] * 4)
    sights = watch(observer, [np.zeros_like(clip.setup)] * 3 + [after] * 5, 0.8)
    assert "blind" in views(sights)
    assert views(sights)[-1] == "watching"
    observation = observations(sights)[-1]
    assert not wrong(observation, truth)


def test_a_bump_is_followed_and_makes_no_move(observer: Observer) -> None:
    clip = footage("kitchen")
    watch(observer, [clip.setup] * 4)
    sights = watch(observer, [bumped(clip.setup, 1.0, 9.0, 5.0)] * 8, 0.8)
    assert not any(wrong(observation, clip.camps) for observation in observations(sights))
    assert views(sights)[-1:] in ([], ["watching"])  # it never looked away, or looks again
    assert "hand" not in views(sights)
    # The gate and the reading go on from the new place.
    after = bumped(clip.stills[0][0], 1.0, 9.0, 5.0)
    observation = observations(watch(observer, [after] * 5, 2.6))[-1]
    truth = clip.stills[0][1]
    assert not wrong(observation, truth)
    assert len(observation.holes) == len(truth)  # it was found at once, not seconds later


def test_noise_alone_makes_no_observation(observer: Observer) -> None:
    clip = footage("kitchen")
    rng = np.random.default_rng(2)
    film = [as_picture(clip.setup + rng.normal(0, 2.0, clip.setup.shape)) for _ in range(10)]
    sights = watch(observer, film)
    assert len(observations(sights)) == 1
    assert "hand" not in views(sights)


def test_what_noise_leaves_unsure_is_sure_after_a_few_more_pictures() -> None:
    clip = footage("jumps")
    after, truth, _ = clip.stills[0]
    rng = np.random.default_rng(1)
    film = [
        as_picture(picture + rng.normal(0, 12.0, picture.shape))
        for picture in [clip.setup] * 6 + list(clip.hands[:2]) + [after] * 7
    ]
    reported = observations(watch(Observer(clip.calibration), film))
    assert reported[-1].holes == truth
    assert not reported[-1].unsure


def test_odds_that_change_slowly_are_reported_again(
    observer: Observer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = footage("kitchen")
    chances = iter(np.repeat(np.arange(0.50, 0.90, 0.06), 2).tolist() + [0.86] * 9)

    def doubtful(*_: object) -> Reading:
        rng = next(chances)
        return Reading("clear", {}, frozenset({"a0"}), {"a0": {"": 1 - rng, "a": rng}})

    monkeypatch.setattr("toc_pi.vision.observer.read_with", doubtful)
    reported = [one.probability["a0"]["a"] for one in observations(watch(observer, [clip.setup] * 120))]
    assert reported == pytest.approx([0.50, 0.68, 0.86])


def test_a_changed_reading_is_checked_again_at_once(
    observer: Observer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing moves: a hole is unsure at first, and sure when the board is read again."""
    clip = footage("kitchen")
    camps = clip.camps
    sure = {hole: {"": float(hole not in camps), "a": 0.0} for hole in clip.calibration.board.holes}
    first = Reading("clear", camps, frozenset({"a0"}), sure | {"a0": {"": 0.4, "a": 0.6}})
    second = Reading("clear", camps | {"a0": "a"}, frozenset(), sure | {"a0": {"": 0.0, "a": 1.0}})
    looked: list[int] = []

    def read(*_: object) -> Reading:
        looked.append(len(looked))
        return first if len(looked) <= 2 else second

    monkeypatch.setattr("toc_pi.vision.observer.read_with", read)
    reported = observations(watch(observer, [clip.setup] * 30))
    assert [one.unsure for one in reported] == [frozenset({"a0"}), frozenset()]
    assert reported[1].t - reported[0].t < CHECK_S + 1.0
