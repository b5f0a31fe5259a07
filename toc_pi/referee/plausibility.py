"""How likely what people do is: the weights of a story's turns, in one table.

The constants are probabilities; the functions return natural logarithms.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from math import ceil, exp, log
from operator import attrgetter

from calibration.holes import Seat
from toc_pi.belief.game import Play, Ruling
from toc_pi.belief.look import Look
from toc_pi.belief.match import MAX_RECORDS, is_between, ruling_of
from toc_pi.belief.plays import MAX_COUNTED, MISREAD, ONE_CARDS_PAWNS, UndeclaredMove, chance_of_passing
from toc_pi.events import UNSEEN, CardLaid, Declared, Event, PileGathered
from toc_pi.referee.lost_sight import UNEXPLAINED
from toc_pi.referee.phases import HANDFUL_S
from toc_pi.referee.states import RefereeState
from toc_pi.referee.turns import Flag, SettledTurn
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Pawns

WRONG = 0.01  # one particular wrong move that breaks one rule
AGAIN = 0.1  # factor for each further rule that is broken
# Factors for a pawn's wrong distance: off by one or two holes, or further. Of 53 in 84 evenings without film
# 19 were off by so few, which is four boards of about forty.
MISCOUNTED, FAR_OFF = 1.5, 0.3
MANY = 3  # rules that a move breaks which no single one explains
FOREIGN = 0.02  # somebody moves pawns of another player as that one's card would allow
OUT_OF_TURN = 0.005  # somebody taps a card and plays it although it is another player's turn
DEAD = 0.03  # factor for moving others' pawns by a card that can't be played with one's own
MUST_PLAY = 0.003  # laying down a card, or a hand, although one must be played
NOT_KEPT = 0.02  # a second play that may be kept is laid down instead
MISSED = 0.005  # a card is laid and the camera sees nothing of it
SILENT, SILENTLY = 0.005, 0.9  # share of players who hardly lay cards, and of their cards that they keep
MID_DEAL = 0.01  # the pile is gathered while cards are still held, for each that is gathered for a new deal
NOT_TAKEN = 0.003  # a card is laid in a game that is over
NOTHING_ACCEPTED = 0.02  # somebody accepts a move that isn't wrong
TAKEN_BACK = 0.01  # a settled turn is put back by its pawns alone
PENDING = 0.05  # another card, or another move, while the last move isn't explained
# A move's card is laid after it rather than before, with a pause; both as this table has done so far.
AFTER, BEFORE = 1.0, 2.0  # turns of each kind that an unknown table counts as having played
PAUSES = 2.0  # pauses that it counts as having made
HABIT = 24  # last turns by which a table's habit is known
JITTER_S = 0.5  # by which one's pauses differ
PAUSE_S = 1.5  # mean of an unknown table's pause, beyond which it decays exponentially, seconds
SHADOW = 0.004  # an arm or a shadow is taken for a card that can't be read, for each card that is laid
UNREAD, KNOWN = 0.04, 10  # share of cards that aren't surely read, as if so many had been seen before
TINY = 1e-9


def plausibility(before: RefereeState, event: Event, after: RefereeState) -> float:
    """The weight of all that has happened in a story with an event."""
    if isinstance(event, CardLaid) and after.laid < event.n:
        return log(NOT_TAKEN)
    tap = event if isinstance(event, Declared) else None
    in_vain = tap is not None and tap.do == "accept" and before.open.flag is None
    weight = log(NOTHING_ACCEPTED) if in_vain else 0.0
    weight += log(MID_DEAL) if isinstance(event, PileGathered) and is_mid_deal(after) else 0.0
    if after.turns is before.turns and after.open.flag is before.open.flag:
        return weight
    same = sum(1 for _ in takewhile(_is_same, zip(before.turns, after.turns, strict=False)))
    weight += log(TAKEN_BACK) if same < len(before.turns) and tap is None else 0.0
    new = after.turns[same:]
    boards = [*(turn.record[0].pawns for turn in new[1:]), after.pawns][: len(new)]
    flag = before.open.flag
    for turn, pawns in zip(new, boards, strict=True):
        flagged = flag is not None and turn.n == before.n
        if not (flagged and turn.accepted):
            weight += turn_weight(after, turn, pawns)
    now = after.open.flag
    if now is not None and (flag is None or flag.pawns != now.pawns):
        weight += flag_weight(after, now)
    return weight


def is_mid_deal(state: RefereeState) -> bool:
    """Whether a card of the deal has been played or laid down, and none is flagged that may be its last."""
    deal = attrgetter("dealer", "deals")
    begun = bool(state.turns) and deal(state.turns[-1].course) == deal(state.course)
    return begun and state.open.flag is None


def _is_same(turns: tuple[SettledTurn, SettledTurn]) -> bool:
    """Whether two turns are the same one, perhaps with its card known better."""
    one, other = turns
    return one is other or (one.play.seat, one.play.laid, one.record) == (
        other.play.seat,
        other.play.laid,
        other.record,
    )


@dataclass(frozen=True, slots=True)
class Begun:
    """A move that stands on the board and isn't explained yet.

    Attributes:
        before: the record.
        pawns: the board.
        weight: the logarithm of its weight, whenever its card is laid.
        legal: whether some card allows it.
    """

    before: Pawns
    pawns: Pawns
    weight: float
    legal: bool

    @property
    def put_back(self) -> float:
        """The logarithm of the weight of making it and putting it back, without a word."""
        return self.weight + (log(TAKEN_BACK) if self.legal else 0.0)


def begun(state: RefereeState) -> Begun | None:
    """The move that stands there unexplained; None where there is none, or it is being taken back."""
    look, flag = state.clear_look, state.open.flag
    if look is None or (flag is not None and flag.play.do == "card") or state.shows(look, state.pawns):
        return None
    likely = tuple(pawns for pawns in state.likely(look) if pawns != state.pawns)
    there = state.open.to_go_back
    if not likely or (
        there is not None and (state.shows(look, there) or is_between(likely[0], there, state.pawns))
    ):
        return None
    known = ("begun", state.belief, state.course)
    return state.rules.once(look, known, lambda: _likeliest_move(state, look, likely))


def was_put_back(move: Begun, state: RefereeState) -> bool:
    """Whether a move that stood there unexplained is put back or corrected, or is to be after an `undo`."""
    pawns = None if state.look is None else state.likeliest(state.look)
    is_gone = pawns is not None and not is_between(move.pawns, move.before, pawns)
    return is_gone or state.open.to_go_back is not None


def outlook(state: RefereeState, move: Begun | None) -> float:
    """The weight of the likeliest explanation of a board that isn't explained yet; 0 for one that is.

    It stands in for the weight of the turn that will explain it.
    """
    look, flag = state.clear_look, state.open.flag
    if look is not None and flag is not None and flag.play.do == "card":
        return _under_a_flag(state, look, flag)
    laid = [*(card.t for card in state.queue), *(card.t for card in state.pile)]
    pending = log(PENDING) * max(sum(state.t - t > HANDFUL_S for t in laid) - 1, 0)
    if move is None:
        return pending
    to_come = move.weight + log(max(card_to_come(state), TINY))
    if state.queue or flag is not None:
        return min(log(WRONG) * _moves(state.pawns, move.pawns), to_come) + pending
    return to_come


def _under_a_flag(state: RefereeState, look: Look, flag: Flag) -> float:
    """The weight of what stands there under a flag, unless it is the flagged move, or that put right."""
    pawns = state.likeliest(look)
    if state.shows(look, state.pawns) or state.shows(look, flag.pawns):
        return 0.0
    if pawns is None:
        return log(WRONG)
    is_righted = is_between(pawns, flag.pawns, state.pawns) or state.legal_as(state.play_of(flag.play), pawns)
    return (
        0.0 if is_righted else log(WRONG) * min(_moves(start, pawns) for start in (state.pawns, flag.pawns))
    )


def _moves(before: Pawns, after: Pawns) -> int:
    """How many moves at least lead from one board to another."""
    return ceil(max(len(after - before), 1) / ONE_CARDS_PAWNS)


def _likeliest_move(state: RefereeState, look: Look, likely: Sequence[Pawns]) -> Begun:
    """The move that explains best what stands there; unsure holes may hide which one it is."""
    most = state.likelihood(look, likely[0])

    def moves() -> Iterator[Begun]:
        for pawns in likely:
            weight, legal = _move_to_come(state, pawns)
            seen = min(state.likelihood(look, pawns) / most, 1.0)
            yield Begun(state.pawns, pawns, weight + log(max(seen, TINY)), legal)

    return max(moves(), key=lambda move: move.weight)


def _move_to_come(state: RefereeState, pawns: Pawns) -> tuple[float, bool]:
    """The weight of a move whose card isn't laid yet, and whether some card allows it.

    A wrong one is weighed by the rank that forbids it least.
    """
    play = Play(state.on_turn, None, state.course.pawn)
    if state.legal_as(play, pawns):
        return log(max(chance_of_move(state, state.course, pawns), TINY)), True
    return log(_chance_of_wrong(state, play, pawns)), False


def card_to_come(state: RefereeState) -> float:
    """The probability that a move's card is laid after it, and hasn't been laid by now."""
    after_s = 0.0 if state.moved_at is None else state.t - state.moved_at
    before, pauses = _habit(state)
    later = AFTER + len(pauses)
    return later / (later + BEFORE + before) * _pause_is_longer(pauses, after_s)


def _pause_is_longer(pauses: list[float], than_s: float) -> float:
    """The probability that a card that is laid after its move is laid later than this."""
    unknown = PAUSES * exp(-max(than_s - PAUSE_S, 0.0) / PAUSE_S)
    longer = sum(pause_s > than_s - JITTER_S for pause_s in pauses)
    return (unknown + longer) / (PAUSES + len(pauses))


def next_is_first(state: RefereeState) -> float:
    """The probability that a card is laid before its move."""
    before, pauses = _habit(state)
    return (BEFORE + before) / (AFTER + len(pauses) + BEFORE + before)


def _habit(state: RefereeState) -> tuple[int, list[float]]:
    """How many moves had their card before them, and the pauses of those that had it afterwards, seconds."""
    seen = [
        turn.play.t - turn.moved_at
        for turn in state.turns[-HABIT:]
        if turn.play.do == "card" and turn.moved_at is not None and turn.play.laid not in ((), (UNSEEN,))
    ]
    pauses = [pause_s for pause_s in seen if pause_s > 0.0]
    return len(seen) - len(pauses), pauses


def turn_weight(state: RefereeState, turn: SettledTurn, pawns: Pawns) -> float:
    """The weight of a settled turn that led to a board."""
    play, before = turn.play, state.before(turn)
    unseen = play.laid == (UNSEEN,)
    if play.do != "card" and turn.accepted:
        return log(MUST_PLAY)
    if play.do != "card" and turn.course.again == "later":
        return log(NOT_KEPT)
    if play.do != "card":
        passing = max(chance_of_passing(state.rules, turn.record, turn.course), TINY) if unseen else 1.0
        return log(missed(before, play.seat, _unseen_cards(turn)) * passing)
    if turn.accepted:
        return log(WRONG) + _out_of_turn(state, play, turn.course)
    if unseen:
        return log(missed(before, play.seat) * max(chance_of_move(before, turn.course, pawns), TINY))
    results = max(state.rules.count(turn.record, before.play_of(play), MAX_COUNTED), 1)
    return look_weight(turn) - log(results) + _out_of_turn(state, play, turn.course)


def _unseen_cards(turn: SettledTurn) -> int:
    """How many cards of a discard, or of a thrown hand, weren't seen."""
    play = turn.play
    hand = len(turn.course.hands[turn.course.turn]) if play.do == "throw" else 1
    seen = 0 if play.laid == (UNSEEN,) else len(play.cards) or 1
    return max(hand - seen, 0) if play.laid else 0


