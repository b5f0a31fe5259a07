"""Cards on the pile without a move: discards, a thrown hand, a second play that is kept for later.

A discard shows only by the card that is laid after it, and by whose pawns that one moves.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from toc_pi.effects import CardsGone, Effect
from toc_pi.events import UNSEEN, Declared, Event, PileGathered
from toc_pi.referee.judging import judge_hand
from toc_pi.referee.order import lay_down_unseen, throws_hand
from toc_pi.referee.phases import HANDFUL_S, THROWN_S
from toc_pi.referee.pile import (
    Waiting,
    hand_size,
    is_dead,
    may_be_dead,
    may_stay,
    may_throw,
    numbers_of,
    waiting_cards,
    without,
)
from toc_pi.referee.settling import turn_now
from toc_pi.referee.states import RefereeState, StepResult
from toc_pi.referee.turns import AtRest, PawnsMoved
from toc_pi.rules.game import UNKNOWN

AT_ONCE_S = 0.3  # longest pause between two cards that one player has laid, and not one after another
UNEVEN = 2.0  # so many times longer a pause must be than the others of a thrown hand to stand out
TOO_MANY = 3  # cards without a move, of which the first is surely no card to be played yet


def pile_gathered(state: RefereeState, event: Event) -> StepResult:
    """Handle `PileGathered`: what lay there without a move was laid down, and all cards may come up again."""
    assert isinstance(event, PileGathered)
    if state.rules.game.declare != "camera":
        return state, ()
    effects: list[Effect] = [CardsGone(state.t, 0)]
    unmoved = state.look is None or state.shows(state.look, state.pawns)
    while unmoved and state.open.flag is None and (cards := waiting_cards(state)):
        state, more = lay_down(state, cards[: _thrown(state, cards) or 1])
        effects += more
    course = replace(state.course, used=())
    courses = tuple(replace(one, course=replace(one.course, used=())) for one in state.courses)
    return replace(state, course=course, courses=courses), tuple(effects)


def laid_down(state: RefereeState) -> StepResult | None:
    """The first card that waits has no move, and others were laid after it: a discard, or a thrown hand."""
    cards = waiting_cards(state) if state.rules.game.declare == "camera" else ()
    again = state.open.taken_back if state.is_reopened else None
    if not cards or state.open.flag is not None or state.open.asked is not None:
        return None
    if again is not None and again.card is not None:
        return None
    if not isinstance(state.phase, AtRest | PawnsMoved):
        return None
    if state.course.struck:
        return lay_down(state, cards[:1])
    look = state.clear_look
    if look is None or len(cards) < 2 or not state.shows(look, state.pawns):
        return None
    if count := _unmoved(state, cards):
        return _passed_by(state, cards, count)
    return (state, ()) if _may_go_on(state, cards) else None


def _passed_by(state: RefereeState, cards: Sequence[Waiting], count: int) -> StepResult:
    """So many cards were laid down without a move; or a second play is kept for later."""
    if state.course.again == "later":
        return _stop(state)
    return lay_down(state, cards[:count])


def _may_go_on(state: RefereeState, cards: Sequence[Waiting]) -> bool:
    """Whether a hand is being thrown, or may be: all that lies there can't be played."""
    if not may_throw(state.rules, state.course):
        return False
    if len(cards) == _laid_at_once(cards, AT_ONCE_S) and state.t - cards[-1].t <= AT_ONCE_S:
        return len(cards) > 1
    if may_stay(state, cards[0]) or not is_dead(state, cards[0]):
        return False
    if len(cards) >= (hand := hand_size(state.course)):
        pause_s = _first_pause_s(state, cards[:hand])
        return len(cards) == hand and state.t - cards[-1].t < pause_s
    return throws_hand(state.rules, state.course) or (
        state.t - cards[-1].t <= THROWN_S and is_dead(state, cards[1])
    )


