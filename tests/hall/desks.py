"""A hall's desk without a network, for tests: messages go in as if they had come by the broker."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from parts import whole

from toc_pi.hall.service.database import HallDatabase
from toc_pi.hall.service.desk import Desk, Outgoing
from toc_pi.hall.wire.protocol import Topics

TOPICS = Topics("club")


class DeskAtHand:
    """A desk, what it published, and what it told.

    Attributes:
        told: what it refused.
        sent: everything published so far.
    """

    def __init__(self, database: HallDatabase) -> None:
        self.told: list[str] = []
        self.sent: list[Outgoing] = []
        self.now = 0.0
        self._orders = 0
        self.desk = Desk(database, TOPICS, lambda: "2026-11-27T12:00:00+00:00", self.told.append)

    def get(self, topic: str, payload: bytes | dict[str, Any]) -> tuple[Outgoing, ...]:
        """A message comes; what is published next."""
        self.now += 1.0
        body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        sent = self.desk.take([(topic, body)], self.now)
        self.sent += sent
        return sent

    def order(self, do: str, **order: Any) -> dict[str, Any]:
        """The arbiter orders something; the answer."""
        self._orders += 1
        number = f"{self._orders:08x}"
        sent = self.get(TOPICS("order", "ann"), {"id": number, "do": do, **order})
        (answer,) = (json.loads(one.payload) for one in sent if one.topic == TOPICS("answer", "ann"))
        assert answer["id"] == number
        return dict(answer)

    def shown(self, what: str) -> Any:
        """What the wall shows of something now."""
        return whole(
            {one.topic: json.loads(one.payload or b"null") for one in self.sent}, TOPICS("shown", what)
        )


def record(at: int, after: int, kind: str = "verdict", *, game: int = 1, **body: Any) -> dict[str, Any]:
    """A message of a table's record."""
    usual: dict[str, Any] = {
        "verdict": {
            "n": at,
            "seat": "a",
            "do": "card",
            "card": "5",
            "legal": True,
            "captured": [],
            "reasons": [],
        },
        "back": {"n": at, "seat": "a"},
        "result": {
            "match": "1-1",
            "started": "2026-11-27T12:00:00+00:00",
            "winners": ["a", "c"],
            "teams": [["a", "c"], ["b", "d"]],
            "people": {},
            "turns": 90,
        },
    }[kind]
    places = {"at": [game, at], "after": [game, after], "first": after == 0}
    return {"stream": "abc.1", **places, "kind": kind, "body": usual | body}


@contextmanager
def desk_at(url: str) -> Iterator[DeskAtHand]:
    """A desk with the database of a URL."""
    with closing(HallDatabase(url, "club")) as database:
        yield DeskAtHand(database)


def url_in(folder: Path) -> str:
    """A database in a folder."""
    return f"sqlite:///{folder / 'hall.sqlite'}"


def begin(hall: DeskAtHand, teams: int = 4) -> None:
    """Enter teams, and pair the first round."""
    for number in range(1, teams // 2 + 1):
        hall.get(TOPICS("link", f"t{number:02}"), {"here": True})
    for number in range(1, teams + 1):
        assert hall.order("enter", name=f"Team {number}", players=[f"P{number}", f"Q{number}"])["done"]
    assert hall.order("pair")["done"]
