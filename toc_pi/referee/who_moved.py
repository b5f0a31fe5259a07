"""Undeclared moves: who made one, or which two were made, from which position, in order of likelihood.

The board is matched with every rank of the pack at once. Usually the rules decide who moved: the player on
turn; or, if no play of theirs explains it, the one before, playing again or correcting a move; or one after
them, when the players in between discarded without declaring it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import log
from operator import itemgetter

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.look import Look
from toc_pi.belief.match import MAX_RECORDS, Match, ruling_of
from toc_pi.belief.plays import UndeclaredMove, chance_of_passing, played_in_turn
from toc_pi.effects import Effect
from toc_pi.events import Declared
from toc_pi.referee.order import (
    FORGOTTEN,
    after_unseen_round,
    go_on,
    goes_on_after,
    is_inferred,
    is_soon,
    lay_down_unseen,
    out_of_order,
    possible_courses,
    settle_card,
    with_unseen_play,
)
from toc_pi.referee.phases import HOP_S
from toc_pi.referee.states import RefereeState
from toc_pi.referee.taking_back import take_back
from toc_pi.referee.turns import Cause, PawnsMoved, Stopped
from toc_pi.rules.game import JOKER, GameState
from toc_pi.rules.position import Pawns, Position

# The weights of an explanation of an undeclared move; estimates, tried on simulated evenings.
WRONG = 0.001  # one particular wrong move that breaks one rule
WRONG_AGAIN = 0.1  # factor for each further rule
OTHERS = 0.5  # factor if a legal move moves pawns of others: people have better plays
FOREIGN = 0.002  # factor if a wrong move moves pawns of others
ASTRAY = 0.003  # least chance that it is another player's turn than the referee thinks, for whatever reason
MIN_COURSE = 0.01  # least probability of an order by which it is tried who moved
SECOND, SECOND_SOON = 0.2, 0.05  # the last player's second card; within the longest pause of one move
GOES_ON, GOES_ON_SOON, GOES_ON_LATE = 1.0, 0.05, 0.005  # the last turn goes on or is corrected, by when
AROUND_SOON = 0.05  # factor for the last player's next turn, before all others can have laid cards down
ANOTHERS = 0.03  # factor if the last turn was another player's
TINY = 1e-12  # least weight
FLAG = 10.0  # a legal move that is flagged costs as much as so many wrong ones that aren't
CLOSE = 30.0  # a flag is a question if another player's explanation is hardly less likely at those costs


@dataclass(frozen=True, slots=True)
class Opening:
    """A turn to which a move may belong.

    Attributes:
        right: how likely it is that a right move belongs to it.
        wrong: the same for a wrong move; 0 if none can.
        state: the referee's state in which it is open.
        seat: whose turn it is.
        course: hands and order then.
        effects: effects on earlier turns, to emit before it.
    """

    right: float
    wrong: float
    state: RefereeState
    seat: Seat
    course: GameState
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """One explanation of an undeclared move.

    Attributes:
        state: the referee's state in which the turn of the move is open.
        seat: who moved.
        effects: effects on earlier turns, to emit before it.
        weight: the logarithm of its weight.
        legal: whether the move is legal for some card.
        own: whether only the player's own pawns moved.
        seen: the match of the board, where it is legal and was weighed by a look.
    """

    state: RefereeState
    seat: Seat
    effects: tuple[Effect, ...]
    weight: float
    legal: bool
    own: bool
    seen: Match | None = None


def account(state: RefereeState, look: Look) -> Account | None:
    """The legal move that explains the board best; None if there is none, or a wrong move is likelier."""
    seat = state.on_turn
    seen = _legally(state, state, look, seat)
    if seen is not None and _moves_own(state, seat, seen.pawns):
        return Account(state, seat, (), 0.0, True, True, seen)
    best = next(iter(_ranked(_accounts(state, state.likeliest(look), look))), None)
    return best if best is not None and best.legal else None


def account_of(state: RefereeState, pawns: Pawns, reopening: bool = True, by: Seat | None = None) -> Account:
    """The likeliest explanation of a known position, perhaps as a wrong move.

    Args:
        reopening: whether the move may go on with the last turn.
        by: a seat of the player who moved; None if unknown.
    """
    found = [
        one
        for one in _accounts(state, pawns)
        if (reopening or not one.legal or one.state.turns is state.turns)
        and (by is None or state.rules.same_player(one.seat, by))
    ]
    seat = state.on_turn if by is None else by
    return next(iter(_ranked(found)), Account(state, seat, (), 0.0, False, False))


def movers(state: RefereeState, pawns: Pawns) -> tuple[tuple[Seat, ...], bool]:
    """A seat of each player, the likeliest to have moved first, and whether there is doubt who it was."""
    found: dict[tuple[Seat, ...], Account] = {}
    for one in _ranked(_accounts(state, pawns)):
        found.setdefault(state.rules.table.player_of(one.seat), one)
    merits = [_merit(one) for one in found.values()]
    in_doubt = len(merits) > 1 and merits[1] >= merits[0] - log(CLOSE)
    unlikely = [player for player in state.rules.table.players if tuple(player) not in found]
    return (*(one.seat for one in found.values()), *(player[0] for player in unlikely)), in_doubt


def _ranked(accounts: Iterable[Account]) -> list[Account]:
    """The possible accounts, the best first."""
    tried = list(accounts)
    # Nobody moves pawns of others wrongly just as their owner could have done rightly.
    owners = any(one.legal and one.own for one in tried)
    possible = [one for one in tried if one.legal or one.own or not owners]
    return sorted(possible, key=_merit, reverse=True)


def _merit(one: Account) -> float:
    """The weight of an account, at the costs of a wrong flag."""
    return one.weight - (0.0 if one.legal else log(FLAG))


def _legally(state: RefereeState, began: RefereeState, look: Look, seat: Seat) -> Match | None:
    """The match of a look with a legal move of this seat; None if it shows none."""
    seen = began.match(look, began.play_of(undeclared_card(began.t, seat)))
    if seen.kind != "legal" or seen.pawns in (began.pawns, state.pawns):
        return None
    is_next = began.turns is state.turns and seat == state.on_turn
    return seen if is_next or not seen.fallen else None


def _accounts(state: RefereeState, pawns: Pawns | None, look: Look | None = None) -> Iterator[Account]:
    """Every turn to which a move may belong, weighed.

    A wrong move is by far likeliest with pawns of one's own.

    Args:
        pawns: the position after it; None if unknown: then no wrong move is tried.
        look: what is seen, by which it must be legal; None: by the position.
    """
    best, wrong = 0.0, list[tuple[Opening, Play, Pawns, bool]]()
    for turn in _turns(state):
        began, seat = turn.state, turn.seat
        seen = _legally(state, began, look, seat) if look is not None else None
        after = pawns if seen is None else seen.pawns
        if after is None:
            continue
        play = began.play_of(undeclared_card(state.t, seat))
        own = _moves_own(began, seat, after)
        if seen is not None or (look is None and began.legal_as(play, after)):
            move = UndeclaredMove(state.rules, began.record, play, after, turn.course, state.odds)
            chance = move.chance() * (1.0 if own else OTHERS)
            best = max(best, turn.right * chance, TINY)
            yield Account(began, seat, turn.effects, log(max(turn.right * chance, TINY)), True, own, seen)
        else:
            wrong.append((turn, play, after, own))
    for turn, play, after, own in wrong:
        # Reasons are slow to find, and by a look only a wrong move that may outweigh a legal one matters.
        most = turn.wrong * WRONG * (1.0 if own else FOREIGN)
        if most > 0.0 and (look is None or most > FLAG * best > 0.0):
            reasons = ruling_of(state.rules, turn.state.record[:MAX_RECORDS], play, after).reasons
            # That pawns of others were moved is weighed by `FOREIGN`, and not again as a broken rule.
            breaches = sum(own or reason != "wrong-pawn" for reason in reasons)
            chance = turn.wrong * (WRONG * WRONG_AGAIN ** max(breaches - 1, 0) * (1.0 if own else FOREIGN))
            yield Account(turn.state, turn.seat, turn.effects, log(max(chance, TINY)), False, own)


def _moves_own(state: RefereeState, seat: Seat, pawns: Pawns) -> bool:
    """Whether a move to a position moves no pawns but the player's own."""
    own = state.rules.table.player_of(seat)
    return all(owner in own for _, owner in pawns - state.pawns)


