"""Opens the camera of an evening; a film is played as one, at its own pace."""

import time
from collections.abc import Callable
from pathlib import Path

from hardware.camera import Camera, Frame
from hardware.capture import Film, Webcam
from hardware.errors import DeviceFailed
from hardware.picamera import PiCamera
from toc_pi.messages import joined, said


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


def is_live(name: str) -> bool:
    """Whether the settings name a camera rather than a film."""
    return not name.startswith("film ")


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
