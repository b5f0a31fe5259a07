"""What could have happened: weighs every explanation of a board and says which one is clearly best.

Nothing here knows of time. A board that breaks the count of four pawns a seat is never an illegal move: a
pawn is in a hand, beside the board, or misread in one hole, and the next look will tell.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from calibration.holes import Hole, Seat, is_home, start_hole
from toc_pi.belief.belief import Belief
from toc_pi.belief.game import Play, Ruling
from toc_pi.belief.look import BELIEVED, CARRIED, NOT_RULED_OUT, Look, Pawns
from toc_pi.belief.rulebook import Rulebook
from toc_pi.rules.game import player_of
from toc_pi.rules.particulars import Particulars
from toc_pi.rules.position import Position
from toc_pi.rules.wanted import Wanted

Kind = Literal["same", "legal", "illegal", "gap", "doubt"]

LAWFUL = 1.0  # weight of an explanation within the rules, before looking at unsure holes
UNLAWFUL = 0.02  # of one that breaks them
AWAY = 0.2  # of one whose captured pawn isn't in its camp yet: it may stand on an unsure hole instead
STILL_THERE = 0.4  # of one that has it beside the board, though its hole isn't surely empty
LIFTED = 0.001  # of one that has a pawn in a hand or beside the board, though no hand is there
CLEAR = 0.9  # the share of all weights that the best explanation needs
AGAINST = 4.0  # how much likelier the pawn that moved must look elsewhere, before a right move is doubted
RATHER = 2.0  # the same of a captured pawn that may still stand there
MOST_ASKED = 4
MOST_RECORDS = 2  # reasons are sought under the likeliest freshness


@dataclass(frozen=True, slots=True)
class Match:
    """The best explanation of a board.

    Attributes:
        kind: `same` nothing moved; `legal` and `illegal` a play; `gap` pawns are missing or too many;
            `doubt` no explanation is clearly best.
        pawns: the position out of the camps, unsure holes filled in.
        positions: the legal results that look like it, the likeliest freshness first.
        away: captured pawns (or others) that stand nowhere yet, a count a seat.
        unfinished: illegal as it stands, but on the way to a legal result: `split` with parts to come, `mown`
            where only captured pawns are still there, or only they have been taken away yet; or "".
        others: with `doubt`, the likeliest positions, best first.
        fallen: legal, but a pawn that wasn't touched stands nowhere, or one too many is seen in a camp.
    """

    kind: Kind
    pawns: Pawns
    positions: tuple[Position, ...] = ()
    away: tuple[tuple[Seat, int], ...] = ()
    unfinished: Literal["", "split", "mown"] = ""
    others: tuple[Pawns, ...] = ()
    fallen: bool = False


def legal_results(
    book: Rulebook, record: Iterable[Position], play: Play, wanted: Wanted | None = None
) -> Mapping[Pawns, tuple[Position, ...]]:
    """The legal results of a play, or those that show a board, by what can be seen (out of the camps)."""
    return book.by_pawns(tuple(record), play, wanted)


def legal_as(book: Rulebook, record: Iterable[Position], play: Play, pawns: Pawns) -> tuple[Position, ...]:
    """The legal results of a play that look like a board; none where it isn't legal."""
    return legal_results(book, record, play, Wanted(pawns)).get(pawns, ())


def boards_beyond(
    book: Rulebook, record: tuple[Position, ...], play: Play, there: Pawns, start: Pawns
) -> Iterator[Pawns]:
    """Boards of legal results that a board may be on the way to, if the work began at another one.

    Every hole that was changed shows such a result already. The search is given up where it takes too long.
    """
    changed = {hole for hole, _ in there ^ start}
    return book.find(record, play, Wanted(there - start, book.holes - changed))


def match(book: Rulebook, belief: Belief, look: Look, play: Play) -> Match:
    """Explain a board by one play.

    Args:
        book: the rules.
        belief: what stood there before the play.
        look: what is seen.
        play: the card.

    Returns:
        The explanation that is clearly best, or `doubt`.
    """

    def weigh() -> Match:
        found = _explain(book, belief, look, play)
        if found.kind != "gap":
            return found
        return _with_fallen(book, belief, look, play) or _with_ghost(book, belief, look, play) or found

    return book.once(look, ("match", belief, play), weigh)


def _with_fallen(book: Rulebook, belief: Belief, look: Look, play: Play) -> Match | None:
    """A legal play beside which an untouched pawn has fallen over, or was misread; or None."""
    standing = dict(look.pawns)
    for hole, seat in sorted(belief.pawns):
        if hole in standing or hole in look.unsure:
            continue
        chances = {**look.chances, hole: {str(seat): 0.5, "": 0.5}}
        upright = replace(look, unsure=look.unsure | {hole}, chances=chances)
        seen = _explain(book, belief, upright, play)
        if seen.kind == "legal" and (hole, seat) in seen.pawns:
            # What was passed may have been taken off against the rules, and is on its way to its camp.
            passed = is_passed(book, hole, belief.pawns, seen.pawns)
            return replace(seen, fallen=True, away=((seat, 1),) if passed else seen.away)
    return None


