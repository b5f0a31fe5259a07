"""Uses of a card and parameters, and reading them from a rule set's data with every fault (RULES 3, 4, 6)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from toc_pi.errors import BadInput, Faults
from toc_pi.rules.position import RANKS, Card

_USE = re.compile(r"(?:(?P<plain>out|swap|centre|pass|any-card)"
                  r"|(?P<way>-|opp |any )?(?P<number>[1-9]|1[0-8])(?P<mows> !)?"
                  r"|split (?P<split>[2-9])(?P<splits> !)?)")  # fmt: skip
# The kinds of uses by the word before the number, and how each is written.
_WAYS = {None: "forward", "-": "back", "opp ": "opponent", "any ": "any"}
_WRITTEN = {"forward": "{}", "back": "-{}", "opponent": "opp {}", "any": "any {}", "split": "split {}"}
USES = (
    "out, swap, centre, pass, any-card, or n, -n, opp n, any n (n 1 to 18), split n (2 to 9), these with ' !'"
)


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that a card can do (RULES 3).

    Attributes:
        kind: out, swap, centre, pass, any-card; or, with a number, forward, back, opponent, any, split.
        number: number of holes, 1 to 18 (split 2 to 9); 0 if the kind has none.
        mows: whether it captures what it passes (`!`).
    """

    kind: str
    number: int = 0
    mows: bool = False

    def __str__(self) -> str:
        """Write it as section 3 does: `split 7 !`."""
        return _WRITTEN.get(self.kind, self.kind).format(self.number) + " !" * self.mows

    @classmethod
    def parse(cls, text: str) -> "Use":
        """Read a use as section 3 writes it.

        Raises:
            BadInput: it isn't one.
        """
        found = _USE.fullmatch(text)
        if found is None:
            raise BadInput("{text} isn't a use of a card; allowed are {USES}", text=repr(text), USES=USES)
        if found["plain"]:
            return cls(found["plain"])
        if found["split"]:
            return cls("split", int(found["split"]), bool(found["splits"]))
        return cls(_WAYS[found["way"]], int(found["number"]), bool(found["mows"]))


_YES_NO = (True, False)
_START_HOLES = ("none", "fresh", "own-start", "any-start")

PARAMETERS: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "protected": ("fresh", "own-start", "any-start"),
        "protected_blocks": _YES_NO,
        "protected_moved": _YES_NO,
        "swap_own_pawn_not_on": _START_HOLES,
        "swap_other_pawn_not_on": _START_HOLES,
        "swap_two_own": _YES_NO,
        "pass_own_start": _YES_NO,
        "jump": ("none", "may", "must"),
        "jump_way": ("travel", "clockwise"),
        "jump_takes": ("last", "both"),
        "no_passing": ("none", "own", "any"),
        "mowing_spares": ("none", "own", "team"),
        "split_pawns": tuple(range(1, 8)),
        "split_with": ("own", "team"),
        "spill": _YES_NO,
        "five_home": ("all", "own", "none"),
        "own_capture": _YES_NO,
        "team_capture": _YES_NO,
        "jump_over": _YES_NO,
        "split_again": _YES_NO,
        "mate_when_stuck": _YES_NO,
        "not_forced": (*RANKS, "home"),
        "cannot_play": ("discard", "throw", "either"),
        "joker_again": ("none", "same", "now", "later"),
        "ten_next": ("none", "pass", "throw"),
        "deal": tuple(range(1, 8)),
        "draw": _YES_NO,
        "exchange": ("none", "optional", "at-turn", "one", "two-one"),
        "quick_start": _YES_NO,
    }
)
"""Every parameter of section 4 with its allowed values; for a list, those of its items."""

LISTS = ("not_forced", "deal")


def is_allowed(key: str, value: object) -> bool:
    """Whether a value is allowed for a parameter; types must match (1 isn't true), and `deal` isn't empty."""
    if key in LISTS:
        return (
            isinstance(value, list | tuple)
            and all(_is_one_of(item, PARAMETERS[key]) for item in value)
            and (key != "deal" or len(value) > 0)
        )
    return _is_one_of(value, PARAMETERS[key])


def _is_one_of(value: object, choices: tuple[object, ...]) -> bool:
    return any(type(value) is type(choice) and value == choice for choice in choices)


def freeze(key: str, value: Any) -> Any:
    """A value in the hashable form that a rule set stores."""
    if key == "not_forced":
        return frozenset(value)
    return tuple(value) if key in LISTS else value


def read_cards(content: object, where: str, faults: Faults) -> dict[Card, tuple[Use, ...]]:
    """The uses of each rank in the data; faults are added to `faults`."""
    cards: dict[Card, tuple[Use, ...]] = {}
    if not isinstance(content, Mapping):
        faults.fault(
            "{where}: cards = {content}; a table of ranks is needed", where=where, content=shown(content)
        )
        return cards
    for rank, uses in content.items():
        if rank not in RANKS:
            faults.fault(
                "{where}: cards.{rank} isn't a rank; allowed are {names}",
                where=where,
                rank=rank,
                names=" ".join(RANKS),
            )
        elif not isinstance(uses, list | tuple):
            faults.fault(
                "{where}: cards.{rank} = {uses}; a list of uses is needed",
                where=where,
                rank=rank,
                uses=shown(uses),
            )
        else:
            read = []
            for use in uses:
                try:
                    read.append(Use.parse(use if isinstance(use, str) else shown(use)))
                except BadInput as fault:
                    faults.fault("{where}: cards.{rank}: {why}", where=where, rank=rank, why=fault)
            cards[Card(rank)] = tuple(read)
    return cards


def read_parameters(content: object, where: str, faults: Faults) -> dict[str, Any]:
    """The parameters in the data, frozen; faults are added to `faults`."""
    parameters: dict[str, Any] = {}
    if not isinstance(content, Mapping):
        faults.fault(
            "{where}: parameters = {content}; a table of parameters is needed",
            where=where,
            content=shown(content),
        )
        return parameters
    for key, value in content.items():
        if key not in PARAMETERS:
            faults.fault(
                "{where}: parameters.{key} isn't a parameter; allowed are {names}",
                where=where,
                key=key,
                names=", ".join(PARAMETERS),
            )
        elif not is_allowed(key, value):
            allowed = ", ".join(shown(choice) for choice in PARAMETERS[key])
            form = "a list of " if key in LISTS else ""
            faults.fault(
                "{where}: parameters.{key} = {value}; allowed is {form}{allowed}",
                where=where,
                key=key,
                value=shown(value),
                form=form,
                allowed=allowed,
            )
        else:
            parameters[key] = freeze(key, value)
    return parameters


def shown(value: object) -> str:
    """A value as written in a file, shortened to fit on one line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
