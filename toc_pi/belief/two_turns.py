"""Two turns that the camera saw as one: whether a board is a play and, after it, the next player's."""

from collections import Counter
from collections.abc import Sequence

from calibration.holes import Hole, Seat, start_hole
from toc_pi.belief.belief import Belief
from toc_pi.belief.game import Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import is_between, legal_as, legal_results
from toc_pi.belief.rulebook import Rulebook
from toc_pi.rules.game import player_of
from toc_pi.rules.pack import pack_of
from toc_pi.rules.position import Position
from toc_pi.rules.table import Player, Table
from toc_pi.rules.wanted import Wanted

MOST_WAYS = 16
MOST_LIKE = 256  # results that are looked at for a play of which a part is hidden by the next one
MOST_SPLITS = 4  # ways after which a split is tried: it has many results
ONE_CARDS_PAWNS = 2  # pawns that a card which isn't split moves at most: a swap
SLOPPY = 2  # holes that a pawn may stand off where it was meant to
NOT_ONE_PLAYERS = ("unexplained", "wrong-pawn", "sent-back", "too-many-pawns")


def played_in_turn(book: Rulebook, belief: Belief, look: Look, plays: Sequence[Play]) -> tuple[Position, ...]:
    """Whether several plays, one after the other, explain the board; the last ones may still be to come.

    Args:
        book, belief, look: as for `match`.
        plays: what was declared, in order, two or more.

    Returns:
        The positions after the first play from which the others lead to this board; empty if they can't.
    """
    ways: dict[Position, Position] = {}  # what may stand, and what stood after the first play
    for results in book.nearest(belief.record, plays[0], look.pawns, MOST_WAYS).values():
        ways |= {result: result for result in results}
    for number, play in enumerate(plays[1:], 2):
        nearest = sorted(ways, key=lambda position: len(position.pawns ^ look.pawns))[:MOST_WAYS]
        fitting = [
            ways[position]
            for position in nearest
            for after in book.results(position, play, look.wanted())
            if _stands(book, belief, look, after.pawns)
        ]
        if fitting:
            return tuple(dict.fromkeys(first for first in fitting if first.pawns == fitting[0].pawns))
        further: dict[Position, Position] = {}
        for position in nearest if number < len(plays) else ():
            for results in book.nearest((position,), play, look.pawns, MOST_WAYS).values():
                for result in results:
                    further.setdefault(result, ways[position])
        ways = further
    return ()


def first_before_wrong(
    book: Rulebook, record: tuple[Position, ...], first: Play, second: Play, after: Pawns
) -> tuple[Position, ...]:
    """Whether a board against the rules comes of a legal play and another player's wrong one after it.

    Returns:
        The positions after the first play, where just one leads to this board by one pawn of the second.
    """
    found, before = [], record[0].pawns
    wanted = Wanted(before & after, frozenset(hole for hole, _ in before ^ after))
    for pawns, positions in legal_results(book, record, first, wanted).items():
        if pawns != before and len(pawns ^ after) <= 2 and is_between(pawns, before, after):
            ruling = book.ruling(positions[0], second, after)
            if len(ruling.reasons) == 1 and ruling.reasons[0] not in NOT_ONE_PLAYERS:
                found.append(positions)
    return found[0] if len(found) == 1 else ()


def somebody_elses(book: Rulebook, record: tuple[Position, ...], play: Play, after: Pawns) -> frozenset[Seat]:
    """The seats of pawns that have moved and that this play has no business with."""
    before, table = record[0].pawns, book.game.table
    mine = {*table.players[player_of(table, play.seat)]}
    mine |= book.movable_seats(record, play)
    return frozenset(seat for _, seat in after - before if seat not in mine)


