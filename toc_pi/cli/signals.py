"""Ctrl-C, and SIGTERM as systemd sends it: films, lamps and the journal are closed in order."""

import signal
import sys

AGAIN_S = 0.01  # until an interrupt that Python dropped is raised once more
_asked = False


def interrupt_on_signals(wait_s: float = 0.0) -> None:
    """Raise KeyboardInterrupt in the main thread when SIGINT or SIGTERM arrives.

    A signal's handler runs between any two instructions. If it raises while a lock of `threading` is being
    taken, the lock is never given back, and the program hangs when it closes what the lock protects. In
    `__del__` and in callbacks of weak references Python drops what is raised, and the program goes on.

    Args:
        wait_s: so long the interrupt waits for `end_if_asked`; then it is raised wherever the program is.
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

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, note)
    signal.signal(signal.SIGALRM, _interrupt)
    sys.unraisablehook = raise_again


def end_if_asked() -> None:
    """Raise KeyboardInterrupt if a signal has asked for it: to be called where nothing is half done."""
    global _asked
    if _asked:
        _asked = False
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        raise KeyboardInterrupt


def _interrupt(_signal: int, _frame: object) -> None:
    global _asked
    _asked = False
    raise KeyboardInterrupt
