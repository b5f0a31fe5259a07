"""A computer player: its cards, its decisions, and reasons for them.

It knows what a player knows: the board, its own hand, and the cards everybody has seen. A `Moment` doesn't
contain other hands, so they can't influence decisions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Literal

from calibration.holes import Hole, Seat
from toc_pi.rules.game import Cards, in_order, teams_of, without
from toc_pi.rules.position import Card
from toc_pi.teaching.hint import Advice, advise
from toc_pi.teaching.options import Moment, threats

GIFT_STRENGTH = 2  # strength used to choose a card to give, see `hint`
ReasonCode = Literal["only", "wins", "home", "captures", "escapes", "out", "best", "liked", "cannot", "later"]


@dataclass(frozen=True, slots=True)
class Chair:
    """The state of a computer player.

    Attributes:
        seat: the first seat of its player.
        strength: 1 to 3.
        hand: the cards entered for it.
        typed: the cards of an incomplete hand.
        deal: which deal they belong to.
        exchanged: the exchange of this deal is done, or was declined.
        turn: the last turn it decided.
        laid: the cards of that turn, while it may still be taken back.
    """

    seat: Seat
    strength: int
    hand: Cards = ()
    typed: Cards = ()
    deal: tuple[int, int] = (0, 0)
    exchanged: bool = False
    turn: int = 0
    laid: Cards = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for a decision: a code, and values for its sentence."""

    code: ReasonCode
    seat: Seat | None = None
    hole: Hole | None = None


def sync_chair(chair: Chair, moment: Moment) -> Chair:
    """The player at the start of a turn: a new deal empties its hand; an impossible hand is dropped."""
    if moment.deal != chair.deal:
        chair = replace(chair, deal=moment.deal, hand=(), typed=(), exchanged=False, laid=(), turn=0)
    return replace(chair, hand=()) if _known(chair, moment) > _held(chair, moment) else chair


def missing(chair: Chair, moment: Moment) -> int:
    """How many of its cards still have to be entered."""
    return max(0, _held(chair, moment) - _known(chair, moment))


def _held(chair: Chair, moment: Moment) -> int:
    return moment.counts.get(chair.seat, 0)


def _known(chair: Chair, moment: Moment) -> int:
    """How many of its cards are known, including declared ones that still count as its own."""
    pending = chair.laid if moment.n == chair.turn and moment.seat == chair.seat else ()
    return len(chair.hand) + len(pending)


def with_cards(chair: Chair, cards: Cards) -> Chair:
    """The player after its cards were entered."""
    return replace(chair, hand=in_order((*chair.hand, *cards)), typed=())


def decided(chair: Chair, moment: Moment, advice: Advice) -> Chair:
    """The player after its decision: those cards leave its hand."""
    laid = chair.hand if advice.do == "throw" else () if advice.card is None else (advice.card,)
    return replace(chair, hand=without(chair.hand, *laid), turn=moment.n, laid=laid)


def has_decided(chair: Chair, moment: Moment) -> bool:
    """Whether it has decided this turn."""
    return chair.turn == moment.n


def taken_back(chair: Chair, n: int) -> Chair:
    """The player after turns from `n` on were taken back: the cards of its last turn return."""
    if not chair.turn or n > chair.turn:
        return chair
    return replace(chair, hand=in_order((*chair.hand, *chair.laid)), laid=(), turn=0)


def withdrawn(chair: Chair) -> Chair:
    """The player after its card was withdrawn by the others: its hand is unknown."""
    return replace(chair, hand=(), laid=(), turn=0)


def corrected(chair: Chair, moment: Moment, card: Card) -> Chair:
    """The player after its card was declared by itself, or corrected by the others."""
    back = chair.laid if chair.turn == moment.n else ()
    cards = (*chair.hand, *back)
    if card not in cards:
        return replace(withdrawn(chair), turn=moment.n)
    return replace(chair, hand=in_order(without(cards, card)), laid=(card,), turn=moment.n)


def mates(moment: Moment, seat: Seat) -> tuple[Seat, ...]:
    """The first seats of its team-mates, clockwise from the next one."""
    players = moment.table.players
    own = next(number for number, player in enumerate(players) if seat in player)
    team = next(team for team in teams_of(moment.table) if own in team)
    at = team.index(own)
    return tuple(players[number][0] for number in (*team[at + 1 :], *team[:at]))


def gift(chair: Chair, moment: Moment, size: int) -> Cards:
    """The cards to give its team-mate: those whose loss reduces its own chances least."""

    own = replace(moment, seat=chair.seat, again="", pawn=None, struck=False)

    def left_with(cards: Cards) -> float:
        rest = without(chair.hand, *cards)
        return max(one.win for one in advise(own, rest, GIFT_STRENGTH, Random(0))) if rest else 0.0

    ways = dict.fromkeys(combinations(chair.hand, min(size, len(chair.hand))))
    return max(ways, key=left_with)


def reason_of(moment: Moment, advices: tuple[Advice, ...], team: frozenset[Seat]) -> Reason:
    """The reason for the first of a turn's options, if it fits in a few words."""
    best = advices[0]
    if best.do in ("discard", "throw"):
        return Reason("cannot")
    if best.do == "stop" or best.card is None:
        return Reason("later")
    if moment.table.is_home(best.result, tuple(sorted(team))):
        return Reason("wins")
    if len(advices) == 1:
        return Reason("only")
    usual = Reason("best" if best.win >= max(one.win for one in advices) else "liked")
    return _reason_in_moves(moment, best, team) or usual


def _reason_in_moves(moment: Moment, best: Advice, team: frozenset[Seat]) -> Reason | None:
    """The reason of a move: a pawn comes home, captures another, escapes a capture, or comes out."""
    own = [move for move in best.moves if move.seat in team]
    kinds = {move.kind for move in own}
    if "home" in kinds:
        return Reason("home")
    for move in best.moves:
        if move.kind == "capture" and move.seat not in team:
            return Reason("captures", move.seat, move.start)
    for move in own:
        if move.kind != "go" or move.start is None or move.end is None:
            continue
        before = threats(moment.rules, moment.table, moment.position, moment.seat, (move.start,))
        if before and not threats(moment.rules, moment.table, best.result, moment.seat, (move.end,)):
            return Reason("escapes", before[0].seat, move.start)
    return Reason("out") if "out" in kinds else None


def chairs_of(players: tuple[tuple[Seat, ...], ...], wanted: Mapping[Seat, int]) -> tuple[Chair, ...]:
    """A table's computer players, by the first seat of each player."""
    strengths = ((seats[0], [wanted[seat] for seat in seats if seat in wanted]) for seats in players)
    return tuple(Chair(seat, found[0]) for seat, found in strengths if found)
