"""What stays the same for a whole game, and what the rules say about it, kept while it may be asked again."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from calibration.holes import Hole, Seat, is_home, seat_of
from toc_pi.referee.board import Pawns
from toc_pi.rules.explain import explain
from toc_pi.rules.game import Game as Course
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.same_pawn import same_pawn_moves
from toc_pi.rules.table import Table
from toc_pi.rules.turn import must_play

REMEMBERED = 4096


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
        matched: what `match` was asked last, and what it answered.
    """

    game: Game
    seats: tuple[Seat, ...] = ()
    matched: tuple[tuple[object, ...], object] | None = None
    _results: dict[tuple[Position, Play], tuple[Position, ...]] = field(default_factory=dict)
    _rulings: dict[tuple[Position, Play, Pawns], Ruling] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = tuple(seat for player in self.game.table.players for seat in player)

    def results(self, before: Position, play: Play) -> tuple[Position, ...]:
        """Every distinct legal result of a card."""
        key = (before, play)
        if key not in self._results:
            if len(self._results) >= REMEMBERED:
                self._results.clear()
            rules, table = self.game.rules, self.game.table
            playable, stuck = self._playable(before)
            if play.pawn is None:
                found: Iterable[Position] = legal_moves(rules, table, playable, play.seat, play.card)
            else:
                moves = same_pawn_moves(rules, table, playable, play.seat, play.pawn, play.card)
                found = dict.fromkeys(result for result, _ in moves)
            if stuck:
                found = [replace(result, pawns=result.pawns | stuck) for result in found]
            self._results[key] = tuple(found)
        return self._results[key]

    def ruling(self, before: Position, play: Play, after: Pawns) -> Ruling:
        """Whether a board is legal, and if not, why."""
        key = (before, play, after)
        if key not in self._rulings:
            if len(self._rulings) >= REMEMBERED:
                self._rulings.clear()
            playable, stuck = self._playable(before)
            rules, table = self.game.rules, self.game.table
            judgement = explain(rules, table, playable, play.seat, play.card, dict(after - stuck))
            self._rulings[key] = Ruling(judgement.legal, tuple(judgement.reasons))
        return self._rulings[key]

    def must_play(self, course: Course, before: Position, cards: Iterable[Card]) -> bool:
        """Whether must-play asks the player on turn for a play with one of these cards."""
        playable, _ = self._playable(before)
        return must_play(self.game.rules, self.game.table, replace(course, position=playable), cards)

    def _playable(self, position: Position) -> tuple[Position, Pawns]:
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
