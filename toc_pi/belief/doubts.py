"""Whether the best explanation rests on something that a single look may have misread."""

from collections import Counter

from toc_pi.belief.belief import Belief
from toc_pi.belief.game import Play
from toc_pi.belief.look import Look
from toc_pi.belief.match import Match
from toc_pi.belief.rulebook import Rulebook
from toc_pi.rules.wanted import Wanted


def is_guessed(belief: Belief, look: Look, seen: Match) -> bool:
    """Whether an explanation differs from the record in holes that are unsure."""
    return any(hole in look.unsure for hole, _ in seen.pawns ^ belief.pawns)


def only_removed(belief: Belief, seen: Match) -> bool:
    """Whether pawns only disappeared, or one has fallen over: it may be in a hand."""
    return seen.fallen or seen.pawns < belief.pawns


def is_doubtful(book: Rulebook, belief: Belief, look: Look, seen: Match) -> bool:
    """Whether a legal result needs a second look before it is accepted."""
    doubtful = only_removed(belief, seen) or is_guessed(belief, look, seen)
    return doubtful or _came_unseen(book, belief, look, seen)


def _came_unseen(book: Rulebook, belief: Belief, look: Look, seen: Match) -> bool:
    """Whether a pawn came out although its camp isn't surely one pawn short."""
    came = Counter(seat for _, seat in seen.pawns) - Counter(seat for _, seat in belief.pawns)
    if not came:
        return False
    lacking = look.lacking(seen.pawns, book.seats)
    return lacking is None or any(
        lacking[seat] < belief.missing[seat] or look.may_wait(seat) for seat in came
    )


def touches_unsure(book: Rulebook, belief: Belief, look: Look, play: Play) -> bool:
    """Whether this play could have brought a pawn to an unsure hole."""
    return any(
        (hole, seat) not in belief.pawns
        and any(
            True
            for _ in book.find(belief.record, play, Wanted(frozenset({(hole, seat)}), book.holes - {hole}))
        )
        for hole in sorted(look.unsure)
        for seat in book.seats
    )
