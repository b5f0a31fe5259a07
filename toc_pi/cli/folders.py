"""The program's folders: opens and locks the journal for an evening, and finds earlier games."""

import json
import os
import time
import zlib
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

from calibration.board.board import Board
from calibration.board.board_file import format_board
from toc_pi.app.report.past import past_game
from toc_pi.app.resumption import check_saved
from toc_pi.app.setup.answers import chosen
from toc_pi.belief.game import Game
from toc_pi.cli.terminal import complain
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.messages import Message, said
from toc_pi.store.games import Saved, find_loss
from toc_pi.store.journal import Journal
from toc_pi.store.quarantine import hold
from toc_pi.store.settings import (
    OF_THE_ROOM,
    TURNS,
    DataFolders,
    Settings,
    find_places,
    places_to_look,
    set_up_places,
)
from toc_pi.store.starts import last_good

STATUS_DAMAGED = 5  # exit status of commands that tell a loss
MOST_DAMAGED = 8
"""Maximum number of damaged files put aside one by one: the journal, and files beside it."""


def kept_places() -> DataFolders:
    """The folders of stored games: this user's, or for root the appliance's if root's own are empty."""
    own = find_places(os.environ, Path.home())
    places = places_to_look(own, os.environ, is_root=os.geteuid() == 0)
    if places != own:
        complain(
            said(
                "these are the appliance's own folders: {config}, {state}",
                config=places.config,
                state=places.state,
            )
        )
    return set_up_places(places)


def screen_turned(places: DataFolders | None = None) -> int:
    """The screen rotation in the settings, degrees clockwise; 0 if unknown.

    Args:
        places: the folders of the settings; None for this user's own.
    """
    places = set_up_places(find_places(os.environ, Path.home())) if places is None else places
    for path in (places.settings, last_good(places).settings):
        with suppress(BadInput, OSError):
            return chosen(TURNS, read_toml(path).get("turned"), 0)
    return 0


def hold_folder(places: DataFolders, command: str = "play") -> AbstractContextManager[None]:
    """Lock the folder against other programs while this one writes there."""
    who = f"toc-pi {command} (process {os.getpid()}, since {time.strftime('%H:%M')})"
    return hold(places.lock, who, complain)


def open_journal(places: DataFolders) -> Journal:
    """Open the journal; damaged files are put aside, reported, and replaced by new ones."""
    damaged: list[str] = []
    while True:
        try:
            journal = Journal(places.games)
        except DamagedStore as error:
            if len(damaged) == MOST_DAMAGED:
                raise
            damaged.append(str(error))
            complain(damaged[-1])
        else:
            if journal.damage is not None:
                complain(journal.damage)
            if damaged and journal.is_empty:
                journal.notices.append(said("earlier games couldn't be read; their file was put aside"))
            return journal


def tell_loss(path: Path, game: int | None = None) -> int:
    """Complain of what a journal has lost since it was last written.

    Args:
        path: the journal.
        game: if only the loss of this game matters.

    Returns:
        The exit status.
    """
    loss = find_loss(path)
    if loss is None or not (game is None or loss.touches(game)):
        return 0
    complain(said("{path}: {why}", path=path, why=loss.message()))
    return STATUS_DAMAGED


def find_unfinished(journal: Journal, places: DataFolders, settings: Settings, game: Game) -> Saved | None:
    """The game to resume, if it was played with these settings and can be read."""
    try:
        saved = journal.unfinished()
        if saved is None or not isinstance(saved.settings, dict):
            return None
        if not is_same_game(saved.settings, settings_kept(places)):
            complain(
                said(
                    "game {number} was played with other settings; it is kept, a new game begins",
                    number=saved.id,
                )
            )
            return None
        check_saved(saved, game, settings.table.board)
        if (told := tell_other_board(saved.settings, settings.table.board, saved.id)) is not None:
            journal.notices.append(told)
    except DamagedStore as error:
        complain(said("{why}; a new game begins", why=error))
        return None
    return saved


def is_same_game(kept: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether a game with one of two stored settings goes on with the other."""
    return bool(_of_the_game(kept) == _of_the_game(other))


def _of_the_game(kept: Mapping[str, Any]) -> Any:
    """The settings stored with a game, without those that may change during it, and without empty ones."""
    try:
        settings = json.loads(str(kept.get("content")))
    except (ValueError, RecursionError):
        return None
    if not isinstance(settings, dict):
        return None
    board = Path(str(settings.get("board", ""))).name
    rest = {key: value for key, value in settings.items() if key not in OF_THE_ROOM and value not in ([], {})}
    return {**rest, "board": board}


def settings_kept(places: DataFolders | Mapping[str, Any], board: Board | None = None) -> dict[str, str]:
    """The settings to store with a game, for resuming it: of a file, or as they would be written.

    Args:
        places: the folders, or the settings.
        board: the board, of which a checksum is stored.
    """
    settings = read_toml(places.settings) if isinstance(places, DataFolders) else places
    content = {"content": json.dumps(settings, sort_keys=True)}
    return content if board is None else content | {"board": _sum_of(board)}


def tell_other_board(kept: Any, board: Board, game: int) -> Message | None:
    """Complain if a board isn't the one on which a game was played: its file may have been swapped."""
    if not isinstance(kept, dict) or kept.get("board", _sum_of(board)) == _sum_of(board):
        return None
    told = said("the board {name} has changed since game {number} began", name=board.name, number=game)
    complain(told)
    return told


def tell_swapped(places: DataFolders, game: int) -> None:
    """Complain if an earlier game's board isn't the one on which it was played."""
    past, table = past_game(places.games, game, places.settings)
    tell_other_board(past.settings, table.board, game)


def _sum_of(board: Board) -> str:
    return f"{zlib.crc32(format_board(board).encode()):08x}"
