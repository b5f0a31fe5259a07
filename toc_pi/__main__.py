"""The command `toc-pi`, also as `python -m toc_pi`: until everything is loaded, Ctrl-C just ends it.

While Python itself and the script that imports this start, nothing here can: it ends by the signal, or with a
traceback.
"""

import _signal as signal  # type: ignore[import-not-found]  # `signal` takes ten times as long to load
import os

TYPE_CHECKING = False
if TYPE_CHECKING:  # so does this
    from typing import NoReturn

INTERRUPTED = 130  # as `toc_pi.cli.terminal` says; nothing is loaded here


def run() -> "NoReturn":
    """The entry point of the installed command."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:  # not where a shell has told it to ignore Ctrl-C
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from toc_pi.cli import main

    # A library that is being loaded may swallow what a handler raises.
    main.run(lambda: signal.signal(signal.SIGINT, usual))


if __name__ == "__main__":
    run()
