"""Why a move is illegal, as a kind sentence in English and French; words in `texts/reasons.*.toml`."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from calibration.holes import Hole, Seat, is_camp
from toc_pi.rules.explain import Judgement
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import RuleSet

LANGUAGES = ("en", "fr")

CLAUSES: Mapping[str, tuple[str, str]] = {
    "must-play": ("section 4", "cannot_play"),
    "took-protected": ("M6", "protected"),
    "passed-protected": ("M5", "protected_blocks"),
    "passed-pawn": ("M5", "no_passing"),
    "swapped-protected": ("M11", "swap_other_pawn_not_on"),
    "moved-protected": ("M14", "protected_moved"),
    "crossed-own-start": ("M9", "pass_own_start"),
    "home-jumped": ("M3", ""),
    "home-backward": ("M4", "card"),
    "home-too-early": ("M2", ""),
    "home-closed": ("M2", "five_home"),
    "home-not-yours": ("M2", ""),
    "home-left": ("M3", ""),
    "wrong-pawn": ("section 3", "card"),
    "cannot-come-out": ("M10", "card"),
    "wrong-start": ("M10", "card"),
    "no-swap": ("M11", "card"),
    "swap-pair": ("M11", "swap_two_own"),
    "jump-missing": ("M8", "jump"),
    "jump-not-allowed": ("M8", "jump"),
    "no-centre": ("M13", "card"),
    "capture-forbidden": ("M6", "own_capture"),
    "mown-left": ("M7", "card"),
    "sent-back": ("M6", ""),
    "wrong-direction": ("M1, M4", "card"),
    "split-total": ("M12", "card"),
    "too-many-pawns": ("section 3", "card"),
    "wrong-distance": ("M1", "card"),
    "unexplained": ("section 7", ""),
}
"""For each reason the clause of RULES, and the parameter (or the card) whose source is named beside it."""

PROTECTIONS = ("took-protected", "passed-protected", "moved-protected")

_SILENT = re.compile(r"silent; RULES (.+)")


@dataclass(frozen=True, slots=True)
class _Scene:
    """What a sentence is about.

    Attributes:
        left: pawns that stand no more where they stood.
        arrived: pawns that stand where they didn't.
    """

    rules: RuleSet
    left: tuple[tuple[Hole, Seat], ...]
    arrived: tuple[tuple[Hole, Seat], ...]


def explain_text(
    judgement: Judgement,
    rules: RuleSet,
    before: Position,
    seat: Seat,
    card: Card,
    after: Mapping[Hole, Seat],
    colours: Mapping[Seat, str] | None = None,
    *,
    cited: bool = True,
) -> Mapping[str, str]:
    """Say why a move is illegal, with the pawns and holes that it is about and where the rule stands.

    Args:
        judgement: what `explain` said.
        rules: the rule set.
        before: where the pawns stood.
        seat: whose turn it was.
        card: what was played.
        after: which pawn stands on which hole now.
        colours: seat -> colour word; a seat without one is named by its letter.
        cited: whether it is said to whom, and where the rules stand; a screen shows the one beside it, and
            the other when somebody asks.

    Returns:
        A sentence by language; empty for a legal move.
    """
    stands = {(hole, owner) for hole, owner in after.items() if not is_camp(hole)}
    scene = _Scene(rules, tuple(sorted(before.pawns - stands)), tuple(sorted(stands - before.pawns)))
    if judgement.legal:
        return dict.fromkeys(LANGUAGES, "")
    return {
        language: _sentence(_Voice(language, colours or {}), scene, judgement, seat, card, cited=cited)
        for language in LANGUAGES
    }


def cite_rules(rules: RuleSet, reasons: Iterable[str], card: Card) -> Mapping[str, str]:
    """Where the rules stand that a move broke, by language: `RULES M5; document 002, the fresh pawn`."""
    said = {}
    for language in LANGUAGES:
        voice = _Voice(language, {})
        clauses = dict.fromkeys(_cited(voice, rules, reason, card) for reason in reasons)
        said[language] = voice.words["break"].join(clauses)
    return said


@lru_cache(maxsize=len(LANGUAGES))
def _texts(language: str) -> Mapping[str, Any]:
    return tomllib.loads((files("toc_pi.texts") / f"reasons.{language}.toml").read_text(encoding="utf-8"))


class _Voice:
    """One language about one game's colours."""

    def __init__(self, language: str, colours: Mapping[Seat, str]) -> None:
        texts = _texts(language)
        self.reasons: Mapping[str, str] = texts["reasons"]
        self.cards: Mapping[str, str] = texts["cards"]
        self.words: Mapping[str, str] = texts["words"]
        self.protection: Mapping[str, str] = texts["protection"]
        self._names: Mapping[str, str] = texts["colours"]
        self._colours = colours

    def who(self, seat: Seat) -> str:
        """A seat by its colour, or by its letter."""
        colour = self._colours.get(seat)
        return self.words["seat"].format(seat=seat) if colour is None else self._names.get(colour, colour)

    def listed(self, words: Iterable[str]) -> str:
        """Words as a list."""
        known = list(words)
        return self.words["and"].join(filter(None, [", ".join(known[:-1]), *known[-1:]]))

    def pawns(self, pawns: Iterable[tuple[Hole, Seat]]) -> str:
        """Pawns with their holes: "blue on a3"."""
        named = [self.words["pawn"].format(whose=self.who(seat), hole=hole) for hole, seat in pawns]
        return self.listed(named) or self.words["somebody"]

    def moved(self, scene: _Scene) -> str:
        """What went where: "red from a2 to a9"."""
        camp = self.words["camp"]
        said = []
        for seat in sorted({seat for _, seat in (*scene.left, *scene.arrived)}):
            left = [str(hole) for hole, owner in scene.left if owner == seat]
            arrived = [str(hole) for hole, owner in scene.arrived if owner == seat]
            start, end = self.listed(left) or camp, self.listed(arrived) or camp
            said.append(self.words["went"].format(whose=self.who(seat), start=start, end=end))
        return self.words["break"].join(said) or self.words["nothing"]


