"""Closes the journals of a test's tables."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent / "table"))

from tables import close_journals


@pytest.fixture(autouse=True)
def _closed_journals() -> Iterator[None]:
    yield
    close_journals()
