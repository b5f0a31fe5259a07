"""Cards on the pile without a move: discards, a thrown hand, a second play that is kept for later.

A discard shows only by the card that is laid after it, and by whose pawns that one moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.look import Look
from toc_pi.belief.plays import played_in_turn
from toc_pi.effects import CardsGone, Effect
from toc_pi.events import CardLaid, Declared, Event, PileGathered
from toc_pi.referee.judging import judge_hand
from toc_pi.referee.order import go_on, is_inferred, lay_down_unseen, out_of_order, throws_hand
from toc_pi.referee.phases import CONFIRM_S, LATE_S, THROWN_S, Phase
from toc_pi.referee.settling import rule_legal, turn_now
from toc_pi.referee.states import RefereeState, Step
from toc_pi.rules.game import UNKNOWN, GameState
from toc_pi.rules.position import Card, Position

LIKELY = 0.01  # least probability of a rank that is tried for a card that isn't sure
TOO_MANY = 3  # cards without a move, of which the first is surely no card to be played yet


Waiting = CardLaid | Declared
"""A card that has no move yet: on the pile, or taken for a declaration."""


def _waiting(state: RefereeState) -> tuple[Waiting, ...]:
    """The cards that lie there and have no move yet, in order; none where a tapped one is first."""
    if state.queue and not (state.queue[0].laid and state.queue[0].do == "card"):
        return ()
    return (*(one for one in state.queue if one.laid and one.do == "card"), *state.pile)


def pile_gathered(state: RefereeState, event: Event) -> Step:
    """Handle `PileGathered`: what lay there without a move was laid down, and all cards may come up again."""
    assert isinstance(event, PileGathered)
    if state.rules.game.declare != "camera":
        return state, ()
    effects: list[Effect] = [CardsGone(state.t, 0)]
    unmoved = state.look is None or state.shows(state.look, state.pawns)
    while unmoved and state.open.flag is None and (cards := _waiting(state)):
        state, more = _lay_down(state, cards[: _hand(state)] if _throws(state) else cards[:1])
        effects += more
    course = replace(state.course, used=())
    courses = tuple(replace(one, course=replace(one.course, used=())) for one in state.courses)
    return replace(state, course=course, courses=courses), tuple(effects)


def laid_down(state: RefereeState) -> Step | None:
    """The first card that waits has no move, and others were laid after it: a discard, or a thrown hand."""
    cards = _waiting(state) if state.rules.game.declare == "camera" else ()
    if not cards or state.open.flag is not None or state.open.asked is not None or state.is_reopened:
        return None
    if state.phase not in (Phase.AT_REST, Phase.MOVED):
        return None
    if state.course.struck:
        return _lay_down(state, cards[:1])
    look = state.clear_look
    unmoved = look is not None and state.shows(look, state.pawns)
    if look is None or (len(cards) < 2 and unmoved):
        return None
    if not unmoved:
        return _moved(state, look, cards)
    if count := _unmoved(state, cards):
        return _passed_by(state, cards, count)
    return (state, ()) if _may_go_on(state, cards) else None


def _passed_by(state: RefereeState, cards: Sequence[Waiting], count: int) -> Step:
    """So many cards were laid down without a move; or a second play is kept for later."""
    if state.course.again == "later":
        return _stop(state)
    return _lay_down(state, cards[: count if _throws(state) else 1])


def _may_go_on(state: RefereeState, cards: Sequence[Waiting]) -> bool:
    """Whether a hand is being thrown, or may be."""
    if _may_stay(state, cards[0]) or not _is_dead(state, cards[0]):
        return False
    return throws_hand(state.rules, state.course) or _at_once(state, cards)


def _at_once(state: RefereeState, cards: Sequence[Waiting]) -> bool:
    """Whether, where cards are discarded or the hand is thrown, more may follow at once."""
    either = state.rules.ruleset.cannot_play == "either" and not state.course.again
    quick = all(later.t - one.t <= THROWN_S for one, later in pairwise(cards))
    return either and quick and state.t - cards[-1].t <= THROWN_S and len(cards) < _hand(state)


def _unmoved(state: RefereeState, cards: Sequence[Waiting]) -> int:
    """How many cards were laid down, while the board is as it was."""
    early = not _is_dead(state, cards[0]) and len(cards) < TOO_MANY
    if early or _may_stay(state, cards[0]) or _at_once(state, cards):
        return 0
    return 1 if not _throws(state) else _hand(state) if len(cards) >= _hand(state) else 0


def _moved(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> Step | None:
    """What the cards are if pawns have moved, and not by the first one of the player on turn."""
    if not state.has_stood(CONFIRM_S) or _explains(state, look, state.course, cards[0]):
        return None
    moved, own = _moved_seats(state, look), state.rules.table.player_of(state.on_turn)
    if state.course.again == "later":  # others have moved their pawns: it is theirs
        return _stop(state) if moved.isdisjoint(own) else None
    if len(cards) > 1 and (between := _played_by_all(state, look, cards)):
        unsure = any(isinstance(card, CardLaid) for card in cards[:2])
        return rule_legal(state, _declared(state, cards[0]), between) if unsure else None
    courses = tuple(_courses(state, cards))
    pairs = [*enumerate(zip(cards, courses, strict=True))][1:]
    place = next((at for at, (card, course) in pairs if _explains(state, look, course, card)), 0)
    if place:
        return _passed_by(state, cards, place)
    dead = bool(moved) and moved.isdisjoint(own) and _is_dead(state, cards[0])
    if (given := _out_of_order(state, look, cards, dead)) is not None or not dead or not pairs:
        return given
    # A wrong move: of the first one whose player's own pawns have moved, or else of the second.
    players = state.rules.table.players
    wrongly = next((at for at, (_, course) in pairs if moved <= set(players[course.turn])), 1)
    return _passed_by(state, cards, wrongly)


def _courses(state: RefereeState, cards: Sequence[Waiting]) -> Iterator[GameState]:
    """Hands and order before each card, if those before it were laid down without a move."""
    throws, course = _throws(state), state.course
    for place, card in enumerate(cards):
        yield course
        if throws and place:
            continue
        laid = Declared(card.t, state.rules.on_turn(course), "discard", UNKNOWN)
        if throws:
            hand = max(len(course.hands[course.turn]), 1)
            laid = replace(laid, do="throw", card=None, cards=(UNKNOWN,) * hand)
        course = go_on(state.rules, course, laid, course.position)


def _out_of_order(state: RefereeState, look: Look, cards: Sequence[Waiting], dead: bool) -> Step | None:
    """Give the turn to whose own pawns a card explains, if it is doubtful whose turn it is.

    That is so if the player on turn can't play the first card; and after a turn whose card wasn't surely
    seen, or that was accepted: one may have been missed. Else the player on turn has moved wrongly.
    """
    last = state.turns[-1] if state.turns else None
    known = last is None or (last.play.laid and not last.accepted and not is_inferred(last))
    if (known and not dead) or not isinstance(cards[0], Declared):
        return None
    if len(cards) == 1 and not state.has_rested(LATE_S):  # the next player's card may follow the move
        return (state, ()) if dead else None
    moved = _moved_seats(state, look)
    for player, seats in enumerate(state.rules.table.players):
        if not moved or not moved <= set(seats) or player == state.course.turn:
            continue
        course = out_of_order(state.course, player)
        place = next((at for at, card in enumerate(cards) if _explains(state, look, course, card)), None)
        if place is not None:
            given = replace(state, course=course)
            return _lay_down(state, cards[:1]) if place else (given, (turn_now(given),))
    return None


def _throws(state: RefereeState) -> bool:
    """Whether who can't play throws the hand; where either is allowed, if its cards came at once."""
    if throws_hand(state.rules, state.course):
        return True
    cards, hand = _waiting(state), _hand(state)
    if state.rules.ruleset.cannot_play != "either" or state.course.again or not 1 < hand <= len(cards):
        return False
    times = [card.t for card in cards[:hand]]
    return all(later - t <= THROWN_S for t, later in pairwise(times))


