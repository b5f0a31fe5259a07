"""The page that walks through an evening shows the real windows: texts exactly, pictures nearly."""

import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from pictures import FAR, apart

from toc_pi.languages import LANGUAGES, Language

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from evening_page import FOLDER, page, picture_of, shots, words

SMALL = (200, 120)
MEAN = 5.0
"""Largest mean difference from a compressed picture; up to 3.5 was measured."""


def small(picture: np.ndarray) -> np.ndarray:
    """A picture without details that compression changes."""
    return np.asarray(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def test_the_page_says_what_its_words_are_and_shows_every_picture() -> None:
    """Else: python tools/evening_page.py, and look at what has changed."""
    text = (FOLDER / "evening.md").read_text("utf-8")
    assert text == page()
    shown = set(re.findall(r"\(evening/([^)]+)\)", text))
    assert shown == {path.name for path in (FOLDER / "evening").glob("*.jpg")}
    assert all(step[language] for step in words()["step"] for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_looks_as_the_page_shows_it(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else: python tools/evening_page.py, and look at what has changed."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made, other = shots(language), []
    for step in words()["step"]:
        name = step["name"]
        kept = np.asarray(cv2.imread(str(picture_of(name, language))), np.uint8)
        far, mean = apart(small(kept), small(made[name]))
        if far > FAR or mean > MEAN:
            other.append((name, round(far), round(mean, 1)))
    assert not other
