"""A GPIO chip in a file, in place of the library lgpio: a pin stays as it was when a program is killed.

The file has a letter for each GPIO: `.` input, `0` or `1` output. Its name is in the variable HELD_PINS.
"""

import os
from pathlib import Path
from typing import Any

BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
SET_BIAS_DISABLE, SET_BIAS_PULL_UP, SET_BIAS_PULL_DOWN = 128, 32, 64  # what gpiozero 1.6 calls them
FILE = Path(os.environ["HELD_PINS"])


class error(Exception):  # noqa: N801  # lgpio's own name
    """What lgpio raises."""


class callback:  # noqa: N801
    """Never called: no button is pressed."""

    def __init__(self, *_: Any) -> None:
        pass

    def cancel(self) -> None:
        """Do nothing."""


def gpiochip_open(_chip: int) -> int:
    return os.open(FILE, os.O_RDWR)


def gpiochip_close(handle: int) -> None:
    os.close(handle)


def _put(handle: int, gpio: int, letter: bytes) -> None:
    os.pwrite(handle, letter, gpio)


def gpio_claim_input(handle: int, gpio: int, _flags: int = 0) -> None:
    _put(handle, gpio, b".")


def gpio_claim_output(handle: int, gpio: int, level: int = 0, _flags: int = 0) -> None:
    _put(handle, gpio, b"%d" % level)


def gpio_claim_alert(*_: Any) -> None:
    pass


def gpio_free(*_: Any) -> None:
    pass


def gpio_set_debounce_micros(*_: Any) -> None:
    pass


def gpio_get_mode(handle: int, gpio: int) -> int:
    return 0 if os.pread(handle, 1, gpio) == b"." else 2


def gpio_read(handle: int, gpio: int) -> int:
    return int(os.pread(handle, 1, gpio) == b"1")


def gpio_write(handle: int, gpio: int, level: int) -> None:
    _put(handle, gpio, b"%d" % level)


def tx_pwm(handle: int, gpio: int, _frequency: float, duty: float) -> None:
    _put(handle, gpio, b"1" if duty else b"0")
