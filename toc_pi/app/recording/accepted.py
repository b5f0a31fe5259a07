"""Positions that a recording observed and the players accepted, in the format of a clip's `truth.json`."""

from collections.abc import Mapping
from typing import Any

from calibration.holes import Hole, Seat, is_camp
from toc_pi.effects import Effect, Settled, State, TakenBack, Verdict
from toc_pi.events import Seen

SHORTEST_S = 0.2  # shortest duration of a still position
TRUST_S = 0.4  # how long the observer waits after a hand has left
# The file's statement about the reliability of its positions.
WHOSE = "as the device saw them and the players let them stand; nobody has checked them"
# The kinds of events in that file, by observation state.
_EVENTS = {"moved": "bump", "light": "light", "blind": "cover"}

TruthRow = dict[str, Any]


class Accepted:
    """Collects still positions, hands, events and turns from observations and effects.

    A still position is accepted if the observation matches the settled position, or, without a referee, if
    every hole is certain.
    """

    def __init__(self, *, refereed: bool) -> None:
        self._refereed = refereed
        self._record: list[Mapping[Hole, Seat]] = [{}]
        self._fresh: frozenset[Hole] = frozenset()
        self._judged_turns: dict[int, Verdict] = {}  # by turn
        self._seen: Seen | None = None
        self._state = "watching"
        self._since = 0.0
        self._watching_since = 0.0
        self._rows: dict[str, list[TruthRow]] = {"stills": [], "hands": [], "events": [], "turns": []}

    def note(self, what: Seen | Effect) -> bool:
        """Record an observation or an effect of the referee.

        Returns:
            Whether a turn or a span is complete and should be written.
        """
        match what:
            case Seen():
                closed = self._close(what.t)
                self._seen, self._since = what, what.t
                return closed
            case State(t, state):
                closed = self._close(t)
                self._state, self._since = state, t
                if state == "watching":
                    self._watching_since = t
                return closed
            case Verdict():
                self._judged(what)
                return True
            case Settled():
                self._record, self._fresh = [what.holes], what.fresh
                return True
            case TakenBack(_, n) if n in self._judged_turns:
                turn = self._judged_turns[n]
                self._record, self._fresh = [turn.before], turn.before_fresh
        return False

    def truth(self, now: float, begun: float) -> TruthRow:
        """Everything recorded so far, including an open span; times are relative to `begun`."""
        open_still = self._still(now)
        rows = {**self._rows, "stills": self._rows["stills"] + ([open_still] if open_still else [])}
        return {
            "positions": WHOSE,
            **{kind: [_later(row, -begun) for row in found] for kind, found in rows.items()},
        }

    def _close(self, t: float) -> bool:
        """End the open span."""
        if self._state == "watching":
            still = self._still(t)
            if still is not None:
                self._rows["stills"].append(still)
            return still is not None
        if self._state == "hand":
            self._rows["hands"].append({"from": self._since, "to": max(self._since, t - TRUST_S)})
        else:
            self._rows["events"].append({"kind": _EVENTS[self._state], "t": self._since, "to": t})
        return True

    def _still(self, t: float) -> TruthRow | None:
        seen = self._seen
        if seen is None or self._state != "watching" or t - self._since < SHORTEST_S:
            return None
        holes = self._agreed(seen)
        if holes is None:
            return None
        fresh = sorted(self._fresh & set(holes))
        return {"from": self._since, "to": t, "holes": dict(sorted(holes.items())), "fresh": fresh}

    def _agreed(self, seen: Seen) -> Mapping[Hole, Seat] | None:
        """Every occupied hole, if the observation matches the settled position."""
        if any(is_camp(hole) for hole in seen.unsure) or (seen.unsure and not self._refereed):
            return None
        if not self._refereed:
            return seen.holes
        out = {hole: seat for hole, seat in seen.holes.items() if not is_camp(hole)}
        for record in self._record:
            sure = {hole: seat for hole, seat in record.items() if hole not in seen.unsure}
            if sure == {hole: seat for hole, seat in out.items() if hole not in seen.unsure}:
                return {**seen.holes, **record}
        return None

    def _judged(self, verdict: Verdict) -> None:
        self._record, self._judged_turns[verdict.n] = [self._record[0], verdict.holes], verdict
        if verdict.do != "card":
            return
        self._rows["turns"].append(
            {
                "n": verdict.n,
                "seat": verdict.seat,
                "card": verdict.card,
                "hand_gone": min(self._watching_since, verdict.t),
                "legal": verdict.legal,
                "reasons": list(verdict.reasons),
                "holes": dict(sorted(verdict.holes.items())),
                "fresh": sorted(verdict.fresh),
            }
        )


def _later(row: TruthRow, by_s: float) -> TruthRow:
    times = {"from", "to", "t", "hand_gone"}
    return {key: round(max(0.0, value + by_s), 3) if key in times else value for key, value in row.items()}
