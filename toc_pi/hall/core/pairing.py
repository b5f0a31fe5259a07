"""Pairs a round: Swiss, by the cheapest perfect matching of networkx; round robin, by Berger's circle.

A Swiss round is the one that costs least, first of all by rematches and second byes, then by the squares of
the differences in points, then by how far a pair is from "the upper half of equal teams against the lower".
FIDE's Dutch system isn't used: most of it balances the colours of chessmen.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from toc_pi.errors import BadInput
from toc_pi.hall.core.facts import Paired, Pairing
from toc_pi.hall.core.standings import standings
from toc_pi.hall.core.tournament import Tournament, played_by

WINDOW = 48
"""Teams further apart in the standings than this aren't paired: with hundreds of teams it saves minutes."""

BYE = 0
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Costs:
    """What it costs to pair two of the teams; whole numbers, so that the sums are exact.

    Attributes:
        ranked: the present teams, the leader first.
        points: halves of a point.
        met: how often two teams, the lower number first, were paired already; byes with 0.
        equal: how many teams have so many points.
    """

    ranked: Sequence[int]
    points: Mapping[int, int]
    met: Mapping[Pair, int]
    equal: Mapping[int, int]

    def of(self, i: int, j: int) -> int:
        """The cost of a pair, by its places in `ranked`; j may be one past the end: a bye for i."""
        count = len(self.ranked)
        one = self.ranked[i]
        if j == count:
            other, apart, misfit = BYE, self.points[one] - min(self.equal), count - i
        else:
            other = self.ranked[j]
            apart, distance = self.points[one] - self.points[other], abs(i - j)
            misfit = distance if apart else abs(self.equal[self.points[one]] // 2 - distance)
        unequal = count * count + 1
        highest = max(self.equal) + 1
        again = unequal * highest * highest * count + unequal * count
        return again * self.met.get(_pair(one, other), 0) + unequal * apart * apart + misfit


def next_round(tournament: Tournament) -> Paired:
    """Pair the next round.

    Raises:
        BadInput: the last one isn't over, or there is nobody left to be paired.
    """
    open_matches = [match.name for match in tournament.current if match.points is None]
    if open_matches:
        number, names = len(tournament.rounds), " ".join(open_matches[:8])
        raise BadInput("round {number} isn't over: {names}", number=number, names=names)
    present = [team.number for team in tournament.present]
    if len(present) < 2:
        raise BadInput("two teams are needed; {count} are there", count=len(present))
    if tournament.system == "swiss":
        if len(tournament.rounds) >= tournament.planned:
            raise BadInput("all {count} rounds were played", count=tournament.planned)
        pairs, bye = swiss(costs_of(tournament))
    else:
        pairs, bye = round_robin(tournament)
        if not pairs:
            raise BadInput("everybody has played against everybody")
    return _placed(tournament, pairs, bye)


def costs_of(tournament: Tournament) -> Costs:
    """The costs of the next round's pairs."""
    here = {team.number for team in tournament.present}
    ranked = [one for one in standings(tournament) if one.team in here]
    points = {one.team: one.points for one in ranked}
    return Costs(tuple(points), points, met_in(tournament), Counter(points.values()))


def met_in(tournament: Tournament) -> Counter[Pair]:
    """How often each pair was paired, byes included."""
    pairs = [match.teams for match in tournament.matches.values()]
    byes = [(BYE, one.bye) for one in tournament.rounds if one.bye]
    return Counter(_pair(*pair) for pair in (*pairs, *byes))


def swiss(costs: Costs) -> tuple[list[Pair], int]:
    """The cheapest round: its pairs, the highest ranked first, and the team with a bye (0 for none)."""
    import networkx

    count = len(costs.ranked)
    places = count + count % 2
    graph = networkx.Graph()
    for i in range(places):
        for j in range(i + 1, min(places, i + WINDOW + 1)):
            graph.add_edge(i, j, weight=-costs.of(i, j))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs, bye = [], BYE
    for i, j in sorted(map(sorted, found)):
        if j == count:
            bye = costs.ranked[i]
        else:
            pairs.append((costs.ranked[i], costs.ranked[j]))
    return pairs, bye


def round_robin(tournament: Tournament) -> tuple[list[Pair], int]:
    """The pairs that come next, and the team without one; no pairs once everybody has met.

    As long as the same teams are there, a turn of the circle; else as many as possible of those who haven't
    met, those with most games to go first.
    """
    present = [team.number for team in tournament.present]
    met = met_in(tournament)
    circle = _circle(present, len(tournament.rounds))
    if all(not met[_pair(*pair)] for pair in circle if BYE not in pair):
        pairs = [pair for pair in circle if BYE not in pair]
    else:
        pairs = _unmet(present, met)
    paired = {team for pair in pairs for team in pair}
    rest = [team for team in present if team not in paired]
    return pairs, rest[0] if pairs and len(present) % 2 and len(rest) == 1 else BYE


def _unmet(present: Sequence[int], met: Mapping[Pair, int]) -> list[Pair]:
    """As many pairs as possible that haven't met."""
    import networkx

    open_pairs = [pair for pair in combinations(present, 2) if not met.get(_pair(*pair))]
    left = Counter(team for pair in open_pairs for team in pair)
    graph = networkx.Graph()
    for one, other in open_pairs:
        graph.add_edge(one, other, weight=left[one] ** 2 + left[other] ** 2)
    return sorted(_pair(*pair) for pair in networkx.max_weight_matching(graph, maxcardinality=True))


def _circle(teams: Sequence[int], turn: int) -> list[Pair]:
    """One turn of Berger's circle: the first team stays, the others move on by one place a round."""
    around = [*teams, *([BYE] if len(teams) % 2 else [])]
    fixed, moving = around[0], around[1:]
    turn %= len(moving)
    moving = [*moving[turn:], *moving[:turn]]
    row = [fixed, *moving]
    return [_pair(row[i], row[-1 - i]) for i in range(len(row) // 2)]


def _placed(tournament: Tournament, pairs: Sequence[Pair], bye: int) -> Paired:
    """The round with its tables, as far as there are enough; who has sat first less often does so."""
    number = len(tournament.rounds) + 1
    tables = [name for name, works in sorted(tournament.tables.items()) if works]
    firsts = {team: sum(one.first for one in rounds) for team, rounds in played_by(tournament).items()}
    seated = [(one, other) if firsts[one] <= firsts[other] else (other, one) for one, other in pairs]
    pairings = tuple(
        Pairing(f"{number}-{board}", table, teams)
        for board, (teams, table) in enumerate(zip(seated, _endless(tables), strict=False), 1)
    )
    return Paired(number, pairings, bye)


def _endless(tables: Sequence[str]) -> Iterator[str]:
    yield from tables
    while True:
        yield ""


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
