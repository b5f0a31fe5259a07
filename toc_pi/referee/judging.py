"""Looks at what is known and decides what follows: wait, a verdict, a flag, a question, or lost sight.

`consider` is called after every event. It says nothing while a hand is over the board, and waits longer the
more an explanation looks like work that isn't done.
"""

from dataclasses import replace
from typing import Literal

from toc_pi.referee.board import Board, Pawns
from toc_pi.referee.effects import Cleared, Effect, Notice, Offer, Question, Repair, Withdrawn
from toc_pi.referee.events import Card, Declared
from toc_pi.referee.game import Play, Rulebook
from toc_pi.referee.match import Match, both_played, is_between, legal_results, likeliest_first, match
from toc_pi.referee.settling import (
    Step,
    accept,
    accepted_positions,
    differences,
    expected,
    lift_flag,
    play_of,
    seat_at_turn,
    seats_out,
    settle,
    take_back,
    verdict,
)
from toc_pi.referee.states import Asked, Flag, Phase, State
from toc_pi.rules.game import player_of
from toc_pi.rules.pack import pack_of
from toc_pi.rules.position import Position

# Seconds that a board must stand, seen clear, before something is said about it.
CONFIRM_S = 0.3  # an illegal move: a hand that slides a pawn is away for shorter
LOOK_S = 0.7  # a view that is clear again without a new look: nothing has changed
KEPT_S = 0.6  # after a take-back, for the card to be declared again
MOWN_S = 0.7  # only captured pawns are left to be taken away
SPLIT_S = 2.5  # a part of a split may still follow
CAMP_S = 4.0  # a captured pawn is on its way to its camp
SECOND_S = 0.5  # the next player's card for a move that is already there
CARD_S = 2.0  # a move without a card, before cards are offered
BACK_S = 2.5  # an earlier position stands again, before turns are taken back
UNMOVED_S = 3.0  # a card that can be played without a visible change
ASK_S = 5.0  # doubt
LOST_S = 6.0  # pawns are missing, or nothing explains the board

MOST_QUESTIONS = 4
IN_TURNS = 100
MOST_TAKEN_BACK = 12
LOOPS = 64


def consider(book: Rulebook, state: State) -> Step:
    """Draw every conclusion that is due at `state.t`."""
    effects: list[Effect] = []
    for _ in range(LOOPS):
        after, more = _conclude(book, state)
        effects += more
        if after == state:
            return after, tuple(effects)
        state = after
    return state, tuple(effects)


def stands(book: Rulebook, state: State, board: Board, pawns: Pawns) -> bool:
    """Whether the board shows a position, and every pawn is accounted for."""
    if not board.agrees(pawns):
        return False
    lacking = board.lacking(pawns, book.seats)
    if lacking is None:
        return False
    return (lacking - seats_out(state.absent)).total() <= board.hidden_camps


def likeliest_board(state: State, board: Board, book: Rulebook) -> Pawns | None:
    """The board with its unsure holes filled in the likeliest way; None where no filling is possible."""
    before = state.pawns
    best: tuple[float, Pawns] | None = None
    for pawns in board.completions(before):
        if board.lacking(pawns, book.seats) is None:
            continue
        weight = board.likelihood(pawns) * (1.0 if pawns == before else 0.5)
        if best is None or weight > best[0]:
            best = (weight, pawns)
    return best[1] if best is not None else None


