"""Draws every conclusion that is due after an event: which turn to judge, and the verdict.

`consider` is called after every event; it repeats until the state no longer changes.
"""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look
from toc_pi.belief.match import is_between, match
from toc_pi.belief.plays import is_doubtful, played_in_turn
from toc_pi.belief.standing import likeliest_pawns, shows, stands
from toc_pi.referee.asking import ask_who, let_count
from toc_pi.referee.effects import Cleared, Effect, Withdrawn
from toc_pi.referee.events import Declared
from toc_pi.referee.judging import judge
from toc_pi.referee.order import expected, plays_twice, seat_at_turn
from toc_pi.referee.settling import (
    accept,
    accepted_positions,
    is_handless,
    lift_flag,
    play_of,
    rule_legal,
    settle,
    verdict,
    when_legal,
)
from toc_pi.referee.states import Asked, Cause, Flag, Phase, RefereeState, Step
from toc_pi.referee.undeclared import NOTHING_OFFERED, after_the_end, turns_back, without_card
from toc_pi.referee.waits import (
    CONFIRM_S,
    NEXT_CARD_S,
    NOT_UNDERSTOOD_S,
    UNTOLD_S,
    has_rested,
    has_stood,
    is_clear,
    say,
)
from toc_pi.referee.who_moved import (
    Account,
    account,
    account_of,
    after_those_passed_over,
    contenders,
    first_of_two,
    is_next,
    joker_of_two,
    undeclared_card,
    whose_card,
)
from toc_pi.rules.game import player_of
from toc_pi.rules.position import Position

LOOPS = 64  # conclusions after one event; more than a bound against endless loops is never needed
UNTOLD_IN = (Phase.AT_REST, Phase.MOVED)  # phases in which a play that wasn't declared may be recognized


def consider(book: GameRules, state: RefereeState) -> Step:
    """Draw every conclusion that is due at `state.t`."""
    effects: list[Effect] = []
    for _ in range(LOOPS):
        after, more = _conclude(book, state)
        effects += more
        if after == state:
            after, more = _say_if_silent(_since_moved(after))
            return after, (*effects, *more)
        state = after
    return state, tuple(effects)


def _since_moved(state: RefereeState) -> RefereeState:
    """Note since when the board differs from the record."""
    moved = state.phase is Phase.MOVED
    if moved == (state.moved_at is not None):
        return state
    return replace(state, moved_at=state.t if moved else None)


def _say_if_silent(state: RefereeState) -> Step:
    """Tell players what to do when a changed board has stayed unexplained for long."""
    if (
        state.moved_at is None
        or state.situation.notices - {NOTHING_OFFERED}
        or state.open.asked is not None
        or not is_clear(state)
    ):
        return state, ()
    seen_s = state.t - max(state.moved_at, state.episode.clear_since)
    return (state, ()) if seen_s < NOT_UNDERSTOOD_S else say(state, "not-understood")


def _conclude(book: GameRules, state: RefereeState) -> Step:
    """Draw one conclusion; the state itself if none is due."""
    if state.phase is Phase.PAUSED:
        return state, ()
    head = state.queue[0] if state.queue else None
    if book.game.declare == "free" and state.look is not None and is_clear(state):
        inferred = _settle_undeclared(book, state, state.look, head)
        if inferred is not None:
            return inferred
    if state.open.flag is not None and head is not None:
        return _after_flag(book, state, head)
    reopened = state.open.taken_back is not None and (head is None or head.seat != state.open.taken_back.seat)
    if head is not None and head.do != "card" and not reopened:
        return _judge_hand(book, state, head)
    look = state.look
    if state.phase is Phase.OVER and head is None:
        return after_the_end(book, state, look) if look is not None and is_clear(state) else (state, ())
    late = head if not reopened and state.open.to_go_back is None else None
    if look is None:
        return state, ()
    if not is_clear(state):
        return (state, ()) if late is None else _before_the_next_hand(book, state, look, late)
    if state.open.flag is not None:
        return (
            judge(book, state, look, state.open.flag.play)
            if state.open.flag.play.do == "card"
            else (state, ())
        )
    declared = state.open.taken_back if reopened else head
    if declared is not None:
        return _judge_declared(book, state, look, declared)
    unexplained = without_card(book, state, look)
    if book.game.declare == "free" and unexplained == (state, ()):
        return _judge_unexplained(book, state, look)
    return unexplained


def _judge_declared(book: GameRules, state: RefereeState, look: Look, declared: Declared) -> Step:
    """Judge a declared card; perhaps a later player moved by it."""
    if state.queue[:1] == (declared,):
        declared = whose_card(book, state, look, declared)
        state = replace(state, queue=(declared, *state.queue[1:]))
    return judge(book, after_those_passed_over(book, state, declared), look, declared)


