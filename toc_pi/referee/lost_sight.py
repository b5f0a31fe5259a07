"""A board without a declared card, or that no move explains: lost sight, put right or played on from."""

from collections import Counter
from dataclasses import replace
from itertools import product

from calibration.holes import Hole, Seat, start_hole
from toc_pi.belief.game import Play, absent_of
from toc_pi.belief.look import BELIEVED, POSSIBLE, Look
from toc_pi.belief.match import is_between, is_passed, likeliest_first, reasons_of
from toc_pi.belief.plays import foreign_seats
from toc_pi.belief.standing import with_returned
from toc_pi.effects import Effect, Notice, Offer
from toc_pi.events import Declared
from toc_pi.referee.order import is_inferred
from toc_pi.referee.phases import (
    BACK_S,
    CANDIDATE_S,
    CARD_S,
    CONFIRM_S,
    INFERRED_BACK_S,
    LOST_FAR_S,
    LOST_S,
)
from toc_pi.referee.settling import settle, undeclared
from toc_pi.referee.states import RefereeState, Situation, StepResult
from toc_pi.referee.taking_back import (
    are_in_camps,
    is_of_last_card,
    put_back,
    revise,
    show_repair,
    turns_back,
    was_misread,
)
from toc_pi.referee.turns import AtRest, Cause, Lost, PawnsMoved
from toc_pi.rules.position import Card, Pawns, Position

# Kept in `RefereeState.notices` for a move without a card: cards were offered for it, or none explains it.
NOTHING_OFFERED = "nothing-offered"
OFFERED = frozenset(("offer", NOTHING_OFFERED))


def without_card(state: RefereeState, look: Look) -> StepResult:
    """Handle a board for which no card was declared."""
    if state.shows(look, state.pawns):
        return _as_recorded(state, look)
    if isinstance(state.phase, AtRest):
        return state.gone_on(Cause.MOVED), ()
    if state.open.spare is not None:
        seen = state.match(look, state.play_of(state.open.spare))
        if seen.kind == "legal" and state.has_stood(CONFIRM_S):
            return replace(state, open=replace(state.open, spare=None), queue=(state.open.spare,)), ()
    standing = state.likeliest(look)
    lacking = look.lacking(standing, state.rules.seats) if standing is not None else None
    gone = lacking is not None and look.nowhere(lacking - state.belief.missing)
    if standing is None or lacking is None or gone or _has_fallen(state, look, standing, lacking):
        return _not_whole(state, look, standing, lacking)
    if isinstance(state.phase, Lost):
        return show_repair(note_candidates(state, look))
    return _moved(state, look, standing, lacking)


def _not_whole(
    state: RefereeState, look: Look, standing: Pawns | None, lacking: Counter[Seat] | None
) -> StepResult:
    """Handle too few or too many pawns: tolerated in camps, else lost sight after a while."""
    if standing == state.pawns and lacking is not None:  # only camps lack a pawn
        # Pawns that the last turn captured may lie beside the board.
        before = state.turns[-1].record[0].pawns if state.turns else state.pawns
        sent = Counter(seat for _, seat in before) - Counter(seat for _, seat in state.pawns)
        captured = bool(state.turns) and not lacking - state.belief.missing - sent
        if (state.has_stood(CONFIRM_S) if captured else state.has_rested(LOST_S)) and not look.hidden:
            return replace(state, belief=replace(state.belief, absent=absent_of(lacking))), ()
        return state, ()
    if state.has_rested(LOST_S) and isinstance(state.phase, PawnsMoved):
        return report_lost_sight(state)
    return show_repair(state) if isinstance(state.phase, Lost) else (state, ())


