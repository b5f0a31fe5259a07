"""Draws every conclusion that is due after an event: which turn to judge, and the verdict.

`consider` is called after every event; it repeats until the state no longer changes.
"""

from collections.abc import Callable
from dataclasses import replace

from toc_pi.belief.look import Look
from toc_pi.belief.match import is_between
from toc_pi.belief.plays import played_in_turn
from toc_pi.effects import Cleared, Effect, Withdrawn
from toc_pi.events import Declared
from toc_pi.referee.asking import ask_card, ask_who, card_told, let_count
from toc_pi.referee.judging import judge, judge_before_hand, judge_hand
from toc_pi.referee.laid_cards import in_mode, seated, take_up
from toc_pi.referee.laid_down import laid_down
from toc_pi.referee.lost_sight import NOTHING_OFFERED, without_card
from toc_pi.referee.order import plays_twice
from toc_pi.referee.phases import (
    BACK_S,
    CARD_WAIT_S,
    CONFIRM_S,
    NEXT_CARD_S,
    NOT_UNDERSTOOD_S,
    UNTOLD_S,
)
from toc_pi.referee.settling import accept, accepted_positions, rule_legal, when_legal
from toc_pi.referee.states import RefereeState, StepResult, following
from toc_pi.referee.taking_back import lift_flag, put_back, turns_back
from toc_pi.referee.turns import AtRest, Cause, Flag, OnPause, Over, PawnsMoved, Returning
from toc_pi.referee.who_moved import (
    Account,
    account,
    account_of,
    after_those_passed_over,
    first_of_two,
    is_next,
    joker_of_two,
    undeclared_card,
    whose_card,
)
from toc_pi.rules.position import Position

LOOPS = 64  # conclusions after one event; more than a bound against endless loops is never needed


def consider(state: RefereeState) -> StepResult:
    """Draw every conclusion that is due at `state.t`."""
    effects: list[Effect] = []
    for _ in range(LOOPS):
        state = seated(in_mode(state))
        after, more = next((step for rule in RULES if (step := rule(state)) is not None), (state, ()))
        effects += more
        if after == state:
            return following(effects, _say_if_silent(after))
        state = after
    return state, tuple(effects)


def _say_if_silent(state: RefereeState) -> StepResult:
    """Tell players what to do when a changed board has stayed unexplained for long."""
    if isinstance(state.phase, PawnsMoved) != (state.moved_at is not None):
        state = replace(state, moved_at=state.t if isinstance(state.phase, PawnsMoved) else None)
    told = state.situation.notices - {NOTHING_OFFERED} or state.open.asked is not None
    if state.moved_at is None or told or not state.is_clear:
        return state, ()
    seen_s = state.t - max(state.moved_at, state.episode.clear_since)
    return (state, ()) if seen_s < NOT_UNDERSTOOD_S else state.say("not-understood")


def _paused(state: RefereeState) -> StepResult | None:
    """Nothing counts during a pause."""
    return (state, ()) if isinstance(state.phase, OnPause) else None


def _asked_who(state: RefereeState) -> StepResult | None:
    """Players were asked who moved: wait, until they tap a card, put the move right, or play on."""
    asked, head = state.open.asked, state.head
    if state.free_look is None or asked is None or asked.code != "who-moved":
        return None
    answered = state.asking(None), (Withdrawn(state.t, asked.id),)
    if head is not None:
        return answered if head.do == "card" else let_count(state, asked)
    if not state.has_stood(CONFIRM_S) or state.free_look.agrees(asked.moved):
        return (state, ())
    if state.shows(state.free_look, state.pawns):
        return answered
    if account(answered[0], state.free_look) is not None:
        return answered
    counted, effects = let_count(state, asked)
    return answered if account(counted, state.free_look) is None else (counted, effects)


def _moved_under_a_flag(state: RefereeState) -> StepResult | None:
    """A flag is up, and another undeclared move stands there: the next player's, or a correction."""
    flag = state.open.flag
    if state.free_look is None or flag is None or state.head is not None:
        return None
    return _plays_on(state, state.free_look, flag) or _corrected(state, state.free_look, flag)


def _put_back_undeclared(state: RefereeState) -> StepResult | None:
    """An undeclared turn was taken back, and its pawns are: nothing of it is left."""
    taken_back = state.open.taken_back
    if state.free_look is None or state.open.flag is not None or state.head is not None or taken_back is None:
        return None
    if taken_back.card is not None or state.open.to_go_back is not None:
        return None
    return state.gone_on(Cause.PUT_BACK, AtRest()), ()


