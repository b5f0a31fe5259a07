"""Rules that a turn is legal, once that is sure enough, or flags it."""

from dataclasses import replace

from toc_pi.belief.cards import explaining, is_doubtful, only_removed, touches_unsure
from toc_pi.belief.game import Play, Ruling
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import Match, legal_as, likeliest_first, ruling_of
from toc_pi.belief.rulebook import Rulebook
from toc_pi.belief.standing import with_missing
from toc_pi.belief.two_turns import after_both
from toc_pi.referee.events import Declared
from toc_pi.referee.lost_sight import may_be_in_hand
from toc_pi.referee.patience import has_rested, has_stood, is_seen_again, note_unconfirmed
from toc_pi.referee.settling import Step, accepted_positions, play_of, settle, verdict
from toc_pi.referee.states import Cause, Flag, RefereeState
from toc_pi.referee.waits import AGAIN_S, CAMP_S, CONFIRM_S, SPLIT_S
from toc_pi.rules.position import Position


def when_legal(
    book: Rulebook, state: RefereeState, look: Look, declared: Declared, play: Play, seen: Match
) -> Step:
    """Wait until a legal result is sure, then settle it."""
    if seen.away and not has_rested(state, CAMP_S) and not others_wait(state, declared):
        return state, ()
    # Also seen in an earlier clear view: none of its pawns is in a hand.
    confirmed = not only_removed(state.belief, seen) and is_seen_again(state, seen.pawns, CONFIRM_S)
    if is_doubtful(book, state.belief, look, seen) and not has_stood(state, CONFIRM_S) and not confirmed:
        return note_unconfirmed(state, seen.pawns), ()
    # The board that is being put back
    stood_there = state.flag.pawns if state.flag is not None else state.to_go_back
    if stood_there is not None and seen.fallen and not has_rested(state, CAMP_S):
        return state, ()
    in_hand = stood_there is not None and may_be_in_hand(book, state, look, seen.pawns, stood_there)
    if in_hand and not has_rested(state, SPLIT_S):
        return state, ()
    again = is_handless(state) or stood_there is not None or touches_unsure(book, state.belief, look, play)
    if not has_stood(state, AGAIN_S) and again and not confirmed:
        return state, ()
    return rule_legal(book, _believe(state, look, seen, book), declared, seen.positions)


def is_handless(state: RefereeState) -> bool:
    """Whether the board changed in a clear view, without a hand, so that it may be misread."""
    return any(
        one.look.agrees(state.pawns) or one.until - one.since >= CONFIRM_S for one in state.episode.former
    )


def others_wait(state: RefereeState, declared: Declared) -> bool:
    """Whether another player has declared since, so that the table considers this turn over."""
    return any(other.seat != declared.seat for other in state.queue)


def _believe(state: RefereeState, look: Look, seen: Match, book: Rulebook) -> RefereeState:
    """Record pawns that aren't accounted for as absent."""
    if not seen.away and not state.belief.absent:
        return state
    return state.believing(with_missing(book, state.belief, look, seen.pawns))


def rule_legal(
    book: Rulebook, state: RefereeState, declared: Declared, positions: tuple[Position, ...]
) -> Step:
    """Rule a turn legal and settle it; an undeclared card is inferred from it."""
    state = take(state, declared)
    if declared.do == "card" and declared.card is None:
        declared = infer_card(book, state, declared, positions[0].pawns)
    judged = verdict(book, state, declared, positions[0])
    positions = _with_other_ways(book, state, declared, positions)
    settled, effects = settle(state, book, declared, positions, accepted=False)
    return settled, (judged, *effects)


def _with_other_ways(
    book: Rulebook, state: RefereeState, declared: Declared, positions: tuple[Position, ...]
) -> tuple[Position, ...]:
    """Add the positions that are possible if the turn before was played in another way.

    That is so if both were seen as one: the board between them is the likeliest, but wasn't seen.
    """
    look, pawns = state.look, positions[0].pawns
    last = state.turns[-1] if state.turns else None
    if look is None or last is None or last.play.do != "card" or last.accepted or declared.do != "card":
        return positions
    if last.t < state.episode.since or look.agrees(state.pawns):
        return positions
    before = replace(state.with_record(last.record), course=last.course)
    first, second = play_of(before, book, last.play), play_of(state, book, declared)
    return tuple(dict.fromkeys((*positions, *after_both(book, last.record, first, second, pawns))))


def infer_card(book: Rulebook, state: RefereeState, declared: Declared, pawns: Pawns) -> Declared:
    """Infer an undeclared card from its move: one rank, or several that stay open."""
    cards = explaining(book, state.record, play_of(state, book, declared), pawns, state.course)
    return replace(declared, card=cards[0] if len(cards) == 1 else None, cards=cards)


def take(state: RefereeState, declared: Declared) -> RefereeState:
    """Take a declared card out of the queue."""
    if state.queue and state.queue[0] == declared:
        return replace(state, queue=state.queue[1:])
    return state


def rule_on(book: Rulebook, state: RefereeState, look: Look, declared: Declared, pawns: Pawns) -> Step:
    """Judge a card by a position that the players have confirmed."""
    play = play_of(state, book, declared)
    state = state.believing(with_missing(book, state.belief, look, pawns))
    results = legal_as(book, state.record, play, pawns)
    if results:
        return rule_legal(book, state, declared, likeliest_first(results, look))
    return flag_turn(book, state, look, declared, pawns, ruling_of(book, state.record, play, pawns))


def flag_turn(
    book: Rulebook, state: RefereeState, look: Look, declared: Declared, pawns: Pawns, why: Ruling
) -> Step:
    """Flag a turn as illegal, with the reasons; it stays open."""
    state = take(state, declared)
    after = accepted_positions(state.record, pawns, look)[0]
    judged = verdict(book, state, declared, after, why)
    flag = Flag(declared, pawns, why.reasons)
    return (
        replace(
            state.gone_on(Cause.ILLEGAL),
            flag=flag,
            taken_back=None,
            to_go_back=None,
            notices=frozenset(),
            handled=False,
        ),
        (judged,),
    )
