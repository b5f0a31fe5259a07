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
from toc_pi.hall.core.pairing import BYE, Costs, costs_of, met_in, swiss
from toc_pi.hall.core.standings import standings
from toc_pi.hall.core.tournament import Tournament

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


@settings(max_examples=60)
@given(st.integers(2, 8), st.integers(0, 4), SEEDS)
def test_a_swiss_round_is_the_cheapest_of_all(teams: int, rounds: int, seed: int) -> None:
    now, rng = with_teams(teams, rounds=99), Random(seed)
    for _ in range(rounds):
        now = play_round(now, rng)
    costs = costs_of(now)
    places = teams + teams % 2
    place = {team: number for number, team in enumerate(costs.ranked)} | {BYE: teams}
    pairs, bye = swiss(costs)
    found = [*pairs, *([(bye, BYE)] if bye else [])]
    cost = sum(costs.of(*sorted((place[one], place[other]))) for one, other in found)
    assert cost == min(sum(costs.of(*pair) for pair in way) for way in all_pairings(tuple(range(places))))


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    now = obey(with_teams(8), "pair")
    assert [{*match.teams} for match in now.current] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [match.table for match in now.current] == ["t01", "t02", "t03", "t04"]


def test_a_bye_goes_to_the_last_who_has_had_none() -> None:
    now, rng = with_teams(5, rounds=99), Random(1)
    byes = []
    for _ in range(5):
        ranked = [one.team for one in standings(now)]
        lowest = [one.points for one in standings(now)]
        now = play_round(now, rng)
        bye = now.rounds[-1].bye
        without = [team for team in ranked if team not in byes]
        assert bye in without
        assert lowest[ranked.index(bye)] <= min(lowest[ranked.index(team)] for team in without) + 2
        byes.append(bye)
    assert len({*byes}) == 5


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
    pairs, bye = swiss(costs_of(now))
    assert bye == BYE
    assert len(pairs) == 50
    assert sum(abs(points[one] - points[other]) for one, other in pairs) <= 10


def test_costs_are_whole_numbers_even_before_anybody_has_points() -> None:
    costs = Costs((1, 2, 3), {1: 0, 2: 0, 3: 0}, {}, {0: 3})
    assert swiss(costs) == ([(1, 2)], 3)