def _hand(state: RefereeState) -> int:
    """How many cards the player on turn holds, at least one."""
    return max(len(state.course.hands[state.course.turn]), 1)


def _stop(state: RefereeState) -> Step:
    """A second play is kept for later: what lies there is the next player's."""
    course = lay_down_unseen(state.rules, state.course)
    stopped = replace(state, course=course)
    return stopped, (turn_now(stopped),)


def _lay_down(state: RefereeState, cards: Sequence[Waiting]) -> Step:
    """Judge cards as laid down without a move."""
    numbers = tuple(number for card in cards for number in _numbers(card))
    queue = tuple(one for one in state.queue if not set(one.laid) & set(numbers))
    left = replace(state, queue=queue, pile=tuple(one for one in state.pile if one.n not in numbers))
    ranks = tuple(UNKNOWN if card.card is None else card.card for card in cards)
    throws = throws_hand(state.rules, state.course) or len(cards) > 1
    seat, t = state.on_turn, cards[0].t
    laid = (
        Declared(t, seat, "throw", None, ranks, laid=numbers)
        if throws
        else Declared(t, seat, "discard", cards[0].card, laid=numbers)
    )
    judged, effects = judge_hand(replace(left, queue=(laid, *left.queue)), laid)
    return judged.open_with(handled=state.open.handled), effects  # the hand may be that of the next move


