"""The rule pages: what a rule set says, in sentences that a family can read aloud, and how two sets differ.

Sentences lie in `texts/rulebook.*.toml`; cards and parameters alone decide here which of them a page has.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from toc_pi.rules.pack import JOKER, TEN, pack_of
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import NAMES, RuleSet, Use, load_ruleset

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rule set answers to one question.

    Attributes:
        topic: the question's key, the same in every language and rule set.
        question: the question.
        text: the answer, in whole sentences.
        clauses: where it comes from: clauses of RULES, house rules.
    """

    topic: str
    question: str
    text: str
    clauses: str


@dataclass(frozen=True, slots=True)
class Page:
    """A rule set for people.

    Attributes:
        title: what people call it.
        intro: one or two sentences.
        cards: each rank of the pack, with what it does.
        play: how a game goes, from the aim to the last pawn.
        questions: what is disputed.
    """

    title: str
    intro: str
    cards: tuple[tuple[Card, str], ...]
    play: tuple[Answer, ...]
    questions: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Where two rule sets differ: the question or card, and what each of them says."""

    subject: str
    one: str
    other: str


def make_page(rules: RuleSet, language: Language) -> Page:
    """The page of a rule set, house rules included."""
    book = _book(language)
    plain = load_ruleset(rules.base)
    intro = []
    if rules == plain:
        intro.append(book.text("summaries", rules.base))
    elif rules.name != rules.base:
        intro.append(book.text("words", "based", base=book.text("titles", rules.base)))
    if rules.house:
        intro.append(book.text("words", "with_house", names=", ".join(rules.house)))
    return Page(
        title=book.text("titles", rules.name) if rules.name in NAMES else rules.name,
        intro=" ".join(intro),
        cards=tuple((card, book.card_does(uses)) for card, uses in rules.cards.items()),
        play=tuple(_answers(rules, book, _PLAY)),
        questions=tuple(_answers(rules, book, _QUESTIONS)),
    )


def find_changes(one: RuleSet, other: RuleSet, language: Language) -> tuple[Change, ...]:
    """What differs between two rule sets, cards first; empty if they are played alike."""
    book = _book(language)
    left, right = make_page(one, language), make_page(other, language)
    does, other_does = dict(left.cards), dict(right.cards)
    changes = [
        Change(f"{card}", does.get(card, "–"), other_does.get(card, "–"))
        for card in RANKS
        if does.get(card) != other_does.get(card)
    ]
    pairs = zip((*left.play, *left.questions), (*right.play, *right.questions), strict=True)
    for here, there in pairs:
        if here.text != there.text:
            kept = set(_sentences(here.text)) & set(_sentences(there.text))
            changes.append(
                Change(book.text("topic", here.topic), _only(here.text, kept), _only(there.text, kept))
            )
    return tuple(changes)


def write_page(rules: RuleSet, language: Language) -> str:
    """The page as Markdown, as it lies in docs/rules."""
    book, page = _book(language), make_page(rules, language)
    lines = [f"# {page.title}", "", page.intro, "", f"## {book.text('words', 'play_heading')}", ""]
    for answer in page.play:
        lines += [f"**{answer.question}** {answer.text} *({answer.clauses})*", ""]
    lines += [
        f"## {book.text('words', 'cards_heading')}",
        "",
        f"| {book.text('words', 'card')} | {book.text('words', 'does')} |",
        "|---|---|",
        *(f"| {_shown(card)} | {text} |" for card, text in page.cards),
        "",
        f"## {book.text('words', 'questions_heading')}",
        "",
    ]
    for answer in page.questions:
        lines += [f"**{answer.question}** {answer.text} *({answer.clauses})*", ""]
    return "\n".join(lines)


def write_changes(one: RuleSet, other: RuleSet, language: Language) -> str:
    """What differs between two rule sets, as Markdown."""
    book = _book(language)
    names = {"one": _heading(one, book), "other": _heading(other, book)}
    changes = find_changes(one, other, language)
    if not changes:
        return book.text("words", "same", **names) + "\n"
    lines = [f"# {book.text('words', 'differs', **names)}", ""]
    for change in changes:
        subject = book.name(Card(change.subject), capital=True) if change.subject in RANKS else change.subject
        lines += [
            f"**{subject}**",
            f"- {names['one']}: {change.one}",
            f"- {names['other']}: {change.other}",
            "",
        ]
    return "\n".join(lines)


def write_list(language: Language) -> str:
    """The seven rule sets, a line each, as Markdown."""
    book = _book(language)
    lines = [f"# {book.text('words', 'list_heading')}", ""]
    lines += [f"- **{name}**: {book.text('summaries', name)}" for name in NAMES]
    return "\n".join([*lines, "", book.text("words", "hint"), ""])


@dataclass(frozen=True, slots=True)
class _Book:
    """The sentences of one language."""

    texts: Mapping[str, Mapping[str, str]]

    def text(self, part: str, key: str, **values: object) -> str:
        return self.texts[part][key].format(**values)

    def say(self, key: str, **values: object) -> str:
        return self.text("say", key, **values)

    def name(self, card: Card, capital: bool = False) -> str:
        name = self.text("cards", card)
        return name[:1].upper() + name[1:] if capital else name

    def names(self, cards: Iterable[Card], word: str = "or", capital: bool = False) -> str:
        listed = self.listed([self.name(card) for card in cards], word)
        return listed[:1].upper() + listed[1:] if capital else listed

    def listed(self, words: list[str], word: str = "or") -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.text('words', word)} {words[-1]}"

    def card_does(self, uses: Iterable[Use]) -> str:
        return self.listed([self._use(use) for use in uses])

    def _use(self, use: Use) -> str:
        return self.text("use", use.kind, n=use.number) + self.text("use", "mows") * use.mows


@lru_cache(maxsize=len(LANGUAGES))
def _book(language: Language) -> _Book:
    name = f"rulebook.{language}.toml"
    return _Book(tomllib.loads(files("toc_pi.texts").joinpath(name).read_text(encoding="utf-8")))


_Sentences = Iterator[str]


@dataclass(frozen=True, slots=True)
class _Topic:
    """A question: who answers it, the clauses behind it, and the parameters and cards that it depends on."""

    key: str
    answer: Callable[[RuleSet, _Book], _Sentences]
    clauses: str
    depends: tuple[str, ...] = ()


def _answers(rules: RuleSet, book: _Book, topics: Iterable[_Topic]) -> Iterator[Answer]:
    for topic in topics:
        changed = [rules.sources.get(name, "") for name in topic.depends]
        named = [
            f"{book.text('words', 'house')} {source[11:]}"
            for source in changed
            if source[:11] == "house rule "
        ]
        yield Answer(
            topic.key,
            book.text("topic", topic.key),
            " ".join(topic.answer(rules, book)),
            "; ".join([topic.clauses, *dict.fromkeys(named)]),
        )


def _with_use(rules: RuleSet, *kinds: str) -> list[Card]:
    return [card for card, uses in rules.cards.items() if any(use.kind in kinds for use in uses)]


def _mowing(rules: RuleSet) -> list[Card]:
    return [card for card, uses in rules.cards.items() if any(use.mows for use in uses)]


def _aim(_rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("aim")


def _players(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.text("players", rules.base)


def _pack(rules: RuleSet, book: _Book) -> _Sentences:
    missing = [card for card in RANKS if card not in rules.cards]
    count = len(pack_of(rules))
    if missing:
        yield book.say("pack_without", count=count, cards=book.names(missing, "and"))
    else:
        yield book.say("pack", count=count)


def _begin(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("begin_quick" if rules.quick_start else "begin")


def _deal(rules: RuleSet, book: _Book) -> _Sentences:
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


def _exchange(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say(f"exchange_{rules.exchange}")


def _turn(_rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("turn")


def _out(rules: RuleSet, book: _Book) -> _Sentences:
    cards = _with_use(rules, "out")
    yield book.say("out", cards=book.names(cards)) if cards else book.say("out_never")


def _home(_rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("home")
    yield book.say("home_entry")


def _mates(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("mates")
    if rules.mate_when_stuck:
        yield book.say("stuck")


def _must(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("must")
    free = [card for card in rules.cards if card in rules.not_forced]
    if free:
        yield book.say("must_free", cards=book.names(free))
    if "home" in rules.not_forced:
        yield book.say("must_home")


def _cannot(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say(f"cannot_{rules.cannot_play}{'_draw' * rules.draw}")


def _pass(rules: RuleSet, book: _Book) -> _Sentences:
    cards = _with_use(rules, "pass")
    if cards:
        yield book.say("pass_card", cards=book.names(cards))
    if rules.not_forced:
        yield book.say("pass_not_forced")
    if not cards and not rules.not_forced:
        yield book.say("pass_no")


def _own(rules: RuleSet, book: _Book) -> _Sentences:
    keys = {
        (True, True): "own_yes",
        (False, True): "own_no",
        (False, False): "team_no",
        (True, False): "team_only_no",
    }
    yield book.say(keys[rules.own_capture, rules.team_capture])


def _lap(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("lap_yes" if rules.pass_own_start else "lap_no")
    yield book.say("lap_free")


def _seven(rules: RuleSet, book: _Book) -> _Sentences:
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


def _king(rules: RuleSet, book: _Book) -> _Sentences:
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


def _joker(rules: RuleSet, book: _Book) -> _Sentences:
    uses = rules.cards.get(JOKER, ())
    if not uses:
        yield book.say("joker_missing")
    elif any(use.kind == "any-card" for use in uses):
        yield book.say("joker_any")
    else:
        yield book.say(f"joker_{rules.joker_again}")


def _protected(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say(f"protected_{rules.protected}")
    yield book.say("protected_land")
    yield book.say("protected_blocks" if rules.protected_blocks else "protected_passed")
    others = _with_use(rules, "opponent", "any")
    if others:
        key = "protected_moved" if rules.protected_moved else "protected_unmoved"
        yield book.say(key, Cards=book.names(others, capital=True))
    yield book.say("protected_home")


def _passing(rules: RuleSet, book: _Book) -> _Sentences:
    yield book.say("passing_free" if rules.no_passing == "none" else f"passing_{rules.no_passing}")
    if rules.protected_blocks and rules.no_passing != "any":
        yield book.say("passing_blocks" if rules.no_passing == "none" else "passing_blocks_too")
    yield book.say("passing_home")


def _jack(rules: RuleSet, book: _Book) -> _Sentences:
    cards = _with_use(rules, "swap")
    if not cards:
        yield book.say("jack_none")
        return
    yield book.say("jack", Cards=book.names(cards, capital=True))
    yield book.say(f"jack_own_{rules.swap_own_pawn_not_on}")
    yield book.say(f"jack_other_{rules.swap_other_pawn_not_on}")
    yield book.say("jack_two_yes" if rules.swap_two_own else "jack_two_no")


def _five(rules: RuleSet, book: _Book) -> _Sentences:
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


def _four(rules: RuleSet, book: _Book) -> _Sentences:
    uses = {str(use) for use in rules.cards.get(Card("4"), ())}
    keys = {("-4",): "four_back", ("4",): "four_forward", ("-4", "4"): "four_both"}
    if not uses:
        yield book.say("four_missing")
    elif tuple(sorted(uses)) in keys:
        yield book.say(keys[tuple(sorted(uses))])
    else:
        yield book.say("four_other", does=book.card_does(rules.cards[Card("4")]))


def _jump(rules: RuleSet, book: _Book) -> _Sentences:
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


def _ten(rules: RuleSet, book: _Book) -> _Sentences:
    if TEN not in rules.cards:
        yield book.say("ten_missing")
        return
    yield book.say(f"ten_{rules.ten_next}")
    if rules.ten_next == "throw" and rules.draw:
        yield book.say("ten_draw")


def _centre(rules: RuleSet, book: _Book) -> _Sentences:
    cards = _with_use(rules, "centre")
    yield book.say("centre", cards=book.names(cards)) if cards else book.say("centre_none")


_PLAY = (
    _Topic("aim", _aim, "RULES 4"),
    _Topic("players", _players, "RULES 4"),
    _Topic("pack", _pack, "RULES 3, R15", tuple(RANKS)),
    _Topic("begin", _begin, "RULES 4", ("quick_start",)),
    _Topic("deal", _deal, "RULES 4, R24", ("deal", "draw")),
    _Topic("exchange", _exchange, "RULES 4", ("exchange",)),
    _Topic("turn", _turn, "RULES 4"),
    _Topic("out", _out, "M10", tuple(RANKS)),
    _Topic("home", _home, "M2, M3, R13"),
    _Topic("mates", _mates, "RULES 1, R14", ("mate_when_stuck",)),
)
_QUESTIONS = (
    _Topic("must", _must, "RULES 4", ("not_forced",)),
    _Topic("cannot", _cannot, "RULES 4, R18", ("cannot_play", "draw")),
    _Topic("pass", _pass, "RULES 3, 4", ("not_forced", "J")),
    _Topic("own", _own, "M6, M7", ("own_capture", "team_capture")),
    _Topic("lap", _lap, "M1, M9, R1, R21, R26", ("pass_own_start",)),
    _Topic("seven", _seven, "M12, R12, R17", ("7", "split_pawns", "split_with", "split_again", "spill")),
    _Topic("king", _king, "M7, R6, R25", ("K", "7", "mowing_spares")),
    _Topic("joker", _joker, "RULES 4", ("*", "joker_again")),
    _Topic(
        "protected",
        _protected,
        "M5, M6, M14, R2, R3, R20",
        ("protected", "protected_blocks", "protected_moved"),
    ),
    _Topic("passing", _passing, "M3, M5, R5", ("no_passing", "protected_blocks")),
    _Topic("jack", _jack, "M11, R10, R11, R22", ("J", "swap_two_own")),
    _Topic("five", _five, "M9, M14, R4, R23", ("5", "five_home")),
    _Topic("four", _four, "M4", ("4",)),
    _Topic("jump", _jump, "M8, R7, R8, R19", ("jump", "jump_way", "jump_takes", "jump_over")),
    _Topic("ten", _ten, "RULES 4", ("10", "ten_next")),
    _Topic("centre", _centre, "M13, R16"),
)


def _heading(rules: RuleSet, book: _Book) -> str:
    title = book.text("titles", rules.name) if rules.name in NAMES else rules.name
    return f"{title} ({', '.join(rules.house)})" if rules.house else title


def _shown(card: Card) -> str:
    return "\\*" if card == JOKER else card


def _sentences(text: str) -> list[str]:
    return [sentence.rstrip(".") for sentence in text.split(". ")]


def _only(text: str, kept: set[str]) -> str:
    """The sentences that the other page doesn't have; all where nothing would remain."""
    own = [sentence for sentence in _sentences(text) if sentence not in kept]
    return ". ".join(own or _sentences(text)) + "."
