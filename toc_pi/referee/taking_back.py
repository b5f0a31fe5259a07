"""Turns that are taken back, by a tap or with the pawns alone; and which pawns are still to be put back."""

from collections import Counter
from dataclasses import replace

from calibration.holes import Hole, Seat, seats_of
from toc_pi.belief.game import Play
from toc_pi.belief.look import BELIEVED, LIKELY, POSSIBLE, Look
from toc_pi.belief.match import Match, is_between
from toc_pi.belief.standing import stands
from toc_pi.effects import Cleared, Effect, Repair, TakenBack
from toc_pi.events import UNSEEN, Declared
from toc_pi.referee.order import course_after, is_inferred, skip_ahead
from toc_pi.referee.phases import ASK_S, BESIDE_S, CONFIRM_S, SPLIT_S
from toc_pi.referee.settling import hint_of, settled, tell_turn, verdict
from toc_pi.referee.states import RefereeState, StepResult
from toc_pi.referee.turns import AtRest, Cause, Flag, OpenTurn, PawnsMoved, Returning, Stopped
from toc_pi.rules.position import Pawns


def take_back(state: RefereeState, count: int = 1) -> StepResult:
    """Reopen the last turns; the pawns may still be where those turns put them."""
    while _was_supposed(state, count):  # it was only supposed to lie there, for the turn after it to be right
        count += 1
    taken = state.turns[-count:]
    first, there = taken[0], state.pawns if state.open.to_go_back is None else state.open.to_go_back
    # An inferred card says nothing about the move that replaces this one.
    play = replace(first.play, card=None, cards=()) if is_inferred(first) else first.play
    pile = state.pile
    if first.seen is not None and play.card is None:  # its card still lies there
        play, pile = replace(play, laid=()), (first.seen, *pile)
    returning = Returning(
        play if play.do == "card" else None, there if there != first.record[0].pawns else None
    )
    reopened = replace(
        state.before(first),
        pile=pile,
        courses=first.courses,
        open=OpenTurn(state.open.after(Cause.TAKEN_BACK, returning), state.open.spare),
    )
    effects = (TakenBack(state.t, one.n, one.play.seat, hint_of(one.course)) for one in reversed(taken))
    return reopened.without_notices(), tuple(effects)


def _was_supposed(state: RefereeState, count: int) -> bool:
    """Whether the turn before the last ones was an unseen card, laid down without a move."""
    before = state.turns[-count - 1] if count < len(state.turns) else None
    return before is not None and before.play.laid == (UNSEEN,) and before.play.do != "card"


def lift_flag(state: RefereeState) -> StepResult:
    """Take back a flagged turn: it stays open, and its pawns are to be put back."""
    assert state.open.flag is not None
    flag = state.open.flag
    returning = Returning(
        flag.play if flag.play.do == "card" else None, flag.pawns if flag.pawns != state.pawns else None
    )
    lifted = state.gone_on(Cause.TAKEN_BACK, returning)
    return lifted.without_notices(), (Cleared(state.t, state.n, righted=False),)


def settle_stopped(opened: RefereeState, stopped: Stopped) -> StepResult:
    """Settle a turn as before its player seemed to go on: the rest was a move of its own.

    Args:
        opened: the state in which the turn is open again.
    """
    turn, turns = stopped.turn, (*opened.turns, stopped.turn)
    course = course_after(opened.rules, turn, turn.play, stopped.record[0])
    done = replace(
        opened.with_record(stopped.record),
        turns=turns,
        course=skip_ahead(opened.rules, turns, course),
    )
    return done, settled_again(done)


def settled_again(state: RefereeState) -> tuple[Effect, ...]:
    """The effects with which the last turn was judged and settled."""
    turn, after = state.turns[-1], state.record[0]
    before = state.before(turn)
    judged = () if turn.accepted else (verdict(before, turn.play, after),)
    return (*judged, settled(before, turn.play, after, turn.accepted), *tell_turn(state, turn.course))


MAX_TAKEN_BACK = 12  # maximum number of turns that are recognized as taken back at once


def turns_back(state: RefereeState, look: Look) -> int:
    """How many turns ago the board was as it is now; 0 for never."""
    for count in range(1, min(len(state.turns), MAX_TAKEN_BACK) + 1):
        earlier = state.turns[-count].record[0].pawns
        back = [pair for pair in earlier - state.pawns if pair[0] in look.unsure]
        # A pawn that may be back on its hole may also have fallen over, above all after a bump.
        surely = BELIEVED if state.situation.disturbed else POSSIBLE
        least = LIKELY if state.situation.disturbed else POSSIBLE
        likely = all(look.chance(hole, seat) >= surely for hole, seat in back)
        if (
            likely
            and state.shows(look, earlier)
            and are_in_camps(state, look, earlier, least)
            and not _is_ruled_out(state, earlier)
        ):
            return count
    return 0


