"""Both engines asked the same, and a difference made small."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from oracle import plays, reasons, requests
from oracle.breach_search import Undecided
from oracle.problems import Request, random_after, random_request
from toc_pi.errors import BadInput
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import RuleSet, load_ruleset, ruleset_from
from toc_pi.rules.table import Table

LIMIT = 6000  # moves tried in a search for reasons; beyond, the oracle gives up


@dataclass(frozen=True)
class Difference:
    """What one request was answered by both."""

    request: Request
    oracle: object
    engine: object

    def __str__(self) -> str:
        return f"oracle {self.oracle}\nengine {self.engine}\n{json.dumps(self.request)}"


def asked(request: Request) -> tuple[RuleSet, Table, Position]:
    house = request.get("house", [])
    if "ruleset" in request:
        rules = ruleset_from(request["ruleset"], house)
    else:
        rules = load_ruleset(request["rules"], house)
    table = Table(
        request["seats"],
        request["home_entry"],
        request["centre"],
        tuple(tuple(p) for p in request["players"]),
        tuple(tuple(t) for t in request["teams"]),
        request["stretch"],
    )
    pawns: Any = frozenset(request["holes"].items())
    return rules, table, Position(pawns, frozenset(request["fresh"]))


def compare_results(request: Request) -> Difference | None:
    """Ask both for the legal results."""
    rules, table, position = asked(request)
    moves = legal_moves(rules, table, position, request["seat"], request["card"])
    engine = {requests.as_result(dict(p.pawns), list(p.fresh), request["stretch"]) for p in moves}
    twice = len(moves) - len(engine)
    oracle = plays.results(
        requests.table_asked(request),
        requests.board_of(request["holes"], request["stretch"]),
        requests.fresh_of(request),
        request["seat"],
        request["card"],
    )
    if engine == oracle and not twice:
        return None
    shown = [_written(found) for found in (oracle - engine, engine - oracle)]
    return Difference(request, f"alone has {shown[0]}", f"alone has {shown[1]}, {twice} twice")


def _written(found: set[plays.Result]) -> str:
    return " | ".join(
        sorted(
            " ".join(sorted(f"{requests.name_of(s)}:{p}{'*' if s in fresh else ''}" for s, p in board))
            for board, fresh in found
        )[:3]
    )


def compare_reasons(request: Request, limit: int = LIMIT) -> Difference | None:
    """Ask both why not.

    Raises:
        Undecided: the oracle gave up.
    """
    oracle = reasons.explain(
        requests.table_asked(request),
        requests.board_of(request["holes"], request["stretch"]),
        requests.fresh_of(request),
        request["seat"],
        request["card"],
        requests.board_of(request["after"], request["stretch"]),
        limit,
    )
    rules, table, position = asked(request)
    judged = explain(rules, table, position, request["seat"], request["card"], request["after"])
    engine = None if judged.legal else list(judged.reasons)
    return None if oracle == engine else Difference(request, oracle, engine)


def shrink(found: Difference) -> Difference:
    """The same answers from fewer pawns and house rules."""
    ask = compare_reasons if "after" in found.request else compare_results

    def same(smaller: Request) -> Difference | None:
        try:
            again = ask(smaller)
        except (BadInput, Undecided, KeyError):  # it can't be asked, or isn't answered
            return None
        if again is None or (
            "after" in smaller and (again.oracle, again.engine) != (found.oracle, found.engine)
        ):
            return None
        return again

    tried = True
    while tried:
        tried = False
        for smaller in _smaller(found.request):
            again = same(smaller)
            if again is not None:
                found, tried = again, True
                break
    return found


def _smaller(request: Request) -> Iterator[Request]:
    for name in request.get("house", []):
        yield {**request, "house": [h for h in request["house"] if h != name]}
    for part in ("cards", "parameters"):
        for key in request.get("ruleset", {}).get(part, {}):
            rest = {k: v for k, v in request["ruleset"][part].items() if k != key}
            yield {**request, "ruleset": {**request["ruleset"], part: rest}}
    for hole in request["holes"]:
        fresh = [h for h in request["fresh"] if h != hole]
        fewer = {**request, "holes": {h: s for h, s in request["holes"].items() if h != hole}, "fresh": fresh}
        if "after" in request:
            after = request["after"]
            if after.get(hole) == request["holes"][hole]:
                yield {**fewer, "after": {h: s for h, s in after.items() if h != hole}}
            elif after.get(hole) is None:
                yield fewer
        else:
            yield fewer
    for hole in request["fresh"]:
        yield {**request, "fresh": [h for h in request["fresh"] if h != hole]}
    solo = [[s] for s in "abcdefgh"[: request["seats"]]]
    for key in ("players", "teams"):
        if request[key] != solo:
            yield {**request, key: solo}


def problems(rng: Random, rules: str | None, reasons_each: int, family: float) -> Iterator[Request]:
    """One question for results, then some for reasons about the same position, for ever."""
    while True:
        request = random_request(rng, rules, family)
        yield request
        for _ in range(reasons_each):
            yield {**request, "after": random_after(rng, request)}
