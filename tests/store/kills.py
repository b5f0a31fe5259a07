"""Kill a program while it writes a journal, and check that nothing acknowledged is lost."""

import select
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from journal_writer import events, game

from toc_pi.errors import DamagedStore
from toc_pi.referee.referee import Referee
from toc_pi.store.journal import Journal
from toc_pi.store.records import records_of

WRITER = Path(__file__).with_name("journal_writer.py")
SEED = 7
GAME_EVENTS = 3000
STARTING = 1 / 8


def kill_often(path: Path, count: int, rng: Random) -> list[str]:
    """Let a program write, kill it at a random moment, read the journal; repeatedly.

    The writer is restarted when its game has become long. One in eight is killed while it is starting.

    Args:
        path: the journal.
        count: number of kills.
        rng: random generator.

    Returns:
        The faults as texts; empty for none.
    """
    faults: list[str] = []
    script, reached, again = events(SEED), 0, Referee(game())
    for number in range(count):
        with subprocess.Popen(
            [sys.executable, str(WRITER), str(path), str(SEED)], stdout=subprocess.PIPE
        ) as writer:
            assert writer.stdout is not None
            starting = rng.random() < STARTING
            select.select([writer.stdout], [], [], rng.uniform(0.0, 1.0) if starting else 30.0)
            time.sleep(rng.uniform(0.0, 0.05))
            writer.kill()
            acknowledged = writer.stdout.read().split(b"\n")[:-1]
        last = float(acknowledged[-1].split()[1]) if acknowledged else 0.0
        try:
            journal = Journal(path)
            saved = journal.unfinished()
            journal.close()
        except DamagedStore as error:
            faults.append(f"kill {number}: unreadable: {error}")
            break
        if saved is None or saved.state is None:
            if acknowledged:
                faults.append(f"kill {number}: the game is gone")
            continue
        if saved.t < last:
            faults.append(f"kill {number}: {last} was acknowledged, {saved.t} is there")
        while reached < len(script) and script[reached].t <= saved.t:
            again.step(script[reached])
            reached += 1
        if records_of(saved.state) != records_of(again.state):
            faults.append(f"kill {number}: the state at {saved.t} is another one")
        if reached > GAME_EVENTS:
            path = path.with_name(f"{number}-{path.name}")
            reached, again = 0, Referee(game())
    return faults
