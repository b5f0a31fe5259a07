"""Pairs a round: Swiss, by the cheapest perfect matching of networkx; round robin, by Berger's circle.

A Swiss round is the first one by these rules, each of which decides among those that are equal by the ones
before it:

1. As few as possible play again against the same team, or have a second bye.
2. The bye goes to the team that is last in the standings.
3. As few as possible of the leaders play against somebody with fewer points; then as few as possible of the
   next group, and so on down.
4. The upper half of equal teams plays against the lower, the first of one against the first of the other;
   whoever plays against somebody with fewer points is near them in the standings.

These are the priorities of FIDE's Dutch system without colour balancing, which is most of it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise

from toc_pi.errors import BadInput
from toc_pi.hall.core.facts import Paired, Pairing
from toc_pi.hall.core.tournament import Tournament, played_by, standings

ALL_PAIRS = 400
"""With more teams, only pairs close to what rule 4 wants are considered, and more if need be."""
NEAR = 12  # places

BYE = 0
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Teams:
    """The teams to pair.

    Attributes:
        ranked: the present teams, the leader first.
        points: halves of a point.
        met: how often two teams, the lower number first, have been paired; 0 stands for the bye.
    """

    ranked: Sequence[int]
    points: Mapping[int, int]
    met: Mapping[Pair, int]

    def groups(self) -> list[range]:
        """The places of teams with equal points, the leaders first."""
        sizes = Counter(self.points[team] for team in self.ranked)
        ends = [*accumulate(sizes[points] for points in sorted(sizes, reverse=True))]
        return [range(begin, end) for begin, end in pairwise([0, *ends])]


class Costs:
    """The cost of pairing two places: one number in which each rule outweighs those after it.

    Python's integers are unbounded, so the cheapest round is exactly the best one by the rules.
    """

    def __init__(self, teams: Teams) -> None:
        self._teams = teams
        self.groups = teams.groups()
        self.count = len(teams.ranked)
        self.group_of = [number for number, group in enumerate(self.groups) for _ in group]
        unit = self.count**3 + 1  # more than all misfits together
        self._down = [0]  # the cost of playing that many groups further down, counted from the last group
        for _ in self.groups[1:]:
            self._down.append(self._down[-1] + unit)
            unit *= self.count + 1
        self._bye, self._again = unit, unit * (self.count + 1)

    def of(self, i: int, j: int) -> int:
        """The cost of a pair; j may be one past the last place: a bye for i."""
        ranked, met = self._teams.ranked, self._teams.met
        if j == self.count:
            return self._again * met.get((BYE, ranked[i]), 0) + self._bye * (self.count - 1 - i)
        upper, lower = self.group_of[i], self.group_of[j]
        apart = abs(j - i)
        misfit = apart if upper != lower else apart - len(self.groups[upper]) // 2
        last = len(self.groups) - 1
        down = self._down[last - upper] - self._down[last - lower]
        return self._again * met.get(_pair(ranked[i], ranked[j]), 0) + down + misfit * misfit


def next_round(tournament: Tournament) -> Paired:
    """Pair the next round.

    Raises:
        BadInput: the last round isn't over, or nobody is left to pair.
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
        pairs, bye = swiss(teams_of(tournament))
    else:
        pairs, bye = round_robin(tournament)
        if not pairs:
            raise BadInput("everybody has played against everybody")
    return _placed(tournament, pairs, bye)


def teams_of(tournament: Tournament) -> Teams:
    """The teams to pair next."""
    here = {team.number for team in tournament.present}
    ranked = [one for one in standings(tournament) if one.team in here]
    points = {one.team: one.points for one in ranked}
    return Teams(tuple(points), points, met_in(tournament))


def met_in(tournament: Tournament) -> Counter[Pair]:
    """How often each pair was paired, byes included."""
    pairs = [match.teams for match in tournament.matches.values()]
    byes = [(BYE, one.bye) for one in tournament.rounds if one.bye]
    return Counter(_pair(*pair) for pair in (*pairs, *byes))


def swiss(teams: Teams) -> tuple[list[Pair], int]:
    """The best round by the rules: its pairs, highest ranked first, and the team with the bye (0: none)."""
    costs = Costs(teams)
    count = len(teams.ranked)
    near = NEAR if count > ALL_PAIRS else count
    found = _cheapest(costs, near)
    while near < count and (len(found) < (count + 1) // 2 or _again(teams, found)):
        near *= 4
        found = _cheapest(costs, near)
    named = [(teams.ranked[i], BYE if j == count else teams.ranked[j]) for i, j in found]
    return [pair for pair in named if BYE not in pair], next((one for one, other in named if not other), BYE)


def _cheapest(costs: Costs, near: int) -> list[Pair]:
    """The pairs of places with the lowest total cost, among those of `_candidates`."""
    import networkx

    graph = networkx.Graph()
    for i, j in sorted(_candidates(costs, near)):
        graph.add_edge(i, j, weight=-costs.of(i, j))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)


def _candidates(costs: Costs, near: int) -> set[Pair]:
    """Candidate pairs of places: about half their group apart, or across its border."""
    count = costs.count
    if near >= count:
        return {*combinations(range(count + count % 2), 2)}
    found = {(i, count) for i in range(count - near, count)} if count % 2 else set()
    for group in costs.groups:
        half = len(group) // 2
        wanted = ((i, j) for i in group for j in range(i + half - near, i + half + near + 1))
        found |= {(i, j) for i, j in wanted if i < j < group.stop}
        around = range(max(0, group.stop - near), min(count, group.stop + near))
        found |= {*combinations(around, 2)}
    return found


def _again(teams: Teams, pairs: Sequence[Pair]) -> bool:
    """Whether a round repeats a pairing or gives a second bye."""
    ranked = (*teams.ranked, BYE)
    return any(_pair(ranked[i], ranked[j]) in teams.met for i, j in pairs)


def round_robin(tournament: Tournament) -> tuple[list[Pair], int]:
    """The next pairs, and the team without one; no pairs once everybody has met.

    While the same teams are present, one turn of the circle; else as many as possible of those who haven't
    met, those with most games left first.
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
    """One turn of Berger's circle: the first team stays, the others rotate by one place a round."""
    around = [*teams, *([BYE] if len(teams) % 2 else [])]
    fixed, moving = around[0], around[1:]
    turn %= len(moving)
    moving = [*moving[turn:], *moving[:turn]]
    row = [fixed, *moving]
    return [_pair(row[i], row[-1 - i]) for i in range(len(row) // 2)]


def _placed(tournament: Tournament, pairs: Sequence[Pair], bye: int) -> Paired:
    """The round with its tables, as far as they suffice; the team that has sat first less often does so."""
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
