"""The sentences of the rule pages, their questions, and how cards and parameters select the sentences of an
answer.

Sentences are in `texts/rulebook.toml`; which of them a page has depends only on cards and parameters.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from toc_pi.languages import LANGUAGES, Language, listed, load_texts
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
        return self.texts[part][key].format(**values)

    def say(self, key: str, **values: object) -> str:
        return self.text("say", key, **values)

    def title(self, rules: RuleSet) -> str:
        return self.text("titles", rules.name) if rules.name in NAMES else rules.name

    def name(self, card: Card, capital: bool = False) -> str:
        name = self.text("cards", card)
        return capitalized(name) if capital else name

    def names(self, cards: Iterable[Card], word: Literal["and", "or"] = "or", capital: bool = False) -> str:
        names = listed([self.name(card) for card in cards], self.language, word)
        return capitalized(names) if capital else names

    def card_does(self, uses: Iterable[Use]) -> str:
        return listed([self._use(use) for use in uses], self.language, "or")

    def _use(self, use: Use) -> str:
        return self.text("use", use.kind, n=use.number) + self.text("use", "mows") * use.mows


@lru_cache(maxsize=len(LANGUAGES))
def rule_texts(language: Language) -> RuleTexts:
    return RuleTexts(language, {**load_texts("rulebook", language), **load_texts("names", language)})


Sentences = Iterator[str]


@dataclass(frozen=True, slots=True)
class Topic:
    """A question: the function that answers it, its clauses, and the parameters and cards it depends on."""

    key: str
    answer: Callable[[RuleSet, RuleTexts], Sentences]
    clauses: str
    depends: tuple[str, ...] = ()


def _always(*keys: str) -> Callable[[RuleSet, RuleTexts], Sentences]:
    """An answer that is the same for all rule sets."""
    return lambda _rules, book: map(book.say, keys)


def _with_use(rules: RuleSet, *kinds: str) -> list[Card]:
    return [card for card, uses in rules.cards.items() if any(use.kind in kinds for use in uses)]


def _mowing(rules: RuleSet) -> list[Card]:
    return [card for card, uses in rules.cards.items() if any(use.mows for use in uses)]


def _any_card(rules: RuleSet) -> bool:
    """Whether the joker may be any card."""
    return any(use.kind == "any-card" for use in rules.cards.get(JOKER, ()))


def _players(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.text("players", rules.base)


def _pack(rules: RuleSet, book: RuleTexts) -> Sentences:
    missing = [card for card in RANKS if card not in rules.cards and card != JOKER]
    count, jokers = len(pack_of(rules)), pack_of(rules).count(JOKER)
    key = "pack_jokers" if jokers else "pack_no_jokers"
    yield book.say(key, count=count, others=count - jokers, jokers=jokers)
    if missing:
        yield book.say("pack_without", cards=book.names(missing, "and"))


def _begin(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say("begin_quick" if rules.quick_start else "begin")


def _deal(rules: RuleSet, book: RuleTexts) -> Sentences:
    sizes = [book.say("one_card" if size == 1 else "cards", n=size) for size in rules.deal]
    if rules.draw:
        yield book.say("deal_draw", first=sizes[0])
        return
    if len(set(sizes)) == 1:
        yield book.say("deal_same", first=sizes[0])
    else:
        then = ", ".join([sizes[1], *(book.say("and_then", cards=size) for size in sizes[2:])])
        yield book.say("deal_then", first=sizes[0], then=then)
    if JOKER in rules.cards and rules.joker_again != "none":
        yield book.say("deal_rest")


def _exchange(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say(f"exchange_{rules.exchange}")


def _out(rules: RuleSet, book: RuleTexts) -> Sentences:
    cards = _with_use(rules, "out")
    yield book.say("out", cards=book.names(cards)) if cards else book.say("out_never")
    if cards and _any_card(rules):
        yield book.say("joker_may_be_any")
    if rules.base == "quebec":  # document 002: a fresh pawn stands with its white face up
        yield book.say("out_white")


def _mates(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say("mates")
    if rules.mate_when_stuck:
        yield book.say("stuck")


def _must(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say("must")
    free = [card for card in rules.cards if card in rules.not_forced]
    if free:
        yield book.say("must_free", cards=book.names(free))
    if "home" in rules.not_forced:
        yield book.say("must_home")


def _cannot(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say(f"cannot_{rules.cannot_play}{'_draw' * rules.draw}")


def _pass(rules: RuleSet, book: RuleTexts) -> Sentences:
    cards = _with_use(rules, "pass")
    if cards:
        yield book.say("pass_card", cards=book.names(cards))
    if rules.not_forced:
        yield book.say("pass_not_forced")
    if not cards and not rules.not_forced:
        yield book.say("pass_no")


def _own(rules: RuleSet, book: RuleTexts) -> Sentences:
    keys = {
        (True, True): "own_yes",
        (False, True): "own_no",
        (False, False): "team_no",
        (True, False): "team_only_no",
    }
    yield book.say(keys[rules.own_capture, rules.team_capture])


def _lap(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say("lap_yes" if rules.pass_own_start else "lap_no")
    if rules.base == "fadoq" and not rules.pass_own_start:  # R1: page 1 and page 2 of document 004 differ
        yield book.say("lap_fadoq")
    yield book.say("lap_free")


def _seven(rules: RuleSet, book: RuleTexts) -> Sentences:
    shared = [(card, use) for card, uses in rules.cards.items() for use in uses if use.kind == "split"]
    if not shared:
        yield book.say("seven_none")
        return
    for card, use in shared:
        key = "any" if rules.split_pawns >= use.number else "one" if rules.split_pawns == 1 else "most"
        name = book.name(card, capital=key != "one")
        yield book.say(f"seven_{key}", card=name, n=use.number, most=rules.split_pawns)
    if rules.split_pawns > 1:
        if rules.split_with == "team":
            yield book.say("seven_team")
        yield book.say("seven_again" if rules.split_again else "seven_once")
        yield book.say("seven_captured")
    yield book.say("seven_spill" if rules.spill and rules.split_with == "own" else "seven_exact")


def _king(rules: RuleSet, book: RuleTexts) -> Sentences:
    king, mowing = Card("K"), _mowing(rules)
    uses = [use for use in rules.cards.get(king, ()) if use.mows]
    others = [card for card in mowing if card != king]
    if king not in rules.cards:
        yield book.say("king_missing")
    elif uses:
        yield book.say("king_mows", n=uses[0].number)
    else:
        yield book.say("king_none")
    if others:
        key = "mows_cards" if uses else "mows_only"
        yield book.say(key, cards=book.names(others, "and"))
    if mowing:
        yield book.say(f"spares_{rules.mowing_spares}")
        yield book.say("mows_blocked" if rules.protected_blocks else "mows_protected")


def _joker(rules: RuleSet, book: RuleTexts) -> Sentences:
    uses = rules.cards.get(JOKER, ())
    if not uses:
        yield book.say("joker_missing")
    elif _any_card(rules):
        yield book.say("joker_any")
    else:
        yield book.say(f"joker_{rules.joker_again}")


def _protected(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say(f"protected_{rules.protected}")
    yield book.say("protected_land")
    if rules.protected_blocks:
        yield book.say("protected_blocks")
    elif rules.no_passing != "any":
        yield book.say("protected_passed")
    others = _with_use(rules, "opponent", "any")
    if others:
        key = "protected_moved" if rules.protected_moved else "protected_unmoved"
        yield book.say(key, Cards=book.names(others, capital=True))
    yield book.say("protected_home")


def _passing(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say("passing_free" if rules.no_passing == "none" else f"passing_{rules.no_passing}")
    if rules.protected_blocks and rules.no_passing != "any":
        yield book.say("passing_blocks" if rules.no_passing == "none" else "passing_blocks_too")
    yield book.say("passing_home")


def _jack(rules: RuleSet, book: RuleTexts) -> Sentences:
    cards = _with_use(rules, "swap")
    if not cards:
        yield book.say("jack_none")
        return
    yield book.say("jack", Cards=book.names(cards, capital=True))
    yield book.say(f"jack_own_{rules.swap_own_pawn_not_on}")
    yield book.say(f"jack_other_{rules.swap_other_pawn_not_on}")
    yield book.say("jack_two_yes" if rules.swap_two_own else "jack_two_no")


def _five(rules: RuleSet, book: RuleTexts) -> Sentences:
    uses = rules.cards.get(Card("5"), ())
    if not uses:
        yield book.say("five_missing")
        return
    keys = {"forward": "five_own", "opponent": "five_opponent", "any": "five_any"}
    if len(uses) == 1 and uses[0].kind in keys:
        yield book.say(keys[uses[0].kind])
        if uses[0].kind != "forward":
            yield book.say("five_alone_free" if "5" in rules.not_forced else "five_alone_must")
    else:
        yield book.say("five_other", does=book.card_does(uses))
    if any(use.kind in keys for use in uses):
        yield book.say(f"five_home_{rules.five_home}")
        if not rules.pass_own_start:
            yield book.say("five_start")


def _four(rules: RuleSet, book: RuleTexts) -> Sentences:
    uses = {str(use) for use in rules.cards.get(Card("4"), ())}
    keys = {("-4",): "four_back", ("4",): "four_forward", ("-4", "4"): "four_both"}
    if not uses:
        yield book.say("four_missing")
    elif tuple(sorted(uses)) in keys:
        yield book.say(keys[tuple(sorted(uses))])
    else:
        yield book.say("four_other", does=book.card_does(rules.cards[Card("4")]))


def _jump(rules: RuleSet, book: RuleTexts) -> Sentences:
    yield book.say(f"jump_{rules.jump}")
    if rules.jump == "none":
        return
    yield book.say(f"jump_{rules.jump_way}")
    mown = rules.jump_takes == "last" and not rules.jump_over and _mowing(rules)
    yield book.say("jump_last_mows" if mown else f"jump_{rules.jump_takes}")
    if rules.jump_over:
        yield book.say("jump_over")
    else:
        yield book.say("jump_blocked" if rules.pass_own_start else "jump_blocked_start")
    yield book.say("jump_once")
    if rules.jump == "may":
        yield book.say("jump_free")


def _ten(rules: RuleSet, book: RuleTexts) -> Sentences:
    if TEN not in rules.cards:
        yield book.say("ten_missing")
        return
    yield book.say(f"ten_{rules.ten_next}")
    if rules.ten_next == "throw" and rules.draw:
        yield book.say("ten_draw")


def _centre(rules: RuleSet, book: RuleTexts) -> Sentences:
    cards = _with_use(rules, "centre")
    yield book.say("centre", cards=book.names(cards)) if cards else book.say("centre_none")
    if cards and _any_card(rules):
        yield book.say("joker_may_be_any")


PLAY = (
    Topic("aim", _always("aim"), "RULES 4"),
    Topic("players", _players, "RULES 4"),
    Topic("pack", _pack, "RULES 3, R15", tuple(RANKS)),
    Topic(
        "begin",
        lambda rules, book: iter([book.say("begin_quick" if rules.quick_start else "begin")]),
        "RULES 4",
        ("quick_start",),
    ),
    Topic("deal", _deal, "RULES 4, R24", ("deal", "draw")),
    Topic(
        "exchange",
        lambda rules, book: iter([book.say(f"exchange_{rules.exchange}")]),
        "RULES 4",
        ("exchange",),
    ),
    Topic("turn", _always("turn"), "RULES 4"),
    Topic("out", _out, "M10", tuple(RANKS)),
    Topic("home", _always("home", "home_entry"), "M2, M3, R13"),
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
    Topic(
        "protected",
        _protected,
        "M5, M6, M14, R2, R3, R20",
        ("protected", "protected_blocks", "protected_moved"),
    ),
    Topic("passing", _passing, "M3, M5, R5", ("no_passing", "protected_blocks")),
    Topic("jack", _jack, "M11, R10, R11, R22", ("J", "swap_two_own")),
    Topic("five", _five, "M9, M14, R4, R23", ("5", "five_home")),
    Topic("four", _four, "M4", ("4",)),
    Topic("jump", _jump, "M8, R7, R8, R19", ("jump", "jump_way", "jump_takes", "jump_over")),
    Topic("ten", _ten, "RULES 4", ("10", "ten_next")),
    Topic("centre", _centre, "M13, R16"),
)
