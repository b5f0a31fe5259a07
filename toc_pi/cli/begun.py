"""An evening that may begin, and how it goes on when people ask for something else."""

from collections.abc import Callable
from dataclasses import dataclass

from toc_pi.store.settings import DataFolders, Settings


@dataclass(frozen=True, slots=True)
class Begun:
    """An evening that may begin.

    Attributes:
        usual: the usual places, where settings are written that are changed.
        places: where its settings and its state are.
        settings: what they say.
        without_camera: nobody looks; pawns are moved on the screen.
        new: a new game begins, whatever became of the last one.
        alive: to be called as long as it goes well.
    """

    usual: DataFolders
    places: DataFolders
    settings: Settings
    without_camera: bool
    alive: Callable[[], object]
    new: bool = False
