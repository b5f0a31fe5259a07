"""How likely it is that a card and a move belong together: by pauses, by the hand, by the rules broken."""

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from toc_pi.belief.game import Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import MAX_RECORDS, ruling_of
from toc_pi.belief.plays import MAX_COUNTED, ONE_CARDS_PAWNS, UndeclaredMove, chance_of_passing
from toc_pi.referee.lost_sight import UNEXPLAINED
from toc_pi.referee.pile import Before, Waiting, after_card, fitting, is_dead, is_unseen, laid_before
from toc_pi.referee.states import RefereeState
from toc_pi.referee.who_moved import WRONG, WRONG_AGAIN
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Position

EARLY, AT_ONCE = 0.02, 0.1  # how rarely the next player's card comes before a move, or at once after it
AT_ONCE_S = 0.7  # a move's own card comes within this after it, if not before
LATE = 0.01  # how rarely it comes later
MANY = 3  # rules that a move breaks which no single one explains
DEAD_PLAYED = 0.1  # how rarely a card that can't be played is moved by, rather than discarded
VANISHING = 1e-12  # least likelihood of a board that is divided by


def laid_in_order(cards: Sequence[Waiting], at: int, since: float) -> float:
    """How likely it is that cards were laid when they were, if the move is that of one of them."""
    late = sum(card.t > since for card in cards[:at] if not is_unseen(card))
    # The one after a move whose card isn't seen is weighed apart.
    early = sum(card.t < since for card in cards[at + 1 + is_unseen(cards[at]) :])
    return EARLY ** (late + early)


def next_rather(after_s: float) -> float:
    """How much rather a card laid so long after a move is the next player's than that of the move."""
    return EARLY if after_s < 0.0 else AT_ONCE if after_s < AT_ONCE_S else 1.0


def chance_of_move(state: RefereeState, course: GameState, pawns: Pawns) -> float:
    """The chance that the player on turn moves so, with an unknown card."""
    play = Play(state.rules.on_turn(course), None, course.pawn)
    return min(1.0, UndeclaredMove(state.rules, state.record, play, pawns, course).chance())


def share_of_move(state: RefereeState, course: GameState, card: Waiting) -> float:
    """The chance of one particular move with a card."""
    play = Play(state.rules.on_turn(course), card.card, course.pawn)
    return 1.0 / max(state.rules.count(state.record, play, MAX_COUNTED), 1)


def next_lays(
    state: RefereeState, course: GameState, positions: tuple[Position, ...], card: Waiting
) -> float:
    """The chance that the next player lays a card after an unknown one has led to these positions."""
    moved, after = state.with_record(positions), after_card(state.rules, course)
    dead = is_dead(moved, card, after)
    return chance_of_passing(state.rules, moved.record, after) if dead else 1.0


def going_on(
    state: RefereeState,
    look: Look,
    course: GameState,
    positions: tuple[Position, ...],
    cards: Sequence[Waiting],
) -> float:
    """How likely it is that these cards lead to the board, after a move to one of these positions.

    Args:
        course: hands and order after that move.
    """
    moved = replace(state.with_record(positions), course=course)
    return max((way.weight for way in fitting(moved, look, cards)), default=0.0)


def likeliest_wrong(state: RefereeState, look: Look, cards: Sequence[Waiting]) -> tuple[float, Before]:
    """The wrong move that it most likely is: its weight, and how the cards before its own were laid down."""
    found, since = list[tuple[float, Before]](), state.episode.began(look.pawns, state.pawns)
    for at, (card, befores) in enumerate(zip(cards, laid_before(state, cards), strict=True)):
        for before in befores:
            weight = _wrong_with(state, look, before.course, card)
            dead = DEAD_PLAYED if is_dead(state, card, before.course) else 1.0
            when = laid_in_order(cards, at, since) * (LATE if card.t > since + AT_ONCE_S else 1.0)
            found.append((before.weight * when * dead * weight, before))
    return max(found, key=itemgetter(0))


def _wrong_with(state: RefereeState, look: Look, course: GameState, card: Waiting) -> float:
    """The chance that the player on turn makes the wrong move that is seen, with a card."""
    play = Play(state.rules.on_turn(course), card.card, course.pawn)
    seen, standing = state.match(look, play), state.likeliest(look) or look.pawns
    pawns = seen.pawns if seen.kind == "illegal" else standing
    moved = {seat for _, seat in pawns - state.pawns}
    weights = [WRONG * WRONG_AGAIN ** max(_breaches(state, play, pawns) - 1, 0)]
    if moved and moved.isdisjoint(state.rules.table.player_of(play.seat)):
        # All that is wrong with others' pawns is that they are others'.
        theirs = replace(play, seat=next(iter(moved)), pawn=None)
        there = replace(course, turn=state.rules.player_of(theirs.seat))
        share = 1.0 if (more := _breaches(state, theirs, pawns)) else share_of_move(state, there, card)
        weights.append(WRONG * share * WRONG_AGAIN**more)
    return float(max(weights)) * as_likely(state, look, pawns)


def _breaches(state: RefereeState, play: Play, pawns: Pawns) -> int:
    """How many rules a play breaks."""
    if state.legal_as(play, pawns):
        return 0
    reasons = ruling_of(state.rules, state.record[:MAX_RECORDS], play, pawns).reasons
    found = MANY if reasons == UNEXPLAINED else max(len({*reasons} - {"must-play"}), 1)
    return found + max(len(pawns - state.pawns) - ONE_CARDS_PAWNS, 0)


def as_likely(state: RefereeState, look: Look, pawns: Pawns) -> float:
    """How likely a board is by its unsure holes, compared with the likeliest one."""
    standing = state.likeliest(look)
    if standing is None or standing == pawns:
        return 1.0
    return state.likelihood(look, pawns) / max(state.likelihood(look, standing), VANISHING)
