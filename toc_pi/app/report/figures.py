"""A game's figures: what each player did, the luck of the deal, and the race, which is also drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from calibration.holes import CENTRE, PAWNS_A_SEAT, Hole, Seat, is_home, seat_of, start_hole
from toc_pi.app.report.steps import Pawns, ReplayStep
from toc_pi.rules.game import UNKNOWN, Cards, pack_of
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Player, Table
from toc_pi.rules.uses import uses_of

IDLE = ("discard", "throw", "pass")
"""Actions of a turn without a play."""
# The uses of a card that move a pawn forward.
_FORWARD = ("forward", "any", "split")
# The plot and the area of its lines within it, and half the width of a pawn's sign, in units of the SVG.
WIDTH, HEIGHT = 400.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 40.0, 386.0, 12.0, 190.0
SIGN = 7.0

SIGNS = 5
"""Signs per line, besides that at its end, so that lines can be distinguished without their colour."""

# Distances between the ticks of an axis.
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)


@dataclass(frozen=True, slots=True)
class Luck:
    """What a set of cards can do.

    Attributes:
        cards: number of cards.
        out: how many of them bring a pawn out.
        steps: average of each card's longest forward move, in holes; 0 without cards.
        idle: number of turns without a play.
    """

    cards: int
    out: int
    steps: float
    idle: int = 0


def luck_of(rules: RuleSet, player: Player, steps: Iterable[ReplayStep]) -> Luck:
    """The cards that a player laid down in settled turns."""
    own = [step for step in steps if step.seat in player and step.kind in ("turn", "stood")]
    cards = tuple(card for step in own for card in step.cards if card != UNKNOWN)
    return _luck(rules, cards, sum(step.do in IDLE for step in own))


def luck_of_pack(rules: RuleSet) -> Luck:
    """The values of the whole pack: the long-run average."""
    return _luck(rules, pack_of(rules), 0)


def _luck(rules: RuleSet, cards: Cards, idle: int) -> Luck:
    out = sum(any(use.kind == "out" for use, _ in uses_of(rules, card)) for card in cards)
    return Luck(len(cards), out, sum(_steps(rules, card) for card in cards) / max(len(cards), 1), idle)


def _steps(rules: RuleSet, card: Card) -> int:
    return max((use.number for use, _ in uses_of(rules, card) if use.kind in _FORWARD), default=0)


def counts_of(steps: Sequence[ReplayStep], player: Player) -> Mapping[str, int]:
    """A player's turns, moves not allowed, pawns captured, sent back, and home."""
    counted = [step for step in steps if step.kind in ("turn", "stood")]
    others = [seat for step in counted if step.seat not in player for seat in step.captured]
    own = [seat for step in counted if step.seat in player for seat in step.captured]
    return {
        "turns": sum(step.seat in player for step in counted),
        "flagged_moves": sum(
            each.verdict.seat in player
            for each in (step.flagged for step in steps)
            if each is not None and each.outcome != "withdrawn"
        ),
        "took": sum(seat not in player for seat in own),
        "lost": sum(seat in player for seat in (*others, *own)),
        "home": sum(
            owner in player and is_home(hole) and seat_of(hole) == owner for hole, owner in steps[-1].after
        ),
    }


def holes_to_go(table: Table, pawns: Pawns, fresh: frozenset[Hole], player: Player) -> int:
    """How many holes all pawns of a player have to go until they are home.

    Coming out counts as one hole. A pawn that has passed its home goes round once more. For a pawn in the
    centre, whose exit isn't known, half a round is counted.
    """
    return sum(_to_go(table, pawns, fresh, seat) for seat in player)


def race(table: Table, boards: Iterable[tuple[Pawns, frozenset[Hole]]]) -> tuple[tuple[int, ...], ...]:
    """For each player, the holes left to go on each of the boards."""
    known = tuple(boards)
    return tuple(
        tuple(holes_to_go(table, pawns, fresh, player) for pawns, fresh in known) for player in table.players
    )


