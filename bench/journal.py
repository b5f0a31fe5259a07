"""Measures how long the loop of a game waits for the journal, on this disk or on a slower one.

    python bench/journal.py [--disk-ms MS] [--log-bytes BYTES] [--pause-ms MS] [--events N] [--folder FOLDER]

An event every 20 ms or so, much more than people do; each is handled and stored (`keep`), in wall-clock time.
With `--disk-ms`, strace lets each fsync take that much longer, as a card does. With `--pause-ms 2500` there
are quiet moments, in which a WAL that is longer than `--log-bytes` is restarted.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "store"))

from journal_writer import events, game

from toc_pi.referee.referee import Referee
from toc_pi.store import journal_file
from toc_pi.store.journal import Journal, keep

TRACE = ("strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync")


def waits_s(folder: Path, count: int, pause_s: float) -> list[float]:
    """How long each event of a game takes, s, with pauses between them; they are stored in a new journal."""
    journal, referee, found = Journal(folder / "games.sqlite"), Referee(game()), list[float]()
    journal.begin({}, "2026-01-01T20:00:00")
    for event in events(7)[:count]:
        begun = time.perf_counter()
        keep(journal, referee, event)
        found.append(time.perf_counter() - begun)
        time.sleep(pause_s)
    journal.close()
    return found


def main() -> None:
    """Measure, and print the median, the 99th percentile and the worst."""
    parser = argparse.ArgumentParser(description="Time the journal.")
    parser.add_argument("--disk-ms", type=int, default=0)
    parser.add_argument("--log-bytes", type=int, default=journal_file.LOG_BYTES)
    parser.add_argument("--pause-ms", type=int, default=20)
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument(
        "--folder", type=Path, help="on the disk to be measured; the usual one for temporary files"
    )
    parser.add_argument("--traced", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.disk_ms and not options.traced:
        slow = f"inject=fsync,fdatasync:delay_exit={1000 * options.disk_ms}"
        os.execvp(TRACE[0], [*TRACE, "-e", slow, sys.executable, *sys.argv, "--traced"])
    journal_file.LOG_BYTES = options.log_bytes
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        found = sorted(1e3 * wait for wait in waits_s(Path(folder), options.events, options.pause_ms / 1e3))
    print(
        f"{len(found)} events, syncs {options.disk_ms} ms longer: {found[len(found) // 2]:.2f} ms median, "
        f"{found[int(0.99 * len(found))]:.1f} ms 99 %, {found[-1]:.1f} ms worst"
    )


if __name__ == "__main__":
    main()
