"""`toc-pi play` in a process of its own: begun, waited for, and ended at last."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PATIENCE_S = 60.0


@contextmanager
def playing(
    home: Path, environment: Mapping[str, str], *arguments: str
) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """An evening whose folders lie in `home`; what it says lands in a file there."""
    said = home / "said"
    with said.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", "toc_pi", "play", *arguments],
            env={**environment, "TOC_PI_HOME": str(home), "LC_ALL": "C.UTF-8"},
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        yield process, said
    finally:
        process.kill()
        process.wait()


def wait(what: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Wait until something is so."""
    until = time.monotonic() + patience_s
    while not what():
        assert time.monotonic() < until
        time.sleep(0.05)
