"""An earlier game: its table as stored with it, its players' names, and its day in words."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from toc_pi.app.answers import answers_of
from toc_pi.app.table_summary import load_setup_words, name_at
from toc_pi.elision import capital
from toc_pi.errors import DamagedStore
from toc_pi.faces import FACES, Faces
from toc_pi.languages import Language, language_in
from toc_pi.messages import said
from toc_pi.store.games import PastGame, find_game
from toc_pi.store.preferences import USUAL
from toc_pi.store.table_settings import SettingsReader, TableSettings

NIGHT = timedelta(hours=5)
"""A game begun before this hour belongs to the day before."""


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


def names_in(past: PastGame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The winners of an earlier game and all its players, by the names they had then; empty if unknown."""
    try:
        answers = answers_of(_content(past))
        return tuple(name_at(answers, seat) for seat in past.winners), tuple(
            name_at(answers, seat) for seat in answers.played
        )
    except (TypeError, KeyError, ValueError, AttributeError):
        return (), ()


def day_in_words(started: str, now: str, language: Language) -> str:
    """When a game began, as people say it: "Yesterday evening", "Saturday 21 November".

    Args:
        started, now: date and time, ISO 8601; a night belongs to the evening before.
        language: of the words.
    """
    try:
        begun, today = (datetime.fromisoformat(one).replace(tzinfo=None) - NIGHT for one in (started, now))
    except ValueError:
        return started
    words = load_setup_words(language)["when"]
    hour = (begun + NIGHT).hour
    part = "morning" if NIGHT.seconds // 3600 <= hour < 12 else "afternoon" if 12 <= hour < 18 else "evening"
    days = (today.date() - begun.date()).days
    named = {
        "part": words[part],
        "weekday": words["weekdays"].split()[begun.weekday()],
        "day": words["first"] if begun.day == 1 else begun.day,
        "month": words["months"].split()[begun.month - 1],
        "year": begun.year,
    }
    key = "today" if days == 0 else "yesterday" if days == 1 else "week" if 1 < days < 7 else "date"
    key = f"today_{part}" if key == "today" else key if begun.year == today.year or key != "date" else "year"
    return capital(words[key].format(**named))