def _before_the_next_hand(book: GameRules, state: RefereeState, look: Look, head: Declared) -> Step:
    """Judge a card that was declared when the next hand was already there, by the look before that hand."""
    if state.episode.view != "hand":
        return state, ()
    seen = match(book, state.belief, look, play_of(state, book, head))
    doubtful = is_doubtful(book, state.belief, look, seen) or is_handless(state)
    if seen.kind != "legal" or seen.away or doubtful:
        return state, ()
    return rule_legal(book, state, head, seen.positions)


def _settle_undeclared(
    book: GameRules, state: RefereeState, look: Look, head: Declared | None
) -> Step | None:
    """Settle a move whose card wasn't declared; None if there is no such move, or nothing explains it."""
    if state.open.asked is not None and state.open.asked.code == "who-moved":
        return _without_answer(book, state, look, state.open.asked, head)
    if state.open.flag is not None:
        if head is not None:
            return None
        return _plays_on(book, state, look, state.open.flag) or _corrected(book, state, look, state.open.flag)
    if (
        state.open.taken_back is not None
        and state.open.taken_back.card is None
        and state.open.to_go_back is None
        and head is None
    ):
        return state.gone_on(Cause.PUT_BACK).open_with(taken_back=None), ()
    its_turn = head is not None and _same_player(book, head.seat, expected(book, state.course))
    if (
        its_turn
        or state.open.taken_back is not None
        or state.open.asked is not None
        or state.phase not in UNTOLD_IN
    ):
        return None
    if shows(book, state.belief, look, state.pawns):
        return None
    if not has_rested(state, UNTOLD_S):
        return None if head is None else (state, ())
    found = account(book, state, look)
    if found is not None and head is not None and _is_declared(book, state, look, found, head):
        return None
    if (found is None or not is_next(book, state, found)) and turns_back(book, state, look):
        return None
    if found is None:
        two = None if head else first_of_two(book, state, look) or joker_of_two(book, state, look)
        return two and rule_legal(book, state, undeclared_card(state.t, two[0]), two[1])
    return _settle_found(book, state, look, found)


def _settle_found(book: GameRules, state: RefereeState, look: Look, found: Account) -> Step:
    """Settle an undeclared move as it was explained, once that is sure."""
    assert found.seen is not None
    declared = undeclared_card(state.t, found.seat)
    play = play_of(found.state, book, declared)
    judged, effects = when_legal(book, found.state, look, declared, play, found.seen)
    return (judged, (*found.effects, *effects)) if effects else (state, ())


def _is_declared(book: GameRules, state: RefereeState, look: Look, found: Account, head: Declared) -> bool:
    """Whether a move is judged by a declared card: its player moved, or it explains the board."""
    if _same_player(book, found.seat, head.seat):
        return True
    began = after_those_passed_over(book, state, head)
    return head.do == "card" and match(book, began.belief, look, play_of(began, book, head)).kind == "legal"


def _same_player(book: GameRules, one: Seat, other: Seat) -> bool:
    return player_of(book.game.table, one) == player_of(book.game.table, other)


def _plays_on(book: GameRules, state: RefereeState, look: Look, flag: Flag) -> Step | None:
    """The next player moved although a flag is up: the table has accepted the flagged move."""
    if not has_stood(state, CONFIRM_S) or look.agrees(flag.pawns) or look.agrees(state.pawns):
        return None
    play = play_of(state, book, flag.play)
    if match(book, state.belief, look, play).kind != "illegal":
        return None
    accepted, effects = accept(state, book, flag.play, flag.pawns)
    found = account(book, accepted, look)
    return None if found is None or found.state.turns is not accepted.turns else (accepted, effects)


def _corrected(book: GameRules, state: RefereeState, look: Look, flag: Flag) -> Step | None:
    """An undeclared move was flagged, and another one stands there: whoever could have made it."""
    if flag.play.card is not None or flag.play.do != "card":
        return None
    seen = match(book, state.belief, look, play_of(state, book, flag.play))
    if seen.kind != "illegal" or is_between(seen.pawns, flag.pawns, state.pawns):
        return None
    if not has_rested(state, UNTOLD_S):
        return (state, ()) if seen.pawns != flag.pawns else None
    found = account(book, state, look)
    if found is None or found.state.turns is not state.turns:
        return None
    return _settle_found(book, state, look, found)


