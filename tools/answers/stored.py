"""Files that an earlier program stored: settings, two games, a calibration and a pack of cards."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from answers.jobs import ROOT, Answers, Job, ask

DATA = ROOT / "tests" / "data"
CALLS = {
    "config": "config",
    "games": "games",
    "games-json": "games --json",
    "pack": "cards show",
    **{f"export-{game}": f"export {game}" for game in (1, 2)},
    **{f"notation-{game}": f"export {game} --notation" for game in (1, 2)},
    **{f"report-{game}": f"report {game} -o -" for game in (1, 2)},
    "read": f"read {DATA}/calibration/005.jpg --calibration home/state/table.calibration --json",
}


def jobs() -> Iterator[Job]:
    """One job."""
    yield Job("stored/", answers)


def answers() -> Answers:
    """What the program says of each file, and the state in which it goes on with the last game."""
    from toc_pi.store.games import load_game
    from toc_pi.store.records import records_of

    shutil.copytree(DATA / "stored", "home")
    saved = load_game(Path("home/state/games.sqlite"), 2)
    state = json.dumps([saved.t, records_of(saved.state) if saved.state else None], indent=0, sort_keys=True)
    return {"state": state, **{name: str(ask(*call.split())) for name, call in CALLS.items()}}
