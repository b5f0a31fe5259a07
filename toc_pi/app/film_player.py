"""Plays a watched film in a window at its own pace, with a summary at the end."""

import math
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

from calibration.camera import flat, project
from calibration.setup.calibration_file import Calibration
from hardware.camera import Frame
from toc_pi.app.camera.camera_events import BoardFound
from toc_pi.app.film_session import Happening, Passed
from toc_pi.app.film_summary import SUMMARY_S
from toc_pi.app.process import rest
from toc_pi.app.stage import Stage
from toc_pi.effects import Verdict
from toc_pi.events import Seen
from toc_pi.languages import load_texts
from toc_pi.screen.film_view import FilmWindow, Spot
from toc_pi.screen.pages.end_layout import Summary
from toc_pi.screen.palette import colour_of
from toc_pi.screen.window import Quit, Tapped

LINGER_S = 2.0  # how long the last picture is shown before the summary
POLL_S = 0.02  # between two polls for taps

# While the board is searched, dots count up to one less than DOTS, one more after each DOT_S.
DOT_S = 0.6
DOTS = 4

SPOT = 0.45  # radius of a ring over the film, in pitches between holes


class FilmPlayer:
    """Plays a stream of happenings in a window.

    Args:
        stage: shows the game; left open.
        speed: 1 for the film's own pace, 2 for twice as fast.
        tell: called with each happening before it is shown.
    """

    def __init__(
        self, stage: Stage, window: FilmWindow, speed: float, tell: Callable[[Happening], None]
    ) -> None:
        self._stage = stage
        self._window = window
        self._speed = speed
        self._tell = tell
        self._words = load_texts("summary", stage.scene.preferences.language)["said"]
        self._calibration: Calibration | None = None
        self._spots: tuple[Spot, ...] = ()
        self._begun: float | None = None

    def play(self, happenings: Iterable[Happening], first: Frame | None) -> bool:
        """Play until the film ends; False if the window was closed before.

        Args:
            happenings: from `toc_pi.app.film_session`.
            first: the film's first picture, shown while the board is searched.
        """
        if first is not None:
            self._window.show_film(first.image)
        coming = iter(happenings)
        with ThreadPoolExecutor(1) as worker:
            found = worker.submit(next, coming, None)
            left = not self._live_until(found.done, self._words["looking"])
        happening = found.result()
        if left or happening is None:
            return not left
        if not all(self._shown(each) for each in chain((happening,), coming)):
            return False
        until = time.monotonic() + LINGER_S
        return self._live_until(lambda: time.monotonic() >= until, "")

    def sum_up(self, summary: Summary) -> None:
        """Show the summary until a tap, a key, or `SUMMARY_S`."""
        self._window.finish(summary)
        until = time.monotonic() + SUMMARY_S
        while time.monotonic() < until and not self._stage.touches():
            rest(POLL_S)

    def _shown(self, happening: Happening) -> bool:
        """Show one happening; False once the window is closed."""
        self._tell(happening)
        if isinstance(happening, Passed):
            self._window.show_film(happening.frame.image, self._spots)
            return self._wait(happening.frame.t / self._speed)
        if isinstance(happening, BoardFound):
            self._calibration = happening.calibration
            doubts = self._stage.look_at(happening.calibration, happening.camouflaged)
            self._stage.hint(" ".join(doubts))
            return True
        if isinstance(happening, Seen):
            self._spots = self._read(happening)
        if isinstance(happening, Verdict):
            self._stage.hint("")  # the hint about hard-to-see pawns was shown
        self._stage.show(happening)
        return True

    def _read(self, seen: Seen) -> tuple[Spot, ...]:
        """Marks at the observed holes in the picture; camp areas are left out."""
        if self._calibration is None:
            return ()
        board, pose = self._calibration.board, self._calibration.pose
        pawns = {str(hole): str(seat) for hole, seat in seen.holes.items()}
        pawns |= {str(hole): "" for hole in seen.unsure}
        spots = []
        for hole, seat in pawns.items():
            if hole not in board.holes:
                continue
            x, y = board.holes[hole]
            middle, side = project(flat(((x, y), (x + SPOT * board.pitch_mm, y))), pose).tolist()
            colour = colour_of(self._calibration.colours.get(seat, "")) if seat else None
            spots.append(Spot(middle[0], middle[1], math.dist(middle, side), colour))
        return tuple(spots)

    def _live_until(self, done: Callable[[], bool], doing: str) -> bool:
        """Keep the window responsive, with running dots, until `done`; False once it is closed."""
        begun, is_open = time.monotonic(), True
        while not done():
            dots = int((time.monotonic() - begun) / DOT_S) % DOTS
            self._window.caption(doing and f"{doing} {'.' * dots}")
            is_open &= not any(isinstance(event, Quit) for event in self._stage.touches())
            rest(POLL_S)
        self._window.caption("")
        return is_open

    def _wait(self, due_s: float) -> bool:
        """Keep the window responsive until a time of the film, also during pauses; False once it is
        closed.
        """
        now = time.monotonic()
        self._begun = now - due_s if self._begun is None else self._begun
        paused_at: float | None = None
        while True:
            for event in self._stage.touches():
                if isinstance(event, Quit):
                    return False
                if event == Tapped("pause"):
                    if paused_at is None:
                        paused_at = time.monotonic()
                    else:
                        self._begun += time.monotonic() - paused_at
                        paused_at = None
                    self._window.caption("" if paused_at is None else self._words["paused"])
            left = self._begun + due_s - time.monotonic()
            if paused_at is None and left <= 0:
                return True
            rest(POLL_S if paused_at is not None else min(POLL_S, left))
