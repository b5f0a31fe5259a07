"""The rules applied to one game, with a cache: the same questions recur with every look."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import TypeVar, cast

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, is_home, seat_of
from toc_pi.belief.game import Game, Play, Ruling, playable_part
from toc_pi.belief.look import Look, look_of
from toc_pi.rules.engine import Effort, Wanted
from toc_pi.rules.game import GameState, pack_of, player_of
from toc_pi.rules.legal import find_moves, legal_moves, movable_seats, nearest_moves, same_pawn_moves
from toc_pi.rules.position import Card, Pawns, Position
from toc_pi.rules.reasons.explain import explain, forced_example
from toc_pi.rules.reasons.particulars import strangeness
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.rules.turn import must_play

# Sizes of the caches; a full one is emptied, only looks are dropped one by one.
REMEMBERED = 4096  # results of cards, and rulings
MAX_BY_PAWNS = 64  # results grouped by pawns
MAX_NEAR = 512  # results of one card that differ least from a board
MAX_FORCED = 512  # ranks that must be played
MAX_LOOKS = 4  # looks with their answers

FIND_EFFORT = 500  # positions searched for a result that an unfinished move may lead to

HOME_JUMPED = ("home-jumped",)  # for a home in which another seat's pawn is stuck

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@dataclass(slots=True)
class GameRules:
    """The rules of one game, with cached answers.

    Attributes:
        game, ruleset, table: the game, its rules, and its table.
        is_free: whether cards needn't be declared; with `camera` for now, see `freely`.
        seats: the seats that have pawns, in order of players.
        holes: all holes of the board, camps too.
        ranks: every rank of the pack once.
    """

    game: Game
    ruleset: RuleSet = field(init=False)
    table: Table = field(init=False)
    is_free: bool = field(init=False)
    seats: tuple[Seat, ...] = field(init=False)
    holes: frozenset[Hole] = field(init=False)
    ranks: tuple[Card, ...] = field(init=False)
    _results: dict[tuple[Position, Play, Wanted | None], tuple[Position, ...]] = field(default_factory=dict)
    _by_pawns: dict[
        tuple[tuple[Position, ...], Play, Wanted | None], Mapping[Pawns, tuple[Position, ...]]
    ] = field(default_factory=dict)
    _near: dict[Hashable, tuple[Position, ...]] = field(default_factory=dict)
    _rulings: dict[tuple[Position, Play, Pawns], Ruling] = field(default_factory=dict)
    _forced: dict[Hashable, frozenset[Card]] = field(default_factory=dict)
    _last: tuple[tuple[object, ...], Look] | None = None
    _looks: list[tuple[Look, dict[Hashable, object]]] = field(default_factory=list)
    _other: "GameRules | None" = None

    def __post_init__(self) -> None:
        self.ruleset, self.table = self.game.rules, self.game.table
        self.is_free = self.game.declare != "strict"
        self.seats = tuple(seat for player in self.table.players for seat in player)
        self.holes = frozenset(self.table.holes)
        self.ranks = tuple(dict.fromkeys(pack_of(self.ruleset)))

    def freely(self, is_free: bool) -> "GameRules":
        """The same rules with or without the duty to declare cards; they share the answers."""
        if is_free == self.is_free:
            return self
        if self._other is None:
            self._other = copy(self)
            self._other.is_free, self._other._other = is_free, self
        return self._other

    def player_of(self, seat: Seat) -> int:
        """The number of a seat's player."""
        return player_of(self.table, seat)

    def same_player(self, one: Seat, other: Seat) -> bool:
        """Whether two seats are one player's."""
        return self.player_of(one) == self.player_of(other)

    def on_turn(self, course: GameState) -> Seat:
        """A seat of the player whose turn it is, the first one clockwise."""
        return self.table.players[course.turn][0]

    def look(
        self,
        holes: Mapping[Hole, Seat],
        unsure: frozenset[Hole],
        probability: Mapping[Hole, Mapping[str, float]],
        white: Mapping[Hole, float],
    ) -> Look:
        """`look_of`, but the same object while its input is unchanged, so that `once` finds its answers."""
        seen = holes, unsure, probability, white
        if self._last is None or self._last[0] != seen:
            self._last = seen, look_of(*seen)
        return self._last[1]

    def once(self, look: Look, question: Hashable, answer: Callable[[], T]) -> T:
        """The cached answer to a question about a look, or else compute it; the last few looks are kept.

        Args:
            look: the look itself; an equal one may have other chances.
            question: its name, with everything that the answer depends on other than the look and the game.
        """
        answers = self._answers(look)
        if question not in answers:
            answers[question] = answer()
        return cast(T, answers[question])

    def _answers(self, look: Look) -> dict[Hashable, object]:
        """The cached answers about this look; the oldest look is dropped for a new one."""
        for known, answers in self._looks:
            if known is look:
                return answers
        new: dict[Hashable, object] = {}
        self._looks = [(look, new), *self._looks[: MAX_LOOKS - 1]]
        return new

    def results(self, before: Position, play: Play, wanted: Wanted | None = None) -> tuple[Position, ...]:
        """Every distinct legal result of a card, or those that show what is wanted."""
        key = (before, play, wanted)
        if key not in self._results:
            if play.card is None:
                each = (self.results(before, replace(play, card=card), wanted) for card in self.ranks)
                found = tuple(dict.fromkeys(chain.from_iterable(each)))
            elif wanted is None and play.pawn is None and not playable_part(before)[1]:
                found = legal_moves(self.ruleset, self.table, before, play.seat, play.card)
            else:
                found = tuple(dict.fromkeys(self._find(before, play, wanted)))
            _remember(self._results, key, found, REMEMBERED)
        return self._results[key]

    def cards(self, play: Play) -> tuple[Card, ...]:
        """The card of a play; for an undeclared one, every rank of the pack."""
        return self.ranks if play.card is None else (play.card,)

    def _find(
        self, before: Position, play: Play, wanted: Wanted | None, effort: Effort | None = None
    ) -> Iterator[Position]:
        """The legal results that show what is wanted, one by one; may repeat."""
        if play.card is None:
            for card in self.ranks:
                yield from self._find(before, replace(play, card=card), wanted, effort)
            return
        playable, stuck = playable_part(before)
        found: Iterable[Position]
        if play.pawn is not None:
            moves = same_pawn_moves(self.ruleset, self.table, playable, play.seat, play.pawn, play.card)
            found = dict.fromkeys(result for result, _ in moves)
        else:
            asked = wanted if wanted is None or not stuck else replace(wanted, pawns=wanted.pawns - stuck)
            found = find_moves(self.ruleset, self.table, playable, play.seat, play.card, asked, effort)
        for result in _with_stuck(before.pawns, stuck, found) if stuck else found:
            if wanted is None or wanted.shows(result.pawns):
                yield result

    def by_pawns(
        self, record: tuple[Position, ...], play: Play, wanted: Wanted | None = None
    ) -> Mapping[Pawns, tuple[Position, ...]]:
        """The legal results of a card from several positions, or the wanted ones, grouped by pawns.

        Positions with the same pawns are in the order of those that they come from, the likeliest first.
        """
        key = (record, play, wanted)
        if key not in self._by_pawns:
            found = _by_pawns_in_order(
                (number, result)
                for number, before in enumerate(record)
                for result in self.results(before, play, wanted)
            )
            _remember(self._by_pawns, key, found, MAX_BY_PAWNS)
        return self._by_pawns[key]

    def legal_as(self, record: Iterable[Position], play: Play, pawns: Pawns) -> tuple[Position, ...]:
        """The legal results of a play that have these pawns; empty if the board isn't legal."""
        return self.by_pawns(tuple(record), play, Wanted(pawns)).get(pawns, ())

    def nearest(
        self, record: tuple[Position, ...], play: Play, pawns: Pawns, most: int
    ) -> Mapping[Pawns, tuple[Position, ...]]:
        """The legal results that differ least from a board, the nearest first, at most `most`."""
        found: list[tuple[int, Position]] = []
        for (number, before), card in product(enumerate(record), self.cards(play)):
            playable, stuck = playable_part(before)
            results: Iterable[Position]
            if play.pawn is not None:
                results = self.results(before, replace(play, card=card))
            else:
                results = self._nearest(playable, play.seat, card, pawns - stuck, most)
                results = _with_stuck(before.pawns, stuck, results) if stuck else results
            found += ((number, result) for result in results)
        nearest = sorted(_by_pawns_in_order(found).items(), key=lambda result: len(result[0] ^ pawns))
        return dict(nearest[:most])

    def _nearest(
        self, before: Position, seat: Seat, card: Card, pawns: Pawns, most: int
    ) -> tuple[Position, ...]:
        """`nearest_moves`, cached."""
        key = (before, seat, card, pawns, most)
        if key not in self._near:
            found = nearest_moves(self.ruleset, self.table, before, seat, card, pawns, most)
            _remember(self._near, key, found, MAX_NEAR)
        return self._near[key]

    def beyond(self, record: tuple[Position, ...], play: Play, now: Pawns, start: Pawns) -> Iterator[Pawns]:
        """Boards of legal results that an unfinished move may lead to: the holes that it changed stay so."""
        changed = {hole for hole, _ in now ^ start}
        return self.find(record, play, Wanted(now - start, self.holes - changed))

    def find(self, record: tuple[Position, ...], play: Play, wanted: Wanted) -> Iterator[Pawns]:
        """The boards of legal results that show what is wanted, as far as `FIND_EFFORT` reaches."""
        effort = Effort(FIND_EFFORT)
        for before in record:
            yield from (result.pawns for result in self._find(before, play, wanted, effort))

    def count(self, record: tuple[Position, ...], play: Play, most: int) -> int:
        """Number of distinct boards among the legal results of a card, counted up to `most`."""
        found = set[Pawns]()
        for before in record:
            for result in self._find(before, play, None):
                found.add(result.pawns)
                if len(found) >= most:
                    return most
        return len(found)

    def movable_seats(self, record: tuple[Position, ...], play: Play) -> frozenset[Seat]:
        """The seats whose pawns a card can affect."""
        found = set[Seat]()
        for before, card in product(record, self.cards(play)):
            if play.pawn is not None:
                results = self.results(before, replace(play, card=card))
                found |= {seat for result in results for _, seat in result.pawns - before.pawns}
            else:
                found |= movable_seats(self.ruleset, self.table, playable_part(before)[0], play.seat, card)
        return frozenset(found)

    def ruling(self, before: Position, play: Play, after: Pawns) -> Ruling:
        """Whether a board is legal, and if not, why."""
        key = (before, play, after)
        if key not in self._rulings:
            _remember(self._rulings, key, self._rule(before, play, after), REMEMBERED)
        return self._rulings[key]

    def _rule(self, before: Position, play: Play, after: Pawns) -> Ruling:
        if play.card is None:
            rulings = (self.ruling(before, replace(play, card=card), after) for card in self.ranks)
            return min(rulings, key=_breach)
        playable, stuck = playable_part(before)
        if stuck - after:
            at = dict(after)
            taken = any(hole in at for hole, _ in stuck - after)
            return Ruling(False, ("took-protected" if taken else "home-left",), card=play.card)
        judgement = explain(self.ruleset, self.table, playable, play.seat, play.card, dict(after - stuck))
        particulars = dict(judgement.particulars)
        if stuck or play.pawn is not None:  # the example play named by the rules ignores these
            particulars.pop("must-play", None)
        ruling = Ruling(judgement.legal, judgement.reasons, particulars, play.card)
        if not stuck:
            return ruling
        stays = after == before.pawns and not any(self._find(before, play, None))
        if stays or self.results(before, play, Wanted(after)):
            return Ruling(True, (), card=play.card)
        return replace(ruling, legal=False) if ruling.reasons else Ruling(False, HOME_JUMPED, card=play.card)

    def must_play(self, course: GameState, before: Position, cards: Iterable[Card]) -> bool:
        """Whether must-play requires the player on turn to play one of these cards."""
        playable, stuck = playable_part(before)
        if stuck:
            seat = self.table.players[course.turn][0]
            cards = [card for card in cards if any(self._find(before, Play(seat, card, course.pawn), None))]
        return must_play(self.ruleset, self.table, replace(course, position=playable), cards)

    def forced_ranks(self, course: GameState, before: Position) -> frozenset[Card]:
        """The ranks of the pack that the player on turn must play; cached."""
        key = (before, course.turn, course.again, course.pawn, course.struck)
        if key not in self._forced:
            forced = frozenset(card for card in self.ranks if self.must_play(course, before, (card,)))
            _remember(self._forced, key, forced, MAX_FORCED)
        return self._forced[key]

    def must_play_ruling(self, course: GameState, before: Position, cards: Iterable[Card]) -> Ruling:
        """The ruling where must-play requires the player on turn to play one of these cards."""
        playable, stuck = playable_part(before)
        if stuck or course.again == "same":
            return Ruling(False, ("must-play",))
        example = forced_example(
            self.ruleset, self.table, playable, self.table.players[course.turn][0], cards
        )
        return Ruling(False, ("must-play",), {"must-play": example})


