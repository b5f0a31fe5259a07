"""An empty chair that the program plays: the cards that it was dealt, what it does with them, and why.

It knows what a player knows: the board, its own hand, the cards that everybody has seen. A `Moment` has no
other hands, so nothing else can come into what it does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Literal

from calibration.holes import Hole, Seat
from toc_pi.rules.game import teams_of
from toc_pi.rules.pack import Cards, in_order, without
from toc_pi.rules.position import Card
from toc_pi.teaching.deeds import Deed, deeds_of
from toc_pi.teaching.hint import Advice, HintRequest, advise
from toc_pi.teaching.moment import Moment
from toc_pi.teaching.risk import threats

GIFT_STRENGTH = 2
ReasonCode = Literal["only", "wins", "home", "captures", "escapes", "out", "best", "liked", "cannot", "later"]


@dataclass(frozen=True, slots=True)
class Chair:
    """What is known of an empty chair.

    Attributes:
        seat: the first of its player's.
        strength: 1 to 3.
        hand: the cards that were tapped in for it.
        deal: which deal they belong to.
        exchanged: in this deal it has given and got its cards, or nobody wanted to.
        turn: the last turn that it has decided.
        laid: the cards of that turn, as long as they may come back.
    """

    seat: Seat
    strength: int
    hand: Cards = ()
    deal: tuple[int, int] = (0, 0)
    exchanged: bool = False
    turn: int = 0
    laid: Cards = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why it does something: a code, and what its sentence names."""

    code: ReasonCode
    seat: Seat | None = None
    hole: Hole | None = None


def in_step(chair: Chair, moment: Moment) -> Chair:
    """The chair as it is in a turn: a new deal empties its hand; a hand that can't be right is forgotten."""
    if moment.deal != chair.deal:
        chair = replace(chair, deal=moment.deal, hand=(), exchanged=False, laid=(), turn=0)
    return replace(chair, hand=()) if _known(chair, moment) > _held(chair, moment) else chair


def missing(chair: Chair, moment: Moment) -> int:
    """How many cards somebody has to tap in for it."""
    return max(0, _held(chair, moment) - _known(chair, moment))


def _held(chair: Chair, moment: Moment) -> int:
    return moment.counts.get(chair.seat, 0)


def _known(chair: Chair, moment: Moment) -> int:
    """Its cards, with those that are declared and still count as its own."""
    pending = chair.laid if moment.n == chair.turn and moment.seat == chair.seat else ()
    return len(chair.hand) + len(pending)


def with_cards(chair: Chair, cards: Cards) -> Chair:
    """After cards were tapped in."""
    return replace(chair, hand=in_order((*chair.hand, *cards)))


def decided(chair: Chair, moment: Moment, advice: Advice) -> Chair:
    """After it has decided what to do: those cards leave its hand."""
    laid = chair.hand if advice.do == "throw" else () if advice.card is None else (advice.card,)
    return replace(chair, hand=without(chair.hand, *laid), turn=moment.n, laid=laid)


def has_decided(chair: Chair, moment: Moment) -> bool:
    """Whether it has decided in this turn."""
    return chair.turn == moment.n


def taken_back(chair: Chair, n: int) -> Chair:
    """After a turn was taken back: the cards of its last one come back with it."""
    if not chair.turn or n > chair.turn:
        return chair
    return replace(chair, hand=in_order((*chair.hand, *chair.laid)), laid=(), turn=0)


def withdrawn(chair: Chair) -> Chair:
    """After people have taken its card off the table: they know better what it holds."""
    return replace(chair, hand=(), laid=(), turn=0)


def corrected(chair: Chair, moment: Moment, card: Card) -> Chair:
    """After a card was declared for it, by itself or by people who say that it was another one."""
    back = chair.laid if chair.turn == moment.n else ()
    cards = (*chair.hand, *back)
    if card not in cards:
        return replace(withdrawn(chair), turn=moment.n)
    return replace(chair, hand=in_order(without(cards, card)), laid=(card,), turn=moment.n)


