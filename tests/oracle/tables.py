"""The tables of RULES.md 3, 4 and 6, typed in a second time, independently of toc_pi/rules/sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "*"]
NAMES = ["toc", "tock", "tock-variant", "tac-tik", "quebec", "saut", "fadoq"]

# RULES 3, a column a rule set; what all have in common stands first
_COMMON = {
    "A": "out, 1", "2": "2", "3": "3", "4": "-4", "5": "5", "6": "6", "7": "split 7", "8": "8", "9": "9",
    "10": "10", "J": "swap", "Q": "12", "K": "out, 13", "*": "",
}  # fmt: skip
_OWN_CARDS: dict[str, dict[str, str]] = {
    "toc": {"5": "opp 5", "K": "out, 13 !"},
    "tock": {
        "A": "out, 1, centre",
        "2": "2, centre",
        "5": "any 5",
        "K": "out, 13 !, centre",
        "*": "out, 18, centre",
    },
    "tock-variant": {
        "A": "out, 1, centre",
        "7": "split 7 !",
        "J": "11, swap",
        "K": "out, 13, centre",
        "*": "out, 18, centre",
    },
    "tac-tik": {"7": "split 7 !", "10": "out, 10", "K": ""},
    "quebec": {"7": "split 7 !"},
    "saut": {"A": "out, 1, 11", "5": "opp 5", "K": "out, 13 !", "*": "out, 18"},
    "fadoq": {"5": "opp 5", "K": "out, 13 !", "*": "out, 18"},
}

# RULES 4, those of movement: toc · tock, tock-variant, tac-tik · quebec · saut · fadoq
_COLUMNS = {"toc": 0, "tock": 1, "tock-variant": 1, "tac-tik": 1, "quebec": 2, "saut": 3, "fadoq": 4}
_PARAMETERS: dict[str, list[Any]] = {
    "protected": ["fresh", "fresh", "fresh", "any-start", "own-start"],
    "protected_blocks": [True, False, True, True, True],
    "protected_moved": [True, False, False, True, True],
    "swap_own_pawn_not_on": ["none", "own-start", "none", "any-start", "none"],
    "swap_other_pawn_not_on": ["own-start", "own-start", "fresh", "any-start", "own-start"],
    "swap_two_own": [True, False, True, True, True],
    "pass_own_start": [False, True, True, True, False],
    "jump": ["none", "none", "none", "must", "may"],
    "jump_way": ["travel"] * 5,
    "jump_takes": ["last"] * 5,
    "no_passing": ["none"] * 5,
    "mowing_spares": ["none"] * 5,
    "split_pawns": [7] * 5,
    "split_with": ["own"] * 5,
    "spill": [False, False, True, False, False],
    "five_home": ["all"] * 5,
    "own_capture": [True] * 5,
    "team_capture": [True] * 5,
    "jump_over": [False] * 5,
    "split_again": [False] * 5,
    "mate_when_stuck": [False] * 5,
    "not_forced": [[]] * 5,
}

# values a family's file may give to the parameters of movement, for random files
VALUES: dict[str, list[Any]] = {
    "protected": ["fresh", "own-start", "any-start"],
    "protected_blocks": [True, False],
    "protected_moved": [True, False],
    "swap_own_pawn_not_on": ["none", "fresh", "own-start", "any-start"],
    "swap_other_pawn_not_on": ["none", "fresh", "own-start", "any-start"],
    "swap_two_own": [True, False],
    "pass_own_start": [True, False],
    "jump": ["none", "may", "must"],
    "jump_way": ["travel", "clockwise"],
    "jump_takes": ["last", "both"],
    "no_passing": ["none", "own", "any"],
    "mowing_spares": ["none", "own", "team"],
    "split_pawns": [1, 2, 3, 4, 5, 6, 7],
    "split_with": ["own", "team"],
    "spill": [True, False],
    "five_home": ["all", "own", "none"],
    "own_capture": [True, False],
    "team_capture": [True, False],
    "jump_over": [True, False],
    "split_again": [True, False],
    "mate_when_stuck": [True, False],
    "not_forced": [[], ["home"], ["5"], ["A", "7", "home"], ["*"]],
}

# RULES 6: parameters that a name sets; those of the turn are named so that contradictions are seen
_SETS: dict[str, dict[str, Any]] = {
    "new-lap": {"pass_own_start": True},
    "no-new-lap": {"pass_own_start": False},
    "no-own-capture": {"own_capture": False},
    "no-team-capture": {"own_capture": False, "team_capture": False},
    "mowing-spares-own": {"mowing_spares": "own"},
    "mowing-spares-team": {"mowing_spares": "team"},
    "no-pass-own": {"no_passing": "own"},
    "no-pass": {"no_passing": "any"},
    "seven-two": {"split_pawns": 2},
    "seven-team": {"split_with": "team"},
    "seven-again": {"split_again": True},
    "spill": {"spill": True},
    "no-spill": {"spill": False},
    "five-moves-fresh": {"protected_moved": True},
    "five-not-fresh": {"protected_moved": False},
    "five-no-home": {"five_home": "none"},
    "five-no-home-others": {"five_home": "own"},
    "jack-no-own": {"swap_two_own": False},
    "jack-own": {"swap_two_own": True},
    "ten-throws": {"ten_next": "throw"},
    "ten-skips": {"ten_next": "pass"},
    "jump-may": {"jump": "may"},
    "jump-must": {"jump": "must"},
    "no-jump": {"jump": "none"},
    "jump-clockwise": {"jump_way": "clockwise"},
    "jump-takes-both": {"jump_takes": "both"},
    "jump-over": {"jump_over": True},
    "start-own": {"protected": "own-start"},
    "start-any": {"protected": "any-start"},
    "start-fresh": {"protected": "fresh"},
    "pass-protected": {"protected_blocks": False},
    "mate-when-stuck": {"mate_when_stuck": True},
    "throw-hand": {"cannot_play": "throw"},
    "discard-one": {"cannot_play": "discard"},
    "no-exchange": {"exchange": "none"},
    "quick-start": {"quick_start": True},
    "joker-any": {"joker_again": "none"},
}
# RULES 6: cards that a name sets
_SETS_CARD: dict[str, tuple[str, str]] = {
    "seven-mows": ("7", "split 7 !"),
    "seven-plain": ("7", "split 7"),
    "five-own": ("5", "5"),
    "five-opponent": ("5", "opp 5"),
    "five-any": ("5", "any 5"),
    "four-forward": ("4", "4"),
    "four-both": ("4", "-4, 4"),
    "jack-eleven": ("J", "swap, 11"),
    "joker-any": ("*", "any-card"),
    "no-jokers": ("*", ""),
}
_ADDS: dict[str, tuple[str, str]] = {
    "jack-pass": ("J", "pass"),
    "ace-eleven": ("A", "11"),
    "ten-out": ("10", "out"),
}
_FREE = {"joker-free": "*", "five-free": "5", "home-free": "home"}
HOUSE = sorted({*_SETS, *_SETS_CARD, *_ADDS, *_FREE, "king-mows", "king-plain"})


class Contradiction(Exception):
    """Two house rules set the same card or parameter differently."""


@dataclass(frozen=True)
class Use:
    """One use of a card: out, swap, centre, pass, any-card, or n, back, opp, any, split with a number."""

    kind: str
    number: int = 0
    mows: bool = False


def parse_use(text: str) -> Use:
    """Read a use as RULES 3 writes it: `out`, `13 !`, `-4`, `opp 5`, `split 7 !`."""
    words = text.split()
    mows = words[-1] == "!"
    if mows:
        words.pop()
    if len(words) == 2:
        return Use(words[0], int(words[1]), mows)
    if words[0].startswith("-"):
        return Use("back", int(words[0][1:]), mows)
    if words[0].isdigit():
        return Use("n", int(words[0]), mows)
    return Use(words[0])


@dataclass
class Rules:
    """A rule set with everything in force: uses by rank, parameters of movement by name."""

    cards: dict[str, list[Use]]
    parameters: dict[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["parameters"][name]
        except KeyError:
            raise AttributeError(name) from None


def rules_of(
    base: str,
    house: Iterable[str] = (),
    cards: Mapping[str, list[str]] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Rules:
    """Base, a family's own changes, house rules, in this order (RULES 6).

    Raises:
        Contradiction: two of the house rules set the same thing differently.
    """
    texts = {**_COMMON, **_OWN_CARDS[base]}
    uses = {
        rank: [parse_use(part) for part in text.split(",") if part.strip()] for rank, text in texts.items()
    }
    values = {name: row[_COLUMNS[base]] for name, row in _PARAMETERS.items()}
    for rank, listed in (cards or {}).items():
        uses[rank] = [parse_use(text) for text in listed]
    values.update(parameters or {})
    given = list(dict.fromkeys(house))
    set_by: dict[str, Any] = {}
    for name in given:
        wanted: dict[str, Any] = dict(_SETS.get(name, {}))
        if name in _SETS_CARD:
            rank, text = _SETS_CARD[name]
            wanted[rank] = text
        if name in ("king-mows", "king-plain"):
            wanted["K"] = name
        for key, value in wanted.items():
            if set_by.setdefault(key, value) != value:
                raise Contradiction(f"{name} contradicts another house rule about {key}")
            if key == "K":
                uses["K"] = [Use(u.kind, u.number, name == "king-mows") if u.number else u for u in uses["K"]]
            elif key in RANKS:
                uses[key] = [parse_use(part) for part in value.split(",") if part.strip()]
            elif key in values:
                values[key] = value
    for name in given:
        if name in _ADDS:
            rank, text = _ADDS[name]
            if parse_use(text) not in uses[rank]:
                uses[rank] = [*uses[rank], parse_use(text)]
        if name in _FREE:
            values["not_forced"] = [*values["not_forced"], _FREE[name]]
    return Rules(uses, values)