def _is_ruled_out(state: RefereeState, pawns: Pawns) -> bool:
    """Whether the board at rest, seen since the last hand, rules out a position.

    Only seats that it differs in count: a camp pawn of another one that wasn't seen says nothing about it.
    """
    rest = state.episode.rest
    if rest is None or rest.contradicted is not None:
        return False
    differing = frozenset(seat for _, seat in pawns ^ state.pawns)
    return not stands(state.rules, state.belief, rest.look, pawns, differing)


def are_in_camps(state: RefereeState, look: Look, earlier: Pawns, least: float) -> bool:
    """Whether pawns that an earlier position has in camps are there again, with at least this probability."""
    out, was = Counter(seat for _, seat in state.pawns), Counter(seat for _, seat in earlier)
    missing = (look.lacking(earlier, state.rules.seats) or Counter()) - state.belief.missing
    unseen = missing & (out - was)
    in_camps, elsewhere = look.camp_likelihood(missing), look.camp_likelihood(missing - unseen)
    return not unseen or in_camps >= least * (in_camps + elsewhere)


def put_back(state: RefereeState, count: int) -> StepResult:
    """Reopen the last turns because the players have put their pawns back; or perhaps a move led there."""
    back, effects = take_back(state, count)
    if state.rules.is_free:
        plays = [Play(player[0], None) for player in state.rules.table.players]
        moved = [result for play in plays for result in state.legal_as(play, back.pawns)]
        back = back.with_record(tuple(dict.fromkeys((*back.record, *moved))))
    taken_back = back.open.taken_back
    if taken_back is not None and taken_back.card is None:
        taken_back = None
    # Cards declared early by other players stay queued.
    return back.gone_on(Cause.PUT_BACK, AtRest(taken_back)), effects


def is_of_last_card(state: RefereeState, standing: Pawns) -> bool:
    """Whether a board is a legal result of the last turn's card."""
    last = state.turns[-1] if state.turns else None
    if last is None or last.play.do != "card" or last.accepted:
        return False
    before = state.before(last)
    return bool(before.legal_as(before.play_of(last.play), standing))


def was_misread(state: RefereeState, standing: Pawns) -> bool:
    """Whether the board shows another result of the last turn's card, without a hand since its verdict."""
    if not state.turns or state.look is None or state.episode.clear_since > state.turns[-1].t:
        return False
    changed = not state.look.agrees(state.pawns) and state.has_stood(CONFIRM_S)
    return changed and is_of_last_card(state, standing)


def revise(state: RefereeState) -> StepResult:
    """Reopen the last turn to judge its card again."""
    back, effects = take_back(state)
    # Where a discard that nobody saw is taken back with it, that is what was played first.
    queue = (back.open.taken_back or state.turns[-1].play, *state.queue)
    opened = back.gone_on(Cause.REOPENED, PawnsMoved())
    return replace(opened, queue=queue), effects


def returning(state: RefereeState, look: Look, declared: Declared, play: Play) -> StepResult | None:
    """After a take-back: wait until its pawns are back; None if another move stands there, to be judged."""
    there = state.open.to_go_back
    assert there is not None
    back = state.stands(look, state.pawns)
    if not back and look.agrees(state.pawns) and state.has_stood(CONFIRM_S):
        # Its other pawns may still be beside the board
        back = look.lacking(state.pawns, state.rules.seats) is not None
    agrees = look.agrees(there)
    if back and not (agrees and state.likelihood(look, there) >= state.likelihood(look, state.pawns)):
        known = state.with_missing(look, state.pawns).gone_on(Cause.PUT_BACK)
        return known.showing(None), state.hidden_repair
    if _is_played_again(state, look, declared, play, there):
        return None
    standing = None if agrees else state.likeliest(look)
    moved = standing is not None and not is_between(standing, there, state.pawns)
    # One of two swapped pawns being put back may be in a hand, though an unsure camp hole may hold it.
    if moved and (not _is_lifted(standing, there, state.pawns) or state.has_rested(SPLIT_S)):
        return None
    if state.open.taken_back is not None and declared.card != state.open.taken_back.card:
        seen = state.match(look, play)
        if seen.kind == "legal" and not seen.away:
            return None
    return show_repair(state.gone_on(Cause.TAKEN_BACK))


