"""Reads files given by people (text, TOML, JSON); any fault is a one-line error with the file's name."""

from pathlib import Path
from typing import Any

from calibration.files import disk, documents
from toc_pi.errors import BadInput, short
from toc_pi.messages import said


def read_text(path: Path, most_bytes: int = disk.TEXT_BYTES) -> str:
    """A text file; `/dev/stdin` is standard input.

    Raises:
        BadInput: there is none, it is too large, or no text.
    """
    try:
        return disk.read_text(path, most_bytes)
    except disk.Unreadable as error:
        raise BadInput(said("{path}: {why}", path=short(path), why=error)) from error


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file.

    Raises:
        BadInput: it is missing, can't be read, or is no TOML.
    """
    try:
        return documents.parse_toml(disk.read_text(path))
    except disk.Unreadable as error:
        raise BadInput(said("{path}: {why}", path=short(path), why=error)) from error


def read_json(path: Path) -> Any:
    """The content of a JSON file.

    Raises:
        BadInput: it is missing, can't be read, or is no JSON.
    """
    try:
        return documents.parse_json(disk.read_text(path))
    except disk.Unreadable as error:
        raise BadInput(said("{path}: {why}", path=short(path), why=error)) from error
