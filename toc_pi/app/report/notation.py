"""An earlier game's table as stored, and the game as text for people (docs/notation.md)."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from toc_pi.app.setup.answers import answers_of
from toc_pi.app.setup.table_summary import game_of, load_setup_words, name_at
from toc_pi.belief.game import Game
from toc_pi.errors import DamagedStore
from toc_pi.languages import FACES, Faces, Language, capital, language_in
from toc_pi.messages import said
from toc_pi.referee.states import RefereeState, SettledTurn
from toc_pi.rules.play_notation import Setting
from toc_pi.rules.transcript import Laid, transcript_of, write_transcript
from toc_pi.store.games import PastGame, find_game, load_game
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
    key = "today" if days == 0 else "yesterday" if days == 1 else "week" if 1 < days < 7 else "date"
    key = f"today_{part}" if key == "today" else key if begun.year == today.year or key != "date" else "year"
    return capital(words[key].format(part=words[part], **_parts_of(begun, words)))


def moment_in_words(started: str, language: Language) -> str:
    """A date with its time, which stays true later: "Saturday 21 November 2026 at 20:04".

    Args:
        started: date and time, ISO 8601.
        language: of the words.
    """
    try:
        begun = datetime.fromisoformat(started)
    except ValueError:
        return started
    words = load_setup_words(language)["when"]
    return str(
        words["moment"].format(hour=begun.hour, minute=f"{begun.minute:02}", **_parts_of(begun, words))
    )


def _parts_of(day: datetime, words: Mapping[str, str]) -> dict[str, object]:
    return {
        "weekday": words["weekdays"].split()[day.weekday()],
        "day": words["first"] if day.day == 1 else day.day,
        "month": words["months"].split()[day.month - 1],
        "year": day.year,
    }


def write_saved_game(path: Path, number: int, settings: Path) -> str:
    """A game of the journal as text, with its stored settings.

    Args:
        path: the journal.
        number: the game's.
        settings: the settings file, for messages and for a board file beside it.

    Raises:
        BadInput: there is no such game.
        DamagedStore: the journal, or that game in it, can't be read.
    """
    past, table = past_game(path, number, settings)
    saved = load_game(path, number)
    game = game_of(table)
    return write_turns(game, saved.state, {"Event": f"Game {number}", "Date": past.started[:10]})


def write_turns(game: Game, state: RefereeState | None, headers: dict[str, str]) -> str:
    """The settled turns of a game as text; illegal moves that were let stand are marked."""
    turns = state.turns if state is not None else ()
    after = [turn.record[0] for turn in turns[1:]] + ([state.record[0]] if state is not None else [])
    laid = [
        Laid(
            turn.play.seat,
            turn.play.do,
            (turn.play.card,)
            if turn.play.card
            else turn.play.cards[: None if turn.play.do == "throw" else 1],
            result,
            _remark(turn),
        )
        for turn, result in zip(turns, after[: len(turns)], strict=True)
    ]
    rules = game.rules
    if rules.name != rules.base:
        headers = {**headers, "Family": rules.name.replace('"', "”")}
    setting = Setting(rules.base, rules.house, game.table)
    transcript = transcript_of(rules, setting, game.first, laid, headers)
    return write_transcript(rules, transcript)


def _remark(turn: SettledTurn) -> str:
    """A turn's comment: that it broke the rules, or which cards it may have been."""
    if turn.accepted:
        return "against the rules, let stand"
    return f"or {' or '.join(turn.play.cards[1:])}" if turn.play.do == "card" and turn.play.cards[1:] else ""
