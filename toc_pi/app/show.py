"""Happenings on a window and lamps, at the film's own pace: what a family would see and hear."""

import time
from collections.abc import Callable, Iterable, Mapping

from hardware.lamps import Lamps
from toc_pi.app.lamps import lit
from toc_pi.app.watch import Calibrated, Happening, Passed
from toc_pi.phrases import Phrases
from toc_pi.referee.effects import Effect, Question
from toc_pi.referee.events import Seen
from toc_pi.screen import scene as scenes
from toc_pi.screen.window import Quit, Window

LINGER_S = 6.0
POLL_S = 0.02


def show(
    happenings: Iterable[Happening],
    scene: scenes.Scene,
    window: Window,
    lamps: Lamps,
    phrases: Phrases,
    speed: float,
    told: Callable[[Happening], None],
) -> None:
    """Play happenings on a window until the film is over or the window is closed.

    Args:
        happenings: from `toc_pi.app.watch`.
        scene: what is shown first.
        window, lamps: left open.
        phrases: what is said, in the window's language.
        speed: 1 for the film's own pace, 2 for twice as fast.
        told: called with each happening, before it is shown.
    """
    begun: float | None = None
    for happening in happenings:
        told(happening)
        if isinstance(happening, Passed):
            now = time.monotonic()
            begun = now - happening.frame.t / speed if begun is None else begun
            if not _wait(window, begun + happening.frame.t / speed):
                return
        elif not isinstance(happening, Calibrated):
            scene = scenes.after(scene, happening, *_words(phrases, happening))
            window.show(scene)
            lamps.show(lit(scene))
    _wait(window, time.monotonic() + LINGER_S)


def _wait(window: Window, until: float) -> bool:
    """Let the window live until a time; False once it was closed."""
    while True:
        if any(isinstance(event, Quit) for event in window.events()):
            return False
        left = until - time.monotonic()
        if left <= 0:
            return True
        time.sleep(min(POLL_S, left))


def _words(phrases: Phrases, happening: Seen | Effect) -> tuple[str, Mapping[str, str]]:
    if isinstance(happening, Seen):
        return "", {}
    labels = (
        {choice: phrases.choice(happening, choice) for choice in happening.choices}
        if isinstance(happening, Question)
        else {}
    )
    return phrases.aside(happening), labels
