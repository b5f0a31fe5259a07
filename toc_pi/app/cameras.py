"""Opens the camera of an evening; a film is played as one, at its own pace."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hardware.camera import Camera, Frame
from hardware.capture import Film, Webcam
from hardware.errors import DeviceFailed
from hardware.picamera import PiCamera
from toc_pi.messages import joined, said

BEGINNING_S = 2.0
"""In the first seconds of a clip the board lies still (FOOTAGE.md, `setup`)."""
REST_S = 0.04  # between the last picture of a film's beginning and its first one again


class AtPace:
    """A film that delivers its pictures when they are due, as a camera would."""

    def __init__(self, film: Camera) -> None:
        self._film = film
        self._begun: float | None = None

    def read(self) -> Frame | None:
        """Wait for the next picture's time and return it."""
        frame = self._film.read()
        if frame is not None:
            now = time.monotonic()
            self._begun = now - frame.t if self._begun is None else self._begun
            time.sleep(max(0.0, self._begun + frame.t - now))
        return frame

    def close(self) -> None:
        """Close the film."""
        self._film.close()


class Held:
    """A film that stays at its beginning, where all pawns are in their camps, until it may go on.

    Args:
        path: of the film.
        longest_s: after this long it goes on by itself.

    Raises:
        BadFilm: it can't be read.
    """

    def __init__(self, path: Path, longest_s: float = math.inf) -> None:
        self._path = path
        self._film = AtPace(Film(path))
        self._longest_s = longest_s
        self._ahead_s = self._last_s = 0.0

    def go_on(self) -> None:
        """Let it go on to its end."""
        self._longest_s = 0.0

    def read(self) -> Frame | None:
        """The next picture; while it is held, the first one follows the beginning."""
        frame = self._film.read()
        if (frame is None or frame.t > BEGINNING_S) and self._last_s < self._longest_s:
            self._film.close()
            self._film, self._ahead_s = AtPace(Film(self._path)), self._last_s + REST_S
            frame = self._film.read()
        if frame is None:
            return None
        self._last_s = frame.t + self._ahead_s
        return replace(frame, t=self._last_s)

    def close(self) -> None:
        """Close the film."""
        self._film.close()


def is_live(name: str) -> bool:
    """Whether the settings name a camera rather than a film."""
    return not name.startswith("film ")


def film_of(name: str, longest_s: float = math.inf) -> Held | None:
    """Open the film that the settings name, held at its beginning; None if they name a camera.

    Raises:
        BadFilm: it can't be read.
    """
    return None if is_live(name) else Held(Path(name.partition(" ")[2]), longest_s)


def open_camera(name: str) -> Camera:
    """Open the camera that the settings name.

    Args:
        name: `auto`, `pi`, `usb N` or `film PATH`, as `toc_pi.store.settings` allows.

    Raises:
        DeviceFailed: there is no such camera; with `auto`, none at all.
        BadFilm: the film can't be read.
    """
    kind, _, which = name.partition(" ")
    if kind == "film":
        return AtPace(Film(Path(which)))
    if kind == "usb":
        return Webcam(int(which))
    if kind == "pi":
        return PiCamera()
    tried: list[str] = []
    kinds: tuple[Callable[[], Camera], ...] = (PiCamera, Webcam)
    for make in kinds:
        try:
            return make()
        except DeviceFailed as error:
            tried.append(str(error))
    raise DeviceFailed(said("no camera found ({why})", why=joined(tried)))