def undeclared_card(t: float, seat: Seat) -> Declared:
    """The declaration of an undeclared card."""
    return Declared(t, seat, "card")


def after_those_passed_over(state: RefereeState, declared: Declared) -> RefereeState:
    """The state in which a declared card is played: those passed over may have played invisibly."""
    if not state.rules.is_free:
        return state
    player = state.rules.player_of(declared.seat)
    return next((began for _, began, laid in _passed_over(state) if laid.turn == player), state)


def is_next(state: RefereeState, found: Account) -> bool:
    """Whether it is the move of the player on turn."""
    return found.state.turns is state.turns and found.seat == state.on_turn


def whose_card(state: RefereeState, look: Look, declared: Declared) -> Declared:
    """A card declared for the player on turn as that of the later one who has moved their own pawns by it.

    The keypad names the player on turn; nobody tells it of a discard, or of a second card kept for later.
    """
    kept = state.course.again == "later"
    on_turn = state.rules.player_of(declared.seat) == state.course.turn
    if declared.do != "card" or declared.laid or not on_turn or (not state.rules.is_free and not kept):
        return declared
    if state.match(look, state.play_of(declared)).kind != "illegal":
        return declared
    for began, laid in players_in_turn(state):
        later = replace(declared, seat=state.rules.on_turn(laid))
        seen = began.match(look, began.play_of(later))
        if seen.kind == "legal" and _moves_own(began, later.seat, seen.pawns):
            return later
    return declared


