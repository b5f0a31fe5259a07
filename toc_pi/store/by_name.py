"""Small files of data about people, by name: one JSON object, checked on reading, written atomically."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.files.disk import is_missing, write_whole
from toc_pi.documents import read_json
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import Message, said
from toc_pi.store.aside import put_aside

Kept = dict[str, Any]


def read_by_name(path: Path, is_sound: Callable[[object], bool], wrong: Message) -> Kept:
    """The content of such a file; empty if it is missing.

    Args:
        path: the file.
        is_sound: checks the value of a name.
        wrong: the message if a value is wrong, without what was done with the file.

    Raises:
        DamagedStore: the file can't be read or holds something else; it was put aside.
    """
    if is_missing(path):
        return {}
    try:
        content = read_json(path)
    except BadInput as error:
        raise _put_aside(path, error) from error
    if not isinstance(content, dict) or not all(map(is_sound, content.values())):
        raise _put_aside(path, wrong)
    return dict(content)


def write_by_name(path: Path, content: Kept) -> None:
    """Write such a file atomically; its folder is made if missing.

    Raises:
        OSError: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(content, ensure_ascii=False).encode())


def _put_aside(path: Path, why: object) -> DamagedStore:
    return DamagedStore(said("{why}; it was put aside as {aside}", why=why, aside=put_aside(path)))
