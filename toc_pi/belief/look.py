"""One look at the board, put in order for matching: what is sure, what is open, who waits in the camps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from calibration.holes import PAWNS_A_SEAT, Hole, Seat, is_camp, is_home, seat_of
from toc_pi.rules.wanted import Wanted

Pawns = frozenset[tuple[Hole, Seat]]

SURE = 0.9  # a hole whose likeliest content is less likely than this counts as unsure, whatever the eye says
NEGLIGIBLE = 0.01
UNTOLD = 0.02  # the chance of what the eye left out for an unsure hole, at most
RULED_OUT = 0.003  # at least: where what it told is all that may be
NOT_RULED_OUT = 0.25
LIKELY = 0.5  # the chance of an unsure hole that is rather so than otherwise
POSSIBLE = 0.4  # of one that may well be so, where the count of pawns speaks for it
HELD = 0.6  # of one that must hold the pawn that left another place: it may also be in a hand
BELIEVED = 0.75  # the chance of each unsure hole on which an illegal move may rest
CARRIED = 0.05  # how seldom a hole has changed that may well look as recorded
CHANGED = 0.3
MOST_COMPLETIONS = 400


@dataclass(frozen=True, slots=True)
class Look:
    """What a `Seen` shows, camps counted: a pawn in a camp is as good in one hole as in another.

    Two looks are equal when they show the same, however likely; only then has nothing changed.

    Attributes:
        pawns: surely seen pawns out of the camps.
        unsure: undecided holes out of the camps.
        camps: each seat with the number of its pawns surely seen in camps (those without any left out).
        hidden: undecided camp holes; each may hold a pawn of its own seat.
        chances: for each unsure hole, its contents ("" for nothing) with their probabilities; camps too.
        white: for a pawn out of the camps, the probability of a white face.
    """

    pawns: Pawns
    unsure: frozenset[Hole]
    camps: frozenset[tuple[Seat, int]]
    hidden: frozenset[Hole]
    chances: Mapping[Hole, Mapping[str, float]] = field(compare=False)
    white: Mapping[Hole, float] = field(compare=False)

    def agrees(self, pawns: Pawns) -> bool:
        """Whether a position differs from what is surely seen, out of the camps, in nothing."""
        if not self.unsure:
            return pawns == self.pawns
        return self.pawns <= pawns and all(hole in self.unsure for hole, _ in pawns - self.pawns)

    def wanted(self) -> Wanted:
        """What a position has to show that agrees with this look."""
        return Wanted(self.pawns, self.unsure)

    def contradicts(self, other: "Look") -> bool:
        """Whether this look speaks against what another one, equal to it, showed in an unsure hole.

        It rules out what was possible, or what was likely isn't so any more: either may be misread.
        """
        return any(
            (before >= NOT_RULED_OUT and chances.get(what, 0.0) <= NEGLIGIBLE)
            or (before >= LIKELY and chances.get(what, 0.0) < POSSIBLE)
            for hole, chances in self.chances.items()
            for what, before in other.chances.get(hole, {}).items()
        )

    def is_dimmer(self, other: "Look") -> bool:
        """Whether this look may well show the same as another one, with more holes that aren't sure."""
        if not self.unsure | self.hidden > other.unsure | other.hidden:
            return False
        was = dict(other.pawns)
        for hole in self.unsure - other.unsure:
            if self.chances.get(hole, {}).get(was.get(hole, ""), 0.0) < POSSIBLE:
                return False
        kept = {pair for pair in other.pawns if pair[0] not in self.unsure}
        return kept == self.pawns and not Counter(dict(self.camps)) - Counter(dict(other.camps))

    def confirms(self, other: "Look", record: Pawns) -> bool:
        """Whether this look shows what another one showed as sure or likely, with other holes not sure.

        What differs from the record must have been so likely that a wrong move might have rested on it.
        """
        at, was = dict(self.pawns), dict(other.pawns)
        for hole in (other.unsure - self.unsure) & {hole for hole, _ in self.pawns ^ record}:
            if other.chances.get(hole, {}).get(at.get(hole, ""), 0.0) < BELIEVED:
                return False
        if self.unsure == other.unsure or (self.camps, self.hidden) != (other.camps, other.hidden):
            return False
        either = self.unsure | other.unsure
        if {pair for pair in self.pawns ^ other.pawns if pair[0] not in either}:
            return False
        return all(
            other.chances.get(hole, {}).get(at.get(hole, ""), 0.0) >= LIKELY
            for hole in other.unsure - self.unsure
        ) and all(
            self.chances.get(hole, {}).get(was.get(hole, ""), 0.0) >= LIKELY
            for hole in self.unsure - other.unsure
        )

    def allows(self, other: "Look") -> bool:
        """Whether this look and another one may show the same: nothing in one speaks against the other."""
        at, was = dict(self.pawns), dict(other.pawns)
        for hole in {*at, *was, *self.unsure, *other.unsure}:
            here, there = hole in self.unsure, hole in other.unsure
            if here and there:
                continue
            if not here and not there:
                fits = at.get(hole) == was.get(hole)
            elif here:
                fits = self.chances.get(hole, {}).get(was.get(hole, ""), 0.0) >= NOT_RULED_OUT
            else:
                fits = other.chances.get(hole, {}).get(at.get(hole, ""), 0.0) >= NOT_RULED_OUT
            if not fits:
                return False
        mine, others = Counter(dict(self.camps)), Counter(dict(other.camps))
        more, most = mine + self._hidden_room(), others + other._hidden_room()
        return not (mine - most or others - more)

    def likelihood(self, pawns: Pawns) -> float:
        """How likely the unsure holes look as they do if this position stands there, 0 to 1 (relative)."""
        at = dict(pawns)
        result = 1.0
        for hole in self.unsure:
            chances = self.chances.get(hole)
            if chances:
                told = chances.get(at.get(hole, ""))
                rest = 1.0 - sum(chances.values())
                result *= min(max(rest, RULED_OUT), UNTOLD) if told is None else told
        return result

    def surprise(self, pawns: Pawns, record: Pawns) -> float:
        """How far unsure holes must have changed for this position: 1 for not at all, less for each.

        What was recorded carries over to a hole that can't be seen well, the more so where the eye doesn't
        rule it out.
        """
        at, before = dict(pawns), dict(record)
        result = 1.0
        for hole in self.unsure:
            recorded = str(before.get(hole, ""))
            if at.get(hole, "") != recorded:
                likely = self.chances.get(hole, {}).get(recorded, 0.0) >= NOT_RULED_OUT
                result *= CARRIED if likely else CHANGED
        return result

    def guesses(self, pawns: Pawns, record: Pawns) -> float:
        """The smallest chance of an unsure hole that this position fills otherwise than the record; or 1.

        A hole isn't guessed to be empty if every pawn that could be there surely stands elsewhere.
        """
        at = dict(pawns)
        changed = self.guessed(pawns, record)
        return min((self.chances.get(hole, {}).get(at.get(hole, ""), 0.0) for hole in changed), default=1.0)

    def rules_out(self, pawns: Pawns, record: Pawns) -> bool:
        """Whether an unsure hole that this position fills otherwise than the record shows something else."""
        at = dict(pawns)
        told = {hole: self.chances.get(hole) for hole in self.guessed(pawns, record)}
        return any(odds and odds.get(at.get(hole, ""), 0.0) <= NEGLIGIBLE for hole, odds in told.items())

    def guessed(self, pawns: Pawns, record: Pawns) -> frozenset[Hole]:
        """The unsure holes that a position fills otherwise than a record, where the count leaves a choice."""
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
        """Whether a position has one pawn elsewhere, surely gone from its place, on a likely new one.

        Args:
            record: what stood there before.
            pawns: the position.
            players: the seats of the player; other people's pawns are rather in a hand or beside the board.
        """
        came = pawns - record
        if len(came) != 1 or len(record - pawns) > 1:
            return False
        ((hole, seat),) = came
        if hole not in self.unsure or self.chances.get(hole, {}).get(seat, 0.0) < HELD:
            return False
        if seat not in players:
            return False
        left = record - pawns
        surely = all(owner == seat and not is_home(old) and self._is_gone(old, owner) for old, owner in left)
        elsewhere = any(
            self.chances.get(other, {}).get(seat, 0.0) >= NOT_RULED_OUT
            for other in self.unsure - {hole, *(held for held, _ in record)}
        )
        return surely and not elsewhere and not self._hidden_room()[seat]

    def lacking(self, pawns: Pawns, seats: Iterable[Seat]) -> Counter[Seat] | None:
        """Pawns that stand nowhere if this position is right: in a hand, beside the board, in a hidden camp.

        Returns:
            The seats with the number of pawns that no surely seen hole holds; None if a seat has too many.
        """
        missing = dict.fromkeys(seats, PAWNS_A_SEAT)
        for _, seat in pawns:
            missing[seat] = missing.get(seat, 0) - 1
        for seat, count in self.camps:
            missing[seat] = missing.get(seat, 0) - count
        if min(missing.values(), default=0) < 0:
            return None
        return Counter({seat: count for seat, count in missing.items() if count})

    def adds_up(self, seats: Iterable[Seat], absent: Counter[Seat]) -> bool:
        """Whether four pawns a seat may stand there, those long missing apart; else it was misread."""
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
        """The same board without a pawn too many in a camp; itself where there is none, or more than one.

        A seat can't have five pawns: one of them is what an empty camp hole reminds the eye of.
        """
        camps = Counter(dict(self.camps))
        seats = camps + Counter(seat for _, seat in self.pawns)
        ghosts = [seat for seat in camps if seats[seat] == PAWNS_A_SEAT + 1]
        if len(ghosts) != 1:
            return self
        camps.subtract(ghosts)
        return replace(self, camps=frozenset((+camps).items()))

    def may_wait(self, seat: Seat) -> bool:
        """Whether a hole of a seat's camp that isn't sure may hold a pawn."""
        return self._hidden_room()[seat] > 0

    def came_unseen(self, record: Pawns, pawns: Pawns) -> int:
        """How many pawns came out in a position that unsure holes of their camps may still hold."""
        came = Counter(seat for _, seat in pawns) - Counter(seat for _, seat in record)
        if not came or not self.hidden:
            return 0
        held = Counter(dict(self.camps)) + self._hidden_room() + Counter(seat for _, seat in record)
        return sum(max(count - max(PAWNS_A_SEAT - held[seat], 0), 0) for seat, count in came.items())

    def nowhere(self, missing: Counter[Seat]) -> Counter[Seat]:
        """Which of the missing pawns can't be in hidden holes of their camps."""
        return missing - self._hidden_room() if missing and self.hidden else +missing

    def camp_likelihood(self, missing: Counter[Seat]) -> float:
        """How likely the hidden camp holes hold just the missing pawns, as far as there is room, 0 to 1."""
        result = 1.0
        if not self.hidden:
            return result
        for seat, room in self._hidden_room().items():
            holding = [1.0]  # the chances that so many of the holes are occupied
            for hole in sorted(self.hidden):
                if seat_of(hole) != seat or not self._has_room(hole):
                    continue
                chances = self.chances.get(hole)
                taken = min(max(chances.get(seat, UNTOLD), UNTOLD), 1.0 - UNTOLD) if chances else 0.5
                holding = [
                    full * taken + empty * (1.0 - taken)
                    for full, empty in zip([0.0, *holding], [*holding, 0.0], strict=True)
                ]
            result *= holding[min(missing[seat], room)]
        return result

    def _is_gone(self, hole: Hole, seat: Seat) -> bool:
        """Whether a pawn that doesn't surely stand in a hole can't stand there: seen empty, or ruled out."""
        chances = self.chances.get(hole)
        return hole not in self.unsure or (chances is not None and chances.get(seat, 0.0) <= NEGLIGIBLE)

    def _hidden_room(self) -> Counter[Seat]:
        return Counter(seat for seat in map(seat_of, filter(self._has_room, self.hidden)) if seat is not None)

    def _has_room(self, hole: Hole) -> bool:
        """Whether an undecided camp hole may hold a pawn of its own seat: the eye hasn't ruled it out."""
        chances, seat = self.chances.get(hole), seat_of(hole)
        return not chances or (seat is not None and chances.get(seat, 0.0) > NEGLIGIBLE)

    def completions(self, record: Pawns) -> Iterator[Pawns]:
        """Every likely way to fill the unsure holes, and as recorded; of very many the likeliest ones."""
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
        many = prod(len(options) for _, options in doubtful) > MOST_COMPLETIONS
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
        """The likeliest ways to fill so many holes that not all can be tried, with no pawn too many.

        A beam search: of every few holes' fillings the likeliest go on to the next hole.
        """
        seen = Counter(dict(self.camps)) + Counter(seat for _, seat in self.pawns)
        beam: list[tuple[float, tuple[str, ...]]] = [(1.0, ())]
        for hole, options in doubtful:
            chances = self.chances.get(hole, {})
            longer = [
                (weight * max(chances.get(what, 0.0), UNTOLD if chances else 1.0), (*contents, what))
                for weight, contents in beam
                for what in options
                if not what or seen[Seat(what)] + contents.count(what) < PAWNS_A_SEAT
            ]
            beam = sorted(longer, key=lambda one: -one[0])[:MOST_COMPLETIONS]
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
    """Put in order what the eye has seen.

    Args:
        holes: the occupied holes of which the eye is sure, each with the seat of the pawn.
        unsure: the holes that it doesn't decide.
        probability: for a hole, what may stand there ("" for nothing), each with its probability.
        white: for an occupied hole, the probability of a white face.
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
