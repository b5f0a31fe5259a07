"""Compares a clear board with what a card allows: a verdict, a flag, a question, lost sight, or waiting.

The more an explanation looks like an unfinished move, the longer it waits.
"""

from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.belief.look import Look
from toc_pi.belief.match import MAX_ASKED, Match
from toc_pi.belief.plays import (
    first_before_wrong,
    foreign_seats,
    is_doubtful,
    is_guessed,
    played_in_turn,
    shows_second_card,
    shows_two_plays,
)
from toc_pi.belief.standing import may_hide
from toc_pi.effects import Notice, Withdrawn
from toc_pi.events import Declared
from toc_pi.referee.asking import ask
from toc_pi.referee.lost_sight import (
    FAR,
    ONE_PAWN,
    UNEXPLAINED,
    is_elsewhere,
    is_players_move,
    note_candidates,
    play_on,
    report_lost_sight,
)
from toc_pi.referee.order import next_player, plays_twice, seat_at_turn, throws_hand
from toc_pi.referee.phases import (
    ASK_S,
    BACK_S,
    CONFIRM_S,
    GUESSED_S,
    LOST_S,
    MOWN_S,
    NO_HAND_S,
    SECOND_S,
    SPLIT_S,
    SURELY_S,
    TAKEN_BACK_S,
    UNMOVED_S,
)
from toc_pi.referee.settling import (
    flag_turn,
    is_handless,
    others_wait,
    rule_legal,
    ruling_on,
    settle,
    verdict,
    when_legal,
)
from toc_pi.referee.states import RefereeState, Situation, StepResult, following
from toc_pi.referee.taking_back import flagged, put_back, returning, revise, turns_back, was_misread
from toc_pi.referee.turns import AtRest, Cause, Flag, Lost, PawnsMoved
from toc_pi.rules.game import UNKNOWN
from toc_pi.rules.position import Pawns, Position

MAX_WAITING = 4  # declared cards after this one that are tried together with it
MAX_BETWEEN = 16  # results of a joker from which the card that follows it is tried


def judge(state: RefereeState, look: Look, declared: Declared) -> StepResult:
    """Compare a clear board with what a declared card allows."""
    play = state.play_of(declared)
    waiting = returning(state, look, declared, play) if state.open.to_go_back is not None else None
    if waiting is not None:
        return waiting
    seen = state.match(look, play)
    hides = seen.kind == "same" and may_hide(state.rules, state.belief, look)
    if state.open.asked is not None and seen.kind != "doubt" and not hides:
        if not state.has_stood(CONFIRM_S):
            return state, ()
        return state.asking(None), (Withdrawn(state.t, state.open.asked.id),)
    waiting = flagged(state, look, play, seen) if state.open.flag is not None else None
    if waiting is not None:
        return waiting
    if seen.kind == "same":
        return _unmoved(state, declared, play, seen)
    if seen.kind != "legal":
        state, step = _otherwise(state, look, declared, play)
        if step is not None:
            return step
    return _moved(state, look, declared, play, seen)


def _moved(state: RefereeState, look: Look, declared: Declared, play: Play, seen: Match) -> StepResult:
    """Handle a board that has changed since before the card."""
    if not isinstance(state.phase, PawnsMoved | Flag | Lost):
        return state.gone_on(Cause.MOVED), ()
    if seen.kind == "legal":
        return when_legal(state, look, declared, play, seen)
    if seen.kind == "illegal":
        return _illegal(state, look, declared, play, seen)
    return _wait_or_ask(state, play, seen)


def _otherwise(
    state: RefereeState, look: Look, declared: Declared, play: Play
) -> tuple[RefereeState, StepResult | None]:
    """Try other explanations of a board: two turns, a misread last turn, a board changed out of view.

    Returns:
        The state, possibly with candidates, and the step to take, if any.
    """
    if state.has_stood(CONFIRM_S) and (middle := _played_in_turn(state, look, declared, play)):
        return state, rule_legal(state, declared, middle)
    standing = state.likeliest(look)
    if standing is not None:
        if state.open.flag is None and was_misread(state, standing):
            return state, revise(state)
        if len(standing ^ state.pawns) > FAR and is_players_move(state, play, standing):
            state = replace(state, situation=replace(state.situation, candidates=()))
        elif state.stands(look, standing):
            state = note_candidates(state, look)
    return state, play_on(state, look)


def _wait_or_ask(state: RefereeState, play: Play, seen: Match) -> StepResult:
    """No explanation is good enough: wait for a better look, then ask, or report lost sight."""
    if seen.kind == "doubt" and state.has_stood(CONFIRM_S) and state.t - state.episode.clear_since >= ASK_S:
        return ask(state, play, seen)
    if seen.kind == "gap" and state.open.flag is None and state.has_rested(LOST_S):
        return report_lost_sight(state)
    return state, ()


