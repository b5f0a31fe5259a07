"""`toc-pi judge`: the referee on events from standard input instead of a film, as JSON Lines in and out."""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from calibration.files.disk import STDIN
from calibration.holes import seats_of
from toc_pi import effects
from toc_pi.app.camera.waiting_pawns import WaitingPawns, has_no_camps
from toc_pi.app.event_lines import JsonLine, line_writer, seen_line
from toc_pi.app.judge import EventReader, judge
from toc_pi.app.process import end_if_asked, interrupt_on_signals
from toc_pi.app.recording.clip import load_table
from toc_pi.app.setup.table_summary import game_of
from toc_pi.belief.game_rules import GameRules
from toc_pi.cli.arguments import REFEREE_OPTIONS, Arguments, argument, explainer
from toc_pi.cli.requests import LONGEST_LINE, request_lines
from toc_pi.cli.terminal import BAD_INPUT, complain
from toc_pi.effects import Effect
from toc_pi.errors import BadInput
from toc_pi.events import Event, Seen

ECHOED = (effects.Echo, effects.CardSeen, effects.CardsGone, effects.State)
"""What was in the input already, and is printed with `--echo` alone."""


def arguments(_command: str) -> Arguments:
    return (
        argument(
            "--table",
            required=True,
            metavar="CLIP",
            help="a clip's folder, its clip.toml, or one that ships: the board, the rules and who plays",
        ),
        *REFEREE_OPTIONS,
        argument(
            "--echo", action="store_true", help="also print what was seen, laid and declared, as watch does"
        ),
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Judge the events of standard input.

    Raises:
        BadInput: the table can't be read, or its board is one of another game.
    """
    interrupt_on_signals()
    table = load_table(Path(options.table))
    game = game_of(table, options.declare)
    reader, writer = EventReader(GameRules(game), options.declare), line_writer(game, table.colours)
    impossible: list[int] = []
    fill: Callable[[Event], Event] = (
        WaitingPawns(seats_of(table.board.seats)).fill if has_no_camps(table.board) else _as_it_is
    )
    for event, follows in judge(game, _events(reader, impossible.append), fill, explainer(options)):
        end_if_asked()
        for line in _lines(event, follows, writer.line, echo=options.echo):
            print(json.dumps(line, ensure_ascii=False), flush=True)
    return BAD_INPUT if impossible else 0


def _as_it_is(event: Event) -> Event:
    return event


def _events(reader: EventReader, refused: Callable[[int], None]) -> Iterator[Event]:
    """The events of standard input; an impossible line is complained of and passed over."""
    t = 0.0
    for number, line in enumerate(request_lines(STDIN), 1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise BadInput("the line is longer than {size} MB, the limit", size=f"{LONGEST_LINE / 1e6:g}")
            event = reader.read(line.decode("utf-8", "replace"), t)
        except BadInput as error:
            complain("line {number}: {why}", number=number, why=error)
            refused(number)
            continue
        if event is not None:
            t = max(t, event.t)
            yield event


def _lines(
    event: Event, follows: Iterable[Effect], line_of: Callable[[Effect], JsonLine | None], *, echo: bool
) -> Iterator[JsonLine]:
    """The lines of an event and of what the referee says of it."""
    if echo and isinstance(event, Seen):
        yield seen_line(event)
    for effect in follows:
        line = None if isinstance(effect, ECHOED) and not echo else line_of(effect)
        if line is not None:
            yield line
