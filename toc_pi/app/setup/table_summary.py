"""A table's settings in words, what the camera sees of it, and the referee's game made from them."""

from importlib.resources import files
from pathlib import Path

from calibration.board.board_file import load_board
from calibration.errors import NOT_FOUND, BadBoard
from calibration.holes import Seat
from toc_pi.app.setup.answers import Answers, colour_at
from toc_pi.app.setup.setup_steps import CameraStatus, SetupState, kind_asked
from toc_pi.belief.game import Declare, Game
from toc_pi.errors import BadInput
from toc_pi.languages import Texts, capital, load_texts, translated
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset, ruleset_from
from toc_pi.rules.table import Table
from toc_pi.store.table_config import TableConfig

SAMPLE_FILM = Path(str(files("toc_pi.data"))) / "sample" / "film.mp4"
"""The film that comes with the program, to try it without a camera."""


def board_name(name: str, words: Texts) -> str:
    """A board's name in the chosen language; a family's own board isn't named after its file."""
    return words["board"].get(name, words["board"]["own"])


def board_line(name: str, words: Texts) -> str:
    """A short description of a board; "" if its file is gone."""
    try:
        board = load_board(name)
    except BadBoard:
        return ""
    xs, ys = zip(*board.outline, strict=True)
    size = {"width": round((max(xs) - min(xs)) / 10), "height": round((max(ys) - min(ys)) / 10)}
    return words["board"]["seats"].format(seats=board.seats, **size)


def colour_word(answers: Answers, seat: Seat) -> str:
    """The word for the colour of a seat's pawns."""
    return capital(load_texts("names", answers.language)["colours"][colour_at(answers, seat)])


def camera_name(camera: str, words: Texts) -> str:
    """The name for people of a camera in the settings; a film other than the sample by its file."""
    kind, _, which = camera.partition(" ")
    sample = kind == "film" and Path(which) == SAMPLE_FILM
    return words["cameras"]["sample" if sample else kind].format(which=Path(which).name)


def rules_name(answers: Answers) -> str:
    """The name of a table's rules."""
    own = answers.others.get("ruleset")
    if isinstance(own, dict):
        return str(own.get("name", own.get("base", "")))
    return rule_texts(answers.language).text("titles", answers.rules) if answers.rules in NAMES else ""


def name_at(answers: Answers, seat: str) -> str:
    """The name of a seat's player, or the seat's colour."""
    return answers.names.get(Seat(seat)) or colour_word(answers, Seat(seat))


def people(answers: Answers) -> str:
    """The players' names, or their colours."""
    return ", ".join(name_at(answers, seat) for seat in answers.played)


def family_name(answers: Answers, words: Texts) -> str:
    """A table's name: its people, or its board if they have no names."""
    return people(answers) if answers.names else board_name(answers.board, words)


def summary(answers: Answers, *, full: bool = True) -> str:
    """A table in one line."""
    words = load_texts("setup", answers.language)
    who = [people(answers)] if full else []
    return " · ".join([*who, board_name(answers.board, words), rules_name(answers)])


def game_of(settings: TableConfig, declare: Declare = "strict") -> Game:
    """Rules, table and first seat at a table.

    Raises:
        BadInput: the board is one of another game, or the rules are invalid.
    """
    if settings.board.game != "toc" or settings.first is None:
        raise BadInput(
            "board {name}: one of another game can be read, not refereed", name=settings.board.name
        )
    table = Table(
        seats=settings.board.seats,
        home_entry=settings.board.home_entry,
        centre=settings.board.centre,
        players=settings.players,
        teams=settings.teams,
        stretch=settings.board.stretch,
    )
    return Game(_rules_of(settings), table, settings.first, settings.pawns.white_face, declare)


def _rules_of(settings: TableConfig) -> RuleSet:
    if settings.ruleset is not None:
        return ruleset_from(settings.ruleset, settings.house)
    if settings.rules is None:
        raise BadInput("rules are missing")
    return load_ruleset(settings.rules, settings.house)


def camera_sentence(look: CameraStatus, state: SetupState, words: Texts) -> str:
    """A sentence about the camera's view and what to do about it."""
    live, answers = words["live"], state.answers
    if look.fault:
        if look.fault == "missing":
            return live["missing"]
        faults = load_texts("screen", answers.language)["fault"]
        return f"{faults[look.fault]}. {faults[f'{look.fault}_below']}"
    if not look.pictures:
        return live["opening"]
    if not look.board:
        if look.advice == NOT_FOUND:
            return live["unknown"]  # the board's name isn't chosen yet
        translation = translated(look.advice, answers.language) or live["looking"]
        return capital(translation)
    found = live["found"].format(board=board_name(look.board, words))
    if look.board != answers.board:
        return f"{found} {live['other']}"
    if look.correction is not None:
        change = translated(look.correction.message, answers.language)
        return f"{found} {live['place'].format(change=change)}"
    if look.pile is not None and answers.declare == "camera":
        seen = f"{live['cards']} " if state.proposes_cards and "declare" not in state.corrected else ""
        found = f"{found} {seen}{capital(translated(look.pile.message, answers.language))}."
    return f"{found} {_pawns_sentence(state, words)}"


def _pawns_sentence(state: SetupState, words: Texts) -> str:
    """What is seen of the pawns, and what to do about it."""
    live, pawns, answers = words["live"], state.pawns, state.answers
    if pawns is None:
        return live["pawns"]
    if pawns.advice:
        return capital(translated(pawns.advice, answers.language))
    if pawns.alike:
        one, other = (colour_word(answers, seat).lower() for seat in pawns.alike[0])
        return capital(live["alike"].format(one=one, other=other))
    doubted = [colour_word(answers, seat).lower() for seat in sorted(pawns.unsure)]
    if doubted and "colours" not in state.corrected:
        return live["unsure"].format(colours=", ".join(doubted))
    if kind_asked(state):
        return live["kind"]
    return live["correct"]
