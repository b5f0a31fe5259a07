"""Looks at what is known and decides what follows: wait, a verdict, a flag, a question, or lost sight.

`consider` is called after every event. It says nothing while a hand is over the board, and waits longer the
more an explanation looks like work that isn't done.
"""

from dataclasses import replace

from calibration.holes import Seat
from toc_pi.referee.board import Board
from toc_pi.referee.doubt import ask, lose
from toc_pi.referee.effects import Cleared, Effect, Notice, Repair, Withdrawn
from toc_pi.referee.events import Declared
from toc_pi.referee.game import Play, Rulebook
from toc_pi.referee.match import MOST_ASKED, MOST_RECORDS, Match, legal_as, match, ruling_of
from toc_pi.referee.order import expected, next_player, seat_at_turn
from toc_pi.referee.patience import (
    ASK_S,
    BACK_S,
    CONFIRM_S,
    GUESSED_S,
    KEPT_S,
    LOST_S,
    MOWN_S,
    SPLIT_S,
    SURELY_S,
    UNMOVED_S,
    UNVISITED_S,
    in_phase,
    is_clear,
    likeliest_board,
    likelihood,
    may_hide,
    rested,
    say,
    stands,
    stood,
)
from toc_pi.referee.putting_right import flagged, returning
from toc_pi.referee.second_look import is_doubtful, is_guessed
from toc_pi.referee.settling import (
    Step,
    accept,
    accepted_positions,
    lift_flag,
    play_of,
    seats_out,
    settle,
    verdict,
)
from toc_pi.referee.sighting import FAR, ONE_PAWN, UNEXPLAINED, is_elsewhere, is_his, play_on, sight
from toc_pi.referee.states import Flag, Phase, State
from toc_pi.referee.two_turns import first_before_wrong, is_followed, played_in_turn, somebody_elses
from toc_pi.referee.undeclared import (
    after_the_end,
    put_back,
    revise,
    shows,
    turns_back,
    was_misread,
    without_card,
)
from toc_pi.referee.untold import account, first_of_two, is_next, untold, whose_move
from toc_pi.referee.verdicts import flag_turn, is_handless, others_wait, rule_legal, when_legal
from toc_pi.rules.game import player_of
from toc_pi.rules.position import Position

LOOPS = 64
NOT_UNDERSTOOD_S = 10.0  # a clear view of moved pawns, before it is said that they can't be made out
UNTOLD_S = 0.4  # a move without a card, before it counts: a hand may only have paused on its way
UNTOLD_IN = (Phase.READY, Phase.DECLARED, Phase.MOVED, Phase.WEIGHING)
NEXT_CARD_S = 4.0  # two turns seen as one: how late the second card may come
MOST_WAITING = 4


def consider(book: Rulebook, state: State) -> Step:
    """Draw every conclusion that is due at `state.t`."""
    effects: list[Effect] = []
    for _ in range(LOOPS):
        after, more = _conclude(book, state)
        effects += more
        if after is state or after == state:
            after, more = _say_if_silent(_since_moved(after))
            return after, (*effects, *more)
        state = after
    return state, tuple(effects)


def _since_moved(state: State) -> State:
    """Note since when pawns stand otherwise than recorded."""
    moved = state.phase in (Phase.MOVED, Phase.WEIGHING) and state.flag is None
    if moved == (state.moved_at is not None):
        return state
    return replace(state, moved_at=state.t if moved else None)


def _say_if_silent(state: State) -> Step:
    """Say what to do when pawns have moved, and nothing could be made of it for long."""
    if state.moved_at is None or state.said or state.asked is not None or not is_clear(state):
        return state, ()
    seen_s = state.t - max(state.moved_at, state.clear_since)
    return (state, ()) if seen_s < NOT_UNDERSTOOD_S else say(state, "not-understood")


def _conclude(book: Rulebook, state: State) -> Step:
    """One conclusion, or the state as it was."""
    if state.phase is Phase.PAUSED:
        return state, ()
    head = state.queue[0] if state.queue else None
    if book.game.declare == "free" and state.board is not None and is_clear(state):
        worked_out = _work_out(book, state, state.board, head)
        if worked_out is not None:
            return worked_out
    if state.flag is not None and head is not None:
        return _after_flag(book, state, head)
    reopened = state.kept is not None and (head is None or head.seat != state.kept.seat)
    if head is not None and head.do != "card" and not reopened:
        return _judge_hand(book, state, head)
    board = state.board
    if state.phase is Phase.OVER and head is None:
        return after_the_end(book, state, board) if board is not None and is_clear(state) else (state, ())
    if board is None:
        waits = head is not None and not reopened and state.shadow is None
        return (replace(state, phase=Phase.DECLARED), ()) if waits else (state, ())
    if not is_clear(state):
        if head is None or reopened or state.view != "hand" or state.shadow is not None:
            return state, ()
        seen = match(book, board, state.record, play_of(state, book, head), seats_out(state.absent))
        doubtful = is_doubtful(book, state, board, seen) or is_handless(state)
        if seen.kind == "legal" and not (seen.away or doubtful):
            # The card came late, and the next hand is there already.
            return rule_legal(book, state, head, seen.positions)
        return state, ()
    if state.flag is not None:
        return _judge(book, state, board, state.flag.play) if state.flag.play.do == "card" else (state, ())
    if reopened:
        return _judge(book, state, board, state.kept)
    if head is not None:
        return _judge(book, state, board, head)
    unexplained = without_card(book, state, board)
    if book.game.declare == "free" and unexplained == (state, ()):
        return _judge_untold(book, state, board)
    return unexplained


