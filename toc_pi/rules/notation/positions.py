"""Tables, positions and hands as text for people (docs/notation.md)."""

from collections.abc import Iterable
from dataclasses import dataclass

from calibration.holes import (
    USUAL_STRETCH,
    is_camp,
)
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.pack import Cards, write_cards
from toc_pi.rules.position import Position
from toc_pi.rules.table import Table


@dataclass(frozen=True, slots=True)
class Setting:
    """The name of the rule set, its house rules, and the table."""

    rules: str
    house: tuple[str, ...]
    table: Table


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


def write_hands(table: Table, hands: Iterable[Cards]) -> str:
    """The players' hands, each behind his first seat: `a:A,10,?3 b:?5`."""
    return " ".join(
        f"{seats[0]}:{write_cards(hand)}" for seats, hand in zip(table.players, hands, strict=True)
    )
