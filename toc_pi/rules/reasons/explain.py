"""Why a move is illegal: the smallest set of broken rules that explains the board (RULES 7)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from calibration.holes import CENTRE, PAWNS_A_SEAT, SEATS, Hole, Seat, is_camp
from toc_pi.effects import Particulars
from toc_pi.errors import Faults
from toc_pi.rules.engine import Engine, Goal, engine_of
from toc_pi.rules.legal import ask, is_forced, is_stuck, results
from toc_pi.rules.moves import FIVE, Group
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.breaches import MUST_PLAY, SENT_BACK, names
from toc_pi.rules.reasons.particulars import find_example, find_particulars
from toc_pi.rules.reasons.problem import BestExplanation, Problem
from toc_pi.rules.reasons.search import search_breaches
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.table import Table
from toc_pi.rules.uses import uses_of


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a move.

    Attributes:
        legal: whether the board is a result of the card, or nothing had to be played.
        reasons: the codes of section 7, in its order; empty for a legal move.
        particulars: details of this move that the reasons' sentences can name, by code.
    """

    legal: bool
    reasons: tuple[str, ...] = ()
    particulars: Mapping[str, Particulars] = field(default_factory=dict, hash=False)


def explain(
    rules: RuleSet, table: Table, before: Position, seat: Seat, card: Card, after: Mapping[Hole, Seat]
) -> Judgement:
    """Judge a move by the board before, the card, and the board after.

    Args:
        after: which pawn is on which hole now; camps are ignored.

    Returns:
        Legal, or the reasons why not.

    Raises:
        BadInput: the position before is impossible, the board after has impossible holes or pawns, nobody
            plays the seat, or the pack has no such card.
    """
    engine, position = ask(rules, table, before, seat, card)
    target = _planes(engine, after)
    m = engine.masks
    pawns = (1 << m.seats * m.holes) - 1
    wanted = sum(plane << at * m.holes for at, plane in enumerate(target))
    if results(engine, position, seat, card, _exactly(wanted, pawns)):
        return Judgement(legal=True)
    now = position & pawns
    forced = is_forced(engine, position, seat, card)
    if now == wanted:
        if not forced:
            return Judgement(legal=True)
        example = {code: find_example(engine, position, seat, card) for code in names(MUST_PLAY)}
        return Judgement(legal=False, reasons=names(MUST_PLAY), particulars=example)
    best = BestExplanation((wanted & ~now).bit_count())
    if not wanted & ~now:
        unseen = results(engine, position, seat, card, _exactly(now, pawns))
        best.offer(SENT_BACK | MUST_PLAY if forced and not unseen else SENT_BACK, 0, sent=now & ~wanted)
    problems = [
        Problem(engine, seat, group, uses, rank == FIVE, target, spills, best)
        for group, spills in _groups(engine, position, seat, card)
        for uses, rank in _ranks(rules, card)
    ]
    search_breaches(problems, position, best)
    particulars = find_particulars(engine, position, seat, card, best)
    return Judgement(legal=False, reasons=names(best.breaches) or ("unexplained",), particulars=particulars)


def _exactly(board: int, pawns: int) -> Goal:
    """The goal of a completely known board, whatever is fresh; `pawns` are the bits of all pawns."""
    return Goal(board, board, pawns & ~board)


def forced_example(
    rules: RuleSet, table: Table, position: Position, seat: Seat, cards: Iterable[Card]
) -> Particulars:
    """An example for `must-play`: a play of one of these cards that it requires."""
    engine = engine_of(rules, table)
    number = engine.encode(position)
    forced = next((card for card in cards if is_forced(engine, number, seat, card)), None)
    return Particulars() if forced is None else find_example(engine, number, seat, forced)


def _groups(engine: Engine, position: int, seat: Seat, card: Card) -> list[tuple[Group, bool]]:
    """The seats whose pawns count as own, and whether they spill; for a stuck card, the mate's too."""
    rules = engine.rules
    own = engine.acting(position, seat)
    groups = [(own, rules.spill and rules.split_with == "own")]
    if rules.mate_when_stuck and own and is_stuck(engine, position, seat, card):
        mate = engine.next_mate(position, seat)
        if mate and mate != own:
            groups.append((mate, False))
    return groups


def _ranks(rules: RuleSet, card: Card) -> list[tuple[tuple[Use, ...], Card]]:
    """A card's uses, grouped by the rank it counts as (`any-card` counts as every rank)."""
    by_rank: dict[Card, list[Use]] = {}
    for use, rank in uses_of(rules, card):
        by_rank.setdefault(rank, []).append(use)
    return [(tuple(uses), rank) for rank, uses in by_rank.items()]


def _planes(engine: Engine, after: Mapping[Hole, Seat]) -> tuple[int, ...]:
    """The board after as a mask for each seat.

    Raises:
        BadInput: an unknown hole, a seat that nobody plays, a fifth pawn.
    """
    m = engine.masks
    planes = [0] * m.seats
    faults = Faults()
    for hole, seat in sorted(after.items()):
        if is_camp(hole):
            continue
        if hole not in m.numbers or (hole == CENTRE and not engine.table.centre):
            faults.append(f"after: {hole}: unknown hole on this board")
        elif seat not in engine.groups:
            faults.append(f"after: {hole}: a pawn of seat {seat}, which nobody plays")
        else:
            planes[SEATS.index(seat)] |= 1 << m.numbers[hole]
    for number, plane in enumerate(planes):
        if plane.bit_count() > PAWNS_A_SEAT:
            faults.append(
                f"after: seat {SEATS[number]} has {plane.bit_count()} pawns; {PAWNS_A_SEAT} are allowed"
            )
    faults.refuse()
    return tuple(planes)
