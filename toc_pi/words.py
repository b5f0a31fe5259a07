"""Why a move, or a verdict's move, is illegal: sentences in English and French (`texts/reasons.toml`)."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Literal

from calibration.holes import Hole, Seat, is_camp
from toc_pi.belief.game import Game
from toc_pi.effects import Particulars, Verdict
from toc_pi.languages import LANGUAGES, capital, colour_name, filled, listed, load_texts
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import Judgement
from toc_pi.rules.ruleset import RuleSet

Manner = Literal["cited", "plain", "brief"]
"""The style of a reason: `cited` with the player, the sources of the rules and what moved; `plain` only the
rules, beside a board that shows the rest; `brief` only the most telling one, to be spoken."""

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
"""For each reason the clause of RULES, and the parameter (or the card) whose source is cited."""

# Reasons about protected pawns.
PROTECTIONS = ("took-protected", "passed-protected", "moved-protected")

MAX_REASONS = 2
"""How many reasons a sentence gives, the most telling first; more are more than anybody reads at a table."""

_SILENT = re.compile(r"silent; RULES (.+)")


def explain_text(  # noqa: PLR0913  # a play, and the style of its text
    judgement: Judgement,
    rules: RuleSet,
    before: Position,
    seat: Seat,
    card: Card,
    after: Mapping[Hole, Seat],
    colours: Mapping[Seat, str] | None = None,
    manner: Manner = "cited",
    names: Mapping[Seat, str] | None = None,
) -> Mapping[str, str]:
    """Explain why a move is illegal, with pawns, holes and the source of the rule.

    Args:
        judgement: from `explain`.
        rules: the rule set.
        before: the position before.
        seat: whose turn it was.
        card: what was played.
        after: which pawn is on which hole now.
        colours: seat -> colour word; a seat without one is named by its letter.
        manner: the style.
        names: of the people at the seats.

    Returns:
        A sentence by language; empty for a legal move.
    """
    if judgement.legal:
        return dict.fromkeys(LANGUAGES, "")
    sentences: dict[str, str] = {}
    particulars = judgement.particulars
    for language in LANGUAGES:
        voice = _Voice(language, colours or {}, names or {})
        reasons = judgement.reasons[: 1 if manner == "brief" else MAX_REASONS]
        parts = [
            voice.reason(reason, particulars.get(reason, Particulars()), seat, card) for reason in reasons
        ]
        if manner == "cited":
            parts = [
                f"{part} ({_cited(voice, rules, reason, card)})"
                for part, reason in zip(parts, reasons, strict=True)
            ]
            if any(reason not in particulars or not particulars[reason].pawns for reason in reasons):
                parts += voice.moved(before, after)
        sentence = f"{voice.words['break'].join(parts)}."
        lead = voice.words["lead"].format(who=voice.called(seat)) if manner == "cited" else ""
        sentences[language] = f"{lead}{sentence}" if lead else capital(sentence)
    return sentences


def cite_rules(rules: RuleSet, reasons: Iterable[str], card: Card) -> Mapping[str, str]:
    """The sources of the rules that a move broke, by language: `RULES M5; document 002, the fresh pawn`."""
    said: dict[str, str] = {}
    for language in LANGUAGES:
        voice = _Voice(language, {})
        cited = islice(reasons, MAX_REASONS)
        clauses = dict.fromkeys(_cited(voice, rules, reason, card) for reason in cited)
        said[language] = voice.words["break"].join(clauses)
    return said


class _Voice:
    """The words of one language, with one game's colours."""

    def __init__(self, language: str, colours: Mapping[Seat, str], names: Mapping[Seat, str] = {}) -> None:
        texts, names_of = load_texts("reasons", language), load_texts("names", language)
        self.reasons = texts["reasons"]
        self.cards = names_of["cards"]
        self.a_card = names_of["a_card"]
        self.words = texts["words"]
        self.protection = texts["protection"]
        self._colours = colours
        self._people = names
        self._language = language

    def called(self, seat: Seat) -> str:
        """The person at a seat: a name, else the pawns' colour."""
        return self._people.get(seat) or self.who(seat)

    def who(self, seat: Seat) -> str:
        """A seat by its colour, or by its letter."""
        colour = self._colours.get(seat)
        return self.words["seat"].format(seat=seat) if colour is None else colour_name(colour, self._language)

    def pawns(self, pawns: Iterable[tuple[Hole, Seat]]) -> str:
        """Pawns with their holes: "blue on a3"."""
        named = [self.words["pawn"].format(whose=self.who(seat), hole=hole) for hole, seat in pawns]
        return listed(named, self._language) or self.words["somebody"]

    def holes(self, numbers: Iterable[int], *, is_directed: bool) -> str:
        """Numbers of holes: "1 or 11 holes", "4 holes back"."""
        known = list(numbers)
        parts = []
        for forward in (True, False):
            counts = [abs(n) for n in known if (n > 0) is forward]
            if counts:
                way = ("_forward" if forward else "_back") if is_directed else ""
                word = self.words[f"hole{'s' if counts[-1] > 1 else ''}{way}"]
                parts.append(word.format(n=listed([*map(str, counts)], self._language, "or")))
        return listed(parts, self._language, "or")

    def reason(self, reason: str, details: Particulars, seat: Seat, card: Card) -> str:
        """The sentence of a reason, with the details of the move."""
        is_directed = reason == "wrong-direction" or min(details.went, *details.numbers, 0) < 0
        went = self.holes([details.went], is_directed=is_directed) if details.went else ""
        if details.form in ("numbers", "short", "over") and not is_directed:
            went = str(details.went)
            if len(details.parts) > 1 and details.form == "over":
                went = " + ".join(map(str, details.parts)) + f" = {went}"
        left = details.number - details.went
        is_other = reason == "must-play" and details.cards
        values = {
            "who": self.called(seat),
            "card": self.cards[details.cards[0] if is_other else card],
            "a_card": self.a_card[card],
            "pawns": self.pawns(details.pawns),
            "whose": self.who(details.seat or seat),
            "start": details.start or self.words["camp"],
            "end": details.end,
            "hole": details.hole,
            "other": self.who(details.other or seat),
            "went": went,
            "number": details.number,
            "numbers": self.holes(details.numbers, is_directed=is_directed),
            "count": details.count,
            "left": self.words["left_one" if left == 1 else "left"].format(n=left),
            "cards": listed([self.a_card[one] for one in details.cards], self._language, "or"),
        }
        sentence = self.reasons[f"{reason}_{details.form}" if details.form else reason]
        return filled(sentence, values, self._language)

    def moved(self, before: Position, after: Mapping[Hole, Seat]) -> list[str]:
        """The moves: "red from a2 to a9"."""
        stands = {(hole, owner) for hole, owner in after.items() if not is_camp(hole)}
        gone, came = sorted(before.pawns - stands), sorted(stands - before.pawns)
        said = []
        for seat in sorted({seat for _, seat in (*gone, *came)}):
            start, end = (
                listed([str(hole) for hole, owner in pawns if owner == seat], self._language)
                or self.words["camp"]
                for pawns in (gone, came)
            )
            said.append(self.words["went"].format(whose=self.who(seat), start=start, end=end))
        return said


