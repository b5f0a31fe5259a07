"""Rules that a turn is legal, once that is sure enough, or flags it; settles turns."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from calibration.holes import PAWNS_A_SEAT, start_hole
from toc_pi.belief.game import LEGAL, Belief, Play, Ruling, absent_of
from toc_pi.belief.look import Look
from toc_pi.belief.match import MAX_RECORDS, Match, likeliest_first, ruling_of
from toc_pi.belief.plays import UndeclaredMove, after_both, is_doubtful, only_removed, touches_unsure
from toc_pi.effects import Effect, Ended, Notice, Settled, Turn, Verdict, Withdrawn
from toc_pi.events import Declared, TurnHint
from toc_pi.referee.order import (
    courses_after,
    deal_values,
    go_on,
    narrow,
    passed_over,
    skip_ahead,
    with_second_play,
)
from toc_pi.referee.phases import AGAIN_S, CAMP_S, CONFIRM_S, SPLIT_S
from toc_pi.referee.states import RefereeState, Situation, StepResult, following
from toc_pi.referee.turns import AtRest, Cause, Flag, OpenTurn, Over, SettledTurn
from toc_pi.rules.game import UNKNOWN, ExtraPlay, GameState, winners
from toc_pi.rules.position import Pawns, Position

RATHER = 0.5  # least probability of a rank by which a wrong move of an unsure card is explained

# The hint about the player's next card, by what it may or must do.
HINTS: Mapping[ExtraPlay, TurnHint] = {"": "", "same": "same-pawn", "now": "again", "later": "may-play-again"}


def verdict(state: RefereeState, declared: Declared, after: Position, why: Ruling = LEGAL) -> Verdict:
    """Make the `Verdict` effect of a ruling."""
    start = state.record[0]
    sent = Counter(seat for _, seat in start.pawns)
    sent.subtract(seat for _, seat in after.pawns)
    captured = tuple(seat for seat in sorted(sent) for _ in range(max(sent[seat], 0)))
    return Verdict(
        state.t,
        state.n,
        declared.seat,
        declared.do,
        declared.card,
        tuple(card for card in declared.cards if card != UNKNOWN),
        why.legal,
        captured,
        dict(sorted(after.pawns)),
        after.fresh,
        dict(sorted(start.pawns)),
        start.fresh,
        why.reasons,
        {} if why.legal else dict(sorted(start.pawns)),
        why.particulars,
        None if why.legal or declared.card is not None or declared.do != "card" else why.card,
        passed_over(state.rules, state.course, declared.seat),
        laid=state.claiming(declared)[1].laid,
    )


def settle(
    state: RefereeState, declared: Declared, positions: tuple[Position, ...], accepted: bool
) -> StepResult:
    """Settle a turn.

    Args:
        state: the state before; its record is the position before the turn.
        positions: every position that fits now, the likeliest first; never empty.
        accepted: whether the players accepted it although it was illegal.
    """
    state, corrections = narrow(state, declared.seat)
    before, after = state.course, positions[0]
    assumed = state.open.taken_back == declared
    positions = with_second_play(state, declared, positions)
    state = state.taking(declared)
    seen = state.unsure_card
    state, declared = state.claiming(declared)
    turn = SettledTurn(
        state.n,
        declared,
        accepted,
        state.record,
        before,
        assumed,
        state.t,
        seen=seen if seen is not None and declared.laid == (seen.n,) else None,
        courses=state.courses,
        stopped=state.open.stopped,
        moved_at=state.episode.began(after.pawns, state.pawns),
    )
    turns = (*state.turns, turn)
    courses = courses_after(state, declared, after, turns) if state.rules.is_free else ()
    course = skip_ahead(state.rules, turns, go_on(state.rules, before, declared, after))
    course = courses[0].course if courses else course
    effects: list[Effect] = [*corrections]
    if state.open.asked is not None:
        effects.append(Withdrawn(state.t, state.open.asked.id))
    effects += [*state.hidden_repair, settled(state, declared, after, accepted)]
    # Captured pawns may lie beside the board for a while.
    was, now = (Counter(seat for _, seat in pawns) for pawns in (state.pawns, after.pawns))
    absent = state.belief.missing + (was - now)
    most = Counter({seat: PAWNS_A_SEAT - now[seat] for seat in absent})
    ended = (Cause.WON, Over()) if course.phase == "over" else (Cause.COUNTED, AtRest())
    done = replace(
        state,
        belief=Belief(positions, absent_of(absent & most)),
        course=course,
        courses=courses,
        turns=turns,
        open=OpenTurn(state.open.after(*ended)),
        situation=Situation(),
    )
    effects += tell_turn(done, before)
    return done, tuple(effects)


def settled(state: RefereeState, declared: Declared, after: Position, accepted: bool) -> Settled:
    """Make the `Settled` effect of the open turn."""
    how: Literal["legal", "accepted"] = "accepted" if accepted else "legal"
    return Settled(state.t, state.n, declared.seat, how, dict(sorted(after.pawns)), after.fresh)


def tell_turn(state: RefereeState, before: GameState) -> tuple[Effect, ...]:
    """Effects that announce the next turn, a deal, or the end of the game."""
    course = state.course
    if course.phase == "over":
        return (Ended(state.t, winners(state.rules.table, course)),)
    if (course.deals, course.dealer) == (before.deals, before.dealer):
        return (turn_now(state),)
    return Notice(state.t, "new-deal", deal_values(state.rules, course)), turn_now(state)


def turn_now(state: RefereeState) -> Turn:
    """Whose turn it is, and what is special about it."""
    return Turn(state.t, state.n, state.on_turn, hint_of(state.course))


def hint_of(course: GameState) -> TurnHint:
    """What is special about the open turn."""
    return "discard-one" if course.struck else HINTS[course.again]


def accepted_positions(before: tuple[Position, ...], pawns: Pawns, look: Look | None) -> tuple[Position, ...]:
    """The positions of an accepted illegal board: untouched fresh pawns and those that came out are fresh."""
    found: dict[Position, None] = {}
    for old in before:
        was = Counter(seat for _, seat in old.pawns)
        now = Counter(seat for _, seat in pawns)
        fresh = set()
        for hole, seat in pawns:
            stayed = (hole, seat) in old.pawns and hole in old.fresh
            came = (hole, seat) not in old.pawns and hole == start_hole(seat) and now[seat] > was[seat]
            if stayed or came:
                fresh.add(hole)
        found[Position(pawns, frozenset(fresh))] = None
    return likeliest_first(tuple(found), look) if look is not None else tuple(found)


def accept(state: RefereeState, declared: Declared, pawns: Pawns) -> StepResult:
    """Settle a turn with the board as it is, although it is illegal or can't be explained."""
    moved = declared.do in ("card", "accept")
    positions = accepted_positions(state.record, pawns, state.look) if moved else state.record
    return settle(state, declared, positions, accepted=True)


