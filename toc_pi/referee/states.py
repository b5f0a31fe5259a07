"""The referee's state between two events, and what it is asked of the board."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import cast

from calibration.holes import Hole, Seat
from toc_pi.belief.episode import Episode
from toc_pi.belief.game import Belief, Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.belief.look import Look
from toc_pi.belief.match import Match, match
from toc_pi.belief.plays import NOT_SEEN, CardProbabilities
from toc_pi.belief.standing import likeliest_pawns, likelihood, likely_pawns, shows, stands, with_missing
from toc_pi.effects import Effect, Notice, NoticeCode, Repair
from toc_pi.events import CardLaid, Declared
from toc_pi.referee.turns import (
    NOT_STORED,
    Asked,
    Cause,
    Lost,
    OpenTurn,
    Playing,
    PossibleCourse,
    SettledTurn,
    TurnPhase,
)
from toc_pi.rules.game import GameState
from toc_pi.rules.position import Pawns, Position


@dataclass(frozen=True, slots=True)
class Situation:
    """A board that may not be as recorded, and what was said of it; over once it is, or a turn is settled.

    Attributes:
        disturbed: the board was bumped, covered or out of view, and hasn't been seen as recorded since.
        candidates: a complete board that no play explains and that may be played on from: every likely
            filling, the likeliest first.
        unconfirmed: a board that hasn't been seen for long enough yet, and when it was first seen.
        repair: the differences that are shown, hole by hole.
        notices: notices that were given.
    """

    disturbed: bool = field(default=False, metadata=NOT_STORED)
    candidates: tuple[Pawns, ...] = field(default=(), metadata=NOT_STORED)
    unconfirmed: tuple[Pawns, float] | None = field(default=None, metadata=NOT_STORED)
    repair: tuple[tuple[Hole, str], ...] | None = None
    notices: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RefereeState:
    """The referee's whole state between two events.

    Attributes:
        belief: the recorded positions, and pawns off the board.
        course: hands, order, what the player on turn still has to do: the likeliest of `courses`.
        courses: all that are possible where cards aren't declared; not compared, as they end with a restart.
        episode: the looks since the view became clear.
        turns: all settled turns, the first one first.
        queue: declarations not judged yet; the first belongs to the open turn.
        pile: cards seen on the pile that aren't declared yet: one that isn't sure, and those laid after it.
        laid: the number of the last card seen on the pile; 0 for none.
        open: the open turn.
        situation: what is unlike the record.
        moved_at: since when the board differs unexplained from the record; None if it doesn't.
        asked_at: the turn numbers at which questions were asked.
        undone: the state before the last `undo`, as long as nothing else has been played.
        t: the time of the last event, seconds; ignored in comparisons.
        rules: the rules of the game, with their answers so far.
    """

    belief: Belief
    course: GameState
    courses: tuple[PossibleCourse, ...] = field(default=(), compare=False, metadata=NOT_STORED)
    episode: Episode = field(default_factory=Episode, metadata=NOT_STORED)
    turns: tuple[SettledTurn, ...] = field(default=(), metadata=NOT_STORED)
    queue: tuple[Declared, ...] = ()
    pile: tuple[CardLaid, ...] = ()
    laid: int = 0
    open: OpenTurn = field(default=OpenTurn(), metadata=NOT_STORED)
    situation: Situation = field(default_factory=Situation)
    moved_at: float | None = field(default=None, metadata=NOT_STORED)
    asked_at: tuple[int, ...] = ()
    undone: "RefereeState | None" = field(default=None, metadata=NOT_STORED)
    t: float = field(default=0.0, compare=False)
    rules: GameRules = field(
        default=cast(GameRules, None), repr=False, compare=False, metadata=NOT_STORED
    )  # a stored state has none, until a `Referee` goes on with it

    def at(self, t: float) -> "RefereeState":
        """This state at another time: like `replace`, but twice as fast, as every event needs it."""
        return RefereeState(*(*_timeless(self), t, self.rules))

    def believing(self, belief: Belief) -> "RefereeState":
        """This state with another belief; itself where it is the same."""
        return self if belief is self.belief else replace(self, belief=belief)

    def with_record(self, record: tuple[Position, ...]) -> "RefereeState":
        """This state with another record; itself where it is the same."""
        return self if record == self.record else replace(self, belief=replace(self.belief, record=record))

    def before(self, turn: SettledTurn) -> "RefereeState":
        """This state with a settled turn open again, as far as a play of it is concerned."""
        return replace(self.with_record(turn.record), turns=self.turns[: turn.n - 1], course=turn.course)

    def taking(self, declared: Declared) -> "RefereeState":
        """This state with a declaration taken out of the queue, if it is the first one."""
        return replace(self, queue=self.queue[1:]) if self.queue[:1] == (declared,) else self

    @property
    def unsure_card(self) -> CardLaid | None:
        """The card on the pile that belongs to the open turn, but isn't surely read."""
        return self.pile[0] if self.pile else None

    @property
    def odds(self) -> CardProbabilities:
        """What that card looks like; nothing where none was seen."""
        return NOT_SEEN if self.unsure_card is None else self.unsure_card.ranks

    def claiming(self, declared: Declared) -> "tuple[RefereeState, Declared]":
        """This state with the unsure card on the pile taken for a play's, and that play with it."""
        if self.unsure_card is None or declared.laid:
            return self, declared
        return replace(self, pile=self.pile[1:]), replace(declared, laid=(self.unsure_card.n,))

    @property
    def phase(self) -> TurnPhase:
        """The phase of the open turn."""
        return self.open.phase

    def in_phase(self, phase: TurnPhase) -> "RefereeState":
        """This state in a phase."""
        return self if phase is self.phase else replace(self, open=replace(self.open, phase=phase))

    def gone_on(self, cause: Cause, into: Playing | None = None) -> "RefereeState":
        """This state in the phase after a cause, see `OpenTurn.after`; itself where that is the same."""
        return self.in_phase(self.open.after(cause, into))

    def asking(self, asked: Asked | None) -> "RefereeState":
        """This state with a question open, or none."""
        return replace(self, open=replace(self.open, asked=asked))

    def showing(self, repair: tuple[tuple[Hole, str], ...] | None) -> "RefereeState":
        """This state with these differences shown."""
        return replace(self, situation=replace(self.situation, repair=repair))

    def noting(self, notice: str) -> "RefereeState":
        """This state with a notice given."""
        return replace(self, situation=replace(self.situation, notices=self.situation.notices | {notice}))

    def without_notices(self, *codes: str) -> "RefereeState":
        """This state as if these notices hadn't been given, or none had."""
        left = self.situation.notices - set(codes) if codes else frozenset[str]()
        return replace(self, situation=replace(self.situation, notices=left))

    def with_missing(self, look: Look, pawns: Pawns) -> "RefereeState":
        """This state with the pawns absent that this position doesn't account for."""
        return self.believing(with_missing(self.rules, self.belief, look, pawns))

    def say(self, code: NoticeCode, **values: str) -> "StepResult":
        """Give a notice, unless it was already given in this situation."""
        given = code in self.situation.notices
        return (self, ()) if given else (self.noting(code), (Notice(self.t, code, values),))

    def play_of(self, declared: Declared) -> Play:
        """The play to match for a card, declared or not; after a joker perhaps limited to one pawn."""
        is_on_turn = self.rules.player_of(declared.seat) == self.course.turn
        return Play(declared.seat, declared.card, self.course.pawn if is_on_turn else None)

    def match(self, look: Look, play: Play) -> Match:
        """The explanation of a look by one play."""
        return match(self.rules, self.belief, look, play)

    def legal_as(self, play: Play, pawns: Pawns) -> tuple[Position, ...]:
        """The legal results of a play with these pawns."""
        return self.rules.legal_as(self.record, play, pawns)

    def stands(self, look: Look, pawns: Pawns) -> bool:
        """Whether a look shows this position with every pawn accounted for."""
        return stands(self.rules, self.belief, look, pawns)

    def shows(self, look: Look, pawns: Pawns) -> bool:
        """The same, and unsure holes don't refute it."""
        return shows(self.rules, self.belief, look, pawns)

    def likely(self, look: Look) -> tuple[Pawns, ...]:
        """The likely fillings of a look's unsure holes, the likeliest first."""
        return likely_pawns(self.rules, self.belief, look)

    def likeliest(self, look: Look) -> Pawns | None:
        """The likeliest filling of a look's unsure holes; None where no filling is possible."""
        return likeliest_pawns(self.rules, self.belief, look)

    def likelihood(self, look: Look, pawns: Pawns) -> float:
        """The likelihood of a look's unsure holes in this position."""
        return likelihood(self.rules, self.belief, look, pawns)

    def has_stood(self, seconds: float) -> bool:
        """Whether the board has been unchanged for so long."""
        return self.episode.stood(self.t) >= seconds

    def has_rested(self, seconds: float) -> bool:
        """Whether the board was at rest for so long; it goes on if only the set of unsure holes changes."""
        return self.episode.rested(self.t) >= seconds

    def note_unconfirmed(self, pawns: Pawns) -> "RefereeState":
        """Remember a board that hasn't been seen for long enough yet."""
        if (known := self.situation.unconfirmed) is not None and known[0] == pawns:
            return self
        return replace(self, situation=replace(self.situation, unconfirmed=(pawns, self.t)))

    def is_seen_again(self, pawns: Pawns, after_s: float) -> bool:
        """Whether a board was also seen in an earlier clear view, at least this long ago.

        Under moving shade or changing light the view is clear only briefly; two views that agree are enough.
        """
        board, first_t = self.situation.unconfirmed or (None, 0.0)
        return board == pawns and first_t < self.episode.clear_since and self.t - first_t >= after_s

    @property
    def is_clear(self) -> bool:
        """Whether the last look is still valid."""
        return self.episode.is_known(self.t)

    @property
    def on_turn(self) -> Seat:
        """A seat of the player whose turn it is, the first one clockwise."""
        return self.rules.on_turn(self.course)

    @property
    def hidden_repair(self) -> tuple[Effect, ...]:
        """The effect that hides the differences, if any are shown."""
        return (Repair(self.t, {}),) if self.situation.repair else ()

    @property
    def found_again(self) -> tuple[Effect, ...]:
        """The effects that say that the board is right again, if it was lost or put right."""
        found = (Notice(self.t, "found-again"),) if isinstance(self.phase, Lost) else ()
        return (*self.hidden_repair, *found)

    @property
    def head(self) -> Declared | None:
        """The first declaration that isn't judged yet."""
        return self.queue[0] if self.queue else None

    @property
    def clear_look(self) -> Look | None:
        """The board, while the view is clear."""
        return self.look if self.is_clear else None

    @property
    def free_look(self) -> Look | None:
        """The same where cards needn't be declared."""
        return self.clear_look if self.rules.is_free else None

    @property
    def is_reopened(self) -> bool:
        """Whether a turn was taken back and its player has declared nothing since."""
        again, head = self.open.taken_back, self.head
        return again is not None and (head is None or head.seat != again.seat)

    @property
    def n(self) -> int:
        """The number of the open turn."""
        return len(self.turns) + 1

    @property
    def record(self) -> tuple[Position, ...]:
        """Every position consistent with the settled turns, the likeliest first."""
        return self.belief.record

    @property
    def pawns(self) -> Pawns:
        """The pawns of the recorded position."""
        return self.belief.pawns

    @property
    def look(self) -> Look | None:
        """The last clear look."""
        return self.episode.look


StepResult = tuple[RefereeState, tuple[Effect, ...]]
"""The state after something has been handled, and what is to be said."""


def following(effects: Iterable[Effect], step: StepResult) -> StepResult:
    """A step with other effects before its own."""
    return step[0], (*effects, *step[1])


_timeless = attrgetter(*(part.name for part in fields(RefereeState) if part.name not in ("t", "rules")))
