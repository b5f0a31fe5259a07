"""A game step by step for the replay (settled turns, moves flagged before them, the end), and in figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from calibration.holes import (
    CENTRE,
    PAWNS_A_SEAT,
    Hole,
    Seat,
    camp_holes,
    is_camp,
    is_home,
    seat_of,
    start_hole,
)
from toc_pi.belief.game import Game
from toc_pi.effects import CardSeen, Effect, Ended, Notice, Settled, TakenBack, Verdict
from toc_pi.errors import BadInput
from toc_pi.events import Declared
from toc_pi.referee.states import RefereeState
from toc_pi.referee.turns import SettledTurn
from toc_pi.rules.game import UNKNOWN, Cards, new_game
from toc_pi.rules.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.rules.position import Card, Pawns, Position
from toc_pi.rules.reasons.breaches import CODES
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Player, Table
from toc_pi.rules.uses import uses_of
from toc_pi.store.games import export_game, reading_game
from toc_pi.store.records import Json, from_json

Places = Mapping[tuple[Seat, int], Hole]
"""Each pawn's hole, camps included; a seat's pawns are numbered so that one can be tracked."""
PawnWay = tuple[Hole, Hole]
StepKind = Literal["start", "turn", "stood", "flagged", "put", "end"]
FlagOutcome = Literal["righted", "stood", "withdrawn", "open"]

# The effects used in a report, by their names in the journal; only some of the notices.
_KINDS: Mapping[str, type[Effect]] = {
    kind.__name__: kind for kind in (Verdict, Settled, TakenBack, Notice, Ended, CardSeen)
}
_NOTABLE = ("lost-sight", "new-deal")


@dataclass(frozen=True, slots=True)
class Flagged:
    """An illegal move.

    Attributes:
        verdict: on the move.
        outcome: corrected, accepted, withdrawn (the same position was legal after all, e.g. with another
            card), or still open.
    """

    verdict: Verdict
    outcome: FlagOutcome


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of the replay.

    Attributes:
        kind: the start, a legal turn, an accepted illegal one, a flagged move, a board corrected
            by hand, the end.
        n: the turn's number; 0 at the start, the last one's at the end.
        t: seconds at the table.
        before, after: the pawns out of their camps.
        fresh: the holes of pawns that are fresh after it.
        seat: whose turn it was; None if nobody's.
        do: card, discard, throw or pass; "" for none.
        cards: the cards shown.
        moves: the card's action, pawn by pawn; empty if it can't be described.
        flagged: why it was illegal; None if it wasn't.
        sure: card-reading confidence, per cent; None if the camera saw no card.
    """

    kind: StepKind
    n: int
    t: float
    before: Pawns
    after: Pawns
    fresh: frozenset[Hole] = frozenset()
    seat: Seat | None = None
    do: str = ""
    cards: Cards = ()
    moves: tuple[PawnMove, ...] = ()
    flagged: Flagged | None = None
    sure: int | None = None

    @property
    def is_turn(self) -> bool:
        """Whether it is a settled turn, legal or not."""
        return self.kind in ("turn", "stood")

    @property
    def captured(self) -> tuple[Seat, ...]:
        """The seats of captured pawns, one entry per pawn."""
        left = Counter(seat for _, seat in self.before)
        left.subtract(seat for _, seat in self.after)
        return tuple(sorted(left.elements()))


def effects_of(path: Path, number: int) -> tuple[Effect, ...]:
    """The effects of a game that its page shows, in order: verdicts, turns and a few notices.

    Raises:
        BadInput: there is no such game.
        DamagedStore: its entries can't be read.
    """
    rows = [row for row in export_game(path, number) if row.get("effect") in _KINDS]
    with reading_game(path, number):
        effects = [_effect_in(row) for row in rows]
    return tuple(each for each in effects if not isinstance(each, Notice) or each.code in _NOTABLE)


def _effect_in(row: Json) -> Effect:
    effect = from_json(_KINDS[row["effect"]], row["is"])
    if isinstance(effect, Verdict) and (unknown := set(effect.reasons) - set(CODES)):
        raise BadInput("{code} isn't a reason", code=min(unknown))
    return effect