def _work_out(book: Rulebook, state: State, board: Board, head: Declared | None) -> Step | None:
    """Let a move count whose card nobody declared. None: there is no such move, or nothing explains it."""
    if state.flag is not None:
        return _plays_on(book, state, board, state.flag) if head is None else None
    if state.kept is not None and state.kept.card is None and state.shadow is None and head is None:
        return replace(state, kept=None, phase=Phase.READY), ()
    its_turn = head is not None and _same_player(book, head.seat, expected(book, state.course))
    if its_turn or state.kept is not None or state.asked is not None or state.phase not in UNTOLD_IN:
        return None
    if shows(book, state, board, state.pawns):
        return None
    if rested(state) < UNTOLD_S:
        return None if head is None else (state, ())
    found = account(book, state, board)
    if found is not None and head is not None and _same_player(book, found.seat, head.seat):
        return None  # he is judged by what he declared
    if found is None and head is None and (two := first_of_two(book, state, board)) is not None:
        seat, positions = two
        return rule_legal(book, state, untold(state.t, seat), positions)
    if found is None or (not is_next(book, state, found) and turns_back(book, state, board)):
        return None
    declared = untold(state.t, found.seat)
    play = play_of(found.state, book, declared)
    judged, effects = when_legal(book, found.state, board, declared, play, found.seen)
    return (judged, (*found.effects, *effects)) if effects else (state, ())


def _same_player(book: Rulebook, one: Seat, other: Seat) -> bool:
    return player_of(book.game.table, one) == player_of(book.game.table, other)


def _plays_on(book: Rulebook, state: State, board: Board, flag: Flag) -> Step | None:
    """The next player moves although a flag stands: nobody minds, and the flagged move counts."""
    if stood(state) < CONFIRM_S or board.agrees(flag.pawns) or board.agrees(state.pawns):
        return None
    play = play_of(state, book, flag.play)
    if match(book, board, state.record, play, seats_out(state.absent)).kind != "illegal":
        return None
    accepted, effects = accept(state, book, flag.play, flag.pawns)
    found = account(book, accepted, board)
    return None if found is None or found.state is not accepted else (accepted, effects)


def _judge_untold(book: Rulebook, state: State, board: Board) -> Step:
    """No legal move of anybody explains the board: it is flagged, asked about, or given up as lost."""
    asked = state.asked is not None
    if state.phase not in (Phase.MOVED, Phase.WEIGHING) or rested(state) < UNTOLD_S:
        return state, ()
    if turns_back(book, state, board) and not asked:
        return state, ()
    there, seat = likeliest_board(state, board, book), expected(book, state.course)
    if there is not None and not asked:
        seat = whose_move(book, state, there)
    return _judge(book, state, board, untold(state.t, seat))


def _judge_hand(book: Rulebook, state: State, declared: Declared) -> Step:
    """Judge a discard, a thrown hand or a pass at once: legal, or must-play (RULES 4, 7)."""
    course = seat_at_turn(book, state.course, declared.seat)
    shown = declared.cards if declared.do == "throw" else (declared.card,) if declared.card else ()
    # A card that is passed with is played, though nothing moves.
    if declared.do != "pass" and all(book.must_play(course, before, shown) for before in state.record):
        why = book.must_play_ruling(course, state.record[0], shown)
        said = verdict(state, declared, state.record[0], why)
        flag = Flag(declared, state.pawns, why.reasons)
        flagged = replace(state, phase=Phase.FLAGGED, flag=flag, queue=state.queue[1:], said=frozenset())
        return flagged, (said,)
    said = verdict(state, declared, state.record[0])
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
            again = replace(state, flag=None, phase=Phase.WEIGHING, said=frozenset())
            return again, (Cleared(state.t, state.n, righted=False),)
        lifted, effects = lift_flag(state)
        return replace(lifted, kept=None), effects
    before_it = _was_first(book, state, flag, head)
    if before_it:
        return rule_legal(book, replace(state, flag=None), flag.play, before_it)
    plays_on = flag.play.do != "card" or len(state.queue) > 1
    if not plays_on and is_clear(state) and state.board is not None and head.do == "card":
        middle = accepted_positions(state.record, flag.pawns, state.board)
        seen = match(book, state.board, middle, play_of(state, book, head), seats_out(state.absent))
        plays_on = seen.kind == "legal" and not stands(book, state, state.board, flag.pawns)
    if plays_on:  # nobody minds: the game goes on from what stands there
        return accept(state, book, flag.play, flag.pawns)
    noticed, notice = say(state, "flag-stands", seat=flag.play.seat)
    if notice:
        return noticed, notice
    if is_clear(state) and state.board is not None:
        return _judge(book, state, state.board, flag.play)
    return state, ()


