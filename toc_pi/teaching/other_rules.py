"""How the same move is judged by other rule sets, or with one more house rule."""

from collections.abc import Mapping
from dataclasses import dataclass

from calibration.holes import Hole, Seat
from toc_pi.errors import BadInput
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset, with_house_rule
from toc_pi.rules.table import Table


@dataclass(frozen=True, slots=True)
class DifferingRules:
    """Rules that judge a move differently.

    Attributes:
        sets: names of rule sets.
        house: keys of house rules that, added to this table's rules, would.
    """

    sets: tuple[str, ...] = ()
    house: tuple[str, ...] = ()


def differing_rules(
    rules: RuleSet, table: Table, before: Position, seat: Seat, card: Card, after: Mapping[Hole, Seat]
) -> DifferingRules:
    """Find the rules that judge a move differently from this table's.

    Args:
        rules, table, before, seat, card, after: as for `explain`.

    Raises:
        BadInput: as `explain`.
    """

    def is_legal(other: RuleSet) -> bool | None:
        return explain(other, table, before, seat, card, after).legal if card in other.cards else None

    here = is_legal(rules)
    sets = tuple(name for name in NAMES if name != rules.base and is_legal(load_ruleset(name)) is not here)
    found = []
    for key in house_rules():
        try:
            other = with_house_rule(rules, key)
        except BadInput:  # contradicts a house rule in force
            continue
        if is_legal(other) is (not here):
            found.append(key)
    known = tuple(name for name in sets if is_legal(load_ruleset(name)) is not None)
    return DifferingRules(known, tuple(found))
