"""Where a story branches: other explanations of a card that can't be right where it lies."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import log

from toc_pi.belief.look import Look
from toc_pi.effects import Effect
from toc_pi.events import UNSEEN, CardLaid, Declared, Event, PileGathered, Seen
from toc_pi.referee.handling import conclude, handle
from toc_pi.referee.laid_cards import course_before, seated, sees_cards, take_up
from toc_pi.referee.laid_down import lay_down
from toc_pi.referee.order import lay_down_unseen, out_of_order, throws_hand
from toc_pi.referee.phases import CONFIRM_S
from toc_pi.referee.pile import hand_size, is_dead, may_be_dead, may_throw, numbers_of, waiting_cards, without
from toc_pi.referee.plausibility import is_mid_deal, look_weight, next_is_first, unread_phantom
from toc_pi.referee.settling import rule_legal, turn_now
from toc_pi.referee.states import RefereeState, StepResult, following
from toc_pi.referee.turns import AtRest, PawnsMoved

MOST_MISSED = 2  # cards of a thrown hand that weren't seen
DEPTH = 2  # cards in a row that aren't what they seem

PHANTOM = 0.003  # a card is seen that nobody laid
UNLIKE = 0.1  # probability of a rank below which it is considered that it isn't the card
KEPT = 0.5  # the second play of a joker is kept for later
OUT_OF_ORDER = 0.0005  # somebody else plays than whose turn it is
PASSED_BY = 0.005  # the same where that one couldn't have played the card
ASTRAY = 0.0003  # several cards that wait are of turns before, whoever's they were
EARLY = 0.02  # the next player lays a card of the same rank before a card is played
WAIT_S = 1.5  # after a move, before it is considered that its card wasn't seen

IsWorth = Callable[[float], bool]
"""Whether a branch of a weight, its logarithm, may be kept; those that can't be aren't concluded."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One way in which a story goes on.

    Attributes:
        weight: the logarithm of its weight, without that of its turns.
        step: the state after it, and what would be told.
    """

    weight: float
    step: StepResult


def branches(state: RefereeState, event: Event, is_worth: IsWorth) -> Iterator[Branch]:
    """Every way in which a story goes on with an event, the one that takes everything as it seems first."""
    if isinstance(event, CardLaid) and _lies_again(state, event):
        yield from _ways_on(replace(state, queue=state.queue[1:]), event, is_worth)
        yield from _weighed(log(EARLY), _ways_on(state, event, _beside(is_worth, log(EARLY))))
    else:
        yield from _ways_on(state, event, is_worth)


def _lies_again(state: RefereeState, laid: CardLaid) -> bool:
    """Whether a new card may be the one that waits to be played, taken up and laid once more."""
    head = state.queue[0] if len(state.queue) == 1 and not state.pile else None
    if state.rules.game.declare != "camera" or head is None or not head.laid or laid.n <= state.laid:
        return False
    same = head.card is not None and head.card == laid.card
    return same and _is_unmoved(state) and not is_dead(state, head)


def _ways_on(state: RefereeState, event: Event, is_worth: IsWorth) -> Iterator[Branch]:
    """The ways on where a new card is another one than those that lie there."""
    handled = handle(state, event)
    main = conclude(state, handled)
    yield Branch(0.0, main)
    if handled[0].rules.game.declare != "camera" or not sees_cards(handled[0]):
        return
    yield from _others(state, handled, main[0], DEPTH, is_worth)
    for step in _told_by(state, event, handled):
        yield Branch(0.0, conclude(state, step))


def _told_by(state: RefereeState, event: Event, handled: StepResult) -> Iterator[StepResult]:
    """What an event itself may tell of cards before it.

    Args:
        state: the state before the event.
        handled: after it, before conclusions, and what has followed so far.
    """
    match event:
        case PileGathered() if is_mid_deal(handled[0]):
            yield from _dealt_anew(handled)
        case Declared(do="card") if isinstance(state.phase, AtRest) and not (state.queue or state.pile):
            yield from _passed_over(state, event)
        case Declared(do="accept") if isinstance(state.phase, AtRest) and state.queue:
            yield from _accepted_discard(state, event, state.queue[0])
        case Seen() if _waits(state) and state.look is not None and handled[0].look is not None:
            if state.look.pawns != handled[0].look.pawns:
                for settled, effects in _unseen_move(state):
                    yield following(effects, handle(settled, event))


def _dealt_anew(handled: StepResult) -> Iterator[StepResult]:
    """The pile was gathered for a new deal: the last cards of the old one were laid down unseen."""
    for step in _unseen_discards(handled[0], len(handled[0].course.hands)):
        if not is_mid_deal(step[0]):
            yield following(handled[1], step)
            return


def _passed_over(state: RefereeState, event: Declared) -> Iterator[StepResult]:
    """A player taps a card, and those before them have laid down cards that weren't seen."""
    if state.rules.same_player(event.seat, state.on_turn) or not _is_unmoved(state):
        return
    for waiting, effects in _unseen_discards(state, len(state.course.hands) - 1):
        if state.rules.same_player(event.seat, waiting.on_turn):
            yield following(effects, handle(waiting, event))
            return


