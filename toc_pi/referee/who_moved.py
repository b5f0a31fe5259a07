"""Undeclared moves: who made one, and from which position, in order of likelihood.

The board is matched with every rank of the pack at once. Usually the rules decide who moved: the player on
turn; or, if no play of theirs explains it, the one before, playing again or correcting a move; or one after
them, when the players in between discarded without declaring it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import log
from operator import itemgetter

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import MAX_RECORDS, Match, legal_as, match, ruling_of
from toc_pi.belief.plays import chance_of_passing, chance_of_play
from toc_pi.belief.standing import likeliest_pawns
from toc_pi.effects import Effect
from toc_pi.events import Declared
from toc_pi.referee.order import (
    after_unseen_round,
    after_unseen_turn,
    expected,
    goes_on_after,
    is_inferred,
    is_soon,
    lay_down_unseen,
    settle_card,
)
from toc_pi.referee.settling import play_of, take_back
from toc_pi.referee.states import Cause, RefereeState, Stopped
from toc_pi.referee.turn_order import FORGOTTEN, out_of_order, possible_courses
from toc_pi.referee.waits import HOP_S
from toc_pi.rules.game import GameState, player_of

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


def account(book: GameRules, state: RefereeState, look: Look) -> Account | None:
    """The legal move that explains the board best; None if there is none, or a wrong move is likelier."""
    seat = expected(book, state.course)
    seen = _legally(book, state, state, look, seat)
    if seen is not None and _moves_own(book, state, seat, seen.pawns):
        return Account(state, seat, (), 0.0, True, True, seen)
    best = _likeliest(_accounts(book, state, likeliest_pawns(book, state.belief, look), look))
    return best if best is not None and best.legal else None


def account_of(
    book: GameRules, state: RefereeState, pawns: Pawns, reopening: bool = True, by: Seat | None = None
) -> Account:
    """The likeliest explanation of a known position, perhaps as a wrong move.

    Args:
        book, state: the rules, and the state before the move.
        pawns: the position.
        reopening: whether the move may go on with the last turn.
        by: a seat of the player who moved; None if unknown.
    """
    found = [
        one
        for one in _accounts(book, state, pawns)
        if reopening or not one.legal or one.state.turns is state.turns
    ]
    if by is not None:
        found = [one for one in found if one.seat in seats_of(book, by)]
    seat = expected(book, state.course) if by is None else by
    return _likeliest(found) or Account(state, seat, (), 0.0, False, False)


def movers(book: GameRules, state: RefereeState, pawns: Pawns) -> tuple[tuple[Seat, ...], bool]:
    """A seat of each player, the likeliest to have moved first, and whether there is doubt who it was."""
    found: dict[tuple[Seat, ...], Account] = {}
    for one in _ranked(_accounts(book, state, pawns)):
        found.setdefault(seats_of(book, one.seat), one)
    merits = [_merit(one) for one in found.values()]
    in_doubt = len(merits) > 1 and merits[1] >= merits[0] - log(CLOSE)
    unlikely = [player for player in book.game.table.players if tuple(player) not in found]
    return (*(one.seat for one in found.values()), *(player[0] for player in unlikely)), in_doubt


def seats_of(book: GameRules, seat: Seat) -> tuple[Seat, ...]:
    """All seats of the player of a seat."""
    return tuple(book.game.table.players[player_of(book.game.table, seat)])


def _likeliest(accounts: Iterable[Account]) -> Account | None:
    """The best account; the first of several."""
    return next(iter(_ranked(accounts)), None)


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


def _legally(
    book: GameRules, state: RefereeState, began: RefereeState, look: Look, seat: Seat
) -> Match | None:
    """The match of a look with a legal move of this seat; None if it shows none."""
    seen = match(book, began.belief, look, play_of(began, book, undeclared_card(began.t, seat)))
    if seen.kind != "legal" or seen.pawns in (began.pawns, state.pawns):
        return None
    is_next = began.turns is state.turns and seat == expected(book, state.course)
    return seen if is_next or not seen.fallen else None


def _accounts(
    book: GameRules, state: RefereeState, pawns: Pawns | None, look: Look | None = None
) -> Iterator[Account]:
    """Every turn to which a move may belong, weighed.

    A wrong move is by far likeliest with pawns of one's own.

    Args:
        book, state: the rules, and the state before it.
        pawns: the position after it; None if unknown: then no wrong move is tried.
        look: what is seen, by which it must be legal; None: by the position.
    """
    best, wrong = 0.0, list[tuple[Opening, Play, Pawns, bool]]()
    for turn in _turns(book, state):
        began, seat = turn.state, turn.seat
        seen = _legally(book, state, began, look, seat) if look is not None else None
        after = pawns if seen is None else seen.pawns
        if after is None:
            continue
        play = play_of(began, book, undeclared_card(state.t, seat))
        own = _moves_own(book, began, seat, after)
        if seen is not None or (look is None and legal_as(book, began.record, play, after)):
            chance = chance_of_play(book, began.record, play, after, turn.course) * (1.0 if own else OTHERS)
            best = max(best, turn.right * chance, TINY)
            yield Account(began, seat, turn.effects, log(max(turn.right * chance, TINY)), True, own, seen)
        else:
            wrong.append((turn, play, after, own))
    for turn, play, after, own in wrong:
        # Reasons are slow to find, and by a look only a wrong move that may outweigh a legal one matters.
        most = turn.wrong * WRONG * (1.0 if own else FOREIGN)
        matters = look is None or most > FLAG * best > 0.0
        if matters and turn.wrong > 0.0:
            chance = turn.wrong * _chance_of_wrong(book, turn.state, play, after, own)
            yield Account(turn.state, turn.seat, turn.effects, log(max(chance, TINY)), False, own)


def _chance_of_wrong(book: GameRules, state: RefereeState, play: Play, after: Pawns, own: bool) -> float:
    """The probability that a player makes this wrong move."""
    reasons = ruling_of(book, state.record[:MAX_RECORDS], play, after).reasons
    # That pawns of others were moved is weighed by `FOREIGN`, and not again as a broken rule.
    breaches = sum(own or reason != "wrong-pawn" for reason in reasons)
    return WRONG * WRONG_AGAIN ** max(breaches - 1, 0) * (1.0 if own else FOREIGN)


def _moves_own(book: GameRules, state: RefereeState, seat: Seat, pawns: Pawns) -> bool:
    """Whether a move to a position moves no pawns but the player's own."""
    own = seats_of(book, seat)
    return all(owner in own for _, owner in pawns - state.pawns)


