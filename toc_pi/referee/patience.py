"""What the rules of judging have in common: whether the view is clear, for how long a board has stood."""

from dataclasses import replace

from toc_pi.referee.board import Board, Pawns
from toc_pi.referee.effects import Notice, NoticeCode
from toc_pi.referee.game import Rulebook
from toc_pi.referee.match import LIFTED
from toc_pi.referee.settling import Step, seats_out
from toc_pi.referee.states import Phase, State

# Seconds that a board must stand, seen clear, before something is said about it.
CONFIRM_S = 0.3  # an illegal move: a hand that slides a pawn is away for shorter
AGAIN_S = 0.15  # a legal result where a pawn could also have gone to a hole that isn't sure
LOOK_S = 0.7  # a view that is clear again without a new look: nothing has changed
KEPT_S = 0.4  # after a take-back, for the card to be declared again
GUESSED_S = 0.5  # an illegal move to a hole that isn't sure
MOWN_S = 0.4  # only captured pawns are left to be taken away
UNVISITED_S = 1.0  # an illegal move without a hand
BESIDE_S = 1.0  # all is put right but for a pawn that belongs into its camp and lies beside the board
SPLIT_S = 2.5  # a part of a split may still follow
CAMP_S = 4.0  # a captured pawn is on its way to its camp
CARD_S = 2.0  # a move without a card, before cards are offered
BACK_S = 2.5  # an earlier position stands again, before turns are taken back
WORKED_OUT_BACK_S = 1.0  # the same where nobody had declared the last turn's card
UNMOVED_S = 3.0  # a card that can be played without a visible change
ASK_S = 5.0  # doubt
SURELY_S = 8.0  # the same, though a hole that isn't sure may hide a move
LOST_S = 6.0  # pawns are missing, or nothing explains the board

NOT_UNLIKELY = 0.03  # of the likeliest board: what may stand there as well
MOST_LIKELY = 8
HIDDEN = 0.3  # a move that unsure holes may hide: how likely at least, beside none
REFUTED = 0.1  # a position that unsure holes speak against: how likely at most, beside another one


def stands(book: Rulebook, state: State, board: Board, pawns: Pawns) -> bool:
    """Whether the board shows a position with every pawn accounted for; one too many in a camp may pass."""

    def find() -> bool:
        if not board.agrees(pawns):
            return False
        lacking = board.lacking(pawns, book.seats)
        if lacking is None:
            lacking = board.without_ghost().lacking(pawns, book.seats)
        if not lacking:
            return lacking is not None
        return not board.nowhere(lacking - seats_out(state.absent))

    return book.once(board, ("stands", pawns, state.absent), find)


def likeliest_board(state: State, board: Board, book: Rulebook) -> Pawns | None:
    """The board with its unsure holes filled in the likeliest way; None where no filling is possible."""
    boards = likely_boards(state, board, book)
    return boards[0] if boards else None


def likely_boards(state: State, board: Board, book: Rulebook) -> tuple[Pawns, ...]:
    """The board with its unsure holes filled in every way that is likely, the likeliest one first."""

    def find() -> tuple[Pawns, ...]:
        weights = {
            pawns: likelihood(state, board, book, pawns) * (1.0 if pawns == state.pawns else 0.5)
            for pawns in board.completions(state.pawns)
        }
        most = max(weights.values(), default=0.0)
        likely = [pawns for pawns, weight in weights.items() if weight > NOT_UNLIKELY * most]
        return tuple(sorted(likely, key=lambda pawns: -weights[pawns])[:MOST_LIKELY])

    return book.once(board, ("likely", state.pawns, state.absent), find)


def is_refuted(state: State, board: Board, book: Rulebook, pawns: Pawns) -> bool:
    """Whether unsure holes speak clearly against a position: another one is far likelier."""
    if not board.unsure:
        return False
    there = likeliest_board(state, board, book)
    if there is None or there == pawns:
        return False
    return likelihood(state, board, book, pawns) < REFUTED * likelihood(state, board, book, there)


def may_hide(state: State, board: Board, book: Rulebook) -> bool:
    """Whether unsure holes may well hide that a pawn has moved, by their odds and the count of pawns."""
    if not board.unsure:
        return False

    def find() -> bool:
        still = likelihood(state, board, book, state.pawns)
        return any(
            pawns != state.pawns and likelihood(state, board, book, pawns) > HIDDEN * still
            for pawns in board.completions(state.pawns)
        )

    return book.once(board, ("may hide", state.pawns, state.absent), find)


def likelihood(state: State, board: Board, book: Rulebook, pawns: Pawns) -> float:
    """How likely the unsure holes show a position, whatever was played; 0 where a seat has too many pawns."""

    def find() -> float:
        lacking = board.lacking(pawns, book.seats)
        if lacking is None:
            return 0.0
        missing = lacking - seats_out(state.absent) if state.absent else lacking
        weight = board.likelihood(pawns) * board.camp_likelihood(missing)
        return weight * LIFTED if board.nowhere(missing) else weight

    return book.once(board, ("likelihood", pawns, state.absent), find)


def is_clear(state: State) -> bool:
    if state.view != "watching":
        return False
    return state.looked or state.t - state.clear_since >= LOOK_S


def stood(state: State) -> float:
    """For how long the board has stood as it is, seconds."""
    return state.t - max(state.since, state.clear_since)


def believe_missing(state: State, board: Board, pawns: Pawns, book: Rulebook) -> State:
    """Count pawns that stand nowhere, if this position is right, as missing from now on."""
    lacking = board.lacking(pawns, book.seats)
    gone = board.nowhere(lacking) if lacking is not None else None
    if not gone:
        return state
    # Which of them are there again is told by a board at rest: one look may have been misread.
    return replace(state, absent=tuple(sorted((gone | seats_out(state.absent)).items())))


def rested(state: State) -> float:
    """For how long the board has been left alone, seconds: looks that only doubt other holes don't count."""
    last = stood(state)
    if last < CONFIRM_S or state.rest is None or state.rest[2] is not None:
        return last
    return max(last, state.t - max(state.rest[1], state.clear_since))


def glimpse(state: State, pawns: Pawns) -> State:
    """Remember a board that hasn't been seen for long enough to be believed."""
    known = state.glimpsed is not None and state.glimpsed[0] == pawns
    return state if known else replace(state, glimpsed=(pawns, state.t))


def is_seen_again(state: State, pawns: Pawns, after_s: float) -> bool:
    """Whether a board was seen in an earlier clear view as well, so long ago.

    Where shade moves or a lamp was lit, the view is clear for moments alone; two that agree will do.
    """
    if state.glimpsed is None or state.glimpsed[0] != pawns:
        return False
    first_t = state.glimpsed[1]
    return first_t < state.clear_since and state.t - first_t >= after_s


def say(state: State, code: NoticeCode, **values: str) -> Step:
    """Give a notice, once in a situation."""
    if code in state.said:
        return state, ()
    return replace(state, said=state.said | {code}), (Notice(state.t, code, values),)


def in_phase(state: State, phase: Phase) -> State:
    return state if state.phase is phase else replace(state, phase=phase)
