"""Players' taps on the screen, and their form in a clip's `declared.jsonl` (FOOTAGE.md, Clip)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.files.documents import NotValid, parse_json
from toc_pi.documents import read_text
from toc_pi.errors import BadInput, short
from toc_pi.messages import said
from toc_pi.referee.events import ACTIONS, Do
from toc_pi.store.table_settings import is_number

TAPS_BYTES = 10_000_000
"""Maximum size of the file: a hundred evenings of taps."""
# The ranks as taps write them; * is the joker.
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "*")


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap.

    Attributes:
        t: seconds of film.
        seat: who tapped; empty if `accept` or `undo` leave it out.
        do: card, discard, throw, accept, undo or pass.
        card: with `card` and `discard`.
        cards: with `throw`.
    """

    t: float
    seat: str
    do: Do
    card: str | None = None
    cards: tuple[str, ...] = ()


def read_taps(path: Path, seats: Sequence[str]) -> tuple[Tap, ...]:
    """Read `declared.jsonl`.

    Args:
        path: the file.
        seats: the seats that the board has.

    Raises:
        BadInput: a line is no JSON object or has an invalid value; the message names file and line.
    """
    taps: list[Tap] = []
    lines = read_text(path, TAPS_BYTES).splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            row = parse_json(line)
        except NotValid as error:
            raise BadInput(said("{where}: {why}; a line is one tap", where=where, why=error)) from error
        tap = _tap(row, where, seats)
        if taps and tap.t < taps[-1].t:
            raise BadInput(
                said(
                    "{where}: t = {t} comes after {t2}; lines stand in the order of time",
                    where=where,
                    t=tap.t,
                    t2=taps[-1].t,
                )
            )
        taps.append(tap)
    return tuple(taps)


def _tap(row: Any, where: str, seats: Sequence[str]) -> Tap:
    if not isinstance(row, dict):
        raise BadInput(
            said(
                '{where}: {row} is not an object like {{"t": 4.2, "seat": "a", "do": "card", "card": "K"}}',
                where=where,
                row=_shown(row),
            )
        )
    t, seat, do = row.get("t"), row.get("seat", ""), row.get("do")
    if t is None or not is_number(t) or t < 0:
        raise BadInput(
            said("{where}: t = {t}; allowed: seconds of film, 0 or more", where=where, t=_shown(t))
        )
    if do not in ACTIONS:
        raise BadInput(
            said("{where}: do = {do}; allowed: {names}", where=where, do=_shown(do), names=" ".join(ACTIONS))
        )
    if seat not in seats and not (seat == "" and do in ("accept", "undo")):
        raise BadInput(
            said(
                "{where}: seat = {seat}; allowed: {names}",
                where=where,
                seat=_shown(seat),
                names=" ".join(seats),
            )
        )
    card, cards = row.get("card"), row.get("cards", [])
    if do in ("card", "discard") and card not in CARDS:
        raise BadInput(
            said(
                "{where}: card = {card}; allowed: {names}",
                where=where,
                card=_shown(card),
                names=" ".join(CARDS),
            )
        )
    if not isinstance(cards, list) or any(each not in CARDS for each in cards):
        raise BadInput(
            said(
                "{where}: cards = {cards}; allowed: a list of {names}",
                where=where,
                cards=_shown(cards),
                names=" ".join(CARDS),
            )
        )
    return Tap(float(t), str(seat), do, card if do in ("card", "discard") else None, tuple(cards))


def _shown(value: object) -> str:
    """A value as in the file; null for a missing one."""
    return short(json.dumps(value, ensure_ascii=False))
