"""Answers to the referee's questions, and "that is not what happened"."""

from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.belief.look import Pawns
from toc_pi.belief.match import legal_results
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.standing import likeliest_pawns
from toc_pi.referee.declaring import with_repair
from toc_pi.referee.effects import Cleared, Effect, Question, Withdrawn
from toc_pi.referee.events import Answered, Declared, Event
from toc_pi.referee.order import expected
from toc_pi.referee.patience import say
from toc_pi.referee.settling import Step, accept, lift_flag, take_back
from toc_pi.referee.states import Asked, Cause, RefereeState
from toc_pi.referee.verdicts import rule_on
from toc_pi.referee.who_moved import turn_of, undeclared_card
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
