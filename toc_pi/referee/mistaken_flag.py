"""A flag is taken back where its card turns out to be another player's, as the game goes on from it."""

from collections.abc import Sequence
from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.belief.look import Look
from toc_pi.effects import Cleared
from toc_pi.events import UNSEEN, CardLaid
from toc_pi.referee.card_odds import going_on
from toc_pi.referee.laid_down import lay_down
from toc_pi.referee.phases import CONFIRM_S, Cause
from toc_pi.referee.pile import Waiting, after_card, laid_before, played_by_all, waiting_cards
from toc_pi.referee.settling import accepted_positions, rule_legal
from toc_pi.referee.states import Flag, RefereeState, Step, following
from toc_pi.referee.unseen_cards import MAX_IN_TURN, first_unseen


def mistaken_flag(state: RefereeState) -> Step | None:
    """Take a flag back whose move was right with a card that wasn't seen, or was the next player's.

    Either shows by the cards after it, once pawns have moved by them as they couldn't if the flagged move was
    to stand.
    """
    flag, look = state.open.flag, state.clear_look
    if flag is None or look is None or not flag.play.laid or flag.play.do != "card" or flag.play.card is None:
        return None
    if not state.has_stood(CONFIRM_S) or look.agrees(state.pawns):
        return None
    cards = waiting_cards(state)
    again = state.gone_on(Cause.REOPENED).open_with(flag=None).without_notices()
    step = None if look.agrees(flag.pawns) else _of_an_unseen_card(again, flag, look, cards)
    step = step or _of_the_next_player(again, flag, look, cards)
    return None if step is None else following((Cleared(state.t, state.n, righted=False),), step)


def _of_an_unseen_card(state: RefereeState, flag: Flag, look: Look, cards: Sequence[Waiting]) -> Step | None:
    """The flagged move was made with a card that wasn't seen; the one that was is the next player's."""
    right = state.legal_as(state.play_of(replace(flag.play, card=None)), flag.pawns)
    after, laid = after_card(state.rules, state.course), (flag.play, *cards)
    if not right or going_on(state, look, after, right, laid) <= _stands(state, flag, look, cards):
        return None
    return first_unseen(right, state, laid)


def _of_the_next_player(state: RefereeState, flag: Flag, look: Look, cards: Sequence[Waiting]) -> Step | None:
    """The player on turn has laid down an unseen card, and the next one has made the flagged move."""
    unseen = CardLaid(flag.play.t, UNSEEN, {})
    for before in laid_before(state, (unseen, flag.play))[1]:
        seat = state.rules.on_turn(before.course)
        right = state.legal_as(Play(seat, flag.play.card), flag.pawns)
        after = after_card(state.rules, before.course, flag.play.card)
        if not right and cards:  # others may have moved before it was flagged
            right = played_by_all(
                replace(state, course=before.course), look, (flag.play, *cards[:MAX_IN_TURN])
            )
        elif not right or going_on(state, look, after, right, cards) <= _stands(state, flag, look, cards):
            right = ()
        if right:
            laid, effects = lay_down(state, (unseen,))
            played = replace(flag.play, seat=state.rules.on_turn(laid.course))
            return following(effects, rule_legal(laid, played, right))
    return None


def _stands(state: RefereeState, flag: Flag, look: Look, cards: Sequence[Waiting]) -> float:
    """How likely these cards lead to the board after the flagged move, which the table has let stand."""
    accepted = accepted_positions(state.record, flag.pawns, look)
    return going_on(state, look, after_card(state.rules, state.course), accepted, cards)
