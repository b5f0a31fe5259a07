"""Cards that lie on the pile and have no move yet: whose they would be, and what they allow."""

from collections.abc import Container, Iterator
from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.events import CardLaid, Declared
from toc_pi.referee.states import RefereeState
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Card

LIKELY = 0.01  # least probability of a rank that is tried for a card that isn't sure

Waiting = CardLaid | Declared
"""A card that has no move yet: on the pile, or taken for a declaration."""


def waiting_cards(state: RefereeState) -> tuple[Waiting, ...]:
    """The cards that lie there and have no move yet, in order; none where a tapped one is first."""
    if state.queue and not (state.queue[0].laid and state.queue[0].do == "card"):
        return ()
    return (*(one for one in state.queue if one.laid and one.do == "card"), *state.pile)


def hand_size(course: GameState) -> int:
    """How many cards the player on turn holds, at least one."""
    return max(len(course.hands[course.turn]), 1)


def may_throw(rules: GameRules, course: GameState) -> bool:
    """Whether the player on turn may lay down the whole hand if no card of it can be played."""
    return rules.ruleset.cannot_play != "discard" and not (course.again or course.struck)


def numbers_of(card: Waiting) -> tuple[int, ...]:
    """The number of a card on the pile."""
    return card.laid if isinstance(card, Declared) else (card.n,)


def _ranks(state: RefereeState, card: Waiting) -> tuple[Card, ...]:
    """The rank of a card, or those that it may be."""
    if card.card is not None:
        return (card.card,)
    odds = card.ranks if isinstance(card, CardLaid) else {}
    return tuple(rank for rank in state.rules.ranks if odds.get(rank, 0.0) >= LIKELY) or state.rules.ranks


def is_dead(state: RefereeState, card: Waiting) -> bool:
    """Whether the player on turn can't play a card at all, whichever rank it is."""
    return not any(_playable(state, card))


def may_be_dead(state: RefereeState, card: Waiting) -> bool:
    """Whether the player on turn can't play a card, if it is one of the ranks that it may be."""
    return not all(_playable(state, card))


def _playable(state: RefereeState, card: Waiting) -> Iterator[bool]:
    """For each rank that a card may be, whether the player on turn can play it."""
    plays = (Play(state.on_turn, rank, state.course.pawn) for rank in _ranks(state, card))
    return (bool(state.rules.count(state.record, play, 1)) for play in plays)


def may_stay(state: RefereeState, card: Waiting) -> bool:
    """Whether a card can be played so that nothing is seen to move."""
    plays = [Play(state.on_turn, rank, state.course.pawn) for rank in _ranks(state, card)]
    return any(state.legal_as(play, state.pawns) for play in plays)


def without(state: RefereeState, numbers: Container[int]) -> RefereeState:
    """The state as if these cards didn't wait."""
    queue = tuple(one for one in state.queue if not any(number in numbers for number in one.laid))
    return replace(state, queue=queue, pile=tuple(one for one in state.pile if one.n not in numbers))


def unread(card: Waiting) -> CardLaid:
    """A card on the pile as it was before it was taken for a declaration."""
    if isinstance(card, CardLaid):
        return card
    assert card.card is not None
    return CardLaid(card.t, card.laid[0], {card.card: 1.0}, card.card)
