"""Progress on a terminal: after two seconds, shows what is running and for how long; nothing in a log."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from toc_pi.cli.language import in_words

PATIENCE_S = 2.0  # nothing is shown for work that ends sooner
EVERY_S = 1.0  # between two updates of the time shown


@contextmanager
def progress(doing: str) -> Iterator[None]:
    """Show a progress line with counting seconds, if the block takes longer than two seconds.

    Args:
        doing: the activity, in English: `looking for the board …`.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(doing, done, time.monotonic()), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(doing: str, done: threading.Event, began: float) -> None:
    if done.wait(PATIENCE_S):
        return
    doing_text = in_words(doing)
    while True:
        print(f"\rtoc-pi: {doing_text} {time.monotonic() - began:.0f} s", end="", file=sys.stderr, flush=True)
        if done.wait(EVERY_S):
            print(file=sys.stderr, flush=True)
            return
