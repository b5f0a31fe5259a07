"""Which explanations of a board are looked at twice: one look alone may have been misread."""

from collections import Counter

from toc_pi.belief.game import Play
from toc_pi.belief.look import Look
from toc_pi.belief.match import Match
from toc_pi.belief.rulebook import Rulebook
from toc_pi.referee.patience import CONFIRM_S, is_seen_again
from toc_pi.referee.states import State
from toc_pi.rules.wanted import Wanted


def is_guessed(look: Look, state: State, seen: Match) -> bool:
    """Whether an explanation rests on holes that aren't sure."""
    return any(hole in look.unsure for hole, _ in seen.pawns ^ state.pawns)


def is_doubtful(book: Rulebook, state: State, look: Look, seen: Match) -> bool:
    """Whether a legal result is looked at twice: one look may have been misread."""
    # A pawn that has only gone may be in a hand.
    doubtful = seen.fallen or seen.pawns < state.pawns or is_guessed(look, state, seen)
    return doubtful or _came_unseen(book, state, look, seen)


def is_confirmed(state: State, seen: Match) -> bool:
    """Whether a legal result was seen in an earlier clear view as well: none of its pawns is in a hand."""
    lifted = seen.fallen or seen.pawns < state.pawns
    return not lifted and is_seen_again(state, seen.pawns, CONFIRM_S)


def _came_unseen(book: Rulebook, state: State, look: Look, seen: Match) -> bool:
    """Whether a pawn came out that no camp surely lacks: one look alone may have been misread."""
    came = Counter(seat for _, seat in seen.pawns) - Counter(seat for _, seat in state.pawns)
    if not came:
        return False
    lacking, absent = look.lacking(seen.pawns, book.seats), state.belief.missing
    return lacking is None or any(lacking[seat] < absent[seat] or look.may_wait(seat) for seat in came)


def touches_unsure(book: Rulebook, look: Look, state: State, play: Play) -> bool:
    """Whether a pawn could have gone to a hole that isn't sure: then one look alone may have been misread."""
    return any(
        (hole, seat) not in state.pawns
        and any(
            True
            for _ in book.find(state.record, play, Wanted(frozenset({(hole, seat)}), book.holes - {hole}))
        )
        for hole in sorted(look.unsure)
        for seat in book.seats
    )