def look_weight(turn: SettledTurn) -> float:
    """The weight of what a turn's card looked like, where it wasn't surely read."""
    if turn.seen is None or not turn.seen.ranks:
        return 0.0
    ranks = turn.play.cards or ((turn.play.card,) if turn.play.card else ())
    return log(max(sum(turn.seen.ranks.get(rank, 0.0) for rank in ranks), MISREAD))


def unread_phantom(state: RefereeState) -> float:
    """The probability that a card that isn't surely read is none, by how many there were so far."""
    unread = sum(turn.seen is not None or turn.play.card is None for turn in state.turns[-HABIT:])
    rate = (UNREAD * KNOWN + unread) / (KNOWN + len(state.turns[-HABIT:]))
    return SHADOW / (SHADOW + rate)


def missed(state: RefereeState, seat: Seat, cards: int = 1) -> float:
    """The probability that so many of a player's cards aren't seen, by how many of theirs were so far.

    A player either lays all cards, of which the camera misses few, or hardly any.
    """
    own = [one.play for one in state.turns if state.rules.same_player(one.play.seat, seat)][-HABIT:]
    unseen = sum(play.laid in ((), (UNSEEN,)) and not play.told for play in own)
    seen = len(own) - unseen
    lays = (1.0 - SILENT) * MISSED**unseen * (1.0 - MISSED) ** seen
    silent = SILENT * SILENTLY**unseen * (1.0 - SILENTLY) ** seen
    return (lays * MISSED**cards + silent * SILENTLY**cards) / (lays + silent)


