"""What a measurement counts, and its table."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

VERDICTS = ("right", "unsure", "not clear", "not found", "wrong")


@dataclass(frozen=True, slots=True)
class Answer:
    """How one hole or card was read.

    Attributes:
        rows: of the table for which it counts.
        verdict: one of VERDICTS.
        what: which hole or card it is, and how it was read.
    """

    rows: tuple[str, ...]
    verdict: str
    what: str = ""


def table(answers: Iterable[Answer]) -> Iterator[str]:
    """A row for each kind of answers, then a line for each wrong one that has a name."""
    rows: dict[str, Counter[str]] = {}
    wrong = []
    for answer in answers:
        for row in answer.rows:
            rows.setdefault(row, Counter())[answer.verdict] += 1
        if answer.verdict == "wrong" and answer.what:
            wrong.append(answer.what)
    yield f"| | read | {' | '.join(VERDICTS)} |"
    yield "|---" * (len(VERDICTS) + 2) + "|"
    for row, counts in rows.items():
        shares = (f"{100 * counts[verdict] / counts.total():.2f} %" for verdict in VERDICTS[:-1])
        yield f"| {row} | {counts.total()} | {' | '.join(shares)} | {counts['wrong']} |"
    yield from wrong
