"""Every code of every room has its sentence in both languages, and no sentence is unused.

The required codes come from the types of the rooms: their `Literal`s, enumerations and parameters.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest
from reason_forms import FORMS

from hardware.health import Ailment
from toc_pi.app.camera.camera_events import CameraFault
from toc_pi.effects import ChoiceKind, NoticeCode, QuestionCode
from toc_pi.events import ACTIONS, CameraView, TurnHint
from toc_pi.languages import LANGUAGES, Language, load_texts
from toc_pi.rule_pages.pages import write_page
from toc_pi.rule_pages.questions import PLAY, QUESTIONS
from toc_pi.rules.position import RANKS
from toc_pi.rules.reasons.breaches import CODES
from toc_pi.rules.ruleset import NAMES, ruleset_from
from toc_pi.rules.ruleset_content import LISTS, PARAMETERS, Use
from toc_pi.screen.palette import COLOURS
from toc_pi.screen.panel import LOST
from toc_pi.words import CLAUSES

ROOT = Path(__file__).parents[2] / "toc_pi"
HINTS = set(get_args(TurnHint)) - {""}
LAID_DOWN = set(ACTIONS) - {"card", "accept", "undo", "redo"}
EXCHANGES = set(PARAMETERS["exchange"]) - {"none"}

USES = (
    "out",
    "swap",
    "centre",
    "pass",
    "any-card",
    "9",
    "-9",
    "opp 9",
    "any 9",
    "split 9",
    "9 !",
    "split 9 !",
)

TABLE: Mapping[str, set[str]] = {
    "said": {
        *(f"declared_{do}" for do in ACTIONS),
        *(f"legal_{do}" for do in LAID_DOWN),
        *(f"turn_{hint}" for hint in HINTS),
        *get_args(Ailment),
    },
    "state": set(get_args(CameraView)),
    "notice": set(get_args(NoticeCode)) - {"new-deal"},  # composed from [deal]
    "deal": {f"exchange_{exchange}" for exchange in EXCHANGES} | {"gift_1", "gift_2"},
    "question": set(get_args(QuestionCode)),
    "choice": set(get_args(ChoiceKind)) - {"legal", "other", "seat", "card"},  # these say what moved, and who
}
SCREEN: Mapping[str, set[str]] = {
    "title": HINTS,
    "box": LAID_DOWN,
    "view": {"hand", "light"},
    "lost": {*LOST, *(f"{view}_below" for view in LOST)},
    "fault": {f"{fault}{part}" for fault in CameraFault for part in ("", "_below")},
}
REASONS: Mapping[str, set[str]] = {
    "reasons": {*CODES, *(f"{code}_{form}" for code, forms in FORMS.items() for form in forms)},
    "protection": set(map(str, PARAMETERS["protected"])),
    "words": {f"{hole}{way}" for hole in ("hole", "holes") for way in ("", "_back", "_forward")},
}
NAMES_OF: Mapping[str, set[str]] = {"colours": set(COLOURS), "cards": set(RANKS), "a_card": set(RANKS)}
RULEBOOK: Mapping[str, set[str]] = {
    "titles": set(NAMES),
    "summaries": set(NAMES),
    "players": set(NAMES),
    "use": {Use.parse(use).kind for use in USES},
    "topic": {topic.key for topic in (*PLAY, *QUESTIONS)},
}
CATALOGUES = {"names": NAMES_OF, "table": TABLE, "screen": SCREEN, "reasons": REASONS, "rulebook": RULEBOOK}
# The modules that use the fixed sentences of a catalogue.
READERS = {
    "table": ("phrases.py", "app", "cli", "vision/reliability.py"),
    "screen": ("screen",),
    "reasons": ("words.py",),
    "rulebook": ("rule_pages", "app/shared_keys.py"),
    "report": ("app/report/page.py", "app/report/past.py", "app/report/steps.py"),
}


def modules(name: str) -> Iterator[ast.AST]:
    for reader in READERS[name]:
        place = ROOT / reader
        for path in [place] if place.suffix else sorted(place.rglob("*.py")):
            yield ast.parse(path.read_text("utf-8"))


def asked_for(name: str) -> re.Pattern[str]:
    """A pattern of the keys that a catalogue's users look up, with any value in place of variables."""
    found = set()
    for module in modules(name):
        for node in ast.walk(module):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
                found.add(re.escape(node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(p.value) if isinstance(p, ast.Constant) else ".+" for p in node.values]
                if len(parts[0]) > 2 and parts[0] != ".+":
                    found.add("".join(parts))
    if name == "report":
        parts = re.findall(r"\$(\w+)", (ROOT / "app/report.html").read_text("utf-8"))
        found |= {*parts, *(part.removesuffix("_title") for part in parts)}
    return re.compile("|".join(sorted(found)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CATALOGUES)
def test_every_code_has_its_sentence(name: str, language: str) -> None:
    said = load_texts(name, language)
    missing = {part: codes - set(said[part]) for part, codes in CATALOGUES[name].items()}
    assert not any(missing.values()), missing


@pytest.mark.parametrize("name", READERS)
def test_no_sentence_belongs_to_nothing(name: str) -> None:
    known, asked = CATALOGUES.get(name, {}), asked_for(name)
    said = load_texts(name, "en")
    unused = [
        f"{part}.{key}"
        for part, words in said.items()
        for key in words
        if key not in known.get(part, ()) and not asked.fullmatch(key)
    ]
    assert not unused, unused


def test_every_reason_has_its_clause() -> None:
    assert set(CLAUSES) == set(CODES)


def test_every_kind_of_view_is_shown_or_is_nothing_new() -> None:
    assert set(SCREEN["view"]) | set(LOST) | {"watching"} == set(get_args(CameraView))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_page_has_a_sentence_for_every_value_and_every_use(language: Language) -> None:
    said = [{"parameters": {key: [v] if key in LISTS else v}} for key, vs in PARAMETERS.items() for v in vs]
    said += [{"cards": {rank: [use]}} for rank in RANKS for use in USES]
    said += [{"cards": {rank: []}} for rank in RANKS]
    for content in said:
        assert write_page(ruleset_from({"base": "fadoq", **content}), language), content
