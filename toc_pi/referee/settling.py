"""Rules that a turn is legal, once that is sure enough, or flags it; settles turns and takes them back."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from calibration.holes import PAWNS_A_SEAT, start_hole
from toc_pi.belief.game import LEGAL, Absent, Belief, Play, Ruling, absent_of
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look, Pawns
from toc_pi.belief.match import Match, legal_as, likeliest_first, ruling_of
from toc_pi.belief.plays import after_both, explaining, is_doubtful, only_removed, touches_unsure
from toc_pi.belief.standing import with_missing
from toc_pi.effects import (
    Cleared,
    Effect,
    Ended,
    Notice,
    Repair,
    Settled,
    TakenBack,
    Turn,
    Verdict,
    Withdrawn,
)
from toc_pi.events import Declared, Hint
from toc_pi.referee.order import (
    deal_values,
    expected,
    go_on,
    is_inferred,
    narrow,
    passed_over,
    skip_ahead,
    with_second_play,
)
from toc_pi.referee.states import (
    Cause,
    Flag,
    OpenTurn,
    PossibleCourse,
    RefereeState,
    SettledTurn,
    Situation,
    Step,
)
from toc_pi.referee.turn_order import courses_after
from toc_pi.referee.waits import (
    AGAIN_S,
    CAMP_S,
    CONFIRM_S,
    SPLIT_S,
    has_rested,
    has_stood,
    is_seen_again,
    note_unconfirmed,
)
from toc_pi.rules.game import Again, GameState, player_of, winners
from toc_pi.rules.position import Position

# The hint about the player's next card, by what it may or must do.
HINTS: Mapping[Again, Hint] = {"": "", "same": "same-pawn", "now": "again", "later": "may-play-again"}


def play_of(state: RefereeState, book: GameRules, declared: Declared) -> Play:
    """The play to match for a card, declared or not; after a joker perhaps limited to one pawn."""
    course = state.course
    on_turn = player_of(book.game.table, declared.seat) == course.turn
    return Play(declared.seat, declared.card, course.pawn if on_turn else None)


def verdict(
    book: GameRules, state: RefereeState, declared: Declared, after: Position, why: Ruling = LEGAL
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
    state: RefereeState, book: GameRules, declared: Declared, positions: tuple[Position, ...], accepted: bool
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
    before, after = state.course, positions[0]
    assumed = state.open.taken_back == declared
    positions = with_second_play(book, state, declared, positions)
    turn = SettledTurn(
        state.n,
        declared,
        accepted,
        state.record,
        before,
        assumed,
        state.t,
        courses=state.courses,
        stopped=state.open.stopped,
    )
    turns = (*state.turns, turn)
    courses: tuple[PossibleCourse, ...] = ()
    if book.game.declare == "free":
        courses = courses_after(book, state, declared, after, turns)
    course = courses[0].course if courses else skip_ahead(book, turns, go_on(book, before, declared, after))
    effects: list[Effect] = [*corrections]
    if state.open.asked is not None:
        effects.append(Withdrawn(state.t, state.open.asked.id))
    if state.situation.repair:
        effects.append(Repair(state.t, {}))
    effects.append(settled(state, declared, positions[0], accepted))
    queue = state.queue[1:] if state.queue and state.queue[0] == declared else state.queue
    done = replace(
        state,
        phase=state.phase.after(Cause.WON if course.phase == "over" else Cause.COUNTED),
        belief=Belief(positions, _with_captured(state, positions[0])),
        course=course,
        courses=courses,
        turns=turns,
        queue=queue,
        open=OpenTurn(),
        situation=Situation(),
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


def tell_turn(state: RefereeState, book: GameRules, before: GameState) -> tuple[Effect, ...]:
    """Effects that announce the next turn, a deal, or the end of the game."""
    course = state.course
    if course.phase == "over":
        return (Ended(state.t, winners(book.game.table, course)),)
    effects: list[Effect] = []
    if course.deals != before.deals or course.dealer != before.dealer:
        effects.append(Notice(state.t, "new-deal", deal_values(book, course)))
    effects.append(turn_now(state, book))
    return tuple(effects)


def turn_now(state: RefereeState, book: GameRules) -> Turn:
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


def accept(state: RefereeState, book: GameRules, declared: Declared, pawns: Pawns) -> Step:
    """Settle a turn with the board as it is, although it is illegal or can't be explained."""
    moved = declared.do in ("card", "accept")
    positions = accepted_positions(state.record, pawns, state.look) if moved else state.record
    return settle(state, book, declared, positions, accepted=True)


