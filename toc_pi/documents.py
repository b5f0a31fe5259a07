"""Files that people give, as text, TOML or JSON: whatever is wrong with one is a line with its name."""

from pathlib import Path
from typing import Any

from calibration import documents, files
from toc_pi.errors import BadInput, short
from toc_pi.messages import said


def read_text(path: Path, most_bytes: int = files.TEXT_BYTES) -> str:
    """A text file; `/dev/stdin` is standard input.

    Raises:
        BadInput: there is none, it is too large, or no text.
    """
    try:
        return files.read_text(path, most_bytes)
    except files.Unreadable as error:
        raise BadInput(said("{path}: {why}", path=short(path), why=error)) from error


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file.

    Raises:
        BadInput: it is missing, can't be read, or is no TOML.
    """
    try:
        return documents.parse_toml(files.read_text(path))
    except files.Unreadable as error:
        raise BadInput(said("{path}: {why}", path=short(path), why=error)) from error


def read_json(path: Path) -> Any:
    """The content of a JSON file.

    Raises:
        BadInput: it is missing, can't be read, or is no JSON.
    """
    try:
        return documents.parse_json(files.read_text(path))
    except files.Unreadable as error:
        raise BadInput(said("{path}: {why}", path=short(path), why=error)) from error
