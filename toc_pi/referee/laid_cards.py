"""Cards that the camera saw on the pile: whose each is, and how it is taken for a declaration.

A sure card is a declaration of the player whose turn it is once those laid before it are played. One that
isn't sure waits on the pile: its move is found as without a card (`who_moved.py`), with what it looks like as
evidence. `laid_down.py` finds the cards that nobody moves by.
"""

from dataclasses import replace

from toc_pi.effects import CardSeen, CardsGone, Effect
from toc_pi.events import CardLaid, CardTaken, Declared, Event
from toc_pi.referee.declaring import card_undone, enqueue, judge_again, settle_open
from toc_pi.referee.order import go_on
from toc_pi.referee.phases import CARD_LATE_S, CARD_WAIT_S
from toc_pi.referee.pile import unread
from toc_pi.referee.states import RefereeState, StepResult, following
from toc_pi.referee.taking_back import lift_flag
from toc_pi.referee.turns import AtRest, Cause, Flag, OnPause, PawnsMoved, SettledTurn
from toc_pi.rules.game import GameState, unseen
from toc_pi.rules.position import Card

RECENT = 3  # turns, of which one must have had its card seen: else the pile can't be seen


def card_laid(state: RefereeState, event: Event) -> StepResult:
    """Handle `CardLaid`: a new card, or another reading of one that was laid before."""
    assert isinstance(event, CardLaid)
    if state.rules.game.declare != "camera":
        return state, ()
    laid = _counted(state, event)
    # A card that the pack of these rules doesn't have is told as it was read, and can't be played.
    told = laid if event.card is None or state.rules.ruleset.cards.get(event.card) else event
    seen: tuple[Effect, ...] = (CardSeen(state.t, told.n, told.ranks, told.card, told.t),)
    if laid.n > state.laid:
        return replace(state, laid=laid.n, pile=(*state.pile, laid)), seen
    return following(seen, read_again(state, laid))


def _counted(state: RefereeState, laid: CardLaid) -> CardLaid:
    """A card without the ranks that the pack has no card left of: a fifth ace is a misreading."""
    if any(laid.n in turn.play.laid for turn in state.turns):
        return laid  # it is counted itself
    left = dict(unseen(state.rules.ruleset, course_before(state, laid.n).used))
    if state.open.relaying is not None and (taken := _last_play(state)) is not None and taken.card:
        left[taken.card] += 1  # it is the one that is laid once more
    possible = {card: chance for card, chance in laid.ranks.items() if left.get(card, 0) > 0}
    if laid.card is None or left.get(laid.card, 0) > 0:
        return laid if len(possible) == len(laid.ranks) else replace(laid, ranks=_normal(possible))
    return replace(laid, ranks=_normal(possible), card=None)


def course_before(state: RefereeState, n: int) -> GameState:
    """Hands and order once all the cards that lie there before this one are played or laid down."""
    flag, course = state.open.flag, state.course
    again = state.open.taken_back if state.is_reopened and isinstance(state.phase, PawnsMoved) else None
    moved = flag.play if flag is not None else again
    plays = [*([moved] if moved is not None else []), *state.queue]
    plays += [Declared(one.t, state.on_turn, "discard", one.card, laid=(one.n,)) for one in state.pile]
    for play in plays:
        if n not in play.laid and course.phase == "play":
            seat = state.rules.on_turn(course)
            course = go_on(state.rules, course, replace(play, seat=seat), course.position)
    return course


def _normal(ranks: dict[Card, float]) -> dict[Card, float]:
    """Ranks whose probabilities sum up to one."""
    total = sum(ranks.values())
    return {card: round(chance / total, 3) for card, chance in ranks.items() if chance >= total / 1000}


def read_again(state: RefereeState, laid: CardLaid) -> StepResult:
    """Another reading of a card: it counts instead of the first, as far as that can still be changed."""
    if any(one.n == laid.n for one in state.pile):
        pile = (replace(laid, t=one.t) if one.n == laid.n else one for one in state.pile)
        return replace(state, pile=tuple(pile)), ()
    flag = state.open.flag
    flagged = () if flag is None else (flag.play,)
    declared = (*state.queue, *flagged, *(turn.play for turn in state.turns))
    if any(one.laid == (laid.n,) and _is_tapped(one) for one in declared):
        return state, ()
    for place, waiting in enumerate(state.queue):
        if waiting.laid == (laid.n,):
            before, after = state.queue[:place], state.queue[place + 1 :]
            if laid.card is not None:
                return replace(state, queue=(*before, replace(waiting, card=laid.card), *after)), ()
            if any(map(_is_tapped, after)):
                return state, ()  # people have gone on from it
            # Those after it go back to the pile with it.
            again = replace(laid, t=waiting.t)
            return replace(state, queue=before, pile=(again, *map(unread, after), *state.pile)), ()
    if laid.card is None:
        return state, ()
    if flag is not None and flag.play.laid == (laid.n,):
        return enqueue(state, replace(flag.play, card=laid.card, cards=())), ()
    turn = next((turn for turn in state.turns if turn.play.laid == (laid.n,)), None)
    return (state, ()) if turn is None else turn_read_again(state, turn, laid)