def _cited(voice: _Voice, rules: RuleSet, reason: str, card: Card) -> str:
    """The source of the rule: `RULES M5; document 002, the fresh pawn`."""
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


Sentences = Callable[[Verdict], Mapping[str, str]]


def why(
    game: Game,
    colours: Mapping[Seat, str],
    manner: Manner = "cited",
    names: Mapping[Seat, str] | None = None,
) -> Sentences:
    """A function from a game's illegal verdict to its sentence by language.

    Args:
        game: whose rules apply.
        colours: seat -> colour word.
        manner: style of the sentence.
        names: the players' names by seat.
    """

    def sentences(verdict: Verdict) -> Mapping[str, str]:
        judgement = Judgement(False, verdict.reasons, verdict.particulars)
        before = Position(frozenset(verdict.before.items()), verdict.before_fresh)
        return explain_text(
            judgement,
            game.rules,
            before,
            verdict.seat,
            card_of(verdict),
            verdict.holes,
            colours,
            manner,
            names,
        )

    return sentences


def card_of(verdict: Verdict) -> Card:
    """The card that reasons are about: the declared or thrown one, or the nearest if none fits."""
    return verdict.card or verdict.nearest or verdict.cards[0]


def clauses(game: Game) -> Sentences:
    """A function from a game's illegal verdict to the references of its rules, by language."""
    return lambda verdict: cite_rules(game.rules, verdict.reasons, card_of(verdict))