def when_legal(state: RefereeState, look: Look, declared: Declared, play: Play, seen: Match) -> StepResult:
    """Wait until a legal result is sure, then settle it."""
    if seen.away and not state.has_rested(CAMP_S) and not others_wait(state, declared):
        return state, ()
    # Also seen in an earlier clear view: none of its pawns is in a hand.
    confirmed = not only_removed(state.belief, seen) and state.is_seen_again(seen.pawns, CONFIRM_S)
    doubtful = is_doubtful(state.rules, state.belief, look, seen)
    if doubtful and not state.has_stood(CONFIRM_S) and not confirmed:
        return state.note_unconfirmed(seen.pawns), ()
    # The board that is being put back
    stood_there = state.open.flag.pawns if state.open.flag is not None else state.open.to_go_back
    if stood_there is not None and seen.fallen and not state.has_rested(CAMP_S):
        return state, ()
    in_hand = stood_there is not None and may_be_in_hand(state, look, seen.pawns, stood_there)
    if in_hand and not state.has_rested(SPLIT_S):
        return state, ()
    again = is_handless(state) or stood_there is not None
    again = again or touches_unsure(state.rules, state.belief, look, play)
    if not state.has_stood(AGAIN_S) and again and not confirmed:
        return state, ()
    if seen.away or state.belief.absent:
        state = state.with_missing(look, seen.pawns)
    return rule_legal(state, declared, seen.positions)


def is_handless(state: RefereeState) -> bool:
    """Whether the board changed in a clear view, without a hand, so that it may be misread."""
    return any(
        one.look.agrees(state.pawns) or one.until - one.since >= CONFIRM_S for one in state.episode.former
    )


