"""Small files of what is known of people, by name: one JSON object, checked when read, written whole."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.files.disk import write_whole
from toc_pi.documents import read_json
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import Message, said
from toc_pi.store.aside import put_aside

Kept = dict[str, Any]


def read_by_name(path: Path, is_sound: Callable[[object], bool], wrong: Message) -> Kept:
    """What such a file holds; nothing where it isn't there.

    Args:
        path: the file.
        is_sound: whether what stands under a name is what the file is for.
        wrong: what is said where it isn't, without what became of the file.

    Raises:
        DamagedStore: the file can't be read or holds something else; it was put aside.
    """
    if not path.exists() and not path.is_symlink():
        return {}
    try:
        content = read_json(path)
    except BadInput as error:
        raise _put_aside(path, error) from error
    if not isinstance(content, dict) or not all(map(is_sound, content.values())):
        raise _put_aside(path, wrong)
    return dict(content)


def write_by_name(path: Path, content: Kept) -> None:
    """Write such a file whole or not at all, in a folder that is made where it is missing.

    Raises:
        OSError: it can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(content, ensure_ascii=False).encode())


def _put_aside(path: Path, why: object) -> DamagedStore:
    return DamagedStore(said("{why}; it was put aside as {aside}", why=why, aside=put_aside(path)))
