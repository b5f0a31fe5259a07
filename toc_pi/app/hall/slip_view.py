"""Reads a table's slip, held before the camera: the QR code of `toc-pi hall add-table --slips`."""

import traceback

import cv2

from hardware.camera import Frame, Picture
from toc_pi.app.camera.camera_reader import film_of, open_camera
from toc_pi.app.camera.camera_watch import CameraWorker
from toc_pi.store.hall_slip import Slip, read_slip


def slip_in(picture: Picture) -> Slip | str:
    """The slip in a picture; else what another code says, "" where there is none."""
    line = str(cv2.QRCodeDetector().detectAndDecode(picture)[0])
    return read_slip(line) or line


class SlipView(CameraWorker):
    """Looks for a slip in a camera's newest pictures.

    Attributes:
        found: as `slip_in` says, in the picture before; a slip stays.
    """

    found: Slip | str = ""

    @property
    def fault(self) -> str:
        """The camera's fault, a key of the window's texts; "" for none."""
        return "" if self._watch.fault is None else self._watch.fault.value

    def work(self, _epoch: int, frames: tuple[Frame, ...]) -> None:
        """Look into the newest picture."""
        try:
            found = slip_in(frames[-1].image)
        except (cv2.error, UnicodeDecodeError):
            traceback.print_exc()  # no picture may end it: go on with the next one
            return
        if not isinstance(self.found, Slip):
            self.found = found


def open_slip_view(name: str) -> SlipView:
    """Look through the camera that the settings name.

    Raises:
        DeviceFailed, BadFilm: it can't be opened.
    """
    film = film_of(name)
    view = SlipView(lambda: film or open_camera(name), live=film is None)
    view.start()
    return view
