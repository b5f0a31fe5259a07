"""Questions that one tap answers; taps on a verdict: who it was that moved, who did not discard."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Literal

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.match import Match
from toc_pi.belief.plays import UndeclaredMove
from toc_pi.effects import CardSeen, Effect, Notice, Question, QuestionCode, Withdrawn
from toc_pi.events import Answered, Event, MovedBy, NotPassed
from toc_pi.referee.laid_cards import turn_read_again
from toc_pi.referee.order import course_after, is_inferred, passed_over
from toc_pi.referee.phases import UNTOLD_S
from toc_pi.referee.settling import accept, rule_legal, rule_on, turn_now
from toc_pi.referee.states import RefereeState, StepResult, following
from toc_pi.referee.taking_back import lift_flag, settle_stopped, take_back
from toc_pi.referee.turns import Asked, Cause, PawnsMoved
from toc_pi.referee.who_moved import (
    WRONG,
    Account,
    account_of,
    after_those_passed_over,
    movers,
    two_moves,
    undeclared_card,
)
from toc_pi.rules.position import Card, Pawns

MATTERS = 0.05  # least probability that a legal move was wrong by its card, to be asked about
MAX_QUESTIONS = 4  # maximum number of questions in the last `IN_TURNS` turns
IN_TURNS = 100  # number of turns over which questions are counted


def ask(state: RefereeState, play: Play, seen: Match) -> StepResult:
    """Ask which of the likeliest positions is right, unless the players have been asked too often.

    After an answer that settled nothing they aren't asked again before the next hand.
    """
    if state.open.asked is not None:
        return state, ()
    if _asked_often(state) or "unsure" in state.situation.notices:
        return state.say("unsure", seat=play.seat)
    options: list[tuple[str, Pawns]] = []
    values = {"seat": str(play.seat), "card": str(play.card or "")}
    for number, pawns in enumerate(seen.others):
        kind: Literal["as-before", "legal", "other"] = "other"
        if pawns == state.pawns:
            kind = "as-before"
        elif state.legal_as(play, pawns):
            kind = "legal"
        options.append((f"{kind}-{number}", pawns))
        values[f"{kind}-{number}"] = _changes(state.pawns, pawns)
    options.append(("none", frozenset()))
    return _put(state, "what-happened", values, options)


def ask_who(state: RefereeState, pawns: Pawns) -> StepResult | None:
    """Ask which player made a wrong move, or which two made right ones.

    Returns:
        None if there is hardly any doubt, or if the players have been asked too often.
    """
    (seats, in_doubt), twos = movers(state, pawns), two_moves(state, pawns)
    if _asked_often(state) or not (in_doubt or twos):
        return None
    changes = _changes(state.pawns, pawns)
    values = {f"seat-{seat}": changes for seat in seats}
    options = [(choice, pawns) for choice in values]
    for two in twos:
        choice = f"two-{two.first}-{two.second}"
        values[choice] = f"{_changes(state.pawns, two.between)} {_changes(two.between, pawns)}"
        options.append((choice, two.between))
    return _put(state, "who-moved", values, [*options, ("none", pawns)])


def ask_card(state: RefereeState) -> StepResult | None:
    """Ask which card the last turn was played with, if by what it looked like the move may well be wrong.

    The move counts meanwhile. Nothing else is asked about a card: where no rank of those that it may be makes
    the move wrong, nothing depends on it but who goes on, and the next cards tell that.
    """
    turn = state.turns[-1] if state.turns else None
    if turn is None or turn.t != state.t or turn.seen is None or not is_inferred(turn):
        return None
    if state.open.asked is not None or _play_on(state) or _asked_often(state):
        return None
    before, odds = state.before(turn), turn.seen.ranks
    play = before.play_of(turn.play)
    move = UndeclaredMove(state.rules, turn.record, play, state.pawns, turn.course, odds)
    wrong, chance = move.wrong_rank(WRONG)
    if wrong is None or chance < MATTERS:
        return None
    ranks = (turn.play.cards[0], wrong)
    values = {"seat": str(turn.play.seat), "cards": " ".join(ranks)}
    return _put(state, "which-card", values, [(f"card-{rank}", frozenset()) for rank in ranks])


def card_told(state: RefereeState) -> StepResult | None:
    """Players who were asked about a card play on: it was the one by which the move is right."""
    asked = state.open.asked
    if asked is None or asked.code != "which-card" or not _play_on(state):
        return None
    return state.asking(None), (Withdrawn(state.t, asked.id),)


def _play_on(state: RefereeState) -> bool:
    """Whether the players have gone on since the last turn: a card lies there, or pawns have moved."""
    look = state.clear_look
    moved = look is not None and state.has_rested(UNTOLD_S) and not state.shows(look, state.pawns)
    return bool(moved or state.pile or state.queue)


def _told_card(state: RefereeState, asked: Asked, choice: str) -> StepResult:
    """The last turn's card is read surely by a person: its move is judged again by it."""
    turn, card = state.turns[-1], Card(choice.removeprefix("card-"))
    assert turn.seen is not None
    laid = replace(turn.seen, t=state.t, ranks={card: 1.0}, card=card)
    effects = (Withdrawn(state.t, asked.id), CardSeen(state.t, laid.n, laid.ranks, card))
    told = replace(turn, play=replace(turn.play, told=True))
    answered = replace(state, turns=(*state.turns[:-1], told)).asking(None)
    return following(effects, turn_read_again(answered, answered.turns[-1], laid))


def _asked_often(state: RefereeState) -> bool:
    return sum(n > state.n - IN_TURNS for n in state.asked_at) >= MAX_QUESTIONS


def _put(
    state: RefereeState, code: QuestionCode, values: Mapping[str, str], options: Sequence[tuple[str, Pawns]]
) -> StepResult:
    """Ask a question."""
    identity = len(state.asked_at) + 1
    asked = Asked(identity, code, tuple(options))
    done = replace(state.asking(asked), asked_at=(*state.asked_at, state.n))
    choices = tuple(choice for choice, _ in options)
    return done, (Question(state.t, identity, code, values, choices),)


def _changes(before: Pawns, after: Pawns) -> str:
    """The changes from one position to another, as `a:a3>a10 b:b0>camp`; empty for none."""
    words = []
    for seat in sorted({seat for _, seat in before ^ after}):
        left = sorted(hole for hole, owner in before - after if owner == seat)
        came = sorted(hole for hole, owner in after - before if owner == seat)
        pairs = zip_longest(left, came, fillvalue="camp")
        words += [f"{seat}:{start}>{end}" for start, end in pairs]
    return " ".join(words)


def answer(state: RefereeState, event: Event) -> StepResult:
    """Handle `Answered`; one to a question that isn't open changes nothing."""
    assert isinstance(event, Answered)
    asked = state.open.asked
    if asked is None or asked.id != event.question:
        return state, ()
    options = dict(asked.options)
    if event.choice not in options:
        return state, ()
    if asked.code == "who-moved":
        return _told_who(state, asked, event.choice)
    if asked.code == "which-card":
        return _told_card(state, asked, event.choice)
    answered = state.asking(None)
    effects: tuple[Effect, ...] = (Withdrawn(state.t, asked.id),)
    pawns = options[event.choice]
    flagged = state.open.flag.play if state.open.flag is not None else None
    declared = flagged or (state.queue[0] if state.queue else state.open.taken_back)
    unmoved = event.choice == "none" or event.choice.startswith("as-before")
    if unmoved or state.look is None or (declared is None and not state.rules.is_free):
        waiting = replace(answered, episode=replace(state.episode, since=state.t))
        return following(effects, waiting.say("unsure", seat=state.on_turn))
    if declared is None:
        found = account_of(answered, pawns)
        asking = None if found.legal else ask_who(answered, pawns)
        if asking is not None:
            return following(effects, asking)
        answered, effects = found.state, (*effects, *found.effects)
        declared = undeclared_card(state.t, found.seat)
    return following(effects, rule_on(answered, state.look, declared, pawns))


def _told_who(state: RefereeState, asked: Asked, choice: str) -> StepResult:
    """Judge a move as that of the player who was tapped; with "none of these" it counts."""
    kind, _, seat = choice.partition("-")
    if kind == "two":
        return _count_both(state, asked, choice)
    if kind != "seat" or state.look is None:
        one = tuple(option for option in asked.options if not option[0].startswith("two-"))
        return let_count(state, replace(asked, options=one))
    pawns = dict(asked.options)[choice]
    found = account_of(state.asking(None), pawns, by=Seat(seat))
    ruled = rule_on(found.state, state.look, undeclared_card(state.t, Seat(seat)), pawns)
    return following((Withdrawn(state.t, asked.id), *found.effects), ruled)


def let_count(state: RefereeState, asked: Asked) -> StepResult:
    """Nobody has said who moved: it counts as the likeliest player's for whom it is right, or as accepted."""
    pawns = asked.moved
    seats = [Seat(choice.removeprefix("seat-")) for choice, _ in asked.options if choice.startswith("seat-")]
    accounts = [account_of(state.asking(None), pawns, by=seat) for seat in seats]
    found = next((one for one in accounts if one.legal), accounts[0])
    both = next((choice for choice, _ in asked.options if choice.startswith("two-")), None)
    if both is not None and not found.legal:
        return _count_both(state, asked, both)
    return following((Withdrawn(state.t, asked.id),), _count_as(found, pawns))


def _count_both(state: RefereeState, asked: Asked, choice: str) -> StepResult:
    """Count two moves that were made before the board was seen between them."""
    _, first, second = choice.split("-")
    between = dict(asked.options)[choice]
    moved = account_of(state.asking(None), between, by=Seat(first))
    state_between, effects = _count_as(moved, between)
    then = account_of(state_between, asked.moved, reopening=False, by=Seat(second))
    return following((Withdrawn(state.t, asked.id), *effects), _count_as(then, asked.moved))


def _count_as(found: Account, pawns: Pawns) -> StepResult:
    """Settle a move as it was explained: right for a card, or else accepted."""
    state, declared = found.state, undeclared_card(found.state.t, found.seat)
    results = state.legal_as(state.play_of(declared), pawns)
    counted = rule_legal(state, declared, results) if results else accept(state, declared, pawns)
    return following(found.effects, counted)


def moved_by(state: RefereeState, event: Event) -> StepResult:
    """Judge the flagged move, or the last turn's, again as that of another seat."""
    assert isinstance(event, MovedBy)
    effects: tuple[Effect, ...]
    if state.open.flag is not None and event.n == state.n:
        play, pawns, stopped = state.open.flag.play, state.open.flag.pawns, state.open.stopped
        opened, effects = lift_flag(state)
    elif state.open.flag is None and state.turns and event.n == len(state.turns):
        count = 2 if _were_one_move(state, event.seat) else 1
        play, pawns, stopped = state.turns[-1].play, state.pawns, state.turns[-count].stopped
        opened, effects = take_back(state, count)
    else:
        return state, ()
    if state.look is None or play.do != "card" or event.seat not in state.rules.seats:
        return state, ()
    if state.rules.same_player(event.seat, play.seat):
        return state, ()
    inferred = play.card is None or play.cards
    moved = undeclared_card(state.t, event.seat) if inferred else replace(play, t=state.t, seat=event.seat)
    reopened = opened.gone_on(Cause.REOPENED, PawnsMoved())
    again: tuple[Effect, ...] = (turn_now(reopened),)
    if stopped is not None:  # that player didn't go on
        reopened, again = settle_stopped(reopened, stopped)
    ruled = rule_on(after_those_passed_over(reopened, moved), state.look, moved, pawns)
    return following((*effects, *again), ruled)


def _were_one_move(state: RefereeState, seat: Seat) -> bool:
    """Whether the last two turns, read from one look, were one wrong move of the first one's player."""
    if len(state.turns) < 2:
        return False
    first, second = state.turns[-2:]
    at_once = first.t == second.t and is_inferred(first) and is_inferred(second)
    return at_once and state.rules.same_player(first.play.seat, seat)


def not_passed(state: RefereeState, event: Event) -> StepResult:
    """Give a passed-over player the hand back, and the turn if nobody has played since."""
    assert isinstance(event, NotPassed)
    if not 0 < event.n <= len(state.turns):
        return state, ()
    turns, is_last = list(state.turns), event.n == len(state.turns)
    turn = turns[event.n - 1]
    passed = passed_over(state.rules, turn.course, turn.play.seat)
    if event.seat not in passed[: passed.index(turn.ahead_of) if turn.ahead_of in passed else None]:
        return state, ()
    turns[event.n - 1] = turn = replace(turn, ahead_of=event.seat)
    after = [*(later.record[0] for later in turns[event.n :]), state.record[0]]
    course = course_after(state.rules, turn, turn.play, after[0])
    for index in range(event.n, len(turns)):  # who played in these turns doesn't change
        course = replace(course, turn=turns[index].course.turn)
        turns[index] = later = replace(turns[index], course=course)
        course = course_after(state.rules, later, later.play, after[index - event.n + 1])
    known = replace(state, turns=tuple(turns), course=course)
    said = Notice(state.t, "not-passed", {"seat": event.seat, "n": str(event.n)})
    return known, (*((turn_now(known),) if is_last else ()), said)
