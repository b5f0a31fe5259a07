"""Makes the window's pictures in the docs: a game, the trial of the screen, and placing the camera.

    python tools/window_pictures.py [SECONDS]

writes docs/building/screen.*.jpg and place.*.jpg; with SECONDS docs/window.png, the real window at that time
of the shipped film, which needs a display (Xvfb will do).
"""

import os
import sys
from contextlib import closing
from pathlib import Path

if len(sys.argv) == 1:
    os.environ["SDL_VIDEODRIVER"] = "dummy"

import cv2
import numpy as np

from hardware.capture import Film
from hardware.lamps import NoLamps
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.film_session import Passed, watch
from toc_pi.app.machine.walk import Walk
from toc_pi.app.machine.walk_run import WindowFace
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.placing import open_view, place_page
from toc_pi.app.setup.table_summary import game_of
from toc_pi.app.stage import Stage
from toc_pi.languages import LANGUAGES
from toc_pi.phrases import Phrases
from toc_pi.screen import scene
from toc_pi.screen.frames import SIZE
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Window
from toc_pi.words import why

DOCS = Path(__file__).resolve().parents[1] / "docs"
CLIP = load_clip("sample")


def game(until_s: float) -> None:
    """The window at a time of the shipped film."""
    rules = game_of(CLIP)
    phrases = Phrases("en", CLIP.colours, why(rules, CLIP.colours, "plain"))
    with closing(Window(SIZE)) as window:
        stage = Stage(scene.opening(CLIP.board, CLIP.colours), window, NoLamps(), phrases)
        for happening in watch(CLIP, rules, Film(CLIP.film)):
            if isinstance(happening, Passed):
                if happening.frame.t >= until_s:
                    break
            elif not isinstance(happening, BoardFound):
                stage.show(happening)
        stage.present()
        window.save(DOCS / "window.png")


def trials() -> None:
    """What `toc-pi test screen` and `toc-pi doctor --place` show, in each language."""
    with closing(Film(CLIP.film)) as film:
        frame = film.read()
    assert frame is not None
    height, width = frame.image.shape[:2]
    aside = np.array([[1, 0, 250], [0, 1, 0]], np.float32)  # as if the camera were turned to the left
    picture = cv2.warpAffine(frame.image, aside, (width, height), borderValue=(38, 26, 20))
    view = open_view(f"film {CLIP.film}", "")
    view.search([picture], frame.t)
    seen = view.known
    arrow = None if seen.correction is None else seen.correction.first
    for language in LANGUAGES:
        with closing(Window(SIZE, hidden=True)) as window:
            WindowFace(window, language).show(Walk(("screen",), at=0, stage="after"), 120, None)
            _save(window, f"screen.{language}.jpg")
            page = place_page(seen, seen.message, language)
            window.page(page, LivePicture(picture, seen.outline, (), arrow))
            _save(window, f"place.{language}.jpg")


def _save(window: Window, name: str) -> None:
    path = DOCS / "building" / "window.png"
    window.save(path)
    picture = cv2.resize(cv2.imread(str(path)), (640, 384), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(path.with_name(name)), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    path.unlink()


if __name__ == "__main__":
    game(float(sys.argv[1])) if len(sys.argv) > 1 else trials()