def _unmoved(state: RefereeState, declared: Declared, play: Play, seen: Match) -> StepResult:
    """Handle a board that is unchanged since before the card."""
    if declared.card is None:  # no card, and no move
        return state, ()
    if seen.away:  # a pawn has left its camp and isn't on its start hole yet
        return (state if isinstance(state.phase, PawnsMoved) else state.gone_on(Cause.AS_RECORDED)), ()
    now = state.situation
    unlike = now.disturbed or now.repair or now.candidates or now.unconfirmed
    if unlike or not isinstance(state.phase, AtRest):
        done = replace(
            # DECLARED first: it also reopens play after the game's end
            state.gone_on(Cause.DECLARED).gone_on(Cause.AS_RECORDED),
            situation=Situation(notices=now.notices - {"lost-sight"}),
        )
        return done, state.found_again
    if not others_wait(state, declared):
        waited = min(state.episode.rested(state.t), state.t - declared.t)
        if not state.open.handled or waited < UNMOVED_S:
            return state, ()
        if waited < SURELY_S and state.look is not None and may_hide(state.rules, state.belief, state.look):
            return (state, ()) if waited < ASK_S else _ask_whether_moved(state, state.look, play)
    if state.open.taken_back == declared:
        return state, ()
    legal = [before for before in state.record if state.rules.ruling(before, play, state.pawns).legal]
    if not legal:
        return state, ()
    results = state.legal_as(play, state.pawns)
    if declared.laid and not results:  # it can't be played: it is discarded, or the first of a hand
        throws = throws_hand(state.rules, seat_at_turn(state.rules, state.course, declared.seat))
        laid = replace(declared, do="discard")
        return (state, ()) if throws else judge_hand(replace(state, queue=(laid, *state.queue[1:])), laid)
    return rule_legal(state, declared, results or tuple(legal))


def _ask_whether_moved(state: RefereeState, look: Look, play: Play) -> StepResult:
    """After a hand, unsure holes may hide a move: ask, if the card requires a move."""
    if any(state.rules.ruling(before, play, state.pawns).legal for before in state.record):
        return state, ()
    likely = sorted(look.completions(state.pawns), key=lambda pawns: -state.likelihood(look, pawns))
    doubt = Match("doubt", likely[0], others=tuple(likely[:MAX_ASKED]))
    return ask(state, play, doubt)


def _illegal(state: RefereeState, look: Look, declared: Declared, play: Play, seen: Match) -> StepResult:
    """Handle a board that no legal play of the card leads to: wait, or flag it with the reasons."""
    if turns_back(state, look) == 1:
        return put_back(state, 1) if state.has_rested(BACK_S) else (state, ())
    if not state.has_stood(CONFIRM_S):  # it may be misread, or a hand may be sliding a pawn
        return state, ()
    why = ruling_on(state, play, seen.pawns)
    if is_elsewhere(state, seen.pawns, why.reasons):
        if state.open.flag is not None:
            return state, ()
        if not is_players_move(state, play, seen.pawns):
            return report_lost_sight(state)
    patience = _patience(state, look, declared, seen)
    if not (state.has_stood if patience < SPLIT_S else state.has_rested)(patience):
        return state, ()
    if _may_play_second_card(state, declared, play, seen):
        return state, ()
    step = _not_alone(state, look, declared, play, seen, why.reasons) if state.open.flag is None else None
    return step or flag_turn(state, look, declared, seen.pawns, why)


def _may_play_second_card(state: RefereeState, declared: Declared, play: Play, seen: Match) -> bool:
    """Whether a joker may have been tapped late, and its second card follows it."""
    since_s = min(state.episode.rested(state.t), state.t - declared.t)
    alone = not _waiting(state, declared) and not others_wait(state, declared)
    twice = since_s < SECOND_S and alone and plays_twice(state.rules, declared)
    return twice and shows_second_card(state.rules, state.record, play, seen.pawns)


def _not_alone(
    state: RefereeState, look: Look, declared: Declared, play: Play, seen: Match, reasons: tuple[str, ...]
) -> StepResult | None:
    """Handle an illegal board that is perhaps not one player's move by this card; None if it is."""
    others = _waiting(state, declared)
    middle = first_before_wrong(state.rules, state.record, play, others[0], seen.pawns) if others else ()
    if middle:
        return rule_legal(state, declared, middle)
    if _is_tangled(state, look, declared, play, seen, reasons):
        # Several players moved, not as their cards allow: it is unknown which of them was wrong.
        return report_lost_sight(state) if state.has_rested(LOST_S) else (state, ())
    # The next player's card alone may explain the board: the first was never played.
    next_card = state.queue[1] if len(state.queue) > 1 and state.queue[1].do == "card" else None
    if next_card is None or declared.laid or state.open.taken_back == declared:
        return None
    if state.match(look, state.play_of(next_card)).kind != "legal":
        return None
    values = {"seat": declared.seat, "card": str(play.card or "")}
    return replace(state, queue=state.queue[1:]), (Notice(state.t, "card-dropped", values),)


