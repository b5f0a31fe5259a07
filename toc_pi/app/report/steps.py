"""A game step by step for the replay: every settled turn, the moves flagged before it, and the end."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, camp_holes, is_camp
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, Ended, Notice, Settled, TakenBack, Verdict
from toc_pi.errors import BadInput, DamagedStore
from toc_pi.events import Declared
from toc_pi.referee.states import RefereeState, SettledTurn
from toc_pi.rules.game import Cards, new_game
from toc_pi.rules.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.breaches import CODES
from toc_pi.store.games import export_game
from toc_pi.store.records import from_json

Pawns = frozenset[tuple[Hole, Seat]]
Places = Mapping[tuple[Seat, int], Hole]
"""Each pawn's hole, also in camps; a seat's pawns are numbered, so that one can be followed."""
Way = tuple[Hole, Hole]
Kind = Literal["start", "turn", "stood", "flagged", "put", "end"]
Outcome = Literal["righted", "stood", "withdrawn", "open"]


# The effects that a report uses, by the name in the journal.
_KINDS: Mapping[str, type[Effect]] = {
    kind.__name__: kind for kind in (Verdict, Settled, TakenBack, Notice, Ended)
}
# Of the notices only these.
_NOTABLE = ("lost-sight", "new-deal")


@dataclass(frozen=True, slots=True)
class Flagged:
    """A move against the rules.

    Attributes:
        verdict: on the move.
        outcome: put right, let stand, withdrawn (the same position was right after all, e.g. with another
            card), or still open.
    """

    verdict: Verdict
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of the replay.

    Attributes:
        kind: the start, a turn by the rules, one that was let stand, a flagged move, a board put in order
            by hand, the end.
        n: the turn's number; 0 at the start, the last one's at the end.
        t: seconds at the table.
        before, after: the pawns out of their camps.
        fresh: the holes of pawns that are fresh after it.
        seat: whose turn it was; None if nobody's.
        do: card, discard, throw or pass; "" for none.
        cards: the cards shown.
        moves: the card's action, pawn by pawn; empty if it can't be described.
        flagged: why it was against the rules; None if it wasn't.
    """

    kind: Kind
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

    @property
    def captured(self) -> tuple[Seat, ...]:
        """The seats of pawns that went back to their camps, one entry per pawn."""
        out = [seat for _, seat in self.before]
        for _, seat in self.after:
            if seat in out:
                out.remove(seat)
        return tuple(sorted(out))


def effects_of(path: Path, number: int) -> tuple[Effect, ...]:
    """The effects of a game that its page shows, in order: verdicts, turns and a few notices.

    Raises:
        BadInput: there is no such game.
        DamagedStore: its entries can't be read.
    """
    out: list[Effect] = []
    for row in export_game(path, number):
        kind = _KINDS.get(row.get("effect", ""))
        if kind is None:
            continue
        try:
            effect: Any = from_json(kind, row["is"])
            if unknown := set(getattr(effect, "reasons", ())) - set(CODES):
                raise BadInput("{code} isn't a reason", code=sorted(unknown)[0])
        except BadInput as error:
            raise DamagedStore(
                "{path}: game {number} can't be read ({why}); the others can",
                path=path,
                number=number,
                why=error,
            ) from error
        if not isinstance(effect, Notice) or effect.code in _NOTABLE:
            out.append(effect)
    return tuple(out)


def steps_of(game: Game, effects: Iterable[object], state: RefereeState | None) -> tuple[ReplayStep, ...]:
    """A game's steps, from the empty board to the last position.

    Args:
        game: rules and table.
        effects: the referee's, in order; all but verdicts, settled turns and turns taken back are ignored,
            and missing ones do no harm.
        state: the referee's last; None if nothing ever happened.
    """
    effects = tuple(effects)
    turns = () if state is None else state.turns
    end = new_game(game.rules, game.table, game.first).position if state is None else state.record[0]
    settled = {}
    for effect in effects:
        if isinstance(effect, Settled):
            settled[effect.n] = effect
        elif isinstance(effect, TakenBack):
            settled.pop(effect.n, None)
    found = list(_steps(game, flagged_in(effects, turns, settled), turns, settled, end))
    last = max([0.0, *(step.t for step in found)])
    first = turns[0].record[0] if turns else end
    here = found[-1].after if found else first.pawns
    return (
        ReplayStep("start", 0, 0.0, first.pawns, first.pawns, first.fresh),
        *found,
        ReplayStep("end", len(turns), last, here, end.pawns, end.fresh),
    )


def flagged_in(
    effects: Iterable[object], turns: tuple[SettledTurn, ...], settled: Mapping[int, Settled]
) -> tuple[Flagged, ...]:
    """Every flagged move once: the same position flagged again is the same move."""
    verdicts: dict[object, Verdict] = {}
    for effect in effects:
        if isinstance(effect, Verdict) and not effect.legal:
            key = effect.n, effect.seat, effect.do, effect.card, effect.cards, _key(effect.holes)
            verdicts.setdefault(key, effect)
    return tuple(
        Flagged(verdict, _outcome(verdict, turns, settled.get(verdict.n))) for verdict in verdicts.values()
    )


