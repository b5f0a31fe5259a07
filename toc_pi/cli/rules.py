"""`toc-pi legal` and `explain`, the rules as JSON Lines; and `rules`, a rule set for people."""

import argparse
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from calibration.files.disk import is_missing
from toc_pi.cli.arguments import REQUESTS, Arguments, argument, given
from toc_pi.cli.requests import Request, answer_lines, pawns, situation, text
from toc_pi.cli.terminal import as_typed
from toc_pi.errors import BadInput
from toc_pi.languages import LANGUAGES, spoken
from toc_pi.rule_pages.pages import write_changes, write_house_rules, write_list, write_page
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import NAMES, RuleSet, load_family, load_ruleset
from toc_pi.words import explain_text

WIDEST = 80
"""Columns of a page in a terminal that has more; without a terminal and without COLUMNS as well."""


def arguments(command: str) -> Arguments:
    if command != "rules":
        return (REQUESTS,)
    return (
        argument("name", nargs="?", metavar="NAME", help="a rule set, or a family's own file"),
        argument(
            "--house",
            nargs="+",
            action="extend",
            default=[],
            metavar="X",
            help="house rules; ? lists them all",
        ),
        argument("--against", metavar="OTHER", help="say only what differs from another one"),
        argument(
            "--lang", choices=LANGUAGES, default=spoken(), help="language of the page (default: %(default)s)"
        ),
        argument("--markdown", action="store_true", help="print it as Markdown"),
    )


def execute(command: str, options: argparse.Namespace) -> int:
    """Answer every line, or print a page; returns the exit status.

    Raises:
        BadInput: a file can't be read; no such rule set or house rule.
    """
    if command == "rules":
        return _print_rules(options)
    answer = {"legal": answer_legal, "explain": answer_explain}[command]
    return answer_lines(command, options.requests, answer)


def answer_legal(request: Request) -> dict[str, Any]:
    """Every distinct result of a card: `{"results": [{"holes": …, "fresh": …}]}`.

    Raises:
        BadInput: what is wrong with the request, and where.
    """
    rules, table, before, seat = situation(request)
    found = list(legal_moves(rules, table, before, seat, Card(text(request, "card"))))
    # Written one by one, and popped to free their memory: there may be more than a hundred thousand.
    return {"results": (written(found.pop()) for _ in range(len(found)))}


def written(after: Position) -> dict[str, Any]:
    """A position as answers have it."""
    return {"holes": dict(sorted(after.pawns)), "fresh": sorted(after.fresh)}


def answer_explain(request: Request) -> dict[str, Any]:
    """Whether a move is legal, and why not: `{"legal": false, "reasons": […], "text": {…}}`.

    Raises:
        BadInput: what is wrong with the request, and where.
    """
    rules, table, before, seat = situation(request)
    card, after = Card(text(request, "card")), pawns(request, "after")
    judgement = explain(rules, table, before, seat, card, after)
    if judgement.legal:
        return {"legal": True}
    sentences = explain_text(judgement, rules, before, seat, card, after)
    return {"legal": False, "reasons": list(judgement.reasons), "text": dict(sentences)}


def _print_rules(options: argparse.Namespace) -> int:
    if "?" in options.house:
        text = write_house_rules(options.lang)
    elif options.name is None:
        if options.house or options.against:
            raise BadInput(
                "rules: --house and --against need a NAME; allowed are {names}", names=", ".join(NAMES)
            )
        text = as_typed(write_list(options.lang))
    else:
        rules = load(options.name, options.house)
        if options.against is None:
            text = write_page(rules, options.lang)
        else:
            text = write_changes(rules, load(options.against, ()), options.lang)
    if options.markdown:
        print(text, end="")
    else:
        print("\n".join(_plain(text.splitlines())))
    return 0


def is_family_file(name: str) -> bool:
    """Whether a name given as a rule set is that of a family's own file."""
    path = given(name)
    return name not in NAMES and (path.suffix == ".toml" or not is_missing(path))


def load(name: str, house: Iterable[str]) -> RuleSet:
    """A rule set, or a family's own file, with house rules."""
    return load_family(given(name), house) if is_family_file(name) else load_ruleset(name, house)


def _plain(lines: Iterable[str]) -> Iterator[str]:
    """Markdown as plain text: wrapped, headings underlined, tables in columns."""
    for line in lines:
        words = re.sub(r"\*\*|`| \*\(.*\)\*$", "", line)  # sources are for the pages in docs/rules
        if line.startswith("#"):
            heading = _wrapped(words.lstrip("# "), "", "")
            yield from (*heading, ("=" if line.startswith("# ") else "-") * max(map(len, heading)))
        elif line.startswith("|"):
            card, _, does = (part.strip() for part in words.strip("|").partition("|"))
            if card.strip("-"):
                yield from _wrapped(does, f"{card.removeprefix(chr(92)):>4}  ", " " * 6)
        elif line.startswith("- "):
            yield from _wrapped(words[2:], "- ", "  ")
        else:
            yield from _wrapped(words, "", "") or [""]


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text,
        max(2 * len(rest) + 1, min(WIDEST, shutil.get_terminal_size().columns)),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