def _to_go(table: Table, pawns: Pawns, fresh: frozenset[Hole], seat: Seat) -> int:
    entry = table.track_length - table.stretch + table.home_entry
    homes = sum(entry + number for number in range(1, PAWNS_A_SEAT + 1))
    gone = [_gone(table, hole, seat, entry, hole in fresh) for hole, owner in pawns if owner == seat]
    waiting = PAWNS_A_SEAT - len(gone)
    return homes - sum(gone) + waiting


def _gone(table: Table, hole: Hole, seat: Seat, entry: int, is_fresh: bool) -> int:
    """How far a pawn has come from its start, in holes; negative if it has passed its home."""
    length = table.track_length
    if hole == CENTRE:
        return length // 2
    if is_home(hole):
        return entry + int(hole[-1]) if seat_of(hole) == seat else -1
    start, index = table.track_index(start_hole(seat)), table.track_index(hole)
    assert start is not None
    assert index is not None
    way = (index - start) % length
    if not way and entry == length and not is_fresh:
        return length
    return way if way <= entry else way - length


def draw_race(
    turns: Sequence[int],
    lines: Mapping[Seat, Sequence[int]],
    colours: Mapping[Seat, str],
    label: str,
    across: str,
    up: str,
) -> str:
    """Draw lines over turns.

    Args:
        turns: the number of each turn that is drawn, ascending.
        lines: each player's holes left to go after each of them, by the player's first seat.
        colours: seat -> colour in CSS notation.
        label: what it shows, in words.
        across, up: the names of the axes.
    """
    most = max(max(line) for line in lines.values()) or 1
    last = max(turns[-1], 1)

    def x(turn: float) -> float:
        return LEFT + (RIGHT - LEFT) * turn / last

    def y(left: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * left / most

    grid = "".join(
        f'<path class="grid" d="M{LEFT} {y(tick):.1f}H{RIGHT}"/>'
        f'<text x="{LEFT - 5}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick}</text>'
        for tick in _ticks(most, 4)
    ) + "".join(
        f'<text x="{x(tick):.1f}" y="{BOTTOM + 16}" text-anchor="middle">{tick}</text>'
        for tick in _ticks(last, 6)
    )
    drawn, signs = "", ""
    for number, (seat, line) in enumerate(lines.items()):
        points = [(x(turn), y(left)) for turn, left in zip(turns, line, strict=True)]
        path = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
        drawn += f'<path class="edge" d="{path}"/><path class="line" d="{path}" stroke="{colours[seat]}"/>'
        count = len(points) - 1
        offset = (number + 0.5) / len(lines)
        places = sorted({round(count * (part + offset) / SIGNS) for part in range(SIGNS)} | {count})
        signs += "".join(
            f'<use href="#pawn-{seat}" x="{points[place][0] - SIGN:.1f}" y="{points[place][1] - SIGN:.1f}" '
            f'width="{2 * SIGN}" height="{2 * SIGN}"/>'
            for place in places
            if place <= count
        )
    return (
        f'<svg id="race" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(label)}" '
        f'data-left="{LEFT:g}" data-right="{RIGHT:g}" data-last="{last}">{grid}'
        f'<text x="{(LEFT + RIGHT) / 2:g}" y="{HEIGHT - 6:g}" text-anchor="middle">{escape(across)}</text>'
        f'<text transform="translate(10 {(TOP + BOTTOM) / 2:g}) rotate(-90)" text-anchor="middle">'
        f"{escape(up)}</text>"
        f'{drawn}<path id="now" d="M{RIGHT} {TOP}V{BOTTOM}"/>{signs}</svg>'
    )


def _ticks(most: int, count: int) -> tuple[int, ...]:
    """Round numbers from 0 to `most`, about `count` of them."""
    step = next((step for step in _STEPS if most / step <= count), _STEPS[-1] * 2)
    return tuple(range(0, most + 1, step))