def undeclared_card(t: float, seat: Seat) -> Declared:
    """The declaration of an undeclared card."""
    return Declared(t, seat, "card")


def after_those_passed_over(book: GameRules, state: RefereeState, declared: Declared) -> RefereeState:
    """The state in which a declared card is played: those passed over may have played invisibly."""
    if book.game.declare == "strict":
        return state
    player = player_of(book.game.table, declared.seat)
    return next((began for _, began, laid in _passed_over(book, state) if laid.turn == player), state)


def is_next(book: GameRules, state: RefereeState, found: Account) -> bool:
    """Whether it is the move of the player on turn."""
    return found.state.turns is state.turns and found.seat == expected(book, state.course)


def whose_card(book: GameRules, state: RefereeState, look: Look, declared: Declared) -> Declared:
    """A card declared for the player on turn as that of the later one who has moved their own pawns by it.

    The keypad names the player on turn; nobody tells it of a discard, or of a second card kept for later.
    """
    kept = state.course.again == "later"
    on_turn = player_of(book.game.table, declared.seat) == state.course.turn
    if declared.do != "card" or not on_turn or (book.game.declare == "strict" and not kept):
        return declared
    if match(book, state.belief, look, play_of(state, book, declared)).kind != "illegal":
        return declared
    for began, laid in players_in_turn(book, state):
        later = replace(declared, seat=expected(book, laid))
        seen = match(book, began.belief, look, play_of(began, book, later))
        if seen.kind == "legal" and _moves_own(book, began, later.seat, seen.pawns):
            return later
    return declared