def _conclude(book: Rulebook, state: State) -> Step:
    """One conclusion, or the state as it was."""
    if state.phase is Phase.PAUSED:
        return state, ()
    head = state.queue[0] if state.queue else None
    if state.flag is not None and head is not None:
        return _after_flag(book, state, head)
    reopened = state.kept is not None and (head is None or head.seat != state.kept.seat)
    if head is not None and head.do != "card" and not reopened:
        return _judge_hand(book, state, head)
    if state.phase is Phase.OVER and head is None:
        return state, ()
    board = state.board
    if board is None:
        waits = head is not None and not reopened and state.shadow is None
        return (replace(state, phase=Phase.DECLARED), ()) if waits else (state, ())
    if not _is_clear(state):
        if head is None or reopened or state.view != "hand" or state.shadow is not None:
            return state, ()
        seen = match(book, board, state.record, play_of(state, book, head), seats_out(state.absent))
        if seen.kind == "legal" and not seen.away:  # the card came late, and the next hand is there already
            return _legal(book, state, head, seen.positions)
        return state, ()
    if state.flag is not None:
        return _judge(book, state, board, state.flag.play) if state.flag.play.do == "card" else (state, ())
    if reopened:
        return _judge(book, state, board, state.kept)
    if head is not None:
        return _judge(book, state, board, head)
    return _without_card(book, state, board)


def _is_clear(state: State) -> bool:
    if state.view != "watching":
        return False
    return state.looked or state.t - state.clear_since >= LOOK_S


def _stood(state: State) -> float:
    """For how long the board has stood as it is, seconds."""
    return state.t - max(state.since, state.clear_since)


def _say(state: State, code: str, **values: str) -> Step:
    """Give a notice, once in a situation."""
    if code in state.said:
        return state, ()
    return replace(state, said=state.said | {code}), (Notice(state.t, code, values),)


def _phase(state: State, phase: Phase) -> State:
    return state if state.phase is phase else replace(state, phase=phase)


# --- cards that need no board


def _judge_hand(book: Rulebook, state: State, declared: Declared) -> Step:
    """Judge a discard, a thrown hand or a pass at once: legal, or must-play (RULES 4, 7)."""
    course = seat_at_turn(book, state.course, declared.seat)
    shown = declared.cards if declared.do == "throw" else (declared.card,) if declared.card else ()
    if all(book.must_play(course, before, shown) for before in state.record):
        said = verdict(state, declared, False, state.record[0], ("must-play",))
        flag = Flag(declared, state.pawns, ("must-play",))
        flagged = replace(state, phase=Phase.FLAGGED, flag=flag, queue=state.queue[1:], said=frozenset())
        return flagged, (said,)
    said = verdict(state, declared, True, state.record[0])
    settled, effects = settle(state, book, declared, state.record, accepted=False)
    return settled, (said, *effects)


def _after_flag(book: Rulebook, state: State, head: Declared) -> Step:
    """Something was declared while a flag stands."""
    flag = state.flag
    assert flag is not None
    same_player = player_of(book.game.table, head.seat) == player_of(book.game.table, flag.play.seat)
    if same_player:
        if head.do == flag.play.do and head.card == flag.play.card:
            return replace(state, queue=state.queue[1:]), ()
        if head.do == "card":  # another card for the same move: judged anew
            return replace(state, flag=None, phase=Phase.WEIGHING, said=frozenset()), ()
        lifted, effects = lift_flag(state)
        return replace(lifted, kept=None), effects
    plays_on = flag.play.do != "card" or len(state.queue) > 1
    if not plays_on and _is_clear(state) and state.board is not None and head.do == "card":
        middle = accepted_positions(state.record, flag.pawns, state.board)
        seen = match(book, state.board, middle, play_of(state, book, head), seats_out(state.absent))
        plays_on = seen.kind == "legal" and not stands(book, state, state.board, flag.pawns)
    if plays_on:  # nobody minds: the game goes on from what stands there
        return accept(state, book, flag.play, flag.pawns)
    noticed, notice = _say(state, "flag-stands", seat=flag.play.seat)
    if notice:
        return noticed, notice
    if _is_clear(state) and state.board is not None:
        return _judge(book, state, state.board, flag.play)
    return state, ()


# --- a card and a board