def _remember(cache: dict[K, T], key: K, found: T, most: int) -> None:
    """Add an answer to a cache; a full one is emptied first."""
    if len(cache) >= most:
        cache.clear()
    cache[key] = found


def _breach(ruling: Ruling) -> tuple[bool, tuple[int, ...]]:
    """Sort key for rulings on an undeclared card: legal first, then the nearest explanation."""
    return not ruling.legal, strangeness(ruling.reasons, ruling.particulars)


def _by_pawns_in_order(results: Iterable[tuple[int, Position]]) -> dict[Pawns, tuple[Position, ...]]:
    """Group results by their pawns, in each group in order of their source, then of their fresh holes.

    Args:
        results: each with the number of the position that it comes from.
    """
    found: dict[Pawns, dict[Position, int]] = {}
    for number, result in results:
        found.setdefault(result.pawns, {}).setdefault(result, number)
    return {
        pawns: tuple(sorted(alike, key=lambda result: (alike[result], sorted(result.fresh))))
        for pawns, alike in found.items()
    }


def _with_stuck(before: Pawns, stuck: Pawns, results: Iterable[Position]) -> Iterator[Position]:
    """Results with the stuck pawns put back, without those impossible because of them (M3)."""
    waiting = Counter(seat for _, seat in before)
    for result in results:
        count = Counter(seat for _, seat in (*result.pawns, *stuck))
        if any(count[seat] > max(PAWNS_A_SEAT, waiting[seat]) for seat in count):
            continue  # it brings out the stuck pawn, which the rules count as in its camp
        if all(_behind(hole, result.pawns) <= _behind(hole, before - stuck) for hole, _ in stuck):
            yield replace(result, pawns=result.pawns | stuck)


def _behind(hole: Hole, pawns: Pawns) -> int:
    """Number of pawns on a home hole or further in."""
    return sum(is_home(other) and seat_of(other) == seat_of(hole) and other >= hole for other, _ in pawns)
