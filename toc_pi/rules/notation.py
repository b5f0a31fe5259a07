"""Tables, positions and hands as text that a person can read, write and paste (docs/notation.md)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from calibration.holes import (
    USUAL_STRETCH,
    Seat,
    is_camp,
)
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.pack import Cards, read_cards, write_cards
from toc_pi.rules.position import Position
from toc_pi.rules.table import Table

_BOARD = re.compile(r"(\d+) (\d+)( centre)?(?: stretch (\d+))?")
_FIELDS = ("rules", "board", "teams", "pawns", "turn", "hands")


@dataclass(frozen=True, slots=True)
class Setting:
    """The name of the rule set, its house rules, and the table."""

    rules: str
    house: tuple[str, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class Situation:
    """Setting and board, and optionally whose turn it is and the hands.

    Attributes:
        setting: rules and table.
        position: the board.
        turn: the seat whose turn it is, if known.
        hands: each player's cards, including unknown ones; empty if not given.
    """

    setting: Setting
    position: Position
    turn: Seat | None = None
    hands: tuple[Cards, ...] = ()


def write_pawns(position: Position) -> str:
    """`a0:a* b12:c`; an empty board is `-`."""
    return str(position) or "-"


def read_pawns(text: str, table: Table) -> Position:
    """Read what `write_pawns` (or `str`) writes, in any order.

    Raises:
        BadInput: a word that is no pawn, a hole that this board lacks or that is a camp, or an impossible
            position.
    """
    position = Position.parse("" if text == "-" else text)
    holes = set(table.holes)
    for hole, seat in sorted(position.pawns):
        if hole not in holes or is_camp(hole):
            raise BadInput(
                said(
                    "pawn {hole}:{seat}: this board has no hole {hole2} outside its camps",
                    hole=hole,
                    seat=seat,
                    hole2=hole,
                )
            )
    return position


def write_teams(table: Table) -> str:
    """Players as their seats, mates with a plus: `a+c b+d`; two colours for one player: `ac bd`."""
    return " ".join(
        "+".join("".join(player) for player in table.players if player[0] in team) for team in table.teams
    )


def write_setting(setting: Setting) -> str:
    """`rules quebec +seven-two; board 4 16; teams a+c b+d`."""
    table = setting.table
    words = [setting.rules, *(f"+{name}" for name in setting.house)]
    board = [str(table.seats), str(table.home_entry), *(["centre"] if table.centre else [])]
    if table.stretch != USUAL_STRETCH:
        board += ["stretch", str(table.stretch)]
    return f"rules {' '.join(words)}; board {' '.join(board)}; teams {write_teams(table)}"


def read_setting(fields: Mapping[str, str]) -> Setting:
    """Read the fields `rules`, `board` and `teams`; the last two may be left out.

    Raises:
        BadInput: a field is wrong.
    """
    words = fields.get("rules", "").split()
    if not words or words[0].startswith("+") or any(not word.startswith("+") for word in words[1:]):
        raise BadInput(
            said(
                "rules {get}; allowed: a rule set, then house rules with a plus",
                get=repr(fields.get("rules", "")),
            )
        )
    size = _BOARD.fullmatch(" ".join(fields.get("board", "4 16").split()))
    if size is None:
        raise BadInput(
            said(
                "board {fields}; allowed: seats, home entry, perhaps centre and stretch: 6 17 centre "
                "stretch 20",
                fields=repr(fields["board"]),
            )
        )
    players, teams = _read_teams(fields.get("teams", ""))
    stretch = int(size[4] or USUAL_STRETCH)
    table = Table(int(size[1]), int(size[2]), bool(size[3]), players, teams, stretch)
    return Setting(words[0], tuple(word[1:] for word in words[1:]), table)


def write_position(situation: Situation) -> str:
    """Write a whole situation on one line.

    `rules quebec +spill; board 4 16; teams a+c b+d; pawns a0:a* b12:c; turn b; hands a:?4 b:A,K c:?4 d:-`
    """
    line = f"{write_setting(situation.setting)}; pawns {write_pawns(situation.position)}"
    if situation.turn is not None:
        line += f"; turn {situation.turn}"
    if situation.hands:
        line += f"; hands {write_hands(situation.setting.table, situation.hands)}"
    return line


def read_position(line: str) -> Situation:
    """Read what `write_position` writes.

    Raises:
        BadInput: with what was found where, and what is allowed.
    """
    fields = read_fields(line)
    for name in fields:
        if name not in _FIELDS:
            raise BadInput(
                said(
                    "field {name} in a position; allowed are {names}",
                    name=repr(name),
                    names=", ".join(_FIELDS),
                )
            )
    setting = read_setting(fields)
    position = read_pawns(fields.get("pawns", ""), setting.table)
    turn = Seat(fields["turn"]) if "turn" in fields else None
    if turn is not None:
        setting.table.player_of(turn)
    hands = read_hands(setting.table, fields["hands"]) if "hands" in fields else ()
    return Situation(setting, position, turn, hands)


def write_hands(table: Table, hands: Iterable[Cards]) -> str:
    """The players' hands, each behind his first seat: `a:A,10,?3 b:?5`."""
    return " ".join(
        f"{seats[0]}:{write_cards(hand)}" for seats, hand in zip(table.players, hands, strict=True)
    )


def read_hands(table: Table, text: str) -> tuple[Cards, ...]:
    """Read what `write_hands` writes; players left out have no cards.

    Raises:
        BadInput: no such seat, a hand twice, or no such card.
    """
    hands: dict[str, Cards] = {}
    for word in text.split():
        seat, _, cards = word.partition(":")
        if seat in hands or seat not in [seats[0] for seats in table.players]:
            first = " ".join(seats[0] for seats in table.players)
            raise BadInput(
                said("hand {word}; allowed is one hand for each of {first}", word=repr(word), first=first)
            )
        hands[seat] = read_cards(cards)
    return tuple(hands.get(seats[0], ()) for seats in table.players)


def read_fields(line: str) -> dict[str, str]:
    """Split `rules toc; pawns a0:a` into names and values.

    Raises:
        BadInput: a field that comes twice.
    """
    fields: dict[str, str] = {}
    for part in line.split(";"):
        name, _, value = part.strip().partition(" ")
        if not name:
            continue
        if name in fields:
            raise BadInput(said("field {name} comes twice", name=repr(name)))
        fields[name] = value.strip()
    return fields


def _read_teams(text: str) -> tuple[tuple[tuple[Seat, ...], ...], tuple[tuple[Seat, ...], ...]]:
    if not text:
        return (), ()
    teams = [
        [tuple(Seat(letter) for letter in player) for player in team.split("+")] for team in text.split()
    ]
    players = tuple(player for team in teams for player in team)
    if not all(players):
        raise BadInput(
            said(
                "teams {text}; allowed: seats, mates with a plus, teams with spaces: a+c b+d", text=repr(text)
            )
        )
    return players, tuple(tuple(seat for player in team for seat in player) for team in teams)
