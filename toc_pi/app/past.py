"""An earlier game's table, as stored with the game."""

import json
from pathlib import Path
from typing import Any

from toc_pi.errors import DamagedStore
from toc_pi.faces import FACES, Faces
from toc_pi.languages import Language, language_in
from toc_pi.messages import said
from toc_pi.store.games import PastGame, find_game
from toc_pi.store.preferences import USUAL
from toc_pi.store.table_settings import SettingsReader, TableSettings


def past_game(path: Path, number: int, settings: Path) -> tuple[PastGame, TableSettings]:
    """A game of the journal, and its table.

    Args:
        path: the journal.
        number: the game's.
        settings: the settings file, for messages and for a board file beside it.

    Raises:
        BadInput: there is no such game, or its board file is gone.
        DamagedStore: the journal, or the game's settings in it, can't be read.
    """
    past = find_game(path, number)
    try:
        content = _content(past)
    except (TypeError, KeyError, ValueError) as error:
        raise DamagedStore(
            said(
                "{path}: game {number} can't be read (its settings: {why}); the others can",
                path=path,
                number=number,
                why=error,
            )
        ) from error
    return past, SettingsReader(settings, content).table()


def faces_of(past: PastGame) -> Faces:
    """The letters of jack, queen and king on the pack of an earlier game."""
    faces = _content(past).get("faces")
    return faces if faces in FACES else USUAL.faces


def language_of(past: PastGame) -> Language:
    """The language of an earlier game's table."""
    return language_in(str(_content(past).get("language", USUAL.language)))


def _content(past: PastGame) -> Any:
    kept: Any = past.settings
    return json.loads(kept["content"])
