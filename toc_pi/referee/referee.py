"""The referee: one event in, a tuple of effects out; pure, so the same events give the same effects."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from toc_pi.referee.answers import answer, dispute
from toc_pi.referee.board import Board, Pawns
from toc_pi.referee.concluding import consider
from toc_pi.referee.declaring import declare
from toc_pi.referee.effects import Effect, Turn
from toc_pi.referee.effects import State as ViewTold
from toc_pi.referee.events import Dealt, Event, LeftTable, Seen, ViewChanged
from toc_pi.referee.game import Game, Rulebook
from toc_pi.referee.order import new_deal, start_course
from toc_pi.referee.settling import Step, seats_out, turn_now
from toc_pi.referee.states import TABLE, Look, Phase, State
from toc_pi.rules.game import come_back, leave, new_game, player_of

FLICKER_S = 0.7  # looks between two equal ones that came so soon after each other were misread
STOOD_S = 0.3  # a look that stood for so long wasn't misread
STOOD_ODDLY_S = 1.1  # the same where pawns are missing, or too many
MOST_FORMER = 5  # looks that are kept: several in a row may be misread
STEADY = 0.2  # chances that change by less tell nothing new

Deed = Callable[[Rulebook, State, Event], Step]


class Referee:
    """Holds the state of one game; everything it decides is in pure functions below and beside it."""

    def __init__(self, game: Game, state: State | None = None) -> None:
        """Begin a game, or go on with one.

        Args:
            game: rules and table.
            state: where it stood; left out: the opening.

        Raises:
            BadInput: nobody plays the seat that begins, or the pack is too small for the table.
        """
        self.book = Rulebook(game)
        self.state = state if state is not None else opening(self.book)

    def step(self, event: Event) -> tuple[Effect, ...]:
        """Take in one event.

        Returns:
            What follows, in the order in which it counts. A refused event has no effect and changes nothing.
        """
        self.state, effects = step(self.book, self.state, event)
        return effects

    def turn(self) -> Turn:
        """Whose turn it is now."""
        return turn_now(self.state, self.book)


def opening(book: Rulebook) -> State:
    """The state before the first turn: all pawns in their camps, or as a quick start puts them.

    Raises:
        BadInput: nobody plays the seat that begins, or the pack is too small for the table.
    """
    game = book.game
    course = start_course(book, new_game(game.rules, game.table, game.first))
    return State(Phase.READY, (course.position,), course)


def step(book: Rulebook, state: State, event: Event) -> Step:
    """The state after an event, and what follows from it."""
    entry = TABLE[state.phase][type(event)]
    if not entry.deed:
        return state, ()
    t = max(event.t, state.t)
    told, effects = DEEDS[entry.deed](book, state if state.t == t else state.at(t), event)
    after, more = consider(book, told)
    return after, (*effects, *more)


def _look(book: Rulebook, state: State, event: Event) -> Step:
    assert isinstance(event, Seen)
    board = book.put_in_order(event)
    known = state.board
    same = known is not None and board == known and not board.contradicts(known)
    if known is not None and same and state.looked and state.view == "watching":
        return (replace(state, board=board) if _differs(board, known) else state), ()
    since, former = state.t, tuple[Look, ...]()
    if known is not None and state.looked:
        former = _former(book, state, known)
        again = next(
            (place for place, look in enumerate(former) if _goes_on(board, look[0], state.pawns)), None
        )
        if same:
            since, former = state.since, state.former
        elif board.confirms(known, state.pawns):
            since = state.since
        elif again is not None:
            _, since, until = former[again]
            absent = seats_out(state.absent)
            earlier = {look for look, _, _ in former[again + 1 :]}
            if any(look in earlier or look.adds_up(book.seats, absent) for look, _, _ in former[:again]):
                since += state.t - until  # what was seen in between doesn't count for it
    rest = _rest(book, state, board)
    seen = replace(state, board=board, since=since, former=former, rest=rest, looked=True, view="watching")
    return seen, ()


def _has_stood(book: Rulebook, state: State, known: Board) -> bool:
    """Whether the last look stood for so long that it wasn't misread; a slow camera looks twice a second."""
    plain = known.adds_up(book.seats, seats_out(state.absent))
    return state.t - state.since >= (STOOD_S if plain else STOOD_ODDLY_S)


