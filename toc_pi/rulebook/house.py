"""House rules in words: name and sentence of each, and which ones a table should agree on first."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from toc_pi.languages import Language
from toc_pi.rules.ruleset import NAMES, house_rules

OPEN: Mapping[str, tuple[str, ...]] = {
    "new-lap": ("fadoq",),  # R1
    "five-not-fresh": ("toc", "saut", "fadoq"),  # R2
    "five-moves-fresh": ("tock",),  # R3
    "jump-clockwise": ("saut",),  # R7
    "jump-over": ("saut", "fadoq"),  # R8
    "start-own": ("saut",),  # R9
    "spill": tuple(name for name in NAMES if name != "quebec"),  # R17, in teams
    "jump-takes-both": ("saut", "fadoq"),  # R19
}
"""House rules for the other reading where the documents are about even (RULES 5, ★), with their rule sets."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "captures": (
        *("no-own-capture", "no-team-capture", "mowing-spares-own", "mowing-spares-team"),
        *("no-pass-own", "no-pass", "pass-protected"),
    ),
    "safe": ("start-own", "start-any", "start-fresh", "new-lap", "no-new-lap", "mate-when-stuck"),
    "seven": (
        *("seven-mows", "seven-plain", "seven-two", "seven-team", "seven-again", "spill", "no-spill"),
        *("king-mows", "king-plain"),
    ),
    "five": (
        *("five-own", "five-opponent", "five-any", "five-moves-fresh", "five-not-fresh"),
        *("five-no-home", "five-no-home-others", "four-forward", "four-both"),
    ),
    "ten": (
        *("ten-out", "ten-throws", "ten-skips", "ace-eleven"),
        *("jack-eleven", "jack-pass", "jack-no-own", "jack-own"),
    ),
    "joker": ("joker-any", "no-jokers", "joker-free", "five-free", "home-free"),
    "jump": ("jump-may", "jump-must", "no-jump", "jump-clockwise", "jump-takes-both", "jump-over"),
    "deal": ("throw-hand", "discard-one", "no-exchange", "quick-start"),
}
"""The house rules by what they are about, as they are chosen on the screen."""


@dataclass(frozen=True, slots=True)
class HouseRuleText:
    """A house rule for people.

    Attributes:
        key: its name in settings and requests.
        name: its name for people.
        text: one sentence.
    """

    key: str
    name: str
    text: str


def house_rules_in(language: Language) -> tuple[HouseRuleText, ...]:
    """Every house rule, in the order of RULES 6."""
    texts = _texts(language)
    return tuple(HouseRuleText(key, texts[key]["name"], texts[key]["text"]) for key in house_rules())


def house_rule(key: str, language: Language) -> HouseRuleText:
    """One house rule."""
    return HouseRuleText(key, **_texts(language)[key])


@lru_cache(maxsize=2)
def _texts(language: Language) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("toc_pi.texts") / f"house.{language}.toml").read_text(encoding="utf-8"))