def _judge_unexplained(book: GameRules, state: RefereeState, look: Look) -> Step:
    """No player's legal move explains the board: flag it, ask, or report lost sight."""
    asked = state.open.asked is not None
    if state.phase is not Phase.MOVED or not has_rested(state, UNTOLD_S):
        return state, ()
    if turns_back(book, state, look) and not asked:
        return state, ()
    standing = likeliest_pawns(book, state.belief, look)
    if standing is None or asked:
        return judge(book, state, look, undeclared_card(state.t, expected(book, state.course)))
    found = account_of(book, state, standing, reopening=False)
    judged, effects = judge(book, found.state, look, undeclared_card(state.t, found.seat))
    if (
        judged.open.flag is not None and judged.open.flag.pawns != standing
    ):  # an unsure hole was filled otherwise
        found = account_of(book, state, judged.open.flag.pawns, reopening=False)
        judged, effects = judge(book, found.state, look, undeclared_card(state.t, found.seat))
    if judged.open.flag is not None:
        seats = contenders(book, state, judged.open.flag.pawns)
        asking = ask_who(state, seats, judged.open.flag.pawns) if seats else None
        return asking or (judged, (*found.effects, *effects))
    if found.effects:  # an earlier turn's card is only settled for a flag
        return (
            judge(book, state, look, undeclared_card(state.t, expected(book, state.course)))
            if effects
            else (state, ())
        )
    return (judged, effects) if effects else (judged.with_record(state.record), ())


def _without_answer(
    book: GameRules, state: RefereeState, look: Look, asked: Asked, head: Declared | None
) -> Step:
    """Players were asked who moved: wait, until they tap a card, put the move right, or play on."""
    answered = state.open_with(asked=None), (Withdrawn(state.t, asked.id),)
    if head is not None:
        return answered if head.do == "card" else let_count(book, state, asked)
    if not has_stood(state, CONFIRM_S) or look.agrees(asked.options[0][1]):
        return state, ()
    if shows(book, state.belief, look, state.pawns) or account(book, answered[0], look) is not None:
        return answered
    counted, effects = let_count(book, state, asked)
    return answered if account(book, counted, look) is None else (counted, effects)


def _judge_hand(book: GameRules, state: RefereeState, declared: Declared) -> Step:
    """Judge a discard, a thrown hand or a pass at once: legal, or must-play (RULES 4, 7)."""
    course = seat_at_turn(book, state.course, declared.seat)
    shown = declared.cards if declared.do == "throw" else (declared.card,) if declared.card else ()
    # `pass` plays its card although nothing moves (RULES 3).
    if declared.do != "pass" and all(book.must_play(course, before, shown) for before in state.record):
        why = book.must_play_ruling(course, state.record[0], shown)
        ruled = verdict(book, state, declared, state.record[0], why)
        flag = Flag(declared, state.pawns, why.reasons)
        flagged = replace(state.gone_on(Cause.ILLEGAL), queue=state.queue[1:])
        return flagged.open_with(flag=flag).without_notices(), (ruled,)
    ruled = verdict(book, state, declared, state.record[0])
    settled, effects = settle(state, book, declared, state.record, accepted=False)
    return settled, (ruled, *effects)


def _after_flag(book: GameRules, state: RefereeState, head: Declared) -> Step:
    """Handle a declaration while a flag is up."""
    flag = state.open.flag
    assert flag is not None
    same_player = _same_player(book, head.seat, flag.play.seat)
    before_it = _was_first(book, state, flag, head)
    if before_it and (not same_player or plays_twice(book, flag.play)):
        return rule_legal(book, state.open_with(flag=None), flag.play, before_it)
    if same_player:
        if head.do == flag.play.do and head.card == flag.play.card:
            return replace(state, queue=state.queue[1:]), ()
        if head.do == "card":  # another card for the same move: judge it again
            again = state.gone_on(Cause.REOPENED).open_with(flag=None).without_notices()
            return again, (Cleared(state.t, state.n, righted=False),)
        lifted, effects = lift_flag(state)
        return lifted.open_with(taken_back=None), effects
    plays_on = flag.play.do != "card" or len(state.queue) > 1
    if not plays_on and is_clear(state) and state.look is not None and head.do == "card":
        middle = replace(state.belief, record=accepted_positions(state.record, flag.pawns, state.look))
        seen = match(book, middle, state.look, play_of(state, book, head))
        plays_on = seen.kind == "legal" and not stands(book, state.belief, state.look, flag.pawns)
    if plays_on:  # the table has accepted it: the game goes on from the board as it is
        return accept(state, book, flag.play, flag.pawns)
    noticed, notice = say(state, "flag-stands", seat=flag.play.seat)
    if notice:
        return noticed, notice
    if is_clear(state) and state.look is not None:
        return judge(book, state, state.look, flag.play)
    return state, ()


def _was_first(book: GameRules, state: RefereeState, flag: Flag, head: Declared) -> tuple[Position, ...]:
    """The positions after a flagged card, if together with the next declared card it explains the board."""
    look = state.look
    if look is None or not is_clear(state) or (flag.play.do, head.do) != ("card", "card"):
        return ()
    since = max(state.episode.clear_since, flag.play.t)  # the flagged card may have been tapped late
    if head.t - since > NEXT_CARD_S or not look.agrees(flag.pawns):
        return ()
    plays = [play_of(state, book, flag.play), play_of(state, book, head)]
    return played_in_turn(book, state.belief, look, plays)