def chance_of_move(state: RefereeState, course: GameState, pawns: Pawns) -> float:
    """The chance that the player on turn moves so, with an unknown card."""
    play = Play(state.rules.on_turn(course), None, course.pawn)
    return min(1.0, UndeclaredMove(state.rules, state.record, play, pawns, course).chance())


def flag_weight(state: RefereeState, flag: Flag) -> float:
    """The weight of a wrong move, or of laying down what had to be played."""
    if flag.play.do != "card":
        return log(MUST_PLAY)
    return _wrong_move(state, flag) + _lateness(state, flag) + _out_of_turn(state, flag.play, state.course)


def _out_of_turn(state: RefereeState, play: Declared, course: GameState) -> float:
    """The weight of a tapped card's being played although it is another player's turn."""
    own = play.laid or state.rules.same_player(play.seat, state.rules.on_turn(course))
    return 0.0 if own else log(OUT_OF_TURN)


def _lateness(state: RefereeState, flag: Flag) -> float:
    """The weight of a card's coming so long after its move, as this table lays them."""
    after_s = flag.play.t - state.episode.began(flag.pawns, state.pawns)
    if not flag.play.laid or after_s <= 0.0:
        return 0.0
    return log(max(_pause_is_longer(_habit(state)[1], after_s), TINY))


