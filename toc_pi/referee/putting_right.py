"""Pawns being put back after a take-back or a flag: wait until they, or a new move, stand."""

from collections import Counter
from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import Match, boards_beyond, is_between, legal_as, match
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.standing import likeliest_pawns, likelihood, stands, with_missing
from toc_pi.referee.asking import show_repair
from toc_pi.referee.effects import Cleared, Repair
from toc_pi.referee.events import Declared
from toc_pi.referee.patience import has_rested, has_stood
from toc_pi.referee.settling import Step
from toc_pi.referee.states import Cause, RefereeState
from toc_pi.referee.waits import ASK_S, BESIDE_S, CONFIRM_S, SPLIT_S


def returning(book: Rulebook, state: RefereeState, look: Look, declared: Declared, play: Play) -> Step | None:
    """After a take-back: wait until its pawns are back; None if another move stands there, to be judged."""
    assert state.to_go_back is not None
    back = stands(book, state.belief, look, state.pawns)
    if not back and look.agrees(state.pawns) and has_stood(state, CONFIRM_S):
        # Its other pawns may still be beside the board
        back = look.lacking(state.pawns, book.seats) is not None
    gone = likelihood(book, state.belief, look, state.pawns)
    still = look.agrees(state.to_go_back) and likelihood(book, state.belief, look, state.to_go_back) >= gone
    if back and not still:
        known = state.believing(with_missing(book, state.belief, look, state.pawns))
        done = replace(known, to_go_back=None, repair=None, phase=known.phase.after(Cause.PUT_BACK))
        return done, ((Repair(state.t, {}),) if state.repair else ())
    if _is_played_again(book, state, look, declared, play):
        return None
    resting = look.agrees(state.to_go_back)
    if not resting:
        standing = likeliest_pawns(book, state.belief, look)
        resting = standing is None or is_between(standing, state.to_go_back, state.pawns)
        # One of two swapped pawns being put back is in a hand, though an unsure camp hole may hold it.
        lifted = standing is not None and _is_lifted(standing, state.to_go_back, state.pawns)
        resting = resting or (lifted and not has_rested(state, SPLIT_S))
    if not resting:
        return None
    if state.taken_back is not None and declared.card != state.taken_back.card:
        seen = match(book, state.belief, look, play)
        if seen.kind == "legal" and not seen.away:
            return None
    return show_repair(book, state.gone_on(Cause.TAKEN_BACK))


def _is_played_again(book: Rulebook, state: RefereeState, look: Look, declared: Declared, play: Play) -> bool:
    """Whether the play taken back was made and declared again, without its pawns seen back in between."""
    assert state.to_go_back is not None
    anew = declared in state.queue[:1] and state.handled and has_rested(state, SPLIT_S)
    if not anew or state.taken_back is None or declared.card != state.taken_back.card:
        return False
    surely = look.agrees(state.to_go_back) and not look.unsure & {
        hole for hole, _ in state.to_go_back ^ state.pawns
    }
    return surely and bool(legal_as(book, state.record, play, state.to_go_back))


def _is_lifted(pawns: Pawns, one: Pawns, other: Pawns) -> bool:
    """Whether a position is between two others, with pawns of the first one lifted."""
    at, first, second = dict(pawns), dict(one), dict(other)
    return all(
        at.get(hole) in (first.get(hole), second.get(hole)) or (hole not in at and first.get(hole))
        for hole in {*at, *first, *second}
    )


def may_be_in_hand(book: Rulebook, state: RefereeState, look: Look, pawns: Pawns, stood_there: Pawns) -> bool:
    """Whether a pawn of a legal position may instead be in a hand, because its hole is unsure.

    Args:
        book, state, look: as for `returning`.
        pawns: the position.
        stood_there: the board that was flagged or taken back.
    """
    if look.guessed(pawns, stood_there) or look.guessed(pawns, state.pawns):
        return True
    went = Counter(seat for _, seat in stood_there) - Counter(seat for _, seat in pawns)
    lacking = look.lacking(pawns, book.seats) if went else None
    # A pawn that was absent before may be one of those that stood there.
    absent = state.belief.missing & (look.lacking(stood_there, book.seats) or Counter())
    return lacking is not None and bool(went & (lacking - absent))


def flagged(book: Rulebook, state: RefereeState, look: Look, play: Play, seen: Match) -> Step | None:
    """While a flag is up: wait for pawns to be put back; None if the board is to be judged."""
    assert state.flag is not None
    flag = state.flag
    if seen.pawns != flag.pawns and _may_be_unchanged(book, state, look, flag.pawns, seen.pawns):
        return state, ()
    if seen.kind == "same":
        if seen.away and not has_rested(state, BESIDE_S):
            return state, ()
        unsurely = not state.handled or any(hole in look.unsure for hole, _ in seen.pawns ^ flag.pawns)
        if unsurely and not has_stood(state, CONFIRM_S):
            return state, ()  # a single look without a hand, or at an unsure hole, doesn't lower the flag
        cleared = replace(
            state.believing(with_missing(book, state.belief, look, state.pawns)) if seen.away else state,
            flag=None,
            phase=state.phase.after(Cause.AS_RECORDED),
            # An undeclared card may have been anybody's.
            queue=state.queue if flag.play.card is None else (flag.play, *state.queue),
            notices=frozenset(),
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


def _may_be_unchanged(book: Rulebook, state: RefereeState, look: Look, flagged: Pawns, seen: Pawns) -> bool:
    """Whether unsure holes may still show the flagged board: it is likelier, or there was no hand since."""
    if not look.unsure or not look.agrees(flagged):
        return False
    flagged_likelihood = likelihood(book, state.belief, look, flagged)
    return flagged_likelihood > 0.0 and (
        not state.handled or flagged_likelihood >= likelihood(book, state.belief, look, seen)
    )
