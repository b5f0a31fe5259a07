"""Keys and pages shared by set-up and menu: choices, sound, brightness, and the rules page.

A place in the rules is a path: "" for the parts, "play" for a part, "play/aim" for an answer.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from toc_pi.languages import Language, Texts, capital, face_of
from toc_pi.rule_pages.pages import house_rule, make_page
from toc_pi.rule_pages.questions import RuleTexts, rule_texts
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import RuleSet
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.store.table_config import LOUDNESS, Preferences

READ = "read:"
"""Prefix of keys that lead to a place in the rules."""
LEVELS: Mapping[str, float] = {"dark": 0.15, "middle": 0.5, "bright": 1.0}
"""Brightness levels of the screen, 0 to 1."""


SettingTap = Callable[[str, object], object]
"""What a tap means that gives a setting, by its name, another value."""


def choices(
    what: str, all_of_them: Iterable[str], present: str, words: Texts, change: SettingTap
) -> Iterator[Key]:
    """A key for each value of a setting."""
    texts = words[what]
    for one in all_of_them:
        below = texts.get(f"{one}_below", "")
        yield Key(f"{what}:{one}", texts[one], below, on=one == present, tap=change(what, one))


def language_keys(language: Language, words: Texts, change: SettingTap) -> Iterator[Key]:
    """A key for each language."""
    for one, name in words["languages"].items():
        yield Key(f"language:{one}", name, on=language == one, tap=change("language", one))


def sound_keys(answers: Preferences, words: Texts, change: SettingTap, *, voice: bool) -> Iterator[Key]:
    """Keys for volume and speech; without a voice, speech can't be switched on."""
    yield from choices("sound", LOUDNESS, answers.sound, words, change)
    speech = words["key"]["speech"]
    if not voice:
        yield Key("speech", speech, words["key"]["speech_none"], plain=True)
    elif answers.sound != "off":
        turned = change("speech", not answers.speech)
        yield Key("speech", speech, words["key"]["speech_below"], on=answers.speech, tap=turned)


def brightness_keys(level: float, words: Texts, tap: Callable[[float], object]) -> Iterator[Key]:
    """Keys for the screen's brightness; the nearest level is marked."""
    nearest = min(LEVELS, key=lambda name: abs(LEVELS[name] - level))
    for name in LEVELS:
        shown = words["brightness"][name]
        yield Key(f"bright:{name}", shown, on=name == nearest, tap=tap(LEVELS[name]))


def _card_keys(cards: Iterable[tuple[Card, str]], wording: RuleTexts) -> Iterator[Key]:
    """A line for each card, and one for all that only move by their number."""
    alike: dict[str, list[Card]] = {}
    for card, does in cards:
        alike.setdefault(re.sub(rf"\b{re.escape(card)}\b", "n", does), []).append(card)
    plain = max(alike.values(), key=len)
    for card, does in cards:
        if card not in plain or len(plain) == 1:
            name = capital(wording.name(card))
            yield Key(card, name, f"{capital(does)}.", cards=(face_of(card),), plain=True)
        elif card == plain[0]:
            yield Key(card, "", wording.text("words", "plain_cards"), cards=tuple(plain), plain=True)


def rule_page(
    rules: RuleSet,
    at: str,
    language: Language,
    leave: Key,
    read: Callable[[str], object],
    *,
    large: bool = False,
) -> Page:
    """The rules page at a place.

    Args:
        leave: the key that leaves the rules from their first page.
        read: what a tap means that leads to a place.
    """
    wording, page = rule_texts(language), make_page(rules, language)
    part, _, topic = at.partition("/")
    above = part if topic else ""
    back = leave if not part else Key(f"{READ}{above}", leave.label, tap=read(above))
    step, answers = f"rules {at}", {"play": page.play, "questions": page.questions}.get(part, ())
    answer = next((one for one in answers if one.topic == topic), None)
    if answer is not None:
        return Page(step, answer.question, answer.text, feet=(back,), shape=Shape.TEXT, large=large)
    title, keys = page.title, list[Key]()
    if part == "cards":
        title = wording.text("words", "cards_heading")
        keys = [*_card_keys(page.cards, wording)]
    elif answers:
        title = wording.text("words", f"{part}_heading")
        places = {f"{part}/{one.topic}": one.question for one in answers}
        keys = [Key(f"{READ}{place}", asked, tap=read(place)) for place, asked in places.items()]
    else:
        parts = ("play", "cards", "questions")
        keys = [Key(f"{READ}{one}", wording.text("words", f"{one}_heading"), tap=read(one)) for one in parts]
        house = [house_rule(key, language) for key in rules.house]
        keys += [Key(rule.key, rule.name, rule.text, plain=True) for rule in house]
    return Page(step, title, keys=tuple(keys), feet=(back,), sentences=not answers, large=large)
