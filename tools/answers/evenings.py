"""What the referee says of games and evenings: those of the tests, simulated ones, and folders of events."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from answers.jobs import ROOT, Answers, Job, ask

WAYS = ("strict", "free", "camera")
EVENINGS = {"strict": range(6000, 6012), "free": range(6100, 6105), "camera": range(6200, 6208)}
TURNS = {"strict": 50, "free": 25, "camera": 40}


def jobs() -> Iterator[Job]:
    """Jobs that need no files from elsewhere."""
    import golden_games

    for way, seeds in EVENINGS.items():
        for seed in seeds:
            yield Job(f"referee/{way}-{seed}", simulated, (way, seed))
    for name in golden_games.GAMES:
        yield Job(f"referee/game-{name}", golden_game, (name,))
    yield from folders([ROOT / "tests" / "data" / "evenings"], "referee")


def folders(outer: Sequence[Path], kind: str = "evening") -> Iterator[Job]:
    """A job for each folder with events in some folders."""
    for path in (path for one in outer for path in sorted(one.iterdir())):
        if (path / "events.jsonl").is_file():
            yield Job(f"{kind}/{path.name}/", folder, (path,))


def folder(path: Path) -> Answers:
    """The events of a folder, judged in every way."""
    events = (path / "events.jsonl").read_text("utf-8")
    return {way: judged(path, events, way) for way in WAYS}


def judged(table: Path, events: str, way: str) -> str:
    """What `judge` prints."""
    return str(ask("judge", "--table", table, "--declare", way, given=events))


def golden_game(name: str) -> Answers:
    """A whole game of the rules engine, as it is written down."""
    import golden_games

    from toc_pi.rules.ruleset import load_ruleset
    from toc_pi.rules.transcript import write_transcript

    setting = golden_games.GAMES[name]
    return {
        "": write_transcript(
            load_ruleset(setting.rules, setting.house), golden_games.play_game(setting, name)
        )
    }


def simulated(way: str, seed: int) -> Answers:
    """The effects of an evening as lines."""
    from camera_evening import evening, on_the_pile
    from camera_figures import EVERYTHING, MIXED
    from camera_figures import judged as judged_effects
    from simulator import Evening, random_game
    from untold_evening import UntoldEvening

    rng, turns = Random(seed), TURNS[way]
    if way == "camera":
        game, recorded = evening(seed, turns, MIXED)
        return {"": _lines(game, judged_effects(game, on_the_pile(game, recorded.told, EVERYTHING, rng)))}
    game = random_game(rng)
    room: Any = Evening(game, rng) if way == "strict" else UntoldEvening(replace(game, declare="free"), rng)
    room.play(turns)
    return {"": _lines(room.game, room.effects)}


def _lines(game: Any, effects: Iterable[Any]) -> str:
    """Effects as `watch --json` prints them."""
    from toc_pi.app.event_lines import line_writer

    writer = line_writer(game, {})
    lines = (writer.line(effect) for effect in effects)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines if line is not None)