def _moved(state: RefereeState, look: Look, standing: Pawns, lacking: Counter[Seat]) -> StepResult:
    """Handle a complete board that differs from the record: replaced, put back, or moved without a card."""
    changed, count = len(standing ^ state.pawns), turns_back(state, look)
    elsewhere = changed > FAR or (state.situation.disturbed and changed > ONE_PAWN)
    if elsewhere and not count and not _explaining(state, standing):
        state = note_candidates(state, look)
        if state.has_rested(LOST_FAR_S if changed > FAR else CARD_S):
            return report_lost_sight(state)
    # The last turn may have been judged unmoved, and the board shows its move only now.
    unmoved = state.has_rested(CARD_S) and is_of_last_card(state, standing)
    unmoved = unmoved and state.turns[-1].record[0].pawns == state.pawns
    if (unmoved and not _explaining(state, standing)) or was_misread(state, standing):
        return revise(state)
    # An inferred card is a guess: it is given up sooner.
    back_s = INFERRED_BACK_S if count == 1 and is_inferred(state.turns[-1]) else BACK_S
    # A likelier explanation of an undeclared move has been settled before.
    likely_back = state.rules.is_free or not _explaining(state, standing)
    if count and state.has_rested(back_s) and likely_back:
        return put_back(state, count)
    surely = (
        look.guesses(standing, state.pawns) >= BELIEVED
        and look.camp_likelihood(lacking - state.belief.missing) >= POSSIBLE
        and are_in_camps(state, look, standing, BELIEVED)
    )
    # Its card may still be laid; else it is found without one.
    awaited = state.rules.game.declare == "camera" and not state.rules.is_free
    if not awaited and state.has_rested(CARD_S) and surely and state.situation.notices.isdisjoint(OFFERED):
        cards = _explaining(state, standing)
        offered = state.noting("offer" if cards else NOTHING_OFFERED)
        return offered, ((Offer(state.t, state.on_turn, cards),) if cards else ())
    return state, ()


def _has_fallen(state: RefereeState, look: Look, standing: Pawns, lacking: Counter[Seat]) -> bool:
    """Whether pawns disappeared when the board was bumped and are nowhere to be seen."""
    if not state.situation.disturbed or not standing < state.pawns or turns_back(state, look):
        return False
    return any(look.nowhere(lacking)[seat] for _, seat in state.pawns - standing)


def _as_recorded(state: RefereeState, look: Look) -> StepResult:
    """Drop what was said of the board: it is right."""
    belief = replace(state.belief, record=likeliest_first(state.record, look))
    if belief.absent and state.has_stood(CONFIRM_S):
        belief = with_returned(state.rules, belief, look)
    done = state.gone_on(Cause.AS_RECORDED)
    nothing_shown = state.situation == Situation() and not state.open.to_go_back
    if nothing_shown and state is done and belief == state.belief:
        return state, ()
    done = replace(done, belief=belief, situation=Situation())
    return done, state.found_again


def _explaining(state: RefereeState, pawns: Pawns) -> tuple[Card, ...]:
    """The cards for which the board is a legal move of the player on turn, the likeliest first."""
    return undeclared(state, Declared(state.t, state.on_turn, "card"), pawns).explaining()


FAR = 8  # differing (hole, seat) pairs: more than a card usually changes; four moved pawns
UNEXPLAINED = ("unexplained",)  # the reasons of a board that breaks no single rule
ONE_PAWN = 2  # differing (hole, seat) pairs when one pawn has moved
TWO_PAWNS = 4  # and when two have
MAX_STARTS = 3  # pawns on start holes for which both freshnesses are tried


def note_candidates(state: RefereeState, look: Look) -> RefereeState:
    """Remember a complete board that differs from the record, in case the players play on from it.

    All likely fillings of its unsure holes are kept; if one of them is near the record, none is.
    """
    boards = tuple(standing for standing in state.likely(look) if state.stands(look, standing))
    followed = not state.situation.disturbed and not isinstance(state.phase, Lost)
    differing = min((len(standing ^ state.pawns) for standing in boards), default=0)
    if differing <= (FAR if followed else ONE_PAWN):
        return state
    if not state.has_rested(CANDIDATE_S) and not state.is_seen_again(boards[0], CANDIDATE_S):
        known = state.situation.candidates[:1] == boards[:1]
        return state if known else state.note_unconfirmed(boards[0])
    situation = replace(state.situation, candidates=boards)
    return state if situation == state.situation else replace(state, situation=situation)


def is_elsewhere(state: RefereeState, pawns: Pawns, reasons: tuple[str, ...]) -> bool:
    """Whether an illegal board is more likely one that changed out of view."""
    changed, unexplained = len(pawns ^ state.pawns), reasons[:1] == UNEXPLAINED
    if state.situation.disturbed:
        return unexplained or changed > TWO_PAWNS
    return unexplained and changed > FAR


