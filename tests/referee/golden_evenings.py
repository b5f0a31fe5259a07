"""The referee's effects on simulated evenings, one per line; stored in `said/`, so that changes are noticed.

Other tests of these evenings show that no effect is wrong; these lines show changed effects or times.
`tools/golden_evenings.py` writes them again; a person reviews what has changed.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from noisy_room import Room
from restless_room import RESTLESS, RestlessEvening, RestlessRoom, RestlessUntoldEvening
from simulator import Evening, Report, random_game
from untold_evening import Untold, UntoldEvening

from toc_pi.belief.game import Belief
from toc_pi.effects import Echo, Effect, Settled, State, Turn
from toc_pi.referee.turns import TurnPhase
from toc_pi.store.records import to_json

FOLDER = Path(__file__).parent / "said"
STRICT, UNTOLD = (9007, 9011, 9021), (4, 5, 6)
STRICT_TURNS, UNTOLD_TURNS = 60, 40
RESTLESS_STRICT, RESTLESS_UNTOLD, RESTLESS_FREE = (7003, 7004), (7102,), (7201,)
RESTLESS_TURNS = 30
_FOLLOWS = (Echo, Settled, State, Turn)  # follow from declarations, or from a verdict
_LONG = ("before", "before_fresh", "fresh", "back_to", "particulars")


def play_strict(seed: int) -> tuple[Report, Path, str]:
    """An evening on which every card is declared: its report, and its lines with their file."""
    rng = Random(seed)
    evening = Evening(random_game(rng), rng)
    return evening.play(most_turns=STRICT_TURNS), FOLDER / f"strict-{seed}.txt", lines_of(evening)


def play_untold(seed: int) -> tuple[Untold, Path, str]:
    """An evening on which no card is declared."""
    rng = Random(seed)
    evening = UntoldEvening(replace(random_game(rng), declare="free"), rng)
    return evening.play(UNTOLD_TURNS), FOLDER / f"untold-{seed}.txt", lines_of(evening)


def play_restless(seed: int) -> tuple[Path, str]:
    """An evening on which nearly everything is unsure: its file and its lines.

    In `RESTLESS_FREE` cards are declared, but needn't be: a move may get its verdict before its card.
    """
    rng = Random(seed)
    game = random_game(rng)
    if seed in RESTLESS_FREE:
        game = replace(game, declare="free")
    if seed in RESTLESS_UNTOLD:
        untold = RestlessUntoldEvening(replace(game, declare="free"), rng, RESTLESS)
        untold.play(RESTLESS_TURNS)
        return FOLDER / f"restless-{seed}.txt", all_lines_of(untold)
    evening = RestlessEvening(game, rng, RESTLESS)
    evening.play(RESTLESS_TURNS)
    return FOLDER / f"restless-{seed}.txt", all_lines_of(evening)


def all_played() -> Iterator[tuple[Path, str]]:
    """Every evening's file, with its lines as they are now."""
    for seed in STRICT:
        yield play_strict(seed)[1:]
    for seed in UNTOLD:
        yield play_untold(seed)[1:]
    for seed in (*RESTLESS_STRICT, *RESTLESS_UNTOLD, *RESTLESS_FREE):
        yield play_restless(seed)


def lines_of(room: Room) -> str:
    """The effects in a room, one per line."""
    return "".join(_line(effect) for effect in room.effects if not isinstance(effect, _FOLLOWS))


def all_lines_of(room: RestlessRoom) -> str:
    """As above, with turns and settled effects, reasons, each new belief, and the final hands and order."""
    lines: list[str] = []
    for number, effect in enumerate([*room.effects, None]):
        lines += [_concluded(phase, belief) for phase, belief in room.conclusions.get(number, ())]
        if effect is not None and not isinstance(effect, Echo | State):
            lines.append(_line(effect, ("before", "before_fresh")))
    course = json.dumps(to_json(room.referee.state.course), separators=(",", ":"), sort_keys=True)
    return "".join(lines) + course + "\n"


def _concluded(phase: TurnPhase, belief: Belief) -> str:
    """The phase, all positions that are possible, and the pawns that are off the board."""
    record = " | ".join(map(str, belief.record))
    absent = " ".join(f"{seat}:{count}" for seat, count in belief.absent)
    return f"  {phase.name}: {record or 'nobody is out'}{absent and f'; absent {absent}'}\n"


def _line(effect: Effect, left_out: tuple[str, ...] = _LONG) -> str:
    """One effect in short: time, kind, and the important fields."""
    values = {name: value for name, value in to_json(effect).items() if value and name not in left_out}
    pawns = values.pop("holes", None)
    if pawns is not None:
        values["holes"] = " ".join(f"{hole}:{seat}" for hole, seat in pawns.items())
    t, rest = values.pop("t"), json.dumps(values, separators=(",", ":"), sort_keys=True)
    return f"{t:.2f} {type(effect).__name__} {rest}\n"
