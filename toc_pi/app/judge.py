"""The referee without a camera: table events from JSON Lines (CONTRACT: `toc-pi judge`)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeVar, get_args

from calibration.files.documents import NotValid, parse_json
from calibration.holes import Hole, Seat
from toc_pi.app.event_lines import explained
from toc_pi.app.recording.clip import read_tap
from toc_pi.belief.game import Declare, Game
from toc_pi.belief.game_rules import GameRules
from toc_pi.effects import Effect
from toc_pi.errors import BadInput, short
from toc_pi.events import (
    RANKS,
    CameraView,
    Card,
    CardLaid,
    CardTaken,
    Declared,
    Event,
    PileGathered,
    Seen,
    Tick,
    ViewChanged,
)
from toc_pi.referee.referee import Referee

STEP_S = 0.2
"""Step of simulated time, as long as between a film's pictures."""
AFTERWARDS_S = 10.0
"""Simulated time after the last line."""
LONGEST_WAIT_S = 60.0  # after this time no wait is pending, and time may jump to the next line
LATEST_S = 1e7  # seconds; four months

# `declared` lines that are allowed although the camera reads the cards, or nobody declares them.
LEFT_OUT: Mapping[Declare, tuple[str, ...]] = {
    "strict": (),
    "free": ("card", "discard"),
    "camera": ("card", "discard", "throw"),
}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EventReader:
    """Parses lines as events of one table.

    Attributes:
        rules: the table's rules: which holes and seats there are.
        declare: how cards are declared; other declarations are ignored.
    """

    rules: GameRules
    declare: Declare

    def read(self, line: str, after_t: float) -> Event | None:
        """The event of a line; None for a kind that is ignored.

        Args:
            after_t: the time of the line before, seconds.

        Raises:
            BadInput: says what is wrong, and what is allowed.
        """
        try:
            row = parse_json(line)
        except NotValid as error:
            raise BadInput("no JSON: {why}", why=str(error).removeprefix("line 1: ")) from error
        if not isinstance(row, dict):
            raise BadInput('{row} is not an object like {{"t": 1.0, "event": "seen"}}', row=short(line))
        kind = row.get("event", "declared" if "do" in row else None)
        read = _READERS.get(kind) if isinstance(kind, str) else None
        if read is None:
            return None
        t = _value(row, "t", _is_time, f"seconds, 0 to {LATEST_S:.0f}")
        if t < after_t:
            raise BadInput("t = {t} comes after {t2}; lines stand in the order of time", t=t, t2=after_t)
        event = read(self, float(t), row)
        is_left_out = isinstance(event, Declared) and event.do in LEFT_OUT[self.declare]
        return None if is_left_out else event

    def seen(self, t: float, row: Mapping[str, Any]) -> Seen:
        """A `seen` line."""
        allowed = f"holes of this board with seats {' '.join(self.rules.seats)}"
        holes = _value(row, "holes", self._is_board, allowed)
        unsure = _value(row, "unsure", self._are_holes, "a list of holes", [])
        chances = _value(row, "probability", self._are_chances, "per hole: pawn and probability", {})
        white = _value(row, "white", self._is_white, "holes with probabilities", {})
        return Seen(
            t,
            {Hole(hole): Seat(seat) for hole, seat in holes.items() if hole not in unsure},
            frozenset(map(Hole, unsure)),
            {Hole(hole): each for hole, each in chances.items()},
            {Hole(hole): float(chance) for hole, chance in white.items()},
        )

    def state(self, t: float, row: Mapping[str, Any]) -> ViewChanged:
        """A `state` line."""
        views = get_args(CameraView)
        return ViewChanged(t, _value(row, "state", lambda value: value in views, " ".join(views)))

    def card(self, t: float, row: Mapping[str, Any]) -> CardLaid:
        """A `card` line; `laid` is when the card was laid, if that was earlier."""
        ranks = _value(row, "cards", _are_ranks, "ranks with probabilities", {})
        card = _value(row, "card", lambda value: value in RANKS, " ".join(RANKS), "")
        laid = _value(row, "laid", lambda value: _is_time(value) and value <= t, "no later than t", t)
        likely = {Card(rank): float(chance) for rank, chance in ranks.items()}
        if card:
            likely = likely or {Card(card): 1.0}
        return CardLaid(float(laid), _number(row), likely, Card(card) if card else None)

    def declared(self, _t: float, row: Mapping[str, Any]) -> Declared:
        """A line of `declared.jsonl`; lines written by `watch` lack `do` only for the oldest films."""
        given = row if "do" in row else {**row, "do": "card"}
        return read_tap(given, "declared", self.rules.seats)

    def _is_board(self, value: object) -> bool:
        return isinstance(value, dict) and all(
            hole in self.rules.holes and seat in self.rules.seats for hole, seat in value.items()
        )

    def _are_holes(self, value: object) -> bool:
        return isinstance(value, list) and all(isinstance(each, str) for each in value) and self._known(value)

    def _are_chances(self, value: object) -> bool:
        pawns = {"", *self.rules.seats}
        return (
            isinstance(value, dict)
            and self._known(value)
            and all(isinstance(each, dict) and {*each} <= pawns and _likely(each) for each in value.values())
        )

    def _is_white(self, value: object) -> bool:
        return isinstance(value, dict) and self._known(value) and _likely(value)

    def _known(self, holes: Iterable[str]) -> bool:
        return all(hole in self.rules.holes for hole in holes)


