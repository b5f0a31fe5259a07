"""Every kind of screen looks as last reviewed by a person."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from guides import guides
from pictures import FAR, GUIDES, MEAN, NAMES, SHEETS, apart, beside, kept_pictures, small_pictures
from states import states

from toc_pi.languages import Language
from toc_pi.screen.frames import Size

DIFFERENCES = Path(__file__).parents[2] / "build" / "screens"


@pytest.mark.parametrize(("size", "language", "names"), SHEETS)
def test_every_screen_looks_as_it_did(size: Size, language: Language, names: tuple[str, ...]) -> None:
    kept, drawn = kept_pictures(size, language, names), small_pictures(size, language, names)
    other = []
    for name in names:
        far, mean = apart(kept[name], drawn[name])
        if far > FAR or mean > MEAN:
            DIFFERENCES.mkdir(parents=True, exist_ok=True)
            path = DIFFERENCES / f"{size[0]}x{size[1]}-{language}-{name}.png"
            cv2.imwrite(str(path), beside(kept[name], drawn[name]))
            other.append(f"{path} ({far:.0f}, {mean:.1f})")
    assert not other, f"look at them; if they should be so: python tests/screen/pictures.py\n{other}"


def test_a_missing_key_is_noticed_and_a_shade_is_not() -> None:
    size = (800, 480)
    picture = kept_pictures(size, "en")["turn"]
    shade = np.clip(picture.astype(int) + 4, 0, 255).astype(np.uint8)
    assert apart(picture, shade)[0] < FAR
    gone = picture.copy()
    gone[-14:-3, -20:-3] = gone[-2, -2]
    assert apart(picture, gone)[0] > FAR


def test_pictures_are_of_screens_that_there_are() -> None:
    assert set(NAMES) <= set(states("en"))
    assert set(GUIDES) <= set(guides("en"))
