"""Cards that lie on the pile and have no move yet: whose they would be, and what they allow."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from operator import attrgetter

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look
from toc_pi.belief.match import Match
from toc_pi.belief.plays import chance_of_passing, played_in_turn
from toc_pi.events import UNSEEN, CardLaid, Declared
from toc_pi.referee.order import FORGOTTEN, go_on, lay_down_unseen, throws_hand
from toc_pi.referee.states import RefereeState
from toc_pi.rules.game import UNKNOWN, GameState
from toc_pi.rules.position import Card, Position

MISSED = 0.0025  # chance that a card is laid and leaves no trace: 0 of 73 on films, 1 of 123 on spoilt ones
MAX_WAYS = 4  # ways to lay cards down that are followed up
MAX_LAID = 8  # cards without a move, of which it is tried who laid them down
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


@dataclass(frozen=True, slots=True)
class Before:
    """Hands and order before a card, if those before it were laid down without a move.

    Attributes:
        weight: how likely it is that they were.
        course: hands and order then.
        first: how many of them are the first player's.
    """

    weight: float
    course: GameState
    first: int = 0


def laid_before(state: RefereeState, cards: Sequence[Waiting]) -> list[list[Before]]:
    """For each card, the ways in which those before it were laid down as discards and thrown hands."""
    ways: list[list[Before]] = [[Before(1.0, state.course)], *([] for _ in cards)]
    for place in range(len(cards)):
        playing = (before for before in ways[place] if before.course.phase == "play")
        ways[place] = sorted(playing, key=attrgetter("weight"), reverse=True)[:MAX_WAYS]
        for before in ways[place] if place < MAX_LAID else ():
            for count, weight, after in _turns(state, before.course, cards[place:]):
                ways[place + count].append(Before(before.weight * weight, after, before.first or count))
    return ways[:-1]


def _turns(
    state: RefereeState, course: GameState, cards: Sequence[Waiting]
) -> Iterator[tuple[int, float, GameState]]:
    """A turn without a move: how many cards it laid down, how likely it is, hands and order after it."""
    passing = max(chance_of_passing(state.rules, state.record, course), FORGOTTEN)
    seat, hand = state.rules.on_turn(course), hand_size(course)
    dead = [1.0 if is_unseen(card) or is_dead(state, card, course) else FORGOTTEN for card in cards[:hand]]
    if not throws_hand(state.rules, course):
        laid = Declared(cards[0].t, seat, "discard", UNKNOWN)
        yield 1, passing * dead[0], go_on(state.rules, course, laid, course.position)
    if may_throw(state.rules, course):
        laid = Declared(cards[0].t, seat, "throw", None, (UNKNOWN,) * hand)
        after = go_on(state.rules, course, laid, course.position)
        for count in range(1, len(dead) + 1):  # a part of it may be unseen
            yield count, passing * prod(dead[:count]) * MISSED ** (hand - count), after


def is_unseen(card: Waiting) -> bool:
    """Whether a card is only supposed to lie there."""
    return isinstance(card, CardLaid) and card.n == UNSEEN


def numbers_of(card: Waiting) -> tuple[int, ...]:
    """The number of a card on the pile."""
    return card.laid if isinstance(card, Declared) else (card.n,)


def _ranks(state: RefereeState, card: Waiting) -> tuple[Card, ...]:
    """The rank of a card, or those that it may be."""
    if card.card is not None:
        return (card.card,)
    odds = card.ranks if isinstance(card, CardLaid) else {}
    return tuple(rank for rank in state.rules.ranks if odds.get(rank, 0.0) >= LIKELY) or state.rules.ranks


def is_dead(state: RefereeState, card: Waiting, course: GameState | None = None) -> bool:
    """Whether the player on turn, now or in a later course, can't play a card at all."""
    course = course or state.course
    seat = state.rules.on_turn(course)
    plays = (Play(seat, rank, course.pawn) for rank in _ranks(state, card))
    return not any(state.rules.count(state.record, play, 1) for play in plays)


def may_stay(state: RefereeState, card: Waiting) -> bool:
    """Whether a card can be played so that nothing is seen to move."""
    plays = [Play(state.on_turn, rank, state.course.pawn) for rank in _ranks(state, card)]
    return any(state.legal_as(play, state.pawns) for play in plays)


def explanation(state: RefereeState, look: Look, course: GameState, card: Waiting) -> Match | None:
    """How a card explains the board, played by the player on turn; None if it doesn't."""
    seat = state.rules.on_turn(course)
    plays = (Play(seat, rank, course.pawn) for rank in _ranks(state, card))
    return next((seen for play in plays if (seen := state.match(look, play)).kind == "legal"), None)


def fitting(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> Iterator[Before]:
    """Each way in which one of these cards explains the board, once those before it are laid down."""
    for card, befores in zip(cards, laid_before(state, cards), strict=True):
        yield from (before for before in befores if explanation(state, look, before.course, card))


def without(state: RefereeState, numbers: Container[int]) -> RefereeState:
    """The state as if these cards didn't wait."""
    queue = tuple(one for one in state.queue if not any(number in numbers for number in one.laid))
    return replace(state, queue=queue, pile=tuple(one for one in state.pile if one.n not in numbers))


def moved_seats(state: RefereeState, look: Look) -> set[Seat]:
    """The seats whose pawns have moved; none where that isn't known."""
    standing = state.likeliest(look)
    return set() if standing is None else {seat for _, seat in standing - state.pawns}


def unread(card: Waiting) -> CardLaid:
    """A card on the pile as it was before it was taken for a declaration."""
    if isinstance(card, CardLaid):
        return card
    assert card.card is not None
    return CardLaid(card.t, card.laid[0], {card.card: 1.0}, card.card)


def played_by_all(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> tuple[Position, ...]:
    """The positions after the first card that waits, if they explain the board one after the other."""
    course, plays = state.course, list[Play]()
    for card in cards:
        plays.append(Play(state.rules.on_turn(course), card.card, course.pawn))
        course = after_card(state.rules, course, card.card)
    return played_in_turn(state.rules, state.belief, look, plays)


def after_card(rules: GameRules, course: GameState, card: Card | None = None) -> GameState:
    """Hands and order after the player on turn has played a card; None: an unknown one."""
    if course.again == "later" and card is None:
        return lay_down_unseen(rules, course)
    return go_on(rules, course, Declared(0.0, rules.on_turn(course), "card", card), course.position)
