"""Progress in lessons: stars by pupil and lesson, in one small file."""

from collections.abc import Mapping
from pathlib import Path

from toc_pi.errors import DamagedStore
from toc_pi.messages import said
from toc_pi.store.by_name import read_by_name, write_by_name

MOST_STARS = 3
NAME = "lessons.json"

Stars = Mapping[str, int]


def load_progress(folder: Path, pupil: str) -> Stars:
    """The stars of a pupil; empty if there are none.

    Raises:
        DamagedStore: the file can't be read; it was put aside.
    """
    return _all(folder).get(pupil, {})


def save_progress(folder: Path, pupil: str, stars: Stars) -> None:
    """Store a pupil's stars; the file is written atomically.

    Raises:
        OSError: it can't be written.
    """
    try:
        known = _all(folder)
    except DamagedStore:
        known = {}
    write_by_name(folder / NAME, {**known, pupil: dict(stars)})


def _all(folder: Path) -> dict[str, Stars]:
    path = folder / NAME
    return read_by_name(path, _is_sound, said("{path}: no stars of lessons", path=path))


def _is_sound(stars: object) -> bool:
    return isinstance(stars, dict) and all(
        type(count) is int and 1 <= count <= MOST_STARS for count in stars.values()
    )
