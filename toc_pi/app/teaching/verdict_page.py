"""The page "Why?" of a verdict: the rule, the correct move, and which rules judge it differently."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from calibration.holes import Hole, Seat
from toc_pi.app.teaching.moves_page import ways_of
from toc_pi.app.teaching.thinking import DifferingRules, JobResult, RuleComparisonJob
from toc_pi.belief.game import Game, playable_part
from toc_pi.effects import Verdict
from toc_pi.languages import Language, face_of, load_texts
from toc_pi.rule_pages.pages import house_rule, make_page
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.legal import nearest_moves
from toc_pi.rules.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, RuleSet, load_ruleset
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.teaching.play_phrases import PlayPhrases
from toc_pi.words import card_of

RULES: Mapping[str, str] = {
    "must-play": "must",
    "passed-pawn": "passing",
    "crossed-own-start": "lap",
    "home-closed": "five",
    "cannot-come-out": "out",
    "wrong-start": "out",
    "swap-pair": "jack",
    "no-centre": "centre",
    "capture-forbidden": "own",
    "mown-left": "king",
}
"""The question of the rule pages for a reason, if its first word doesn't name it."""
TOPICS: Mapping[str, str] = {"home": "home", "jump": "jump"}
MAX_NAMED = 1  # how many house rules are given in full sentences


@dataclass(frozen=True, slots=True)
class VerdictPage:
    """The state of the page.

    Attributes:
        game: whose rules apply.
        verdict: the verdict to explain, on a card that was played, discarded or thrown.
        reason: the referee's sentence; "" for a legal move.
        moves: the move, or for an illegal one the nearest legal move; empty if there is none.
        where: whether the second page is shown: the rule, and which rules judge it differently.
        others: which rules judge it differently; None until known.
    """

    game: Game
    verdict: Verdict
    reason: str
    moves: tuple[PawnMove, ...]
    where: bool = False
    others: DifferingRules | None = None

    @property
    def question(self) -> RuleComparisonJob | None:
        """The search needed for the second page; None if it isn't shown, or its answer is known."""
        verdict, game = self.verdict, self.game
        if not self.where or self.others is not None or verdict.do not in ("card", "discard"):
            return None
        playable, stuck = playable_part(_before(verdict))
        after = dict(_pawns(verdict.holes) - stuck)
        return RuleComparisonJob(game.rules, game.table, playable, verdict.seat, card_of(verdict), after)

    def tapped(self, key: str) -> "VerdictPage | None":
        """The page after a tap; None once it is closed."""
        match key:
            case "close":
                return None
            case "where" | "back":
                return replace(self, where=key == "where")
        return self

    def answered(self, answer: JobResult) -> "VerdictPage":
        """The page once the differing rules are known."""
        return replace(self, others=answer if isinstance(answer, DifferingRules) else DifferingRules())

    def guide(self, phrases: PlayPhrases) -> Page:
        """Lay the page out."""
        texts, keys = phrases.guide["why"], phrases.guide["keys"]
        verdict = self.verdict
        title = texts["right_title" if verdict.legal else "title"]
        card = face_of(verdict.card or verdict.nearest or "", phrases.faces)
        plain = Page("help", title, shape=Shape.TEXT, seat=verdict.seat, card=card)
        if self.where:
            back = (Key("back", keys["back"]), Key("close", keys["close"]))
            more = _others(self, phrases)
            return replace(plain, title=texts["where"], text=_rule(self, phrases), more=more, feet=back)
        text, more = self.reason, ""
        if verdict.legal:
            text = what_it_does(self.game.rules, card_of(verdict), phrases.language)
        if self.moves:
            more = texts["did" if verdict.legal else "right"].format(moves=phrases.moves(self.moves))
        return replace(
            plain,
            text=text,
            more=more,
            pawns=dict(verdict.before),
            fresh=verdict.before_fresh,
            ways=ways_of(self.moves),
            feet=(Key("where", keys["where"]), Key("close", keys["close"])),
        )


def open_why(game: Game, verdict: Verdict, reason: str) -> VerdictPage:
    """The first page of a verdict."""
    before = _before(verdict)
    card, moves = card_of(verdict), tuple[PawnMove, ...]()
    if verdict.legal:
        moves = pawn_moves_of(game.table, before, card, Position(_pawns(verdict.holes), verdict.fresh))
    else:
        playable, stuck = playable_part(before)
        wanted = _pawns(verdict.holes) - stuck
        for one in (card, *verdict.cards):
            near = nearest_moves(game.rules, game.table, playable, verdict.seat, one, wanted, 1)
            if near and near[0].pawns != playable.pawns:
                moves = pawn_moves_of(game.table, playable, one, near[0])
                break
    return VerdictPage(game, verdict, reason, moves)


def what_it_does(rules: RuleSet, card: Card, language: Language) -> str:
    """What a card does, as a sentence."""
    wording, texts = rule_texts(language), load_texts("guide", language)["why"]
    return texts["does"].format(
        card=wording.name(card, capital=True), does=wording.card_does(rules.uses(card))
    )


def _others(why: VerdictPage, phrases: PlayPhrases) -> str:
    """Sentences about the rule sets and house rules that judge it differently."""
    texts, others, verdict = phrases.guide["why"], why.others, why.verdict
    wording, lines = rule_texts(phrases.language), list[str]()
    if others is None:
        return "" if why.question is None else texts["looking"]
    if not others.sets and not others.house:
        card = card_of(verdict)
        everywhere = all(card in load_ruleset(name).cards for name in NAMES)
        return texts["nobody" if everywhere else "nobody_with"].format(card=wording.name(card))
    kind = "forbidden" if verdict.legal else "allowed"
    if others.sets:
        sets = ", ".join(wording.text("titles", name) for name in others.sets)
        lines.append(texts[f"{kind}_sets"].format(sets=sets))
    if others.house:
        rules = [house_rule(key, phrases.language) for key in others.house[:MAX_NAMED]]
        house = " ".join(texts["house"].format(name=rule.name, text=rule.text) for rule in rules)
        lines.append(texts[f"{kind}_house"].format(house=house))
        if (left := len(others.house) - MAX_NAMED) > 0:
            lines.append(f"… {texts['more'].format(count=left)}.")
    return " ".join(lines)


def _rule(why: VerdictPage, phrases: PlayPhrases) -> str:
    """The rule in sentences: the answer of the rule pages, or what the card does."""
    rules, verdict = why.game.rules, why.verdict
    reason = next(iter(verdict.reasons), "")
    topic = RULES.get(reason) or TOPICS.get(reason.partition("-")[0])
    topic = "protected" if reason.endswith("-protected") else topic
    page = make_page(rules, phrases.language)
    answers = (one.text for one in (*page.play, *page.questions) if one.topic == topic)
    return next(answers, what_it_does(rules, card_of(verdict), phrases.language))


def _before(verdict: Verdict) -> Position:
    return Position(_pawns(verdict.before), verdict.before_fresh)


def _pawns(holes: Mapping[Hole, Seat]) -> frozenset[tuple[Hole, Seat]]:
    return frozenset(holes.items())
