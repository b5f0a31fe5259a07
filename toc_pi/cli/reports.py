"""`toc-pi report`: an earlier game as one page, to keep, print or send."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from toc_pi.app.report.page import write_report
from toc_pi.app.report.past import past_game
from toc_pi.cli.folders import kept_places, tell_loss, tell_other_board
from toc_pi.cli.given import write_new
from toc_pi.cli.terminal import say
from toc_pi.errors import BadInput
from toc_pi.languages import LANGUAGES
from toc_pi.messages import said
from toc_pi.store.games import newest_game


def prepare(_command: str, parser: ArgumentParser) -> None:
    """Add the arguments of `report`."""
    parser.add_argument(
        "game", nargs="?", type=int, metavar="N", help="its number, as toc-pi games lists it (else: the last)"
    )
    parser.add_argument(
        "-o", dest="out", metavar="FILE.html", help="a new file, or - for standard output (else: game-N.html)"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the page (default: the table's)")


def execute(_command: str, options: Namespace) -> int:
    """Write the page.

    Raises:
        BadInput: there is no such game, or the file exists.
        DamagedStore: the journal can't be read.
    """
    places = kept_places()
    number = options.game
    if number is None:
        newest = newest_game(places.games)
        if newest is None and (status := tell_loss(places.games)):
            return status
        if newest is None:
            raise BadInput(said("{path}: no games yet", path=places.games))
        number = newest.id
    page = write_report(places.games, number, places.settings, options.lang)
    status = tell_loss(places.games, options.game)
    past, table = past_game(places.games, number, places.settings)
    tell_other_board(past.settings, table.board, number)
    if options.out == "-":
        sys.stdout.write(page)
        return status
    out = Path(options.out or f"game-{number}.html")
    write_new(out, page)
    say(said("written to {path}: any browser shows it; it holds no picture and loads nothing", path=out))
    return status