def _accepted_discard(state: RefereeState, event: Declared, head: Declared) -> Iterator[StepResult]:
    """The player of the card that waits accepts it as laid down, which nobody has flagged."""
    own = not event.seat or state.rules.same_player(event.seat, head.seat)
    if not own or not head.laid or state.look is None or not _is_unmoved(state):
        return
    laid, effects = lay_down(state, (head,))
    if laid.open.flag is not None:
        yield following(effects, handle(laid, event))


def _is_unmoved(state: RefereeState) -> bool:
    """Whether the board was last seen as recorded, or not at all."""
    return state.look is None or state.shows(state.look, state.pawns)


def _others(
    state: RefereeState, handled: StepResult, after: RefereeState, depth: int, is_worth: IsWorth
) -> Iterator[Branch]:
    """Other explanations than the one that has led to a state."""
    if depth == 0:
        return
    begun = following(handled[1], _taken_up(handled[0]))
    if _is_contradicted(state, begun[0], after):
        ways = _contradicted(begun[0])
    elif _is_cut(begun[0], after):
        ways = _as_likely(_laid_down(begun[0]))
    elif _may_be_cut(begun[0], after):
        ways = _as_likely(_thrown(begun[0], hand_size(begun[0].course) - 1))
    elif state.course.again == "later" and len(after.turns) > len(state.turns):
        ways = _kept(begun[0])
    elif _has_waited(state, after) or _is_tapped_ahead(begun[0], after):
        ways = _as_likely(_unseen_move(begun[0]))
    else:
        return
    for weight, step in ways:
        own = log(weight)
        if not is_worth(own):
            continue
        went = following(begun[1], step)
        concluded = conclude(state, went)
        yield Branch(own, concluded)
        yield from _weighed(own, _others(state, went, concluded[0], depth - 1, _beside(is_worth, own)))


def _beside(is_worth: IsWorth, own: float) -> IsWorth:
    """Whether a branch off one of this weight is worth it."""
    return lambda weight: is_worth(own + weight)


def _weighed(own: float, further: Iterable[Branch]) -> Iterator[Branch]:
    """Branches off one of this weight."""
    return (replace(each, weight=own + each.weight) for each in further)


def _taken_up(state: RefereeState) -> StepResult:
    """The state with the cards of the pile as declarations."""
    effects: tuple[Effect, ...] = ()
    for _ in range(len(state.pile)):
        step = take_up(state)
        if step is None:
            break
        state, effects = step[0], (*effects, *step[1])
    return seated(state), effects


def _is_contradicted(was: RefereeState, before: RefereeState, after: RefereeState) -> bool:
    """Whether the first card that waits has just turned out not to explain the board.

    Args:
        was: the state before the event.
        before: after it, before conclusions.
        after: with them.
    """
    if _is_unlike(was, after):
        return True
    look, cards = before.clear_look, waiting_cards(before)
    if look is None or not cards or before.open.flag is not None or before.shows(look, before.pawns):
        return False
    flag, head = after.open.flag, cards[0]
    if flag is not None:
        return flag.play.laid == numbers_of(head)
    if waiting_cards(after)[:1] != (head,) or (isinstance(head, CardLaid) and len(cards) < 2):
        return False
    same = (was.queue, was.pile, was.look) == (before.queue, before.pile, before.look)
    had_stood = same and was.clear_look is not None and was.has_stood(CONFIRM_S)
    return before.has_stood(CONFIRM_S) and not had_stood


def _is_unlike(before: RefereeState, after: RefereeState) -> bool:
    """Whether a turn was just taken for that of a card that doesn't look like it, or couldn't be read."""
    turn = after.turns[len(before.turns)] if len(after.turns) > len(before.turns) else None
    if turn is None or not (after.queue or after.pile):
        return False
    if turn.play.do == "discard":
        return turn.play.card is None and turn.play.laid not in ((), (UNSEEN,))
    return turn.seen is not None and (not turn.seen.ranks or look_weight(turn) < log(UNLIKE))


def _waits(state: RefereeState) -> bool:
    """Whether a move waits for its card."""
    waits = not (state.queue or state.pile or state.open.flag or state.open.taken_back)
    return waits and isinstance(state.phase, PawnsMoved) and state.moved_at is not None


def _is_cut(before: RefereeState, after: RefereeState) -> bool:
    """Whether a hand is thrown of which some cards weren't seen, unless those after it are its own."""
    return bool(waiting_cards(before)) and any(
        turn.play.do == "throw" and len(turn.play.cards) < hand_size(turn.course)
        for turn in after.turns[len(before.turns) :][:1]
    )


def _may_be_cut(before: RefereeState, after: RefereeState) -> bool:
    """Whether a card is taken for a discard though it may be the first of a hand that wasn't seen whole."""
    turns = after.turns[len(before.turns) :]
    return len(waiting_cards(before)) > 1 and bool(turns) and turns[0].play.do == "discard"


