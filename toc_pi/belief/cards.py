"""Which card was played where nobody told it: the ranks that explain a move, weighed."""

from dataclasses import replace

from toc_pi.belief.game import Play
from toc_pi.belief.look import Pawns
from toc_pi.belief.match import legal_as
from toc_pi.belief.rulebook import Rulebook
from toc_pi.rules.game import GameState
from toc_pi.rules.pack import unseen
from toc_pi.rules.position import Card, Position
from toc_pi.rules.wanted import Wanted

MOST_COUNTED = 100  # ways to play a card: with more it isn't plain, however many they are
LEAST_LEFT = 0.01  # cards of a rank that should all be gone, but a count may be wrong


def explaining(
    book: Rulebook, record: tuple[Position, ...], play: Play, pawns: Pawns, course: GameState
) -> tuple[Card, ...]:
    """The ranks that make a legal move of what stands there, the likeliest first.

    A rank is as likely as cards of it are unseen, and the less likely the more other moves it allows. Cards
    that were worked out are counted, too, so no rank is ever left out for its count.

    Args:
        book: the rules.
        record: every position that fits the record before the move.
        play: whose card it is; which one doesn't count.
        pawns: what stands there.
        course: what has been shown of the pack.
    """
    left = unseen(book.game.rules, course.used)
    weights = {}
    for one in book.plays(replace(play, card=None)):
        assert one.card is not None
        if legal_as(book, record, one, pawns):
            ways = max(book.count(record, one, MOST_COUNTED), 1)
            weights[one.card] = max(left[one.card], LEAST_LEFT) / ways
    return tuple(sorted(weights, key=lambda card: -weights[card]))


def unseen_plays(book: Rulebook, record: tuple[Position, ...], play: Play) -> tuple[Position, ...]:
    """The positions that may stand after a player has played unseen, or not at all; as recorded first.

    Two pawns of one colour that change places look as before, but neither is fresh any more.
    """
    fitting = (after for before in record for after in book.results(before, play, Wanted(before.pawns)))
    return tuple(dict.fromkeys((*record, *fitting)))
