"""Why a move, or a verdict's move, is illegal: sentences in every language, from `texts/reasons.toml`."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Literal

from calibration.holes import Hole, Seat, is_camp
from toc_pi.belief.game import Game
from toc_pi.effects import Particulars, Verdict
from toc_pi.languages import LANGUAGES, capital, filled, listed, load_texts
from toc_pi.phrases import Phrases, VerdictReasons
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import Judgement
from toc_pi.rules.ruleset import RuleSet

Manner = Literal["cited", "plain"]
"""The style of a reason: `cited` with the player, the source of the rule and what moved; `plain` only the
rule, spoken, or beside a board that shows the rest."""

CLAUSES: Mapping[str, Sequence[str]] = tomllib.loads(
    (files("toc_pi.rules.reasons") / "clauses.toml").read_text(encoding="utf-8")
)
"""For each reason the clause of RULES, and the parameter (or the card) whose source is cited."""

# Reasons about protected pawns.
PROTECTIONS = ("took-protected", "passed-protected", "moved-protected")


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
    if not judgement.reasons:
        return dict.fromkeys(LANGUAGES, "")
    reason = judgement.reasons[0]  # the most telling; more are more than anybody reads at a table
    details = judgement.particulars.get(reason, Particulars())
    sentences: dict[str, str] = {}
    for language in LANGUAGES:
        voice = _Voice(language, colours or {}, names or {})
        parts = [voice.reason(reason, details, seat, card)]
        if manner == "cited":
            parts = [f"{parts[0]} ({voice.cited(rules, reason, card)})"]
            if not details.pawns:
                parts += voice.moved(before, after)
        sentence = f"{voice.joined(parts)}."
        lead = voice.words["lead"].format(who=voice.called(seat)) if manner == "cited" else ""
        sentences[language] = f"{lead}{sentence}" if lead else capital(sentence)
    return sentences


def cite_rules(rules: RuleSet, reason: str, card: Card) -> Mapping[str, str]:
    """The source of the rule that a move broke, by language: `RULES M5; document 002, the fresh pawn`."""
    return {language: _Voice(language, {}).cited(rules, reason, card) for language in LANGUAGES}


class _Voice:
    """The words of one language, with one game's colours and names."""

    def __init__(self, language: str, colours: Mapping[Seat, str], names: Mapping[Seat, str] = {}) -> None:
        texts, self._names = load_texts("reasons", language), load_texts("names", language)
        self.words, self._reasons, self._protection = texts["words"], texts["reasons"], texts["protection"]
        phrases = Phrases(language, colours, names=names)
        self._who, self.called, self._language = phrases.who, phrases.called, language

    def joined(self, parts: Iterable[str]) -> str:
        return self.words["break"].join(parts)

    def _or(self, words: Iterable[str]) -> str:
        return listed([*words], self._language, "or")

    def _pawns(self, pawns: Iterable[tuple[Hole, Seat]]) -> str:
        """Pawns with their holes: "blue on a3"."""
        named = [self.words["pawn"].format(whose=self._who(seat), hole=hole) for hole, seat in pawns]
        return listed(named, self._language) or self.words["somebody"]

    def _holes(self, numbers: Iterable[int], *, is_directed: bool) -> str:
        """Numbers of holes: "1 or 11 holes", "4 holes back"."""
        known, parts = list(numbers), []
        for forward in (True, False):
            if counts := [abs(n) for n in known if (n > 0) is forward]:
                way = ("_forward" if forward else "_back") if is_directed else ""
                word = self.words[f"hole{'s' if counts[-1] > 1 else ''}{way}"]
                parts.append(word.format(n=self._or(map(str, counts))))
        return self._or(parts)

    def reason(self, reason: str, details: Particulars, seat: Seat, card: Card) -> str:
        """The sentence of a reason, with the details of the move."""
        is_directed = reason == "wrong-direction" or min(details.went, *details.numbers, 0) < 0
        went = self._holes([details.went], is_directed=is_directed) if details.went else ""
        if details.form in ("numbers", "short", "over") and not is_directed:
            went = str(details.went)
            if len(details.parts) > 1 and details.form == "over":
                went = " + ".join(map(str, details.parts)) + f" = {went}"
        left, a_card = details.number - details.went, self._names["a_card"]
        about = details.cards[0] if reason == "must-play" and details.cards else card
        values = {
            "who": self.called(seat),
            "card": self._names["cards"][about],
            "a_card": a_card[card],
            "pawns": self._pawns(details.pawns),
            "whose": self._who(details.seat or seat),
            "start": details.start or self.words["camp"],
            "end": details.end,
            "hole": details.hole,
            "other": self._who(details.other or seat),
            "went": went,
            "number": details.number,
            "numbers": self._holes(details.numbers, is_directed=is_directed),
            "count": details.count,
            "left": self.words["left_one" if left == 1 else "left"].format(n=left),
            "cards": self._or(a_card[one] for one in details.cards),
        }
        sentence = self._reasons[f"{reason}_{details.form}" if details.form else reason]
        return filled(sentence, values, self._language)

    def moved(self, before: Position, after: Mapping[Hole, Seat]) -> list[str]:
        """The moves: "red from a2 to a9"."""
        stands = {(hole, owner) for hole, owner in after.items() if not is_camp(hole)}
        ways = sorted(before.pawns - stands), sorted(stands - before.pawns)
        said = []
        for seat in sorted({seat for pawns in ways for _, seat in pawns}):
            holes = ([hole for hole, owner in pawns if owner == seat] for pawns in ways)
            start, end = (listed(each, self._language) or self.words["camp"] for each in holes)
            said.append(self.words["went"].format(whose=self._who(seat), start=start, end=end))
        return said

    def cited(self, rules: RuleSet, reason: str, card: Card) -> str:
        """The source of the rule: `RULES M5; document 002, the fresh pawn`."""
        clause, key = CLAUSES[reason]
        source, place = rules.sources.get(card if key == "card" else key, ""), ""
        if source.startswith("silent; RULES "):
            decided = source.removeprefix("silent; RULES ")
            clause += f", {decided}" if decided.startswith("R") else f", section {decided}"
        elif source.startswith("house rule "):
            place = self.words["house"].format(name=source.removeprefix("house rule "))
        elif source[:3].isdigit():
            if reason in PROTECTIONS:
                source = f"{source[:3]}, {self._protection[rules.protected]}"
            place = self.words["document"].format(place=source)
        elif source and key not in ("", "card"):
            place = self.words["own"]
        return self.joined(filter(None, (self.words["cite"].format(clause=clause), place)))


