"""Compares an earlier commit's referee with this one on the same simulated evenings, or the same films.

    python tools/compare_referees.py COMMIT [--games N] [--untold] [--first SEED] [--turns N]
    python tools/compare_referees.py COMMIT [--untold] --clips CLIP...

The evenings are played, or the clips watched, with the earlier program, in a copy of its tree; its referee's
events are then replayed to this one. The first disagreement of each game is printed: a person decides which
side is right, and adds a test. Exit status 1 if there is one.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REPORTED_AFTER = 10  # evenings, between two lines of progress
Steps = list[tuple[str, Any, Any]]
"""Events: the name of each, the event, and its effects."""


def record(options: argparse.Namespace) -> None:
    """Play evenings or watch clips with the imported referee.

    Prints a line for each: seed or clip, seconds so far, events and effects.
    """
    sys.path[:0] = [str(Path.cwd() / "tests" / "referee"), str(Path.cwd() / "tests" / "store")]
    from toc_pi.referee.referee import Referee
    from toc_pi.store.records import to_json

    step, spent_s = Referee.step, 0.0
    steps: dict[int, Steps] = {}  # by referee: only the first is compared if a room restarted after a fault

    def noting(referee: Referee, event: Any) -> Any:
        nonlocal spent_s
        begun_s = time.monotonic()
        effects = step(referee, event)
        spent_s += time.monotonic() - begun_s
        named = [[type(effect).__name__, to_json(effect)] for effect in effects]
        steps.setdefault(id(referee), []).append((type(event).__name__, to_json(event), named))
        return effects

    Referee.step = noting  # type: ignore[method-assign]  # earlier versions don't store their events
    seeds = range(options.first, options.first + options.games)
    for key in map(str, options.clips) if options.clips else seeds:
        steps.clear()
        if isinstance(key, int):
            play_evening(key, options.turns, options.untold)
        else:
            watch_clip(key, options.untold)
        print(json.dumps([key, spent_s, next(iter(steps.values()), [])]), flush=True)


def play_evening(seed: int, turns: int, undeclared: bool) -> None:
    """Play a simulated evening with the imported program."""
    from simulator import Evening, random_game
    from untold_evening import UntoldEvening

    rng = Random(seed)
    game = random_game(rng)
    room: Any = UntoldEvening(replace(game, declare="free"), rng) if undeclared else Evening(game, rng)
    room.play(turns)


def watch_clip(clip: str, undeclared: bool) -> None:
    """Watch a clip with the imported program."""
    from toc_pi.cli.main import main as run

    free = ["--declare", "free"] if undeclared else []
    with redirect_stdout(io.StringIO()), suppress(SystemExit):
        run(["watch", clip, "--json", "--no-screen", *free])


def game_of(key: int | str, undeclared: bool) -> Any:
    """The game of a seed, or of a clip."""
    from simulator import random_game

    from toc_pi.app.recording.clip import load_clip
    from toc_pi.app.setup import table_summary as game

    found = random_game(Random(key)) if isinstance(key, int) else game.game_of(load_clip(key))
    return replace(found, declare="free") if undeclared else found


def of_commit(commit: str, options: argparse.Namespace) -> Iterator[tuple[int | str, float, Steps]]:
    """The games as the referee of a commit judged them.

    Raises:
        SystemExit: there is no such commit, or its games can't be played.
    """
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        if subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=False).returncode:
            raise SystemExit(f"{commit}: no such commit")
        try:
            wanted = ["--first", str(options.first), "--games", str(options.games)]
            wanted += ["--turns", str(options.turns), *["--untold"] * options.untold]
            clips = ["--clips", *(str(clip.resolve()) for clip in options.clips)] if options.clips else []
            command = [sys.executable, __file__, commit, "--record", *wanted, *clips]
            paths = {**os.environ, "PYTHONPATH": str(tree)}
            with subprocess.Popen(command, cwd=tree, env=paths, stdout=subprocess.PIPE, text=True) as playing:
                assert playing.stdout is not None
                for line in playing.stdout:
                    yield tuple(json.loads(line))
            if playing.returncode:
                raise SystemExit(f"{commit}: its games can't be played")
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=False)


def compare(options: argparse.Namespace) -> int:
    """Replay the earlier referee's events to this one, and print where they disagree."""
    sys.path[:0] = [str(ROOT / "tests" / "referee"), str(ROOT / "tests" / "store")]
    from toc_pi.referee.referee import Referee
    from toc_pi.store.games import event_of
    from toc_pi.store.records import to_json

    events = disagree = games = 0
    spent_s = then_s = 0.0
    for key, spent_then_s, steps in of_commit(options.commit, options):
        then_s = spent_then_s  # so far
        referee = Referee(game_of(key, options.untold))
        games += 1
        for name, body, before in steps:
            begun = time.monotonic()
            effects = referee.step(event_of(name, body))
            spent_s += time.monotonic() - begun
            events += 1
            now = [[type(effect).__name__, to_json(effect)] for effect in effects]
            if json.dumps(now, sort_keys=True) != json.dumps(before, sort_keys=True):
                disagree += 1
                print(f"game {key}, {name} at {body['t']:.2f} s")
                for one, other in zip_longest(before, now):
                    if one != other:
                        print(f"  then {one}\n  now  {other}", flush=True)
                break
        if options.clips or games % REPORTED_AFTER == 0:
            print(f"{games} done, {disagree} disagree (last: {key})", flush=True)
    ratio = spent_s / max(then_s, 1e-9)
    print(f"{games} games, {events} events, {disagree} disagree; {ratio:.2f} times as long an event")
    return 1 if disagree else 0


def main() -> int:
    """Compare, or play evenings for a comparing process."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", help="the earlier one")
    parser.add_argument("--games", type=int, default=24, help="how many evenings (default: 24)")
    parser.add_argument("--turns", type=int, default=60, help="of each, at most (default: 60)")
    parser.add_argument("--first", type=int, default=5000, help="seed of the first one (default: 5000)")
    parser.add_argument("--clips", nargs="+", type=Path, help="films with taps instead of evenings")
    parser.add_argument("--untold", action="store_true", help="evenings on which nobody declares a card")
    parser.add_argument("--record", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.record:
        record(options)
        return 0
    return compare(options)


if __name__ == "__main__":
    sys.exit(main())
