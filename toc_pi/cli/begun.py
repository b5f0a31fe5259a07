"""An evening that is about to begin."""

from collections.abc import Callable
from dataclasses import dataclass

from calibration.setup.calibration_file import Calibration
from toc_pi.store.settings import DataFolders, Settings


@dataclass(frozen=True, slots=True)
class Begun:
    """An evening that is about to begin.

    Attributes:
        usual: the default folders, where changed settings are written.
        places: the folders of its settings and its state.
        settings: its settings.
        without_camera: whether pawns are moved on the screen.
        new: whether a new game begins, even if the last one is unfinished.
        seen: what was learnt of board and pawns during the set-up just now; None if nothing was.
        alive: to be called regularly while the evening works.
    """

    usual: DataFolders
    places: DataFolders
    settings: Settings
    without_camera: bool
    alive: Callable[[], object]
    new: bool = False
    seen: Calibration | None = None
