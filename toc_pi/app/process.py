"""The process: the main loop of everything on the screen (games, lessons, set-up, safe mode), and its memory.

Between two steps the loop feeds systemd's watchdog, and ends the program if a signal has requested that.
"""

import ctypes
import gc
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Generic, TypeVar

REST_S = 0.02  # after each step
END_S = 1.0
"""A signal ends the program between two steps of its loop, which take up to 0.1 s; after this time,
anywhere.
"""
AGAIN_S = 0.01  # pause before an interrupt that Python dropped is raised again
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals for a clean exit, with lamps switched off."""
_asked = False


Alive = Callable[[], object]  # called regularly: feeds a watchdog


def keep_alive() -> None:
    """Feed systemd's watchdog, and end the program if a signal has asked for that.

    Raises:
        KeyboardInterrupt: one has.
    """
    end_if_asked()
    notify("WATCHDOG=1")


def run(step: Callable[[Alive], bool], alive: Alive = keep_alive, rest_s: float = REST_S) -> None:
    """Call `step` until it returns False; it calls `alive` while everything works."""
    while step(alive):
        time.sleep(rest_s)


def rest(seconds: float) -> None:
    """Sleep; raises KeyboardInterrupt if a signal has requested the end.

    Raises:
        KeyboardInterrupt: one has.
    """
    time.sleep(seconds)
    end_if_asked()


def notify(message: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send systemd a message such as `READY=1`, several separated by newlines; False if that isn't possible.

    Source: systemd's sd_notify(3).
    """
    path = environment.get("NOTIFY_SOCKET")
    if not path:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        try:
            # Names that begin with @ are in the abstract namespace.
            sender.connect(f"\0{path[1:]}" if path[0] == "@" else path)
            sender.sendall(message.encode())
        except OSError:
            # The game matters more than the message.
            return False
    return True


def interrupt_on_signals(wait_s: float = END_S) -> None:
    """Raise KeyboardInterrupt in the main thread when a signal of `ENDING` arrives.

    A signal handler runs between any two instructions. If it raises while a `threading` lock is being
    acquired, the lock is never released, and the program hangs when it closes what the lock protects. In
    `__del__` and weak reference callbacks Python drops exceptions, and the program continues.

    Args:
        wait_s: how long the interrupt waits for `end_if_asked`; then it is raised anywhere.
    """
    global _asked
    _asked = False
    former = sys.unraisablehook

    def note(_signal: int, _frame: object) -> None:
        global _asked
        if not wait_s:
            raise KeyboardInterrupt
        if not _asked:
            _asked = True
            signal.setitimer(signal.ITIMER_REAL, wait_s)

    def raise_again(dropped: "sys.UnraisableHookArgs") -> None:
        if dropped.exc_type is KeyboardInterrupt:
            signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
        else:
            former(dropped)

    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, note)
    signal.signal(signal.SIGALRM, _interrupt)
    sys.unraisablehook = raise_again


def end_if_asked() -> None:
    """Raise KeyboardInterrupt if a signal has requested it: called at safe points."""
    global _asked
    if _asked:
        _asked = False
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        raise KeyboardInterrupt


def _interrupt(_signal: int, _frame: object) -> None:
    global _asked
    _asked = False
    raise KeyboardInterrupt


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


Loaded = TypeVar("Loaded")


class Loading(Generic[Loaded]):
    """Loads slow parts in a thread, while the first page is already on the screen.

    Args:
        load: imports modules and returns a value.
    """

    def __init__(self, load: Callable[[], Loaded]) -> None:
        self._load = load
        self._loaded: Loaded | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="loading", daemon=True)
        self._thread.start()

    def take(self) -> Loaded | None:
        """The function's result; None while it runs.

        Raises:
            Exception: raised by the function.
        """
        if self._error is not None:
            raise self._error
        return self._loaded

    def wait(self) -> None:
        """Wait for its end: a program that exits in the middle of an import may crash."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loaded = self._load()
        except Exception as error:
            self._error = error
