"""Games from files, played to a referee with a journal as in an evening; wrong moves are corrected."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from notation_reader import read_transcript

from calibration.board.board import Board
from calibration.board.board_file import load_board, write_board
from calibration.holes import CENTRE, Hole, Seat, camp_holes, is_camp, seats_of
from toc_pi.app.setup.table_summary import game_of
from toc_pi.belief.game import Game
from toc_pi.documents import read_toml
from toc_pi.events import Declared, Event, Seen, Tick
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import CardPlayed, Discard, Throw
from toc_pi.rules.position import Position
from toc_pi.rules.table import Table
from toc_pi.rules.transcript import replay
from toc_pi.store.journal import Journal, keep
from toc_pi.store.reading import KeyReader
from toc_pi.store.settings import find_places, load_settings
from toc_pi.store.table_config import read_table

GAMES = Path(__file__).resolve().parents[1] / "games"
TURN_S = 20.0
STARTED = "2026-11-21T20:04:00+01:00"
CAMPS = {hole: seat for seat in seats_of(4) for hole in camp_holes(seat)}
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")

Camps = Literal["holes", "areas", "none"]
Spoil = Callable[[int, Position], str]
"""For a turn and the board after it, a wrong board as text that is shown first; "" for none."""


def on_by_one(every: int) -> Spoil:
    """Every `every` turns a pawn is one hole too far."""

    def spoil(n: int, after: Position) -> str:
        pawns = dict(sorted(after.pawns))
        for hole, seat in pawns.items() if n % every == 0 else ():
            next_hole = f"{hole[0]}{int(hole[1:]) + 1}" if hole[1:].isdigit() and hole[1:] != "17" else hole
            if next_hole not in pawns:
                moved = {
                    **{other: owner for other, owner in pawns.items() if other != hole},
                    Hole(next_hole): seat,
                }
                return " ".join(f"{other}:{owner}" for other, owner in moved.items())
        return ""

    return spoil


def standing(position: Position, seats: tuple[Seat, ...]) -> dict[Hole, Seat]:
    """All pawns of a board, including those in camps."""
    out = dict(position.pawns)
    for seat in seats:
        waiting = 4 - sum(owner == seat for owner in out.values())
        out |= dict.fromkeys(camp_holes(seat)[:waiting], seat)
    return out


def fitting_board(name: str, table: Table, camps: Camps) -> Board:
    """A shipped board made to fit a table, with camps of another kind."""
    board = replace(load_board(name), home_entry=table.home_entry, centre=table.centre)
    holes = {hole: at for hole, at in board.holes.items() if hole != CENTRE}
    if table.centre:
        xs, ys = zip(*holes.values(), strict=True)
        holes[CENTRE] = sum(xs) / len(xs), sum(ys) / len(ys)
    if camps == "holes":
        return replace(board, holes=holes)
    areas = {}
    for seat in seats_of(board.seats) if camps == "areas" else ():
        xs, ys = zip(*(holes[hole] for hole in camp_holes(seat)), strict=True)
        left, right, top, bottom = min(xs) - 5, max(xs) + 5, min(ys) - 5, max(ys) + 5
        areas[seat] = (left, top), (right, top), (right, bottom), (left, bottom)
    track = {hole: at for hole, at in holes.items() if not is_camp(Hole(hole))}
    return replace(board, holes=track, camps=areas)


def settings_of(name: str, board: str, home: Path, camps: Camps = "holes") -> dict[str, Any]:
    """The settings of a table for a game of `tests/games`; its board file is in a folder."""
    rules, transcript = read_transcript((GAMES / f"{name}.toc").read_text("utf-8"))
    table = transcript.setting.table
    path = home / f"{board}-{camps}.toml"
    write_board(fitting_board(board, table, camps), path)
    return {
        "board": str(path),
        "rules": rules.base,
        "house": list(rules.house),
        "first": transcript.first,
        "players": [list(player) for player in table.players],
        "teams": [list(team) for team in table.teams],
        "colours": dict(zip(table.played, COLOURS, strict=False)),
        "pawns": {"kind": "peg", "height": 28.0, "diameter": 6.0, "white_face": False},
    }


def keep_events(home: Path, settings: str, events: Iterable[Event]) -> None:
    """Write settings into the program's folder, begin a game with them, and keep events in its journal."""
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    places.settings.parent.mkdir(parents=True, exist_ok=True)
    places.settings.write_text(settings, encoding="utf-8")
    with closing(Journal(places.games)) as journal:
        journal.begin({"content": json.dumps(read_toml(places.settings), sort_keys=True)}, STARTED)
        referee = Referee(game_of(load_settings(places.settings)))
        for event in events:
            keep(journal, referee, event)


def keep_game(
    home: Path,
    name: str,
    board: str,
    spoil: Spoil = lambda _n, _after: "",
    most: int = 10_000,
    camps: Camps = "holes",
) -> Position:
    """Play a game of `tests/games` into a journal.

    Args:
        home: the program's folder (TOC_PI_HOME).
        name: the game's.
        board: the board's.
        spoil: wrong moves, each put right.
        most: turns.
        camps: of which kind they are.

    Returns:
        The final position.
    """
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    settings = settings_of(name, board, home, camps)
    game = game_of(read_table(KeyReader(places.settings), settings))
    with closing(Journal(places.games)) as journal:
        journal.begin({"content": json.dumps(settings)}, STARTED)
        referee = Referee(game)
        for event in _events(game, name, spoil, most):
            keep(journal, referee, event)
        end = referee.state
        if end.course.phase == "over":
            journal.end("2026-11-21T21:30:00+01:00", game.table.teams[end.course.places[0]])
    return end.record[0]


def _events(game: Game, name: str, spoil: Spoil, most: int) -> Iterator[Event]:
    _, transcript = read_transcript((GAMES / f"{name}.toc").read_text("utf-8"))
    table, seats, t, n = game.table, game.table.played, 0.0, 0
    states = replay(game.rules, transcript)
    before = next(states)
    yield Seen(0.0, standing(before.position, seats))
    for action, after in zip(transcript.actions, states, strict=True):
        seat = table.players[before.turn][0]
        if isinstance(action, CardPlayed | Discard | Throw):
            n, t = n + 1, t + TURN_S
            if n > most:
                return
        if isinstance(action, Discard):
            yield Declared(t, seat, "discard", action.card)
        elif isinstance(action, Throw):
            yield Declared(t, seat, "throw", None, action.cards)
        elif isinstance(action, CardPlayed):
            yield Declared(t, seat, "card", action.card)
            wrong = spoil(n, after.position)
            shown = ([Position.parse(wrong)] if wrong else []) + [action.result]
            for number, board in enumerate(shown):
                for later in (2.0, 4.0, 6.0):
                    yield Seen(t + 7 * number + later, standing(board, seats))
                yield Tick(t + 7 * number + 6.5)
        before = after
