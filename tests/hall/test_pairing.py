"""Pairings: everybody once a round, nobody twice against the same, equals against equals, byes in turn."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from brokers import extra
from hypothesis import given, settings
from hypothesis import strategies as st
from tournaments import obey, play_round, with_teams

from toc_pi.errors import BadInput
from toc_pi.hall.core import pairing
from toc_pi.hall.core.facts import Paired, Pairing
from toc_pi.hall.core.pairing import BYE, Teams, met_in, swiss, teams_of
from toc_pi.hall.core.tournament import Tournament, folded, standings

pytestmark = extra

SEEDS = st.integers(0, 10_000)


def teams_in(now: Tournament) -> list[int]:
    """Everybody who is paired in the newest round, the bye included."""
    bye = [now.rounds[-1].bye] if now.rounds[-1].bye else []
    return [team for match in now.current for team in match.teams] + bye


def all_pairings(places: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Every way to put an even number of places into pairs."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for other in rest:
        for more in all_pairings(tuple(one for one in rest if one != other)):
            yield [(first, other), *more]


@settings(max_examples=40)
@given(st.integers(2, 24), st.integers(1, 6), SEEDS)
def test_everybody_plays_once_a_round_and_never_again_the_same(teams: int, rounds: int, seed: int) -> None:
    now, rng = with_teams(teams, rounds=99), Random(seed)
    for _ in range(min(rounds, max(1, teams // 2 - 1))):
        now = play_round(now, rng)
        assert sorted(teams_in(now)) == sorted(now.teams)
        tables = [match.table for match in now.current]
        assert len({*tables}) == len(tables)
    assert max(met_in(now).values()) == 1


Rules = tuple[int, int, tuple[int, ...], int]


def by_the_rules(teams: Teams, way: list[tuple[int, int]]) -> Rules:
    """How good a round is by the four rules of the protocol's page, the best is the least; places from 0.

    Written for itself: a number for each rule, and no weights.
    """
    ranked, points = teams.ranked, teams.points
    named = [(ranked[i], ranked[j] if j < len(ranked) else BYE) for i, j in way]
    again = sum(teams.met.get((min(pair), max(pair)), 0) for pair in named)
    bye = next((len(ranked) - i for i, j in way if j == len(ranked)), 0)
    played = [(i, j) for i, j in way if j < len(ranked)]
    down = tuple(
        sum(points[ranked[i]] >= level > points[ranked[j]] for i, j in played)
        for level in sorted({*points.values()}, reverse=True)
    )
    misfit = 0
    for i, j in played:
        equal = sum(points[team] == points[ranked[i]] for team in ranked)
        wanted = equal // 2 if points[ranked[i]] == points[ranked[j]] else 0
        misfit += (j - i - wanted) ** 2
    return again, bye, down, misfit


def places_of(teams: Teams) -> list[tuple[int, int]]:
    """The round that is paired, as places in the standings."""
    place = {team: number for number, team in enumerate(teams.ranked)} | {BYE: len(teams.ranked)}
    pairs, bye = swiss(teams)
    found = [*pairs, *([(bye, BYE)] if bye else [])]
    return sorted((min(pair), max(pair)) for pair in ((place[one], place[other]) for one, other in found))


@settings(max_examples=12, deadline=None)
@given(st.integers(6, 11), st.integers(0, 6), SEEDS)
def test_a_swiss_round_is_the_first_of_all_possible_ones_by_the_rules(
    count: int, rounds: int, seed: int
) -> None:
    now, rng = with_teams(count, rounds=99), Random(seed)
    for _ in range(rounds):
        now = play_round(now, rng)
    teams = teams_of(now)
    ways = all_pairings(tuple(range(count + count % 2)))
    assert by_the_rules(teams, places_of(teams)) == min(by_the_rules(teams, way) for way in ways)


@settings(max_examples=6, deadline=None)
@given(st.integers(30, 60), st.integers(0, 6), SEEDS)
def test_with_hundreds_of_teams_looking_at_near_pairs_is_enough(count: int, rounds: int, seed: int) -> None:
    now, rng = with_teams(count, rounds=99), Random(seed)
    for _ in range(rounds):
        now = play_round(now, rng)
    teams = teams_of(now)
    best = by_the_rules(teams, places_of(teams))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "ALL_PAIRS", 0)
        assert by_the_rules(teams, places_of(teams)) == best


def test_leaders_meet_if_they_can() -> None:
    now = with_teams(6, rounds=99)
    for pairs in ([(1, 4), (2, 5), (3, 6)], [(1, 2), (4, 3), (5, 6)]):
        number = len(now.rounds) + 1
        pairings = tuple(Pairing(f"{number}-{n}", "", pair) for n, pair in enumerate(pairs, 1))
        now = folded(now, [Paired(number, pairings)])
        for match in now.current:
            points = (0, 2) if match.teams == (4, 3) else (2, 0)
            now = obey(now, "decide", match=match.name, points=points)
    assert {1, 3} in [{*match.teams} for match in obey(now, "pair").current]


@pytest.mark.parametrize("count", [97, 98, 99, 100, 250, 2000])
def test_in_a_large_first_round_too_the_upper_half_plays_against_the_lower(count: int) -> None:
    teams = Teams(range(1, count + 1), dict.fromkeys(range(1, count + 1), 0), {})
    half = count // 2
    assert swiss(teams) == ([(n, n + half) for n in range(1, half + 1)], count if count % 2 else BYE)


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    now = obey(with_teams(8), "pair")
    assert [{*match.teams} for match in now.current] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [match.table for match in now.current] == ["t01", "t02", "t03", "t04"]


@settings(max_examples=15, deadline=None)
@given(st.sampled_from([5, 7, 9, 11, 15]), SEEDS)
def test_a_bye_goes_to_the_last_who_has_had_none(count: int, seed: int) -> None:
    now, rng, byes = with_teams(count, rounds=99), Random(seed), list[int]()
    for _ in range(count // 2):
        without = [one.team for one in standings(now) if one.team not in byes]
        met = met_in(now)
        now = play_round(now, rng)
        bye = now.rounds[-1].bye
        byes.append(bye)
        for team in without[without.index(bye) + 1 :]:  # for each after it, somebody would have met again
            rest = [other for other in now.teams if other != team]
            assert all(any(met[min(pair), max(pair)] for pair in way) for way in all_pairings(tuple(rest))), (
                bye,
                team,
            )
    assert len({*byes}) == len(byes)


@settings(max_examples=25)
@given(st.integers(2, 13), SEEDS)
def test_in_a_round_robin_everybody_meets_everybody_once(teams: int, seed: int) -> None:
    now, rng = with_teams(teams, system="round-robin"), Random(seed)
    rounds = teams - 1 + teams % 2
    for _ in range(rounds):
        now = play_round(now, rng)
        assert sorted(teams_in(now)) == sorted(now.teams)
    met = Counter({pair: count for pair, count in met_in(now).items() if BYE not in pair})
    assert met == Counter(combinations(range(1, teams + 1), 2))
    with pytest.raises(BadInput, match="everybody"):
        obey(now, "pair")


@settings(max_examples=40)
@given(st.sampled_from(["swiss", "round-robin"]), st.integers(2, 12), SEEDS)
def test_late_comers_and_those_who_leave_are_paired_from_the_next_round_on(
    system: str, teams: int, seed: int
) -> None:
    now, rng, told = with_teams(teams, system=system, rounds=99), Random(seed), list[str]()
    for number in range(6):
        if rng.random() < 0.5:
            now = obey(now, "enter", name=f"Late {number}", players=["x"])
        for team in [*now.teams]:
            if rng.random() < 0.15:
                now = obey(now, "leave" if not now.teams[team].away else "come-back", team=team)
        try:
            now = play_round(now, rng)
        except BadInput as error:  # everybody has met, or has left
            told.append(str(error))
            continue
        paired = teams_in(now)
        assert len({*paired}) == len(paired)
        assert {*paired} <= {team.number for team in now.present}
        if system == "swiss":
            assert {*paired} == {team.number for team in now.present}
    assert all("everybody" in one or "two teams" in one for one in told)
    if system == "round-robin":
        assert all(count == 1 for pair, count in met_in(now).items() if BYE not in pair)


def test_a_round_robin_that_was_disturbed_still_brings_everybody_together() -> None:
    now, rng = with_teams(6, system="round-robin"), Random(3)
    now = obey(play_round(now, rng), "leave", team=2)
    now = obey(play_round(now, rng), "come-back", team=2)
    now = obey(now, "enter", name="Late", players=["x"])
    for _ in range(20):
        try:
            now = play_round(now, rng)
        except BadInput:
            break
    met = {pair for pair in met_in(now) if BYE not in pair}
    assert met == {*combinations(range(1, 8), 2)}


def test_who_sat_first_less_often_sits_first() -> None:
    now, rng = with_teams(10, rounds=99), Random(2)
    for _ in range(4):
        now = play_round(now, rng)
    firsts = Counter(match.teams[0] for match in now.matches.values())
    assert max(firsts[team] for team in now.teams) - min(firsts[team] for team in now.teams) <= 2


def test_without_enough_tables_the_last_matches_have_none() -> None:
    now = obey(with_teams(8, tables=3), "pair")
    assert [match.table for match in now.current] == ["t01", "t02", "t03", ""]


def test_rounds_are_paired_one_after_the_other() -> None:
    now = obey(with_teams(4, rounds=1), "pair")
    with pytest.raises(BadInput, match="1-1 1-2"):
        obey(now, "pair")
    for match in now.current:
        now = obey(now, "decide", match=match.name, points=(2, 0))
    with pytest.raises(BadInput, match="all 1 rounds"):
        obey(now, "pair")
    with pytest.raises(BadInput, match="two teams"):
        obey(with_teams(1, tables=1), "pair")


def test_a_hundred_teams_are_paired_in_seconds() -> None:
    now, rng = with_teams(100, rounds=99), Random(4)
    for _ in range(3):
        now = play_round(now, rng)
    points = {one.team: one.points for one in standings(now)}
    pairs, bye = swiss(teams_of(now))
    assert bye == BYE
    assert len(pairs) == 50
    assert sum(abs(points[one] - points[other]) for one, other in pairs) <= 10


def test_teams_are_paired_before_anybody_has_points() -> None:
    assert swiss(Teams((1, 2, 3), {1: 0, 2: 0, 3: 0}, {})) == ([(1, 2)], 3)
