"""Draws every conclusion that is due after an event: which turn to judge, and the verdict.

`consider` is called after every event; it repeats until the state no longer changes.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from calibration.holes import Seat
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look
from toc_pi.belief.match import is_between, match
from toc_pi.belief.plays import played_in_turn
from toc_pi.belief.standing import likeliest_pawns, shows, stands
from toc_pi.effects import Cleared, Effect, Withdrawn
from toc_pi.events import Declared
from toc_pi.referee.asking import ask_who, let_count
from toc_pi.referee.judging import judge, judge_before_hand, judge_hand
from toc_pi.referee.order import expected, plays_twice
from toc_pi.referee.settling import (
    accept,
    accepted_positions,
    lift_flag,
    play_of,
    rule_legal,
    when_legal,
)
from toc_pi.referee.states import Cause, Flag, OpenTurn, Phase, RefereeState, Step
from toc_pi.referee.two_moves import first_of_two, joker_of_two
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
    is_next,
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


@dataclass(frozen=True, slots=True)
class Case:
    """What a rule decides by.

    Attributes:
        book: the rules.
        state: the state.
        head: the first declaration that isn't judged yet.
        look: the board, while the view is clear.
        free: the same where cards needn't be declared.
    """

    book: GameRules
    state: RefereeState
    head: Declared | None
    look: Look | None
    free: Look | None

    @property
    def open(self) -> OpenTurn:
        """The open turn."""
        return self.state.open

    @property
    def nothing(self) -> Step:
        """The step of a rule that waits."""
        return self.state, ()

    @property
    def reopened(self) -> bool:
        """Whether a turn was taken back and its player has declared nothing since."""
        taken_back = self.open.taken_back
        return taken_back is not None and (self.head is None or self.head.seat != taken_back.seat)


def _conclude(book: GameRules, state: RefereeState) -> Step:
    """Draw one conclusion, by the first rule that applies; the state itself if none is due."""
    look = state.look if is_clear(state) else None
    free = look if book.game.declare == "free" else None
    case = Case(book, state, state.queue[0] if state.queue else None, look, free)
    return next((step for rule in RULES if (step := rule(case)) is not None), case.nothing)


def _paused(case: Case) -> Step | None:
    """Nothing counts during a pause."""
    return case.nothing if case.state.phase is Phase.PAUSED else None


def _asked_who(case: Case) -> Step | None:
    """Players were asked who moved: wait, until they tap a card, put the move right, or play on."""
    asked, state, head = case.open.asked, case.state, case.head
    if case.free is None or asked is None or asked.code != "who-moved":
        return None
    answered = state.open_with(asked=None), (Withdrawn(state.t, asked.id),)
    if head is not None:
        return answered if head.do == "card" else let_count(case.book, state, asked)
    if not has_stood(state, CONFIRM_S) or case.free.agrees(asked.moved):
        return case.nothing
    if shows(case.book, state.belief, case.free, state.pawns):
        return answered
    if account(case.book, answered[0], case.free) is not None:
        return answered
    counted, effects = let_count(case.book, state, asked)
    return answered if account(case.book, counted, case.free) is None else (counted, effects)


def _moved_under_a_flag(case: Case) -> Step | None:
    """A flag is up, and another undeclared move stands there: the next player's, or a correction."""
    flag = case.open.flag
    if case.free is None or flag is None or case.head is not None:
        return None
    return _plays_on(case.book, case.state, case.free, flag) or _corrected(
        case.book, case.state, case.free, flag
    )


def _put_back_undeclared(case: Case) -> Step | None:
    """An undeclared turn was taken back, and its pawns are: nothing of it is left."""
    taken_back = case.open.taken_back
    if case.free is None or case.open.flag is not None or case.head is not None or taken_back is None:
        return None
    if taken_back.card is not None or case.open.to_go_back is not None:
        return None
    return case.state.gone_on(Cause.PUT_BACK).open_with(taken_back=None), ()


