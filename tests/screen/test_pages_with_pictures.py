"""The pages that walk through an evening and lessons show the real screen: texts exactly, pictures nearly."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from pictures import FAR, apart

from toc_pi.languages import LANGUAGES, Language

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import evening_page
import lesson_pages

SMALL = (240, 144)
MEAN = 5.0
"""Largest mean difference from a compressed picture; up to 3.6 was measured."""


def differing(kept: Mapping[Path, np.ndarray]) -> list[tuple[str, float, float]]:
    """The stored pictures that differ from those drawn now, apart from what compression changes."""
    found = []
    for path, picture in kept.items():
        stored, drawn = (
            np.asarray(cv2.resize(one, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
            for one in (np.asarray(cv2.imread(str(path))), picture)
        )
        found.append((path.name, *apart(stored, drawn)))
    return [one for one in found if one[1] > FAR or one[2] > MEAN]


def shown_in(text: str, folder: Path, pattern: str) -> bool:
    """Whether a page shows each of its pictures, and there are no others."""
    shown = set(re.findall(rf"\({folder.name}/([^)]+)\)", text))
    return shown == {path.name for path in folder.glob(pattern)}


def test_the_page_of_an_evening_says_what_its_words_are_and_shows_every_picture() -> None:
    """Else: python tools/evening_page.py, and look at what has changed."""
    text = (evening_page.FOLDER / "evening.md").read_text("utf-8")
    assert text == evening_page.page()
    assert shown_in(text, evening_page.FOLDER / "evening", "*.jpg")
    assert all(step[language] for step in evening_page.words()["step"] for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_looks_as_the_page_shows_it(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else: python tools/evening_page.py, and look at what has changed."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    made: Mapping[str, Any] = evening_page.shots(language)
    names = [step["name"] for step in evening_page.words()["step"]]
    assert not differing({evening_page.picture_of(name, language): made[name] for name in names})


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_lessons_are_up_to_date_and_another_screen_is_noticed(language: Language) -> None:
    """Else: python tools/lesson_pages.py, and look at what has changed."""
    steps = list(lesson_pages.steps(language))
    page = (lesson_pages.FOLDER / f"lessons.{language}.md").read_text(encoding="utf-8")
    assert page == lesson_pages.page_of(language, steps)
    assert shown_in(page, lesson_pages.FOLDER / "lessons", f"*.{language}.jpg")
    pictures = {step.name: step.picture for step in steps}
    paths = {name: lesson_pages.picture_of(name, language) for name in pictures}
    assert not differing({path: pictures[name] for name, path in paths.items()})
    assert differing({paths["1-task"]: pictures["1-wrong"]})