def _judge(book: Rulebook, state: State, board: Board, declared: Declared | None) -> Step:
    """Compare a clear board with what a declared card allows."""
    assert declared is not None
    play = play_of(state, book, declared)
    if state.shadow is not None:
        waiting = _returning(book, state, board, declared, play)
        if waiting is not None:
            return waiting
    seen = match(book, board, state.record, play, seats_out(state.absent))
    if state.asked is not None and seen.kind != "doubt":
        withdrawn = Withdrawn(state.t, state.asked.id)
        return replace(state, asked=None), (withdrawn,)
    if state.flag is not None:
        waiting = _flagged(state, seen)
        if waiting is not None:
            return waiting
    if seen.kind == "same":
        return _unmoved(book, state, declared, play, seen)
    if state.phase not in (Phase.WEIGHING, Phase.FLAGGED, Phase.LOST):
        return _phase(state, Phase.WEIGHING), ()
    if seen.kind == "legal":
        if seen.away and _stood(state) < CAMP_S and not _others_wait(state, declared):
            return state, ()
        guessed = any(hole in board.unsure for hole, _ in seen.pawns ^ state.pawns)
        if guessed and _stood(state) < CONFIRM_S:
            return state, ()
        return _legal(book, _believe(state, board, seen, book), declared, seen.positions)
    if seen.kind == "illegal":
        return _illegal(book, state, board, declared, play, seen)
    if state.flag is not None:
        return state, ()
    if seen.kind == "doubt" and _stood(state) >= CONFIRM_S and state.t - state.clear_since >= ASK_S:
        return _ask(state, play, seen, legal_results(book, state.record, play))
    if seen.kind == "gap" and _stood(state) >= LOST_S:
        return _lose(book, state)
    return state, ()


def _returning(book: Rulebook, state: State, board: Board, declared: Declared, play: Play) -> Step | None:
    """A turn was taken back: wait until its pawns are, unless another move stands there. None: judge it."""
    assert state.shadow is not None
    if stands(book, state, board, state.pawns):
        done = replace(state, shadow=None, repair=None, phase=Phase.DECLARED)
        return done, ((Repair(state.t, {}),) if state.repair else ())
    resting = board.agrees(state.shadow)
    if not resting:
        there = likeliest_board(state, board, book)
        resting = there is None or is_between(there, state.shadow, state.pawns)
    if not resting:
        return None
    if state.kept is not None and declared.card != state.kept.card:
        seen = match(book, board, state.record, play, seats_out(state.absent))
        if seen.kind == "legal" and not seen.away:
            return None
    return _show_repair(book, _phase(state, Phase.RETURNING))


def _flagged(state: State, seen: Match) -> Step | None:
    """A flag stands: say nothing more while pawns are being put back. None: judge what stands there."""
    assert state.flag is not None
    flag = state.flag
    if seen.kind == "same":
        if seen.away:
            return state, ()
        cleared = replace(
            state, flag=None, phase=Phase.DECLARED, queue=(flag.play, *state.queue), said=frozenset()
        )
        return cleared, (Cleared(state.t, state.n),)
    if seen.kind == "legal":
        return None
    if seen.pawns == flag.pawns or is_between(seen.pawns, flag.pawns, state.pawns):
        return _phase(state, Phase.FLAGGED), ()
    if seen.kind != "illegal":
        return state, ()
    nearer = len(seen.pawns ^ state.pawns) < len(flag.pawns ^ state.pawns)
    return (state, ()) if nearer and _stood(state) < SPLIT_S else None


def _unmoved(book: Rulebook, state: State, declared: Declared, play: Play, seen: Match) -> Step:
    """The board is as it was before the card."""
    if seen.away:  # a pawn left its camp, and isn't out yet
        return _phase(state, Phase.WEIGHING if state.phase is Phase.WEIGHING else Phase.DECLARED), ()
    if state.phase is not Phase.DECLARED or state.shaken or state.repair:
        effects: tuple[Effect, ...] = ()
        if state.phase is Phase.LOST:
            effects = (Notice(state.t, "found-again"),)
        if state.repair:
            effects = (Repair(state.t, {}), *effects)
        state = replace(
            state, phase=Phase.DECLARED, shaken=False, repair=None, said=state.said - {"lost-sight"}
        )
        return state, effects
    rested = min(_stood(state), state.t - declared.t) >= UNMOVED_S
    if not _others_wait(state, declared) and not (state.visited and rested):
        return state, ()
    if state.kept == declared:
        return state, ()
    legal = [before for before in state.record if book.ruling(before, play, state.pawns).legal]
    if not legal:
        return state, ()
    results = legal_results(book, state.record, play).get(state.pawns, tuple(legal))
    return _legal(book, state, declared, results)


