"""One look at the board, prepared for matching: sure pawns, unsure holes, and counts of pawns in camps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, is_camp, is_home, seat_of
from toc_pi.rules.engine import Wanted
from toc_pi.rules.position import Pawns

SURE = 0.9  # a hole whose likeliest content is less probable than this counts as unsure
NEGLIGIBLE = 0.01  # contents of lower probability are ruled out
# A content that isn't listed for an unsure hole has the rest of the probability, within these limits.
UNLISTED = 0.02  # highest
RULED_OUT = 0.003  # lowest, where the listed contents add up to 1
NOT_RULED_OUT = 0.25  # contents of at least this probability are possible
LIKELY = 0.5  # contents of at least this probability are likelier than not
POSSIBLE = 0.4  # contents of at least this probability may be right if the count of pawns supports them
HELD = 0.6  # an unsure hole is taken to hold the pawn that left another hole: it might be in a hand instead
BELIEVED = 0.75  # needed of every unsure hole on which an illegal verdict rests
PERSISTED = 0.05  # prior of a change of an unsure hole whose recorded content is still possible
CHANGED = 0.3  # prior of a change of an unsure hole whose recorded content isn't possible any more
MAX_COMPLETIONS = 400  # beyond this number of fillings only the likeliest are tried


@dataclass(frozen=True, slots=True)
class Look:
    """The content of a `Seen`, with pawns in camps only counted.

    Two looks are equal if they show the same, whatever the probabilities.

    Attributes:
        pawns: pawns surely seen outside camps.
        unsure: undecided holes outside camps.
        camps: each seat with the number of its pawns surely seen in camps (seats with none left out).
        hidden: undecided camp holes; each may hold a pawn of its own seat.
        chances: for each unsure hole, camps included, its contents ("" for empty) with their probabilities.
        white: for a pawn outside camps, the probability that its white side is up.
    """

    pawns: Pawns
    unsure: frozenset[Hole]
    camps: frozenset[tuple[Seat, int]]
    hidden: frozenset[Hole]
    chances: Mapping[Hole, Mapping[str, float]] = field(compare=False)
    white: Mapping[Hole, float] = field(compare=False)

    def chance(self, hole: Hole, what: str) -> float:
        """The probability that an unsure hole has this content; 0 where it isn't listed."""
        return self.chances.get(hole, {}).get(what, 0.0)

    def agrees(self, pawns: Pawns) -> bool:
        """Whether a position agrees with every hole outside camps that was surely seen."""
        if not self.unsure:
            return pawns == self.pawns
        return self.pawns <= pawns and all(hole in self.unsure for hole, _ in pawns - self.pawns)

    def wanted(self) -> Wanted:
        """What a position must show to agree with this look."""
        return Wanted(self.pawns, self.unsure)

    def contradicts(self, other: "Look") -> bool:
        """Whether this look contradicts an equal one in an unsure hole.

        A content that was possible is ruled out now, or one that was likely isn't any more: one of the two
        looks may be a misreading.
        """
        changed = (
            (before, chances.get(what, 0.0))
            for hole, chances in self.chances.items()
            for what, before in other.chances.get(hole, {}).items()
        )
        return any(
            (before >= NOT_RULED_OUT and now <= NEGLIGIBLE) or (before >= LIKELY and now < POSSIBLE)
            for before, now in changed
        )

    def is_dimmer(self, other: "Look") -> bool:
        """Whether this look may show the same as another one, only with more unsure holes."""
        if not self.unsure | self.hidden > other.unsure | other.hidden:
            return False
        was = dict(other.pawns)
        for hole in self.unsure - other.unsure:
            if self.chance(hole, was.get(hole, "")) < POSSIBLE:
                return False
        kept = {pair for pair in other.pawns if pair[0] not in self.unsure}
        return kept == self.pawns and not Counter(dict(self.camps)) - Counter(dict(other.camps))

    def confirms(self, other: "Look", record: Pawns) -> bool:
        """Whether this look shows the same as another one, with different holes unsure.

        Holes that differ from the record must have been likely enough for an illegal verdict (`BELIEVED`).
        """
        at, was = dict(self.pawns), dict(other.pawns)
        for hole in (other.unsure - self.unsure) & {hole for hole, _ in self.pawns ^ record}:
            if other.chance(hole, at.get(hole, "")) < BELIEVED:
                return False
        if self.unsure == other.unsure or (self.camps, self.hidden) != (other.camps, other.hidden):
            return False
        either = self.unsure | other.unsure
        if {pair for pair in self.pawns ^ other.pawns if pair[0] not in either}:
            return False
        return all(
            other.chance(hole, at.get(hole, "")) >= LIKELY for hole in other.unsure - self.unsure
        ) and all(self.chance(hole, was.get(hole, "")) >= LIKELY for hole in self.unsure - other.unsure)

    def allows(self, other: "Look") -> bool:
        """Whether this look and another one may show the same board: neither rules out the other."""
        at, was = dict(self.pawns), dict(other.pawns)
        for hole in {*at, *was, *self.unsure, *other.unsure}:
            here_unsure, there_unsure = hole in self.unsure, hole in other.unsure
            if here_unsure and there_unsure:
                continue
            if not here_unsure and not there_unsure:
                fits = at.get(hole) == was.get(hole)
            elif here_unsure:
                fits = self.chance(hole, was.get(hole, "")) >= NOT_RULED_OUT
            else:
                fits = other.chance(hole, at.get(hole, "")) >= NOT_RULED_OUT
            if not fits:
                return False
        camps, other_camps = Counter(dict(self.camps)), Counter(dict(other.camps))
        more, most = camps + self._hidden_room(), other_camps + other._hidden_room()
        return not (camps - most or other_camps - more)

    def likelihood(self, pawns: Pawns) -> float:
        """Likelihood of the unsure holes given this position, 0 to 1 (relative)."""
        at = dict(pawns)
        result = 1.0
        for hole in self.unsure:
            chances = self.chances.get(hole)
            if chances:
                chance = chances.get(at.get(hole, ""))
                rest = 1.0 - sum(chances.values())
                result *= min(max(rest, RULED_OUT), UNLISTED) if chance is None else chance
        return result

    def change_prior(self, pawns: Pawns, record: Pawns) -> float:
        """Prior of the changes in unsure holes that this position needs: 1 for none, less for each.

        The recorded content of a hole that can't be seen well persists, the more so where it isn't ruled out.
        """
        at, before = dict(pawns), dict(record)
        result = 1.0
        for hole in self.unsure:
            recorded = str(before.get(hole, ""))
            if at.get(hole, "") != recorded:
                likely = self.chance(hole, recorded) >= NOT_RULED_OUT
                result *= PERSISTED if likely else CHANGED
        return result

    def guesses(self, pawns: Pawns, record: Pawns) -> float:
        """The smallest probability of an unsure hole that this position changes from the record; or 1.

        A hole doesn't count as guessed empty if every pawn that could be there surely stands elsewhere.
        """
        at = dict(pawns)
        changed = self.guessed(pawns, record)
        return min((self.chance(hole, at.get(hole, "")) for hole in changed), default=1.0)

    def rules_out(self, pawns: Pawns, record: Pawns) -> bool:
        """Whether this position changes an unsure hole to contents that the look rules out."""
        at = dict(pawns)
        guessed = {hole: self.chances.get(hole) for hole in self.guessed(pawns, record)}
        return any(odds and odds.get(at.get(hole, ""), 0.0) <= NEGLIGIBLE for hole, odds in guessed.items())

    def guessed(self, pawns: Pawns, record: Pawns) -> frozenset[Hole]:
        """The unsure holes that a position changes from the record, where pawn counts leave a choice."""
        changed = {hole for hole, _ in pawns ^ record} & self.unsure
        if not changed:
            return frozenset()
        at, before = dict(pawns), dict(record)
        seats = Counter(dict(self.camps)) + Counter(at.values())

        def is_open(hole: Hole) -> bool:
            others = [what for what, chance in self.chances.get(hole, {}).items() if chance > NEGLIGIBLE]
            missing = any(
                what and seats[Seat(what)] < PAWNS_A_SEAT for what in [*others, before.get(hole, "")]
            )
            return hole in at or not others or missing

        return frozenset(filter(is_open, changed))

    def must_hold(self, record: Pawns, pawns: Pawns, players: Iterable[Seat]) -> bool:
        """Whether a position moves one pawn that surely left its hole to a likely new hole.

        Args:
            players: the seats of the player; other pawns are more likely in a hand or beside the board.
        """
        came = pawns - record
        if len(came) != 1 or len(record - pawns) > 1:
            return False
        ((hole, seat),) = came
        if hole not in self.unsure or self.chance(hole, seat) < HELD:
            return False
        if seat not in players:
            return False
        left = record - pawns
        surely = all(owner == seat and not is_home(old) and self._is_gone(old, owner) for old, owner in left)
        elsewhere = any(
            self.chance(other, seat) >= NOT_RULED_OUT
            for other in self.unsure - {hole, *(held for held, _ in record)}
        )
        return surely and not elsewhere and not self._hidden_room()[seat]

    def lacking(self, pawns: Pawns, seats: Iterable[Seat]) -> Counter[Seat] | None:
        """Pawns not accounted for if this position is right: in a hand, off the board, in a hidden camp.

        Returns:
            For each seat the number of pawns that aren't surely seen anywhere; None if a seat has too many.
        """
        missing = dict.fromkeys(seats, PAWNS_A_SEAT)
        for _, seat in pawns:
            missing[seat] = missing.get(seat, 0) - 1
        for seat, count in self.camps:
            missing[seat] = missing.get(seat, 0) - count
        if any(count < 0 for count in missing.values()):
            return None
        return Counter({seat: count for seat, count in missing.items() if count})

    def adds_up(self, seats: Iterable[Seat], absent: Counter[Seat]) -> bool:
        """Whether every seat can have four pawns, counting absent ones; otherwise the look is misread."""
        lacking = self.lacking(self.pawns, seats)
        if lacking is None:
            return False
        held = Counter(
            Seat(what)
            for hole in self.unsure
            for what, chance in self.chances.get(hole, {}).items()
            if what and chance > NEGLIGIBLE
        )
        return not self.nowhere(lacking - absent - held)

    def without_ghost(self) -> "Look":
        """This look without a fifth pawn that a camp shows; itself where there is none or more than one.

        A seat can't have five pawns: an empty camp hole was mistaken for a pawn.
        """
        camps = Counter(dict(self.camps))
        seats = camps + Counter(seat for _, seat in self.pawns)
        ghosts = [seat for seat in camps if seats[seat] == PAWNS_A_SEAT + 1]
        if len(ghosts) != 1:
            return self
        camps.subtract(ghosts)
        return replace(self, camps=frozenset((+camps).items()))

    def may_wait(self, seat: Seat) -> bool:
        """Whether an unsure hole of a seat's camp may hold a pawn."""
        return self._hidden_room()[seat] > 0

    def came_unseen(self, record: Pawns, pawns: Pawns) -> int:
        """Number of pawns that came out in a position but may still be in unsure holes of their camps."""
        came = Counter(seat for _, seat in pawns) - Counter(seat for _, seat in record)
        if not came or not self.hidden:
            return 0
        held = Counter(dict(self.camps)) + self._hidden_room() + Counter(seat for _, seat in record)
        return sum(max(count - max(PAWNS_A_SEAT - held[seat], 0), 0) for seat, count in came.items())

    def nowhere(self, missing: Counter[Seat]) -> Counter[Seat]:
        """The missing pawns that can't be in undecided holes of their camps."""
        return missing - self._hidden_room() if missing and self.hidden else +missing

    def camp_likelihood(self, missing: Counter[Seat]) -> float:
        """Probability that the undecided camp holes hold exactly the missing pawns, up to their room."""
        result = 1.0
        if not self.hidden:
            return result
        for seat, room in self._hidden_room().items():
            holding = [1.0]  # at index n: the probability that n of the holes are occupied
            for hole in sorted(self.hidden):
                if seat_of(hole) != seat or not self._has_room(hole):
                    continue
                chances = self.chances.get(hole)
                taken = min(max(chances.get(seat, UNLISTED), UNLISTED), 1.0 - UNLISTED) if chances else 0.5
                holding = [
                    full * taken + empty * (1.0 - taken)
                    for full, empty in zip([0.0, *holding], [*holding, 0.0], strict=True)
                ]
            result *= holding[min(missing[seat], room)]
        return result

    def _is_gone(self, hole: Hole, seat: Seat) -> bool:
        """Whether a hole in which a pawn isn't surely seen is empty, or its probabilities rule it out."""
        chances = self.chances.get(hole)
        return hole not in self.unsure or (chances is not None and chances.get(seat, 0.0) <= NEGLIGIBLE)

    def _hidden_room(self) -> Counter[Seat]:
        return Counter(seat for seat in map(seat_of, filter(self._has_room, self.hidden)) if seat is not None)

    def _has_room(self, hole: Hole) -> bool:
        """Whether an undecided camp hole may hold a pawn of its own seat."""
        chances, seat = self.chances.get(hole), seat_of(hole)
        return not chances or (seat is not None and chances.get(seat, 0.0) > NEGLIGIBLE)

    def completions(self, record: Pawns) -> Iterator[Pawns]:
        """Every possible filling of the unsure holes, and the recorded one; if too many, the likeliest."""
        if not self.unsure:
            yield self.pawns
            return
        before = dict(record)
        doubtful: list[tuple[Hole, list[str]]] = []
        for hole in sorted(self.unsure, key=self._doubt, reverse=True):
            chances = self.chances.get(hole, {})
            options = [what for what, chance in chances.items() if chance > NEGLIGIBLE] or [""]
            recorded = str(before.get(hole, ""))
            if recorded not in options:
                options.append(recorded)
            doubtful.append((hole, options))
        many = prod(len(options) for _, options in doubtful) > MAX_COMPLETIONS
        fillings = self._likeliest(doubtful) if many else product(*(options for _, options in doubtful))
        if many:
            yield self._filled(
                [hole for hole, _ in doubtful], [str(before.get(hole, "")) for hole, _ in doubtful]
            )
        for contents in fillings:
            yield self._filled([hole for hole, _ in doubtful], contents)

    def _filled(self, holes: Sequence[Hole], contents: Sequence[str]) -> Pawns:
        return self.pawns | {(hole, Seat(what)) for hole, what in zip(holes, contents, strict=True) if what}

    def _likeliest(self, doubtful: Sequence[tuple[Hole, Sequence[str]]]) -> list[tuple[str, ...]]:
        """The likeliest fillings with at most four pawns a seat, where there are too many to try all.

        A beam search over holes: after each hole only the likeliest partial fillings are extended.
        """
        seen = Counter(dict(self.camps)) + Counter(seat for _, seat in self.pawns)
        beam: list[tuple[float, tuple[str, ...]]] = [(1.0, ())]
        for hole, options in doubtful:
            chances = self.chances.get(hole, {})
            longer = [
                (weight * max(chances.get(what, 0.0), UNLISTED if chances else 1.0), (*contents, what))
                for weight, contents in beam
                for what in options
                if not what or seen[Seat(what)] + contents.count(what) < PAWNS_A_SEAT
            ]
            beam = sorted(longer, key=lambda one: -one[0])[:MAX_COMPLETIONS]
        return [contents for _, contents in beam]

    def _doubt(self, hole: Hole) -> tuple[float, Hole]:
        chances = self.chances.get(hole)
        return (1.0 - max(chances.values()) if chances else 1.0, hole)


def look_of(
    holes: Mapping[Hole, Seat],
    unsure: Iterable[Hole],
    probability: Mapping[Hole, Mapping[str, float]],
    white: Mapping[Hole, float],
) -> Look:
    """Make a look from a reading.

    Args:
        holes: the surely occupied holes, each with the seat of the pawn.
        unsure: the undecided holes.
        probability: for a hole, its possible contents ("" for empty), each with its probability.
        white: for an occupied hole, the probability that the pawn's white side is up.
    """
    undecided = set(unsure)
    for hole, chances in probability.items():
        if chances and max(chances.values()) < SURE:
            undecided.add(hole)
    camps: Counter[Seat] = Counter()
    pawns = set()
    for hole, seat in holes.items():
        if hole in undecided:
            continue
        if is_camp(hole):
            camps[seat] += 1
        else:
            pawns.add((hole, seat))
    outside = frozenset(hole for hole in undecided if not is_camp(hole))
    return Look(
        frozenset(pawns),
        outside,
        frozenset(camps.items()),
        frozenset(undecided - outside),
        {hole: probability[hole] for hole in undecided if hole in probability},
        {hole: chance for hole, chance in white.items() if not is_camp(hole)},
    )
