"""What a table says about itself while it is set up, and the settings that follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from calibration.board.board_file import load_board
from calibration.errors import BadBoard
from calibration.holes import Seat, seats_of
from toc_pi.errors import BadInput
from toc_pi.faces import FACES, Faces
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.scene import Language
from toc_pi.store.settings import (
    DECLARING,
    HINT_LIMITS,
    HINTS,
    LETTERS,
    LOUDNESS,
    NO_CAMERA,
    STRENGTHS,
    TURNS,
    Declaring,
    Hints,
    Letters,
    Loudness,
)
from toc_pi.store.table_settings import COLOURS, Choice, Groups

USUAL_BOARD, USUAL_RULES = "square-40", "quebec"
USUAL_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")
A = Seat("a")
OWN_KEYS = (
    *("language", "camera", "sound", "speech", "board", "colours", "names"),
    *("players", "teams", "first", "rules", "house"),
    *("declare", "hints", "letters", "turned", "levels", "hint_limit", "chairs", "faces"),
)
"""The settings that the set-up asks for; whatever else a table's settings say stays as it is."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What was answered so far; every part has a usual answer, so that any step may be skipped.

    Attributes:
        language: of every sentence.
        camera: as settings name it; `none` to play by touch alone.
        board: a shipped board's name, or a file's.
        colours: of each seat.
        names: of who sits there; a seat without one is called by its colour.
        empty: seats at which nobody sits.
        seating: how the players belong together, a key of `seatings`.
        first: who plays first.
        rules, house: rule set and house rules.
        levels, hint_limit: what holds for a player alone, and how many hints a player may ask for in a game.
        chairs: seats that the program plays, with how well it does.
        declare, hints: when cards are told, and how much is explained, as settings say it.
        sound, speech: what is heard.
        letters: how large words are.
        turned: how far the picture is turned on its panel, degrees clockwise.
        faces: the letters of the pack's jack, queen and king.
        others: the settings that nobody was asked about.
    """

    language: Language = "en"
    camera: str = "auto"
    board: str = USUAL_BOARD
    colours: Mapping[Seat, str] = field(default_factory=dict)
    names: Mapping[Seat, str] = field(default_factory=dict)
    empty: frozenset[Seat] = frozenset()
    seating: str = "pairs"
    first: Seat = A
    rules: str = USUAL_RULES
    house: tuple[str, ...] = ()
    sound: Loudness = "low"
    speech: bool = True
    declare: Declaring = "free"
    hints: Hints = "asked"
    letters: Letters = "normal"
    turned: int = 0
    levels: Mapping[Seat, Hints] = field(default_factory=dict)
    hint_limit: int = 0
    chairs: Mapping[Seat, int] = field(default_factory=dict)
    faces: Faces = "JQK"
    others: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Of the board, clockwise."""
        return seats_on(self.board)

    @property
    def played(self) -> tuple[Seat, ...]:
        """Those where somebody sits."""
        return tuple(seat for seat in self.seats if seat not in self.empty)

    @property
    def without_camera(self) -> bool:
        """Whether pawns are moved on the screen."""
        return self.camera == NO_CAMERA


@lru_cache(maxsize=32)
def seats_on(board: str) -> tuple[Seat, ...]:
    """The seats of a board; those of the usual one where its file is gone."""
    try:
        return seats_of(load_board(board).seats) or seats_of(4)
    except BadBoard:
        return seats_of(4)


def colour_at(answers: Answers, seat: Seat) -> str:
    """A seat's colour: the told one, else the first that no other seat has."""
    if seat in answers.colours:
        return answers.colours[seat]
    free = [one for one in USUAL_COLOURS if one not in answers.colours.values()]
    untold = [one for one in answers.seats if one not in answers.colours]
    return free[untold.index(seat)]


def seatings(answers: Answers) -> dict[str, tuple[Groups, Groups]]:
    """How these people may belong together: key -> (players, teams), as settings say it."""
    played, half = answers.played, len(answers.played) // 2
    alone: Groups = tuple((seat,) for seat in played) if answers.empty else ()
    ways: dict[str, tuple[Groups, Groups]] = {"alone": (alone, ())}
    if len(played) % 2 or len(played) < 4:
        return ways
    opposite = tuple(zip(played[:half], played[half:], strict=True))
    ways["pairs"] = (alone, opposite)
    if len(played) > 4:
        ways["two-teams"] = (alone, (played[::2], played[1::2]))
    ways["two-colours"] = (opposite, ())
    return ways


def seating(answers: Answers) -> str:
    """How they sit, as far as that is possible with these seats."""
    return answers.seating if answers.seating in seatings(answers) else "alone"


def with_house_rule(answers: Answers, key: str) -> Answers:
    """With a house rule switched on or off; one that contradicts it gives way."""
    if key in answers.house:
        return replace(answers, house=tuple(one for one in answers.house if one != key))
    kept = tuple(one for one in answers.house if agree(answers.rules, (one, key)))
    return replace(answers, house=(*kept, key))


@lru_cache(maxsize=4096)
def agree(rules: str, house: tuple[str, ...]) -> bool:
    """Whether house rules can be in force together."""
    try:
        load_ruleset(rules, house)
    except BadInput:
        return False
    return True


