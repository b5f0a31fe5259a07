"""An earlier game in words: its table, its day, the texts of its page, its turns as text."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from calibration.holes import Seat
from toc_pi.app.journaled_game import tell_other_board
from toc_pi.app.report.steps import ReplayStep
from toc_pi.app.setup.answers import answers_of
from toc_pi.app.setup.table_summary import game_of, name_at
from toc_pi.belief.game import Game
from toc_pi.languages import FACES, Faces, Language, capital, language_in, listed, load_texts, translated
from toc_pi.phrases import Phrases
from toc_pi.referee.states import RefereeState
from toc_pi.referee.turns import SettledTurn
from toc_pi.reporting import Report
from toc_pi.rules.position import Pawns, Position
from toc_pi.rules.transcript import Laid, Setting, transcript_of, write_transcript
from toc_pi.store.games import PastGame, find_game, load_game, reading_game
from toc_pi.store.reading import KeyReader
from toc_pi.store.settings import DataFolders
from toc_pi.store.table_config import USUAL_PREFERENCES, TableConfig, read_table
from toc_pi.teaching.play_phrases import PlayPhrases
from toc_pi.words import why

NIGHT = timedelta(hours=5)
"""A game started before this hour belongs to the previous day."""


def past_game(path: Path, number: int, settings: Path) -> tuple[PastGame, TableConfig]:
    """A journaled game, and its table.

    Args:
        path: the journal.
        number: the game's.
        settings: the settings file, for messages and for a board file beside it.

    Raises:
        BadInput: there is no such game, or its board file is gone.
        DamagedStore: the journal, or the game's settings in it, can't be read.
    """
    past = find_game(path, number)
    with reading_game(path, number):
        content = _content(past)
    return past, read_table(KeyReader(settings), content)


def faces_of(past: PastGame) -> Faces:
    """The letters of jack, queen and king on an earlier game's pack."""
    faces = _content(past).get("faces")
    return faces if faces in FACES else USUAL_PREFERENCES.faces


def language_of(past: PastGame) -> Language:
    """The language of an earlier game's table."""
    return language_in(str(_content(past).get("language", USUAL_PREFERENCES.language)))


def _content(past: PastGame) -> Any:
    return json.loads(past.settings["content"])


def names_in(past: PastGame) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """The winners and all players of an earlier game, by their names at the time.

    Empty if unknown; the winners are None if the game's end can't be read.
    """
    try:
        answers = answers_of(_content(past))
        winners, players = (
            tuple(name_at(answers, seat) for seat in seats) for seats in (past.winners or (), answers.played)
        )
    except (TypeError, KeyError, ValueError, AttributeError):
        winners = players = ()
    return None if past.winners is None else winners, players


def day_in_words(started: str, now: str, language: Language) -> str:
    """When a game began, in spoken form: "Yesterday evening", "Saturday 21 November".

    Args:
        started, now: date and time, ISO 8601; a night belongs to the evening before.
        language: of the words.
    """
    try:
        begun, today = (datetime.fromisoformat(one).replace(tzinfo=None) - NIGHT for one in (started, now))
    except ValueError:
        return started
    words = load_texts("setup", language)["when"]
    hour = (begun + NIGHT).hour
    part = "morning" if NIGHT.seconds // 3600 <= hour < 12 else "afternoon" if 12 <= hour < 18 else "evening"
    days = (today.date() - begun.date()).days
    key = "today" if days == 0 else "yesterday" if days == 1 else "week" if 1 < days < 7 else "date"
    key = f"today_{part}" if key == "today" else key if begun.year == today.year or key != "date" else "year"
    return capital(words[key].format(part=words[part], **_parts_of(begun, words)))


def moment_in_words(started: str, language: Language) -> str:
    """An absolute date with time: "Saturday 21 November 2026 at 20:04".

    Args:
        started: date and time, ISO 8601.
        language: of the words.
    """
    try:
        begun = datetime.fromisoformat(started)
    except ValueError:
        return started
    words = load_texts("setup", language)["when"]
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
    """A journaled game as text, with its stored settings; arguments and errors as of `past_game`."""
    past, table = past_game(path, number, settings)
    headers = {"Event": f"Game {number}", "Date": past.started[:10]}
    with reading_game(path, number):
        return write_turns(game_of(table), load_game(path, number).state, headers)