def take_back(state: RefereeState, count: int = 1) -> Step:
    """Reopen the last turns; the pawns may still be where those turns put them."""
    effects: list[Effect] = []
    to_go_back = state.pawns if state.open.to_go_back is None else state.open.to_go_back
    for _ in range(count):
        turn = state.turns[-1]
        # An inferred card says nothing about the move that replaces this one.
        play = replace(turn.play, card=None, cards=()) if is_inferred(turn) else turn.play
        state = replace(
            state,
            turns=state.turns[:-1],
            belief=replace(state.belief, record=turn.record),
            course=turn.course,
            courses=turn.courses,
            open=replace(state.open, taken_back=play),
        )
        effects.append(TakenBack(state.t, turn.n, turn.play.seat, hint_of(turn.course)))
    taken_back = state.open.taken_back
    opened = OpenTurn(
        taken_back=taken_back if taken_back is not None and taken_back.do == "card" else None,
        to_go_back=to_go_back if to_go_back != state.pawns else None,
        spare=state.open.spare,
    )
    reopened = replace(state.gone_on(Cause.TAKEN_BACK), open=opened)
    return reopened.without_notices(), tuple(effects)


def lift_flag(state: RefereeState) -> Step:
    """Take back a flagged turn: it stays open, and its pawns are to be put back."""
    assert state.open.flag is not None
    flag: Flag = state.open.flag
    lifted = state.gone_on(Cause.TAKEN_BACK).open_with(
        taken_back=flag.play if flag.play.do == "card" else None,
        to_go_back=flag.pawns if flag.pawns != state.pawns else None,
        stopped=None,
        flag=None,
    )
    return lifted.without_notices(), (Cleared(state.t, state.n, righted=False),)


def when_legal(
    book: GameRules, state: RefereeState, look: Look, declared: Declared, play: Play, seen: Match
) -> Step:
    """Wait until a legal result is sure, then settle it."""
    if seen.away and not has_rested(state, CAMP_S) and not others_wait(state, declared):
        return state, ()
    # Also seen in an earlier clear view: none of its pawns is in a hand.
    confirmed = not only_removed(state.belief, seen) and is_seen_again(state, seen.pawns, CONFIRM_S)
    if is_doubtful(book, state.belief, look, seen) and not has_stood(state, CONFIRM_S) and not confirmed:
        return note_unconfirmed(state, seen.pawns), ()
    # The board that is being put back
    stood_there = state.open.flag.pawns if state.open.flag is not None else state.open.to_go_back
    if stood_there is not None and seen.fallen and not has_rested(state, CAMP_S):
        return state, ()
    in_hand = stood_there is not None and may_be_in_hand(book, state, look, seen.pawns, stood_there)
    if in_hand and not has_rested(state, SPLIT_S):
        return state, ()
    again = is_handless(state) or stood_there is not None or touches_unsure(book, state.belief, look, play)
    if not has_stood(state, AGAIN_S) and again and not confirmed:
        return state, ()
    return rule_legal(book, _believe(state, look, seen, book), declared, seen.positions)


def is_handless(state: RefereeState) -> bool:
    """Whether the board changed in a clear view, without a hand, so that it may be misread."""
    return any(
        one.look.agrees(state.pawns) or one.until - one.since >= CONFIRM_S for one in state.episode.former
    )


def others_wait(state: RefereeState, declared: Declared) -> bool:
    """Whether another player has declared since, so that the table considers this turn over."""
    return any(other.seat != declared.seat for other in state.queue)


