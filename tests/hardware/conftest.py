"""Every test begins with pins of its own."""

import pytest
from gpiozero.pins.mock import MockFactory


@pytest.fixture(autouse=True)
def unused_pins() -> None:
    """gpiozero 1.6 has one set of pins for all factories of a process."""
    MockFactory().reset()
