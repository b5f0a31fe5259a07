"""Evaluates positions: a linear score for each team (`worth.toml`), and where each rank can capture.

A team's probability of winning is the softmax of the scores (a multinomial logistic model), for any number
of teams. The weights were set by hand and tuned by matches (`research/whole_games.py`); the factor
from scores to log odds was fitted to whole games between hints, by maximum likelihood.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from typing import NamedTuple

from calibration.holes import PAWNS_A_SEAT, SEATS
from toc_pi.rules.engine import Engine
from toc_pi.rules.game import JOKER
from toc_pi.rules.masks import bits
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset_content import Use
from toc_pi.rules.uses import uses_of

NEAR, FAR, MIDDLE = 13, 6, 5
"""Steps before the entry with a feature each, steps just after it (a 4 goes back), and bands in between."""

# Features of a position.
FEATURES = (
    *(f"near-{k}" for k in range(NEAR)),
    *(f"band-{k}" for k in range(MIDDLE)),
    *(f"past-{k}" for k in range(FAR)),
    *(f"home-{k}" for k in range(1, PAWNS_A_SEAT + 1)),
    "fresh",
    "idle",
    "keep-out",
    "keep-split",
    "keep-back",
    "keep-swap",
    "keep-joker",
    "danger",
    "chase",
)
INDEX = {name: number for number, name in enumerate(FEATURES)}


class Holding(NamedTuple):
    """A player's hand, as far as known.

    Attributes:
        known: ranks that they certainly have, as indices of `Reach.ranks`.
        hidden: how many other, unknown cards they have.
    """

    known: frozenset[int]
    hidden: int


class Unseen(NamedTuple):
    """Cards that may be in hidden hands: the count of each rank (in `Reach.ranks` order), and the total."""

    counts: tuple[int, ...]
    total: int


NOBODY = Unseen((), 0)  # no hidden cards: danger isn't counted


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """The attacks of a pawn on the track.

    Attributes:
        ranks: the ranks of the pack, in a fixed order.
        hits: [rank][hole], the mask of the track holes on which the rank captures from that hole.
        out: for each rank, whether it brings a pawn out (and captures on the start hole).
        good_for: for each rank, the features of `worth` that it adds when held in hand.
    """

    ranks: tuple[Card, ...]
    hits: tuple[tuple[int, ...], ...]
    out: tuple[bool, ...]
    good_for: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def reach_of(engine: Engine) -> Reach:
    """The attacks of each rank under a rule set at a table, cached."""
    ranks = tuple(engine.rules.cards)
    uses = [[use for use, _ in uses_of(engine.rules, rank)] for rank in ranks]
    length = engine.masks.length
    return Reach(
        ranks,
        tuple(tuple(_hits(engine, own, hole) for hole in range(length)) for own in uses),
        tuple(any(use.kind == "out" for use in own) for own in uses),
        tuple(_good_for(rank, own) for rank, own in zip(ranks, uses, strict=True)),
    )


# The feature of a kept card (see `worth`) by what the card can do.
_KEPT = {"out": "keep-out", "split": "keep-split", "back": "keep-back", "swap": "keep-swap"}


def _good_for(rank: Card, uses: list[Use]) -> tuple[str, ...]:
    kinds = {use.kind for use in uses}
    found = tuple(feature for kind, feature in _KEPT.items() if kind in kinds)
    return (*found, "keep-joker") if rank == JOKER else found


def _hits(engine: Engine, uses: list[Use], hole: int) -> int:
    m = engine.masks
    found = 0
    for use in uses:
        n = use.number
        if use.kind in ("forward", "any"):
            found |= 1 << (hole + n) % m.length
            found |= m.between(hole, n) if use.mows else 0
        elif use.kind == "back":
            found |= 1 << (hole - n) % m.length
            found |= m.between(hole - n, n) if use.mows else 0
        elif use.kind == "split":
            found |= m.between(hole, n + 1)
    return found


MAX_KEPT = 200_000  # cache size: seats with their pawns, with scores and attacks


class Worth:
    """Scores positions of one rule set at one table."""

    def __init__(self, engine: Engine, weights: Mapping[str, float]) -> None:
        self._engine = engine
        self._weights = [weights[name] for name in FEATURES]
        self._reach = reach_of(engine)
        table = engine.table
        self.rank = {card: number for number, card in enumerate(self._reach.ranks)}
        self.players = [tuple(SEATS.index(seat) for seat in seats) for seats in table.players]
        self.teams = [
            tuple(n for n, seats in enumerate(table.players) if seats[0] in team) for team in table.teams
        ]
        self.team_of = {player: number for number, team in enumerate(self.teams) for player in team}
        m = engine.masks
        self._place = [
            [_bucket(m.to_entry[seat][hole], m.length) for hole in range(m.length)] for seat in range(m.seats)
        ]
        self._counted = lru_cache(MAX_KEPT)(self._count)
        self._attack = lru_cache(MAX_KEPT)(self._attacks)

    def scores(self, position: int, hands: Sequence[Holding], unseen: Unseen) -> list[float]:
        """Each team's score, in natural log odds."""
        m, weights = self._engine.masks, self._weights
        danger, chase = self._dangers(position, hands, unseen)
        found = []
        for number, team in enumerate(self.teams):
            score = weights[-2] * danger[number] + weights[-1] * chase[number]
            for player in team:
                for feature, count in self._kept(position, player, hands[player]):
                    score += weights[feature] * count
                for seat in self.players[player]:
                    score += self._counted(seat, position >> seat * m.holes & m.plane)
                    if position >> m.seats * m.holes + m.start[seat] & 1:
                        score += weights[INDEX["fresh"]]
            found.append(score)
        return found

    def chances(self, position: int, hands: Sequence[Holding], unseen: Unseen) -> list[float]:
        """Each team's chance to win; they add up to 1."""
        full = self.winner(position)
        if full is not None:
            return [float(number == full) for number in range(len(self.teams))]
        return share(self.scores(position, hands, unseen))

    def lead(self, position: int, side: int) -> float:
        """The log of a team's probability of winning from pawns only: fast, for many positions."""
        m = self._engine.masks
        found = []
        for team in self.teams:
            score = 0.0
            for player in team:
                for seat in self.players[player]:
                    score += self._counted(seat, position >> seat * m.holes & m.plane)
            found.append(score)
        highest = max(found)
        return found[side] - highest - log(sum(exp(score - highest) for score in found))

    def winner(self, position: int) -> int | None:
        """The team whose pawns are all home, if any."""
        full = self._engine.masks.full
        for number, team in enumerate(self.teams):
            if all(position & full[seat] == full[seat] for player in team for seat in self.players[player]):
                return number
        return None

    def _count(self, seat: int, plane: int) -> float:
        """The score of one seat's pawns."""
        m = self._engine.masks
        found = []
        for hole in bits(plane):
            if hole < m.length:
                found.append(self._place[seat][hole])
            elif m.home[seat] <= hole < m.home[seat] + PAWNS_A_SEAT:
                found.append(INDEX["home-1"] + hole - m.home[seat])
        if not plane & m.track and plane != m.rise[seat][PAWNS_A_SEAT]:
            found.append(INDEX["idle"])
        return sum(self._weights[feature] for feature in found)

    def _kept(self, position: int, player: int, holding: Holding) -> list[tuple[int, float]]:
        """The features of the cards that a player certainly has."""
        if not holding.known:
            return []
        m, found = self._engine.masks, []
        waiting = sum(
            PAWNS_A_SEAT - (position >> seat * m.holes & m.plane).bit_count() for seat in self.players[player]
        )
        for rank in holding.known:
            for feature in self._reach.good_for[rank]:
                if feature != "keep-out" or waiting:
                    found.append((INDEX[feature], 1.0))
        return found

    def _dangers(  # noqa: C901  # one loop, for speed
        self, position: int, hands: Sequence[Holding], unseen: Unseen
    ) -> tuple[list[float], list[float]]:
        """For each team, expected losses by others' next cards, and possible captures with known cards.

        In laps: the distance that a captured pawn had covered.
        """
        m = self._engine.masks
        planes = [position >> seat * m.holes & m.plane for seat in range(m.seats)]
        fresh = position >> m.seats * m.holes & m.plane
        safe = self._safe(planes, fresh)
        exposed = [
            [(seat, planes[seat] & m.track & ~safe) for player in team for seat in self.players[player]]
            for team in self.teams
        ]
        danger, chase = [0.0] * len(self.teams), [0.0] * len(self.teams)
        total = max(1, unseen.total)
        for player, seats in enumerate(self.players):
            holding = hands[player]
            if not (holding.known or holding.hidden):
                continue
            side = self.team_of[player]
            attacks = [self._attack(seat, planes[seat]) for seat in seats]
            for number, targets in enumerate(exposed):
                if number == side:
                    continue
                start_mask = 0
                for _, mask in targets:
                    start_mask |= mask
                if not start_mask:
                    continue
                odds: dict[int, int] = {}
                sure = 0
                for rank, count in enumerate(unseen.counts):
                    hit = 0
                    for attack in attacks:
                        hit |= attack[rank]
                    hit &= start_mask
                    if not hit:
                        continue
                    if rank in holding.known:
                        sure |= hit
                    elif count and holding.hidden:
                        while hit:
                            low = hit & -hit
                            odds[low] = odds.get(low, 0) + count
                            hit ^= low
                if not (sure or odds):
                    continue
                for seat, mask in targets:
                    gone = m.to_entry[seat]
                    for hole in bits(mask & sure):
                        chase[side] += 1.0 - gone[hole] / m.length
                    for low, count in odds.items():
                        if mask & low:
                            chance = 1.0 - (1.0 - min(count, total) / total) ** holding.hidden
                            danger[number] += chance * (1.0 - gone[low.bit_length() - 1] / m.length)
        return danger, chase

    def _safe(self, planes: Sequence[int], fresh: int) -> int:
        m, which = self._engine.masks, self._engine.rules.protected
        if which == "any-start":
            return m.starts
        if which == "own-start":
            return sum(planes[seat] & 1 << m.start[seat] for seat in range(m.seats))
        return fresh if which == "fresh" else 0

    def _attacks(self, seat: int, plane: int) -> tuple[int, ...]:
        """For each rank, the mask of holes that this seat's pawns attack."""
        m, reach = self._engine.masks, self._reach
        holes = bits(plane & m.track)
        waits = plane.bit_count() < PAWNS_A_SEAT
        masks = []
        for rank in range(len(reach.ranks)):
            hit = 1 << m.start[seat] if waits and reach.out[rank] else 0
            for hole in holes:
                hit |= reach.hits[rank][hole]
            masks.append(hit)
        return tuple(masks)


def share(scores: Sequence[float]) -> list[float]:
    """The softmax of scores."""
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    whole = sum(powers)
    return [power / whole for power in powers]


def _bucket(steps: int, length: int) -> int:
    """The feature of a pawn on the track, by its steps to the entry."""
    if steps < NEAR:
        return steps
    if steps >= length - FAR:
        return NEAR + MIDDLE + length - 1 - steps
    return NEAR + (steps - NEAR) * MIDDLE // (length - FAR - NEAR)
