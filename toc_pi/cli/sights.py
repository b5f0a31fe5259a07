"""Opens the camera named in the settings, for an evening or for lessons."""

from hardware.camera import Camera
from toc_pi.app.cameras import is_live, open_camera
from toc_pi.app.recorders import RecordingSights
from toc_pi.app.recording import Recording
from toc_pi.app.resumption import Find
from toc_pi.app.sights import Sights
from toc_pi.app.waiting_pawns import open_observer
from toc_pi.store.settings import Settings


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
    name, live = settings.camera, is_live(settings.camera)
    film = None if live else open_camera(name)

    def opened() -> Camera:
        return film or open_camera(name)

    if recording is not None:
        return RecordingSights(opened, find, recording, live=live, open_observer=open_observer)
    return Sights(opened, find, open_observer, started_s=started_s, live=live)
