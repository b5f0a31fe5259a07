"""The menu of an evening: what it has to tell about the program, its folders and its machine."""

import math
from importlib.metadata import version

from hardware.panel import find_backlight, heat_c, may_switch_off, switch_off
from toc_pi.app.answers import Answers, answers_of
from toc_pi.app.desk import Desk
from toc_pi.app.ledger import Ledger
from toc_pi.app.menu import Facts, Past
from toc_pi.app.setup_pages import name_at
from toc_pi.app.stage import Stage
from toc_pi.cli.begun import Begun
from toc_pi.cli.setting_up import settings_told
from toc_pi.errors import DamagedStore
from toc_pi.store.games import PastGame, list_games

MOST_GAMES = 40


def open_desk(begun: Begun, stage: Stage, ledger: Ledger, *, recorded: bool) -> Desk:
    """The menu of an evening.

    Args:
        begun: its settings and folders.
        stage: shows it.
        ledger: keeps the game.
        recorded: a recording runs, which holds one game with one table's settings.
    """
    answers = answers_of(settings_told(begun.places))

    def facts() -> Facts:
        heat = heat_c()
        told = (
            ("settings", str(begun.places.settings)),
            ("version", version("toc-pi")),
            *((("heat", f"{math.floor(heat)} °C"),) if heat is not None else ()),
        )
        return Facts(
            answers,
            trouble=stage.in_words(ledger.trouble or ""),
            games=_games(begun, answers),
            may_begin=not recorded,
            told=told,
        )

    return Desk(stage.page, facts, find_backlight(), switch_off if may_switch_off() else None)


def _games(begun: Begun, answers: Answers) -> tuple[Past, ...]:
    try:
        games = list_games(begun.places.games)[:MOST_GAMES]
    except (DamagedStore, OSError):
        return ()
    return tuple(_past(game, answers) for game in games)


def _past(game: PastGame, answers: Answers) -> Past:
    winners = tuple(name_at(answers, seat) for seat in game.winners)
    return Past(game.started[:16].replace("T", "  "), game.turns, winners)
