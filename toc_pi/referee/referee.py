"""The referee: one event in, a tuple of effects out; pure, so the same events give the same effects."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from toc_pi.referee.board import Board, Pawns, board_of
from toc_pi.referee.effects import Echo, Effect, Notice, Question, Repair, Turn, Withdrawn
from toc_pi.referee.effects import State as ViewTold
from toc_pi.referee.events import (
    Answered,
    Dealt,
    Declared,
    Event,
    LeftTable,
    Seen,
    ViewChanged,
)
from toc_pi.referee.game import Game, Play, Rulebook
from toc_pi.referee.judging import consider, rule_on
from toc_pi.referee.match import legal_results
from toc_pi.referee.patience import likeliest_board
from toc_pi.referee.settling import (
    Step,
    accept,
    accepted_positions,
    differences,
    expected,
    lift_flag,
    new_deal,
    settle,
    start_course,
    take_back,
)
from toc_pi.referee.states import TABLE, Asked, Phase, State
from toc_pi.rules.game import come_back, leave, new_game, player_of
from toc_pi.rules.pack import JOKER, pack_of, unseen
from toc_pi.rules.position import Card

FLICKER_S = 0.5  # a look that lasts for shorter between two equal ones was misread
LATE_S = 2.0  # a card is declared at most so long after its move, or after it was assumed
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
        return Turn(self.state.t, self.state.n, expected(self.book, self.state.course))


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
    told, effects = DEEDS[entry.deed](book, replace(state, t=t), event)
    after, more = consider(book, told)
    return after, (*effects, *more)


def _look(book: Rulebook, state: State, event: Event) -> Step:
    del book
    assert isinstance(event, Seen)
    board = board_of(event)
    known = state.board
    if known is not None and board == known and state.looked and state.view == "watching":
        return (replace(state, board=board) if _differs(board, known) else state), ()
    since, former = state.t, None
    if known is not None and state.looked:
        former = (known, state.since, state.t)
        if board == known:
            since, former = state.since, state.former
        elif state.former is not None and board == state.former[0] and state.t - state.former[2] < FLICKER_S:
            since = state.former[1]
    seen = replace(state, board=board, since=since, former=former, looked=True, view="watching")
    return seen, ()


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
        seen = replace(seen, visited=True, shaken=False)
    elif event.state in ("moved", "blind"):
        seen = replace(seen, shaken=True)
    return seen, (ViewTold(state.t, event.state),)


def _wait(book: Rulebook, state: State, event: Event) -> Step:
    del book, event
    return state, ()


def _declare(book: Rulebook, state: State, event: Event) -> Step:
    assert isinstance(event, Declared)
    if event.seat not in book.seats:
        return state, (Notice(state.t, "unknown-seat", {"seat": event.seat}),)
    echo = Echo(state.t, event.seat, event.do, event.card, event.cards)
    pack = pack_of(book.game.rules)
    for card in (*event.cards, *([event.card] if event.card else [])):
        if card not in pack:
            return state, (echo, Notice(state.t, "not-in-pack", {"seat": event.seat, "card": card}))
    if event.do in ("card", "discard") and event.card is None:
        return state, (echo, Notice(state.t, "no-card", {"seat": event.seat}))
    done, effects = _DOINGS.get(event.do, _queue)(book, state, event)
    return done, (echo, *effects)


def _accept(book: Rulebook, state: State, event: Declared) -> Step:
    """Accept anyway: the flagged move counts, or the move that stands there and can't be explained."""
    if state.flag is not None:
        return accept(state, book, state.flag.play, state.flag.pawns)
    if state.phase in (Phase.WEIGHING, Phase.LOST, Phase.MOVED) and state.board is not None:
        pawns = likeliest_board(state, state.board, book)
        if state.phase is Phase.LOST and pawns is not None:
            return _accept_all(book, state, pawns)
        declared = state.queue[0] if state.queue else Declared(state.t, event.seat, "pass")
        if pawns is not None and pawns != state.pawns and declared.do in ("card", "pass"):
            moved = replace(declared, do="card") if declared.card else replace(declared, do="accept")
            return accept(state, book, moved, pawns)
    return state, (Notice(state.t, "nothing-to-accept", {"seat": event.seat}),)


def _accept_all(book: Rulebook, state: State, pawns: Pawns) -> Step:
    """Let the board stand after all that was declared while it couldn't be followed: a turn each."""
    played = [waiting for waiting in state.queue if waiting.do == "card" and waiting.t <= state.clear_since]
    effects: list[Effect] = []
    for declared in played or [Declared(state.t, expected(book, state.course), "accept")]:
        positions = accepted_positions(state.record, pawns, state.board)
        state, more = settle(state, book, declared, positions, accepted=True)
        effects += more
    return state, tuple(effects)