def is_passed(book: Rulebook, hole: Hole, before: Pawns, after: Pawns) -> bool:
    """Whether a hole lies on the way of a pawn that has moved, the shorter way round the track."""
    table = book.game.table
    size, there = table.track_length, table.track_index(hole)
    for old, seat in before - after:
        start = table.track_index(old)
        for new, other in after - before:
            end = table.track_index(start_hole(seat) if is_home(new) else new)
            if start is None or end is None or there is None or seat != other:
                continue
            ahead = (end - start) % size
            if ahead <= size - ahead and 0 < (there - start) % size < ahead:
                return True
            if ahead > size - ahead and 0 < (start - there) % size < size - ahead:
                return True
    return False


def _with_ghost(book: Rulebook, belief: Belief, look: Look, play: Play) -> Match | None:
    """A legal play after which a camp still seems to hold the pawn that came out of it; or None."""
    real = look.without_ghost()
    if real is look:
        return None
    seen = _explain(book, belief, real, play)
    return replace(seen, fallen=True) if seen.kind == "legal" else None


def _weigh_all(
    book: Rulebook, belief: Belief, look: Look, play: Play, results: Iterable[Pawns]
) -> tuple[dict[Pawns, float], dict[Pawns, Counter[Seat]]]:
    """The weight of every board that may stand there, and the pawns that stand nowhere then."""
    table = book.game.table
    players = table.players[player_of(table, play.seat)]
    before, absent = belief.pawns, belief.missing
    weights: dict[Pawns, float] = {}
    away: dict[Pawns, Counter[Seat]] = {}
    for pawns in {before, *results}:
        if look.agrees(pawns):
            lacking = look.lacking(pawns, book.seats)
            if lacking is not None:
                weight, away[pawns] = _weighed(look, before, pawns, lacking - absent, LAWFUL)
                if away[pawns] and _may_stand(look, before - pawns, away[pawns]):
                    weight *= STILL_THERE
                weights[pawns] = weight * look.likelihood(pawns)
    for pawns in look.completions(before):
        if pawns in weights:
            continue
        lacking = look.lacking(pawns, book.seats)
        if lacking is not None:
            weight, away[pawns] = _weighed(look, before, before, lacking - absent, UNLAWFUL)
            carried = 1.0
            if not look.must_hold(before, pawns, players):
                unseen = _sent_unseen(look, before, pawns, lacking - absent) + look.came_unseen(before, pawns)
                unseen += _from_beside(before, pawns, lacking, absent)
                unseen += _to_beside(before, pawns, lacking, absent)
                carried = look.surprise(pawns, before) * CARRIED**unseen
            weights[pawns] = weight * carried * look.likelihood(pawns)
    return weights, away


def _explain(book: Rulebook, belief: Belief, look: Look, play: Play) -> Match:
    before, record = belief.pawns, belief.record
    table = book.game.table
    players = table.players[player_of(table, play.seat)]
    results = legal_results(book, record, play, look.wanted())
    weights, away = _weigh_all(book, belief, look, play, results)
    total = sum(weights.values())
    if not total:
        return Match("gap", look.pawns)
    best = max(weights, key=lambda pawns: (weights[pawns], sorted(pawns)))
    if weights[best] < CLEAR * total:
        likely = sorted(weights, key=lambda pawns: (-weights[pawns], sorted(pawns)))
        return Match("doubt", best, others=tuple(likely[:MOST_ASKED]))
    gone = tuple(sorted(away[best].items()))
    if best == before:
        return Match("same", best, results.get(best, ()), away=gone)
    if gone and best not in results:
        return Match("gap", best, away=gone)
    if best in results:
        doubtful = _may_stand(look, before - best, away[best]) or look.rules_out(best, before)
        wrong = {pawns: weight for pawns, weight in weights.items() if pawns not in results}
        doubtful = doubtful or _rather_stands(before, best, wrong, weights[best])
        doubtful = doubtful or _looks_elsewhere(
            look, before, best, (other for other in weights if not away[other])
        )
    else:
        doubtful = look.guesses(best, before) < BELIEVED and not look.must_hold(before, best, players)
    if doubtful:
        likely = sorted(weights, key=lambda pawns: (-weights[pawns], sorted(pawns)))
        return Match("doubt", best, others=tuple(likely[:MOST_ASKED]))
    if best in results:
        return Match("legal", best, likeliest_first(results[best], look), away=gone)
    return _illegal(book, record, play, best)


def likeliest_first(positions: tuple[Position, ...], look: Look) -> tuple[Position, ...]:
    """Order positions of the same holes by what the white faces tell; those that they refute are left out."""
    if not look.white or len(positions) < 2:
        return positions
    weights = {}
    for position in positions:
        weight = 1.0
        for hole in frozenset().union(*(other.fresh for other in positions)):
            chance = min(max(look.white.get(hole, 0.5), 0.02), 0.98)
            weight *= chance if hole in position.fresh else 1.0 - chance
        weights[position] = weight
    best = max(weights.values())
    return tuple(sorted((p for p in positions if weights[p] > best / 20), key=lambda p: -weights[p]))