def _turns(state: RefereeState) -> Iterator[Opening]:
    """The turns to which a move may belong."""
    last = state.turns[-1] if state.turns else None
    player = state.rules.player_of(last.play.seat) if last is not None else None
    soon = last is not None and is_soon(state)
    for chance, began, laid in _passed_over(state):
        again = laid.turn == player != state.course.turn and soon
        right = chance * (AROUND_SOON if again else 1.0)
        # A wrong move of who has just moved is judged as their next one; it was the same hand that went on.
        wrong = max(right, GOES_ON_SOON) if again else right
        yield Opening(right, wrong, began, state.rules.on_turn(laid), laid)
    if last is None or not is_inferred(last):
        return
    hops = state.episode.clear_since - last.t < HOP_S
    yield from _second_cards(state, SECOND_SOON if hops else SECOND)
    goes_on = GOES_ON if hops else GOES_ON_SOON if soon else GOES_ON_LATE
    back, effects = take_back(state)
    stopped = Stopped(last, state.record)
    opened = back.gone_on(Cause.REOPENED, PawnsMoved(stopped=stopped))
    for chance, began, laid in _passed_over(opened):
        right = goes_on * (1.0 if laid.turn == player else ANOTHERS * chance)
        yield Opening(right, 0.0, began, state.rules.on_turn(laid), laid, effects)


def _passed_over(state: RefereeState) -> Iterator[tuple[float, RefereeState, GameState]]:
    """Each player's turn, with the chance that it is theirs as those before them laid cards down."""
    found: dict[tuple[int, bool], list[tuple[float, RefereeState, GameState]]] = {}
    for one in possible_courses(state):
        chance = one.chance
        if chance < MIN_COURSE and one.course != state.course:
            continue
        for began, laid in players_in_turn(replace(state, course=one.course)):
            found.setdefault((laid.turn, bool(laid.again)), []).append((chance, began, laid))
            chance *= max(chance_of_passing(state.rules, began.record, laid), FORGOTTEN)
    for ways in found.values():
        _, began, laid = max(ways, key=itemgetter(0))
        yield max(sum(chance for chance, _, _ in ways), ASTRAY), began, laid
    if state.course.phase == "play":
        met = {player for player, _ in found}
        for player in sorted(set(range(len(state.course.hands))) - met - state.course.away):
            yield ASTRAY, state, out_of_order(state.course, player)


def players_in_turn(state: RefereeState) -> Iterator[tuple[RefereeState, GameState]]:
    """The state in which each player's turn is open, from the one on turn on, with hands and order then.

    Those before them have discarded or moved invisibly.
    """
    state, laid, met = after_unseen_round(state), state.course, set[int]()
    if laid.again and laid.phase == "play":  # the second card of a joker comes before everybody's next turn
        yield state, laid
        laid = lay_down_unseen(state.rules, laid)
        state = replace(state, course=laid)  # no pawn is bound any more
    for _ in range(2 * len(laid.hands)):
        if laid.phase != "play" or len(met) == len(laid.hands):
            return
        if laid.turn not in met:
            met.add(laid.turn)
            yield state, laid
            state = state.with_record(with_unseen_play(state.rules, state.record, laid))
        laid = lay_down_unseen(state.rules, laid)