def _wrong_move(state: RefereeState, flag: Flag) -> float:
    play = state.play_of(flag.play)
    moved = {seat for _, seat in flag.pawns - state.pawns}
    wrong = _chance_of_wrong(state, play, flag.pawns)
    if not moved or not moved.isdisjoint(state.rules.table.player_of(play.seat)):
        return log(wrong)
    # All that is wrong with others' pawns may be that they are others'.
    theirs = [replace(play, seat=seat, pawn=None) for seat in sorted(moved)]
    share = 1.0 / max(min(state.rules.count(state.record, one, MAX_COUNTED) for one in theirs), 1)
    more = min(_breaches(state, one, flag.pawns) for one in theirs)
    others = max(len(state.rules.table.players) - 1, 1)
    wrong = max(wrong, FOREIGN / others * (1.0 if more else share) * AGAIN**more)
    dead = play.card is not None and not state.rules.count(state.record, play, 1)
    return log(wrong * (DEAD if dead else 1.0))


def _chance_of_wrong(state: RefereeState, play: Play, pawns: Pawns) -> float:
    """The probability of one particular wrong move, which some other card or nothing allows."""
    ruling = _ruling(state, play, pawns)
    count = ruling.particulars.get("wrong-distance") if ruling.reasons[:1] == ("wrong-distance",) else None
    distance = 1.0
    if count is not None and count.went is not None and count.numbers:
        off_by = min(abs(count.went - number) for number in count.numbers)
        distance = MISCOUNTED if off_by <= 2 else FAR_OFF
    return WRONG * distance * AGAIN ** max(_breaches(state, play, pawns) - 1, 0)


def _breaches(state: RefereeState, play: Play, pawns: Pawns) -> int:
    """How many rules a play breaks."""
    if state.legal_as(play, pawns):
        return 0
    reasons = _ruling(state, play, pawns).reasons
    found = MANY if reasons[:1] == UNEXPLAINED else max(len({*reasons} - {"must-play"}), 1)
    return found + max(len(pawns - state.pawns) - ONE_CARDS_PAWNS, 0)


def _ruling(state: RefereeState, play: Play, pawns: Pawns) -> Ruling:
    return ruling_of(state.rules, state.record[:MAX_RECORDS], play, pawns)
