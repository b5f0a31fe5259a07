"""SIGTERM, as systemd sends it, handled like Ctrl-C: films, lamps and the journal are closed in order."""

import signal


def interrupt_on_sigterm() -> None:
    """Raise KeyboardInterrupt in the main thread when SIGTERM arrives."""
    signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt
