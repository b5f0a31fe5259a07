"""Answers to questions, and taps on a verdict: "that is not what happened", who it was that moved."""

from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.belief.look import Pawns
from toc_pi.belief.match import legal_results
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.standing import likeliest_pawns
from toc_pi.referee.effects import Cleared, Effect, Notice, Question, Withdrawn
from toc_pi.referee.events import Answered, Declared, Event, MovedBy, NotPassed
from toc_pi.referee.open_cards import course_after
from toc_pi.referee.order import expected, passed_over
from toc_pi.referee.patience import say
from toc_pi.referee.settling import Step, accept, lift_flag, take_back, turn_now
from toc_pi.referee.states import Asked, Cause, RefereeState
from toc_pi.referee.undoing import with_repair
from toc_pi.referee.verdicts import rule_on
from toc_pi.referee.who_moved import after_those_passed_over, turn_of, undeclared_card
from toc_pi.rules.game import player_of
from toc_pi.rules.pack import pack_of
from toc_pi.rules.position import Card


def dispute(book: Rulebook, state: RefereeState, event: Event) -> Step:
    """ "That is not what happened": reopen the last turn and ask the players what it was."""
    del event
    if state.asked is not None and state.asked.code == "not-so":
        return state, ()
    if state.flag is not None and state.flag.play.do != "card":
        return lift_flag(state)
    if state.flag is not None:
        play, before = state.flag.play, state
        reopened = replace(state.gone_on(Cause.REOPENED), flag=None, queue=(play, *state.queue))
        effects: tuple[Effect, ...] = (Cleared(state.t, state.n, righted=False),)
    elif state.turns and state.turns[-1].play.do == "card":
        play = state.turns[-1].play
        before, effects = take_back(state)
        reopened = replace(before.gone_on(Cause.REOPENED), taken_back=None, queue=(play, *state.queue))
        reopened = replace(reopened, to_go_back=before.to_go_back)
    else:
        return state, ()
    cards = _offered(book, reopened, play)
    options: tuple[tuple[str, Pawns], ...] = (
        *((f"card-{card}", frozenset()) for card in cards),
        ("accept", frozenset()),
        ("take-back", frozenset()),
    )
    identity = len(state.asked_at) + 1
    asked = Asked(identity, "not-so", options)
    values = {"seat": str(play.seat), "card": str(play.card)}
    question = Question(state.t, identity, "not-so", values, tuple(choice for choice, _ in options))
    to_go_back = state.look.pawns if state.look is not None else None
    done = replace(
        reopened,
        asked=asked,
        asked_at=(*state.asked_at, state.n),
        to_go_back=to_go_back,
        taken_back=play,
        queue=(),
    )
    return replace(done.gone_on(Cause.TAKEN_BACK), queue=state.queue), (*effects, question)


def _offered(book: Rulebook, state: RefereeState, play: Declared) -> tuple[Card, ...]:
    """The other cards that explain the board for the seat that played."""
    look = state.look
    if look is None:
        return ()
    found = []
    for card in dict.fromkeys(pack_of(book.game.rules)):
        if card != play.card and legal_results(book, state.record, Play(play.seat, card), look.wanted()):
            found.append(card)
    return tuple(found)


def answer(book: Rulebook, state: RefereeState, event: Event) -> Step:
    assert isinstance(event, Answered)
    asked = state.asked
    if asked is None or asked.id != event.question:
        return state, ()
    options = dict(asked.options)
    if event.choice not in options:
        return state, ()
    answered = replace(state, asked=None)
    effects: tuple[Effect, ...] = (Withdrawn(state.t, asked.id),)
    pawns = options[event.choice]
    flagged = state.flag.play if state.flag is not None else None
    declared = flagged or (state.queue[0] if state.queue else state.taken_back)
    if asked.code == "not-so":
        return _not_so(book, answered, event.choice, effects)
    unmoved = event.choice == "none" or event.choice.startswith("as-before")
    if unmoved or state.look is None or (declared is None and book.game.declare == "strict"):
        waiting = replace(answered, episode=replace(state.episode, since=state.t))
        after, more = say(waiting, "unsure", seat=expected(book, state.course))
        return after, (*effects, *more)
    if declared is None:
        answered, seat, earlier = turn_of(book, answered, pawns)
        declared, effects = undeclared_card(state.t, seat), (*effects, *earlier)
    ruled, more = rule_on(book, answered, state.look, declared, pawns)
    return ruled, (*effects, *more)


def moved_by(book: Rulebook, state: RefereeState, event: Event) -> Step:
    """Judge the flagged move, or the last turn's, again as that of another seat."""
    assert isinstance(event, MovedBy)
    effects: tuple[Effect, ...]
    if state.flag is not None and event.n == state.n:
        play, pawns = state.flag.play, state.flag.pawns
        opened, effects = lift_flag(state)
    elif state.turns and event.n == len(state.turns):
        play, pawns = state.turns[-1].play, state.pawns
        opened, effects = take_back(state)
    else:
        return state, ()
    same = event.seat in book.seats and player_of(book.game.table, event.seat) == _player(book, play)
    if state.look is None or play.do != "card" or event.seat not in book.seats or same:
        return state, ()
    inferred = play.card is None or play.cards
    moved = undeclared_card(state.t, event.seat) if inferred else replace(play, t=state.t, seat=event.seat)
    reopened = replace(opened.gone_on(Cause.REOPENED), taken_back=None, to_go_back=None)
    ruled, more = rule_on(book, after_those_passed_over(book, reopened, moved), state.look, moved, pawns)
    return ruled, (*effects, *more)


def not_passed(book: Rulebook, state: RefereeState, event: Event) -> Step:
    """Give a passed-over player the hand back, and the turn if nobody has played since."""
    assert isinstance(event, NotPassed)
    if not 0 < event.n <= len(state.turns):
        return state, ()
    turns, is_last = list(state.turns), event.n == len(state.turns)
    turn = turns[event.n - 1]
    if turn.ahead_of is not None or event.seat not in passed_over(book, turn.course, turn.play.seat):
        return state, ()
    turns[event.n - 1] = turn = replace(turn, ahead_of=event.seat)
    after = [*(later.record[0] for later in turns[event.n :]), state.record[0]]
    course = course_after(book, turn, turn.play, after[0])
    for index in range(event.n, len(turns)):  # who played in these turns doesn't change
        course = replace(course, turn=turns[index].course.turn)
        turns[index] = later = replace(turns[index], course=course)
        course = course_after(book, later, later.play, after[index - event.n + 1])
    known = replace(state, turns=tuple(turns), course=course)
    said = Notice(state.t, "not-passed", {"seat": event.seat, "n": str(event.n)})
    return known, (*((turn_now(known, book),) if is_last else ()), said)


def _player(book: Rulebook, play: Declared) -> int:
    return player_of(book.game.table, play.seat)


def _not_so(book: Rulebook, state: RefereeState, choice: str, effects: tuple[Effect, ...]) -> Step:
    play = state.taken_back
    if play is None:
        return state, effects
    if choice == "accept" and state.look is not None:
        pawns = likeliest_pawns(book, state.belief, state.look)
        if pawns is not None:
            done, more = accept(state, book, play, pawns)
            return done, (*effects, *more)
    if choice.startswith("card-"):
        card = Card(choice.removeprefix("card-"))
        again = Declared(state.t, play.seat, "card", card)
        queue = (again, *state.queue)
        return replace(state.gone_on(Cause.REOPENED), to_go_back=None, taken_back=None, queue=queue), effects
    return with_repair(book, state.gone_on(Cause.TAKEN_BACK), effects)
