"""Writes the pages that walk through the first lessons, with pictures of the real screen.

    python tools/lesson_pages.py

writes docs/lessons.en.md, docs/lessons.fr.md and the pictures in docs/lessons/, with the words of
lesson_pages.toml. Pawns' places are passed to the lessons as observations. A test checks that pages and
pictures are up to date.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, seats_of
from toc_pi.app.teaching.learning import enter, pass_time, see_board, tap
from toc_pi.app.teaching.pupil import Lessons, PupilState
from toc_pi.app.teaching.tutor import lessons_page
from toc_pi.events import Seen
from toc_pi.languages import LANGUAGES, Language, translated
from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.canvas import load_fonts
from toc_pi.screen.draw import GamePage
from toc_pi.screen.pages.page_draw import KeyPage
from toc_pi.screen.scene_panel import panel_of
from toc_pi.teaching.lessons import lessons_of
from toc_pi.teaching.play_phrases import COLOURS

FOLDER = Path(__file__).resolve().parents[1] / "docs"
SCREEN, SMALL = (800, 480), (480, 288)
QUALITY = 82
WAIT_S = 8.0
"""Long enough for any move to be judged."""


@dataclass(frozen=True, slots=True)
class Step:
    """One picture of a page.

    Attributes:
        name: of its file.
        title: of the lesson, if it is its first picture.
            said: the sentence above it.
            shown: the texts in the picture.
        picture: (h, w, 3), BGR.
    """

    name: str
    title: str
    said: str
    shown: str
    picture: NDArray[np.uint8]


class Walk:
    """Goes through the lessons, and draws what the screen shows.

    Args:
        language: of the screen and of the page.
    """

    def __init__(self, language: Language) -> None:
        pygame.font.init()
        board = load_board("square-40")
        table = Table(board.seats, board.home_entry, board.centre, stretch=board.stretch)
        course = Lessons(board, lessons_of(load_ruleset("quebec"), table), COLOURS, language)
        self._language: Language = language
        self._fonts = load_fonts()
        self._t = 0.0
        self.room: PupilState = enter(course, {}, camera=True)

    def lay(self, pawns: str) -> None:
        """Observe a position such as `a@a0 b@a9`, long enough to be judged."""
        out = {Hole(word[2:]): Seat(word[0]) for word in pawns.split()}
        self._t += 1.0
        seen = dict(standing(Position(frozenset(out.items())), seats_of(4)))
        self.room = pass_time(see_board(self.room, Seen(self._t, seen)), self._t + WAIT_S)
        self._t += WAIT_S

    def tap(self, *keys: str) -> None:
        """Tap keys."""
        for key in keys:
            self.room = tap(self.room, key, self._t)

    def watch(self, seconds: float) -> None:
        """Watch what a lesson shows."""
        for t in (self._t, self._t + seconds):
            self.room = pass_time(self.room, t)

    def shot(self, name: str, *, first: bool = False, page: bool = False) -> Step:
        """The screen's picture with a sentence about it."""
        surface = pygame.Surface(SCREEN)
        if page:
            chosen = lessons_page(self.room)
            KeyPage(chosen).draw(surface, self._fonts)
            shown = chosen.title
        else:
            scene = self.room.scene
            scene = replace(scene, preferences=replace(scene.preferences, menu=True))
            GamePage(scene).draw(surface, self._fonts)
            box = panel_of(self.room.scene).box
            shown = (
                ""
                if box is None
                else translated(": ", self._language).join((box.headline.rstrip(" !\u00a0"), box.sentence))
            )
        whole = pygame.surfarray.array3d(surface).transpose(1, 0, 2)[..., ::-1]
        small = cv2.resize(np.ascontiguousarray(whole), SMALL, interpolation=cv2.INTER_AREA)
        title = self.room.course.phrases.lesson(self.room.lesson, "title") if first else ""
        said = load_words(self._language)["shots"][name]
        return Step(name, title, said, shown, np.asarray(small, np.uint8))


def load_words(language: Language) -> dict[str, Any]:
    """The words of a page."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)[language])


def steps(language: Language) -> Iterator[Step]:
    """Every picture of a page, in order."""
    walk = Walk(language)
    walk.lay("")
    walk.watch(2.3)
    yield walk.shot("0-look", first=True)
    walk.tap("go")
    walk.lay("a@d16")
    walk.lay("a@aH1")
    walk.tap("next")
    walk.lay("")
    walk.tap("go")
    yield walk.shot("1-task", first=True)
    walk.lay("a@b0")
    yield walk.shot("1-wrong")
    walk.lay("")
    walk.lay("a@a0")
    yield walk.shot("1-right")
    walk.tap("next", "go")
    yield walk.shot("2-set-up", first=True)
    walk.lay("a@a2")
    yield walk.shot("2-task")
    walk.lay("a@a8")
    yield walk.shot("2-right")
    walk.tap("next", "go")
    walk.lay("a@a3 d@a9")
    yield walk.shot("3-wrong-pawn", first=True)
    for _ in range(3):
        walk.lay("a@a3 b@a9 a@c2")
        if walk.room.session.tries == 0:
            yield walk.shot("3-task")
        walk.lay("a@a10 b@a9 a@c2")
    walk.lay("a@a3 b@a9 a@c2")
    yield walk.shot("3-shown")
    walk.lay("a@a9 a@c2")
    yield walk.shot("3-right")
    walk.tap("next")
    walk.lay("")
    yield walk.shot("4-hand", first=True)
    yield walk.shot("menu", page=True)


def picture_of(name: str, language: Language) -> Path:
    """The path of a picture."""
    return FOLDER / "lessons" / f"{name}.{language}.jpg"


def page_of(language: Language, shots: list[Step]) -> str:
    """The page as Markdown."""
    words = load_words(language)
    parts = [f"# {words['title']}", words["before"].strip()]
    for step in shots:
        if step.title:
            parts.append(f"## {step.title}")
        file = f"lessons/{picture_of(step.name, language).name}"
        parts.append(f"{step.said}\n\n![{step.shown}]({file})")
    return "\n\n".join([*parts, words["after"].strip()]) + "\n"


def main() -> None:
    """Write all pages and pictures."""
    (FOLDER / "lessons").mkdir(exist_ok=True)
    for language in LANGUAGES:
        shots = list(steps(language))
        for step in shots:
            path = str(picture_of(step.name, language))
            cv2.imwrite(path, step.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        (FOLDER / f"lessons.{language}.md").write_text(page_of(language, shots), encoding="utf-8")


if __name__ == "__main__":
    main()
