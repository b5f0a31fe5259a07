"""The rules of a table as pages to read on the screen: parts, their questions, and one answer.

A place in them is a path: "" for the parts, "play" for a part, "play/aim" for an answer.
"""

from toc_pi.languages import Language, capital
from toc_pi.rule_pages.pages import house_rule, make_page
from toc_pi.rule_pages.questions import rule_texts
from toc_pi.rules.ruleset import RuleSet
from toc_pi.screen.pages.page import Key, Page, Shape

READ = "read:"
"""Begins the keys that lead to a place."""


def rule_page(rules: RuleSet, at: str, language: Language, leave: Key, *, large: bool = False) -> Page:
    """The page at a place.

    Args:
        rules: of the table.
        at: the place.
        language: of the page.
        leave: the key that leads out of the rules, from their first page.
        large: use large text.
    """
    book, page = rule_texts(language), make_page(rules, language)
    part, _, topic = at.partition("/")
    back = leave if not part else Key(f"{READ}{part if topic else ''}", leave.label)
    step, answers = f"rules {at}", {"play": page.play, "questions": page.questions}.get(part, ())
    answer = next((one for one in answers if one.topic == topic), None)
    if answer is not None:
        return Page(step, answer.question, answer.text, feet=(back,), shape=Shape.TEXT, large=large)
    title, keys = page.title, list[Key]()
    if part == "cards":
        title = book.text("words", "cards_heading")
        keys = [
            Key(card, capital(book.name(card)), f"{capital(does)}.", plain=True) for card, does in page.cards
        ]
    elif answers:
        title = book.text("words", f"{part}_heading")
        keys = [Key(f"{READ}{part}/{one.topic}", one.question) for one in answers]
    else:
        parts = ("play", "cards", "questions")
        keys = [Key(f"{READ}{one}", book.text("words", f"{one}_heading")) for one in parts]
        house = [house_rule(key, language) for key in rules.house]
        keys += [Key(rule.key, rule.name, rule.text, plain=True) for rule in house]
    return Page(step, title, keys=tuple(keys), feet=(back,), sentences=not answers, large=large)
