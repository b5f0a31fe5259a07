"""Standings: points, then tie-breaks in the order that is written down; corrections leave a trace."""

from random import Random

from brokers import extra
from hypothesis import given, settings
from hypothesis import strategies as st
from tournaments import obey, play_round, with_teams

from toc_pi.hall.core.facts import Paired, Pairing
from toc_pi.hall.core.tournament import Standing, Tournament, folded, played_by, standings


def with_results(system: str, teams: int, *rounds: dict[tuple[int, int], tuple[int, int]]) -> Tournament:
    """A tournament with these pairings and points; a team paired with 0 has a bye."""
    now = with_teams(teams, system=system)
    for number, results in enumerate(rounds, 1):
        pairs = [pair for pair in results if 0 not in pair]
        bye = next((max(pair) for pair in results if 0 in pair), 0)
        pairings = tuple(Pairing(f"{number}-{n}", f"t{n:02}", pair) for n, pair in enumerate(pairs, 1))
        now = folded(now, [Paired(number, pairings, bye)])
        for one in pairings:
            now = obey(now, "decide", match=one.match, points=results[one.teams])
    return now


def ranking(now: Tournament) -> list[int]:
    """The teams, the leader first."""
    return [one.team for one in standings(now)]


def of_team(now: Tournament, team: int) -> Standing:
    """A team's place."""
    return next(one for one in standings(now) if one.team == team)


def test_points_come_first_and_a_bye_is_a_win() -> None:
    now = with_results("swiss", 3, {(1, 2): (0, 2), (3, 0): (2, 0)})
    assert [(one.team, one.points) for one in standings(now)][-1] == (1, 0)
    assert of_team(now, 3).points == 2
    assert of_team(now, 3).wins == 0


def test_buchholz_is_the_points_of_the_opponents() -> None:
    now = with_results(
        "swiss",
        4,
        {(1, 2): (2, 0), (3, 4): (2, 0)},
        {(1, 3): (0, 2), (2, 4): (2, 0)},
    )
    # Points: 3 has 4, 1 and 2 have 2, 4 has 0. Opponents of 1: 2 and 3; of 2: 1 and 4.
    assert (of_team(now, 1).buchholz, of_team(now, 2).buchholz) == (6, 2)
    assert ranking(now) == [3, 1, 2, 4]


def test_a_round_without_an_opponent_counts_as_the_teams_own_points_in_buchholz() -> None:
    now = with_results("swiss", 3, {(1, 2): (2, 0), (3, 0): (2, 0)}, {(1, 3): (1, 1), (2, 0): (2, 0)})
    assert of_team(now, 3).buchholz == of_team(now, 1).points + of_team(now, 3).points
    late = obey(now, "enter", name="Late", players=["x"])
    assert of_team(late, 4).buchholz == 0


def test_equal_teams_that_have_met_are_ordered_by_their_match() -> None:
    now = with_results(
        "round-robin",
        4,
        {(1, 2): (0, 2), (3, 4): (2, 0)},
        {(1, 3): (2, 0), (2, 4): (0, 2)},
    )
    # All have 2; not all of them have met, so Sonneborn-Berger decides: each beat a team with 2 points.
    assert [one.direct for one in standings(now)] == [0, 0, 0, 0]
    now = with_results("round-robin", 3, {(1, 2): (0, 2)}, {(1, 3): (2, 0)}, {(2, 3): (1, 1)})
    assert ranking(now) == [2, 1, 3]
    now = with_results("round-robin", 2, {(1, 2): (0, 2)}, {(1, 2): (2, 0)})
    assert ranking(now) == [1, 2]  # the lower number, when nothing else differs


def test_sonneborn_berger_counts_beaten_opponents_twice_and_drawn_ones_once() -> None:
    now = with_results("swiss", 4, {(1, 2): (2, 0), (3, 4): (1, 1)}, {(1, 3): (1, 1), (2, 4): (2, 0)})
    points = {one.team: one.points for one in standings(now)}
    assert points == {1: 3, 2: 2, 3: 2, 4: 1}
    assert of_team(now, 1).sonneborn == 2 * points[2] + points[3]
    assert of_team(now, 3).sonneborn == points[4] + points[1]


@extra
@settings(max_examples=40)
@given(st.sampled_from(["swiss", "round-robin"]), st.integers(2, 15), st.integers(0, 5), st.integers(0, 999))
def test_every_match_gives_one_point_and_every_team_one_place(
    system: str, teams: int, rounds: int, seed: int
) -> None:
    now, rng = with_teams(teams, system=system, rounds=99), Random(seed)
    for _ in range(min(rounds, teams - 1)):
        now = play_round(now, rng)
    places = standings(now)
    assert [one.rank for one in places] == [*range(1, teams + 1)]
    assert [one.points for one in places] == sorted((one.points for one in places), reverse=True)
    byes = sum(one.bye != 0 for one in now.rounds)
    assert sum(one.points for one in places) == 2 * (len(now.matches) + byes)
    assert all(len(played_by(now)[one.team]) == one.played for one in places)


def test_an_arbiters_correction_changes_the_standings() -> None:
    now = with_results("swiss", 2, {(1, 2): (2, 0)})
    assert ranking(now) == [1, 2]
    now = obey(now, "decide", match="1-1", points=(0, 2), why="two pawns had been swapped")
    assert ranking(now) == [2, 1]