def _turns(book: GameRules, state: RefereeState) -> Iterator[Opening]:
    """The turns to which a move may belong."""
    last = state.turns[-1] if state.turns else None
    player = player_of(book.game.table, last.play.seat) if last is not None else None
    soon = last is not None and is_soon(book, state)
    for chance, began, laid in _passed_over(book, state):
        again = laid.turn == player != state.course.turn and soon
        right = chance * (AROUND_SOON if again else 1.0)
        # A wrong move of who has just moved is judged as their next one; it was the same hand that went on.
        wrong = max(right, GOES_ON_SOON) if again else right
        yield Opening(right, wrong, began, expected(book, laid), laid)
    if last is None or not is_inferred(last):
        return
    hops = state.episode.clear_since - last.t < HOP_S
    yield from _second_cards(book, state, SECOND_SOON if hops else SECOND)
    goes_on = GOES_ON if hops else GOES_ON_SOON if soon else GOES_ON_LATE
    back, effects = take_back(state)
    stopped = Stopped(last, state.record)
    opened = back.gone_on(Cause.REOPENED).open_with(taken_back=None, to_go_back=None, stopped=stopped)
    for chance, began, laid in _passed_over(book, opened):
        right = goes_on * (1.0 if laid.turn == player else ANOTHERS * chance)
        yield Opening(right, 0.0, began, expected(book, laid), laid, effects)


def _passed_over(book: GameRules, state: RefereeState) -> Iterator[tuple[float, RefereeState, GameState]]:
    """Each player's turn, with the chance that it is theirs as those before them laid cards down."""
    found: dict[tuple[int, bool], list[tuple[float, RefereeState, GameState]]] = {}
    for one in possible_courses(state):
        chance = one.chance
        if chance < MIN_COURSE and one.course != state.course:
            continue
        for began, laid in players_in_turn(book, replace(state, course=one.course)):
            found.setdefault((laid.turn, bool(laid.again)), []).append((chance, began, laid))
            chance *= max(chance_of_passing(book, began.record, laid), FORGOTTEN)
    for ways in found.values():
        _, began, laid = max(ways, key=itemgetter(0))
        yield max(sum(chance for chance, _, _ in ways), ASTRAY), began, laid
    if state.course.phase == "play":
        met = {player for player, _ in found}
        for player in sorted(set(range(len(state.course.hands))) - met - state.course.away):
            yield ASTRAY, state, out_of_order(state.course, player)


def players_in_turn(book: GameRules, state: RefereeState) -> Iterator[tuple[RefereeState, GameState]]:
    """The state in which each player's turn is open, from the one on turn on, with hands and order then.

    Those before them have discarded or moved invisibly.
    """
    state, laid, met = after_unseen_round(book, state), state.course, set[int]()
    if laid.again and laid.phase == "play":  # the second card of a joker comes before everybody's next turn
        yield state, laid
        laid = lay_down_unseen(book, laid)
        state = replace(state, course=laid)  # no pawn is bound any more
    for _ in range(2 * len(laid.hands)):
        if laid.phase != "play" or len(met) == len(laid.hands):
            return
        if laid.turn not in met:
            met.add(laid.turn)
            yield state, laid
            state = after_unseen_turn(book, state, laid)
        laid = lay_down_unseen(book, laid)


def _second_cards(book: GameRules, state: RefereeState, chance: float) -> Iterator[Opening]:
    """The last turn's player again, for each possible rank of its card that lets them play a second one."""
    turn = state.turns[-1]
    player = player_of(book.game.table, turn.play.seat)
    for card in turn.play.cards:
        course = goes_on_after(book, turn, card, state.record[0])
        if course.again and course.turn == player != state.course.turn:
            known, effects = settle_card(book, state, len(state.turns), card)
            yield Opening(chance, chance, known, turn.play.seat, known.course, effects)