def _is_tapped_ahead(before: RefereeState, after: RefereeState) -> bool:
    """Whether a move is flagged by a card that a later player has tapped for their own."""
    head, flag = before.head, after.open.flag
    if head is None or head.laid or flag is None or before.open.flag is not None:
        return False
    return head.do == "card" and head == flag.play and not before.rules.same_player(head.seat, before.on_turn)


def _has_waited(before: RefereeState, after: RefereeState) -> bool:
    """Whether a move has just waited for its card so long that it may not be laid any more."""
    if not _waits(after) or not _waits(before) or before.moved_at != after.moved_at:
        return False
    assert after.moved_at is not None
    return before.t < after.moved_at + WAIT_S <= after.t


WeightedStep = tuple[float, StepResult]


def _as_likely(steps: Iterable[StepResult], weight: float = 1.0) -> Iterator[WeightedStep]:
    """Steps with one weight; their turns have weights of their own."""
    return ((weight, step) for step in steps)


def _contradicted(state: RefereeState) -> Iterator[WeightedStep]:
    """What else the first card that waits may be, which makes the move wrong that is seen."""
    look, cards = state.clear_look, waiting_cards(state)
    if not cards:
        return
    phantom = PHANTOM if isinstance(cards[0], Declared) else unread_phantom(state)
    yield phantom, (without(state, numbers_of(cards[0])), ())
    if look is None or not state.has_stood(CONFIRM_S):
        return
    yield from _as_likely(_unseen_move(state), next_is_first(state))
    yield from _as_likely(_laid_down(state))
    yield from _as_likely(_unseen_discards(state))
    yield from _kept(state)
    yield from _out_of_order(state, look)
    yield from _astray(state, look)


def _kept(state: RefereeState) -> Iterator[WeightedStep]:
    """The second play of a joker is kept for later: what lies or stands there is the next player's."""
    if state.course.again == "later":
        course = lay_down_unseen(state.rules, state.course)
        stopped = seated(replace(state, course=course))
        yield KEPT, (stopped, (turn_now(stopped),))


def _unseen_move(state: RefereeState) -> Iterator[StepResult]:
    """The move is that of a card that wasn't seen."""
    look = state.look
    pawns = None if look is None else state.likeliest(look)
    if look is None or pawns is None or pawns == state.pawns:
        return
    unseen = Declared(state.t, state.on_turn, "card", laid=(UNSEEN,))
    right = state.legal_as(state.play_of(unseen), pawns)
    if right:
        yield rule_legal(state.with_missing(look, pawns), unseen, right)


def _laid_down(state: RefereeState) -> Iterator[StepResult]:
    """The first card that waits is a discard; or the hand is thrown, of which some cards weren't seen."""
    if not throws_hand(state.rules, state.course):
        yield lay_down(state, waiting_cards(state)[:1])
    yield from _thrown(state, hand_size(state.course))


def _thrown(state: RefereeState, most: int) -> Iterator[StepResult]:
    """The hand is thrown, of which at most so many cards were seen."""
    cards, hand = waiting_cards(state), hand_size(state.course)
    if (throws_hand(state.rules, state.course) or hand > 1) and may_throw(state.rules, state.course):
        for count in range(max(hand - MOST_MISSED, 1), min(most, len(cards)) + 1):
            if all(may_be_dead(state, card) for card in cards[:count]):
                yield lay_down(state, cards[:count])


def _unseen_discards(state: RefereeState, most: int = 2) -> Iterator[StepResult]:
    """One or more players have laid down a card, or thrown the hand, without being seen."""
    effects: tuple[Effect, ...] = ()
    for _ in range(most):
        if state.course.phase != "play":
            return
        state, more = lay_down(state, (CardLaid(state.t, UNSEEN, {}),))
        state, effects = seated(state), (*effects, *more)
        yield state, effects


def _out_of_order(state: RefereeState, look: Look) -> Iterator[WeightedStep]:
    """It is the turn of the player whose own pawns have moved as the card allows."""
    pawns = state.likeliest(look)
    moved = {seat for _, seat in pawns - state.pawns} if pawns is not None else set()
    for player, seats in enumerate(state.rules.table.players):
        if moved and moved <= set(seats) and player != state.course.turn:
            given = seated(replace(state, course=out_of_order(state.course, player)))
            dead = is_dead(state, waiting_cards(state)[0])
            yield PASSED_BY if dead else OUT_OF_ORDER, (given, (turn_now(given),))


def _astray(state: RefereeState, look: Look) -> Iterator[WeightedStep]:
    """The cards that wait, perhaps but the last, are of earlier turns: who laid which was lost track of."""
    pawns, cards = state.likeliest(look), waiting_cards(state)
    moved = {seat for _, seat in pawns - state.pawns} if pawns is not None else set()
    for player, seats in enumerate(state.rules.table.players):
        if not moved or not moved <= set(seats):
            continue
        for count in range(max(len(cards) - 1, 2), len(cards) + 1):
            number = numbers_of(cards[count])[0] if count < len(cards) else state.laid + 1
            course = course_before(state, number)
            if player != course.turn:
                course = out_of_order(course, player)
            left = without(state, [n for card in cards[:count] for n in numbers_of(card)])
            given = seated(replace(left, course=course))
            yield ASTRAY, (given, (turn_now(given),))