def others_wait(state: RefereeState, declared: Declared) -> bool:
    """Whether another player has declared since, so that the table considers this turn over."""
    return any(other.seat != declared.seat for other in state.queue)


def undeclared(state: RefereeState, declared: Declared, pawns: Pawns) -> UndeclaredMove:
    """The open turn's move to a board, without its card."""
    play = state.play_of(declared)
    return UndeclaredMove(state.rules, state.record, play, pawns, state.course, state.odds)


def rule_legal(state: RefereeState, declared: Declared, positions: tuple[Position, ...]) -> StepResult:
    """Rule a turn legal and settle it; an undeclared card is inferred from it."""
    state = state.taking(declared)
    if declared.do == "card" and declared.card is None:  # one rank, or several that stay open
        pawns = positions[0].pawns
        cards = undeclared(state, declared, pawns).explaining()
        declared = replace(declared, card=cards[0] if len(cards) == 1 else None, cards=cards)
    judged = verdict(state, declared, positions[0])
    positions = _with_other_ways(state, declared, positions)
    return following((judged,), settle(state, declared, positions, accepted=False))


def _with_other_ways(
    state: RefereeState, declared: Declared, positions: tuple[Position, ...]
) -> tuple[Position, ...]:
    """Add the positions that are possible if the turn before was played in another way.

    That is so if both were seen as one: the board between them is the likeliest, but wasn't seen.
    """
    look, pawns = state.look, positions[0].pawns
    last = state.turns[-1] if state.turns else None
    if look is None or last is None or last.play.do != "card" or last.accepted or declared.do != "card":
        return positions
    if last.t < state.episode.since or look.agrees(state.pawns):
        return positions
    first, second = state.before(last).play_of(last.play), state.play_of(declared)
    return tuple(dict.fromkeys((*positions, *after_both(state.rules, last.record, first, second, pawns))))


def rule_on(state: RefereeState, look: Look, declared: Declared, pawns: Pawns) -> StepResult:
    """Judge a card by a position that the players have confirmed."""
    play = state.play_of(declared)
    state = state.with_missing(look, pawns)
    results = state.legal_as(play, pawns)
    if results:
        return rule_legal(state, declared, likeliest_first(results, look))
    return flag_turn(state, look, declared, pawns, ruling_on(state, play, pawns))


def ruling_on(state: RefereeState, play: Play, pawns: Pawns) -> Ruling:
    """Why a board is illegal; for a card that isn't surely seen, by the rank that it most likely is."""
    odds = state.odds if play.card is None else {}
    likeliest = max(odds, key=lambda card: odds[card], default=None)
    if likeliest is not None and odds[likeliest] >= RATHER:
        play = replace(play, card=likeliest)
    return ruling_of(state.rules, state.record[:MAX_RECORDS], play, pawns)


def flag_turn(state: RefereeState, look: Look, declared: Declared, pawns: Pawns, why: Ruling) -> StepResult:
    """Flag a turn as illegal, with the reasons; it stays open."""
    state = state.taking(declared)
    after = accepted_positions(state.record, pawns, look)[0]
    judged = verdict(state, declared, after, why)
    if declared.laid and declared.card is not None:
        moved = state.play_of(replace(declared, card=None))
        fits = UndeclaredMove(state.rules, state.record, moved, pawns, state.course).explaining()
        judged = replace(judged, moved_as=fits[0] if fits else None)
    flagged = state.gone_on(Cause.ILLEGAL, Flag(declared, pawns, why.reasons, state.open.stopped))
    return replace(flagged, open=replace(flagged.open, handled=False)).without_notices(), (judged,)


def may_be_in_hand(state: RefereeState, look: Look, pawns: Pawns, stood_there: Pawns) -> bool:
    """Whether a pawn of a legal position may instead be in a hand, because its hole is unsure.

    Args:
        stood_there: the board that was flagged or taken back.
    """
    if look.guessed(pawns, stood_there) or look.guessed(pawns, state.pawns):
        return True
    went = Counter(seat for _, seat in stood_there) - Counter(seat for _, seat in pawns)
    lacking = look.lacking(pawns, state.rules.seats) if went else None
    # A pawn that was absent before may be one of those that stood there.
    absent = state.belief.missing & (look.lacking(stood_there, state.rules.seats) or Counter())
    return lacking is not None and bool(went & (lacking - absent))
