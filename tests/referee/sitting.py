"""A table for the referee's tests: moves, taps and time, with the events that a camera would give."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from calibration.holes import Hole, Seat, camp_holes, is_camp
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, Question, Verdict
from toc_pi.events import Answered, CameraView, CardLaid, Declared, Event, Seen, Tick, ViewChanged
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import RefereeState
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table

OUT = "a3:a b5:b c5:c d5:d"
LEGAL = (True, ())
PAIRS = ((Seat("a"), Seat("c")), (Seat("b"), Seat("d")))


def game_of(rules: str = "quebec", *house: str, first: str = "a", teams: bool = True) -> Game:
    """A game of four, in two teams or singly."""
    table = Table(4, 16, False, (), PAIRS if teams else ())
    return Game(load_ruleset(rules, house), table, Seat(first))


class Sitting:
    """One referee and its board; `t` advances with every action."""

    def __init__(self, game: Game | None = None) -> None:
        self.referee = Referee(game or game_of())
        self.seats = self.referee.rules.seats
        self.t = 0.0
        self.effects: list[Effect] = []
        self.events: list[Event] = []
        self.board: dict[Hole, Seat] = {}
        self.unsure: dict[Hole, dict[str, float]] = {}
        self.lay(dict(self.referee.state.pawns))
        self.show()

    @property
    def state(self) -> str:
        """The name of the referee's phase."""
        return self.referee.state.phase.name

    @property
    def record(self) -> str:
        """The recorded position as text."""
        return str(self.referee.state.record[0])

    def tell(self, event: Event) -> tuple[Effect, ...]:
        """Send an event to the referee."""
        self.events.append(event)
        effects = self.referee.step(event)
        self.effects += effects
        return effects

    def card(self, seat: str, card: str, do: str = "card") -> tuple[Effect, ...]:
        """Declare a card, or discard it."""
        return self.tell(Declared(self.t, Seat(seat), do, Card(card)))

    def laid(self, n: int, card: str = "", **ranks: float) -> tuple[Effect, ...]:
        """A card is seen on the pile: surely, or with what it looks like (`_7=0.6`, `K=0.3`)."""
        chances = {Card(rank.lstrip("_")): chance for rank, chance in ranks.items()}
        sure = {Card(card): 0.999} if card else {}
        return self.tell(CardLaid(self.t, n, chances or sure, Card(card) if card else None))

    def throw(self, seat: str, cards: str) -> tuple[Effect, ...]:
        """Lay a hand down."""
        return self.tell(Declared(self.t, Seat(seat), "throw", None, tuple(map(Card, cards.split()))))

    def tap(self, seat: str, do: str) -> tuple[Effect, ...]:
        """Accept, undo, pass."""
        return self.tell(Declared(self.t, Seat(seat), do))

    def lay(self, pawns: dict[Hole, Seat], away: int = 0) -> None:
        """Set pawns out; the others wait in their camps, except `away` of them."""
        board = dict(pawns)
        for seat in self.seats:
            waiting = 4 - sum(owner == seat for owner in pawns.values())
            kept = [hole for hole in camp_holes(seat) if self.board.get(hole) == seat][:waiting]
            free = [hole for hole in camp_holes(seat) if hole not in kept]
            for hole in [*kept, *free[: waiting - len(kept)]]:
                if away and hole not in kept and self.board:
                    away -= 1
                else:
                    board[hole] = seat
        self.board = board

    def move(self, text: str, away: int = 0, seconds: float = 1.0) -> list[Effect]:
        """A hand comes, sets the position up (`a0:a b12:c`), and goes; then the board is still for a while.

        Returns:
            The referee's effects.
        """
        mark = len(self.effects)
        self.reach(0.5)
        self.lay(dict(Position.parse(text).pawns), away)
        self.clear(seconds)
        return self.effects[mark:]

    def play(self, seat: str, card: str, text: str, away: int = 0, seconds: float = 1.0) -> list[Effect]:
        """Declare a card and make its move; the move's effects."""
        self.card(seat, card)
        return self.move(text, away, seconds)

    def then(self, *moves: str) -> "Sitting":
        """This table after some moves without declared cards."""
        for text in moves:
            self.move(text)
        return self

    def reach(self, seconds: float) -> list[Effect]:
        """A hand comes and stays."""
        self.view("hand")
        return self.wait(seconds)

    def clear(self, seconds: float) -> list[Effect]:
        """The hand goes, and stays away."""
        self.view("watching")
        return self.wait(seconds)

    def view(self, state: CameraView) -> None:
        """Change the camera's view."""
        self.tell(ViewChanged(self.t, state))

    def show(self) -> None:
        """Observe the board."""
        board = {hole: seat for hole, seat in self.board.items() if hole not in self.unsure}
        self.tell(Seen(self.t, board, frozenset(self.unsure), self.unsure))

    def wait(self, seconds: float) -> list[Effect]:
        """Let time pass; the board is observed while the view is clear."""
        mark = len(self.effects)
        for _ in range(max(round(seconds / 0.1), 1)):
            self.t = round(self.t + 0.1, 3)
            if self.referee.state.episode.view == "watching" and self.referee.state.phase.name != "paused":
                self.show()
            self.tell(Tick(self.t))
        return self.effects[mark:]

    def answer(self, wanted: str) -> tuple[Effect, ...]:
        """Tap the last question's choice that means this (`a:a3>a11`), or whose code begins so."""
        question = [effect for effect in self.effects if isinstance(effect, Question)][-1]
        values = question.values
        fits = (code for code in question.choices if values.get(code) == wanted or code.startswith(wanted))
        return self.tell(Answered(self.t, question.id, next(fits)))

    def effects_of(self, kind: type[Effect]) -> list[Effect]:
        """All effects of a kind so far."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def verdicts(self) -> list[tuple[int, bool, tuple[str, ...]]]:
        """All verdicts so far: number, legal, reasons."""
        return [(v.n, v.legal, v.reasons) for v in self.effects if isinstance(v, Verdict)]

    def outside(self) -> str:
        """The position without camps, as text."""
        return " ".join(f"{hole}:{seat}" for hole, seat in sorted(self.board.items()) if not is_camp(hole))


def sit(*plays: tuple[str, str, str], rules: str = "quebec", teams: bool = True) -> Sitting:
    """A table after some plays: seat, card, the position after it."""
    table = Sitting(game_of(rules, teams=teams))
    for play in plays:
        table.play(*play)
        assert table.verdicts()[-1][1], (play, table.verdicts()[-1])
    return table


def standing_at(state: RefereeState, position: Position) -> RefereeState:
    """A state with just this position on the board."""
    return replace(state.with_record((position,)), course=replace(state.course, position=position))


def at_position(text: str, rules: str = "quebec", teams: bool = True) -> Sitting:
    """A table that starts with these pawns out."""
    return put(Sitting(game_of(rules, teams=teams)), text)


def played(text: str, seat: str, card: str, after: str, rules: str = "quebec", **how: Any) -> Sitting:
    """A table that starts with these pawns out, after a card and its move; `how` as for `Sitting.move`."""
    table = at_position(text, rules)
    table.play(seat, card, after, **how)
    return table


def free(rules: str = "quebec", *house: str, teams: bool = True) -> Sitting:
    """A table at which nobody needs to declare a card."""
    return Sitting(replace(game_of(rules, *house, teams=teams), declare="free"))


def seen_at(text: str, rules: str = "quebec", *house: str, teams: bool = True) -> Sitting:
    """A table whose cards the camera sees, starting with these pawns out."""
    return put(Sitting(replace(game_of(rules, *house, teams=teams), declare="camera")), text)


def at(text: str, rules: str = "quebec", *house: str, teams: bool = True) -> Sitting:
    """The same, starting with these pawns out."""
    return put(free(rules, *house, teams=teams), text)


def put(table: Sitting, text: str) -> Sitting:
    """The table with these pawns out."""
    position, state = Position.parse(text), table.referee.state
    table.referee.state = standing_at(state, position)
    table.lay(dict(position.pawns))
    table.wait(0.5)
    return table


def last(effects: Iterable[Effect]) -> Verdict:
    """The last verdict among effects."""
    return [effect for effect in effects if isinstance(effect, Verdict)][-1]


def said(table: Sitting, text: str, seconds: float = 1.5) -> tuple[str, bool, tuple[str, ...]]:
    """What is said of a move: of whom, whether it is legal, the reasons."""
    verdict = last(table.move(text, seconds=seconds))
    return verdict.seat, verdict.legal, verdict.reasons


def judged(table: Sitting) -> list[tuple[object, ...]]:
    """All verdicts: whose, what, which card, whether legal."""
    return [
        (one.n, one.seat, one.do, one.card, one.legal) for one in table.effects if isinstance(one, Verdict)
    ]
