"""Full-size pictures: another lamp, thin pegs, marbles, and another board."""

from functools import cache

import pytest
from footage import FULL_SIZE, footage

from toc_pi.vision.reading import Reader, Reading, make_reader, read_with


@cache
def reader(name: str) -> Reader:
    return make_reader(footage(name).calibration)


def wrong(reading: Reading, truth: dict[str, str]) -> set[str]:
    return {
        hole
        for hole in {*reading.holes, *truth} - reading.unsure
        if reading.holes.get(hole) != truth.get(hole)
    }


@pytest.mark.parametrize("name", FULL_SIZE)
def test_nothing_is_wrong_and_little_is_unsure(name: str) -> None:
    clip = footage(name)
    assert clip.setup.shape == (720, 1280, 3)
    for image, truth, _ in clip.stills:
        reading = read_with(image, reader(name))
        assert reading.state == "clear"
        assert not wrong(reading, dict(truth))
        assert len(reading.unsure) <= 0.025 * len(reading.probability)


@pytest.mark.parametrize("name", FULL_SIZE)
def test_the_set_up_is_read_back_and_a_hand_is_seen(name: str) -> None:
    clip = footage(name)
    camps = clip.camps
    reading = read_with(clip.setup, reader(name))
    assert not wrong(reading, camps)
    assert len(reading.holes) >= 0.9 * len(camps)
    for hand in clip.hands:
        assert read_with(hand, reader(name)).state == "hand"


def test_fresh_pegs_show_white_in_lamp_light() -> None:
    for image, truth, fresh in footage("lamp-light").stills:
        reading = read_with(image, reader("lamp-light"))
        shown = {hole for hole, odds in reading.white.items() if odds > 0.5 and hole in reading.holes}
        assert shown == {hole for hole in fresh if hole in reading.holes and hole in truth}
