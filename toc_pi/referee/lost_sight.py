"""Pawns being put back after a flag or a take-back; and lost sight: the board shows a different position."""

from collections import Counter
from dataclasses import replace
from itertools import product

from calibration.holes import Hole, Seat, seats_of, start_hole
from toc_pi.belief.game import Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import (
    Match,
    boards_beyond,
    is_between,
    is_passed,
    legal_as,
    likeliest_first,
    match,
    reasons_of,
)
from toc_pi.belief.plays import foreign_seats
from toc_pi.belief.standing import likeliest_pawns, likelihood, likely_pawns, stands, with_missing
from toc_pi.effects import Cleared, Effect, Notice, Repair
from toc_pi.events import Declared
from toc_pi.referee.settling import play_of, settle
from toc_pi.referee.states import Cause, Phase, RefereeState, Step
from toc_pi.referee.waits import (
    ASK_S,
    BESIDE_S,
    CANDIDATE_S,
    CONFIRM_S,
    SPLIT_S,
    has_rested,
    has_stood,
    is_seen_again,
    note_unconfirmed,
)
from toc_pi.rules.position import Position


def returning(
    book: GameRules, state: RefereeState, look: Look, declared: Declared, play: Play
) -> Step | None:
    """After a take-back: wait until its pawns are back; None if another move stands there, to be judged."""
    assert state.open.to_go_back is not None
    back = stands(book, state.belief, look, state.pawns)
    if not back and look.agrees(state.pawns) and has_stood(state, CONFIRM_S):
        # Its other pawns may still be beside the board
        back = look.lacking(state.pawns, book.seats) is not None
    gone = likelihood(book, state.belief, look, state.pawns)
    still = (
        look.agrees(state.open.to_go_back)
        and likelihood(book, state.belief, look, state.open.to_go_back) >= gone
    )
    if back and not still:
        known = state.believing(with_missing(book, state.belief, look, state.pawns))
        done = known.gone_on(Cause.PUT_BACK).open_with(to_go_back=None).showing(None)
        return done, ((Repair(state.t, {}),) if state.situation.repair else ())
    if _is_played_again(book, state, look, declared, play):
        return None
    resting = look.agrees(state.open.to_go_back)
    if not resting:
        standing = likeliest_pawns(book, state.belief, look)
        resting = standing is None or is_between(standing, state.open.to_go_back, state.pawns)
        # One of two swapped pawns being put back is in a hand, though an unsure camp hole may hold it.
        lifted = standing is not None and _is_lifted(standing, state.open.to_go_back, state.pawns)
        resting = resting or (lifted and not has_rested(state, SPLIT_S))
    if not resting:
        return None
    if state.open.taken_back is not None and declared.card != state.open.taken_back.card:
        seen = match(book, state.belief, look, play)
        if seen.kind == "legal" and not seen.away:
            return None
    return show_repair(book, state.gone_on(Cause.TAKEN_BACK))


def _is_played_again(
    book: GameRules, state: RefereeState, look: Look, declared: Declared, play: Play
) -> bool:
    """Whether the play taken back was made and declared again, without its pawns seen back in between."""
    assert state.open.to_go_back is not None
    anew = declared in state.queue[:1] and state.open.handled and has_rested(state, SPLIT_S)
    if not anew or state.open.taken_back is None or declared.card != state.open.taken_back.card:
        return False
    surely = look.agrees(state.open.to_go_back) and not look.unsure & {
        hole for hole, _ in state.open.to_go_back ^ state.pawns
    }
    return surely and bool(legal_as(book, state.record, play, state.open.to_go_back))


def _is_lifted(pawns: Pawns, one: Pawns, other: Pawns) -> bool:
    """Whether a position is between two others, with pawns of the first one lifted."""
    at, first, second = dict(pawns), dict(one), dict(other)
    return all(
        at.get(hole) in (first.get(hole), second.get(hole)) or (hole not in at and first.get(hole))
        for hole in {*at, *first, *second}
    )


