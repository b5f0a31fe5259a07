"""What each pupil has learned: stars by name and lesson, in one small file."""

import json
from collections.abc import Mapping
from pathlib import Path

from toc_pi.documents import read_json
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import said
from toc_pi.store.aside import put_aside

MOST_STARS = 3
NAME = "lessons.json"

Stars = Mapping[str, int]


def load_progress(folder: Path, pupil: str) -> Stars:
    """The stars of a pupil; none where nothing was learned yet.

    Raises:
        DamagedStore: the file can't be read; it was put aside, and everybody begins anew.
    """
    return _all(folder).get(pupil, {})


def save_progress(folder: Path, pupil: str, stars: Stars) -> None:
    """Keep a pupil's stars beside the others'; the file is written whole or not at all.

    Raises:
        OSError: it can't be written.
    """
    path = folder / NAME
    try:
        known = _all(folder)
    except DamagedStore:
        known = {}
    folder.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{NAME}.new")
    new.write_text(json.dumps({**known, pupil: dict(stars)}, ensure_ascii=False), encoding="utf-8")
    new.replace(path)


def _all(folder: Path) -> dict[str, Stars]:
    path = folder / NAME
    if not path.exists() and not path.is_symlink():
        return {}
    try:
        content = read_json(path)
    except BadInput as error:
        raise DamagedStore(
            said("{why}; it is put aside as {aside}", why=error, aside=put_aside(path))
        ) from error
    if not _is_sound(content):
        raise DamagedStore(
            said(
                "{path}: no stars of lessons; it is put aside as {aside}",
                path=path,
                aside=put_aside(path),
            )
        )
    return dict(content)


def _is_sound(content: object) -> bool:
    return isinstance(content, dict) and all(
        isinstance(stars, dict)
        and all(type(count) is int and 1 <= count <= MOST_STARS for count in stars.values())
        for stars in content.values()
    )