def _is_played_again(state: RefereeState, look: Look, declared: Declared, play: Play, there: Pawns) -> bool:
    """Whether the play taken back was made and declared again, without its pawns seen back in between."""
    anew = declared in state.queue[:1] and state.open.handled and state.has_rested(SPLIT_S)
    if not anew or state.open.taken_back is None or declared.card != state.open.taken_back.card:
        return False
    surely = look.agrees(there) and look.unsure.isdisjoint(hole for hole, _ in there ^ state.pawns)
    return surely and bool(state.legal_as(play, there))


def _is_lifted(pawns: Pawns | None, one: Pawns, other: Pawns) -> bool:
    """Whether a position is between two others, with pawns of the first one lifted."""
    at, first, second = dict(pawns or ()), dict(one), dict(other)
    return all(
        at.get(hole) in (first.get(hole), second.get(hole)) or (hole not in at and first.get(hole))
        for hole in {*at, *first, *second}
    )


def flagged(state: RefereeState, look: Look, play: Play, seen: Match) -> StepResult | None:
    """While a flag is up: wait for pawns to be put back; None if the board is to be judged."""
    assert state.open.flag is not None
    flag = state.open.flag
    if seen.pawns != flag.pawns and _may_be_unchanged(state, look, flag.pawns, seen.pawns):
        return state, ()
    if seen.kind == "same":
        return _put_right(state, look, flag, seen)
    if seen.kind == "legal":
        return None
    if seen.kind == "doubt" and flag.pawns not in seen.others and state.has_rested(ASK_S):
        return None
    if seen.pawns == flag.pawns or is_between(seen.pawns, flag.pawns, state.pawns):
        return state, ()
    if seen.kind != "illegal" or look.agrees(state.pawns):  # all sure holes are as recorded
        return state, ()
    if state.has_rested(SPLIT_S):
        return None
    nearer = len(seen.pawns ^ state.pawns) < len(flag.pawns ^ state.pawns)
    if nearer or any(True for _ in state.rules.beyond(state.record, play, seen.pawns, flag.pawns)):
        return state, ()  # one pawn is back, or legally placed now; the others follow
    return None


def _put_right(state: RefereeState, look: Look, flag: Flag, seen: Match) -> StepResult:
    """Lower the flag, once it is sure that its pawns are back."""
    if seen.away and not state.has_rested(BESIDE_S):
        return state, ()
    unsurely = not state.open.handled or any(hole in look.unsure for hole, _ in seen.pawns ^ flag.pawns)
    if unsurely and not state.has_stood(CONFIRM_S):
        return state, ()  # a single look without a hand, or at an unsure hole, doesn't lower the flag
    known = state.with_missing(look, state.pawns) if seen.away else state
    cleared = known.gone_on(Cause.AS_RECORDED).without_notices()
    if flag.play.card is not None:  # an undeclared one may have been anybody's
        cleared = replace(cleared, queue=(flag.play, *state.queue))
    return cleared, (Cleared(state.t, state.n),)


def _may_be_unchanged(state: RefereeState, look: Look, flagged: Pawns, seen: Pawns) -> bool:
    """Whether unsure holes may still show the flagged board: it is likelier, or there was no hand since."""
    if not look.unsure or not look.agrees(flagged):
        return False
    likelihood = state.likelihood(look, flagged)
    return likelihood > 0.0 and (not state.open.handled or likelihood >= state.likelihood(look, seen))


def show_repair(state: RefereeState) -> StepResult:
    """Show the differences from the record, once they have changed and been stable for `CONFIRM_S`."""
    wrong, shown = differences(state), state.situation.repair
    if wrong == shown or (shown is None and not wrong) or not state.has_stood(CONFIRM_S):
        return state, ()
    return state.showing(wrong), (Repair(state.t, dict(wrong)),)


def with_repair(state: RefereeState, effects: tuple[Effect, ...]) -> StepResult:
    """Add the repair (which pawn goes back where), if the board is known."""
    look, there = state.look, state.open.to_go_back
    if look is None or there is None or not look.agrees(there) or not (wrong := differences(state)):
        return state, effects
    return state.showing(wrong), (*effects, Repair(state.t, dict(wrong)))


def differences(state: RefereeState) -> tuple[tuple[Hole, str], ...]:
    """Every hole that differs from the record with its recorded pawn, the nearest repairs first."""
    if state.look is None:
        return ()
    wanted, standing = dict(state.pawns), dict(state.look.pawns)
    wrong = [
        hole
        for hole in {*wanted, *standing}
        if hole not in state.look.unsure and wanted.get(hole) != standing.get(hole)
    ]
    ring = seats_of(state.rules.table.seats)

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
