"""Closes the journals of a test's tables."""

from collections.abc import Iterator

import pytest
from tables import close_journals


@pytest.fixture(autouse=True)
def _closed_journals() -> Iterator[None]:
    yield
    close_journals()
