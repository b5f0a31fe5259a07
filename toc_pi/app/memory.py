"""Memory that finding and reading a board took for a moment, given back to the system."""

import ctypes
from contextlib import suppress


def give_back() -> None:
    """Give free memory back to the system, where the C library is one that keeps it (glibc).

    Finding and reading a board takes and frees arrays of all sizes; glibc keeps what lies between others, of
    the shipped film 50 MB.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
