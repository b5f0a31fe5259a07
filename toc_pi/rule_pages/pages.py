"""Rule pages: a rule set as questions and answers, as Markdown, and compared; house rules in words."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from toc_pi.errors import BadInput
from toc_pi.languages import Language, load_texts, translated
from toc_pi.rule_pages.questions import PLAY, QUESTIONS, RuleTexts, Topic, rule_texts
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import NAMES, RuleSet, house_rules, load_ruleset

_HOUSE = tomllib.loads((files("toc_pi.rule_pages") / "house.toml").read_text(encoding="utf-8"))
OPEN: Mapping[str, tuple[str, ...]] = {key: tuple(bases) for key, bases in _HOUSE["open"].items()}
"""House rules for the other reading where the documents are about even (RULES 5, ★), with their rule sets."""
GROUPS: Mapping[str, tuple[str, ...]] = {key: tuple(rules) for key, rules in _HOUSE["groups"].items()}
"""The house rules by what they are about, as they are chosen on the screen."""


@dataclass(frozen=True, slots=True)
class HouseRuleText:
    """A house rule for people: its key in settings and requests, its name, and one sentence."""

    key: str
    name: str
    text: str


def house_rules_in(language: Language) -> tuple[HouseRuleText, ...]:
    """Every house rule, in the order of RULES 6."""
    return tuple(house_rule(key, language) for key in house_rules())


def house_rule(key: str, language: Language) -> HouseRuleText:
    """One house rule."""
    return HouseRuleText(key, **load_texts("house", language)[key])


@dataclass(frozen=True, slots=True)
class Answer:
    """A rule set's answer to one question.

    Attributes:
        topic: the question's key, the same in every language and rule set.
        question, text: the question and the answer, in whole sentences.
        clauses: its sources: clauses of RULES, house rules.
    """

    topic: str
    question: str
    text: str
    clauses: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A rule set for people.

    Attributes:
        title: its name for people.
        intro: one or two sentences.
        cards: each rank of the pack with its uses.
        play: the course of a game, from the aim to the last pawn.
        questions: disputed points.
        readings: house rules that the documents also allow, to be agreed before a game.
    """

    title: str
    intro: str
    cards: tuple[tuple[Card, str], ...]
    play: tuple[Answer, ...]
    questions: tuple[Answer, ...]
    readings: tuple[HouseRuleText, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A difference between two rule sets: the question or card, and the answer of each."""

    subject: str
    one: str
    other: str


def make_page(rules: RuleSet, language: Language) -> RulesPage:
    """The page of a rule set, house rules included."""
    wording = rule_texts(language)
    plain = load_ruleset(rules.base)
    intro = []
    if rules == plain:
        intro.append(wording.text("summaries", rules.base))
    elif rules.name != rules.base:
        intro.append(wording.text("words", "based", base=wording.text("titles", rules.base)))
    if rules.house:
        named = [house_rule(key, language) for key in rules.house]
        names = "; ".join(f"{one.name} (`{one.key}`)" for one in named)
        intro.append(wording.text("words", "with_house", names=names))
    return RulesPage(
        title=wording.title(rules),
        intro=" ".join(intro),
        cards=tuple((card, wording.card_does(uses)) for card, uses in rules.cards.items()),
        play=tuple(_answers(rules, wording, PLAY)),
        questions=tuple(_answers(rules, wording, QUESTIONS)),
        readings=open_readings(rules, language),
    )


def open_readings(rules: RuleSet, language: Language) -> tuple[HouseRuleText, ...]:
    """The house rules that a table should agree on before playing (RULES 5, ★), if they change its page."""
    return tuple(
        house_rule(key, language)
        for key, bases in OPEN.items()
        if rules.base in bases and key not in rules.house and _changes(rules, key, rule_texts(language))
    )


def _changes(rules: RuleSet, key: str, wording: RuleTexts) -> bool:
    """Whether a house rule would change a rule set's answers."""
    try:
        both = (load_ruleset(rules.base, house) for house in ((*rules.house, key), rules.house))
        one, other = ([answer.text for answer in _answers(each, wording, QUESTIONS)] for each in both)
    except BadInput:  # contradicts a house rule in force
        return False
    return one != other


def find_changes(one: RuleSet, other: RuleSet, language: Language) -> tuple[RuleDifference, ...]:
    """The differences between two rule sets, cards first; empty if there are none."""
    left, right = make_page(one, language), make_page(other, language)
    does, other_does = dict(left.cards), dict(right.cards)
    changes = [
        RuleDifference(card, does.get(card, "–"), other_does.get(card, "–"))
        for card in RANKS
        if does.get(card) != other_does.get(card)
    ]
    for here, there in zip((*left.play, *left.questions), (*right.play, *right.questions), strict=True):
        if here.text != there.text:
            kept = set(_sentences(here.text)) & set(_sentences(there.text))
            texts = _only(here.text, kept), _only(there.text, kept)
            changes.append(RuleDifference(here.question, *texts))
    return tuple(changes)


def write_page(rules: RuleSet, language: Language) -> str:
    """The page as Markdown, as in docs/rules."""
    wording, page = rule_texts(language), make_page(rules, language)
    lines = [f"# {page.title}", "", page.intro, "", *_section(wording, "play_heading", page.play)]
    lines += [
        f"## {wording.text('words', 'cards_heading')}",
        "",
        f"| {wording.text('words', 'card')} | {wording.text('words', 'does')} |",
        "|---|---|",
        *("| " + card.replace("*", r"\*") + f" | {text} |" for card, text in page.cards),
        "",
        *_section(wording, "questions_heading", page.questions),
    ]
    if page.readings:
        lines += [
            f"## {wording.text('words', 'readings_heading')}",
            "",
            wording.text("words", "readings"),
            "",
        ]
        lines += [*(_listed(one, language) for one in page.readings), ""]
    return "\n".join(lines)


def _section(wording: RuleTexts, heading: str, answers: Iterable[Answer]) -> Iterator[str]:
    yield from (f"## {wording.text('words', heading)}", "")
    for answer in answers:
        yield from (f"**{answer.question}** {answer.text} *({answer.clauses})*", "")


def write_changes(one: RuleSet, other: RuleSet, language: Language) -> str:
    """The differences between two rule sets, as Markdown."""
    wording = rule_texts(language)
    names = {"one": _heading(one, wording), "other": _heading(other, wording)}
    changes, colon = find_changes(one, other, language), translated(": ", language)
    if not changes:
        return wording.text("words", "same", **names) + "\n"
    lines = [f"# {wording.text('words', 'differs', **names)}", ""]
    for change in changes:
        subject = (
            wording.name(Card(change.subject), capital=True) if change.subject in RANKS else change.subject
        )
        sides = ((names["one"], change.one), (names["other"], change.other))
        lines += [f"**{subject}**", *(f"- {name}{colon}{text}" for name, text in sides), ""]
    return "\n".join(lines)


def write_list(language: Language) -> str:
    """The seven rule sets, a line each, as Markdown."""
    wording, colon = rule_texts(language), translated(": ", language)
    lines = [f"# {wording.text('words', 'list_heading')}", ""]
    lines += [f"- **{name}**{colon}{wording.text('summaries', name)}" for name in NAMES]
    return "\n".join([*lines, "", wording.text("words", "hint"), ""])


def write_house_rules(language: Language) -> str:
    """Every house rule with its name and its sentence, as Markdown."""
    wording = rule_texts(language)
    rules = (_listed(rule, language) for rule in house_rules_in(language))
    return "\n".join([f"# {wording.text('words', 'house_heading')}", "", *rules, ""])


def _listed(rule: HouseRuleText, language: Language) -> str:
    return f"- **{rule.name}** (`{rule.key}`){translated(': ', language)}{rule.text}"


def _answers(rules: RuleSet, wording: RuleTexts, topics: Iterable[Topic]) -> Iterator[Answer]:
    for topic in topics:
        sources = (rules.sources.get(name, "") for name in topic.depends)
        house = [source[11:] for source in sources if source.startswith("house rule ")]
        named = dict.fromkeys(f"{wording.text('words', 'house')} {name}" for name in house)
        text = " ".join(topic.answer(rules, wording))
        yield Answer(topic.key, wording.text("topic", topic.key), text, "; ".join([topic.clauses, *named]))


def _heading(rules: RuleSet, wording: RuleTexts) -> str:
    title = wording.title(rules)
    return f"{title} ({', '.join(rules.house)})" if rules.house else title


def _sentences(text: str) -> list[str]:
    return [sentence.rstrip(".") for sentence in text.split(". ")]


def _only(text: str, kept: set[str]) -> str:
    """The sentences that the other page doesn't have; all of them if none would remain."""
    own = [sentence for sentence in _sentences(text) if sentence not in kept]
    return ". ".join(own or _sentences(text)) + "."