def _moved_undeclared(state: RefereeState) -> StepResult | None:
    """A move was made whose card wasn't declared, and a play explains it."""
    look, head = state.free_look, state.head
    if look is None or state.open.flag is not None or state.open.taken_back is not None or state.open.asked:
        return None
    its_turn = head is not None and state.rules.same_player(head.seat, state.on_turn)
    if its_turn or not isinstance(state.phase, AtRest | PawnsMoved) or state.shows(look, state.pawns):
        return None
    if not state.has_rested(UNTOLD_S):
        return None if head is None else (state, ())
    found = account(state, look)
    if found is not None and head is not None and _is_declared(state, look, found, head):
        return None
    following_turn = found is not None and is_next(state, found)
    if not following_turn and turns_back(state, look):
        return None
    if found is not None and not following_turn and state.pile and not state.has_rested(CARD_WAIT_S):
        return state, ()  # the card on the pile may be a discard, and the mover's is still to be seen
    if found is None:
        two = None if head else first_of_two(state, look) or joker_of_two(state, look)
        return two and rule_legal(state, undeclared_card(state.t, two[0]), two[1])
    return _settle_found(state, look, found)


def _hand_laid_down(state: RefereeState) -> StepResult | None:
    """A discard, a thrown hand or a pass needs no board."""
    if state.head is None or state.head.do == "card" or state.is_reopened:
        return None
    return judge_hand(state, state.head)


def _over(state: RefereeState) -> StepResult | None:
    """After the game's end only the last turn may be put back."""
    if not isinstance(state.phase, Over) or state.head is not None:
        return None
    look, earlier = state.clear_look, state.turns[-1].record[0].pawns if state.turns else state.pawns
    if (
        look is None
        or earlier == state.pawns
        or not state.has_rested(BACK_S)
        or not state.shows(look, earlier)
    ):
        return state, ()  # pawns are cleared away
    return put_back(state, 1)


def _not_clear(state: RefereeState) -> StepResult | None:
    """Without a clear view only a card is judged that was tapped when the next hand was already there."""
    if state.clear_look is not None:
        return None
    late = state.head if not state.is_reopened and state.open.to_go_back is None else None
    if late is None or state.look is None:
        return (state, ())
    return judge_before_hand(state, state.look, late)


def _flagged(state: RefereeState) -> StepResult | None:
    """A flag is up: the board is watched for the move being put right."""
    flag = state.open.flag
    if flag is None or state.clear_look is None:
        return None
    return judge(state, state.clear_look, flag.play) if flag.play.do == "card" else (state, ())


def _declared(state: RefereeState) -> StepResult | None:
    """A card was declared, now or before its turn was taken back; perhaps a later player moved by it."""
    declared, look = state.open.taken_back if state.is_reopened else state.head, state.clear_look
    if declared is None or look is None:
        return None
    if state.queue[:1] == (declared,):
        declared = whose_card(state, look, declared)
        state = replace(state, queue=(declared, *state.queue[1:]))
    return judge(after_those_passed_over(state, declared), look, declared)


def _without_card(state: RefereeState) -> StepResult | None:
    """Nothing was declared: the board is as recorded, put back, lost, or moved."""
    step = (state, ()) if state.clear_look is None else without_card(state, state.clear_look)
    return None if step == (state, ()) else step


def _settle_found(state: RefereeState, look: Look, found: Account) -> StepResult:
    """Settle an undeclared move as it was explained, once that is sure."""
    assert found.seen is not None
    declared = undeclared_card(state.t, found.seat)
    judged = when_legal(found.state, look, declared, found.state.play_of(declared), found.seen)
    return following(found.effects, judged) if judged[1] else (state, ())


def _is_declared(state: RefereeState, look: Look, found: Account, head: Declared) -> bool:
    """Whether a move is judged by a declared card: its player moved, or it explains the board."""
    if state.rules.same_player(found.seat, head.seat):
        return True
    began = after_those_passed_over(state, head)
    return head.do == "card" and began.match(look, began.play_of(head)).kind == "legal"


def _plays_on(state: RefereeState, look: Look, flag: Flag) -> StepResult | None:
    """The next player moved although a flag is up: the table has accepted the flagged move."""
    if not state.has_stood(CONFIRM_S) or look.agrees(flag.pawns) or look.agrees(state.pawns):
        return None
    if state.match(look, state.play_of(flag.play)).kind != "illegal":
        return None
    accepted, effects = accept(state, flag.play, flag.pawns)
    found = account(accepted, look)
    return None if found is None or found.state.turns is not accepted.turns else (accepted, effects)


