"""Games as text that a person can read and paste: rules and players, then a line for every deal and card.

A game reads like this; docs/notation.md explains it:

    [Rules "quebec +seven-two"]
    [Board "4 16"]
    [Teams "a+c b+d"]
    [First "a"]

    deal a:A,3,7,10,Q b:?5 c:?5 d:?5
    a gives 3
    ...
    1 a A a0
    2 b discard 9
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from calibration.holes import USUAL_STRETCH, Seat, is_camp
from toc_pi.errors import BadInput
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
    new_game,
    player_of,
    winners,
    write_cards,
)
from toc_pi.rules.pawn_moves import PawnMove, describe_change
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.rules.turn import apply, gift_size


@dataclass(frozen=True, slots=True)
class Setting:
    """The name of the rule set, its house rules, and the table."""

    rules: str
    house: tuple[str, ...]
    table: Table


def write_pawns(position: Position) -> str:
    """`a0:a* b12:c`; an empty board is `-`."""
    return str(position) or "-"


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
    """The players' hands, each behind their first seat: `a:A,10,?3 b:?5`."""
    return " ".join(
        f"{seats[0]}:{write_cards(hand)}" for seats, hand in zip(table.players, hands, strict=True)
    )


# What is written between the holes of a play, or after them.
SWAP, CAPTURED, UNCHANGED, AFTERWARDS = "<>", "x", "=", "set"


def write_play(table: Table, before: Position, card: Card, after: Position) -> str:
    """A card and what it did: `K a0`, `7 a3-a7 b2-b5 x b5:c`, `J a3<>b9`, `4 a0-d14`.

    A play is identified by its result (M15): reading it on the same board gives exactly `after`.

    Raises:
        BadInput: a hole after it that this board lacks.
    """
    holes = {hole for hole in table.holes if not is_camp(hole)}
    if any(hole not in holes for hole, _ in after.pawns):
        raise BadInput(f"{write_pawns(after)} is no board of this table")
    moves = describe_change(table, before, card, after)
    if moves is None:
        return f"{card} {AFTERWARDS} {write_pawns(after)}"
    taken = [f"{move.start}:{move.seat}" for move in moves if move.kind == "capture"]
    words = [_write_move(move) for move in moves if move.kind != "capture"]
    words += [CAPTURED, *taken] if taken else []
    return f"{card} {' '.join(words) or UNCHANGED}"


def _write_move(move: PawnMove) -> str:
    if move.kind == "swap":
        return f"{move.start}{SWAP}{move.end or move.other}"
    return f"{move.start}-{move.end}" if move.start else f"{move.end}"


