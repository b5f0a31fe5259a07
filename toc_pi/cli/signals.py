"""Ctrl-C, and SIGTERM as systemd sends it: films, lamps and the journal are closed in order."""

import signal
import sys

AGAIN_S = 0.01  # until an interrupt that Python dropped is raised once more


def interrupt_on_signals() -> None:
    """Raise KeyboardInterrupt in the main thread when SIGTERM arrives, and again when Python drops one.

    A signal's handler runs between any two instructions. In `__del__` or the callback of a weak reference
    (the import system and threads have such) Python drops what is raised, and the program would go on.
    """
    signal.signal(signal.SIGTERM, _interrupt)
    former = sys.unraisablehook

    def raise_again(dropped: "sys.UnraisableHookArgs") -> None:
        if dropped.exc_type is not KeyboardInterrupt:
            former(dropped)
            return
        signal.signal(signal.SIGALRM, _interrupt)
        signal.setitimer(signal.ITIMER_REAL, AGAIN_S)

    sys.unraisablehook = raise_again


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt
