"""What a card may do now: whole plays, and splits part by part."""

from dataclasses import dataclass

from calibration.holes import Hole, Seat, is_home
from toc_pi.rules.legal import same_pawn_moves
from toc_pi.rules.parts import Part, SplitInProgress, begin_sharing, next_parts, whole_results
from toc_pi.rules.position import Card, Position
from toc_pi.teaching.pawn_moves import PawnMove, moves_of_play
from toc_pi.teaching.risk import Moment

ORDER = {"home": 0, "capture": 1, "out": 2, "swap": 3, "go": 4}
"""Order of options by what they do."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: a whole play, or the next part of a split.

    Attributes:
        card: the card.
        result: the board after it.
        moves: what it does, pawn by pawn; empty for a pass.
        begun: for a part, the split after it; None for a whole play.
    """

    card: Card
    result: Position
    moves: tuple[PawnMove, ...]
    begun: SplitInProgress | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the card is used up."""
        return self.begun is None or not self.begun.left

    @property
    def holes(self) -> frozenset[Hole]:
        """Every hole where one of its pawns starts or ends."""
        return frozenset(hole for move in self.moves for hole in (move.start, move.end) if hole is not None)


def options_of(moment: Moment, card: Card) -> tuple[Option, ...]:
    """All options of a card now, the most relevant first.

    A split is given by its first parts; `options_after` continues from one of them.

    Args:
        moment: the turn that is open.
        card: of the pack.

    Raises:
        BadInput: as `legal_moves`.
    """
    if moment.struck:
        return ()
    rules, table, position, seat = moment.rules, moment.table, moment.position, moment.seat
    if moment.again == "same" and moment.pawn is not None:
        moves = same_pawn_moves(rules, table, position, seat, moment.pawn, card)
        return _sorted([_whole(moment, card, after) for after, _ in moves])
    begun = begin_sharing(rules, table, position, seat, card)
    whole = [_whole(moment, card, after) for after in whole_results(rules, table, position, seat, card)]
    return _sorted([*whole, *(option for one in begun for option in options_after(card, one))])


def options_after(card: Card, begun: SplitInProgress) -> tuple[Option, ...]:
    """The next parts of a split in progress; after each the rest can be used up."""
    found = [
        Option(card, after.position, moves_of_parts((part,)), after) for part, after in next_parts(begun)
    ]
    return _sorted(list({(option.moves, option.result): option for option in found}.values()))


def moves_of_parts(parts: tuple[Part, ...]) -> tuple[PawnMove, ...]:
    """The moves and captures of parts, in order."""
    found: list[PawnMove] = []
    for part in parts:
        found.append(PawnMove("home" if is_home(part.end) else "go", part.seat, part.start, part.end))
        found += [PawnMove("capture", seat, hole) for hole, seat in part.taken]
    return tuple(found)


def find_option(options: tuple[Option, ...], hole: Hole, at: int) -> int:
    """The index of the next option, after `at`, that involves a hole; `at` if there is none."""
    for step in range(1, len(options) + 1):
        number = (at + step) % len(options)
        if hole in options[number].holes:
            return number
    return at


def ends_of(option: Option, seats: frozenset[Seat]) -> tuple[Hole, ...]:
    """The track holes to which an option moves pawns of some seats."""
    ends = [
        move.end
        for move in option.moves
        if move.kind != "capture" and move.seat in seats and move.end is not None and not is_home(move.end)
    ]
    return tuple(dict.fromkeys(ends))


def _whole(moment: Moment, card: Card, after: Position) -> Option:
    moves = moves_of_play(moment.rules, moment.table, moment.position, moment.seat, card, after)
    return Option(card, after, moves)


def _sorted(options: list[Option]) -> tuple[Option, ...]:
    return tuple(sorted(options, key=_rank))


def _rank(option: Option) -> tuple[int, int, tuple[str, ...]]:
    rank = min((ORDER[move.kind] for move in option.moves), default=len(ORDER))
    number = option.begun.parts[-1].number if option.begun is not None and option.begun.parts else 0
    return rank, -number, tuple(str(move.end or move.start) for move in option.moves)
