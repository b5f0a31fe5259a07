"""A table's settings as they are stored: read without checks, and written."""

import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from calibration.files.disk import kind_of
from toc_pi.app.setup.answers import Answers, settings_of
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.reporting import Report
from toc_pi.store.people import Families
from toc_pi.store.settings import DataFolders, write_settings

if TYPE_CHECKING:  # it loads OpenCV
    from calibration.setup.calibration_file import Calibration


class SetupResult(NamedTuple):
    """A table's settings.

    Attributes:
        places: their folders.
        seen: what was learnt of board and pawns while they were set up; None if the camera didn't see them.
        camera: for this evening; None for that of the settings.
    """

    places: DataFolders
    seen: "Calibration | None" = None
    camera: str | None = None


def keep(places: DataFolders, answers: Answers, tell: Report) -> DataFolders:
    """Write the answers as settings, and remember this table."""
    settings = settings_of(answers)
    try:
        written = write_settings(places, settings)
    except OSError as error:
        tell(said("{path}: can't be written ({why})", path=places.state, why=error.strerror))
        return write_settings(replace(places, config=Path(tempfile.mkdtemp(prefix="toc-pi-"))), settings)
    Families(places.state).remember(settings)
    return written


def stored_settings(places: DataFolders) -> Mapping[str, Any]:
    """The settings' content, empty if there are none; a board file beside them gets its full path."""
    try:
        settings = read_toml(places.settings)
    except (BadInput, OSError):
        return {}
    name = settings.get("board")
    if isinstance(name, str) and name.endswith(".toml") and kind_of(beside := places.config / name) == "file":
        return {**settings, "board": str(beside)}
    return settings
