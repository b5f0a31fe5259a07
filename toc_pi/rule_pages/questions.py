"""The sentences of the rule pages, their questions, and how cards and parameters select the sentences of an
answer.

Sentences are in `texts/rulebook.toml`; which of them a page has depends only on cards and parameters.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from toc_pi.languages import Language, listed, load_texts
from toc_pi.languages import capital as capitalized
from toc_pi.rules.game import JOKER, TEN, pack_of
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import NAMES, RuleSet
from toc_pi.rules.ruleset_content import Use


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """The sentences of one language."""

    language: Language
    texts: Mapping[str, Mapping[str, str]]

    def text(self, part: str, key: str, **values: object) -> str:
        """A sentence by its part and key in `texts/rulebook.toml`, with its placeholders filled."""
        return self.texts[part][key].format(**values)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the part [say]."""
        return self.text("say", key, **values)

    def title(self, rules: RuleSet) -> str:
        """The title of a shipped rule set; the name of a family's own."""
        return self.text("titles", rules.name) if rules.name in NAMES else rules.name

    def name(self, card: Card, capital: bool = False) -> str:
        """A card in words: "the 7"."""
        return self.names([card], capital=capital)

    def names(self, cards: Iterable[Card], word: Literal["and", "or"] = "or", capital: bool = False) -> str:
        """Cards in words, as a list."""
        names = listed([self.texts["cards"][card] for card in cards], self.language, word)
        return capitalized(names) if capital else names

    def card_does(self, uses: Iterable[Use]) -> str:
        """What a card with these uses allows, joined by "or"."""
        mows = self.texts["use"]["mows"]
        said = [self.text("use", use.kind, n=use.number) + mows * use.mows for use in uses]
        return listed(said, self.language, "or")


@cache
def rule_texts(language: Language) -> RuleTexts:
    """The sentences about rule sets in a language."""
    return RuleTexts(language, {**load_texts("rulebook", language), **load_texts("names", language)})


AnswerLines = Iterable[str]


@dataclass(frozen=True, slots=True)
class Topic:
    """A question: the function that answers it, its clauses, and the parameters and cards it depends on."""

    key: str
    answer: Callable[[RuleSet, RuleTexts], AnswerLines]
    clauses: str
    depends: tuple[str, ...] = ()


def _with_use(rules: RuleSet, *kinds: str) -> list[Card]:
    return [card for card, uses in rules.cards.items() if any(use.kind in kinds for use in uses)]


def _mowing(rules: RuleSet) -> list[Card]:
    return [card for card, uses in rules.cards.items() if any(use.mows for use in uses)]


def _any_card(rules: RuleSet) -> bool:
    """Whether the joker may be any card."""
    return JOKER in _with_use(rules, "any-card")


