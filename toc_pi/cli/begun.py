"""An evening that is about to begin."""

from collections.abc import Callable
from dataclasses import dataclass

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
        alive: to be called regularly while the evening works.
    """

    usual: DataFolders
    places: DataFolders
    settings: Settings
    without_camera: bool
    alive: Callable[[], object]
    new: bool = False
