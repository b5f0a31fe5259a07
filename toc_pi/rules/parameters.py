"""The parameters of RULES 4 and their allowed values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from toc_pi.rules.position import RANKS

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
