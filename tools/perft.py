"""Count the trees in tests/data/perft again: `python tools/perft.py`. For the counts see docs/notation.md."""

import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from notation_reader import Situation, read_position

from calibration.holes import Seat
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import RuleSet, load_ruleset
from toc_pi.rules.table import Table

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "data" / "perft"


@dataclass(frozen=True, slots=True)
class Tree:
    """A position with the counts of its tree.

    Attributes:
        about: its special feature.
            line: the position in the notation of docs/notation.md, with the seat that plays first.
        plays: after each ply, the number of sequences of cards and results.
            positions: after each ply, the number of different positions.
    """

    about: str
    line: str
    plays: Sequence[int]
    positions: Sequence[int]


def read_trees(path: Path) -> tuple[Tree, ...]:
    """The trees of a file."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(
        Tree(entry["about"], entry["position"], tuple(entry["plays"]), tuple(entry["positions"]))
        for entry in content["tree"]
    )


def situation_of(tree: Tree) -> tuple[RuleSet, Situation]:
    """A tree's rules and root."""
    situation = read_position(tree.line)
    return load_ruleset(situation.setting.rules, situation.setting.house), situation


def count_tree(tree: Tree, plies: int) -> tuple[Sequence[int], Sequence[int]]:
    """Count the sequences of plays and the different positions after each ply."""
    rules, situation = situation_of(tree)
    table, seat = situation.setting.table, situation.turn or Seat("a")
    reached: Mapping[Position, int] = {situation.position: 1}
    plays, positions = [], []
    for _ in range(plies):
        reached = _next_ply(rules, table, reached, seat)
        plays.append(sum(reached.values()))
        positions.append(len(reached))
        seat = table.next_player(seat)[0]
    return plays, positions


def _next_ply(
    rules: RuleSet, table: Table, reached: Mapping[Position, int], seat: Seat
) -> Mapping[Position, int]:
    found: Counter[Position] = Counter()
    for position, ways in reached.items():
        results = [
            result for card in rules.cards for result in legal_moves(rules, table, position, seat, card)
        ]
        for result in results or [position]:
            found[result] += ways
    return found


def write_trees(path: Path, trees: Sequence[Tree]) -> None:
    """Write a file as `read_trees` reads it."""
    lines = [f"# Counted trees for {path.stem}. What a count is: docs/notation.md. Counts: tools/perft.py."]
    for tree in trees:
        lines += [
            "",
            "[[tree]]",
            f'about = "{tree.about}"',
            f'position = "{tree.line}"',
            f"plays = {list(tree.plays)}",
            f"positions = {list(tree.positions)}",
        ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Count every tree again, as deep as in its file."""
    for path in sorted(FOLDER.glob("*.toml")):
        trees = [Tree(tree.about, tree.line, *count_tree(tree, len(tree.plays))) for tree in read_trees(path)]
        write_trees(path, trees)
        for tree in trees:
            print(f"{path.stem}: {tree.about}: {list(tree.positions)}")


if __name__ == "__main__":
    main()
