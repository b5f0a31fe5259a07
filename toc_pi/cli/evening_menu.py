"""The menu of an evening: its facts about the program, its folders and its machine."""

import math
import os
from datetime import UTC, datetime
from importlib.metadata import version

from calibration.holes import Seat
from hardware.panel import find_backlight, heat_c, may_switch_off, switch_off
from hardware.sound import has_voice
from toc_pi.app.menu import Facts, Past
from toc_pi.app.menu_overlay import MenuOverlay
from toc_pi.app.pipeline import JournaledGame
from toc_pi.app.report.page import game_page
from toc_pi.app.report.past import day_in_words, names_in
from toc_pi.app.setup.answers import Answers, answers_of, colour_at
from toc_pi.app.stage import Stage
from toc_pi.app.teaching.helping import Counts, Helping, HelpSettings, Level
from toc_pi.cli.setting_up import keep, stored_settings
from toc_pi.cli.starting import SessionConfig
from toc_pi.cli.terminal import complain
from toc_pi.errors import DamagedStore
from toc_pi.rules.ruleset import RuleSet
from toc_pi.screen.pages.page import Page
from toc_pi.store.games import PastGame, list_games
from toc_pi.store.people import family_of, load_learned, save_learned
from toc_pi.store.settings import DataFolders
from toc_pi.store.syncer import DiskWorker

MOST_GAMES = 40  # newest games that the menu lists


class SettingsInForce:
    """The settings in force and their folders: some may be changed during play.

    Args:
        begun: the evening's settings and folders.
    """

    def __init__(self, begun: SessionConfig) -> None:
        self._usual = begun.usual
        self.places = begun.places
        self.answers = answers_of(stored_settings(begun.places))
        self.changed = False

    def change(self, answers: Answers) -> None:
        """Write changed settings and put them in force."""
        self.places, self.answers, self.changed = keep(self._usual, answers), answers, True


def open_menu(
    tonight: SettingsInForce, stage: Stage, journaled: JournaledGame, rules: RuleSet, *, recorded: bool
) -> MenuOverlay:
    """The menu of an evening.

    Args:
        tonight: its settings.
        stage: shows it.
        journaled: the game in progress.
        rules: of the game.
        recorded: whether a recording runs, which is for one game with one table's settings.
    """

    def facts() -> Facts:
        heat = heat_c()
        diagnosis = (
            ("settings", str(tonight.places.settings)),
            ("version", version("toc-pi")),
            *((("heat", f"{math.floor(heat)} °C"),) if heat is not None else ()),
        )
        return Facts(
            tonight.answers,
            may_close="NOTIFY_SOCKET" not in os.environ,
            rules=rules,
            doubts=stage.doubts,
            trouble=stage.in_words(journaled.trouble or ""),
            games=_games(tonight.places, tonight.answers),
            voice=has_voice(tonight.places.voices),
            may_begin=not recorded,
            diagnosis=diagnosis,
        )

    def game(number: int, answers: Answers) -> Page:
        return game_page(tonight.places.games, number, tonight.places.settings, _now(), like=answers)

    switch = switch_off if may_switch_off() else None
    return MenuOverlay(stage.page, facts, find_backlight(), switch, game)


def _games(places: DataFolders, answers: Answers) -> tuple[Past, ...]:
    try:
        games = list_games(places.games)[:MOST_GAMES]
    except (DamagedStore, OSError):
        return ()
    return tuple(_past(game, answers) for game in games)


def _past(game: PastGame, answers: Answers) -> Past:
    winners, players = names_in(game)
    started = day_in_words(game.started, _now(), answers.language)
    return Past(game.id, started, game.turns, winners, players)


def _now() -> str:
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


def wanted_by(answers: Answers) -> HelpSettings:
    """A table's help settings; players without a name are known by their colour."""
    players = {seat: answers.names.get(seat) or colour_at(answers, seat) for seat in answers.seats}
    asked: dict[Seat, Level] = dict.fromkeys(answers.chairs, "asked")  # the program needs no help
    return HelpSettings(answers.hints, {**answers.levels, **asked}, answers.hint_limit, players)


def open_help(tonight: SettingsInForce, disk: DiskWorker) -> Helping:
    """The help for each player, with what this family's players learned on earlier evenings.

    Args:
        tonight: the settings in force.
        disk: writes what they learn now.
    """
    folder, family = tonight.places.state, " ".join(family_of(stored_settings(tonight.places)))
    try:
        known = load_learned(folder, family)
    except DamagedStore as error:
        complain(str(error))
        known = {}

    def keep(counts: Counts) -> None:
        # Playing goes on if this can't be written.
        disk.do("help", lambda: save_learned(folder, family, counts))

    return Helping(wanted_by(tonight.answers), known, keep)