def flagged(book: GameRules, state: RefereeState, look: Look, play: Play, seen: Match) -> Step | None:
    """While a flag is up: wait for pawns to be put back; None if the board is to be judged."""
    assert state.open.flag is not None
    flag = state.open.flag
    if seen.pawns != flag.pawns and _may_be_unchanged(book, state, look, flag.pawns, seen.pawns):
        return state, ()
    if seen.kind == "same":
        if seen.away and not has_rested(state, BESIDE_S):
            return state, ()
        unsurely = not state.open.handled or any(hole in look.unsure for hole, _ in seen.pawns ^ flag.pawns)
        if unsurely and not has_stood(state, CONFIRM_S):
            return state, ()  # a single look without a hand, or at an unsure hole, doesn't lower the flag
        cleared = replace(
            state.believing(with_missing(book, state.belief, look, state.pawns)) if seen.away else state,
            open=replace(state.open, flag=None, stopped=None),
            phase=state.phase.after(Cause.AS_RECORDED),
            # An undeclared card may have been anybody's.
            queue=state.queue if flag.play.card is None else (flag.play, *state.queue),
            situation=replace(state.situation, notices=frozenset()),
        )
        return cleared, (Cleared(state.t, state.n),)
    if seen.kind == "legal":
        return None
    if seen.kind == "doubt" and flag.pawns not in seen.others and has_rested(state, ASK_S):
        return None
    if seen.pawns == flag.pawns or is_between(seen.pawns, flag.pawns, state.pawns):
        return state, ()
    if seen.kind != "illegal" or look.agrees(state.pawns):  # all sure holes are as recorded
        return state, ()
    if has_rested(state, SPLIT_S):
        return None
    nearer = len(seen.pawns ^ state.pawns) < len(flag.pawns ^ state.pawns)
    if nearer or any(True for _ in boards_beyond(book, state.record, play, seen.pawns, flag.pawns)):
        return state, ()  # one pawn is back, or legally placed now; the others follow
    return None


def _may_be_unchanged(book: GameRules, state: RefereeState, look: Look, flagged: Pawns, seen: Pawns) -> bool:
    """Whether unsure holes may still show the flagged board: it is likelier, or there was no hand since."""
    if not look.unsure or not look.agrees(flagged):
        return False
    flagged_likelihood = likelihood(book, state.belief, look, flagged)
    return flagged_likelihood > 0.0 and (
        not state.open.handled or flagged_likelihood >= likelihood(book, state.belief, look, seen)
    )


FAR = 8  # differing (hole, seat) pairs: more than a card usually changes; four moved pawns
UNEXPLAINED = ("unexplained",)  # the reasons of a board that breaks no single rule
ONE_PAWN = 2  # differing (hole, seat) pairs when one pawn has moved
TWO_PAWNS = 4  # and when two have
MAX_STARTS = 3  # pawns on start holes for which both freshnesses are tried


def note_candidates(book: GameRules, state: RefereeState, look: Look) -> RefereeState:
    """Remember a complete board that differs from the record, in case the players play on from it.

    All likely fillings of its unsure holes are kept; if one of them is near the record, none is.
    """
    boards = tuple(
        standing
        for standing in likely_pawns(book, state.belief, look)
        if stands(book, state.belief, look, standing)
    )
    followed = not state.situation.disturbed and state.phase is not Phase.LOST
    differing = min((len(standing ^ state.pawns) for standing in boards), default=0)
    if differing <= (FAR if followed else ONE_PAWN):
        return state
    if not has_rested(state, CANDIDATE_S) and not is_seen_again(state, boards[0], CANDIDATE_S):
        known = state.situation.candidates[:1] == boards[:1]
        return state if known else note_unconfirmed(state, boards[0])
    situation = replace(state.situation, candidates=boards)
    return state if situation == state.situation else replace(state, situation=situation)


def is_elsewhere(state: RefereeState, pawns: Pawns, reasons: tuple[str, ...]) -> bool:
    """Whether an illegal board is more likely one that changed out of view."""
    changed = len(pawns ^ state.pawns)
    unexplained = reasons[:1] == UNEXPLAINED
    return (state.situation.disturbed and (unexplained or changed > TWO_PAWNS)) or (
        unexplained and changed > FAR
    )


def is_players_move(book: GameRules, state: RefereeState, play: Play, standing: Pawns) -> bool:
    """Whether the board changed in view, by pawns of the player's team only and captures on their way.

    Or by pawns that the card lets them move, if one broken rule explains it. Then it is a wrong move, however
    many pawns it moved.
    """
    if state.situation.disturbed or not state.open.handled or state.phase is Phase.LOST:
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


