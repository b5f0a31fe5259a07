"""Settles turns and takes them back: the record, hands and order of play."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, seats_of, start_hole
from toc_pi.belief.game import LEGAL, Absent, Belief, Play, Ruling, absent_of
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import likeliest_first
from toc_pi.belief.rulebook import Rulebook
from toc_pi.referee.effects import (
    Cleared,
    Effect,
    Ended,
    Hint,
    Notice,
    Repair,
    Settled,
    TakenBack,
    Turn,
    Verdict,
    Withdrawn,
)
from toc_pi.referee.events import Declared
from toc_pi.referee.open_cards import is_inferred, narrow, skip_ahead, with_second_play
from toc_pi.referee.order import deal_values, expected, go_on, passed_over
from toc_pi.referee.states import Cause, Flag, RefereeState, SettledTurn
from toc_pi.rules.game import Again, GameState, player_of, winners
from toc_pi.rules.position import Position

Step = tuple[RefereeState, tuple[Effect, ...]]

# The hint about the player's next card, by what it may or must do.
HINTS: Mapping[Again, Hint] = {"": "", "same": "same-pawn", "now": "again", "later": "may-play-again"}


def play_of(state: RefereeState, book: Rulebook, declared: Declared) -> Play:
    """The play to match for a card, declared or not; after a joker perhaps limited to one pawn."""
    course = state.course
    on_turn = player_of(book.game.table, declared.seat) == course.turn
    return Play(declared.seat, declared.card, course.pawn if on_turn else None)


def verdict(
    book: Rulebook, state: RefereeState, declared: Declared, after: Position, why: Ruling = LEGAL
) -> Verdict:
    """Make the `Verdict` effect of a ruling."""
    start = state.record[0]
    sent = Counter(seat for _, seat in start.pawns)
    sent.subtract(seat for _, seat in after.pawns)
    captured = tuple(seat for seat in sorted(sent) for _ in range(max(sent[seat], 0)))
    return Verdict(
        state.t,
        state.n,
        declared.seat,
        declared.do,
        declared.card,
        declared.cards,
        why.legal,
        captured,
        dict(sorted(after.pawns)),
        after.fresh,
        dict(sorted(start.pawns)),
        start.fresh,
        why.reasons,
        {} if why.legal else dict(sorted(start.pawns)),
        why.particulars,
        None if why.legal or declared.card is not None or declared.do != "card" else why.card,
        passed_over(book, state.course, declared.seat),
    )


def settle(
    state: RefereeState, book: Rulebook, declared: Declared, positions: tuple[Position, ...], accepted: bool
) -> Step:
    """Settle a turn.

    Args:
        state: the state before; its record is the position before the turn.
        book: the rules.
        declared: what was declared.
        positions: every position that fits now, the likeliest first; never empty.
        accepted: whether the players accepted it although it was illegal.
    """
    state, corrections = narrow(book, state, declared.seat)
    before = state.course
    course = go_on(book, before, declared, positions[0])
    assumed = state.taken_back == declared
    positions = with_second_play(book, state, declared, positions)
    turn = SettledTurn(
        state.n, declared, accepted, state.record, before, assumed, state.t, stopped=state.stopped
    )
    turns = (*state.turns, turn)
    course = skip_ahead(book, turns, course)
    effects: list[Effect] = [*corrections]
    if state.asked is not None:
        effects.append(Withdrawn(state.t, state.asked.id))
    if state.repair:
        effects.append(Repair(state.t, {}))
    effects.append(settled(state, declared, positions[0], accepted))
    queue = state.queue[1:] if state.queue and state.queue[0] == declared else state.queue
    done = replace(
        state,
        spare=None,
        phase=state.phase.after(Cause.WON if course.phase == "over" else Cause.COUNTED),
        belief=Belief(positions, _with_captured(state, positions[0])),
        course=course,
        turns=turns,
        queue=queue,
        taken_back=None,
        to_go_back=None,
        stopped=None,
        flag=None,
        handled=False,
        disturbed=False,
        candidates=(),
        unconfirmed=None,
        asked=None,
        repair=None,
        notices=frozenset(),
    )
    effects += tell_turn(done, book, before)
    return done, tuple(effects)


def settled(state: RefereeState, declared: Declared, after: Position, accepted: bool) -> Settled:
    """Make the `Settled` effect of the open turn."""
    pawns = dict(sorted(after.pawns))
    how: Literal["legal", "accepted"] = "accepted" if accepted else "legal"
    return Settled(state.t, state.n, declared.seat, how, pawns, after.fresh)


def _with_captured(state: RefereeState, after: Position) -> Absent:
    """The pawns that may be off the board from now on: captured ones may lie beside it for a while."""
    was, now = (Counter(seat for _, seat in pawns) for pawns in (state.pawns, after.pawns))
    absent = state.belief.missing + (was - now)
    most = Counter({seat: PAWNS_A_SEAT - now[seat] for seat in absent})
    return absent_of(absent & most)


def tell_turn(state: RefereeState, book: Rulebook, before: GameState) -> tuple[Effect, ...]:
    """Effects that announce the next turn, a deal, or the end of the game."""
    course = state.course
    if course.phase == "over":
        return (Ended(state.t, winners(book.game.table, course)),)
    effects: list[Effect] = []
    if course.deals != before.deals or course.dealer != before.dealer:
        effects.append(Notice(state.t, "new-deal", deal_values(book, course)))
    effects.append(turn_now(state, book))
    return tuple(effects)


def turn_now(state: RefereeState, book: Rulebook) -> Turn:
    """Whose turn it is, and what is special about it."""
    return Turn(state.t, state.n, expected(book, state.course), hint_of(state.course))


def hint_of(course: GameState) -> Hint:
    """What is special about the open turn."""
    return "discard-one" if course.struck else HINTS[course.again]


def accepted_positions(before: tuple[Position, ...], pawns: Pawns, look: Look | None) -> tuple[Position, ...]:
    """The positions of an accepted illegal board: untouched fresh pawns and those that came out are fresh."""
    found: dict[Position, None] = {}
    for old in before:
        was = Counter(seat for _, seat in old.pawns)
        now = Counter(seat for _, seat in pawns)
        fresh = set()
        for hole, seat in pawns:
            stayed = (hole, seat) in old.pawns and hole in old.fresh
            came = (hole, seat) not in old.pawns and hole == start_hole(seat) and now[seat] > was[seat]
            if stayed or came:
                fresh.add(hole)
        found[Position(pawns, frozenset(fresh))] = None
    return likeliest_first(tuple(found), look) if look is not None else tuple(found)


def accept(state: RefereeState, book: Rulebook, declared: Declared, pawns: Pawns) -> Step:
    """Settle a turn with the board as it is, although it is illegal or can't be explained."""
    moved = declared.do in ("card", "accept")
    positions = accepted_positions(state.record, pawns, state.look) if moved else state.record
    return settle(state, book, declared, positions, accepted=True)