def _undo(book: Rulebook, state: State, event: Declared) -> Step:
    """Take back: the flagged move, a card that wasn't played yet, or the last turn."""
    if state.flag is not None:
        lifted, effects = lift_flag(state)
        return _with_repair(book, lifted, effects)
    if state.queue and state.queue[-1].seat == event.seat:
        withdrawn = replace(state, queue=state.queue[:-1])
        if state.phase is Phase.WEIGHING and state.board is not None and len(state.queue) == 1:
            shadow = likeliest_board(state, state.board, book)
            withdrawn = replace(withdrawn, phase=Phase.RETURNING, shadow=shadow, kept=state.queue[0])
            return _with_repair(book, withdrawn, ())
        open_card = withdrawn.queue or withdrawn.kept is not None
        return replace(withdrawn, phase=state.phase if open_card else Phase.READY), ()
    if not state.turns:
        return state, (Notice(state.t, "nothing-to-take-back", {"seat": event.seat}),)
    back, effects = take_back(state)
    return _with_repair(book, back, effects)


def _with_repair(book: Rulebook, state: State, effects: tuple[Effect, ...]) -> Step:
    """Show at once what goes back where, if the board is known."""
    if state.board is None or state.shadow is None or not state.board.agrees(state.shadow):
        return state, effects
    wrong = differences(state, book)
    if not wrong:
        return state, effects
    return replace(state, repair=wrong), (*effects, Repair(state.t, dict(wrong)))


def _queue(book: Rulebook, state: State, event: Declared) -> Step:
    """A card, a discard, a thrown hand, a pass: for the open turn, or for one that comes after it."""
    correction = _corrected(book, state, event)
    if correction is not None:
        return correction
    effects: list[Effect] = []
    mine = [waiting for waiting in state.queue if waiting.seat == event.seat]
    if mine and _same(mine[-1], event):
        return state, ()
    if mine and not _plays_twice(book, mine[-1]):
        queue = tuple(event if waiting is mine[-1] else waiting for waiting in state.queue)
        return replace(state, queue=queue), ()
    if not state.queue and state.flag is None:
        effects += _out_of_turn(book, state, event)
    effects += _too_many(book, state, event)
    kept = state.kept
    if kept is not None and kept.seat == event.seat:
        kept = kept if state.shadow is not None else None
    visited = state.visited and state.t - state.clear_since < LATE_S
    queue = (*state.queue, event)
    if state.flag is not None and state.flag.play.seat == event.seat:
        queue = (event, *state.queue)  # he corrects his flagged turn; the others wait
    over = Phase.DECLARED if state.phase in (Phase.READY, Phase.OVER) else state.phase
    return replace(state, phase=over, queue=queue, kept=kept, visited=visited), tuple(effects)


def _corrected(book: Rulebook, state: State, event: Declared) -> Step | None:
    """A player who declares again right after his turn was judged means the same turn. None: a new one."""
    if state.queue or state.flag is not None or state.kept is not None or not state.turns:
        return None
    turn, last = state.turns[-1], state.turns[-1].play
    if turn.assumed and state.t - turn.t < LATE_S and _same(last, event):
        return state, ()
    course = state.course
    table = book.game.table
    if player_of(table, last.seat) != player_of(table, event.seat):
        return None
    if player_of(table, event.seat) == course.turn or state.turns[-1].accepted:
        return None
    if _same(last, event):
        return state, ()
    if last.do != "card" or event.do != "card":
        return None
    back, effects = take_back(state)
    again = replace(back, phase=Phase.WEIGHING, shadow=None, kept=None, queue=(event,))
    return again, effects


def _same(one: Declared, other: Declared) -> bool:
    """Whether two taps of a player say the same."""
    return (one.seat, one.do, one.card, one.cards) == (other.seat, other.do, other.card, other.cards)


def _plays_twice(book: Rulebook, declared: Declared) -> bool:
    return declared.card == JOKER and declared.do == "card" and book.game.rules.joker_again != "none"


def _out_of_turn(book: Rulebook, state: State, event: Declared) -> tuple[Effect, ...]:
    course, table = state.course, book.game.table
    player = player_of(table, event.seat)
    if course.phase != "play" or player == course.turn or state.kept is not None:
        return ()
    if course.again == "later":  # he keeps his right; the next one plays
        return ()
    return (Notice(state.t, "not-your-turn", {"seat": event.seat, "turn": expected(book, course)}),)


def _too_many(book: Rulebook, state: State, event: Declared) -> tuple[Effect, ...]:
    """A fifth ace: more cards of a rank than this pack has since it was shuffled."""
    shown = [*event.cards, *([event.card] if event.card else [])]
    waiting = [card for other in state.queue for card in (*other.cards, other.card) if card]
    left: Mapping[Card, int] = unseen(book.game.rules, [*state.course.used, *waiting, *shown])
    return tuple(
        Notice(state.t, "too-many-cards", {"seat": event.seat, "card": card})
        for card in dict.fromkeys(shown)
        if left[card] < 0
    )


_DOINGS: Mapping[str, Callable[[Rulebook, State, Declared], Step]] = {"accept": _accept, "undo": _undo}