@lru_cache(maxsize=4096)
def matters(rules: str, key: str) -> bool:
    """Whether a house rule changes anything in a rule set."""
    if not agree(rules, (key,)):
        return False
    changed, plain = load_ruleset(rules, (key,)), load_ruleset(rules)
    return replace(changed, house=()) != plain


def settings_of(answers: Answers) -> dict[str, Any]:
    """The settings as a file says them."""
    players, teams = seatings(answers)[seating(answers)]
    first = answers.first if answers.first in answers.played else answers.played[0]
    names = {str(seat): name for seat, name in answers.names.items() if seat in answers.played and name}
    levels = {str(seat): level for seat, level in answers.levels.items() if seat in answers.played}
    chairs = {str(seat): one for seat, one in answers.chairs.items() if seat in answers.played}
    groups = {"players": players, "teams": teams, "house": answers.house}
    return {
        "language": answers.language,
        "camera": answers.camera,
        "sound": answers.sound,
        "speech": answers.speech,
        "declare": answers.declare,
        "hints": answers.hints,
        "letters": answers.letters,
        "turned": answers.turned,
        "faces": answers.faces,
        "board": answers.board,
        "first": str(first),
        **({} if "ruleset" in answers.others else {"rules": answers.rules}),
        **{
            key: [list(one) if isinstance(one, tuple) else one for one in told]
            for key, told in groups.items()
            if told
        },
        "colours": {str(seat): colour_at(answers, seat) for seat in answers.seats},
        **({"names": names} if names else {}),
        **({"levels": levels} if levels else {}),
        **({"hint_limit": answers.hint_limit} if answers.hint_limit else {}),
        **({"chairs": chairs} if chairs else {}),
        **answers.others,
    }


def answers_of(settings: Mapping[str, Any]) -> Answers:
    """The answers that settings stand for; what they say wrongly, or not at all, has its usual answer."""

    def text(key: str, usual: str) -> str:
        value = settings.get(key, usual)
        return value if isinstance(value, str) else usual

    def table(key: str) -> dict[Seat, str]:
        value = settings.get(key)
        told = value.items() if isinstance(value, dict) else ()
        return {Seat(seat): str(one) for seat, one in told if Seat(seat) in seats_on(board)}

    def by_seat(key: str, allowed: tuple[Choice, ...]) -> dict[Seat, Choice]:
        value = settings.get(key)
        told = value.items() if isinstance(value, dict) else ()
        seats = seats_on(board)
        found: dict[Seat, Choice] = {}
        for seat, one in told:
            if Seat(seat) in seats and one in allowed:
                found[Seat(seat)] = chosen(allowed, one, allowed[0])
        return found

    board = text("board", USUAL_BOARD)
    house = settings.get("house", ())
    told = {key: tuple(map(tuple, settings.get(key, ()))) for key in ("players", "teams")}
    colours = {seat: one for seat, one in table("colours").items() if one in COLOURS}
    played = {seat for player in told["players"] for seat in player}
    answers = Answers(
        language="fr" if settings.get("language") == "fr" else "en",
        camera=text("camera", "auto"),
        board=board,
        colours=colours,
        names=table("names"),
        empty=frozenset(seat for seat in seats_on(board) if played and seat not in played),
        first=Seat(text("first", "a")),
        rules=text("rules", USUAL_RULES),
        house=tuple(map(str, house)) if isinstance(house, list | tuple) else (),
        sound=chosen(LOUDNESS, settings.get("sound"), "low"),
        speech=settings.get("speech") is not False,
        declare=chosen(DECLARING, settings.get("declare"), "free"),
        hints=chosen(HINTS, settings.get("hints"), "asked"),
        letters=chosen(LETTERS, settings.get("letters"), "normal"),
        turned=chosen(TURNS, settings.get("turned"), 0),
        levels=by_seat("levels", HINTS),
        hint_limit=chosen(HINT_LIMITS, settings.get("hint_limit"), 0),
        chairs=by_seat("chairs", STRENGTHS),
        faces=chosen(FACES, settings.get("faces"), "JQK"),
        others={key: value for key, value in settings.items() if key not in OWN_KEYS},
    )
    return _seated(answers, told["players"], told["teams"])


def chosen(allowed: tuple[Choice, ...], told: object, usual: Choice) -> Choice:
    """What was told, where that is allowed."""
    return next((one for one in allowed if one == told and type(one) is type(told)), usual)


def _seated(answers: Answers, players: Groups, teams: Groups) -> Answers:
    """With the seating that settings say; one of a table's own stays as it was written."""
    ordered = _sets(players), _sets(teams)
    for key, (some, allied) in seatings(answers).items():
        if ordered in ((_sets(some), _sets(allied)), (_sets(some) or _alone(answers), _sets(allied))):
            return replace(answers, seating=key)
    return replace(answers, seating="pairs")


def _alone(answers: Answers) -> frozenset[frozenset[Seat]]:
    return frozenset(frozenset((seat,)) for seat in answers.played)


def _sets(groups: Groups) -> frozenset[frozenset[Seat]]:
    return frozenset(map(frozenset, groups))