def _patience(state: RefereeState, look: Look, declared: Declared, seen: Match) -> float:
    """How long an illegal move must stand before it is flagged, seconds."""
    patience = GUESSED_S if is_guessed(state.belief, look, seen) else CONFIRM_S
    if seen.unfinished == "mown":
        patience = MOWN_S
    elif seen.unfinished == "split" and not others_wait(state, declared):
        patience = SPLIT_S
    elif state.open.taken_back == declared:
        patience = TAKEN_BACK_S
    # Changed without a hand, it may be misread.
    handless = not state.open.handled and state.episode.since > state.episode.clear_since + NO_HAND_S
    return max(patience, NO_HAND_S) if handless else patience


def _is_tangled(
    state: RefereeState, look: Look, declared: Declared, play: Play, seen: Match, reasons: tuple[str, ...]
) -> bool:
    """Whether several players have moved, not as their cards allow."""
    if others_wait(state, declared):
        if len(seen.pawns ^ state.pawns) > ONE_PAWN + 1 or reasons[:1] == UNEXPLAINED:
            return True
        if foreign_seats(state.rules, state.record, play, seen.pawns):
            return True
    if play.card is None:
        return False
    # The move may involve unsure holes.
    standing, following = state.likeliest(look), next_player(state.rules, state.course, declared)
    once = not plays_twice(state.rules, declared)
    return any(
        (once and shows_two_plays(state.rules, state.record, play, pawns, following))
        or _shows_two_plays_after(state, declared, play, pawns)
        for pawns in {seen.pawns, seen.pawns if standing is None else standing}
    )


def _shows_two_plays_after(state: RefereeState, declared: Declared, play: Play, after: Pawns) -> bool:
    """Whether a board shows this card, the same player's next one, and then another player's move."""
    waiting = _waiting(state, declared)
    if not waiting or waiting[0].seat != play.seat:
        return False
    between = state.rules.nearest(state.record, play, after, MAX_BETWEEN).values()
    return any(shows_two_plays(state.rules, positions, waiting[0], after) for positions in between)


def _waiting(state: RefereeState, declared: Declared) -> list[Play]:
    """The cards declared after this one, in order."""
    others = [other for other in state.queue if other != declared and other.do == "card"]
    return [Play(other.seat, other.card) for other in others if other.card is not None]


def _played_in_turn(state: RefereeState, look: Look, declared: Declared, play: Play) -> tuple[Position, ...]:
    """The positions after this card from which the cards declared after it lead to this board; or empty."""
    others = _waiting(state, declared)
    if state.open.flag is not None or not others:
        return ()
    return played_in_turn(state.rules, state.belief, look, [play, *others[:MAX_WAITING]])


def judge_before_hand(state: RefereeState, look: Look, head: Declared) -> StepResult:
    """Judge a card that was declared when the next hand was already there, by the look before that hand."""
    if state.episode.view != "hand":
        return state, ()
    seen = state.match(look, state.play_of(head))
    doubtful = is_doubtful(state.rules, state.belief, look, seen) or is_handless(state)
    if seen.kind != "legal" or seen.away or doubtful:
        return state, ()
    return rule_legal(state, head, seen.positions)


def judge_hand(state: RefereeState, declared: Declared) -> StepResult:
    """Judge a discard, a thrown hand or a pass at once: legal, or must-play (RULES 4, 7)."""
    course = seat_at_turn(state.rules, state.course, declared.seat)
    shown = declared.cards if declared.do == "throw" else (declared.card,) if declared.card else ()
    shown = tuple(card for card in shown if card != UNKNOWN)
    # `pass` plays its card although nothing moves (RULES 3).
    if declared.do != "pass" and all(state.rules.must_play(course, before, shown) for before in state.record):
        why = state.rules.must_play_ruling(course, state.record[0], shown)
        ruled = verdict(state, declared, state.record[0], why)
        now = state.open
        flag = Flag(declared, state.pawns, why.reasons, now.stopped, now.taken_back, now.to_go_back)
        flagged = replace(state.gone_on(Cause.ILLEGAL, flag), queue=state.queue[1:])
        return flagged.without_notices(), (ruled,)
    ruled = verdict(state, declared, state.record[0])
    return following((ruled,), settle(state, declared, state.record, accepted=False))
