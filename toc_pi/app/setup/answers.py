"""The answers given while a table is set up, the settings that follow from them, and how they are stored."""

import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from calibration.appearance.pawn_set import PawnSet
from calibration.board.board_file import load_board
from calibration.errors import BadBoard
from calibration.files.disk import kind_of
from calibration.holes import Seat, seats_of
from toc_pi.documents import read_toml
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.reporting import Report
from toc_pi.rules.ruleset import RuleSet, load_ruleset, ruleset_from
from toc_pi.store.people import Families
from toc_pi.store.reading import TEXT, Allowed, Groups, KeyReader
from toc_pi.store.settings import DataFolders, read_settings, write_settings
from toc_pi.store.table_config import (
    HINTS,
    NO_CAMERA,
    SETTINGS,
    STRENGTHS,
    USUAL_PAWNS,
    Preferences,
    read_each,
)

if TYPE_CHECKING:  # it loads OpenCV
    from calibration.setup.calibration_file import Calibration

OWN_NAME = "toc-pi"
"""The program's player name."""
# What is proposed at the first set-up.
USUAL_BOARD, USUAL_RULES = "square-40", "quebec"
USUAL_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple")
ALONE, TWO_TEAMS = ("toc",), ("quebec", "fadoq")
"""Rule sets whose sources know no partners, and those that are for two teams; with the others pairs play."""
A = Seat("a")  # plays first unless another seat is chosen
ASKED = tuple(key for key, known in SETTINGS.items() if known.asked)
"""The settings that the set-up asks for; a table's other settings stay unchanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers(Preferences):
    """The answers so far; every part has a default, so that any step may be skipped.

    Attributes:
        board: a shipped board's name, or the path of a board file.
        names: of the players; a seat without one is called by its colour.
        pawns: their kind and size, and whether fresh ones stand white side up.
        empty: seats at which nobody sits.
        seating: how the players are grouped, a key of `seatings`; "" for what the rules are for.
        others: the settings that the set-up doesn't ask for.
    """

    board: str = USUAL_BOARD
    colours: Mapping[Seat, str] = field(default_factory=dict)
    names: Mapping[Seat, str] = field(default_factory=dict)
    pawns: PawnSet = USUAL_PAWNS
    empty: frozenset[Seat] = frozenset()
    seating: str = ""
    first: Seat = A
    rules: str = USUAL_RULES
    house: tuple[str, ...] = ()
    others: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The board's seats, clockwise."""
        return seats_on(self.board)

    @property
    def played(self) -> tuple[Seat, ...]:
        """The seats at which somebody sits."""
        return tuple(seat for seat in self.seats if seat not in self.empty)

    @property
    def without_camera(self) -> bool:
        """Whether pawns are moved on the screen."""
        return self.camera == NO_CAMERA


def without(answers: Answers, *keys: str) -> dict[str, Any]:
    """The settings that the set-up doesn't ask for, without some of them."""
    return {key: value for key, value in answers.others.items() if key not in keys}


@lru_cache(maxsize=32)
def seats_on(board: str) -> tuple[Seat, ...]:
    """The seats of a board; those of the default board if its file is gone."""
    try:
        return seats_of(load_board(board).seats) or seats_of(4)
    except BadBoard:
        return seats_of(4)


def colour_at(answers: Answers, seat: Seat) -> str:
    """A seat's colour: the chosen one, else the first that no other seat has."""
    if seat in answers.colours:
        return answers.colours[seat]
    free = [one for one in USUAL_COLOURS if one not in answers.colours.values()]
    uncoloured = [one for one in answers.seats if one not in answers.colours]
    return free[uncoloured.index(seat)]


def seatings(answers: Answers) -> dict[str, tuple[Groups, Groups]]:
    """How these people may be grouped: key -> (players, teams), as in the settings."""
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
    """The chosen seating; where none is, or it isn't possible with these seats, what the rules are for."""
    ways, own = seatings(answers), answers.others.get("ruleset")
    rules = own.get("base") if isinstance(own, dict) else answers.rules
    usual = "alone" if rules in ALONE else "two-teams" if rules in TWO_TEAMS else "pairs"
    likely = (answers.seating, usual, "pairs" if usual != "alone" else "alone")
    return next((one for one in likely if one in ways), "alone")


def with_house_rule(answers: Answers, key: str) -> Answers:
    """The answers with a house rule switched on or off; rules that contradict it are switched off."""
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


def rules_of(answers: Answers) -> RuleSet:
    """The rules that are played."""
    own = answers.others.get("ruleset")
    return (
        ruleset_from(own, answers.house)
        if isinstance(own, dict)
        else load_ruleset(answers.rules, answers.house)
    )


def settings_of(answers: Answers) -> dict[str, Any]:
    """The settings as stored in a file."""
    players, teams = seatings(answers)[seating(answers)]
    first = answers.first if answers.first in answers.played else answers.played[0]

    def at_played(values: Mapping[Seat, Allowed]) -> dict[str, Allowed]:
        return {str(seat): value for seat, value in values.items() if seat in answers.played and value}

    optional: dict[str, Any] = {
        "rules": "" if "ruleset" in answers.others else answers.rules,
        "players": [list(one) for one in players],
        "teams": [list(one) for one in teams],
        "house": [*answers.house],
        "colours": {str(seat): colour_at(answers, seat) for seat in answers.seats},
        "pawns": asdict(answers.pawns),
        "names": at_played(answers.names),
        "levels": at_played(answers.levels),
        "hint_limit": answers.hint_limit,
        "chairs": at_played(answers.chairs),
    }
    return {
        **{one.name: getattr(answers, one.name) for one in fields(Preferences) if one.name not in optional},
        "board": answers.board,
        "first": str(first),
        **{key: value for key, value in optional.items() if value},
        **answers.others,
    }


