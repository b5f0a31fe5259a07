"""Memory of the whole process: one heap for all threads, and what is free is given back to the system."""

import ctypes
import gc
from contextlib import suppress

_M_ARENA_MAX = -8
"""glibc, malloc.h: the maximum number of heaps."""


def use_one_heap() -> None:
    """Let all threads take memory from one heap, where the C library is glibc; called before they begin.

    With a heap for each thread, what one of them has freed isn't used by the next: over twelve games, each
    with threads of its own, a process grew from 237 to 298 MB, of which 49 were in use. With one heap it
    stayed at 228 (tools/soak.py without faults, 12 minutes of film).
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def give_back() -> None:
    """Give free memory back to the system, where the C library is one that keeps it (glibc).

    Finding and reading a board takes and frees arrays of all sizes; glibc keeps what lies between others, of
    the shipped film 50 MB.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def forget_evening() -> None:
    """Give back the memory of an evening that is over: its window and threads refer to each other."""
    gc.collect()
    give_back()
