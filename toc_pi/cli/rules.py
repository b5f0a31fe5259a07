"""The commands `legal` and `explain`: the rules as JSON Lines, one request and one answer per line."""

import argparse
from typing import Any

from toc_pi.cli.requests import Request, answer_lines, pawns, situation, text
from toc_pi.messages import said
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.words import explain_text


def prepare(command: str, parser: argparse.ArgumentParser) -> None:
    """Add the commands' arguments."""
    parser.add_argument(
        "requests",
        nargs="?",
        default="-",
        metavar="FILE",
        help=said("JSON Lines to {do}, a request a line; - for standard input", do=command),
    )


def execute(command: str, options: argparse.Namespace) -> int:
    """Answer every line.

    Returns:
        0; 2 if a request was impossible (its answer says why, the others are answered).

    Raises:
        BadInput: the file can't be read.
    """
    answer = {"legal": answer_legal, "explain": answer_explain}[command]
    return answer_lines(command, options.requests, answer)


def answer_legal(request: Request) -> dict[str, Any]:
    """Every distinct result of a card: `{"results": [{"holes": …, "fresh": …}]}`.

    Raises:
        BadInput: what is wrong with the request, and where.
    """
    rules, table, before, seat = situation(request)
    found = list(legal_moves(rules, table, before, seat, Card(text(request, "card"))))
    return {"results": [_written(found.pop()) for _ in range(len(found))]}  # popped, to free memory early


def _written(after: Position) -> dict[str, Any]:
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
