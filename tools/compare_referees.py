"""Compares an earlier commit's referee with this one on the same simulated evenings, or the same films.

    python tools/compare_referees.py COMMIT [--games N] [--untold] [--first SEED] [--turns N]
    python tools/compare_referees.py COMMIT [--untold] --clips CLIP...

The evenings are played, or the clips watched, with the earlier program, in a copy of its tree; its referee's
events are then replayed to this one. The first disagreement of each game is printed: a person decides which
side is right, and adds a test. Fields that are new in this one's effects aren't compared. Exit status 1 if
there is a disagreement.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REPORTED_AFTER = 10  # evenings, between two lines of progress
Steps = list[tuple[str, Any, Any]]
"""Events: the name of each, the event, and its effects."""


def whole(effect: Any) -> list[Any]:
    """An effect as JSON: the name of its class, and all its fields."""
    return [type(effect).__name__, {part.name: plain(getattr(effect, part.name)) for part in fields(effect)}]


def plain(value: Any) -> Any:
    """A value as the journal stores it, without the codec, which earlier programs have elsewhere."""
    if isinstance(value, Enum):
        return value.value
    if type(value).__name__ == "Position":
        return str(value)
    if is_dataclass(value):
        held = {part: getattr(value, part.name) for part in fields(value) if part.init}
        return {part.name: plain(one) for part, one in held.items() if one != usual(part)}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(map(plain, value), key=str)
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


def usual(part: Field[Any]) -> Any:
    """The default value of a field; `MISSING` if it has none."""
    return part.default if part.default_factory is MISSING else part.default_factory()


def record(options: argparse.Namespace) -> None:
    """Play evenings or watch clips with the imported referee.

    Prints a line for each: seed or clip, seconds so far, events and effects.
    """
    sys.path[:0] = [str(Path.cwd() / "tests" / "referee"), str(Path.cwd() / "tests" / "store")]
    from toc_pi.referee.referee import Referee

    step, spent_s = Referee.step, 0.0
    steps: dict[int, Steps] = {}  # by referee: only the first is compared if a room restarted after a fault

    def noting(referee: Referee, event: Any) -> Any:
        nonlocal spent_s
        begun_s = time.monotonic()
        effects = step(referee, event)
        spent_s += time.monotonic() - begun_s
        steps.setdefault(id(referee), []).append(
            (type(event).__name__, plain(event), list(map(whole, effects)))
        )
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

    events = disagree = games = 0
    spent_s = then_s = 0.0
    for key, spent_then_s, steps in of_commit(options.commit, options):
        then_s = spent_then_s  # so far
        referee = Referee(game_of(key, options.untold))
        games += 1
        known = {name: body.keys() for *_, effects in steps for name, body in effects}
        for name, body, before in steps:
            begun = time.monotonic()
            effects = referee.step(event_of(name, body))
            spent_s += time.monotonic() - begun
            events += 1
            now = [
                [name, {part: found for part, found in body.items() if part in known.get(name, body)}]
                for name, body in map(whole, effects)
            ]
            if now != before:
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
