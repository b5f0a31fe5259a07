"""Processor time of this process and of others, which other work on a machine hardly changes."""

import resource
from collections.abc import Callable


def spent_s(whose: int = resource.RUSAGE_SELF) -> float:
    """Processor time of this process, or of its children, so far, s."""
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def timed(what: Callable[[], object], whose: int = resource.RUSAGE_SELF) -> float:
    """Processor time of a call, s."""
    before = spent_s(whose)
    what()
    return spent_s(whose) - before