def _thrown(state: RefereeState, cards: Sequence[Waiting]) -> int:
    """How many cards are a thrown hand; 0 if they are none, or not all of it yet."""
    hand, throws = hand_size(state.course), throws_hand(state.rules, state.course)
    if not (throws or hand > 1) or not may_throw(state.rules, state.course):
        return 0
    first, together = _laid_at_once(cards, AT_ONCE_S), _laid_at_once(cards, HANDFUL_S)
    if (throws or first > 1) and 1 < together < min(hand, len(cards)):
        hand = together  # some weren't seen
    elif first > hand and not _all_seen(state):
        hand = first
    if len(cards) < hand:
        return 0
    pause_s = _first_pause_s(state, cards[:hand])
    if len(cards) > hand and cards[hand].t - cards[hand - 1].t < pause_s:
        return 0  # the first one was discarded, and then a hand was thrown
    whole = first == hand >= TOO_MANY  # it is a hand, though perhaps one of the cards must be played
    return hand if whole or all(may_be_dead(state, card) for card in cards[:hand]) else 0


def _all_seen(state: RefereeState) -> bool:
    """Whether all cards since the last deal were seen, so that it is known how many each player holds."""
    dealt = (turn for turn in state.turns if turn.course.deals == state.course.deals)
    return all(turn.play.laid and UNSEEN not in turn.play.laid for turn in dealt)


def _first_pause_s(state: RefereeState, hand: Sequence[Waiting]) -> float:
    """The pause after the first of these cards if it is so long that they may not be one hand; or else 0."""
    pauses = _pauses(hand)
    if throws_hand(state.rules, state.course) or len(pauses) < 2:
        return 0.0
    return pauses[0] if pauses[0] > UNEVEN * max(pauses[1:]) else 0.0


def _laid_at_once(cards: Sequence[Waiting], longest_s: float) -> int:
    """How many of these cards, from the first one on, were laid without a longer pause than this."""
    return next((at for at, pause_s in enumerate(_pauses(cards), 1) if pause_s > longest_s), len(cards))


def _pauses(cards: Sequence[Waiting]) -> list[float]:
    """The pauses between these cards, seconds."""
    return [after.t - before.t for before, after in pairwise(cards)]


def _unmoved(state: RefereeState, cards: Sequence[Waiting]) -> int:
    """How many cards were laid down, while the board is as it was."""
    early = not is_dead(state, cards[0]) and len(cards) < TOO_MANY
    if early or _may_go_on(state, cards):
        return 0
    if thrown := _thrown(state, cards):
        return thrown
    return int(not may_stay(state, cards[0]) and not throws_hand(state.rules, state.course))


def _stop(state: RefereeState) -> StepResult:
    """A second play is kept for later: what lies there is the next player's."""
    course = lay_down_unseen(state.rules, state.course)
    stopped = replace(state, course=course)
    return stopped, (turn_now(stopped),)


def _declared(state: RefereeState, card: Waiting) -> Declared:
    """The declaration of the first card that waits."""
    return card if isinstance(card, Declared) else Declared(state.t, state.on_turn, "card")


def lay_down(state: RefereeState, cards: Sequence[Waiting]) -> StepResult:
    """Judge cards as laid down without a move."""
    numbers = tuple(number for card in cards for number in numbers_of(card))
    left = without(state, numbers)
    ranks = tuple(UNKNOWN if card.card is None else card.card for card in cards)
    whole = throws_hand(state.rules, state.course) or len(cards) > 1
    seat, t = state.on_turn, cards[0].t
    laid = (
        Declared(t, seat, "throw", None, ranks, laid=numbers)
        if whole
        else Declared(t, seat, "discard", cards[0].card, laid=numbers)
    )
    judged, effects = judge_hand(replace(left, queue=(laid, *left.queue)), laid)
    # The hand may be that of the next move.
    return replace(judged, open=replace(judged.open, handled=state.open.handled)), effects
