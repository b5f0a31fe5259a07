"""`play` without devices: how an evening and the tools use a state folder."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from calibration.holes import Hole, Seat, camp_holes, seats_of
from toc_pi.app.journaled_game import (
    JournaledGame,
    find_unfinished,
    hold_folder,
    open_journal,
    settings_kept,
    standing_at_break,
)
from toc_pi.app.report.past import past_game
from toc_pi.app.setup.finding import load_kept
from toc_pi.app.setup.table_summary import game_of
from toc_pi.cli.terminal import complain
from toc_pi.effects import Turn
from toc_pi.events import Card, Declared, Seen, Tick
from toc_pi.store.games import Saved, export_game, list_games, load_game
from toc_pi.store.journal import Journal
from toc_pi.store.settings import DataFolders, example_settings, load_settings

CAMPS = {hole: seat for seat in seats_of(4) for hole in camp_holes(seat)}
OUT = {hole: seat for hole, seat in CAMPS.items() if hole != "aC3"} | {Hole("a0"): Seat("a")}


def places_in(folder: Path) -> DataFolders:
    """Folders with settings, and no games yet."""
    places = DataFolders(folder / "config", folder / "state")
    places.config.mkdir(parents=True)
    places.settings.write_text(example_settings())
    return places


@contextmanager
def begun(places: DataFolders) -> Iterator[tuple[JournaledGame, Journal, Saved | None]]:
    """The start of an evening: locked, the journal open, the last game resumed or a new one begun."""
    settings = load_settings(places.settings)
    game = game_of(settings)
    with hold_folder(places, complain), closing(open_journal(places, complain)) as journal:
        saved = find_unfinished(journal, places, settings, game, complain)
        journaled = JournaledGame(
            journal,
            game,
            seats_of(4),
            settings_kept(places, settings.board),
            lambda: "2026-11-22T20:00:00",
        )
        first = journaled.begin() if saved is None else journaled.go_on(saved)
        load_kept(places.calibration, settings.board, complain)
        if not isinstance(first, Turn):
            journaled.step(first)
        yield journaled, journal, saved


def play_a_little(places: DataFolders, turns: int = 8) -> tuple[bool, bool]:
    """Begin an evening and play some turns.

    Returns:
        Whether it resumed an earlier game, and whether everything is on the disk.
    """
    with begun(places) as (journaled, journal, saved):
        t = 0.0 if saved is None else saved.t
        journaled.step(Seen(t + 0.5, CAMPS if saved is None else standing_at_break(saved, seats_of(4))))
        for number in range(turns):
            journaled.step(Declared(t + 1 + number, Seat("abcd"[number % 4]), "discard", Card("2")))
        journaled.step(Declared(t + turns + 1, Seat("a"), "card", Card("K")))
        for at in (2, 4):
            journaled.step(Seen(t + turns + at, OUT))
            journaled.step(Tick(t + turns + at + 1))
        return saved is not None, journal.flush()


def read_all(places: DataFolders) -> None:
    """Read everything like `games`, `export` and `report`.

    Raises:
        DamagedStore: some of it is damaged.
    """
    for past in list_games(places.games):
        read_game(places, past.id)


def read_game(places: DataFolders, number: int) -> None:
    """Read one game in every way.

    Raises:
        DamagedStore: it is damaged.
    """
    list(export_game(places.games, number))
    load_game(places.games, number)
    past_game(places.games, number, places.settings)