def is_followed(
    book: Rulebook, record: tuple[Position, ...], play: Play, after: Pawns, then: Player = ()
) -> bool:
    """Whether a board looks like a legal play and, after it, the next player's move.

    More than one move was made. The next player played some card as the rules allow, or he moved pawns of
    his own or his side from their places, right or wrong, brought one out onto its start, or swapped two.

    Args:
        book: the rules.
        record: every position that fits the record before the play.
        play: the card.
        after: the board.
        then: the seats of the player who comes next; none where anybody might.
    """
    before, table = record[0].pawns, book.game.table
    mine = table.players[player_of(table, play.seat)]
    if _is_one_move(before, after):
        return False
    side = frozenset(table.team_of(then[0]) if then else table.played)
    results = book.nearest(record, play, after, MOST_LIKE)
    nearest = list(results)[:MOST_WAYS]
    # The play is there, and pawns have gone that it didn't take: he sent them, unless another card did.
    sent = bool(then) and any(after < pawns for pawns in results)
    for pawns, positions in results.items():
        came, new = after - pawns, pawns - before
        # A pawn that the first one moved and that isn't there: moved on by a card, or put down sloppily.
        free = [pair for pair in came if pair[0] not in dict(pawns)]
        sloppy = any(_is_near(book.game.table, one, other) for one in new - after for other in free)
        near, splits = pawns in nearest, pawns in nearest[:MOST_SPLITS]
        plainly = then and pawns != before and near and not sloppy
        if plainly and _is_one_play(book, positions, then[:1], after, splits):
            return True
        if sent:
            continue
        seats = frozenset(seat for _, seat in came)
        allied = any(seats <= frozenset(one) for one in (*table.players, *table.teams))
        swapped = _is_swap(pawns, came) and bool(seats & frozenset(then or seats))
        owners = frozenset(seat for _, seat in new)
        theirs = seats == owners and not owners & frozenset(mine)  # he plays his partner's pawns
        his = seats & frozenset(mine)
        if not seats & side or seats == his or theirs or not (swapped or (allied and not his)):
            continue
        taken = {hole for hole, _ in came}
        shows = [hole in taken or (hole, seat) in after for hole, seat in new]
        captured = Counter(seat for _, seat in pawns) - Counter(seat for _, seat in after)
        # What isn't there was moved on by its owner, or captured on the way.
        open_to = [
            shown or seat in seats or captured[seat] for shown, (_, seat) in zip(shows, new, strict=True)
        ]
        left = Counter(seat for _, seat in pawns - after)
        moved = Counter(seat for hole, seat in came if hole != start_hole(seat))
        if not all(open_to) or (moved - left and not swapped):
            continue
        if all(shows) and (swapped or not came & before):
            return True
        if near and not sloppy and _is_one_play(book, positions, sorted(seats), after, splits):
            return True
    return False


def _is_near(table: Table, one: tuple[Hole, Seat], other: tuple[Hole, Seat]) -> bool:
    """Whether a pawn stands only a hole or two beside where it should."""
    index, other_index = table.track_index(one[0]), table.track_index(other[0])
    if one[1] != other[1] or index is None or other_index is None:
        return False
    return abs(index - other_index) <= SLOPPY


def _is_one_move(before: Pawns, after: Pawns) -> bool:
    """Whether one pawn was moved, perhaps onto another one, or two changed places, and nothing else."""
    came, left = after - before, before - after
    if len(came) != 1:
        return not came or (len(left) == 2 and _is_swap(before, came))
    ((hole, seat),) = came
    return all(pair[0] == hole or pair[1] == seat for pair in left)


def _is_one_play(
    book: Rulebook, before: tuple[Position, ...], seats: Sequence[Seat], after: Pawns, splits: bool
) -> bool:
    """Whether some card leads from a position to a board; cards that are split only where asked for."""
    moved = len(after - before[0].pawns)
    for card in dict.fromkeys(pack_of(book.game.rules)):
        is_split = any(use.kind in ("split", "any-card") for use in book.game.rules.uses(card))
        if (is_split and not splits) or (moved > ONE_CARDS_PAWNS and not is_split):
            continue
        for seat in seats:
            if legal_as(book, before, Play(seat, card), after):
                return True
    return False


def _is_swap(before: Pawns, came: Pawns) -> bool:
    """Whether two pawns stand where the other one stood."""
    if len(came) != 2:
        return False
    (hole, seat), (other_hole, other_seat) = came
    return {(hole, other_seat), (other_hole, seat)} <= before


def _stands(book: Rulebook, belief: Belief, look: Look, pawns: Pawns) -> bool:
    if not look.agrees(pawns):
        return False
    lacking = look.lacking(pawns, book.seats)
    return lacking is not None and not look.nowhere(lacking - belief.missing)
