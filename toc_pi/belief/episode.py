"""What was seen since the view last became clear: the look that counts, and for how long it has stood.

Several looks at a board that lies still are one observation, not several: what a moment's misreading says is
forgotten, and what looks say alike only makes the board stand longer.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from calibration.holes import Seat
from toc_pi.belief.belief import Belief
from toc_pi.belief.look import Look, Pawns

View = Literal["watching", "hand", "moved", "blind", "light"]
"""What the camera has: a clear view, a hand, a board that was bumped, nothing, or a change of light."""

FLICKER_S = 0.7  # looks between two equal ones that came so soon after each other were misread
STOOD_S = 0.3  # a look that stood for so long wasn't misread
STOOD_ODDLY_S = 1.1  # the same where pawns are missing, or too many
UNCHANGED_S = 0.7  # a view that is clear again without a new look: nothing has changed
RESTED_S = 0.3  # a look that stood for less says nothing about the board at rest
MOST_FORMER = 5  # looks that are kept: several in a row may be misread
STEADY = 0.2  # chances that change by less tell nothing new


@dataclass(frozen=True, slots=True)
class Former:
    """A look shortly before the last one.

    Attributes:
        look: what was seen.
        since: since when, seconds, less what was seen in between.
        until: until when.
    """

    look: Look
    since: float
    until: float


@dataclass(frozen=True, slots=True)
class Rest:
    """What the board shows at rest.

    Attributes:
        look: one that all later ones agree with.
        since: since when, seconds.
        contradicted: since when another one doesn't agree; None for never.
    """

    look: Look
    since: float
    contradicted: float | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """What was seen since the view became clear, and shortly before.

    Attributes:
        look: the last clear look; None before the first one.
        since: when it was first had, without a change or a hand in between, seconds.
        former: looks shortly before it, the newest first: a misreading lasts one look.
        rest: what the board shows at rest.
        view: what the camera has.
        clear_since: when the view became clear.
        looked: whether there was a look since then.
    """

    look: Look | None = None
    since: float = 0.0
    former: tuple[Former, ...] = ()
    rest: Rest | None = None
    view: View = "watching"
    clear_since: float = 0.0
    looked: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether the camera has a clear view."""
        return self.view == "watching"

    def is_known(self, t: float) -> bool:
        """Whether the last look tells what stands there now."""
        return self.is_clear and (self.looked or t - self.clear_since >= UNCHANGED_S)

    def stood(self, t: float) -> float:
        """For how long the board has stood as it is, seconds."""
        return t - max(self.since, self.clear_since)

    def rested(self, t: float) -> float:
        """For how long the board was left alone, seconds: looks that only doubt other holes don't count."""
        last = self.stood(t)
        if last < RESTED_S or self.rest is None or self.rest.contradicted is not None:
            return last
        return max(last, t - max(self.rest.since, self.clear_since))

    def with_view(self, t: float, view: View) -> "Episode":
        """The camera has another view from now on."""
        if view != "watching":
            return replace(self, view=view)
        return replace(self, view=view, clear_since=t, looked=False)

    def with_look(self, t: float, look: Look, belief: Belief, seats: Iterable[Seat]) -> "Episode":
        """Take in a clear look.

        Args:
            t: when, seconds.
            look: what was seen.
            belief: what stood there before.
            seats: the seats that have pawns.

        Returns:
            The same episode where it tells nothing new.
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
                    since += t - former[again].until  # what was seen in between doesn't count for it
        rest = self._rest(t, look, belief.missing, seats)
        return replace(self, look=look, since=since, former=former, rest=rest, looked=True, view="watching")

    def _has_stood(self, t: float, known: Look, missing: Counter[Seat], seats: Iterable[Seat]) -> bool:
        """Whether the last look stood so long that it wasn't misread; a slow camera looks twice a second."""
        return t - self.since >= (STOOD_S if known.adds_up(seats, missing) else STOOD_ODDLY_S)

    def _former(
        self, t: float, known: Look, missing: Counter[Seat], seats: Iterable[Seat]
    ) -> tuple[Former, ...]:
        """The last look and those before it, back to the last one that surely wasn't misread."""
        last = Former(known, self.since, t)
        if self._has_stood(t, known, missing, seats):
            return (last,)
        recent = [one for one in self.former if t - one.until < FLICKER_S]
        return (last, *recent[: MOST_FORMER - 1])

    def _rest(self, t: float, look: Look, missing: Counter[Seat], seats: Iterable[Seat]) -> Rest:
        """The board at rest: begun anew by a look that speaks against it for longer than a moment."""
        if self.rest is None or self.look is None or not self.looked:
            return Rest(look, t)
        rest = self.rest
        # Several misread looks in a row are no other board.
        lasts = rest.contradicted is not None and t - rest.contradicted >= FLICKER_S
        if lasts and self._has_stood(t, self.look, missing, seats):
            rest = Rest(self.look, self.since)
        if look.allows(rest.look) and not look.contradicts(rest.look):
            return replace(rest, contradicted=None)
        return rest if rest.contradicted is not None else replace(rest, contradicted=t)


def _goes_on(look: Look, former: Look, record: Pawns) -> bool:
    """Whether a look shows what one shortly before showed: what came between was misread."""
    again = look == former and not look.contradicts(former)
    return again or look.is_dimmer(former) or look.confirms(former, record)


def _differs(look: Look, known: Look) -> bool:
    """Whether the chances of two looks at the same pawns differ enough to matter."""
    for hole, chances in look.chances.items():
        before = known.chances.get(hole, {})
        for what in {*chances, *before}:
            if abs(chances.get(what, 0.0) - before.get(what, 0.0)) > STEADY:
                return True
    return any(abs(chance - known.white.get(hole, 0.5)) > STEADY for hole, chance in look.white.items())
