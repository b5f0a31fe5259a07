"""The pages that walk through the first lessons show the real screen: texts exactly, pictures nearly."""

import re
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from pictures import FAR, apart

from toc_pi.languages import LANGUAGES, Language

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from lesson_pages import FOLDER, page_of, picture_of, steps

SMALL = (240, 144)
MEAN = 5.0
"""Largest mean difference from a compressed picture; up to 3.6 was measured."""


def small(picture: np.ndarray) -> np.ndarray:
    """A picture without details that compression changes."""
    return np.asarray(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_pictures_are_up_to_date(language: Language) -> None:
    """Else: python tools/lesson_pages.py, and look at what has changed."""
    shots = list(steps(language))
    page = (FOLDER / f"lessons.{language}.md").read_text(encoding="utf-8")
    assert page == page_of(language, shots)
    for step in shots:
        kept = np.asarray(cv2.imread(str(picture_of(step.name, language))), np.uint8)
        far, mean = apart(small(kept), small(step.picture))
        assert far <= FAR, step.name
        assert mean <= MEAN, step.name


def test_another_screen_is_noticed() -> None:
    pictures = {step.name: step.picture for step in steps("en")}
    far, _ = apart(small(pictures["1-task"]), small(pictures["1-wrong"]))
    assert far > FAR


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_of_a_page_is_there_and_none_is_left_over(language: Language) -> None:
    page = (FOLDER / f"lessons.{language}.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\(lessons/([^)]+)\)", page))
    assert shown == {path.name for path in (FOLDER / "lessons").glob(f"*.{language}.jpg")}
