"""Reads the cards and parameters of a rule set's data, and reports every fault (RULES 3, 4, 6)."""

import json
from collections.abc import Mapping
from typing import Any

from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.parameters import LISTS, PARAMETERS, freeze, is_allowed
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.use import Use


def read_cards(content: object, where: str, faults: list[str]) -> dict[Card, tuple[Use, ...]]:
    """The uses of each rank in the data; faults are added to `faults`."""
    cards: dict[Card, tuple[Use, ...]] = {}
    if not isinstance(content, Mapping):
        faults.append(
            said(
                "{where}: cards = {content}; a table of ranks is needed", where=where, content=shown(content)
            )
        )
        return cards
    for rank, uses in content.items():
        if rank not in RANKS:
            faults.append(
                said(
                    "{where}: cards.{rank} isn't a rank; allowed are {names}",
                    where=where,
                    rank=rank,
                    names=" ".join(RANKS),
                )
            )
        elif not isinstance(uses, list | tuple):
            faults.append(
                said(
                    "{where}: cards.{rank} = {uses}; a list of uses is needed",
                    where=where,
                    rank=rank,
                    uses=shown(uses),
                )
            )
        else:
            read = []
            for use in uses:
                try:
                    read.append(Use.parse(use if isinstance(use, str) else shown(use)))
                except BadInput as fault:
                    faults.append(said("{where}: cards.{rank}: {why}", where=where, rank=rank, why=fault))
            cards[Card(rank)] = tuple(read)
    return cards


def read_parameters(content: object, where: str, faults: list[str]) -> dict[str, Any]:
    """The parameters in the data, frozen; faults are added to `faults`."""
    parameters: dict[str, Any] = {}
    if not isinstance(content, Mapping):
        faults.append(
            said(
                "{where}: parameters = {content}; a table of parameters is needed",
                where=where,
                content=shown(content),
            )
        )
        return parameters
    for key, value in content.items():
        if key not in PARAMETERS:
            faults.append(
                said(
                    "{where}: parameters.{key} isn't a parameter; allowed are {names}",
                    where=where,
                    key=key,
                    names=", ".join(PARAMETERS),
                )
            )
        elif not is_allowed(key, value):
            allowed = ", ".join(shown(choice) for choice in PARAMETERS[key])
            form = "a list of " if key in LISTS else ""
            faults.append(
                said(
                    "{where}: parameters.{key} = {value}; allowed is {form}{allowed}",
                    where=where,
                    key=key,
                    value=shown(value),
                    form=form,
                    allowed=allowed,
                )
            )
        else:
            parameters[key] = freeze(key, value)
    return parameters


def shown(value: object) -> str:
    """A value as written in a file, shortened to fit on one line."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
