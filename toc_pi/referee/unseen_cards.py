"""Cards that were laid and never seen: where one must lie, before somebody else's card makes a move wrong.

The pile isn't complete: the camera may have missed a card altogether. Then the next one seems to belong to a
move that was made by the one before. Each way in which the board is right is weighed against the wrong move.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from toc_pi.belief.game import Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.events import UNSEEN, CardLaid, Declared
from toc_pi.referee.card_odds import (
    EARLY,
    as_likely,
    chance_of_move,
    going_on,
    laid_in_order,
    likeliest_wrong,
    next_lays,
    next_rather,
    share_of_move,
)
from toc_pi.referee.order import HASTY, goes_on_after, is_inferred, settle_card
from toc_pi.referee.phases import CARD_WAIT_S, MOVE_S, Cause
from toc_pi.referee.pile import (
    MISSED,
    Waiting,
    after_card,
    explanation,
    laid_before,
    numbers_of,
    played_by_all,
    unread,
    without,
)
from toc_pi.referee.settling import rule_legal
from toc_pi.referee.states import RefereeState, Step, following
from toc_pi.referee.taking_back import take_back
from toc_pi.referee.who_moved import SECOND
from toc_pi.rules.game import JOKER
from toc_pi.rules.position import Position

TO_COME = 0.1  # chance that a move's card is laid after it
ANY_MOVE = 0.05  # chance of one particular move with an unknown card
DOUBT = 30.0  # so many times likelier a wrong move must be to be flagged at once
HAND_S = 0.8  # after a card, the hand of its player comes
NOT_UNSEEN = 0.1  # chance that a card that wasn't seen was only laid later than its move
CLEARLY = 10.0  # so many times likelier than what may still show
MAX_IN_TURN = 4  # cards by which moves are tried that were seen as one


@dataclass(frozen=True, slots=True)
class Conjecture:
    """A way in which the board is right.

    Attributes:
        weight: how likely it is, compared with a wrong move.
        step: what follows from it; None where it is to be waited for.
    """

    weight: float
    step: Callable[[RefereeState, Sequence[Waiting]], Step] | None


def explained(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> Step | None:
    """What makes the board right though no card explains it where it lies; None if it is rather a wrong move.

    Args:
        cards: those that wait.
    """
    pawns = state.likeliest(look)
    if pawns is None or not isinstance(cards[0], Declared):
        return None

    def weigh() -> tuple[list[Conjecture], float]:
        ways = sorted(_ways(state, look, pawns, cards), key=lambda way: -way.weight)
        return ways, likeliest_wrong(state, look, cards)[0]

    known = ("unseen", state.belief, state.course, tuple(map(repr, cards)), state.has_rested(CARD_WAIT_S))
    ways, wrong = state.rules.once(look, known, weigh)
    if not ways or ways[0].weight * DOUBT <= wrong:
        return None
    if ways[0].weight <= wrong:  # the next player's hand may show whose the card is
        return (state, ()) if state.t - cards[-1].t < HAND_S else None
    if any(way.step is None and way.weight * CLEARLY > ways[0].weight for way in ways):
        return state, ()
    assert ways[0].step is not None
    return ways[0].step(state, cards)


def _ways(state: RefereeState, look: Look, pawns: Pawns, cards: Sequence[Waiting]) -> Iterator[Conjecture]:
    """Each way in which the board is right."""
    for place in range(len(cards) + 1):
        yield from _one_move(state, look, pawns, cards, place)
    yield from _several_moves(state, look, pawns, cards)
    yield from _after_glimpse(state, look, cards)
    yield from _otherwise(state, look, pawns, cards)


def _one_move(
    state: RefereeState, look: Look, pawns: Pawns, cards: Sequence[Waiting], place: int
) -> Iterator[Conjecture]:
    """One of the cards that wait explains the board, or an unseen one among them at this place."""
    line, since = _with_one_more(state, cards, place), state.episode.began(pawns, state.pawns)
    awaited = place == len(cards) and not state.has_rested(CARD_WAIT_S)
    for at, (card, befores) in enumerate(zip(line, laid_before(state, line), strict=True)):
        if at < place:
            continue
        for before in befores:
            seen = explanation(state, look, before.course, card)
            if seen is None:
                continue
            weight = before.weight * (TO_COME if awaited else MISSED) * laid_in_order(line, at, since)
            weight *= as_likely(state, look, seen.pawns)
            if at == place:
                weight *= chance_of_move(state, before.course, seen.pawns)
            else:
                weight *= share_of_move(state, before.course, card)
            if at == place < len(cards):
                weight *= next_rather(cards[place].t - since)
                weight *= next_lays(state, before.course, seen.positions, cards[place])
            yield Conjecture(weight, None if awaited else partial(_inserted, place))


def _several_moves(
    state: RefereeState, look: Look, pawns: Pawns, cards: Sequence[Waiting]
) -> Iterator[Conjecture]:
    """Several moves in one look, one after the other; of the first or the second one the card isn't seen."""
    rather = next_rather(cards[0].t - state.episode.began(pawns, state.pawns))
    hasty = HASTY if _last_hand_s(state) < MOVE_S else 1.0
    if between := played_by_all(state, look, _with_one_more(state, cards, 0)[:MAX_IN_TURN]):
        second = share_of_move(state.with_record(between), after_card(state.rules, state.course), cards[0])
        chance = chance_of_move(state, state.course, between[0].pawns) * second
        yield Conjecture(MISSED * chance * rather * hasty, partial(_inserted, 0))
    if between := played_by_all(state, look, _with_one_more(state, cards, 1)[:MAX_IN_TURN]):
        awaited = len(cards) == 1 and not state.has_rested(CARD_WAIT_S)
        own = 1.0 if rather == EARLY else TO_COME
        after = after_card(state.rules, state.course, cards[0].card)
        second = (
            chance_of_move(state.with_record(between[:1]), after, look.pawns) if len(cards) == 1 else ANY_MOVE
        )
        weight = own * hasty * share_of_move(state, state.course, cards[0]) * second
        yield Conjecture(
            weight * (TO_COME if awaited else MISSED), None if awaited else partial(_inserted, 1)
        )