def _others_wait(state: State, declared: Declared) -> bool:
    """Whether somebody else has declared after this: his turn is over as far as the table is concerned."""
    return any(other.seat != declared.seat for other in state.queue)


def _believe(state: State, board: Board, seen: Match, book: Rulebook) -> State:
    """Count pawns that stand nowhere for long as missing from now on."""
    if not seen.away and not state.absent:
        return state
    lacking = board.lacking(seen.pawns, book.seats)
    if lacking is None or lacking.total() <= board.hidden_camps:
        return state if not state.absent else replace(state, absent=())
    return replace(state, absent=tuple(sorted(lacking.items())))


def _legal(book: Rulebook, state: State, declared: Declared, positions: tuple[Position, ...]) -> Step:
    state = _take(state, declared)
    said = verdict(state, declared, True, positions[0])
    settled, effects = settle(state, book, declared, positions, accepted=False)
    return settled, (said, *effects)


def _take(state: State, declared: Declared) -> State:
    """Take a declared card out of the queue."""
    if state.queue and state.queue[0] == declared:
        return replace(state, queue=state.queue[1:])
    return state


def _illegal(book: Rulebook, state: State, board: Board, declared: Declared, play: Play, seen: Match) -> Step:
    """The board can't come from the card as the rules have it: wait, or say why."""
    if state.turns and stands(book, state, board, state.turns[-1].record[0].pawns):
        if _stood(state) < BACK_S:
            return state, ()
        return _put_back(book, state, 1)
    doubtful = seen.reasons[:1] == ("unexplained",) or len(seen.pawns ^ state.pawns) > 4
    if state.shaken and doubtful:
        return _lose(book, state)
    patience = CONFIRM_S
    if seen.unfinished == "mown":
        patience = MOWN_S
    elif seen.unfinished == "split" and not _others_wait(state, declared):
        patience = SPLIT_S
    elif state.kept == declared:
        patience = KEPT_S
    if _stood(state) < patience:
        return state, ()
    middle = _first_of_two(book, state, board, declared, play)
    if middle:
        return _legal(book, state, declared, middle)
    if state.kept != declared and _only_next(book, state, board):
        skipped = replace(state, queue=state.queue[1:])
        return skipped, (Notice(state.t, "card-dropped", {"seat": declared.seat, "card": play.card}),)
    return _flag(state, board, declared, seen.pawns, seen.reasons)


def rule_on(book: Rulebook, state: State, board: Board, declared: Declared, pawns: Pawns) -> Step:
    """Judge a card on a position that the players have confirmed."""
    play = play_of(state, book, declared)
    results = legal_results(book, state.record, play).get(pawns, ())
    if results:
        return _legal(book, state, declared, likeliest_first(results, board))
    rulings = [book.ruling(before, play, pawns) for before in state.record]
    reasons = min(rulings, key=lambda ruling: len(ruling.reasons)).reasons
    return _flag(state, board, declared, pawns, reasons or ("wrong-pawn",))


def _flag(state: State, board: Board, declared: Declared, pawns: Pawns, reasons: tuple[str, ...]) -> Step:
    state = _take(state, declared)
    after = accepted_positions(state.record, pawns, board)[0]
    said = verdict(state, declared, False, after, reasons)
    flag = Flag(declared, pawns, reasons)
    return (
        replace(
            state,
            phase=Phase.FLAGGED,
            flag=flag,
            kept=None,
            shadow=None,
            said=frozenset(),
            visited=False,
        ),
        (said,),
    )