def play_on(book: GameRules, state: RefereeState, look: Look) -> Step | None:
    """Judge the last declared card from a candidate, if the players have played on from it.

    Returns:
        None if they haven't: the board is to be judged from the record.
    """
    declared = state.queue[-1] if state.queue else None
    if (
        not state.situation.candidates
        or declared is None
        or declared.do != "card"
        or state.open.flag is not None
    ):
        return None
    if any(stands(book, state.belief, look, standing) for standing in state.situation.candidates):
        return report_lost_sight(book, state)
    play = play_of(state, book, declared)
    for candidate in state.situation.candidates:
        positions = candidate_positions(state, look, candidate)
        seen = match(book, replace(state.belief, record=positions), look, play)
        if seen.kind == "legal":
            guessed = any(hole in look.unsure for hole, _ in seen.pawns ^ candidate)
            if (guessed or seen.away or seen.fallen) and not has_stood(state, CONFIRM_S):
                return state, ()
            return _adopt(book, state, positions)
    candidate = state.situation.candidates[0]
    positions = candidate_positions(state, look, candidate)
    seen = match(book, replace(state.belief, record=positions), look, play)
    if seen.kind == "illegal" and not has_stood(state, CONFIRM_S):
        return state, ()
    standing = likeliest_pawns(book, state.belief, look)
    if (
        seen.kind != "illegal"
        or standing is None
        or not _open_holes(state.situation.candidates).isdisjoint(hole for hole, _ in seen.pawns ^ candidate)
        or is_between(standing, candidate, state.pawns)
        or is_elsewhere(
            replace(state.with_record(positions), situation=replace(state.situation, disturbed=False)),
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


def _adopt(book: GameRules, state: RefereeState, positions: tuple[Position, ...]) -> Step:
    """Make a candidate the record; cards declared before the last one are accepted."""
    effects: list[Effect] = []
    if state.situation.repair:
        effects.append(Repair(state.t, {}))
    if "lost-sight" in state.situation.notices:
        effects.append(Notice(state.t, "found-again"))
    state = state.showing(None).without_notices()
    for waiting in state.queue[:-1]:
        state, more = settle(state, book, waiting, positions, accepted=True)
        effects += more
    course = replace(state.course, position=positions[0])
    adopted = replace(
        state.gone_on(Cause.MOVED),
        belief=replace(state.belief, record=positions),
        course=course,
        situation=replace(state.situation, disturbed=False, candidates=(), unconfirmed=None),
        open=replace(state.open, taken_back=None, to_go_back=None),
    )
    return adopted, tuple(effects)


def candidate_positions(state: RefereeState, look: Look, pawns: Pawns) -> tuple[Position, ...]:
    """A candidate with every possible freshness, the most like the record first."""
    known = state.record[0]
    starts = sorted(hole for hole, seat in pawns if hole == start_hole(seat))
    doubtful = starts[:MAX_STARTS]
    stayed = [hole for hole in starts[MAX_STARTS:] if hole in known.fresh]
    found = []
    for fresh in product((True, False), repeat=len(doubtful)):
        holes = frozenset(
            [*stayed, *(hole for hole, is_fresh in zip(doubtful, fresh, strict=True) if is_fresh)]
        )
        found.append(Position(pawns, holes))

    def unlike(position: Position) -> int:
        return len(position.fresh ^ known.fresh & frozenset(map(Hole, starts)))

    return likeliest_first(tuple(sorted(found, key=unlike)), look)


def report_lost_sight(book: GameRules, state: RefereeState) -> Step:
    """Report lost sight, and show how to restore the board."""
    lost = state.gone_on(Cause.UNEXPLAINED).noting("lost-sight")
    notice = () if "lost-sight" in state.situation.notices else (Notice(state.t, "lost-sight"),)
    shown, repair = show_repair(book, lost)
    return shown, (*notice, *repair)


def show_repair(book: GameRules, state: RefereeState) -> Step:
    """Show the differences from the record, once they have changed and been stable for `CONFIRM_S`."""
    wrong = differences(state, book)
    if (
        wrong == state.situation.repair
        or (state.situation.repair is None and not wrong)
        or not has_stood(state, CONFIRM_S)
    ):
        return state, ()
    return state.showing(wrong), (Repair(state.t, dict(wrong)),)


def differences(state: RefereeState, book: GameRules) -> tuple[tuple[Hole, str], ...]:
    """Every hole that differs from the record with its recorded pawn, the nearest repairs first."""
    if state.look is None:
        return ()
    wanted, standing = dict(state.pawns), dict(state.look.pawns)
    wrong = [
        hole
        for hole in {*wanted, *standing}
        if hole not in state.look.unsure and wanted.get(hole) != standing.get(hole)
    ]
    ring = seats_of(book.game.table.seats)

    def reach(hole: Hole) -> tuple[int, Hole]:
        """Distance in seats to a misplaced pawn that belongs here; the number of seats if none is seen."""
        seat = wanted.get(hole)
        strays = [other for other in wrong if standing.get(other) == seat] if seat else [hole]
        steps = [
            abs(ring.index(Seat(a[0])) - ring.index(Seat(hole[0])))
            for a in strays
            if a[0] in ring and hole[0] in ring
        ]
        return (min(steps, default=len(ring)), hole)

    return tuple((hole, str(wanted.get(hole, ""))) for hole in sorted(wrong, key=reach))
