"""Process memory: one heap for all threads, and free memory returned to the system."""

import ctypes
import gc
from contextlib import suppress

_M_ARENA_MAX = -8
"""glibc, malloc.h: the maximum number of heaps."""


def use_one_heap() -> None:
    """Make all threads share one heap, with glibc; to be called before they start.

    With a heap per thread, memory freed by one isn't reused by the next: over twelve games, each with its own
    threads, a process grew from 237 to 298 MB, of which 49 were in use. With one heap it stayed at 228
    (tools/soak.py without faults, 12 minutes of film).
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def give_back() -> None:
    """Return free memory to the system, with glibc, which would keep it.

    Finding and reading a board allocates and frees arrays of all sizes; glibc keeps free memory between
    others, 50 MB with the shipped film.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def release_session_memory() -> None:
    """Free a finished session's memory: its window and threads are in reference cycles."""
    gc.collect()
    give_back()