def _second_cards(state: RefereeState, chance: float) -> Iterator[Opening]:
    """The last turn's player again, for each possible rank of its card that lets them play a second one."""
    turn = state.turns[-1]
    player = state.rules.player_of(turn.play.seat)
    for card in turn.play.cards:
        course = goes_on_after(state, turn, card)
        if course.again and course.turn == player != state.course.turn:
            known, effects = settle_card(state, len(state.turns), card)
            yield Opening(chance, chance, known, turn.play.seat, known.course, effects)


@dataclass(frozen=True, slots=True)
class TwoMoves:
    """Moves of two players of which only the result was seen.

    Attributes:
        first, second: a seat of each player, in the order in which they moved.
        between: the position after the first move.
    """

    first: Seat
    second: Seat
    between: Pawns


def first_of_two(state: RefereeState, look: Look) -> tuple[Seat, tuple[Position, ...]] | None:
    """Whether the board shows two undeclared moves: the first one's seat and positions after it; or None.

    They are moves of two players with their own pawns, in the order of turns.
    """
    shown = state.likeliest(look)
    moved = {
        state.rules.player_of(seat) for _, seat in (look.pawns if shown is None else shown) - state.pawns
    }
    if len(moved) != 2:
        return None
    turns: dict[int, tuple[RefereeState, Seat]] = {}
    for began, laid in players_in_turn(state):
        if laid.turn in moved:
            turns.setdefault(laid.turn, (began, state.rules.on_turn(laid)))
    if len(turns) != 2:
        return None
    began, first = next(iter(turns.values()))
    plays = tuple(Play(seat, None) for _, seat in turns.values())
    between = state.rules.once(
        look,
        ("in turn", began.belief, plays),
        lambda: played_in_turn(state.rules, began.belief, look, plays),
    )
    return (first, between) if between else None


def two_moves(state: RefereeState, pawns: Pawns) -> tuple[TwoMoves, ...]:
    """Right moves of two players that lead to a position, the second of which captured the first's pawn.

    The first one's pawn is gone from where it was, so that the position looks like one wrong move.
    """
    found = list[TwoMoves]()
    moved = {state.rules.table.player_of(owner) for _, owner in pawns - state.pawns}
    for (hole, first), (target, second) in product(sorted(state.pawns - pawns), sorted(pawns - state.pawns)):
        if len(moved) > 1 or state.rules.table.player_of(first) in moved:
            continue
        between = frozenset(pair for pair in state.pawns if pair[0] not in (hole, target)) | {(target, first)}
        one = account_of(state, between, by=first)
        if one.legal and one.own:
            positions = state.rules.legal_as(one.state.record, Play(first, None), between)
            if state.rules.legal_as(positions, Play(second, None), pawns):
                found.append(TwoMoves(first, second, between))
    return tuple(found)


def joker_of_two(state: RefereeState, look: Look) -> tuple[Seat, tuple[Position, ...]] | None:
    """Whether the board shows an undeclared joker and its second card: the seat, and positions between them.

    Only if the board between the two was seen, for however short a time, before the last hand: otherwise it
    is likelier one wrong move, such as a pawn that came out and went on.
    """
    glimpse, seat = state.episode.interrupted, state.on_turn
    if glimpse is None or JOKER not in state.rules.ranks:
        return None
    if state.turns and glimpse.until <= state.turns[-1].t:
        return None
    joker = Declared(state.t, seat, "card", JOKER)
    first = state.match(glimpse.look, state.play_of(joker))
    if first.kind != "legal" or first.pawns == state.pawns:
        return None
    course = go_on(state.rules, state.course, joker, first.positions[0])
    if course.again not in ("same", "now") or course.turn != state.course.turn:
        return None
    between = replace(state.with_record(first.positions), course=course)
    second = between.match(look, between.play_of(undeclared_card(state.t, seat)))
    return (seat, first.positions) if second.kind == "legal" else None
