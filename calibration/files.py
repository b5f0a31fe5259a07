"""A file written whole or not at all, even when the power goes."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, so that at any moment there is either the old one or the new one.

    What is no plain file (a pipe, /dev/stdout) is written to as it is.

    Raises:
        OSError: it can't be written; the old one is as it was.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path = path.resolve()  # a link stays one
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