def is_players_move(state: RefereeState, play: Play, standing: Pawns) -> bool:
    """Whether the board changed in view, by pawns of the player's team only and captures on their way.

    Or by pawns that the card lets them move, if one broken rule explains it. Then it is a wrong move, however
    many pawns it moved.
    """
    if state.situation.disturbed or not state.open.handled or isinstance(state.phase, Lost):
        return False
    before, came = state.pawns, standing - state.pawns
    was, now = (Counter(seat for _, seat in pawns) for pawns in (before, standing))
    if now - was:
        return False
    side, taken = state.rules.table.team_of(play.seat), {hole for hole, _ in came}
    met = (hole in taken or is_passed(state.rules, hole, before, standing) for hole, _ in before - standing)
    gone = Counter(seat for (_, seat), is_met in zip(before - standing, met, strict=True) if is_met)
    if all(seat in side for _, seat in came) and not was - now - gone:
        return True
    if was != now or foreign_seats(state.rules, state.record, play, standing):
        return False
    reasons = reasons_of(state.rules, state.record, play, standing)
    return len(reasons) == 1 and reasons != UNEXPLAINED


def play_on(state: RefereeState, look: Look) -> StepResult | None:
    """Judge the last declared card from a candidate, if the players have played on from it.

    Returns:
        None if they haven't: the board is to be judged from the record.
    """
    declared = state.queue[-1] if state.queue else None
    if not state.situation.candidates or state.open.flag or declared is None or declared.do != "card":
        return None
    if any(state.stands(look, standing) for standing in state.situation.candidates):
        return report_lost_sight(state)
    play = state.play_of(declared)
    for candidate in state.situation.candidates:
        positions = candidate_positions(state, look, candidate)
        seen = state.with_record(positions).match(look, play)
        if seen.kind == "legal":
            guessed = any(hole in look.unsure for hole, _ in seen.pawns ^ candidate)
            if (guessed or seen.away or seen.fallen) and not state.has_stood(CONFIRM_S):
                return state, ()
            return _adopt(state, positions)
    candidate = state.situation.candidates[0]
    positions = candidate_positions(state, look, candidate)
    seen = state.with_record(positions).match(look, play)
    if seen.kind == "illegal" and not state.has_stood(CONFIRM_S):
        return state, ()
    standing = state.likeliest(look)
    open_holes = {hole for other in state.situation.candidates[1:] for hole, _ in other ^ candidate}
    if (
        seen.kind != "illegal"
        or standing is None
        or any(hole in open_holes for hole, _ in seen.pawns ^ candidate)
        or is_between(standing, candidate, state.pawns)
        or is_elsewhere(
            replace(state.with_record(positions), situation=replace(state.situation, disturbed=False)),
            seen.pawns,
            reasons_of(state.rules, positions, play, seen.pawns),
        )
        or any(state.rules.ruling(before, play, seen.pawns).legal for before in positions)
    ):
        return report_lost_sight(state)
    return _adopt(state, positions)


def _adopt(state: RefereeState, positions: tuple[Position, ...]) -> StepResult:
    """Make a candidate the record; cards declared before the last one are accepted."""
    effects: list[Effect] = [*state.hidden_repair]
    if "lost-sight" in state.situation.notices:
        effects.append(Notice(state.t, "found-again"))
    state = state.showing(None).without_notices()
    for waiting in state.queue[:-1]:
        state, more = settle(state, waiting, positions, accepted=True)
        effects += more
    adopted = replace(
        state.with_record(positions).gone_on(Cause.MOVED, PawnsMoved()),
        course=replace(state.course, position=positions[0]),
        situation=replace(state.situation, disturbed=False, candidates=(), unconfirmed=None),
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


def report_lost_sight(state: RefereeState) -> StepResult:
    """Report lost sight, and show how to restore the board."""
    lost = state.gone_on(Cause.UNEXPLAINED).noting("lost-sight")
    notice = () if "lost-sight" in state.situation.notices else (Notice(state.t, "lost-sight"),)
    shown, repair = show_repair(lost)
    return shown, (*notice, *repair)