def _believe(state: RefereeState, look: Look, seen: Match, book: GameRules) -> RefereeState:
    """Record pawns that aren't accounted for as absent."""
    if not seen.away and not state.belief.absent:
        return state
    return state.believing(with_missing(book, state.belief, look, seen.pawns))


def rule_legal(
    book: GameRules, state: RefereeState, declared: Declared, positions: tuple[Position, ...]
) -> Step:
    """Rule a turn legal and settle it; an undeclared card is inferred from it."""
    state = take(state, declared)
    if declared.do == "card" and declared.card is None:
        declared = infer_card(book, state, declared, positions[0].pawns)
    judged = verdict(book, state, declared, positions[0])
    positions = _with_other_ways(book, state, declared, positions)
    settled, effects = settle(state, book, declared, positions, accepted=False)
    return settled, (judged, *effects)


def _with_other_ways(
    book: GameRules, state: RefereeState, declared: Declared, positions: tuple[Position, ...]
) -> tuple[Position, ...]:
    """Add the positions that are possible if the turn before was played in another way.

    That is so if both were seen as one: the board between them is the likeliest, but wasn't seen.
    """
    look, pawns = state.look, positions[0].pawns
    last = state.turns[-1] if state.turns else None
    if look is None or last is None or last.play.do != "card" or last.accepted or declared.do != "card":
        return positions
    if last.t < state.episode.since or look.agrees(state.pawns):
        return positions
    before = replace(state.with_record(last.record), course=last.course)
    first, second = play_of(before, book, last.play), play_of(state, book, declared)
    return tuple(dict.fromkeys((*positions, *after_both(book, last.record, first, second, pawns))))


def infer_card(book: GameRules, state: RefereeState, declared: Declared, pawns: Pawns) -> Declared:
    """Infer an undeclared card from its move: one rank, or several that stay open."""
    cards = explaining(book, state.record, play_of(state, book, declared), pawns, state.course)
    return replace(declared, card=cards[0] if len(cards) == 1 else None, cards=cards)


def take(state: RefereeState, declared: Declared) -> RefereeState:
    """Take a declared card out of the queue."""
    if state.queue and state.queue[0] == declared:
        return replace(state, queue=state.queue[1:])
    return state


def rule_on(book: GameRules, state: RefereeState, look: Look, declared: Declared, pawns: Pawns) -> Step:
    """Judge a card by a position that the players have confirmed."""
    play = play_of(state, book, declared)
    state = state.believing(with_missing(book, state.belief, look, pawns))
    results = legal_as(book, state.record, play, pawns)
    if results:
        return rule_legal(book, state, declared, likeliest_first(results, look))
    return flag_turn(book, state, look, declared, pawns, ruling_of(book, state.record, play, pawns))


def flag_turn(
    book: GameRules, state: RefereeState, look: Look, declared: Declared, pawns: Pawns, why: Ruling
) -> Step:
    """Flag a turn as illegal, with the reasons; it stays open."""
    state = take(state, declared)
    after = accepted_positions(state.record, pawns, look)[0]
    judged = verdict(book, state, declared, after, why)
    flag = Flag(declared, pawns, why.reasons)
    flagged = state.gone_on(Cause.ILLEGAL).open_with(
        flag=flag, taken_back=None, to_go_back=None, handled=False
    )
    return flagged.without_notices(), (judged,)


def may_be_in_hand(
    book: GameRules, state: RefereeState, look: Look, pawns: Pawns, stood_there: Pawns
) -> bool:
    """Whether a pawn of a legal position may instead be in a hand, because its hole is unsure.

    Args:
        book, state, look: as for `returning`.
        pawns: the position.
        stood_there: the board that was flagged or taken back.
    """
    if look.guessed(pawns, stood_there) or look.guessed(pawns, state.pawns):
        return True
    went = Counter(seat for _, seat in stood_there) - Counter(seat for _, seat in pawns)
    lacking = look.lacking(pawns, book.seats) if went else None
    # A pawn that was absent before may be one of those that stood there.
    absent = state.belief.missing & (look.lacking(stood_there, book.seats) or Counter())
    return lacking is not None and bool(went & (lacking - absent))
