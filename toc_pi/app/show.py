"""A film's happenings on a stage, at the film's own pace."""

import time
from collections.abc import Callable, Iterable

from toc_pi.app.stage import Stage
from toc_pi.app.watch import Calibrated, Happening, Passed
from toc_pi.screen.window import Quit

LINGER_S = 6.0
POLL_S = 0.02


def show(
    happenings: Iterable[Happening], stage: Stage, speed: float, tell: Callable[[Happening], None]
) -> None:
    """Play happenings until the film is over or the window is closed.

    Args:
        happenings: from `toc_pi.app.watch`.
        stage: left open.
        speed: 1 for the film's own pace, 2 for twice as fast.
        tell: called with each happening, before it is shown.
    """
    begun: float | None = None
    for happening in happenings:
        tell(happening)
        if isinstance(happening, Passed):
            due = happening.frame.t / speed
            begun = time.monotonic() - due if begun is None else begun
            if not _wait(stage, begun + due):
                return
        elif isinstance(happening, Calibrated):
            stage.hint(" ".join(stage.alike(happening.calibration.looks.alike)))
        else:
            stage.show(happening)
    _wait(stage, time.monotonic() + LINGER_S)


def _wait(stage: Stage, until: float) -> bool:
    """Let the window live until a time; False once it was closed."""
    while True:
        if any(isinstance(event, Quit) for event in stage.touches()):
            return False
        left = until - time.monotonic()
        if left <= 0:
            return True
        time.sleep(min(POLL_S, left))