def _first_of_two(
    book: Rulebook, state: State, board: Board, declared: Declared, play: Play
) -> tuple[Position, ...]:
    """Where the next player has moved already: the positions between the two moves; empty if he hasn't."""
    if state.flag is not None:
        return ()
    waiting = [other for other in state.queue if other != declared and other.do == "card"]
    if waiting:
        seconds = [Play(waiting[0].seat, waiting[0].card)] if waiting[0].card else []
        return both_played(book, board, state.record, play, seconds, seats_out(state.absent))
    return ()


def _only_next(book: Rulebook, state: State, board: Board) -> bool:
    """Whether the board is explained by the next player's card alone: the first one was never played."""
    if state.flag is not None or len(state.queue) < 2 or state.queue[1].do != "card":
        return False
    seen = match(book, board, state.record, play_of(state, book, state.queue[1]), seats_out(state.absent))
    return seen.kind == "legal"


# --- a board without a card


def _without_card(book: Rulebook, state: State, board: Board) -> Step:
    """Nobody has declared: as recorded, moved, put back, or lost."""
    if stands(book, state, board, state.pawns):
        return _as_recorded(book, state, board)
    if state.phase is Phase.READY:
        return replace(state, phase=Phase.MOVED), ()
    there = likeliest_board(state, board, book)
    lacking = board.lacking(there, book.seats) if there is not None else None
    whole = lacking is not None and (lacking - seats_out(state.absent)).total() <= board.hidden_camps
    if not whole or there is None:
        if there == state.pawns and lacking is not None:  # only camps lack a pawn
            if _stood(state) >= LOST_S and not board.hidden_camps:
                return replace(state, absent=tuple(sorted(lacking.items()))), ()
            return state, ()
        if _stood(state) >= LOST_S and state.phase is Phase.MOVED:
            return _lose(book, state)
        return _show_repair(book, state) if state.phase is Phase.LOST else (state, ())
    if state.phase is Phase.LOST:
        return _show_repair(book, state)
    if state.shaken and len(there ^ state.pawns) > 2 and _stood(state) >= CARD_S:
        return _lose(book, state)
    if _stood(state) >= CONFIRM_S and _was_unmoved(book, state, there):
        return _revise(state)
    if _stood(state) >= BACK_S:
        for count in range(1, min(len(state.turns), MOST_TAKEN_BACK) + 1):
            if stands(book, state, board, state.turns[-count].record[0].pawns):
                return _put_back(book, state, count)
    if _stood(state) >= CARD_S and "offer" not in state.said:
        seat = expected(book, state.course)
        cards = _explaining(book, state, there)
        told = replace(state, said=state.said | {"offer"})
        return told, ((Offer(state.t, seat, cards),) if cards else ())
    return state, ()


def _was_unmoved(book: Rulebook, state: State, there: Pawns) -> bool:
    """Whether the last turn was judged with nothing moved, and what stands there is its move after all."""
    if not state.turns:
        return False
    last = state.turns[-1]
    if last.play.do != "card" or last.accepted or last.record[0].pawns != state.pawns:
        return False
    before = replace(state, record=last.record, course=last.course)
    return there in legal_results(book, last.record, play_of(before, book, last.play))


def _revise(state: State) -> Step:
    """Open the last turn for the move that came after its verdict."""
    back, effects = take_back(state)
    assert back.kept is not None
    queue = (back.kept, *state.queue)
    return replace(back, phase=Phase.WEIGHING, kept=None, shadow=None, queue=queue), effects


def _as_recorded(book: Rulebook, state: State, board: Board) -> Step:
    effects: tuple[Effect, ...] = ()
    if state.phase is Phase.LOST:
        effects = (Notice(state.t, "found-again"),)
    if state.repair:
        effects = (Repair(state.t, {}), *effects)
    record = likeliest_first(state.record, board)
    absent = state.absent
    if absent:
        lacking = board.lacking(state.pawns, book.seats)
        fewer = seats_out(absent) & lacking if lacking is not None and not board.hidden_camps else None
        absent = tuple(sorted(fewer.items())) if fewer is not None else absent
    phase = Phase.OVER if state.phase is Phase.OVER else Phase.READY
    nothing_shown = not (state.shaken or state.repair or state.said or state.shadow)
    if nothing_shown and state.phase is phase and (record, absent) == (state.record, state.absent):
        return state, ()
    done = replace(
        state,
        phase=phase,
        record=record,
        absent=absent,
        shaken=False,
        repair=None,
        said=frozenset(),
        shadow=None,
    )
    return done, effects


