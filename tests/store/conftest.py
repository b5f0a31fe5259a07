"""Connections that are closed at the end of a test."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest


@pytest.fixture
def closer() -> Iterator[ExitStack]:
    """Closes connections at the end of a test: Python 3.13 warns about open ones."""
    with ExitStack() as stack:
        yield stack
