"""What confirms a card on the pile, so that the family's pack may learn it: a move, or a tap.

A card counts only once the turn after it is settled. What nothing but its reading says is never confirmed: a
reader that learns from itself drifts.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from toc_pi.belief.plays import UndeclaredMove
from toc_pi.effects import CardConfirmed
from toc_pi.events import UNSEEN
from toc_pi.referee.states import RefereeState
from toc_pi.referee.turns import SettledTurn


def newly_confirmed(before: RefereeState, after: RefereeState) -> tuple[CardConfirmed, ...]:
    """The cards that are confirmed after an event, and weren't before it."""
    if after.turns is before.turns or after.rules.game.declare != "camera":
        return ()
    return tuple(_confirmed(before.turns, after))


def _confirmed(known: tuple[SettledTurn, ...], state: RefereeState) -> Iterator[CardConfirmed]:
    for place, (turn, following) in enumerate(pairwise(state.turns)):
        if place + 1 < len(known) and known[place] is turn:
            continue
        play = turn.play
        seen = len(play.laid) == 1 and UNSEEN not in play.laid
        if play.card is None or not seen or play.do not in ("card", "discard"):
            continue
        if play.told or _fits_alone(state, turn, following):
            yield CardConfirmed(state.t, play.laid[0], play.card)


def _fits_alone(state: RefereeState, turn: SettledTurn, following: SettledTurn) -> bool:
    """Whether the move was legal, and is so as that rank alone, whatever its card looked like."""
    if turn.accepted or turn.play.do != "card":
        return False
    play = state.before(turn).play_of(replace(turn.play, card=None))
    pawns = following.record[0].pawns
    move = UndeclaredMove(state.rules, turn.record, play, pawns, turn.course)
    return move.explaining() == (turn.play.card,)