def steps_of(game: Game, effects: Iterable[object], state: RefereeState | None) -> tuple[ReplayStep, ...]:
    """A game's steps, from the empty board to the last position.

    Args:
        game: rules and table.
        effects: the referee's, in order; all but verdicts, settled turns, turns taken back and cards seen
            are ignored, and missing ones are harmless.
        state: the referee's last; None if nothing happened.
    """
    turns = () if state is None else state.turns
    end = new_game(game.rules, game.table, game.first).position if state is None else state.record[0]
    settled: dict[int, Settled] = {}
    sure: dict[int, int] = {}
    verdicts: dict[object, Verdict] = {}  # the same position flagged again is the same move
    for effect in effects:
        if isinstance(effect, Settled):
            settled[effect.n] = effect
        elif isinstance(effect, TakenBack):
            settled.pop(effect.n, None)
        elif isinstance(effect, CardSeen):
            sure[effect.n] = effect.percent
        elif isinstance(effect, Verdict) and not effect.legal:
            key = effect.n, effect.seat, effect.do, effect.card, effect.cards, _pawns(effect.holes)
            verdicts.setdefault(key, effect)
    flagged = [Flagged(each, _outcome(each, turns, settled.get(each.n))) for each in verdicts.values()]
    found = list(_steps(game, flagged, turns, settled, end, sure))
    first = turns[0].record[0] if turns else end
    here = found[-1].after if found else first.pawns
    last = max((step.t for step in found), default=0.0)
    return (
        ReplayStep("start", 0, 0.0, first.pawns, first.pawns, first.fresh),
        *found,
        ReplayStep("end", len(turns), last, here, end.pawns, end.fresh),
    )


def places_along(
    steps: Iterable[ReplayStep], seats: Iterable[Seat]
) -> Iterator[tuple[Places, tuple[PawnWay, ...]]]:
    """Every pawn's hole after each step, and the paths of the pawns in it.

    If the pawns before a step differ from those after the previous one, they were moved by hand: that isn't a
    path.
    """
    places: Places = {(seat, n): hole for seat in seats for n, hole in enumerate(camp_holes(seat))}
    for step in steps:
        start = _moved(places, step.before, ())
        places = _moved(start, step.after, step.moves)
        ways = ((start[pawn], hole) for pawn, hole in places.items() if start[pawn] != hole)
        yield places, tuple(way for way in ways if not all(map(is_camp, way)))


def _steps(
    game: Game,
    flagged: Sequence[Flagged],
    turns: tuple[SettledTurn, ...],
    settled: Mapping[int, Settled],
    end: Position,
    sure: Mapping[int, int],
) -> Iterator[ReplayStep]:
    """The steps turn by turn; flagged moves precede the turn that corrected them."""
    boards = [turn.record[0] for turn in turns[1:]] + [end]
    for turn, following in zip(turns, boards[: len(turns)], strict=True):
        now, after = settled.get(turn.n), following
        if now is not None:
            after = Position(_pawns(now.holes), now.fresh)
        attempts = [each for each in flagged if each.verdict.n == turn.n]
        stood = next((each for each in reversed(attempts) if each.outcome == "stood"), None)
        yield from (_attempt(game, each) for each in attempts if each is not stood)
        play, before = turn.play, turn.record[0]
        played = _played(game, play, play.card or next(iter(play.cards), None), before, after)
        kind: StepKind = "stood" if turn.accepted else "turn"
        percent = min((sure[n] for n in play.laid if n in sure), default=None)
        yield ReplayStep(
            kind, turn.n, turn.t, before.pawns, after.pawns, after.fresh, *played, stood, percent
        )
        if after.pawns != following.pawns:
            yield ReplayStep("put", turn.n, turn.t, after.pawns, following.pawns, following.fresh)
    yield from (_attempt(game, each) for each in flagged if each.verdict.n > len(turns))


def _attempt(game: Game, flagged: Flagged) -> ReplayStep:
    verdict = flagged.verdict
    before = Position(_pawns(verdict.before), verdict.before_fresh)
    after = Position(_pawns(verdict.holes), verdict.fresh)
    played = _played(game, verdict, verdict.card or verdict.nearest, before, after)
    return ReplayStep(
        "flagged", verdict.n, verdict.t, before.pawns, after.pawns, after.fresh, *played, flagged
    )


def _played(
    game: Game, play: Declared | Verdict, card: Card | None, before: Position, after: Position
) -> tuple[Seat, str, Cards, tuple[PawnMove, ...]]:
    """Who did what with which cards, and the card's moves; none if the change can't be described."""
    moves: tuple[PawnMove, ...] = ()
    if play.do == "card" and card is not None:
        with suppress(BadInput):
            moves = pawn_moves_of(game.table, before, card, after)
    known = tuple(one for one in play.cards if one != UNKNOWN)
    return play.seat, play.do, (play.card,) if play.card is not None else known, moves


def _outcome(verdict: Verdict, turns: tuple[SettledTurn, ...], settled: Settled | None) -> FlagOutcome:
    if verdict.n > len(turns):
        return "open"
    same = settled is not None and _pawns(settled.holes) == _pawns(verdict.holes)
    if turns[verdict.n - 1].accepted:
        return "stood" if same or settled is None else "righted"
    return "withdrawn" if same and verdict.do == "card" else "righted"


def _pawns(holes: Mapping[Hole, Seat]) -> Pawns:
    return frozenset(holes.items())


