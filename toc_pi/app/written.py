"""A game of the journal as text for people: the settled turns in the notation of docs/notation.md."""

from pathlib import Path

from toc_pi.app.game import game_of
from toc_pi.app.past import past_game
from toc_pi.belief.game import Game
from toc_pi.referee.states import RefereeState, SettledTurn
from toc_pi.rules.notation import Setting
from toc_pi.rules.transcript import Laid, transcript_of, write_transcript
from toc_pi.store.games import load_game


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