def _was_first(book: Rulebook, state: State, flag: Flag, head: Declared) -> tuple[Position, ...]:
    """The positions after a flagged card, if it and one declared soon after explain the board: two turns."""
    board = state.board
    if board is None or not is_clear(state) or (flag.play.do, head.do) != ("card", "card"):
        return ()
    if head.t - state.clear_since > NEXT_CARD_S or not board.agrees(flag.pawns):
        return ()
    plays = [play_of(state, book, flag.play), play_of(state, book, head)]
    return played_in_turn(book, board, state.record, plays, seats_out(state.absent))


def _judge(book: Rulebook, state: State, board: Board, declared: Declared | None) -> Step:
    """Compare a clear board with what a declared card allows."""
    assert declared is not None
    play = play_of(state, book, declared)
    if state.shadow is not None:
        waiting = returning(book, state, board, declared, play)
        if waiting is not None:
            return waiting
    seen = match(book, board, state.record, play, seats_out(state.absent))
    hides = seen.kind == "same" and state.asked is not None and may_hide(state, board, book)
    if state.asked is not None and seen.kind != "doubt" and not hides:
        if stood(state) < CONFIRM_S:
            return state, ()
        withdrawn = Withdrawn(state.t, state.asked.id)
        return replace(state, asked=None), (withdrawn,)
    if state.flag is not None:
        waiting = flagged(book, state, board, play, seen)
        if waiting is not None:
            return waiting
    if seen.kind not in ("same", "legal"):
        if stood(state) >= CONFIRM_S and others_wait(state, declared):
            middle = _played_in_turn(book, state, board, declared, play)
            if middle:
                return rule_legal(book, state, declared, middle)
        there = likeliest_board(state, board, book)
        if there is not None and state.flag is None and was_misread(book, state, there):
            return revise(state)
        far = there is not None and len(there ^ state.pawns) > FAR
        if far and there is not None and is_his(book, state, play, there):
            state = replace(state, sighted=())
        elif there is not None and stands(book, state, board, there):
            state = sight(book, state, board)
        from_there = play_on(book, state, board)
        if from_there is not None:
            return from_there
    if seen.kind == "same":
        return _unmoved(book, state, declared, play, seen)
    if state.phase not in (Phase.WEIGHING, Phase.FLAGGED, Phase.LOST):
        return in_phase(state, Phase.WEIGHING), ()
    if seen.kind == "legal":
        return when_legal(book, state, board, declared, play, seen)
    if seen.kind == "illegal":
        return _illegal(book, state, board, declared, play, seen)
    if seen.kind == "doubt" and stood(state) >= CONFIRM_S and state.t - state.clear_since >= ASK_S:
        return ask(book, state, play, seen)
    if seen.kind == "gap" and state.flag is None and rested(state) >= LOST_S:
        return lose(book, state)
    return state, ()


def _unmoved(book: Rulebook, state: State, declared: Declared, play: Play, seen: Match) -> Step:
    """The board is as it was before the card."""
    if declared.card is None:  # nothing was declared, and nothing has moved
        return state, ()
    if seen.away:  # a pawn left its camp, and isn't out yet
        return in_phase(state, Phase.WEIGHING if state.phase is Phase.WEIGHING else Phase.DECLARED), ()
    if state.phase is not Phase.DECLARED or state.shaken or state.repair or state.sighted or state.glimpsed:
        effects: tuple[Effect, ...] = ()
        if state.phase is Phase.LOST:
            effects = (Notice(state.t, "found-again"),)
        if state.repair:
            effects = (Repair(state.t, {}), *effects)
        state = replace(
            state,
            phase=Phase.DECLARED,
            shaken=False,
            sighted=(),
            glimpsed=None,
            repair=None,
            said=state.said - {"lost-sight"},
        )
        return state, effects
    if not others_wait(state, declared):
        waited = min(rested(state), state.t - declared.t)
        if not state.visited or waited < UNMOVED_S:
            return state, ()
        if waited < SURELY_S and state.board is not None and may_hide(state, state.board, book):
            return (state, ()) if waited < ASK_S else _ask_whether_moved(book, state, state.board, play)
    if state.kept == declared:
        return state, ()
    legal = [before for before in state.record if book.ruling(before, play, state.pawns).legal]
    if not legal:
        return state, ()
    results = legal_as(book, state.record, play, state.pawns)
    return rule_legal(book, state, declared, results or tuple(legal))