def _former(book: Rulebook, state: State, known: Board) -> tuple[Look, ...]:
    """The last look and those before it, back to the last one that surely wasn't misread."""
    last = (known, state.since, state.t)
    if _has_stood(book, state, known):
        return (last,)
    recent = [look for look in state.former if state.t - look[2] < FLICKER_S]
    return (last, *recent[: MOST_FORMER - 1])


def _rest(book: Rulebook, state: State, board: Board) -> tuple[Board, float, float | None]:
    """What the board shows at rest: begun anew by a look that speaks against it for longer than a moment."""
    if state.rest is None or state.board is None or not state.looked:
        return board, state.t, None
    first, since, lost = state.rest
    # Several misread looks in a row are no other board.
    if lost is not None and state.t - lost >= FLICKER_S and _has_stood(book, state, state.board):
        first, since, lost = state.board, state.since, None
    if board.allows(first) and not board.contradicts(first):
        return first, since, None
    return first, since, state.t if lost is None else lost


def _goes_on(board: Board, former: Board, record: Pawns) -> bool:
    """Whether a look shows what one shortly before showed: what came between was misread."""
    again = board == former and not board.contradicts(former)
    return again or board.is_dimmer(former) or board.confirms(former, record)


def _differs(board: Board, known: Board) -> bool:
    """Whether the chances of two looks at the same pawns differ enough to matter."""
    for hole, chances in board.chances.items():
        before = known.chances.get(hole, {})
        for what in {*chances, *before}:
            if abs(chances.get(what, 0.0) - before.get(what, 0.0)) > STEADY:
                return True
    return any(abs(chance - known.white.get(hole, 0.5)) > STEADY for hole, chance in board.white.items())


def _view(book: Rulebook, state: State, event: Event) -> Step:
    del book
    assert isinstance(event, ViewChanged)
    if event.state == state.view:
        return state, ()
    seen = replace(state, view=event.state)
    if event.state == "watching":
        seen = replace(seen, clear_since=state.t, looked=False)
    elif event.state == "hand":
        seen = replace(seen, visited=True)
    elif event.state in ("moved", "blind"):
        seen = replace(seen, shaken=True)
    return seen, (ViewTold(state.t, event.state),)


def _wait(book: Rulebook, state: State, event: Event) -> Step:
    del book, event
    return state, ()


def _pause(book: Rulebook, state: State, event: Event) -> Step:
    del book, event
    return replace(state, resting=state.phase, phase=Phase.PAUSED), ()


def _resume(book: Rulebook, state: State, event: Event) -> Step:
    """Go on, after a pause or a new start: what was seen before counts no more, and the board as shaken."""
    del event
    phase = state.resting if state.phase is Phase.PAUSED else state.phase
    fresh = replace(
        state,
        phase=phase,
        board=None,
        looked=False,
        clear_since=state.t,
        view="watching",
        shaken=True,
        sighted=(),
        glimpsed=None,
        moved_at=None,
    )
    if state.course.phase == "over":
        return fresh, ()
    return fresh, (turn_now(fresh, book),)


def _deal(book: Rulebook, state: State, event: Event) -> Step:
    assert isinstance(event, Dealt)
    dealt = replace(state, course=new_deal(state.course, event.cards))
    return dealt, (turn_now(dealt, book),)


def _leave(book: Rulebook, state: State, event: Event) -> Step:
    assert isinstance(event, LeftTable)
    if event.seat not in book.seats:
        return state, ()
    player = player_of(book.game.table, event.seat)
    others = set(range(len(state.course.hands))) - state.course.away - {player}
    if not event.back and not others:
        return state, ()  # the last one may not go: there would be nobody to play
    course = come_back(state.course, player) if event.back else leave(state.course, player)
    if course == state.course:
        return state, ()
    left = replace(state, course=start_course(book, course))
    return left, (turn_now(left, book),)


DEEDS: Mapping[str, Deed] = {
    "look": _look,
    "view": _view,
    "wait": _wait,
    "declare": declare,
    "dispute": dispute,
    "answer": answer,
    "pause": _pause,
    "resume": _resume,
    "deal": _deal,
    "leave": _leave,
}