def answers_of(settings: Mapping[str, Any]) -> Answers:
    """The answers that settings stand for; a wrong, missing or unknown setting gets its default."""
    board = KeyReader().read("board", TEXT, settings.get("board"), "") or USUAL_BOARD
    seats = seats_on(board)
    found = read_each(KeyReader(seats=seats), settings, {*ASKED} - {"board"})
    players, teams = found.pop("players"), found.pop("teams")
    played = {seat for player in players for seat in player} & {*seats}
    answers = Answers(
        **found
        | {key: at_seats(seats, found[key]) for key in ("levels", "chairs")}
        | {"board": board, "rules": found["rules"] or USUAL_RULES, "first": found["first"] or A},
        empty=frozenset(seat for seat in seats if played and seat not in played),
        others={key: value for key, value in settings.items() if _is_kept(key, value)},
    )
    return replace(answers, seating=_seating(answers, players, teams)) if "board" in settings else answers


def at_seats(seats: tuple[Seat, ...], values: Mapping[Seat, Allowed]) -> dict[Seat, Allowed]:
    """The values that belong to some seats."""
    return {seat: value for seat, value in values.items() if seat in seats}


def _is_kept(key: str, value: object) -> bool:
    """Whether a setting that the set-up doesn't ask for is valid."""
    if key in ASKED:
        return False
    usual = {"board": USUAL_BOARD, "first": A, **({} if key == "ruleset" else {"rules": USUAL_RULES})}
    try:
        read_settings({**usual, key: value}, Path())
    except BadInput:
        return False
    return True


def _seating(answers: Answers, players: Groups, teams: Groups) -> str:
    """The seating that these groups stand for; "" if they are none of the possible ones."""
    alone = _sets(tuple((seat,) for seat in answers.played))
    for key, (grouped, allied) in seatings(answers).items():
        if _sets(players) in (_sets(grouped), _sets(grouped) or alone) and _sets(teams) == _sets(allied):
            return key
    return ""


def _sets(groups: Groups) -> frozenset[frozenset[Seat]]:
    return frozenset(map(frozenset, groups))


def with_colour(answers: Answers, seat: Seat, colour: str) -> Answers:
    """The answers with a colour for a seat; a seat that had it gets this seat's."""
    if colour not in USUAL_COLOURS:
        return answers
    colours = {one: colour_at(answers, one) for one in answers.seats}
    colours |= {other: colours[seat] for other, present in colours.items() if present == colour}
    return replace(answers, colours={**colours, seat: colour})


def _with(values: Mapping[Seat, Allowed], seat: Seat, value: Allowed | None) -> dict[Seat, Allowed]:
    """Values by seat with another one at a seat; None for none."""
    others = {one: known for one, known in values.items() if one != seat}
    return others if value is None else {**others, seat: value}


def with_name(answers: Answers, seat: Seat, name: str) -> Answers:
    """The answers with a player's name; "" for none."""
    names = _with(answers.names, seat, name or None)
    return replace(answers, names=names, empty=answers.empty - {seat})


def with_nobody(answers: Answers, seat: Seat) -> Answers:
    """The answers with a seat emptied or filled again; at least two play, and not all are the program."""
    empty = answers.empty ^ {seat}
    played = [one for one in answers.seats if one not in empty]
    chairs = {one: strength for one, strength in answers.chairs.items() if one in played}
    if len(played) < 2 or len(chairs) == len(played):
        return answers
    return replace(answers, empty=empty, chairs=chairs)


def with_level(answers: Answers, seat: Seat, level: str) -> Answers:
    """The answers with a help level for one player; any other word removes the player's own level."""
    own = next((one for one in HINTS if one == level), None)
    return replace(answers, levels=_with(answers.levels, seat, own))


def with_chair(answers: Answers, seat: Seat, strength: int) -> Answers:
    """The answers with a seat played by the program at a strength; 0 for a person. One stays a person."""
    chairs = _with(answers.chairs, seat, strength if strength in STRENGTHS else None)
    if seat in chairs and all(one in chairs for one in answers.played):
        return answers
    return replace(answers, chairs=chairs, empty=answers.empty - {seat})


class SetupResult(NamedTuple):
    """A table's settings.

    Attributes:
        places: their folders.
        seen: what was learnt of board and pawns while they were set up; None if the camera didn't see them.
        camera: for this evening; None for that of the settings.
    """

    places: DataFolders
    seen: "Calibration | None" = None
    camera: str | None = None


def keep(places: DataFolders, answers: Answers, tell: Report) -> DataFolders:
    """Write the answers as settings, and remember this table."""
    settings = settings_of(answers)
    try:
        written = write_settings(places, settings)
    except OSError as error:
        tell(said("{path}: can't be written ({why})", path=places.state, why=error.strerror))
        return write_settings(replace(places, config=Path(tempfile.mkdtemp(prefix="toc-pi-"))), settings)
    Families(places.state).remember(settings)
    return written


def stored_settings(places: DataFolders) -> Mapping[str, Any]:
    """The settings' content, empty if there are none; a board file beside them gets its full path."""
    try:
        settings = read_toml(places.settings)
    except (BadInput, OSError):
        return {}
    name = settings.get("board")
    if isinstance(name, str) and name.endswith(".toml") and kind_of(beside := places.config / name) == "file":
        return {**settings, "board": str(beside)}
    return settings