BOARD_EVERY = 20  # cards


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game as it was played, to its end or not.

    Attributes:
        setting: rule set, house rules, table.
        first: a seat of the player who began.
        actions: all actions, in order.
        headers: further data: Event, Date, names …
        notes: remarks on actions, by index from 0; such as `accepted` for an accepted illegal play.
    """

    setting: Setting
    first: Seat
    actions: tuple[Action, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Laid:
    """What was seen of a turn: who laid which cards, and the board after it.

    Attributes:
        seat: a seat of the player.
        do: `card`, `discard`, `throw` or `pass`; without a card a pass keeps a second one for later.
        cards: the cards shown.
        result: the board after it.
        note: a remark.
    """

    seat: Seat
    do: str
    cards: Cards
    result: Position
    note: str = ""


def transcript_of(
    rules: RuleSet,
    setting: Setting,
    first: Seat,
    turns: Iterable[Laid],
    headers: Mapping[str, str] | None = None,
) -> Transcript:
    """The transcript of a real game, with unseen hands and perhaps turns out of order.

    Deals and exchanges are inserted where the rules have them. Where the table deviated from the rules (out
    of turn, a card too many), a `TurnCorrection` is inserted.

    Raises:
        BadInput: nobody plays `first` or a turn's seat, or a card that isn't in the pack was laid.
    """
    game = new_game(rules, setting.table, first)
    actions: list[Action] = []
    notes: dict[int, str] = {}

    def do(action: Action) -> None:
        nonlocal game
        game = apply(rules, setting.table, game, action)
        actions.append(action)

    def deal() -> None:
        while game.phase in ("deal", "exchange"):
            do(Deal() if game.phase == "deal" else Give((UNKNOWN,) * gift_size(rules, game)))

    for laid in turns:
        player = player_of(setting.table, laid.seat)
        deal()
        if game.again == "later" and game.turn != player:
            do(Stop())
            deal()
        if laid.do == "pass" and not laid.cards:
            if game.again == "later":
                do(Stop())
            continue
        action: Action = Throw(laid.cards)
        if laid.do != "throw":
            card = laid.cards[0]
            action = Discard(card) if laid.do == "discard" else CardPlayed(card, laid.result)
        short = laid.do == "throw" and len(game.hands[player]) != len(laid.cards)
        if game.turn != player or short or not game.hands[player] or game.phase == "over":
            hidden = len(laid.cards) if laid.do == "throw" else max(len(game.hands[player]), 1)
            do(TurnCorrection(player, (UNKNOWN,) * hidden))
        if laid.note:
            notes[len(actions)] = laid.note
        do(action)
    return Transcript(setting, first, tuple(actions), headers or {}, notes)


def replay(rules: RuleSet, transcript: Transcript) -> Iterator[GameState]:
    """The game before its first action, and after each.

    Args:
        rules: those named by `transcript.setting`.

    Raises:
        BadInput: an action that is impossible after those before it.
    """
    table = transcript.setting.table
    game = new_game(rules, table, transcript.first)
    yield game
    for action in transcript.actions:
        game = apply(rules, table, game, action)
        yield game


def write_transcript(rules: RuleSet, transcript: Transcript) -> str:
    """A whole game as text; cards are numbered, and the board is written every `BOARD_EVERY` cards.

    Args:
        rules: those named by `transcript.setting`.

    Raises:
        BadInput: an action that is impossible after those before it.
    """
    table = transcript.setting.table
    fields = dict(part.split(" ", 1) for part in write_setting(transcript.setting).split("; "))
    lines = [f'[{name} "{value}"]' for name, value in transcript.headers.items()]
    lines += [f'[{name.capitalize()} "{value}"]' for name, value in fields.items()]
    lines.append(f'[First "{transcript.first}"]')
    number, before = 0, None
    for place, after in enumerate(replay(rules, transcript), start=-1):
        if before is not None:
            action = transcript.actions[place]
            laid = isinstance(action, CardPlayed | Discard | Throw)
            number += laid
            line = _write_action(table, before, action, after, number)
            lines.append(f"{line}  # {transcript.notes[place]}" if place in transcript.notes else line)
            if laid and number % BOARD_EVERY == 0:
                lines.append(f"board {write_pawns(after.position)}")
        before = after
    if before is not None and before.phase == "over":
        lines.append(f"won {''.join(winners(table, before))}")
    return "\n".join(lines) + "\n"


def _write_action(table: Table, before: GameState, action: Action, after: GameState, number: int) -> str:
    seat = table.players[before.turn][0]
    match action:
        case Deal(_):
            hands = write_hands(table, after.hands)
            return f"\ndeal {hands}\nboard {write_pawns(before.position)}"
        case Give(cards):
            return f"{seat} gives {write_cards(cards)}"
        case Keep():
            return f"{seat} keeps"
        case CardPlayed(card, result, drawn):
            return f"{number} {seat} {write_play(table, before.position, card, result)}{_write_drawn(drawn)}"
        case Discard(card, drawn):
            return f"{number} {seat} discard {card}{_write_drawn(drawn)}"
        case Throw(cards, drawn):
            return f"{number} {seat} throw {write_cards(cards)}{_write_drawn(drawn)}"
        case Stop():
            return f"{seat} stops"
        case TurnCorrection(player, hand):
            return f"turn {table.players[player][0]} {write_cards(hand)}"


def _write_drawn(drawn: Cards) -> str:
    return f" + {write_cards(drawn)}" if drawn else ""