def _pack(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    missing = [card for card in RANKS if card not in rules.cards and card != JOKER]
    count, jokers = len(pack_of(rules)), pack_of(rules).count(JOKER)
    key = "pack_jokers" if jokers else "pack_no_jokers"
    yield wording.say(key, count=count, others=count - jokers, jokers=jokers)
    if missing:
        yield wording.say("pack_without", cards=wording.names(missing, "and"))


def _deal(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    first, *others = [wording.say("one_card" if size == 1 else "cards", n=size) for size in rules.deal]
    if rules.draw:
        yield wording.say("deal_draw", first=first)
        return
    then = ", ".join([*others[:1], *(wording.say("and_then", cards=cards) for cards in others[1:])])
    yield wording.say("deal_same" if {*others} <= {first} else "deal_then", first=first, then=then)
    if JOKER in rules.cards and rules.joker_again != "none":
        yield wording.say("deal_rest")


def _out(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    cards = _with_use(rules, "out")
    yield wording.say("out" if cards else "out_never", cards=wording.names(cards))
    if cards and _any_card(rules):
        yield wording.say("joker_may_be_any")
    if rules.base == "quebec":  # document 002: a fresh pawn stands with its white face up
        yield wording.say("out_white")


def _mates(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    return map(wording.say, ("mates", "stuck") if rules.mate_when_stuck else ("mates",))


def _must(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    yield wording.say("must")
    if free := [card for card in rules.cards if card in rules.not_forced]:
        yield wording.say("must_free", cards=wording.names(free))
    if "home" in rules.not_forced:
        yield wording.say("must_home")


def _pass(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    if cards := _with_use(rules, "pass"):
        yield wording.say("pass_card", cards=wording.names(cards))
    if rules.not_forced:
        yield wording.say("pass_not_forced")
    elif not cards:
        yield wording.say("pass_no")


def _lap(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    yield wording.say("lap_yes" if rules.pass_own_start else "lap_no")
    if rules.base == "fadoq" and not rules.pass_own_start:  # R1: page 1 and page 2 of document 004 differ
        yield wording.say("lap_fadoq")
    yield wording.say("lap_free")


def _seven(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    shared = [(card, use) for card, uses in rules.cards.items() for use in uses if use.kind == "split"]
    if not shared:
        yield wording.say("seven_none")
        return
    for card, use in shared:
        key = "any" if rules.split_pawns >= use.number else "one" if rules.split_pawns == 1 else "most"
        name = wording.name(card, capital=key != "one")
        yield wording.say(f"seven_{key}", card=name, n=use.number, most=rules.split_pawns)
    if rules.split_pawns > 1:
        if rules.split_with == "team":
            yield wording.say("seven_team")
        yield wording.say("seven_again" if rules.split_again else "seven_once")
        yield wording.say("seven_captured")
    yield wording.say("seven_spill" if rules.spill and rules.split_with == "own" else "seven_exact")


def _king(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    king, mowing = Card("K"), _mowing(rules)
    steps = [use.number for use in rules.cards.get(king, ()) if use.mows]
    key = "king_mows" if steps else "king_none" if king in rules.cards else "king_missing"
    yield wording.say(key, n=steps[0] if steps else 0)
    if others := [card for card in mowing if card != king]:
        yield wording.say("mows_cards" if steps else "mows_only", cards=wording.names(others, "and"))
    if mowing:
        yield wording.say(f"spares_{rules.mowing_spares}")
        yield wording.say("mows_blocked" if rules.protected_blocks else "mows_protected")


def _joker(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    what = "any" if _any_card(rules) else rules.joker_again if rules.cards.get(JOKER) else "missing"
    yield wording.say(f"joker_{what}")


def _protected(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    yield wording.say(f"protected_{rules.protected}")
    yield wording.say("protected_land")
    if rules.protected_blocks:
        yield wording.say("protected_blocks")
    elif rules.no_passing != "any":
        yield wording.say("protected_passed")
    if others := _with_use(rules, "opponent", "any"):
        key = "protected_moved" if rules.protected_moved else "protected_unmoved"
        yield wording.say(key, Cards=wording.names(others, capital=True))
    yield wording.say("protected_home")


def _passing(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    yield wording.say("passing_free" if rules.no_passing == "none" else f"passing_{rules.no_passing}")
    if rules.protected_blocks and rules.no_passing != "any":
        yield wording.say("passing_blocks" if rules.no_passing == "none" else "passing_blocks_too")
    yield wording.say("passing_home")


def _jack(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    cards = _with_use(rules, "swap")
    yield wording.say("jack" if cards else "jack_none", Cards=wording.names(cards, capital=True))
    if cards:
        yield wording.say(f"jack_own_{rules.swap_own_pawn_not_on}")
        yield wording.say(f"jack_other_{rules.swap_other_pawn_not_on}")
        yield wording.say("jack_two_yes" if rules.swap_two_own else "jack_two_no")


def _five(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    uses = rules.cards.get(Card("5"), ())
    if not uses:
        yield wording.say("five_missing")
        return
    keys = {"forward": "five_own", "opponent": "five_opponent", "any": "five_any"}
    only = uses[0].kind if len(uses) == 1 else ""
    yield wording.say(keys.get(only, "five_other"), does=wording.card_does(uses))
    if only in ("opponent", "any"):
        yield wording.say("five_alone_free" if "5" in rules.not_forced else "five_alone_must")
    if any(use.kind in keys for use in uses):
        yield wording.say(f"five_home_{rules.five_home}")
        if not rules.pass_own_start:
            yield wording.say("five_start")


def _four(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    uses = rules.cards.get(Card("4"), ())
    keys = {"": "missing", "-4": "back", "4": "forward", "-4 4": "both"}
    key = keys.get(" ".join(sorted({str(use) for use in uses})), "other")
    yield wording.say(f"four_{key}", does=wording.card_does(uses))


def _jump(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    yield wording.say(f"jump_{rules.jump}")
    if rules.jump == "none":
        return
    yield wording.say(f"jump_{rules.jump_way}")
    mown = rules.jump_takes == "last" and not rules.jump_over and _mowing(rules)
    yield wording.say("jump_last_mows" if mown else f"jump_{rules.jump_takes}")
    blocked = "jump_blocked" if rules.pass_own_start else "jump_blocked_start"
    yield wording.say("jump_over" if rules.jump_over else blocked)
    yield wording.say("jump_once")
    if rules.jump == "may":
        yield wording.say("jump_free")


def _ten(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    yield wording.say(f"ten_{rules.ten_next}" if TEN in rules.cards else "ten_missing")
    if TEN in rules.cards and rules.ten_next == "throw" and rules.draw:
        yield wording.say("ten_draw")


def _centre(rules: RuleSet, wording: RuleTexts) -> AnswerLines:
    cards = _with_use(rules, "centre")
    yield wording.say("centre" if cards else "centre_none", cards=wording.names(cards))
    if cards and _any_card(rules):
        yield wording.say("joker_may_be_any")


def _keys(*keys: str | Callable[[RuleSet], str]) -> Callable[[RuleSet, RuleTexts], AnswerLines]:
    """Answers with the sentences of these keys, which may depend on a parameter."""
    return lambda rules, wording: (wording.say(key if isinstance(key, str) else key(rules)) for key in keys)


# By own_capture and team_capture.
_OWN = {(1, 1): "own_yes", (0, 1): "own_no", (0, 0): "team_no", (1, 0): "team_only_no"}
_PROTECTED = ("protected", "protected_blocks", "protected_moved")
_begin = _keys(lambda rules: "begin_quick" if rules.quick_start else "begin")
_exchange = _keys(lambda rules: f"exchange_{rules.exchange}")
_cannot = _keys(lambda rules: f"cannot_{rules.cannot_play}{'_draw' * rules.draw}")
_own = _keys(lambda rules: _OWN[rules.own_capture, rules.team_capture])

PLAY = (
    Topic("aim", _keys("aim"), "RULES 4"),
    Topic("players", lambda rules, wording: [wording.text("players", rules.base)], "RULES 4"),
    Topic("pack", _pack, "RULES 3, R15", tuple(RANKS)),
    Topic("begin", _begin, "RULES 4", ("quick_start",)),
    Topic("deal", _deal, "RULES 4, R24", ("deal", "draw")),
    Topic("exchange", _exchange, "RULES 4", ("exchange",)),
    Topic("turn", _keys("turn"), "RULES 4"),
    Topic("out", _out, "M10", tuple(RANKS)),
    Topic("home", _keys("home", "home_entry"), "M2, M3, R13"),
    Topic("mates", _mates, "RULES 1, R14", ("mate_when_stuck",)),
)
QUESTIONS = (
    Topic("must", _must, "RULES 4", ("not_forced",)),
    Topic("cannot", _cannot, "RULES 4, R18", ("cannot_play", "draw")),
    Topic("pass", _pass, "RULES 3, 4", ("not_forced", "J")),
    Topic("own", _own, "M6, M7", ("own_capture", "team_capture")),
    Topic("lap", _lap, "M1, M9, R1, R21, R26", ("pass_own_start",)),
    Topic("seven", _seven, "M12, R12, R17", ("7", "split_pawns", "split_with", "split_again", "spill")),
    Topic("king", _king, "M7, R6, R25", ("K", "7", "mowing_spares")),
    Topic("joker", _joker, "RULES 4", ("*", "joker_again")),
    Topic("protected", _protected, "M5, M6, M14, R2, R3, R20", _PROTECTED),
    Topic("passing", _passing, "M3, M5, R5", ("no_passing", "protected_blocks")),
    Topic("jack", _jack, "M11, R10, R11, R22", ("J", "swap_two_own")),
    Topic("five", _five, "M9, M14, R4, R23", ("5", "five_home")),
    Topic("four", _four, "M4", ("4",)),
    Topic("jump", _jump, "M8, R7, R8, R19", ("jump", "jump_way", "jump_takes", "jump_over")),
    Topic("ten", _ten, "RULES 4", ("10", "ten_next")),
    Topic("centre", _centre, "M13, R16"),
)