def _moved_undeclared(case: Case) -> Step | None:
    """A move was made whose card wasn't declared, and a play explains it."""
    book, state, look, head = case.book, case.state, case.free, case.head
    if look is None or case.open.flag is not None or case.open.taken_back is not None or case.open.asked:
        return None
    its_turn = head is not None and _same_player(book, head.seat, expected(book, state.course))
    if its_turn or state.phase not in UNTOLD_IN or shows(book, state.belief, look, state.pawns):
        return None
    if not has_rested(state, UNTOLD_S):
        return None if head is None else case.nothing
    found = account(book, state, look)
    if found is not None and head is not None and _is_declared(book, state, look, found, head):
        return None
    if (found is None or not is_next(book, state, found)) and turns_back(book, state, look):
        return None
    if found is None:
        two = None if head else first_of_two(book, state, look) or joker_of_two(book, state, look)
        return two and rule_legal(book, state, undeclared_card(state.t, two[0]), two[1])
    return _settle_found(book, state, look, found)


def _declared_under_a_flag(case: Case) -> Step | None:
    """Something was declared while a flag is up: a correction, or the game goes on."""
    flag, head = case.open.flag, case.head
    return None if flag is None or head is None else _after_flag(case.book, case.state, flag, head)


def _hand_laid_down(case: Case) -> Step | None:
    """A discard, a thrown hand or a pass needs no board."""
    if case.head is None or case.head.do == "card" or case.reopened:
        return None
    return judge_hand(case.book, case.state, case.head)


def _over(case: Case) -> Step | None:
    """After the game's end only the last turn may be put back."""
    if case.state.phase is not Phase.OVER or case.head is not None:
        return None
    return case.nothing if case.look is None else after_the_end(case.book, case.state, case.look)


def _not_clear(case: Case) -> Step | None:
    """Without a clear view only a card is judged that was tapped when the next hand was already there."""
    if case.look is not None:
        return None
    late = case.head if not case.reopened and case.open.to_go_back is None else None
    if late is None or case.state.look is None:
        return case.nothing
    return judge_before_hand(case.book, case.state, case.state.look, late)


def _flagged(case: Case) -> Step | None:
    """A flag is up: the board is watched for the move being put right."""
    flag = case.open.flag
    if flag is None or case.look is None:
        return None
    return judge(case.book, case.state, case.look, flag.play) if flag.play.do == "card" else case.nothing


def _declared(case: Case) -> Step | None:
    """A card was declared, now or before its turn was taken back; perhaps a later player moved by it."""
    book, state, declared = case.book, case.state, case.open.taken_back if case.reopened else case.head
    if declared is None or case.look is None:
        return None
    if state.queue[:1] == (declared,):
        declared = whose_card(book, state, case.look, declared)
        state = replace(state, queue=(declared, *state.queue[1:]))
    return judge(book, after_those_passed_over(book, state, declared), case.look, declared)


def _without_card(case: Case) -> Step | None:
    """Nothing was declared: the board is as recorded, put back, lost, or moved."""
    step = case.nothing if case.look is None else without_card(case.book, case.state, case.look)
    return None if step == case.nothing else step


def _unexplained(case: Case) -> Step | None:
    """No play explains the board, and no card is needed for saying so."""
    return None if case.free is None else _judge_unexplained(case.book, case.state, case.free)


RULES: tuple[Callable[[Case], Step | None], ...] = (
    _paused,
    _asked_who,
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
        asking = ask_who(book, state, judged.open.flag.pawns)
        return asking or (judged, (*found.effects, *effects))
    if found.effects:  # an earlier turn's card is only settled for a flag
        return (
            judge(book, state, look, undeclared_card(state.t, expected(book, state.course)))
            if effects
            else (state, ())
        )
    return (judged, effects) if effects else (judged.with_record(state.record), ())


def _after_flag(book: GameRules, state: RefereeState, flag: Flag, head: Declared) -> Step:
    """Handle a declaration while a flag is up."""
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
