"""Reads a table's slip held up to the camera: the QR code of `toc-pi hall add-table --slips`."""

import traceback

import cv2

from hardware.camera import Frame, Picture
from toc_pi.app.camera.camera_reader import film_of, open_camera
from toc_pi.app.camera.camera_service import CameraService
from toc_pi.store.hall import Slip, read_slip


def slip_in(picture: Picture) -> Slip | str:
    """The slip in a picture; else the content of another code, "" if there is none."""
    line = str(cv2.QRCodeDetector().detectAndDecode(picture)[0])
    return read_slip(line) or line


class SlipView(CameraService):
    """Searches for a slip in a camera's newest pictures.

    Attributes:
        found: result of `slip_in` for the last picture; a slip is kept.
    """

    found: Slip | str = ""

    def work(self, _epoch: int, frames: tuple[Frame, ...]) -> None:
        """Search the newest picture."""
        try:
            found = slip_in(frames[-1].image)
        except (cv2.error, UnicodeDecodeError):
            traceback.print_exc()  # one bad picture must not end it
            return
        if not isinstance(self.found, Slip):
            self.found = found


def open_slip_view(name: str) -> SlipView:
    """Search the configured camera's pictures.

    Raises:
        DeviceFailed, BadFilm: it can't be opened.
    """
    film = film_of(name)
    view = SlipView(lambda: film or open_camera(name), live=film is None)
    view.start()
    return view