def _corrected(state: RefereeState, look: Look, flag: Flag) -> StepResult | None:
    """An undeclared move was flagged, and another one stands there: whoever could have made it."""
    if flag.play.card is not None or flag.play.do != "card":
        return None
    seen = state.match(look, state.play_of(flag.play))
    if seen.kind != "illegal" or is_between(seen.pawns, flag.pawns, state.pawns):
        return None
    if not state.has_rested(UNTOLD_S):
        return (state, ()) if seen.pawns != flag.pawns else None
    found = account(state, look)
    goes_on = found is None or found.state.turns is not state.turns
    return None if found is None or goes_on else _settle_found(state, look, found)


def _unexplained(state: RefereeState) -> StepResult | None:
    """No player's legal move explains the board: without a card too, flag it, ask, or report lost sight."""
    look = state.free_look
    if look is None:
        return None
    asked = state.open.asked is not None
    if not isinstance(state.phase, PawnsMoved) or not state.has_rested(UNTOLD_S):
        return state, ()
    if turns_back(state, look) and not asked:
        return state, ()
    standing = state.likeliest(look)
    if standing is None or asked:
        return judge(state, look, undeclared_card(state.t, state.on_turn))
    found = account_of(state, standing, reopening=False)
    judged, effects = judge(found.state, look, undeclared_card(state.t, found.seat))
    flag = judged.open.flag
    if flag is not None and flag.pawns != standing:  # an unsure hole was filled otherwise
        found = account_of(state, flag.pawns, reopening=False)
        judged, effects = judge(found.state, look, undeclared_card(state.t, found.seat))
        flag = judged.open.flag
    if flag is not None:
        return ask_who(state, flag.pawns) or (judged, (*found.effects, *effects))
    if found.effects:  # an earlier turn's card is only settled for a flag
        return judge(state, look, undeclared_card(state.t, state.on_turn)) if effects else (state, ())
    return (judged, effects) if effects else (judged.with_record(state.record), ())


def _declared_under_a_flag(state: RefereeState) -> StepResult | None:
    """Something was declared while a flag is up: a correction, or the game goes on."""
    flag, head = state.open.flag, state.head
    if flag is None or head is None:
        return None
    same_player = state.rules.same_player(head.seat, flag.play.seat)
    before_it = _was_first(state, flag, head)
    if before_it and (not same_player or plays_twice(state.rules, flag.play)):
        return rule_legal(_unflagged(state, flag), flag.play, before_it)
    if same_player:
        if head.do == flag.play.do and head.card == flag.play.card:
            return replace(state, queue=state.queue[1:]), ()
        if head.do == "card":  # another card for the same move: judge it again
            again = _unflagged(state, flag).without_notices()
            return again, (Cleared(state.t, state.n, righted=False),)
        lifted, effects = lift_flag(state)
        return lifted.gone_on(Cause.TAKEN_BACK, Returning(None, lifted.open.to_go_back)), effects
    plays_on = flag.play.do != "card" or len(state.queue) > 1
    look = state.clear_look
    if not plays_on and look is not None and head.do == "card":
        middle = state.with_record(accepted_positions(state.record, flag.pawns, look))
        seen = middle.match(look, state.play_of(head))
        plays_on = seen.kind == "legal" and not state.stands(look, flag.pawns)
    if plays_on:  # the table has accepted it: the game goes on from the board as it is
        return accept(state, flag.play, flag.pawns)
    said = state.say("flag-stands", seat=flag.play.seat)
    return said if said[1] or state.clear_look is None else judge(state, state.clear_look, flag.play)


def _unflagged(state: RefereeState, flag: Flag) -> RefereeState:
    """The state in which a flagged move is to be judged again."""
    moved = PawnsMoved(flag.taken_back, flag.to_go_back, stopped=flag.stopped)
    return state.gone_on(Cause.REOPENED, moved)


def _was_first(state: RefereeState, flag: Flag, head: Declared) -> tuple[Position, ...]:
    """The positions after a flagged card, if together with the next declared card it explains the board."""
    look = state.clear_look
    if look is None or (flag.play.do, head.do) != ("card", "card"):
        return ()
    since = max(state.episode.clear_since, flag.play.t)  # the flagged card may have been tapped late
    if head.t - since > NEXT_CARD_S or not look.agrees(flag.pawns):
        return ()
    plays = [state.play_of(flag.play), state.play_of(head)]
    return played_in_turn(state.rules, state.belief, look, plays)


RULES: tuple[Callable[[RefereeState], StepResult | None], ...] = (
    _paused,
    card_told,
    take_up,
    _asked_who,
    ask_card,
    laid_down,
    _moved_under_a_flag,
    _put_back_undeclared,
    _moved_undeclared,
    _declared_under_a_flag,
    _hand_laid_down,
    _over,
    _not_clear,
    _flagged,
    _declared,
    _without_card,
    _unexplained,
)
"""The rules by which conclusions are drawn: the first that applies acts, or waits; None: it doesn't apply."""