def _last_hand_s(state: RefereeState) -> float:
    """How long the last hand was there, if the board was as recorded before it; else no limit, seconds."""
    last = state.episode.lasting
    if last is None or not last.look.agrees(state.pawns):
        return inf
    return state.episode.clear_since - last.until


def _after_glimpse(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> Iterator[Conjecture]:
    """A move with an unseen card was there before the last hand, and the cards lead on from it."""
    glimpse = state.episode.lasting
    pawns = None if glimpse is None else state.likeliest(glimpse.look)
    play = Play(state.on_turn, None, state.course.pawn)
    if pawns is None or pawns == state.pawns or not (right := state.legal_as(play, pawns)):
        return
    after = after_card(state.rules, state.course)
    weight = (
        MISSED
        * chance_of_move(state, state.course, pawns)
        * next_rather(cards[0].t - state.episode.began(pawns, state.pawns))
    )
    yield Conjecture(weight * going_on(state, look, after, right, cards), partial(first_unseen, right))
    if not state.has_rested(CARD_WAIT_S):
        line = _with_one_more(state, cards, len(cards))
        yield Conjecture(weight * TO_COME * ANY_MOVE * going_on(state, look, after, right, line), None)


def _otherwise(
    state: RefereeState, look: Look, pawns: Pawns, cards: Sequence[Waiting]
) -> Iterator[Conjecture]:
    """The last turn's card was another one than was thought."""
    last = state.turns[-1] if state.turns else None
    if last is None or last.play.do != "card":
        return
    play = last.play
    if is_inferred(last) and JOKER in play.cards:  # its player goes on
        course = goes_on_after(state, last, JOKER)
        if course.again and explanation(state, look, course, cards[0]):
            yield Conjecture(SECOND, lambda now, _: settle_card(now, len(now.turns), JOKER))
    if play.laid == (UNSEEN,) and len(cards) > 1 and explanation(state, look, state.course, cards[1]):
        yield Conjecture(NOT_UNSEEN, _given_back)
    if play.laid and play.card is not None and not play.cards and last.moved_at is not None:
        before, rather = state.before(last), next_rather(play.t - last.moved_at)
        right = before.legal_as(before.play_of(replace(play, card=None)), state.pawns)
        after = after_card(state.rules, before.course)
        going = going_on(before, look, after, right, (play, *cards)) if right else 0.0
        if going > 0.0:
            weight = (
                MISSED
                * going
                * rather
                * laid_in_order((play, *cards), 0, state.episode.began(pawns, state.pawns))
            )
            yield Conjecture(weight, partial(_not_of_the_last, right))


def _given_back(state: RefereeState, cards: Sequence[Waiting]) -> Step:
    """The first card that waits is the last turn's, of which none was seen."""
    last, numbers = state.turns[-1], numbers_of(cards[0])
    turn = replace(last, play=replace(last.play, laid=(*last.play.laid, *numbers)))
    return replace(without(state, numbers), turns=(*state.turns[:-1], turn)), ()


def _not_of_the_last(right: tuple[Position, ...], state: RefereeState, cards: Sequence[Waiting]) -> Step:
    """The last turn's card, laid after its move, is the next player's; its own wasn't seen."""
    play, (back, effects) = state.turns[-1].play, take_back(state)
    opened = back.gone_on(Cause.REOPENED).open_with(taken_back=None, to_go_back=None)
    return following(effects, first_unseen(right, opened, (play, *cards)))


def _with_one_more(state: RefereeState, cards: Sequence[Waiting], place: int) -> tuple[Waiting, ...]:
    """The cards that wait with an unseen one at this place."""
    t = cards[place].t if place < len(cards) else state.t
    return (*cards[:place], CardLaid(t, UNSEEN, {}), *cards[place:])


def _inserted(place: int, state: RefereeState, cards: Sequence[Waiting]) -> Step:
    """Go on with an unseen card at this place of those that wait."""
    line = _with_one_more(state, cards, place)
    queue = tuple(one for one in line[:place] if isinstance(one, Declared))
    return replace(state, queue=queue, pile=tuple(unread(one) for one in line[len(queue) :])), ()


def first_unseen(positions: tuple[Position, ...], state: RefereeState, cards: Sequence[Waiting]) -> Step:
    """Rule the move of the player on turn legal, with an unseen card before those that wait."""
    unseen, _ = _inserted(0, state, cards)
    return rule_legal(unseen, Declared(state.t, state.on_turn, "card"), positions)