def _numbers(card: Waiting) -> tuple[int, ...]:
    return card.laid if isinstance(card, Declared) else (card.n,)


def _ranks(state: RefereeState, card: Waiting) -> tuple[Card, ...]:
    """The rank of a card, or those that it may be."""
    if card.card is not None:
        return (card.card,)
    odds = card.ranks if isinstance(card, CardLaid) else {}
    return tuple(rank for rank in state.rules.ranks if odds.get(rank, 0.0) >= LIKELY) or state.rules.ranks


def _is_dead(state: RefereeState, card: Waiting) -> bool:
    """Whether the player on turn can't play a card at all."""
    plays = (Play(state.on_turn, rank, state.course.pawn) for rank in _ranks(state, card))
    return not any(state.rules.count(state.record, play, 1) for play in plays)


def _may_stay(state: RefereeState, card: Waiting) -> bool:
    """Whether a card can be played so that nothing is seen to move."""
    plays = [Play(state.on_turn, rank, state.course.pawn) for rank in _ranks(state, card)]
    return any(state.legal_as(play, state.pawns) for play in plays)


def _explains(state: RefereeState, look: Look, course: GameState, card: Waiting) -> bool:
    """Whether a card explains the board, played by the player on turn."""
    seat = state.rules.on_turn(course)
    plays = (Play(seat, rank, course.pawn) for rank in _ranks(state, card))
    return any(state.match(look, play).kind == "legal" for play in plays)


def _declared(state: RefereeState, card: Waiting) -> Declared:
    """The declaration of the first card that waits."""
    return card if isinstance(card, Declared) else Declared(state.t, state.on_turn, "card")


def _played_by_all(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> tuple[Position, ...]:
    """The positions after the first card that waits, if they explain the board one after the other."""
    course, plays = state.course, list[Play]()
    for card in cards:
        seat = state.rules.on_turn(course)
        plays.append(Play(seat, card.card, course.pawn))
        course = go_on(state.rules, course, Declared(card.t, seat, "card", card.card), course.position)
    return played_in_turn(state.rules, state.belief, look, plays)


def _moved_seats(state: RefereeState, look: Look) -> set[Seat]:
    """The seats whose pawns have moved; none where that isn't known."""
    standing = state.likeliest(look)
    return set() if standing is None else {seat for _, seat in standing - state.pawns}
