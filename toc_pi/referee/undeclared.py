"""A board without a declared card: as recorded, a move with cards to offer, put back, or lost."""

from collections import Counter
from dataclasses import replace

from calibration.holes import Seat
from toc_pi.belief.game import absent_of
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import BELIEVED, LIKELY, POSSIBLE, Look, Pawns
from toc_pi.belief.match import legal_as, likeliest_first, match
from toc_pi.belief.plays import explaining
from toc_pi.belief.standing import likeliest_pawns, shows, stands, with_returned
from toc_pi.effects import Effect, Notice, Offer, Repair
from toc_pi.events import Declared
from toc_pi.referee.lost_sight import FAR, ONE_PAWN, note_candidates, report_lost_sight, show_repair
from toc_pi.referee.order import after_put_back, expected, is_inferred
from toc_pi.referee.settling import play_of, take_back
from toc_pi.referee.states import Cause, Phase, RefereeState, Situation, Step
from toc_pi.referee.waits import (
    BACK_S,
    CARD_S,
    CONFIRM_S,
    INFERRED_BACK_S,
    LOST_FAR_S,
    LOST_S,
    has_rested,
    has_stood,
)
from toc_pi.rules.position import Card

MAX_TAKEN_BACK = 12  # maximum number of turns that are recognized as taken back at once

# Kept in `RefereeState.notices` for a move without a card: cards were offered for it, or none explains it.
NOTHING_OFFERED = "nothing-offered"
OFFERED = frozenset(("offer", NOTHING_OFFERED))


def without_card(book: GameRules, state: RefereeState, look: Look) -> Step:
    """Handle a board for which no card was declared."""
    if shows(book, state.belief, look, state.pawns):
        return _as_recorded(book, state, look)
    if state.phase is Phase.AT_REST:
        return state.gone_on(Cause.MOVED), ()
    if state.open.spare is not None:
        seen = match(book, state.belief, look, play_of(state, book, state.open.spare))
        if seen.kind == "legal" and has_stood(state, CONFIRM_S):
            return replace(state.open_with(spare=None), queue=(state.open.spare,)), ()
    standing = likeliest_pawns(book, state.belief, look)
    lacking = look.lacking(standing, book.seats) if standing is not None else None
    if (
        standing is None
        or lacking is None
        or look.nowhere(lacking - state.belief.missing)
        or _has_fallen(book, state, look, standing, lacking)
    ):
        return _not_whole(book, state, look, standing, lacking)
    if state.phase is Phase.LOST:
        return show_repair(book, note_candidates(book, state, look))
    return _moved(book, state, look, standing, lacking)


def _not_whole(
    book: GameRules, state: RefereeState, look: Look, standing: Pawns | None, lacking: Counter[Seat] | None
) -> Step:
    """Handle too few or too many pawns: tolerated in camps, else lost sight after a while."""
    if standing == state.pawns and lacking is not None:  # only camps lack a pawn
        captured = _were_captured(state, lacking - state.belief.missing)
        if (has_stood(state, CONFIRM_S) if captured else has_rested(state, LOST_S)) and not look.hidden:
            return replace(state, belief=replace(state.belief, absent=absent_of(lacking))), ()
        return state, ()
    if has_rested(state, LOST_S) and state.phase is Phase.MOVED:
        return report_lost_sight(book, state)
    return show_repair(book, state) if state.phase is Phase.LOST else (state, ())


def _moved(book: GameRules, state: RefereeState, look: Look, standing: Pawns, lacking: Counter[Seat]) -> Step:
    """Handle a complete board that differs from the record: replaced, put back, or moved without a card."""
    changed = len(standing ^ state.pawns)
    patience = LOST_FAR_S if changed > FAR else CARD_S
    count = turns_back(book, state, look)
    elsewhere = changed > FAR or (state.situation.disturbed and changed > ONE_PAWN)
    if elsewhere and not count and not _explaining(book, state, standing):
        state = note_candidates(book, state, look)
        if has_rested(state, patience):
            return report_lost_sight(book, state)
    if (
        has_rested(state, CARD_S)
        and _was_unmoved(book, state, standing)
        and not _explaining(book, state, standing)
    ):
        return revise(state)
    if was_misread(book, state, standing):
        return revise(state)
    # An inferred card is a guess: it is given up sooner.
    back_s = INFERRED_BACK_S if count == 1 and is_inferred(state.turns[-1]) else BACK_S
    # A likelier explanation of an undeclared move has been settled before.
    likely_back = book.game.declare == "free" or not _explaining(book, state, standing)
    if count and has_rested(state, back_s) and likely_back:
        return put_back(book, state, count)
    waiting = look.camp_likelihood(lacking - state.belief.missing)
    surely = (
        look.guesses(standing, state.pawns) >= BELIEVED
        and waiting >= POSSIBLE
        and _are_in_camps(book, state, look, standing, BELIEVED)
    )
    if has_rested(state, CARD_S) and surely and state.situation.notices.isdisjoint(OFFERED):
        seat = expected(book, state.course)
        cards = _explaining(book, state, standing)
        offered = state.noting("offer" if cards else NOTHING_OFFERED)
        return offered, ((Offer(state.t, seat, cards),) if cards else ())
    return state, ()


def _has_fallen(
    book: GameRules, state: RefereeState, look: Look, standing: Pawns, lacking: Counter[Seat]
) -> bool:
    """Whether pawns disappeared when the board was bumped and are nowhere to be seen."""
    if not state.situation.disturbed or not standing < state.pawns or turns_back(book, state, look):
        return False
    return any(look.nowhere(lacking)[seat] for _, seat in state.pawns - standing)