def reasons_of(book: Rulebook, record: tuple[Position, ...], play: Play, after: Pawns) -> tuple[str, ...]:
    """Why a board is against the rules, the most telling reason first; sought only once it must be said."""
    return ruling_of(book, record[:MOST_RECORDS], play, after).reasons


def ruling_of(book: Rulebook, record: tuple[Position, ...], play: Play, after: Pawns) -> Ruling:
    """Why a board is against the rules, with what can be named of the move."""
    best = min((book.ruling(before, play, after) for before in record), key=lambda one: len(one.reasons))
    if best.reasons:
        return best
    # Legal for the card, but not with the pawn that must move.
    same = Particulars("same" if play.pawn is not None else "", hole=play.pawn)
    return Ruling(False, ("wrong-pawn",), {"wrong-pawn": same})


def is_between(pawns: Pawns, one: Pawns, other: Pawns) -> bool:
    """Whether every hole shows what one of two positions shows: work on the way from one to the other."""
    at, first, second = dict(pawns), dict(one), dict(other)
    return all(at.get(hole) in (first.get(hole), second.get(hole)) for hole in {*at, *first, *second})


def _may_stand(look: Look, gone: Pawns, away: Counter[Seat]) -> bool:
    """Whether a captured pawn that stands nowhere may well be on a hole that was left, which isn't sure.

    It is still there, or it was swapped.
    """
    return any(
        look.chances.get(hole, {}).get(seat, 0.0) >= NOT_RULED_OUT for hole, _ in gone for seat in away
    )


def _rather_stands(before: Pawns, best: Pawns, wrong: Mapping[Pawns, float], weight: float) -> bool:
    """Whether a captured pawn looks likelier to stand where it was than to be in its camp: neither is sure.

    Args:
        before, best: the record, and the legal position, which takes the pawn.
        wrong: the weights of positions against the rules.
        weight: of the legal one.
    """
    captured = Counter(seat for _, seat in before) - Counter(seat for _, seat in best)
    return any(
        wrong.get(best | {(hole, seat)}, 0.0) * LAWFUL >= RATHER * UNLAWFUL * weight
        for hole, seat in before - best
        if captured[seat]
    )


def _looks_elsewhere(look: Look, before: Pawns, best: Pawns, others: Iterable[Pawns]) -> bool:
    """Whether the pawns that moved look far likelier to stand elsewhere than where they would be right."""
    if not look.guessed(best, before):
        return False
    left, moved = before - best, Counter(seat for _, seat in best - before)
    least = AGAINST * look.likelihood(best)
    return any(
        before - other == left
        and Counter(seat for _, seat in other - before) == moved
        and look.likelihood(other) >= least
        for other in others
    )


def _sent_unseen(look: Look, before: Pawns, after: Pawns, lacking: Counter[Seat]) -> int:
    """How many pawns must have gone, against the rules, to camp holes that aren't sure.

    Args:
        look, before, after: what is seen, the record, and the position.
        lacking: the pawns that no surely seen hole holds, those that were missing before apart.
    """
    sent = Counter(seat for _, seat in before) - Counter(seat for _, seat in after)
    return (lacking & sent - look.nowhere(lacking)).total()


def _from_beside(before: Pawns, after: Pawns, lacking: Counter[Seat], absent: Counter[Seat]) -> int:
    """How many pawns that were missing must have come onto the board, out of their camps."""
    came = Counter(seat for _, seat in after) - Counter(seat for _, seat in before)
    return (came & (absent - lacking)).total()


def _to_beside(before: Pawns, after: Pawns, lacking: Counter[Seat], absent: Counter[Seat]) -> int:
    """How many pawns must have gone where only those that were missing may be: these are in their camps."""
    sent = Counter(seat for _, seat in before) - Counter(seat for _, seat in after)
    return (sent & lacking & absent).total()


def _illegal(book: Rulebook, record: tuple[Position, ...], play: Play, after: Pawns) -> Match:
    unfinished: Literal["", "split", "mown"] = ""
    before = record[0].pawns
    for pawns in boards_beyond(book, record, play, after, before):
        unfinished = "mown" if pawns < after or after < before else "split"
        if unfinished == "split" or after < before:
            break
    return Match("illegal", after, unfinished=unfinished)


def _weighed(
    look: Look, before: Pawns, after: Pawns, missing: Counter[Seat], weight: float
) -> tuple[float, Counter[Seat]]:
    """The weight of a position by its pawns: four a seat are somewhere.

    Args:
        look: what is seen.
        before: the record.
        after: the position if a play within the rules made it, else the record: whose captures count.
        missing: the pawns that no surely seen hole holds if it is right.
        weight: of the position if every pawn is accounted for.

    Returns:
        The weight, and the pawns that stand nowhere.
    """
    nowhere = look.nowhere(missing)
    waiting = look.camp_likelihood(missing)
    if not nowhere:
        return weight * waiting, Counter()
    was, now = Counter(seat for _, seat in before), Counter(seat for _, seat in after)
    captured = was - now
    accounted = not nowhere - captured
    return (weight * AWAY if accounted else LIFTED) * waiting, missing & captured if accounted else nowhere
