"""Cards on the pile without a move: discards, a thrown hand, a second play that is kept for later.

A discard shows only by the card that is laid after it, and by whose pawns that one moves.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter

from toc_pi.belief.look import Look
from toc_pi.effects import CardsGone, Effect
from toc_pi.events import UNSEEN, CardLaid, Declared, Event, PileGathered
from toc_pi.referee.card_odds import likeliest_wrong
from toc_pi.referee.judging import judge_hand
from toc_pi.referee.order import is_inferred, lay_down_unseen, out_of_order, throws_hand
from toc_pi.referee.phases import CONFIRM_S, LATE_S, THROWN_S, Phase
from toc_pi.referee.pile import (
    Waiting,
    explanation,
    fitting,
    hand_size,
    is_dead,
    may_stay,
    may_throw,
    moved_seats,
    numbers_of,
    played_by_all,
    waiting_cards,
    without,
)
from toc_pi.referee.settling import rule_legal, turn_now
from toc_pi.referee.states import RefereeState, Step
from toc_pi.referee.unseen_cards import explained
from toc_pi.rules.game import UNKNOWN

AT_ONCE_S = 0.3  # longest pause between two cards that one player has laid, and not one after another
HANDFUL_S = 1.0  # longest pause between two cards of a hand that is thrown at once, perhaps in two handfuls
UNEVEN = 2.0  # so many times longer a pause must be than the others of a thrown hand to stand out
TOO_MANY = 3  # cards without a move, of which the first is surely no card to be played yet


def pile_gathered(state: RefereeState, event: Event) -> Step:
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


def laid_down(state: RefereeState) -> Step | None:
    """The first card that waits has no move, and others were laid after it: a discard, or a thrown hand."""
    cards = waiting_cards(state) if state.rules.game.declare == "camera" else ()
    again = state.open.taken_back if state.is_reopened else None
    if not cards or state.open.flag is not None or state.open.asked is not None:
        return None
    if again is not None and again.card is not None:
        return _taken_back_for_another(state, again, cards)
    if state.phase not in (Phase.AT_REST, Phase.MOVED):
        return None
    if state.course.struck:
        return lay_down(state, cards[:1])
    look = state.clear_look
    unmoved = look is not None and state.shows(look, state.pawns)
    if look is None or (len(cards) < 2 and unmoved):
        return None
    if not unmoved:
        return _moved(state, look, cards)
    if count := _unmoved(state, cards):
        return _passed_by(state, cards, count)
    return (state, ()) if _may_go_on(state, cards) else None


def _taken_back_for_another(state: RefereeState, again: Declared, cards: Sequence[Waiting]) -> Step | None:
    """A turn was taken back, and the next player's card explains what has moved since: its own was none."""
    look = state.clear_look
    if look is None or not again.laid or state.open.to_go_back is not None or not state.has_stood(CONFIRM_S):
        return None
    if state.shows(look, state.pawns) or explanation(state, look, state.course, again):
        return None
    if not any(fitting(state, look, (again, *cards))):
        return None
    return replace(state, queue=(again, *state.queue)).open_with(taken_back=None), ()


def _passed_by(state: RefereeState, cards: Sequence[Waiting], count: int) -> Step:
    """So many cards were laid down without a move; or a second play is kept for later."""
    if state.course.again == "later":
        return _stop(state)
    return lay_down(state, cards[:count])


def _may_go_on(state: RefereeState, cards: Sequence[Waiting]) -> bool:
    """Whether a hand is being thrown, or may be: all that lies there can't be played."""
    if not may_throw(state.rules, state.course) or may_stay(state, cards[0]):
        return False
    if not is_dead(state, cards[0]):
        return False
    if len(cards) == _laid_at_once(cards, AT_ONCE_S) and state.t - cards[-1].t <= AT_ONCE_S:
        return len(cards) > 1
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
    return hand if all(is_dead(state, card) for card in cards[:hand]) else 0


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
    if early or may_stay(state, cards[0]) or _may_go_on(state, cards):
        return 0
    return _thrown(state, cards) or int(not throws_hand(state.rules, state.course))


def _moved(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> Step | None:
    """What the cards are if pawns have moved, and not by the first one of the player on turn."""
    if not state.has_stood(CONFIRM_S) or explanation(state, look, state.course, cards[0]):
        return None
    moved, own = moved_seats(state, look), state.rules.table.player_of(state.on_turn)
    if state.course.again == "later" and moved and moved.isdisjoint(own):  # others' move, and card
        return _stop(state)
    if len(cards) > 1 and (between := played_by_all(state, look, cards)):
        unsure = any(isinstance(card, CardLaid) for card in cards[:2])
        return rule_legal(state, _declared(state, cards[0]), between) if unsure else None
    best = max(fitting(state, look, cards), key=attrgetter("weight"), default=None)
    if best is not None:
        return _passed_by(state, cards, best.first)
    if (step := explained(state, look, cards)) is not None:
        return step
    dead = bool(moved) and moved.isdisjoint(own) and is_dead(state, cards[0])
    if (given := _out_of_order(state, look, cards, dead)) is not None or state.likeliest(look) is None:
        return given
    _, wrongly = likeliest_wrong(state, look, cards)
    return _passed_by(state, cards, wrongly.first) if wrongly.first else None


def _out_of_order(state: RefereeState, look: Look, cards: Sequence[Waiting], dead: bool) -> Step | None:
    """Give the turn to the player whose own pawns moved as a card allows, if it is doubtful whose turn it is.

    That is so if the player on turn can't play the first card; and after a turn whose card wasn't surely
    seen, or that was accepted: one may have been missed. Else the player on turn has moved wrongly.
    """
    last = state.turns[-1] if state.turns else None
    known = last is None or (last.play.laid and not last.accepted and not is_inferred(last))
    if (known and not dead) or not isinstance(cards[0], Declared):
        return None
    if len(cards) == 1 and not state.has_rested(LATE_S):  # the next player's card may follow the move
        return (state, ()) if dead else None
    moved = moved_seats(state, look)
    for player, seats in enumerate(state.rules.table.players):
        if not moved or not moved <= set(seats) or player == state.course.turn:
            continue
        course = out_of_order(state.course, player)
        place = next((at for at, card in enumerate(cards) if explanation(state, look, course, card)), None)
        if place is not None:
            given = replace(state, course=course)
            return lay_down(state, cards[:1]) if place else (given, (turn_now(given),))
    return None


def _stop(state: RefereeState) -> Step:
    """A second play is kept for later: what lies there is the next player's."""
    course = lay_down_unseen(state.rules, state.course)
    stopped = replace(state, course=course)
    return stopped, (turn_now(stopped),)


def _declared(state: RefereeState, card: Waiting) -> Declared:
    """The declaration of the first card that waits."""
    return card if isinstance(card, Declared) else Declared(state.t, state.on_turn, "card")


def lay_down(state: RefereeState, cards: Sequence[Waiting]) -> Step:
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
    return judged.open_with(handled=state.open.handled), effects  # the hand may be that of the next move