def _is_tapped(declared: Declared) -> bool:
    """Whether people said what was played or laid down, perhaps of a card that had been seen: that counts."""
    return not declared.laid or declared.told or declared.do != "card"


def turn_read_again(state: RefereeState, turn: SettledTurn, laid: CardLaid) -> StepResult:
    """The card of a settled turn is read surely now."""
    play = turn.play
    if laid.card is None or (play.card == laid.card and not play.cards):
        return state, ()
    if laid.card in play.cards:
        return settle_open(state, turn.n, laid.card)
    if turn is not state.turns[-1] or state.queue or state.open.flag is not None:
        return state, ()
    t = play.t if turn.seen is None else turn.seen.t
    return judge_again(state, replace(play, t=t, card=laid.card, cards=()))


def card_taken(state: RefereeState, event: Event) -> StepResult:
    """Handle `CardTaken`: a card that wasn't played was never laid; after a move another one follows."""
    assert isinstance(event, CardTaken)
    if state.rules.game.declare != "camera" or event.n > state.laid:
        return state, ()
    gone: tuple[Effect, ...] = (CardsGone(state.t, event.n),)
    state = replace(state, pile=tuple(one for one in state.pile if one.n != event.n))
    withdrawn = next((one for one in state.queue if event.n in one.laid), None)
    if withdrawn is not None:
        left = replace(state, queue=tuple(one for one in state.queue if one is not withdrawn))
        done = left if left.queue or not isinstance(left.phase, AtRest) else left.gone_on(Cause.WITHDRAWN)
        return done, (*gone, card_undone(state.t, withdrawn))
    last, flag = _last_play(state), state.open.flag
    if last is None or event.n not in last.laid:
        return state, gone
    if flag is not None and last.do == "throw" and len(last.laid) > 1:
        return following(gone, _taken_of_a_hand(state, flag, event.n))
    return replace(state, open=replace(state.open, relaying=last.seat)), gone


def _taken_of_a_hand(state: RefereeState, flag: Flag, n: int) -> StepResult:
    """A card of a flagged hand is taken back; the last one that stays there is the one that is played."""
    left = [(at, card) for at, card in zip(flag.play.laid, flag.play.cards, strict=True) if at != n]
    laid, cards = tuple(at for at, _ in left), tuple(card for _, card in left)
    if len(left) > 1:
        play = replace(flag.play, laid=laid, cards=cards)
        return replace(state, open=replace(state.open, phase=replace(flag, play=play))), ()
    lifted, effects = lift_flag(state)
    return enqueue(lifted, Declared(flag.play.t, flag.play.seat, "card", cards[0], laid=laid)), effects


def _last_play(state: RefereeState) -> Declared | None:
    """The play that was judged last, flagged or settled."""
    if state.open.flag is not None:
        return state.open.flag.play
    return state.turns[-1].play if state.turns else None


def in_mode(state: RefereeState) -> RefereeState:
    """The state with cards to be declared or not: a turn is strict while its card is sure, or awaited."""
    rules = state.rules
    if rules.game.declare != "camera":
        return state
    wanted = rules.freely(_is_free(state))
    return state if rules is wanted else replace(state, rules=wanted)


def _is_free(state: RefereeState) -> bool:
    """Whether the open turn is found without its card: none is seen, or none that is sure."""
    asked, flag, again = state.open.asked, state.open.flag, state.open.taken_back
    head = state.head
    if not sees_cards(state):
        return True
    if head is not None and head.laid and flag is None:
        return False
    if state.pile or (asked is not None and asked.code == "who-moved"):
        return True
    open_plays = (again, flag.play if flag is not None else None)
    if any(play is not None and play.do == "card" and play.card is None for play in open_plays):
        return True
    if head is not None or not isinstance(state.phase, PawnsMoved) or not state.has_rested(2 * CARD_WAIT_S):
        return False
    look = state.look
    standing = None if look is None else state.likeliest(look)
    if look is None or standing is None:
        return True
    # Without a card it is hardly a move if a pawn may just have fallen.
    sure = not any(hole in look.unsure for hole, _ in standing ^ state.pawns)
    return sure and not state.situation.disturbed and bool(standing - state.pawns)


