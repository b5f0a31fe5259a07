"""Reads positions and games that `toc_pi/rules` writes as text (docs/notation.md), for tests and tools."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from calibration.holes import USUAL_STRETCH, Hole, Seat, is_camp, seat_of, start_hole
from toc_pi.rules.game import (
    UNKNOWN,
    Action,
    CardPlayed,
    Cards,
    Deal,
    Discard,
    GameState,
    Give,
    Keep,
    Stop,
    Throw,
    TurnCorrection,
    in_order,
    new_game,
    player_of,
    winners,
)
from toc_pi.rules.position import RANKS, Card, Position
from toc_pi.rules.ruleset import RuleSet, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.rules.transcript import (
    AFTERWARDS,
    CAPTURED,
    SWAP,
    UNCHANGED,
    Setting,
    Transcript,
    write_hands,
    write_pawns,
    write_setting,
)
from toc_pi.rules.turn import apply

_BOARD = re.compile(r"(\d+) (\d+)( centre)?(?: stretch (\d+))?")
_HEADER = re.compile(r'\[(\w+) "([^"]*)"\]')


@dataclass(frozen=True, slots=True)
class Situation:
    """Setting and board, whose turn it is if known, and each player's cards if given."""

    setting: Setting
    position: Position
    turn: Seat | None = None
    hands: tuple[Cards, ...] = field(default=())


def write_position(situation: Situation) -> str:
    """A line with the fields of docs/notation.md: rules, board, teams, pawns, turn, hands."""
    line = f"{write_setting(situation.setting)}; pawns {write_pawns(situation.position)}"
    if situation.turn is not None:
        line += f"; turn {situation.turn}"
    if situation.hands:
        line += f"; hands {write_hands(situation.setting.table, situation.hands)}"
    return line


def read_position(line: str) -> Situation:
    """Read what `write_position` writes."""
    fields = dict((*part.strip().split(" ", 1), "")[:2] for part in line.split(";"))
    setting = read_setting(fields)
    turn = Seat(fields["turn"]) if "turn" in fields else None
    hands = read_hands(setting.table, fields["hands"]) if "hands" in fields else ()
    return Situation(setting, read_pawns(fields.get("pawns", ""), setting.table), turn, hands)


def read_setting(fields: dict[str, str]) -> Setting:
    """The rule set, its house rules, and the table."""
    name, *house = fields["rules"].split()
    size = _BOARD.fullmatch(fields.get("board", "4 16"))
    assert size is not None, fields
    teams = [
        [tuple(map(Seat, player)) for player in team.split("+")] for team in fields.get("teams", "").split()
    ]
    table = Table(
        int(size[1]),
        int(size[2]),
        bool(size[3]),
        tuple(player for team in teams for player in team),
        tuple(tuple(seat for player in team for seat in player) for team in teams),
        int(size[4] or USUAL_STRETCH),
    )
    return Setting(name, tuple(word.removeprefix("+") for word in house), table)


def read_hands(table: Table, text: str) -> tuple[Cards, ...]:
    """Each player's hand; players left out have no cards."""
    hands = dict(word.split(":") for word in text.split())
    return tuple(read_cards(hands.get(seats[0], "-")) for seats in table.players)


def read_cards(text: str) -> Cards:
    """`A,10,K,?2`; none: `-`."""
    cards: list[Card] = []
    for word in text.split(",") if text != "-" else ():
        cards += [Card(word)] if word in RANKS else [UNKNOWN] * int(word.removeprefix(UNKNOWN) or "1")
    return in_order(cards)


def read_transcript(text: str) -> tuple[RuleSet, Transcript]:
    """A game and its rules; boards and winners that it states are checked."""
    headers: dict[str, str] = {}
    lines: list[tuple[str, str]] = []
    for raw in text.splitlines():
        line, _, note = (part.strip() for part in raw.partition("#"))
        header = _HEADER.fullmatch(line)
        if header:
            headers[header[1]] = header[2]
        elif line:
            lines.append((line, note))
    setting = read_setting({name.lower(): headers.pop(name) for name in ("Rules", "Board", "Teams")})
    rules, first = load_ruleset(setting.rules, setting.house), Seat(headers.pop("First"))
    game = new_game(rules, setting.table, first)
    actions: list[Action] = []
    notes: dict[int, str] = {}
    for line, note in lines:
        action = _read_line(setting.table, game, line)
        if action is None:
            continue
        game = apply(rules, setting.table, game, action)
        if note:
            notes[len(actions)] = note
        actions.append(action)
    return rules, Transcript(setting, first, tuple(actions), headers, notes)


def _read_line(table: Table, game: GameState, line: str) -> Action | None:
    """The action of a line; None for one that only states the board or the winner."""
    words = line.split()
    match words:
        case ["deal", *_]:
            return Deal(read_hands(table, line.removeprefix("deal")))
        case ["board", *_]:
            assert read_pawns(line.removeprefix("board").strip(), table) == game.position, line
            return None
        case ["won", seats]:
            assert tuple(seats) == winners(table, game), line
            return None
        case ["turn", seat, cards]:
            return TurnCorrection(player_of(table, Seat(seat)), read_cards(cards))
    seat, _, done = " ".join(words[words[0].isdecimal() :]).partition(" ")
    assert seat == table.players[game.turn][0], line
    play, _, drew = done.partition(" + ")
    drawn = read_cards(drew) if drew else ()
    match play.split():
        case ["gives", cards]:
            return Give(read_cards(cards))
        case ["keeps"]:
            return Keep()
        case ["stops"]:
            return Stop()
        case ["discard", card]:
            return Discard(Card(card), drawn)
        case ["throw", cards]:
            return Throw(read_cards(cards), drawn)
    card, result = read_play(table, game.position, play)
    return CardPlayed(card, result, drawn)


def read_pawns(text: str, table: Table) -> Position:
    """Read what `write_pawns` (or `str`) writes, in any order."""
    position = Position.parse("" if text == "-" else text)
    assert {hole for hole, _ in position.pawns} <= {hole for hole in table.holes if not is_camp(hole)}
    return position


def read_play(table: Table, before: Position, text: str) -> tuple[Card, Position]:
    """The card that `write_play` has written, and the position after it, legal or not."""
    card, *words = text.split()
    if words[0] == AFTERWARDS:
        return Card(card), read_pawns(" ".join(words[1:]), table)
    at, put, out = dict(before.pawns), dict[Hole, Seat](), set[Hole]()
    end = words.index(CAPTURED) if CAPTURED in words else len(words)
    for word in words[:end]:
        one, swapped, other = (Hole(part) for part in word.partition(SWAP))
        start, moved, last = (Hole(part) for part in word.partition("-"))
        if swapped:
            there = other if other in at else one  # with another pawn of the same seat
            put[there] = at.pop(one)
            put[one] = at.pop(there, put[there])
        elif moved:
            put[last] = at.pop(start)
        elif word != UNCHANGED:
            seat = seat_of(one)
            assert seat is not None
            assert word == start_hole(seat)
            put[one] = seat
            out.add(one)
    for word in words[end + 1 :]:
        name, _, owner = word.partition(":")
        assert at.pop(Hole(name)) == owner
    assert put.keys() <= set(table.holes)
    fresh = (before.fresh & at.keys()) - put.keys()
    return Card(card), Position(frozenset((at | put).items()), fresh | out)