def _moved(places: Places, after: Pawns, moves: tuple[PawnMove, ...]) -> Places:
    """The pawns' new holes: by the card's moves, else with as few moved pawns as possible."""
    out: dict[tuple[Seat, int], Hole] = {}
    ends = {move.start: move.end for move in moves if move.start is not None and move.end is not None}
    ends |= {move.end: move.start for move in moves if move.kind == "swap" and move.end and move.start}
    came = {move.end for move in moves if move.kind == "out"}
    for seat in dict.fromkeys(seat for seat, _ in places):
        pawns = {pawn: hole for pawn, hole in places.items() if pawn[0] == seat}
        free = {hole for hole, owner in after if owner == seat}
        # Moved pawns first, then the others.
        for wanted in (ends, {hole: hole for hole in pawns.values()}):
            for pawn, hole in pawns.items():
                if pawn not in out and wanted.get(hole) in free:
                    out[pawn] = wanted[hole]
                    free.remove(out[pawn])
        waiting = sorted((pawn for pawn in pawns if pawn not in out), key=lambda pawn: is_camp(pawns[pawn]))
        for hole in sorted(free, key=lambda hole: (hole not in came, hole)):
            camped = (place for place, pawn in enumerate(waiting) if is_camp(pawns[pawn]))
            out[waiting.pop(next(camped, 0) if hole in came else 0)] = hole
        camp = [hole for hole in camp_holes(seat) if hole not in pawns.values()]
        out |= {pawn: pawns[pawn] if is_camp(pawns[pawn]) else camp.pop(0) for pawn in waiting}
    return {pawn: out[pawn] for pawn in places}


IDLE = ("discard", "throw", "pass")
"""Actions of a turn without a play."""
# The uses of a card that move a pawn forward.
_FORWARD = ("forward", "any", "split")


@dataclass(frozen=True, slots=True)
class Luck:
    """What a set of cards can do.

    Attributes:
        cards: number of cards.
        out: how many of them bring a pawn out.
        steps: average of each card's longest forward move, in holes; 0 without cards.
        idle: number of turns without a play.
    """

    cards: int
    out: int
    steps: float
    idle: int = 0


def luck_of(rules: RuleSet, player: Player, steps: Iterable[ReplayStep]) -> Luck:
    """The cards that a player laid down in settled turns."""
    own = [step for step in steps if step.seat in player and step.is_turn]
    cards = tuple(card for step in own for card in step.cards if card != UNKNOWN)
    return luck_of_cards(rules, cards, sum(step.do in IDLE for step in own))


def luck_of_cards(rules: RuleSet, cards: Cards, idle: int = 0) -> Luck:
    """What these cards can do."""
    uses = [[use for use, _ in uses_of(rules, card)] for card in cards]
    out = sum(any(use.kind == "out" for use in each) for each in uses)
    steps = [max((use.number for use in each if use.kind in _FORWARD), default=0) for each in uses]
    return Luck(len(cards), out, sum(steps) / max(len(cards), 1), idle)


def counts_of(steps: Sequence[ReplayStep], player: Player) -> Mapping[str, int]:
    """A player's turns, moves not allowed, pawns captured, sent back, and home."""
    turns = [step for step in steps if step.is_turn]
    captured = [(step.seat, seat) for step in turns for seat in step.captured]
    flagged = [each for step in steps if (each := step.flagged) is not None and each.outcome != "withdrawn"]
    return {
        "turns": sum(step.seat in player for step in turns),
        "flagged_moves": sum(each.verdict.seat in player for each in flagged),
        "took": sum(by in player and seat not in player for by, seat in captured),
        "lost": sum(seat in player for _, seat in captured),
        "home": sum(
            owner in player and is_home(hole) and seat_of(hole) == owner for hole, owner in steps[-1].after
        ),
    }


def holes_to_go(table: Table, pawns: Pawns, fresh: frozenset[Hole], player: Player) -> int:
    """How many holes all pawns of a player have to go until they are home.

    Coming out counts as one hole. A pawn that has passed its home goes round once more. For a pawn in the
    centre, whose exit isn't known, half a round is counted.
    """
    entry = table.track_length - table.stretch + table.home_entry
    homes = sum(entry + number for number in range(1, PAWNS_A_SEAT + 1))
    gone = [_gone(table, hole, seat, entry, hole in fresh) for hole, seat in pawns if seat in player]
    return len(player) * homes - sum(gone) + PAWNS_A_SEAT * len(player) - len(gone)


def _gone(table: Table, hole: Hole, seat: Seat, entry: int, is_fresh: bool) -> int:
    """How far a pawn has come from its start, in holes; negative if it has passed its home."""
    length = table.track_length
    if hole == CENTRE:
        return length // 2
    if is_home(hole):
        return entry + int(hole[-1]) if seat_of(hole) == seat else -1
    start, index = table.track_index(start_hole(seat)), table.track_index(hole)
    assert start is not None
    assert index is not None
    way = (index - start) % length
    if not way and entry == length and not is_fresh:
        return length
    return way if way <= entry else way - length
