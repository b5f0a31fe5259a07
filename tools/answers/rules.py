"""Answers of `legal`, `explain` and `hint` on random positions of every rule set."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from answers.jobs import Answers, Job, ask

SETS = ("fadoq", "quebec", "saut", "tac-tik", "toc", "tock", "tock-variant")
CHUNKS = 5
LEGAL, HINTS = 260, 52
"""Positions in a chunk; as many as LEGAL are explained, too. 7 sets, 5 chunks: 20,020 answers."""
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "*")
HAND = 4
Request = dict[str, Any]


def jobs() -> Iterator[Job]:
    """A job for each chunk."""
    for rules in SETS:
        for chunk in range(CHUNKS):
            yield Job(f"rules/{rules}/", answers, (rules, chunk))


def answers(rules: str, chunk: int) -> Answers:
    """The answers on one chunk of positions."""
    from oracle.problems import random_request

    rng = Random(f"{rules} {chunk}")
    asked = [random_request(rng, rules) for _ in range(LEGAL)]
    legal = _answers("legal", asked)
    moved = [
        {**request, "after": _moved(rng, request, found)} for request, found in zip(asked, legal, strict=True)
    ]
    hands = [_with_hand(rng, request) for request in asked[:HINTS]]
    return {
        f"legal-{chunk}": "".join(map(_text, asked, map(_results, legal))),
        f"explain-{chunk}": "".join(map(_text, moved, map(_lines, _answers("explain", moved)))),
        f"hint-{chunk}": "".join(map(_text, hands, map(_lines, _answers("hint", hands)))),
    }


def _answers(command: str, requests: list[Request]) -> list[Request]:
    said = ask(command, "-", given="\n".join(map(json.dumps, requests)))
    return [json.loads(line) for line in said.out.splitlines()]


def _text(request: Request, lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in (json.dumps(request, sort_keys=True), *lines))


def _lines(answer: Request) -> list[str]:
    """An answer with a line for each play."""
    plays = answer.pop("plays", [])
    return [f"  {json.dumps(one, sort_keys=True, ensure_ascii=False)}" for one in (answer, *plays)]


def _results(answer: Request) -> list[str]:
    """The results in an order of their own: it isn't promised."""
    found = [
        " ".join(
            f"{hole}:{seat}{'*' * (hole in one['fresh'])}" for hole, seat in sorted(one["holes"].items())
        )
        for one in answer.get("results", [])
    ]
    return sorted(f"  {one}" for one in (*found, answer.get("error", f"{len(found)} results")))


def _moved(rng: Random, request: Request, legal: Request) -> dict[str, str]:
    """A board that hands could leave: a legal result, or nearly one."""
    results = sorted((one["holes"] for one in legal.get("results", [])), key=str)
    holes: dict[str, str] = dict(rng.choice(results) if results and rng.random() < 0.7 else request["holes"])
    for _ in range(rng.choice((0, 1, 1, 2))):
        if holes:
            hole = rng.choice(sorted(holes))
            seat = holes.pop(hole)
            other = rng.choice(sorted(holes)) if holes and rng.random() < 0.2 else _hole(rng, request, hole)
            if rng.random() < 0.85:  # else it is taken off
                holes |= {hole: holes[other]} if other in holes else {}
                holes[other] = seat
    return dict(sorted(holes.items()))


def _hole(rng: Random, request: Request, start: str) -> str:
    """A hole for a pawn: a few holes on, in a home, or anywhere on the track."""
    seats, stretch = "abcdefgh"[: request["seats"]], request["stretch"]
    if rng.random() < 0.2:
        return f"{rng.choice(seats)}H{rng.randint(1, 4)}"
    track = [f"{seat}{number}" for seat in seats for number in range(stretch)]
    if start in track and rng.random() < 0.8:
        return track[(track.index(start) + rng.randint(-5, 13)) % len(track)]
    return rng.choice(track)


def _with_hand(rng: Random, request: Request) -> Request:
    """A question for the best play; strength 3 gets no time, because what it simulates depends on it."""
    strength = rng.choice((1, 2, 2, 3))
    hand = rng.sample(CARDS, HAND)
    asked = {name: value for name, value in request.items() if name != "card"}
    return {
        **asked,
        "hand": hand,
        "strength": strength,
        "seed": rng.randint(1, 99),
        "time": 60 if strength < 3 else 0,
    }