def asks(chair: Chair, moment: Moment) -> HintRequest:
    """What it asks itself: its hand, the board, and what everybody has seen."""
    return HintRequest(
        moment.rules,
        moment.table,
        moment.position,
        moment.seat,
        chair.hand,
        moment.played,
        moment.counts,
        moment.again,
        moment.pawn,
        moment.struck,
    )


def mates(moment: Moment, seat: Seat) -> tuple[Seat, ...]:
    """The first seats of its team-mates, clockwise from the next one: to whom it gives a card."""
    players = moment.table.players
    own = next(number for number, player in enumerate(players) if seat in player)
    team = next(team for team in teams_of(moment.table) if own in team)
    at = team.index(own)
    return tuple(players[number][0] for number in (*team[at + 1 :], *team[:at]))


def gift(chair: Chair, moment: Moment, size: int) -> Cards:
    """The cards that it gives its mate: those whose loss costs its own game least."""

    def left_with(cards: Cards) -> float:
        rest = without(chair.hand, *cards)
        if not rest:
            return 0.0
        asked = replace(asks(replace(chair, hand=rest), moment), seat=chair.seat, again="", pawn=None)
        return max(one.win for one in advise(replace(asked, struck=False), GIFT_STRENGTH, Random(0)))

    ways = dict.fromkeys(combinations(chair.hand, min(size, len(chair.hand))))
    return max(ways, key=left_with)


def reason_of(moment: Moment, advices: tuple[Advice, ...], team: frozenset[Seat]) -> Reason:
    """Why the first of some advices is followed, as far as it can be said in a few words.

    Args:
        moment: the turn.
        advices: all that could be done.
        team: the seats of the chair's team.
    """
    best = advices[0]
    if best.do in ("discard", "throw"):
        return Reason("cannot")
    if best.do == "stop" or best.card is None:
        return Reason("later")
    if moment.table.is_home(best.result, tuple(sorted(team))):
        return Reason("wins")
    if len(advices) == 1:
        return Reason("only")
    deeds = deeds_of(moment.table, moment.position, best.card, best.result) if best.do == "card" else ()
    for find in (_home, _captures, _escapes, _out):
        if (found := find(moment, best, deeds, team)) is not None:
            return found
    return Reason("best" if best.win >= max(one.win for one in advices) else "liked")


Finder = Callable[[Moment, Advice, tuple[Deed, ...], frozenset[Seat]], Reason | None]


def _home(_: Moment, __: Advice, deeds: tuple[Deed, ...], team: frozenset[Seat]) -> Reason | None:
    return next((Reason("home") for deed in deeds if deed.kind == "home" and deed.seat in team), None)


def _captures(_: Moment, __: Advice, deeds: tuple[Deed, ...], team: frozenset[Seat]) -> Reason | None:
    taken = (deed for deed in deeds if deed.kind == "capture" and deed.seat not in team)
    return next((Reason("captures", deed.seat, deed.start) for deed in taken), None)


def _escapes(moment: Moment, best: Advice, deeds: tuple[Deed, ...], team: frozenset[Seat]) -> Reason | None:
    """A pawn stood where somebody could reach it, and stands where nobody can."""
    for deed in deeds:
        if deed.kind != "go" or deed.seat not in team or deed.start is None or deed.end is None:
            continue
        before = threats(moment.rules, moment.table, moment.position, moment.seat, (deed.start,))
        if before and not threats(moment.rules, moment.table, best.result, moment.seat, (deed.end,)):
            return Reason("escapes", before[0].seat, deed.start)
    return None


def _out(_: Moment, __: Advice, deeds: tuple[Deed, ...], team: frozenset[Seat]) -> Reason | None:
    return next((Reason("out") for deed in deeds if deed.kind == "out" and deed.seat in team), None)


def chairs_of(players: tuple[tuple[Seat, ...], ...], wanted: Mapping[Seat, int]) -> tuple[Chair, ...]:
    """The chairs of a table, by the first seat of each player who has a seat that the program plays."""
    found = []
    for seats in players:
        strengths = [wanted[seat] for seat in seats if seat in wanted]
        if strengths:
            found.append(Chair(seats[0], strengths[0]))
    return tuple(found)