def _ask_whether_moved(book: Rulebook, state: State, board: Board, play: Play) -> Step:
    """A hand was there, and unsure holes may hide what it did: ask, if a move was to be made."""
    if any(book.ruling(before, play, state.pawns).legal for before in state.record):
        return state, ()
    likely = sorted(board.completions(state.pawns), key=lambda pawns: -likelihood(state, board, book, pawns))
    doubt = Match("doubt", likely[0], others=tuple(likely[:MOST_ASKED]))
    return ask(book, state, play, doubt)


def _illegal(book: Rulebook, state: State, board: Board, declared: Declared, play: Play, seen: Match) -> Step:
    """The board can't come from the card as the rules have it: wait, or say why."""
    if state.turns and stands(book, state, board, state.turns[-1].record[0].pawns):
        if rested(state) < BACK_S:
            return state, ()
        return put_back(book, state, 1)
    if stood(state) < CONFIRM_S:  # it may be misread, or a hand that slides a pawn
        return state, ()
    why = ruling_of(book, state.record[:MOST_RECORDS], play, seen.pawns)
    reasons = why.reasons
    doubtful = reasons[:1] == UNEXPLAINED or len(seen.pawns ^ state.pawns) > 4
    if is_elsewhere(state, seen.pawns, reasons):
        if state.flag is not None:
            return state, ()
        if not is_his(book, state, play, seen.pawns):
            return lose(book, state)
    patience = GUESSED_S if is_guessed(board, state, seen) else CONFIRM_S
    if seen.unfinished == "mown":
        patience = MOWN_S
    elif seen.unfinished == "split" and not others_wait(state, declared):
        patience = SPLIT_S
    elif state.kept == declared:
        patience = KEPT_S
    if not state.visited and state.since > state.clear_since + UNVISITED_S:  # no hand: it may be misread
        patience = max(patience, UNVISITED_S)
    if (stood(state) if patience < SPLIT_S else rested(state)) < patience:
        return state, ()
    others = _waiting(state, declared)
    middle = first_before_wrong(book, state.record, play, others[0], seen.pawns) if others else ()
    if middle and state.flag is None:
        return rule_legal(book, state, declared, middle)
    there, then = likeliest_board(state, board, book), next_player(book, state.course, declared)
    shown = (seen.pawns,) if there is None else {seen.pawns, there}  # he may have moved on a doubted hole
    tangled = play.card is not None and any(
        is_followed(book, state.record, play, pawns, then) for pawns in shown
    )
    if others_wait(state, declared):
        several = len(seen.pawns ^ state.pawns) > ONE_PAWN + 1 or doubtful
        tangled = tangled or several or bool(somebody_elses(book, state.record, play, seen.pawns))
    if state.flag is None and tangled:
        # Several have moved, and not by their cards: nobody can say who was wrong.
        return lose(book, state) if rested(state) >= LOST_S else (state, ())
    if state.kept != declared and _only_next(book, state, board):
        skipped = replace(state, queue=state.queue[1:])
        return skipped, (
            Notice(state.t, "card-dropped", {"seat": declared.seat, "card": str(play.card or "")}),
        )
    return flag_turn(state, board, declared, seen.pawns, why)


def _waiting(state: State, declared: Declared) -> list[Play]:
    """The cards that were declared after this one, in order."""
    others = [other for other in state.queue if other != declared and other.do == "card"]
    return [Play(other.seat, other.card) for other in others if other.card is not None]


def _played_in_turn(
    book: Rulebook, state: State, board: Board, declared: Declared, play: Play
) -> tuple[Position, ...]:
    """The positions after this card from which those that wait lead to this board; or nothing."""
    others = _waiting(state, declared)
    if state.flag is not None or not others:
        return ()
    plays = [play, *others[:MOST_WAITING]]
    return played_in_turn(book, board, state.record, plays, seats_out(state.absent))


def _only_next(book: Rulebook, state: State, board: Board) -> bool:
    """Whether the board is explained by the next player's card alone: the first one was never played."""
    if state.flag is not None or len(state.queue) < 2 or state.queue[1].do != "card":
        return False
    seen = match(book, board, state.record, play_of(state, book, state.queue[1]), seats_out(state.absent))
    return seen.kind == "legal"