def why(
    game: Game,
    colours: Mapping[Seat, str],
    manner: Manner = "cited",
    names: Mapping[Seat, str] | None = None,
) -> VerdictReasons:
    """A function from a game's illegal verdict to its sentence by language; arguments as `explain_text`."""

    def sentences(verdict: Verdict) -> Mapping[str, str]:
        judgement = Judgement(False, verdict.reasons, verdict.particulars)
        before = Position(frozenset(verdict.before.items()), verdict.before_fresh)
        move = before, verdict.seat, card_of(verdict), verdict.holes
        found = explain_text(judgement, game.rules, *move, colours, manner, names)
        if verdict.moved_as is None:
            return found
        return {language: f"{laid_and_moved(verdict, language)} {text}" for language, text in found.items()}

    return sentences


def laid_and_moved(verdict: Verdict, language: str) -> str:
    """Which card was laid, and which one the move would have been right with."""
    a_card, words = load_texts("names", language)["a_card"], load_texts("reasons", language)["words"]
    values = {"a_card": a_card[card_of(verdict)], "other": a_card[verdict.moved_as or card_of(verdict)]}
    return filled(words["laid_moved"], values, language)


def card_of(verdict: Verdict) -> Card:
    """The card that reasons are about: the declared or thrown one, or the nearest if none fits."""
    return verdict.card or verdict.nearest or verdict.cards[0]


def clauses(game: Game) -> VerdictReasons:
    """A function from a game's illegal verdict to the reference of its rule, by language."""
    return lambda verdict: cite_rules(game.rules, verdict.reasons[0], card_of(verdict))