def write_turns(game: Game, state: RefereeState | None, headers: dict[str, str]) -> str:
    """A game's settled turns as text; accepted illegal moves are marked."""
    laid: list[Laid] = []
    if state is not None and state.turns:
        boards = [*(turn.record[0] for turn in state.turns[1:]), state.record[0]]
        laid = [_laid(turn, result) for turn, result in zip(state.turns, boards, strict=True)]
    rules = game.rules
    if rules.name != rules.base:
        headers = {**headers, "Family": rules.name.replace('"', "”")}
    setting = Setting(rules.base, rules.house, game.table)
    return write_transcript(rules, transcript_of(rules, setting, game.first, laid, headers))


def _laid(turn: SettledTurn, result: Position) -> Laid:
    """A turn, with a note if it broke the rules, or its possible cards."""
    play = turn.play
    cards = play.cards if play.do == "throw" else play.cards[:1]
    others = " or ".join(play.cards[1:]) if play.do == "card" else ""
    remark = "against the rules, let stand" if turn.accepted else f"or {others}" if others else ""
    return Laid(play.seat, play.do, (play.card,) if play.card else cards, result, remark)


@dataclass(frozen=True, slots=True)
class ReportTexts:
    """The texts of a page: from `texts/report.toml`, the table's sentences, and plays in words."""

    language: Language
    texts: Mapping[str, str]
    phrases: Phrases
    play_phrases: PlayPhrases

    def say(self, key: str, **values: object) -> str:
        """A sentence; inserted values aren't escaped."""
        return self.texts[key].format(**values)

    def won(self, winners: tuple[Seat, ...]) -> str:
        """A sentence that names the winners."""
        names = [self.phrases.called(seat) for seat in winners]
        who = listed(names, self.language)
        return capital(self.say("won_one" if len(names) == 1 else "won_many", who=who))

    def stands(self, pawns: Pawns, seats: tuple[Seat, ...]) -> str:
        """The pawns' holes in words, for people who can't see the board."""
        stands = []
        for seat in seats:
            if holes := sorted(hole for hole, owner in pawns if owner == seat):
                stands.append(self.say("stands", who=self.phrases.who(seat), holes=", ".join(holes)))
        return capital(translated("; ", self.language).join(stands)) + "." if stands else self.say("empty")

    def step(self, step: ReplayStep, ended: str) -> str:
        """A step as a sentence; `ended` is the one for the end."""
        if step.kind in ("start", "put", "end"):
            return ended if step.kind == "end" else self.say(step.kind)
        named = {"who": self.phrases.called(step.seat or ""), "card": self.cards(step)}
        if step.kind == "flagged" and step.flagged is not None:
            return capital(self.say("flagged", why=self.phrases.reason(step.flagged.verdict), **named))
        sentence = capital(self.say(_key(step), moves=self.play_phrases.moves(step.moves), **named))
        return self.say("stood", sentence=sentence) if step.kind == "stood" else sentence

    def cards(self, step: ReplayStep) -> str:
        """The cards of a step."""
        return " ".join(map(self.phrases.card, step.cards))


def words_of(game: Game, table: TableConfig, language: Language, faces: Faces) -> ReportTexts:
    """The texts about a game in a language; `faces` are the letters of the pack's jack, queen and king."""
    colours, names = table.colours, table.names
    phrases = Phrases(language, colours, why(game, colours, names=names), names=names, faces=faces)
    return ReportTexts(language, load_texts("report", language)["said"], phrases, PlayPhrases(phrases))


def _key(step: ReplayStep) -> str:
    if step.do == "pass":
        return "pass_card" if step.cards else "pass_on"
    if step.do == "discard" and not step.cards:
        return "discard_unseen"
    if step.do != "card":
        return step.do
    if step.before == step.after:
        return "unmoved"
    return "moved" if step.moves else "other"


def tell_swapped(places: DataFolders, game: int, tell: Report) -> None:
    """Report if an earlier game was played on another board than its file describes now."""
    past, table = past_game(places.games, game, places.settings)
    tell_other_board(past.settings, table.board, game, tell)
