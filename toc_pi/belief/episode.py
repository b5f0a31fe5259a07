"""Looks since the view last became clear: the current look, and for how long it has been unchanged.

Looks at a board that lies still are correlated, so they count as one observation: a brief misreading is
dropped, and a look that agrees with the one before only lengthens the time for which the board has stood.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from calibration.holes import Seat
from toc_pi.belief.game import Belief
from toc_pi.belief.look import Look
from toc_pi.events import CameraView
from toc_pi.rules.position import Pawns

FLICKER_S = 0.7  # looks between two equal ones that are no further apart than this were misread
STOOD_S = 0.3  # a look that lasted this long wasn't misread
STOOD_ODDLY_S = 1.1  # a look with too few or too many pawns that lasted this long wasn't misread
UNCHANGED_S = 0.7  # a view that has been clear for this long without a new look: nothing has changed
RESTED_S = 0.3  # looks shorter than this don't count as the board at rest
MAX_FORMER = 5  # former looks that are kept: several in a row may be misread
STEADY = 0.2  # smaller changes of a probability are ignored


@dataclass(frozen=True, slots=True)
class Former:
    """A look shortly before the current one.

    Attributes:
        look: what was seen.
        since: its start, seconds, moved later by the time taken by other looks in between.
        until: its end, seconds.
    """

    look: Look
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Rest:
    """A look at the board at rest.

    Attributes:
        look: one that all later looks agree with.
        since: its start, seconds.
        contradicted: since when another look disagrees; None if none does.
    """

    look: Look
    since: float
    contradicted: float | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """The looks since the view became clear, and shortly before.

    Attributes:
        look: the last clear look; None before the first one.
        since: when this look began, without a change or a hand since, seconds.
        former: looks shortly before it, the newest first, to recognise a misreading.
        rest: the board at rest.
        interrupted: the last look before the view was last lost; None if there was none.
        lasting: the last one of these that lasted too long for a hand that only pauses.
        view: the camera's view.
        clear_since: when the view became clear, seconds.
        looked: whether there was a look since then.
    """

    look: Look | None = None
    since: float = 0.0
    former: tuple[Former, ...] = ()
    rest: Rest | None = None
    interrupted: Former | None = None
    lasting: Former | None = None
    view: CameraView = "watching"
    clear_since: float = 0.0
    looked: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether the camera has a clear view."""
        return self.view == "watching"

    def is_known(self, t: float) -> bool:
        """Whether the last look is still valid at time `t`."""
        return self.is_clear and (self.looked or t - self.clear_since >= UNCHANGED_S)

    def stood(self, t: float) -> float:
        """For how long the board has been unchanged, seconds."""
        return t - max(self.since, self.clear_since)

    def rested(self, t: float) -> float:
        """For how long the board was at rest, seconds; it goes on if only the set of unsure holes changes."""
        last = self.stood(t)
        if last < RESTED_S or self.rest is None or self.rest.contradicted is not None:
            return last
        return max(last, t - max(self.rest.since, self.clear_since))

    def began(self, pawns: Pawns, before: Pawns) -> float:
        """When a board was first seen that is still there, or was before the last hand, seconds.

        Args:
            before: the board that it replaced.
        """
        last = self.lasting
        if last is not None and last.look.agrees(pawns) and not last.look.agrees(before):
            return last.since
        return max(self.since, self.clear_since)

    def with_view(self, t: float, view: CameraView) -> "Episode":
        """The episode after the camera's view has changed."""
        if view != "watching":
            if self.look is None or not self.is_clear or not self.looked:
                return replace(self, view=view)
            last = Former(self.look, self.since, t)
            looks = (last, *self.former)
            long = (one for one in looks if one.until - max(one.since, self.clear_since) >= STOOD_S)
            lasting = next(long, self.lasting)
            return replace(self, view=view, interrupted=last, lasting=lasting)
        return replace(self, view=view, clear_since=t, looked=False)

    def with_look(self, t: float, look: Look, belief: Belief, seats: Iterable[Seat]) -> "Episode":
        """Add a clear look.

        Args:
            t: when, seconds.
            seats: the seats that have pawns.

        Returns:
            The episode itself where the look adds nothing new.
        """
        known = self.look
        same = known is not None and look == known and not look.contradicts(known)
        if known is not None and same and self.looked and self.is_clear:
            return replace(self, look=look) if _differs(look, known) else self
        since, former = t, tuple[Former, ...]()
        if known is not None and self.looked:
            former = self._former(t, known, belief.missing, seats)
            pawns = belief.pawns
            again = next((n for n, one in enumerate(former) if _goes_on(look, one.look, pawns)), None)
            if same:
                since, former = self.since, self.former
            elif look.confirms(known, pawns):
                since = self.since
            elif again is not None:
                since = former[again].since
                earlier = {one.look for one in former[again + 1 :]}
                between = (one.look for one in former[:again])
                if any(one in earlier or one.adds_up(seats, belief.missing) for one in between):
                    since += t - former[again].until  # the time of the looks in between doesn't count
        rest = self._rest(t, look, belief.missing, seats)
        return replace(self, look=look, since=since, former=former, rest=rest, looked=True, view="watching")

    def _has_stood(self, t: float, known: Look, missing: Counter[Seat], seats: Iterable[Seat]) -> bool:
        """Whether the last look lasted too long for a misreading; slow cameras give two looks a second."""
        return t - self.since >= (STOOD_S if known.adds_up(seats, missing) else STOOD_ODDLY_S)

    def _former(
        self, t: float, known: Look, missing: Counter[Seat], seats: Iterable[Seat]
    ) -> tuple[Former, ...]:
        """The last look and those before it, back to the last that surely wasn't misread."""
        last = Former(known, self.since, t)
        if self._has_stood(t, known, missing, seats):
            return (last,)
        recent = [one for one in self.former if t - one.until < FLICKER_S]
        return (last, *recent[: MAX_FORMER - 1])

    def _rest(self, t: float, look: Look, missing: Counter[Seat], seats: Iterable[Seat]) -> Rest:
        """The board at rest; replaced once other looks have contradicted it for `FLICKER_S`."""
        if self.rest is None or self.look is None or not self.looked:
            return Rest(look, t)
        rest = self.rest
        # A few misread looks in a row aren't a different board.
        lasts = rest.contradicted is not None and t - rest.contradicted >= FLICKER_S
        if lasts and self._has_stood(t, self.look, missing, seats):
            rest = Rest(self.look, self.since)
        if look.allows(rest.look) and not look.contradicts(rest.look):
            return replace(rest, contradicted=None)
        return rest if rest.contradicted is not None else replace(rest, contradicted=t)


def _goes_on(look: Look, former: Look, record: Pawns) -> bool:
    """Whether a look shows the same as an earlier one, so that the looks in between were misread."""
    again = look == former and not look.contradicts(former)
    return again or look.is_dimmer(former) or look.confirms(former, record)


def _differs(look: Look, known: Look) -> bool:
    """Whether the probabilities of two looks at the same pawns differ enough to matter."""
    for hole, chances in look.chances.items():
        before = known.chances.get(hole, {})
        for what in {*chances, *before}:
            if abs(chances.get(what, 0.0) - before.get(what, 0.0)) > STEADY:
                return True
    return any(abs(chance - known.white.get(hole, 0.5)) > STEADY for hole, chance in look.white.items())