def after_the_end(book: GameRules, state: RefereeState, look: Look) -> Step:
    """After the game's end: ignore pawns being cleared away, but notice the last turn being put back."""
    earlier = state.turns[-1].record[0].pawns if state.turns else state.pawns
    if (
        earlier == state.pawns
        or not has_rested(state, BACK_S)
        or not shows(book, state.belief, look, earlier)
    ):
        return state, ()
    return put_back(book, state, 1)


def turns_back(book: GameRules, state: RefereeState, look: Look) -> int:
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
            and shows(book, state.belief, look, earlier)
            and _are_in_camps(book, state, look, earlier, least)
            and not _is_ruled_out(book, state, earlier)
        ):
            return count
    return 0


def _is_ruled_out(book: GameRules, state: RefereeState, pawns: Pawns) -> bool:
    """Whether the board at rest, seen since the last hand, rules out a position.

    Only seats that it differs in count: a camp pawn of another one that wasn't seen says nothing about it.
    """
    rest = state.episode.rest
    if rest is None or rest.contradicted is not None:
        return False
    differing = frozenset(seat for _, seat in pawns ^ state.pawns)
    return not stands(book, state.belief, rest.look, pawns, differing)


def _are_in_camps(book: GameRules, state: RefereeState, look: Look, earlier: Pawns, least: float) -> bool:
    """Whether pawns that an earlier position has in camps are there again, with at least this probability."""
    out, was = Counter(seat for _, seat in state.pawns), Counter(seat for _, seat in earlier)
    missing = (look.lacking(earlier, book.seats) or Counter()) - state.belief.missing
    unseen = missing & (out - was)
    in_camps, elsewhere = look.camp_likelihood(missing), look.camp_likelihood(missing - unseen)
    return not unseen or in_camps >= least * (in_camps + elsewhere)


def put_back(book: GameRules, state: RefereeState, count: int) -> Step:
    """Reopen the last turns because the players have put their pawns back."""
    back, effects = take_back(state, count)
    back = after_put_back(book, state, back)
    taken_back = (
        back.open.taken_back
        if back.open.taken_back is not None and back.open.taken_back.card is not None
        else None
    )
    # Cards declared early by other players stay queued.
    return back.gone_on(Cause.PUT_BACK).open_with(taken_back=taken_back, to_go_back=None), effects


def _were_captured(state: RefereeState, missing: Counter[Seat]) -> bool:
    """Whether the last turn captured these pawns, so that they may lie beside the board."""
    if not state.turns:
        return False
    before = Counter(seat for _, seat in state.turns[-1].record[0].pawns)
    return not missing - (before - Counter(seat for _, seat in state.pawns))


def _was_unmoved(book: GameRules, state: RefereeState, standing: Pawns) -> bool:
    """Whether the last turn was judged unmoved, and the board now shows its move."""
    if not state.turns:
        return False
    last = state.turns[-1]
    if last.play.do != "card" or last.accepted or last.record[0].pawns != state.pawns:
        return False
    before = replace(state.with_record(last.record), course=last.course)
    return bool(legal_as(book, last.record, play_of(before, book, last.play), standing))


def was_misread(book: GameRules, state: RefereeState, standing: Pawns) -> bool:
    """Whether the board shows another result of the last turn's card, without a hand since its verdict."""
    if (
        not state.turns
        or state.look is None
        or state.look.agrees(state.pawns)
        or not has_stood(state, CONFIRM_S)
    ):
        return False
    last = state.turns[-1]
    if last.play.do != "card" or last.accepted or state.episode.clear_since > last.t:
        return False
    before = replace(state.with_record(last.record), course=last.course)
    return bool(legal_as(book, last.record, play_of(before, book, last.play), standing))


def revise(state: RefereeState) -> Step:
    """Reopen the last turn to judge its card again."""
    back, effects = take_back(state)
    assert back.open.taken_back is not None
    queue = (back.open.taken_back, *state.queue)
    opened = back.gone_on(Cause.REOPENED).open_with(taken_back=None, to_go_back=None)
    return replace(opened, queue=queue), effects


def _as_recorded(book: GameRules, state: RefereeState, look: Look) -> Step:
    effects: tuple[Effect, ...] = ()
    if state.phase is Phase.LOST:
        effects = (Notice(state.t, "found-again"),)
    if state.situation.repair:
        effects = (Repair(state.t, {}), *effects)
    belief = replace(state.belief, record=likeliest_first(state.record, look))
    if belief.absent and has_stood(state, CONFIRM_S):
        belief = with_returned(book, belief, look)
    phase = state.phase.after(Cause.AS_RECORDED)
    nothing_shown = state.situation == Situation() and not state.open.to_go_back
    if nothing_shown and state.phase is phase and belief == state.belief:
        return state, ()
    done = replace(
        state,
        phase=phase,
        belief=belief,
        situation=Situation(),
        open=replace(state.open, to_go_back=None),
    )
    return done, effects


def _explaining(book: GameRules, state: RefereeState, pawns: Pawns) -> tuple[Card, ...]:
    """The cards for which the board is a legal move of the player on turn, the likeliest first."""
    seat = expected(book, state.course)
    play = play_of(state, book, Declared(state.t, seat, "card"))
    return explaining(book, state.record, play, pawns, state.course)