def _dispute(book: Rulebook, state: State, event: Event) -> Step:
    """That is not what happened: the last turn is open again, and the players say what it was."""
    del event
    if state.flag is not None and state.flag.play.do != "card":
        return state, ()
    if state.flag is not None:
        play, before = state.flag.play, state
        reopened = replace(state, flag=None, phase=Phase.WEIGHING, queue=(play, *state.queue))
        effects: tuple[Effect, ...] = ()
    elif state.turns and state.turns[-1].play.do == "card":
        play = state.turns[-1].play
        before, effects = take_back(state)
        reopened = replace(before, phase=Phase.WEIGHING, kept=None, queue=(play, *state.queue))
        reopened = replace(reopened, shadow=before.shadow)
    else:
        return state, ()
    cards = _offered(book, reopened, play)
    options: tuple[tuple[str, Pawns], ...] = (
        *((f"card-{card}", frozenset()) for card in cards),
        ("accept", frozenset()),
        ("take-back", frozenset()),
    )
    identity = len(state.asked_at) + 1
    asked = Asked(identity, "not-so", options)
    values = {"seat": str(play.seat), "card": str(play.card)}
    question = Question(state.t, identity, "not-so", values, tuple(choice for choice, _ in options))
    shadow = state.board.pawns if state.board is not None else None
    done = replace(
        reopened, asked=asked, asked_at=(*state.asked_at, state.n), shadow=shadow, kept=play, queue=()
    )
    return replace(done, phase=Phase.RETURNING, queue=state.queue), (*effects, question)


def _offered(book: Rulebook, state: State, play: Declared) -> tuple[Card, ...]:
    """The other cards that explain the board for the seat that played."""
    board = state.board
    if board is None:
        return ()
    found = []
    for card in dict.fromkeys(pack_of(book.game.rules)):
        results = legal_results(book, state.record, Play(play.seat, card))
        if card != play.card and any(board.agrees(pawns) for pawns in results):
            found.append(card)
    return tuple(found)


def _answer(book: Rulebook, state: State, event: Event) -> Step:
    assert isinstance(event, Answered)
    asked = state.asked
    if asked is None or asked.id != event.question:
        return state, ()
    options = dict(asked.options)
    if event.choice not in options:
        return state, ()
    answered = replace(state, asked=None)
    effects: tuple[Effect, ...] = (Withdrawn(state.t, asked.id),)
    pawns = options[event.choice]
    declared = state.queue[0] if state.queue else state.kept
    if asked.code == "not-so":
        return _not_so(book, answered, event.choice, effects)
    if event.choice == "none" or declared is None:
        return replace(answered, since=state.t), effects
    if event.choice.startswith("as-before") or state.board is None:
        return replace(answered, since=state.t), effects
    ruled, more = rule_on(book, answered, state.board, declared, pawns)
    return ruled, (*effects, *more)


def _not_so(book: Rulebook, state: State, choice: str, effects: tuple[Effect, ...]) -> Step:
    play = state.kept
    if play is None:
        return state, effects
    if choice == "accept" and state.board is not None:
        pawns = likeliest_board(state, state.board, book)
        if pawns is not None:
            done, more = accept(state, book, play, pawns)
            return done, (*effects, *more)
    if choice.startswith("card-"):
        card = Card(choice.removeprefix("card-"))
        again = Declared(state.t, play.seat, "card", card)
        queue = (again, *state.queue)
        return replace(state, phase=Phase.WEIGHING, shadow=None, kept=None, queue=queue), effects
    return _with_repair(book, replace(state, phase=Phase.RETURNING), effects)


def _pause(book: Rulebook, state: State, event: Event) -> Step:
    del book, event
    return replace(state, resting=state.phase, phase=Phase.PAUSED), ()


def _resume(book: Rulebook, state: State, event: Event) -> Step:
    """Go on, after a pause or a new start: the board must be seen again, and counts as shaken."""
    del event
    phase = state.resting if state.phase is Phase.PAUSED else state.phase
    fresh = replace(
        state, phase=phase, board=None, looked=False, clear_since=state.t, view="watching", shaken=True
    )
    if state.course.phase == "over":
        return fresh, ()
    return fresh, (Turn(state.t, state.n, expected(book, state.course)),)


def _deal(book: Rulebook, state: State, event: Event) -> Step:
    assert isinstance(event, Dealt)
    dealt = replace(state, course=new_deal(state.course, event.cards))
    return dealt, (Turn(state.t, state.n, expected(book, dealt.course)),)


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
    course = start_course(book, course)
    return replace(state, course=course), (Turn(state.t, state.n, expected(book, course)),)


DEEDS: Mapping[str, Deed] = {
    "look": _look,
    "view": _view,
    "wait": _wait,
    "declare": _declare,
    "dispute": _dispute,
    "answer": _answer,
    "pause": _pause,
    "resume": _resume,
    "deal": _deal,
    "leave": _leave,
}
