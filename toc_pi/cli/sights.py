"""Opens the camera named in the settings, for an evening or for lessons."""

from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera
from toc_pi.app.camera.camera_line import film_of, open_camera
from toc_pi.app.camera.sights import PictureObserver, Sights
from toc_pi.app.camera.waiting_pawns import open_observer
from toc_pi.app.recording.recording import Recording, RecordingSights
from toc_pi.app.resumption import Find
from toc_pi.store.settings import Settings

LONGEST_HOLD_S = 60.0
"""A film waits at its beginning for this long at most until the board is found in it."""


def open_sights(
    settings: Settings, find: Find, started_s: float = 0.0, recording: Recording | None = None
) -> Sights:
    """Open the sights of a camera, waiting for it as long as it takes, or of a film.

    Args:
        settings: name the camera.
        find: finds the board.
        started_s: the game's time at the start, s.
        recording: records the pictures.

    Raises:
        BadFilm: there is no such film, or it can't be read.
    """
    name = settings.camera
    film = film_of(name, LONGEST_HOLD_S)

    def opened() -> Camera:
        return film or open_camera(name)

    def found(calibration: Calibration) -> PictureObserver:
        observer = open_observer(calibration)
        if film is not None:
            film.go_on()
        return observer

    if recording is not None:
        return RecordingSights(opened, find, recording, live=film is None, open_observer=found)
    return Sights(opened, find, found, started_s=started_s, live=film is None)
