"""`toc-pi config`, `games`, `export` and `report`: the settings, and earlier games."""

import argparse
import json
import os
from pathlib import Path

from toc_pi.app.journaled_game import report_loss, stored_game_folders
from toc_pi.app.report.page import write_report
from toc_pi.app.report.past import names_in, tell_swapped, write_saved_game
from toc_pi.cli.arguments import Arguments, argument, write_new
from toc_pi.cli.terminal import DAMAGED, complain, say
from toc_pi.errors import BadInput
from toc_pi.languages import LANGUAGES, spoken
from toc_pi.messages import said, with_hidden_shown
from toc_pi.store.games import PastGame, export_game, list_games, newest_game
from toc_pi.store.settings import DataFolders, example_settings, find_places, load_settings, set_up_places


def arguments(command: str) -> Arguments:
    by_command = {
        "config": (argument("--example", action="store_true", help="print settings to begin with"),),
        "games": (argument("--json", action="store_true", help="print JSON Lines, one game per line"),),
        "export": (
            argument("game", type=int, metavar="N", help="its number, as toc-pi games lists it"),
            argument(
                "--notation", action="store_true", help="its turns as text for people, not all as JSON Lines"
            ),
        ),
        "report": (
            argument(
                "game",
                nargs="?",
                type=int,
                metavar="N",
                help="its number, as toc-pi games lists it (else: the last)",
            ),
            argument(
                "-o",
                dest="out",
                metavar="FILE.html",
                help="a new file, or - for standard output (else: game-N.html)",
            ),
            argument("--lang", choices=LANGUAGES, help="language of the page (default: the table's)"),
        ),
    }
    return by_command[command]


def execute(command: str, options: argparse.Namespace) -> int:
    """Run one of the commands; returns the exit status.

    Raises:
        BadInput: there is no such game, a file exists, or the settings can't be used.
        DamagedStore: the journal can't be read.
    """
    match command:
        case "config":
            return _config(set_up_places(find_places(os.environ, Path.home())), example=options.example)
        case "games":
            return _games(stored_game_folders(complain), as_json=options.json)
        case "report":
            return _report(options)
    places = stored_game_folders(complain)
    if options.notation:
        print(with_hidden_shown(write_saved_game(places.games, options.game, places.settings)), end="")
        tell_swapped(places, options.game, complain)
    else:
        for line in export_game(places.games, options.game):
            print(with_hidden_shown(json.dumps(line, ensure_ascii=False)))
    return _status(places, options.game)


def _status(places: DataFolders, game: int | None = None) -> int:
    """The exit status; complains of what the journal, or one game, has lost."""
    return DAMAGED if report_loss(places.games, complain, game) else 0


def _report(options: argparse.Namespace) -> int:
    places = stored_game_folders(complain)
    number = options.game
    if number is None:
        newest = newest_game(places.games)
        if newest is None and (status := _status(places)):
            return status
        if newest is None:
            raise BadInput("{path}: no games yet", path=places.games)
        number = newest.id
    page = write_report(places.games, number, places.settings, options.lang)
    status = _status(places, options.game)
    tell_swapped(places, number, complain)
    if options.out == "-":
        print(page, end="")
        return status
    out = Path(options.out or f"game-{number}.html")
    write_new(out, page)
    say("written to {path}: any browser shows it; it holds no picture and loads nothing", path=out)
    return status


def _config(places: DataFolders, *, example: bool) -> int:
    if example:
        print(example_settings(spoken()), end="")
        return 0
    table = load_settings(places.settings)
    for line in (
        said("settings     {path}", path=places.settings),
        said("games        {path}", path=places.games),
        said("language     {name}", name=table.language),
        said("camera       {name}", name=table.camera),
        said("board        {name}, {seats} seats", name=table.board.name, seats=table.board.seats),
        said(
            "rules        {name}{house}",
            name=table.rules or "a set of your own",
            house="".join(f" {one}" for one in table.house),
        ),
        said("colours      {list}", list=", ".join(f"{seat} {each}" for seat, each in table.colours.items())),
    ):
        say(line)
    return 0


def _state_of(game: PastGame) -> str:
    if game.winners is None:
        return said("its end can't be read")
    who = ", ".join(names_in(game)[0] or game.winners)
    return said("won by {who}", who=who) if game.ended else "not finished"


def _games(places: DataFolders, *, as_json: bool) -> int:
    games = list_games(places.games)
    for game in games:
        if as_json:
            row = {
                "id": game.id,
                "started": game.started,
                "turns": game.turns,
                "ended": game.ended,
                "winners": None if game.winners is None else list(game.winners),
                "lost": game.lost,
            }
            print(json.dumps(row))
        else:
            state = _state_of(game)
            turns = "?" if game.turns is None else str(game.turns)
            if game.lost == 1:
                state = said("{state}; its last turn was lost", state=state)
            elif game.lost:
                state = said("{state}; its last {count} turns were lost", state=state, count=game.lost)
            begun = f"{game.id:4}  {game.started[:16].replace('T', ' ')}  {turns:>3}"
            if game.turns == 1:
                say("{game} turn   {state}", game=begun, state=state)
            else:
                say("{game} turns  {state}", game=begun, state=state)
    status = _status(places)
    if not (games or as_json or status):
        say("No games yet.")
    return status
