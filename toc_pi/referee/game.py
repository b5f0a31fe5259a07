"""What stays the same for a whole game, and what the rules say about it, kept while it may be asked again."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, is_home, seat_of
from toc_pi.referee.board import Board, Pawns, board_of
from toc_pi.referee.events import Seen
from toc_pi.rules.explain import explain
from toc_pi.rules.game import Game as Course
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.same_pawn import same_pawn_moves
from toc_pi.rules.table import Table
from toc_pi.rules.turn import must_play

REMEMBERED = 4096
MOST_LOOKS = 4
MOST_BY_PAWNS = 64

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Game:
    """The table at which a game is played.

    Attributes:
        rules: the rule set, house rules included.
        table: board, players, teams.
        first: the seat that begins.
        white_face: fresh pawns stand white side up.
    """

    rules: RuleSet
    table: Table
    first: Seat
    white_face: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A card of a seat, to be matched with the board.

    Attributes:
        seat: who plays.
        card: the card.
        pawn: the hole of the one pawn that may be moved (`joker_again` same), or None for any.
    """

    seat: Seat
    card: Card
    pawn: Hole | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of a board: legal, or the reasons why not, the most telling first."""

    legal: bool
    reasons: tuple[str, ...]


@dataclass(slots=True)
class Rulebook:
    """The rules, asked about one game; answers are kept, for the eye asks the same again and again.

    Attributes:
        game: rules and table.
        seats: the seats that have pawns, in order of players.
    """

    game: Game
    seats: tuple[Seat, ...] = ()
    _results: dict[tuple[Position, Play], tuple[Position, ...]] = field(default_factory=dict)
    _by_pawns: dict[tuple[tuple[Position, ...], Play], Mapping[Pawns, tuple[Position, ...]]] = field(
        default_factory=dict
    )
    _rulings: dict[tuple[Position, Play, Pawns], Ruling] = field(default_factory=dict)
    _last: tuple[Seen, Board] | None = None
    _looks: list[tuple[Board, dict[Hashable, object]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = tuple(seat for player in self.game.table.players for seat in player)

    def put_in_order(self, seen: Seen) -> Board:
        """A look in order; the same value as the last one's where just the same was seen."""
        if self._last is not None:
            last, board = self._last
            if (seen.holes, seen.unsure) == (last.holes, last.unsure) and (
                (seen.probability, seen.white) == (last.probability, last.white)
            ):
                return board
        board = board_of(seen)
        self._last = seen, board
        return board

    def once(self, board: Board, question: Hashable, answer: Callable[[], T]) -> T:
        """What was answered to a question about a look, or the answer now; the last few looks are kept.

        Args:
            board: the look itself; an equal one may have other chances.
            question: what was asked, with all that the answer depends on but the look and the game.
            answer: finds it out.
        """
        answers = self._answers(board)
        if question not in answers:
            answers[question] = answer()
        return cast(T, answers[question])

    def _answers(self, board: Board) -> dict[Hashable, object]:
        """What was asked about this very look before; the oldest look gives way to a new one."""
        for known, answers in self._looks:
            if known is board:
                return answers
        new: dict[Hashable, object] = {}
        self._looks = [(board, new), *self._looks[: MOST_LOOKS - 1]]
        return new

    def results(self, before: Position, play: Play) -> tuple[Position, ...]:
        """Every distinct legal result of a card."""
        key = (before, play)
        if key not in self._results:
            if len(self._results) >= REMEMBERED:
                self._results.clear()
            rules, table = self.game.rules, self.game.table
            playable, stuck = playable_part(before)
            if play.pawn is None:
                found: Iterable[Position] = legal_moves(rules, table, playable, play.seat, play.card)
            else:
                moves = same_pawn_moves(rules, table, playable, play.seat, play.pawn, play.card)
                found = dict.fromkeys(result for result, _ in moves)
            self._results[key] = tuple(_beside(before.pawns, stuck, found) if stuck else found)
        return self._results[key]

    def by_pawns(self, record: tuple[Position, ...], play: Play) -> Mapping[Pawns, tuple[Position, ...]]:
        """Every legal result of a card under any of several positions, by what can be seen of it."""
        key = (record, play)
        if key not in self._by_pawns:
            if len(self._by_pawns) >= MOST_BY_PAWNS:
                self._by_pawns.clear()
            found: dict[Pawns, dict[Position, None]] = {}
            for before in record:
                for result in self.results(before, play):
                    found.setdefault(result.pawns, {})[result] = None
            self._by_pawns[key] = {
                pawns: tuple(sorted(results, key=lambda result: sorted(result.fresh)))
                for pawns, results in found.items()
            }
        return self._by_pawns[key]

    def ruling(self, before: Position, play: Play, after: Pawns) -> Ruling:
        """Whether a board is legal, and if not, why."""
        key = (before, play, after)
        if key not in self._rulings:
            if len(self._rulings) >= REMEMBERED:
                self._rulings.clear()
            playable, stuck = playable_part(before)
            rules, table = self.game.rules, self.game.table
            if stuck - after:
                at = dict(after)
                taken = any(hole in at for hole, _ in stuck - after)
                self._rulings[key] = Ruling(False, ("took-protected" if taken else "home-left",))
                return self._rulings[key]
            judgement = explain(rules, table, playable, play.seat, play.card, dict(after - stuck))
            ruling = Ruling(judgement.legal, tuple(judgement.reasons))
            if stuck:
                results = self.results(before, play)
                legal = after in {result.pawns for result in results} or (
                    after == before.pawns and not results
                )
                ruling = Ruling(legal, () if legal else ruling.reasons or ("home-jumped",))
            self._rulings[key] = ruling
        return self._rulings[key]

    def must_play(self, course: Course, before: Position, cards: Iterable[Card]) -> bool:
        """Whether must-play asks the player on turn for a play with one of these cards."""
        playable, stuck = playable_part(before)
        if stuck:
            seat = self.game.table.players[course.turn][0]
            pawn = course.pawn if course.again == "same" else None
            cards = [card for card in cards if self.results(before, Play(seat, card, pawn))]
        return must_play(self.game.rules, self.game.table, replace(course, position=playable), cards)


def playable_part(position: Position) -> tuple[Position, Pawns]:
    """A position as the rules know it, and the pawns that they know nothing of.

    Players may let a pawn stand in somebody else's home. It can't move from there, so for the rules it
    waits in its camp.
    """
    stuck = frozenset(
        (hole, seat) for hole, seat in position.pawns if is_home(hole) and seat_of(hole) != seat
    )
    if not stuck:
        return position, stuck
    return Position(position.pawns - stuck, position.fresh), stuck


def _beside(before: Pawns, stuck: Pawns, results: Iterable[Position]) -> Iterator[Position]:
    """The results that the stuck pawns leave possible: in homes they are neither passed nor taken."""
    waiting = Counter(seat for _, seat in before)
    for result in results:
        count = Counter(seat for _, seat in (*result.pawns, *stuck))
        if any(count[seat] > max(PAWNS_A_SEAT, waiting[seat]) for seat in count):
            continue  # the pawn that waits in its camp for the rules stands in that home
        if all(_behind(hole, result.pawns) <= _behind(hole, before - stuck) for hole, _ in stuck):
            yield replace(result, pawns=result.pawns | stuck)


def _behind(hole: Hole, pawns: Pawns) -> int:
    """How many pawns stand on a home hole or further in."""
    return sum(is_home(other) and seat_of(other) == seat_of(hole) and other >= hole for other, _ in pawns)
