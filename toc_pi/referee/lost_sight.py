"""Lost sight: the board was out of view and now shows a different position.

The camera was covered, or the board was cleared and set up again: no play explains the board, and no player
is at fault. The referee reports lost sight and shows the differences; the players put them right, accept
them, or simply play on. In the last case the next card is judged from the last complete board seen at rest.
"""

from collections import Counter
from dataclasses import replace
from itertools import product

from calibration.holes import Hole, start_hole
from toc_pi.belief.game import Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import is_between, is_passed, likeliest_first, match, reasons_of
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.standing import likeliest_pawns, likely_pawns, stands
from toc_pi.belief.two_turns import foreign_seats
from toc_pi.referee.asking import report_lost_sight
from toc_pi.referee.effects import Effect, Notice, Repair
from toc_pi.referee.patience import has_rested, has_stood, is_seen_again, note_unconfirmed
from toc_pi.referee.settling import Step, play_of, settle
from toc_pi.referee.states import Cause, Phase, RefereeState
from toc_pi.referee.waits import CANDIDATE_S, CONFIRM_S
from toc_pi.rules.position import Position

FAR = 8  # differing (hole, seat) pairs: more than a card usually changes; four moved pawns
UNEXPLAINED = ("unexplained",)  # the reasons of a board that breaks no single rule
ONE_PAWN = 2  # differing (hole, seat) pairs when one pawn has moved
TWO_PAWNS = 4  # and when two have
MOST_STARTS = 3  # pawns on start holes for which both freshnesses are tried


def note_candidates(book: Rulebook, state: RefereeState, look: Look) -> RefereeState:
    """Remember a complete board that differs from the record, in case the players play on from it.

    All likely fillings of its unsure holes are kept; if one of them is near the record, none is.
    """
    boards = tuple(
        standing
        for standing in likely_pawns(book, state.belief, look)
        if stands(book, state.belief, look, standing)
    )
    followed = not state.disturbed and state.phase is not Phase.LOST
    differing = min((len(standing ^ state.pawns) for standing in boards), default=0)
    if differing <= (FAR if followed else ONE_PAWN):
        return state
    if not has_rested(state, CANDIDATE_S) and not is_seen_again(state, boards[0], CANDIDATE_S):
        known = state.candidates[:1] == boards[:1]
        return state if known else note_unconfirmed(state, boards[0])
    return state if state.candidates == boards else replace(state, candidates=boards)


def is_elsewhere(state: RefereeState, pawns: Pawns, reasons: tuple[str, ...]) -> bool:
    """Whether an illegal board is more likely one that changed out of view."""
    changed = len(pawns ^ state.pawns)
    unexplained = reasons[:1] == UNEXPLAINED
    return (state.disturbed and (unexplained or changed > TWO_PAWNS)) or (unexplained and changed > FAR)


def is_players_move(book: Rulebook, state: RefereeState, play: Play, standing: Pawns) -> bool:
    """Whether the board changed in view, by pawns of the player's team only and captures on their way.

    Or by pawns that the card lets him move, if one broken rule explains it. Then it is a wrong move, however
    many pawns it moved.
    """
    if state.disturbed or not state.handled or state.phase is Phase.LOST:
        return False
    before, came = state.pawns, standing - state.pawns
    was, now = (Counter(seat for _, seat in pawns) for pawns in (before, standing))
    if now - was:
        return False
    side, taken = book.game.table.team_of(play.seat), {hole for hole, _ in came}
    met = (hole in taken or is_passed(book, hole, before, standing) for hole, _ in before - standing)
    gone = Counter(seat for (_, seat), is_met in zip(before - standing, met, strict=True) if is_met)
    if all(seat in side for _, seat in came) and not was - now - gone:
        return True
    if was != now or foreign_seats(book, state.record, play, standing):
        return False
    reasons = reasons_of(book, state.record, play, standing)
    return len(reasons) == 1 and reasons != UNEXPLAINED


def play_on(book: Rulebook, state: RefereeState, look: Look) -> Step | None:
    """Judge the last declared card from a candidate, if the players have played on from it.

    Returns:
        None if they haven't: the board is to be judged from the record.
    """
    declared = state.queue[-1] if state.queue else None
    if not state.candidates or declared is None or declared.do != "card" or state.flag is not None:
        return None
    if any(stands(book, state.belief, look, standing) for standing in state.candidates):
        return report_lost_sight(book, state)
    play = play_of(state, book, declared)
    for candidate in state.candidates:
        positions = candidate_positions(state, look, candidate)
        seen = match(book, replace(state.belief, record=positions), look, play)
        if seen.kind == "legal":
            guessed = any(hole in look.unsure for hole, _ in seen.pawns ^ candidate)
            if (guessed or seen.away or seen.fallen) and not has_stood(state, CONFIRM_S):
                return state, ()
            return _adopt(book, state, positions)
    candidate = state.candidates[0]
    positions = candidate_positions(state, look, candidate)
    seen = match(book, replace(state.belief, record=positions), look, play)
    if seen.kind == "illegal" and not has_stood(state, CONFIRM_S):
        return state, ()
    standing = likeliest_pawns(book, state.belief, look)
    if (
        seen.kind != "illegal"
        or standing is None
        or not _open_holes(state.candidates).isdisjoint(hole for hole, _ in seen.pawns ^ candidate)
        or is_between(standing, candidate, state.pawns)
        or is_elsewhere(
            replace(state.with_record(positions), disturbed=False),
            seen.pawns,
            reasons_of(book, positions, play, seen.pawns),
        )
        or any(book.ruling(before, play, seen.pawns).legal for before in positions)
    ):
        return report_lost_sight(book, state)
    return _adopt(book, state, positions)


def _open_holes(boards: tuple[Pawns, ...]) -> frozenset[Hole]:
    """The holes in which boards differ."""
    return frozenset(hole for other in boards[1:] for hole, _ in other ^ boards[0])


def _adopt(book: Rulebook, state: RefereeState, positions: tuple[Position, ...]) -> Step:
    """Make a candidate the record; cards declared before the last one are accepted."""
    effects: list[Effect] = []
    if state.repair:
        effects.append(Repair(state.t, {}))
    if "lost-sight" in state.notices:
        effects.append(Notice(state.t, "found-again"))
    state = replace(state, repair=None, notices=frozenset())
    for waiting in state.queue[:-1]:
        state, more = settle(state, book, waiting, positions, accepted=True)
        effects += more
    course = replace(state.course, position=positions[0])
    adopted = replace(
        state.gone_on(Cause.MOVED),
        belief=replace(state.belief, record=positions),
        course=course,
        candidates=(),
        unconfirmed=None,
        disturbed=False,
        taken_back=None,
        to_go_back=None,
    )
    return adopted, tuple(effects)


def candidate_positions(state: RefereeState, look: Look, pawns: Pawns) -> tuple[Position, ...]:
    """A candidate with every possible freshness, the most like the record first."""
    known = state.record[0]
    starts = sorted(hole for hole, seat in pawns if hole == start_hole(seat))
    doubtful = starts[:MOST_STARTS]
    stayed = [hole for hole in starts[MOST_STARTS:] if hole in known.fresh]
    found = []
    for fresh in product((True, False), repeat=len(doubtful)):
        holes = frozenset(
            [*stayed, *(hole for hole, is_fresh in zip(doubtful, fresh, strict=True) if is_fresh)]
        )
        found.append(Position(pawns, holes))

    def unlike(position: Position) -> int:
        return len(position.fresh ^ known.fresh & frozenset(map(Hole, starts)))

    return likeliest_first(tuple(sorted(found, key=unlike)), look)