def places_along(
    steps: Iterable[ReplayStep], seats: Iterable[Seat]
) -> Iterator[tuple[Places, tuple[Way, ...]]]:
    """Every pawn's hole after each step, and the ways that pawns went in it.

    If the pawns before a step differ from those after the last one, they were moved by hand: that isn't a
    way.
    """
    places: Places = {(seat, n): hole for seat in seats for n, hole in enumerate(camp_holes(seat))}
    for step in steps:
        start = _moved(places, step.before, ())
        places = _moved(start, step.after, step.moves)
        ways = tuple((start[pawn], hole) for pawn, hole in places.items() if start[pawn] != hole)
        yield places, tuple(way for way in ways if not (is_camp(way[0]) and is_camp(way[1])))


def _steps(
    game: Game,
    flagged: tuple[Flagged, ...],
    turns: tuple[SettledTurn, ...],
    settled: Mapping[int, Settled],
    end: Position,
) -> Iterator[ReplayStep]:
    """The steps turn by turn; flagged moves come before the turn that put them right."""
    for number, turn in enumerate(turns):
        following = turns[number + 1].record[0] if number + 1 < len(turns) else end
        settlement = settled.get(turn.n)
        after = (
            following
            if settlement is None
            else Position(frozenset(settlement.holes.items()), settlement.fresh)
        )
        attempts = [each for each in flagged if each.verdict.n == turn.n]
        stood = next((each for each in reversed(attempts) if each.outcome == "stood"), None)
        yield from (_attempt(game, each) for each in attempts if each is not stood)
        kind: Kind = "stood" if turn.accepted else "turn"
        play, before = turn.play, turn.record[0]
        played = _played(game, play, play.card or next(iter(play.cards), None), before, after)
        yield ReplayStep(kind, turn.n, turn.t, before.pawns, after.pawns, after.fresh, *played, flagged=stood)
        if after.pawns != following.pawns:
            yield ReplayStep("put", turn.n, turn.t, after.pawns, following.pawns, following.fresh)
    yield from (_attempt(game, each) for each in flagged if each.verdict.n > len(turns))


def _attempt(game: Game, flagged: Flagged) -> ReplayStep:
    verdict = flagged.verdict
    before = Position(frozenset(verdict.before.items()), verdict.before_fresh)
    after = Position(frozenset(verdict.holes.items()), verdict.fresh)
    played = _played(game, verdict, verdict.card or verdict.nearest, before, after)
    return ReplayStep(
        "flagged", verdict.n, verdict.t, before.pawns, after.pawns, after.fresh, *played, flagged=flagged
    )


def _played(
    game: Game, play: Declared | Verdict, card: Card | None, before: Position, after: Position
) -> tuple[Seat, str, Cards, tuple[PawnMove, ...]]:
    """Who did what with which cards, and the actions of the card."""
    cards = (play.card,) if play.card is not None else play.cards
    return play.seat, play.do, cards, _moves_of(game, before, card, after) if play.do == "card" else ()


def _moves_of(game: Game, before: Position, card: Card | None, after: Position) -> tuple[PawnMove, ...]:
    """A card's action; empty if the change can't be described."""
    if card is None:
        return ()
    try:
        return pawn_moves_of(game.table, before, card, after)
    except BadInput:
        return ()


def _outcome(verdict: Verdict, turns: tuple[SettledTurn, ...], settled: Settled | None) -> Outcome:
    if verdict.n > len(turns):
        return "open"
    same = settled is not None and _key(settled.holes) == _key(verdict.holes)
    if turns[verdict.n - 1].accepted:
        return "stood" if same or settled is None else "righted"
    return "withdrawn" if same and verdict.do == "card" else "righted"


def _key(holes: Mapping[Hole, Seat]) -> Pawns:
    return frozenset(holes.items())


def _moved(places: Places, after: Pawns, moves: tuple[PawnMove, ...]) -> Places:
    """The pawns' new holes: first by the actions, else with as few pawns moved as possible."""
    out: dict[tuple[Seat, int], Hole] = {}
    ends = {move.start: move.end for move in moves if move.start is not None and move.end is not None}
    ends |= {move.end: move.start for move in moves if move.kind == "swap" and move.end and move.start}
    for seat in dict.fromkeys(seat for seat, _ in places):
        pawns = {pawn: hole for pawn, hole in places.items() if pawn[0] == seat}
        free = {hole for hole, owner in after if owner == seat}
        # First those that moved, then those that stayed.
        for wanted in (ends.get, lambda hole: hole):
            for pawn, hole in pawns.items():
                end = wanted(hole)
                if pawn not in out and end in free and (wanted is not ends.get or hole in ends):
                    out[pawn] = end
                    free.remove(end)
        waiting = sorted((pawn for pawn in pawns if pawn not in out), key=lambda pawn: is_camp(pawns[pawn]))
        came = {move.end for move in moves if move.kind == "out"}
        for hole in sorted(free, key=lambda hole: (hole not in came, hole)):
            camped = (place for place, pawn in enumerate(waiting) if is_camp(pawns[pawn]))
            out[waiting.pop(next(camped, 0) if hole in came else 0)] = hole
        camp = [hole for hole in camp_holes(seat)[:PAWNS_A_SEAT] if hole not in pawns.values()]
        out |= {pawn: pawns[pawn] if is_camp(pawns[pawn]) else camp.pop(0) for pawn in waiting}
    return {pawn: out[pawn] for pawn in places}