def take_back(state: RefereeState, count: int = 1) -> Step:
    """Reopen the last turns; the pawns may still be where those turns put them."""
    effects: list[Effect] = []
    to_go_back = state.pawns if state.to_go_back is None else state.to_go_back
    for _ in range(count):
        turn = state.turns[-1]
        # An inferred card says nothing about the move that replaces this one.
        play = replace(turn.play, card=None, cards=()) if is_inferred(turn) else turn.play
        state = replace(
            state,
            turns=state.turns[:-1],
            belief=replace(state.belief, record=turn.record),
            course=turn.course,
            taken_back=play,
        )
        effects.append(TakenBack(state.t, turn.n, turn.play.seat, hint_of(turn.course)))
    taken_back = state.taken_back if state.taken_back is not None and state.taken_back.do == "card" else None
    reopened = replace(
        state.gone_on(Cause.TAKEN_BACK),
        taken_back=taken_back,
        to_go_back=to_go_back if to_go_back != state.pawns else None,
        stopped=None,
        flag=None,
        asked=None,
        notices=frozenset(),
        handled=False,
    )
    return reopened, tuple(effects)


def lift_flag(state: RefereeState) -> Step:
    """Take back a flagged turn: it stays open, and its pawns are to be put back."""
    assert state.flag is not None
    flag: Flag = state.flag
    return (
        replace(
            state.gone_on(Cause.TAKEN_BACK),
            taken_back=flag.play if flag.play.do == "card" else None,
            to_go_back=flag.pawns if flag.pawns != state.pawns else None,
            stopped=None,
            flag=None,
            notices=frozenset(),
        ),
        (Cleared(state.t, state.n, righted=False),),
    )


def differences(state: RefereeState, book: Rulebook) -> tuple[tuple[Hole, str], ...]:
    """Every hole that differs from the record with its recorded pawn, the nearest repairs first."""
    if state.look is None:
        return ()
    wanted, standing = dict(state.pawns), dict(state.look.pawns)
    wrong = [
        hole
        for hole in {*wanted, *standing}
        if hole not in state.look.unsure and wanted.get(hole) != standing.get(hole)
    ]
    ring = seats_of(book.game.table.seats)

    def reach(hole: Hole) -> tuple[int, Hole]:
        """Distance in seats to a misplaced pawn that belongs here; the number of seats if none is seen."""
        seat = wanted.get(hole)
        strays = [other for other in wrong if standing.get(other) == seat] if seat else [hole]
        steps = [
            abs(ring.index(Seat(a[0])) - ring.index(Seat(hole[0])))
            for a in strays
            if a[0] in ring and hole[0] in ring
        ]
        return (min(steps, default=len(ring)), hole)

    return tuple((hole, str(wanted.get(hole, ""))) for hole in sorted(wrong, key=reach))
