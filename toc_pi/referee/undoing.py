"""One tap, one turn: what `undo` takes back, and `redo` restores."""

from dataclasses import replace

from toc_pi.belief.look import Pawns
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.standing import likeliest_pawns
from toc_pi.referee.effects import Echo, Effect, Notice, Repair
from toc_pi.referee.events import Declared
from toc_pi.referee.open_cards import course_after, skip_ahead
from toc_pi.referee.settling import (
    Step,
    differences,
    lift_flag,
    settled,
    take_back,
    tell_turn,
    verdict,
)
from toc_pi.referee.states import Cause, Flag, Phase, RefereeState, Stopped
from toc_pi.referee.verdicts import rule_on


def undo(book: Rulebook, state: RefereeState, event: Declared) -> Step:
    """Take back the flagged move, a card or a move that wasn't judged yet, or the last turn."""
    effects: tuple[Effect, ...]
    if state.flag is not None:
        done, effects = lift_flag(state)
    elif state.queue and state.queue[-1].seat == event.seat:
        last = state.queue[-1]
        done, effects = replace(state, queue=state.queue[:-1]), (card_undone(state.t, last),)
        if (standing := _unjudged(book, state)) is not None and len(state.queue) == 1:
            done = replace(done.gone_on(Cause.TAKEN_BACK), to_go_back=standing, taken_back=last)
        elif not done.queue and done.taken_back is None:
            done = done.gone_on(Cause.WITHDRAWN)
    elif not state.queue and (standing := _unjudged(book, state)) is not None:
        open_turn = Declared(state.t, event.seat, "card")
        done = replace(state.gone_on(Cause.TAKEN_BACK), to_go_back=standing, taken_back=open_turn)
        effects = ()
    elif state.turns:
        done, effects = take_back(state)
    else:
        return state, (Notice(state.t, "nothing-to-take-back", {"seat": event.seat}),)
    return with_repair(book, replace(done, undone=state), effects)


def card_undone(t: float, last: Declared) -> Notice:
    """The notice that a declaration is withdrawn."""
    return Notice(t, "card-undone", {"seat": last.seat, "card": str(last.card or "")})


def _unjudged(book: Rulebook, state: RefereeState) -> Pawns | None:
    """The board of a move that isn't judged yet; None if no pawn has to be put back."""
    if state.phase is not Phase.MOVED or state.look is None:
        return None
    standing = likeliest_pawns(book, state.belief, state.look)
    return standing if standing != state.pawns else None


def redo(book: Rulebook, state: RefereeState, event: Declared) -> Step:
    """Take the last `undo` back: all is as it was before it, but for what the camera has seen since."""
    was = state.undone
    if was is None:
        return state, (Notice(state.t, "nothing-to-redo", {"seat": event.seat}),)
    now = replace(state, undone=None)  # keeps what was seen and asked since
    done = replace(
        now,
        phase=was.phase,
        belief=was.belief,
        course=was.course,
        turns=was.turns,
        queue=was.queue,
        taken_back=was.taken_back,
        spare=was.spare,
        to_go_back=was.to_go_back,
        repair=None,
        notices=frozenset(),
        undone=was.undone,
    )
    effects: tuple[Effect, ...] = (Repair(state.t, {}),) if state.repair else ()
    if was.flag is not None:
        flagged, more = _flagged_again(book, done, was.flag)
        return flagged, (*effects, *more)
    if len(was.turns) > len(state.turns):
        effects = (*effects, *_settled_again(book, done))
        board = state.look
        put_back = state.to_go_back is None and board is not None and not board.agrees(was.pawns)
        if put_back and was.phase is not Phase.OVER:  # its pawns are to be moved again
            done = done.gone_on(Cause.UNEXPLAINED)
            wrong = differences(done, book)
            return replace(done, repair=wrong), (*effects, Repair(state.t, dict(wrong)))
    elif was.queue:
        last = was.queue[-1]
        effects = (*effects, Echo(state.t, last.seat, last.do, last.card, last.cards))
    return with_repair(book, done, effects)


def redoable(state: RefereeState) -> int:
    """How many times `redo` is possible."""
    return 0 if state.undone is None else 1 + redoable(state.undone)


def _flagged_again(book: Rulebook, state: RefereeState, flag: Flag) -> Step:
    """Flag a move again, with its reasons."""
    if flag.play.do != "card" or state.look is None:
        return replace(state, queue=(flag.play, *state.queue)), ()
    return rule_on(book, state, state.look, flag.play, flag.pawns)


def settle_stopped(book: Rulebook, opened: RefereeState, stopped: Stopped) -> Step:
    """Settle a turn as before its player seemed to go on: the rest was a move of its own.

    Args:
        book: the rules.
        opened: the state in which the turn is open again.
        stopped: how it was settled.
    """
    turn = stopped.turn
    course = skip_ahead(book, (*opened.turns, turn), course_after(book, turn, turn.play, stopped.record[0]))
    done = replace(
        opened.with_record(stopped.record), turns=(*opened.turns, turn), course=course, stopped=None
    )
    return done, _settled_again(book, done)


def _settled_again(book: Rulebook, state: RefereeState) -> tuple[Effect, ...]:
    """The effects with which the last turn was judged and settled."""
    turn, after = state.turns[-1], state.record[0]
    before = replace(state.with_record(turn.record), turns=state.turns[:-1], course=turn.course)
    judged = () if turn.accepted else (verdict(book, before, turn.play, after),)
    return (*judged, settled(before, turn.play, after, turn.accepted), *tell_turn(state, book, turn.course))


def with_repair(book: Rulebook, state: RefereeState, effects: tuple[Effect, ...]) -> Step:
    """Add the repair (which pawn goes back where), if the board is known."""
    if state.look is None or state.to_go_back is None or not state.look.agrees(state.to_go_back):
        return state, effects
    wrong = differences(state, book)
    if not wrong:
        return state, effects
    return replace(state, repair=wrong), (*effects, Repair(state.t, dict(wrong)))