_READERS: Mapping[str, Callable[[EventReader, float, Mapping[str, Any]], Event]] = {
    "seen": EventReader.seen,
    "state": EventReader.state,
    "card": EventReader.card,
    "card-taken": lambda _, t, row: CardTaken(t, _number(row)),
    "pile-gathered": lambda _, t, __: PileGathered(t),
    "declared": EventReader.declared,
}


def _value(
    row: Mapping[str, Any], key: str, is_right: Callable[[Any], bool], allowed: str, usual: Any = None
) -> Any:
    """A value of a line; `usual` if it is missing.

    Raises:
        BadInput: it is missing and needed, or isn't allowed.
    """
    if key not in row and usual is not None:
        return usual
    value = row.get(key)
    try:
        right = is_right(value)
    except TypeError:  # unhashable value
        right = False
    if not right:
        raise BadInput(
            "{key} = {value}; allowed: {allowed}", key=key, value=short(str(value)), allowed=allowed
        )
    return value


def _number(row: Mapping[str, Any]) -> int:
    return int(_value(row, "n", lambda value: type(value) is int and 0 < value < 10**9, "1, 2, 3 …"))


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LATEST_S


def _are_ranks(value: object) -> bool:
    return isinstance(value, dict) and {*value} <= {*RANKS} and _likely(value)


def _likely(chances: Mapping[Any, Any]) -> bool:
    """Whether all values are probabilities."""
    return all(
        isinstance(chance, int | float) and isfinite(chance) and 0 <= chance <= 1
        for chance in chances.values()
    )


def with_time(events: Iterable[Event]) -> Iterator[Event]:
    """The events with ticks in between and after the last one, so that waits end."""
    now: float | None = None
    for event in events:
        if now is not None and event.t > now:
            yield from _passing(now, event.t)
        yield event
        now = event.t if now is None else max(now, event.t)
    if now is not None:
        yield from _passing(now, now + AFTERWARDS_S)
        yield Tick(now + AFTERWARDS_S)


def _passing(since: float, until: float) -> Iterator[Tick]:
    """Ticks from one event to the next, generated lazily."""
    yield Tick(since)
    step = int(since / STEP_S) + 1
    while (t := round(step * STEP_S, 6)) < min(until, since + LONGEST_WAIT_S):
        if t > since:
            yield Tick(t)
        step += 1


def judge(
    game: Game,
    events: Iterable[Event],
    fill: Callable[[Event], Event] = lambda event: event,
    explain: Callable[[str], None] | None = None,
) -> Iterator[tuple[Event, tuple[Effect, ...]]]:
    """Every event with the referee's effects, ticks included.

    Args:
        fill: completes observations of a board without camps.
        explain: called with the referee's hypotheses, line by line, as they change.

    Raises:
        BadInput: as `Referee`.
    """
    referee = Referee(game)
    step = referee.step if explain is None else explained(referee, explain)
    for event in with_time(events):
        yield event, step(fill(event))
