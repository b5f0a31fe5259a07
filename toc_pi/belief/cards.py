"""Undeclared cards: the ranks that explain a move; and explanations that rest on one misread hole."""

from collections import Counter
from dataclasses import replace

from toc_pi.belief.game import Belief, Play
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import Match, legal_as
from toc_pi.belief.rulebook import Rulebook
from toc_pi.rules.engine import Wanted
from toc_pi.rules.game import GameState, unseen
from toc_pi.rules.position import Card, Position

MOST_COUNTED = 100  # results of a card are counted up to here; beyond it the exact number hardly matters
KEPT = 0.5  # the chance that the second card of a joker is kept for a later turn: nobody has counted
LEAST_LEFT = 0.01  # weight of a rank whose cards have all been counted: the count may be wrong


def explaining(
    book: Rulebook, record: tuple[Position, ...], play: Play, pawns: Pawns, course: GameState
) -> tuple[Card, ...]:
    """The ranks for which the board is the result of a legal move, the likeliest first.

    The weight of a rank is the number of its unseen cards, divided by the number of results it allows.
    Inferred cards are counted as seen, so no rank is excluded because of the count alone.

    Args:
        book: the rules.
        record: every position that fits the record before the move.
        play: whose card it is; its card is ignored.
        pawns: the board after the move.
        course: the state of the game, with the cards seen so far.
    """
    weights = _weights(book, record, play, pawns, course)
    return tuple(sorted(weights, key=lambda card: -weights[card]))


def _weights(
    book: Rulebook, record: tuple[Position, ...], play: Play, pawns: Pawns, course: GameState
) -> dict[Card, float]:
    """The weight of each rank for which the board is the result of a legal move."""
    left = unseen(book.game.rules, course.used)
    weights = {}
    for card in book.ranks:
        one = replace(play, card=card)
        if legal_as(book, record, one, pawns):
            weights[card] = max(left[card], LEAST_LEFT) / book.count(record, one, MOST_COUNTED)
    return weights


def chance_of_play(
    book: Rulebook, record: tuple[Position, ...], play: Play, pawns: Pawns, course: GameState
) -> float:
    """The probability that the player on turn, with an unknown hand, makes this legal move.

    Each card that can be played is as likely, and so is each of its results.
    """
    course, keeping = _without_choice(course)
    total, dead = _dead_cards(book, record, course)
    playable = max(total - dead, LEAST_LEFT)
    likely = sum(_weights(book, record, play, pawns, course).values()) / playable
    return likely * (1.0 - chance_of_stuck(book, record, course)) * (1.0 - keeping)


def chance_of_passing(book: Rulebook, record: tuple[Position, ...], course: GameState) -> float:
    """The probability that the player on turn moves nothing: no card can be played, or a second is kept."""
    course, keeping = _without_choice(course)
    return 1.0 - (1.0 - chance_of_stuck(book, record, course)) * (1.0 - keeping)


def _without_choice(course: GameState) -> tuple[GameState, float]:
    """The course of a second card as of any other one, and the chance that it is kept for later."""
    return (replace(course, again=""), KEPT) if course.again == "later" else (course, 0.0)


def unseen_plays(book: Rulebook, record: tuple[Position, ...], play: Play) -> tuple[Position, ...]:
    """The positions after a play that changes no hole, or after none; those of the record come first.

    After a swap of two pawns of one seat the board looks the same, but neither pawn is fresh any more.
    """
    fitting = (after for before in record for after in book.results(before, play, Wanted(before.pawns)))
    return tuple(dict.fromkeys((*record, *fitting)))


def chance_of_stuck(book: Rulebook, record: tuple[Position, ...], course: GameState) -> float:
    """The probability that the player on turn has no card that must be played, and may lay cards down.

    Args:
        book: the rules.
        record: every position that fits the record.
        course: the state of the game, with the cards seen so far; their hand is taken for unknown.
    """
    total, dead = _dead_cards(book, record, course)
    chance = 1.0
    for drawn in range(min(len(course.hands[course.turn]), total)):
        chance *= max(dead - drawn, 0) / (total - drawn)
    return chance


def _dead_cards(book: Rulebook, record: tuple[Position, ...], course: GameState) -> tuple[int, int]:
    """How many cards are unseen, and how many of them the player on turn needn't play."""
    left = {rank: max(count, 0) for rank, count in unseen(book.game.rules, course.used).items()}
    dead = sum(
        count
        for rank, count in left.items()
        if not all(book.must_play(course, before, (rank,)) for before in record)
    )
    return sum(left.values()), dead


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