def _explaining(book: Rulebook, state: State, pawns: Pawns) -> tuple[Card, ...]:
    """The cards that make a legal move of what stands there, for the player on turn; plain uses first."""
    seat = expected(book, state.course)
    fitting = []
    for card in dict.fromkeys(pack_of(book.game.rules)):
        results = legal_results(
            book, state.record, play_of(state, book, Declared(state.t, seat, "card", card))
        )
        if pawns in results:
            fitting.append((len(results), card))
    return tuple(card for _, card in sorted(fitting, key=lambda pair: pair[0]))


def _put_back(book: Rulebook, state: State, count: int) -> Step:
    """The players put the pawns of the last turns back: these turns are open again."""
    del book
    back, effects = take_back(state, count)
    kept = back.kept
    # A card that was declared early by somebody else isn't lost; it waits for its turn.
    return replace(back, phase=Phase.READY if kept is None else Phase.DECLARED, shadow=None), effects


# --- doubt and loss


def _ask(state: State, play: Play, seen: Match, results: dict[Pawns, tuple[Position, ...]]) -> Step:
    """Ask which of the likeliest positions stands there, if the players haven't been asked too often."""
    if state.asked is not None:
        return state, ()
    recent = tuple(n for n in state.asked_at if n > state.n - IN_TURNS)
    if len(recent) >= MOST_QUESTIONS:
        return _say(state, "unsure", seat=play.seat)
    options: list[tuple[str, Pawns]] = []
    values = {"seat": str(play.seat), "card": str(play.card)}
    for number, pawns in enumerate(seen.others):
        kind: Literal["as-before", "legal", "other"] = (
            "as-before" if pawns == state.pawns else "legal" if pawns in results else "other"
        )
        options.append((f"{kind}-{number}", pawns))
        values[f"{kind}-{number}"] = _told(state.pawns, pawns)
    options.append(("none", frozenset()))
    identity = len(state.asked_at) + 1
    asked = Asked(identity, "what-happened", tuple(options))
    done = replace(state, asked=asked, asked_at=(*state.asked_at, state.n))
    choices = tuple(choice for choice, _ in options)
    return done, (Question(state.t, identity, "what-happened", values, choices),)


def _told(before: Pawns, after: Pawns) -> str:
    """What changed from one position to another: `a:a3>a10 b:b0>camp`; empty for nothing."""
    words = []
    for seat in sorted({seat for _, seat in before ^ after}):
        left = sorted(hole for hole, owner in before - after if owner == seat)
        came = sorted(hole for hole, owner in after - before if owner == seat)
        for number in range(max(len(left), len(came))):
            start = left[number] if number < len(left) else "camp"
            end = came[number] if number < len(came) else "camp"
            words.append(f"{seat}:{start}>{end}")
    return " ".join(words)


def _lose(book: Rulebook, state: State) -> Step:
    """Say that the board can't be explained, and guide it back."""
    lost = replace(state, phase=Phase.LOST, said=state.said | {"lost-sight"})
    notice = () if "lost-sight" in state.said else (Notice(state.t, "lost-sight"),)
    shown, repair = _show_repair(book, lost)
    return shown, (*notice, *repair)


def _show_repair(book: Rulebook, state: State) -> Step:
    """Show what differs from the record, when it has changed and stood for a moment."""
    wrong = differences(state, book)
    if wrong == state.repair or (state.repair is None and not wrong) or _stood(state) < CONFIRM_S:
        return state, ()
    return replace(state, repair=wrong), (Repair(state.t, dict(wrong)),)
