"""Help, output and exit status of commands, in both languages."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from answers.jobs import LOCALES, ROOT, Answers, Job, ask

DATA = str(ROOT / "tests" / "data")
REQUEST = {
    "id": 1,
    "rules": "quebec",
    "seats": 4,
    "home_entry": 16,
    "seat": "a",
    "card": "7",
    "holes": {"a0": "a", "b12": "c", "aH2": "a"},
    "fresh": ["a0"],
    "hand": ["7", "K"],
    "strength": 2,
    "after": {"a8": "a", "b12": "c", "aH2": "a"},
}
CHANGED: tuple[dict[str, Any], ...] = (
    *({"rules": "chess"}, {"card": "11"}, {"seats": 5}, {"seat": "e"}, {"stretch": 99}),
    *({"holes": {"z9": "a"}}, {"holes": []}, {"after": {"b3": "x"}}, {"house": ["no-such-rule"]}),
    *({"hand": []}, {"hand": ["Q", "Q", "Q", "Q", "Q"]}, {"teams": [["a", "b", "c"]]}),
    {"ruleset": {"base": "toc", "cards": {"9": ["opp 5"]}}},
)
REQUESTS = "\n".join([*map(json.dumps, (REQUEST, *(REQUEST | one for one in CHANGED))), "no json", "[]", ""])
EVENTS = "\n".join(
    (
        '{"t": 1, "event": "seen", "holes": {"q9": "a"}}',
        '{"t": 2, "event": "state", "state": "asleep"}',
        '{"t": 3, "event": "nothing"}',
        '{"t": 2, "event": "state", "state": "hand"}',
        '{"t": 4, "event": "declared", "seat": "a", "do": "card", "card": "A"}',
        '{"t": 5, "seat": "b", "do": "dance"}',
        "{",
    )
)
CALLS = Path(__file__).with_name("calls.txt")
"""A command line on each line; DATA stands for the folder of the tests' data."""


def jobs() -> Iterator[Job]:
    """A job for each language."""
    for language in LOCALES:
        yield Job(f"commands/{language}/help-", helps, (language,))
        yield Job(f"commands/{language}/", calls, (language,))


def helps(language: str) -> Answers:
    """Each command's help."""
    from toc_pi.cli.main import COMMANDS

    return {name: str(ask(name, "--help", language=language)) for name in COMMANDS}


def calls(language: str) -> Answers:
    """What each call prints, and its status."""
    found = {}
    for call in CALLS.read_text("utf-8").splitlines():
        words = call.replace("DATA", DATA).split()
        given = EVENTS if words[0] == "judge" else REQUESTS
        found[call.replace("/", "-")] = str(ask(*words, given=given, language=language))
    return found