def _sentence(
    voice: _Voice, scene: _Scene, judgement: Judgement, seat: Seat, card: Card, *, cited: bool
) -> str:
    """All reasons, each with its clause if that is asked for, in one friendly sentence."""
    parts = []
    for reason in judgement.reasons:
        words = voice.reasons[reason].format(
            who=voice.who(seat),
            card=voice.cards[card],
            moved=voice.moved(scene),
            pawns=voice.pawns(judgement.about.get(reason, ())),
        )
        parts.append(f"{words} ({_cited(voice, scene.rules, reason, card)})" if cited else words)
    told = f"{voice.words['break'].join(parts)}."
    return (
        f"{voice.words['lead'].format(who=voice.who(seat))}{told}" if cited else told[:1].upper() + told[1:]
    )


def _cited(voice: _Voice, rules: RuleSet, reason: str, card: Card) -> str:
    """Where the rule stands: `RULES M5; document 002, the fresh pawn`."""
    clause, key = CLAUSES[reason]
    source = rules.sources.get(card if key == "card" else key, "")
    silent = _SILENT.fullmatch(source)
    if silent is not None:
        decided = silent[1] if silent[1].startswith("R") else f"section {silent[1]}"
        return voice.words["cite"].format(clause=f"{clause}, {decided}")
    cite = voice.words["cite"].format(clause=clause)
    if source.startswith("house rule "):
        place = voice.words["house"].format(name=source.removeprefix("house rule "))
    elif source[:3].isdigit():
        place = voice.words["document"].format(place=source)
        if reason in PROTECTIONS:
            place = voice.words["document"].format(place=f"{source[:3]}, {voice.protection[rules.protected]}")
    elif source and key not in ("", "card"):
        place = voice.words["own"]
    else:
        return cite
    return f"{cite}{voice.words['break']}{place}"
