"""`toc-pi play` in a separate process: started, waited for, and ended."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from patience import PATIENCE_S


@contextmanager
def playing(
    home: Path, environment: Mapping[str, str], *arguments: str
) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """An evening with its folders in `home`; its output goes to a file there."""
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
    """Wait until a condition holds."""
    until = time.monotonic() + patience_s
    while not what():
        assert time.monotonic() < until
        time.sleep(0.05)
