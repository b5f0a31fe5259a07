"""Perft: the number of plays and positions below a position, by the engine and by the oracle."""

import sys
from pathlib import Path

import pytest

from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import NAMES
from toc_pi.rules.transcript import write_pawns

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

from oracle import plays as oracle  # noqa: E402
from oracle import requests  # noqa: E402
from perft import FOLDER, Tree, count_tree, read_trees, situation_of  # noqa: E402

QUICK = 3000  # positions of a ply; larger plies are counted in `make soak`
TREES = [
    pytest.param(tree, id=f"{name}-{number}")
    for name in NAMES
    for number, tree in enumerate(read_trees(FOLDER / f"{name}.toml"), start=1)
]


def test_enough_trees_over_all_rule_sets() -> None:
    """At least twenty positions; the files are those of the seven rule sets."""
    assert len(TREES) >= 20
    assert {file.stem for file in FOLDER.glob("*.toml")} == set(NAMES)


@pytest.mark.parametrize("tree", TREES)
def test_engine_counts_the_tree(tree: Tree) -> None:
    """As many plays and positions as in the file, as deep as is quick."""
    plies = max(
        ply for ply in range(1, len(tree.positions) + 1) if ply < 2 or tree.positions[ply - 1] <= QUICK
    )
    plays, positions = count_tree(tree, plies)
    assert (list(plays), list(positions)) == (list(tree.plays[:plies]), list(tree.positions[:plies]))


@pytest.mark.soak
@pytest.mark.parametrize("tree", TREES)
def test_engine_counts_the_whole_tree(tree: Tree) -> None:
    """All plies of the file."""
    assert count_tree(tree, len(tree.plays)) == (list(tree.plays), list(tree.positions))


@pytest.mark.parametrize("tree", TREES)
def test_oracle_counts_the_first_plies(tree: Tree) -> None:
    """A second engine, written from the rules alone, counts one ply, and two if they are few."""
    rules, situation = situation_of(tree)
    table = situation.setting.table
    reached = {situation.position}
    seat = situation.turn
    for ply, positions in enumerate(tree.positions[:2]):
        if ply and positions > 300:
            return
        assert seat is not None
        found = set()
        for position in reached:
            request = {
                "rules": situation.setting.rules,
                "house": list(situation.setting.house),
                "seats": table.seats,
                "home_entry": table.home_entry,
                "centre": table.centre,
                "players": [list(player) for player in table.players],
                "teams": [list(team) for team in table.teams],
                "holes": dict(position.pawns),
                "fresh": list(position.fresh),
            }
            asked = requests.table_asked(request)
            board, fresh = requests.board_of(request["holes"]), requests.fresh_of(request)
            results = {
                result for card in rules.cards for result in oracle.results(asked, board, fresh, seat, card)
            }
            found |= {_position(result) for result in results} or {position}
        assert len(found) == positions, sorted(map(write_pawns, found))
        reached, seat = found, table.next_player(seat)[0]


def _position(result: oracle.Result) -> Position:
    pawns, fresh = result
    named = frozenset((requests.name_of(spot), seat) for spot, seat in pawns)
    return Position(named, frozenset(requests.name_of(spot) for spot in fresh))