def sees_cards(state: RefereeState) -> bool:
    """Whether the camera sees the pile now: if not, a move without a card is nothing special."""
    if not state.laid:  # the first move may have its card after it
        waited_s = 0.0 if state.moved_at is None else state.t - state.moved_at
        return not state.turns and waited_s < CARD_WAIT_S
    recent = state.turns[-RECENT:]
    waiting = state.pile or any(one.laid for one in state.queue)
    return bool(waiting) or len(recent) < RECENT or any(turn.play.laid for turn in recent)


def take_up(state: RefereeState) -> StepResult | None:
    """The next card of the pile becomes a declaration, or belongs to a move that was made before it."""
    if not state.pile or isinstance(state.phase, OnPause):
        return None
    laid, flag = state.pile[0], state.open.flag
    late = _late(state, laid)
    if late is not None:
        return late
    if laid.card is None and flag is not None and flag.play.card is None and len(state.pile) > 1:
        laid = state.pile[1]  # the first one is the flagged move's
    if laid.card is None:
        return None
    left = replace(state, pile=tuple(one for one in state.pile if one is not laid))
    head = state.head
    if head is not None and not head.laid and head.do in ("card", "discard"):
        same = state.rules.same_player(head.seat, state.on_turn)
        if same and (head.card == laid.card or head.t >= laid.t):  # it was tapped, and a tap counts
            return replace(left, queue=(replace(head, laid=(laid.n,)), *state.queue[1:])), ()
    seat = state.open.relaying
    declared = Declared(
        laid.t, seat or state.rules.on_turn(course_before(state, laid.n)), "card", laid.card, laid=(laid.n,)
    )
    left = replace(left, open=replace(left.open, relaying=None))
    if seat is not None and flag is None and left.turns and not left.queue:
        return judge_again(left, declared)
    return enqueue(left, declared), ()


def _late(state: RefereeState, laid: CardLaid) -> StepResult | None:
    """The step for a card that was laid after its move, which was judged without it; None for any other."""
    flag, turn = state.open.flag, state.turns[-1] if state.turns else None
    left = replace(state, pile=state.pile[1:])
    if state.queue:
        return None
    if flag is not None:
        play = flag.play
        if play.laid or play.card is not None or play.do != "card" or laid.t - play.t > CARD_LATE_S:
            return None
        if laid.card is None:
            return None
        return enqueue(left, Declared(laid.t, play.seat, "card", laid.card, laid=(laid.n,))), ()
    if turn is None or turn.play.do != "card" or turn.play.laid or laid.t - turn.t > CARD_LATE_S:
        return None
    if not isinstance(state.phase, AtRest):  # the next player has moved, too: it is theirs
        return None
    fitting = turn.play.cards or ((turn.play.card,) if turn.play.card else ())
    if laid.card not in fitting if laid.card else not any(card in laid.ranks for card in fitting):
        return None
    play = replace(turn.play, laid=(laid.n,))
    left = replace(left, turns=(*state.turns[:-1], replace(turn, play=play)))
    return settle_open(left, turn.n, laid.card) if laid.card in play.cards and laid.card else (left, ())


def seated(state: RefereeState) -> RefereeState:
    """The state with the seats of the cards that wait as they are by the order of play now."""
    if state.open.flag is not None or not any(one.laid for one in state.queue):
        return state
    course, queue = state.course, list[Declared]()
    again = state.open.taken_back if state.is_reopened else None
    if again is not None and again.laid:  # it still lies there, before them
        course = go_on(state.rules, course, again, course.position)
    for waiting in state.queue:
        seat = state.rules.on_turn(course)
        moves = waiting.laid and waiting.do == "card" and not state.rules.same_player(waiting.seat, seat)
        queue.append(replace(waiting, seat=seat) if moves else waiting)
        if waiting is not state.queue[-1]:
            course = go_on(state.rules, course, queue[-1], course.position)
    return state if tuple(queue) == state.queue else replace(state, queue=tuple(queue))
