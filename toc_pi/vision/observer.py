"""Readings over time: what the board shows once it is still and clear (knows no rules)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.record import Calibration
from toc_pi.vision.reading import Reading, open_reader, read_with
from toc_pi.vision.view import Glance, board_mask, glance, is_dark, is_still, moved_share

Image = NDArray[np.uint8]
View = Literal["watching", "hand", "moved", "blind", "light"]


@dataclass(frozen=True, slots=True)
class Observation:
    """What the board shows, still and clear; see `Reading`.

    Attributes:
        t: seconds of film.
    """

    t: float
    holes: Mapping[str, str]
    unsure: frozenset[str]
    probability: Mapping[str, Mapping[str, float]]
    white: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ViewChange:
    """What can be seen of the board has changed: watching, hand, moved, blind or light."""

    t: float
    state: View


class Observer:
    """Looks at every picture in order and says what changed."""

    def __init__(self, calibration: Calibration) -> None:
        self._reader = open_reader(calibration)
        self._mask = board_mask(
            calibration.board, calibration.pose, calibration.size, calibration.pawns.height
        )
        self._before: Glance | None = None
        self._last: Reading | None = None
        self._told: Reading | None = None
        self._state: View = "watching"
        self._settled = False

    def look(self, frame_t: float, image: Image) -> tuple[Observation | ViewChange, ...]:
        """What this picture adds.

        Args:
            frame_t: seconds of film.
            image: (h, w, 3), of the calibration's camera.
        """
        now, before = glance(image), self._before
        self._before = now
        if is_dark(now):
            self._last = None
            return self._change(frame_t, "blind")
        if before is None or not is_still(moved_share(now, before, self._mask)):
            self._last, self._settled = None, False
            return self._change(frame_t, "hand") if before is not None else ()
        if self._settled:
            return ()
        reading = read_with(image, self._reader, self._told)
        if reading.state != "clear":
            self._last = None
            return self._change(frame_t, reading.state)
        last, self._last = self._last, reading
        if last is None or last.holes != reading.holes:
            return ()
        self._settled = True
        out = self._change(frame_t, "watching")
        told = self._told
        if told is not None and told.holes == reading.holes and told.unsure == reading.unsure:
            return out
        self._told = reading
        return (
            *out,
            Observation(frame_t, reading.holes, reading.unsure, reading.probability, reading.white),
        )

    def _change(self, t: float, state: View) -> tuple[ViewChange, ...]:
        if state == self._state:
            return ()
        self._state = state
        return (ViewChange(t, state),)
