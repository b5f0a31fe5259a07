"""The hall's desk: stores what tables and arbiters send, and decides what to publish.

It is independent of the network: messages are plain values. Whatever is published was stored first. A
table's record is accepted once and in order, at a limited rate.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from toc_pi.errors import BadInput
from toc_pi.hall.core.decisions import Facts, ordered, resulted, taken_back
from toc_pi.hall.core.facts import GamePlayed, TableWorks
from toc_pi.hall.core.tournament import Tournament, folded
from toc_pi.hall.service.database import Batch, HallDatabase, RecordPlace, StreamOf, TakenRecord, Written
from toc_pi.hall.service.shown import seatings, shown
from toc_pi.hall.wire.protocol import InvalidPayload, Topics, checked, number_of, read, written
from toc_pi.languages import LANGUAGES, translated
from toc_pi.messages import said
from toc_pi.reporting import Report

Fate = Literal["new", "repeat", "gap"]

RATE, BURST = 50.0, 200.0
"""Messages a second that a table may send on average, and the largest burst."""
RARE_RATE, RARE_BURST = 0.2, 30.0
"""The same for messages that the hall stores permanently: results, and new streams."""
TOLD_EVERY_S = 60.0
"""Least time between two reported faults of one table."""


def fate_of(
    taken: Mapping[StreamOf, RecordPlace],
    stream: StreamOf,
    at: RecordPlace,
    after: RecordPlace,
    *,
    is_first: bool,
) -> Fate:
    """Whether a message is the next one of its stream.

    An unknown stream starts with its table's first message: earlier ones may have been lost on the way.
    """
    if at <= after:
        return "gap"  # never sent by a table
    if stream not in taken:
        return "new" if is_first else "gap"
    if taken[stream] == after:
        return "new"
    return "repeat" if at <= taken[stream] else "gap"


@dataclass(slots=True)
class Rates:
    """Rate limiter for each table's messages, and for reports of its faults."""

    rate: float = RATE
    burst: float = BURST
    left: dict[str, tuple[float, float]] = field(default_factory=dict)
    told: dict[str, float] = field(default_factory=dict)

    def allow(self, table: str, now: float) -> bool:
        """Whether another message of a table may be handled now, s."""
        tokens, since = self.left.get(table, (self.burst, now))
        tokens = min(self.burst, tokens + (now - since) * self.rate)
        allowed = tokens >= 1.0
        self.left[table] = (tokens - 1.0 if allowed else tokens, now)
        return allowed

    def may_tell(self, table: str, now: float) -> bool:
        """Whether a fault of a table may be reported now."""
        if now < self.told.get(table, float("-inf")) + TOLD_EVERY_S:
            return False
        self.told[table] = now
        return True


SHOW_S, SHOW_BYTES = 0.5, 500_000
"""Least time between two updates of the wall, and the wall's bytes a second."""
LONGEST_ANSWER = 400
KEPT_LOG = 2000  # facts kept in memory; the log shows the newest


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to publish."""

    topic: str
    payload: bytes
    retain: bool = True


class Desk:
    """The hall's message handler.

    Args:
        database: loaded at the start; every new fact is written to it.
        topics: the hall's.
        clock: returns the date and time (ISO 8601).
        tell: called with a readable message for whatever is refused.
        mark: prefix of match names sent to tables, so that no other tournament's results count here.

    Attributes:
        tournament: its current state.
    """

    def __init__(
        self,
        database: HallDatabase,
        topics: Topics,
        clock: Callable[[], str],
        tell: Report,
        mark: str = "",
    ) -> None:
        self._mark = mark
        self._database = database
        self._topics = topics
        self._clock = clock
        self._tell = tell
        stored = database.load()
        self._log = deque(stored.facts, KEPT_LOG)
        self._number = stored.facts[-1].number if stored.facts else 0
        self._taken = dict(stored.taken)
        self._newest = dict(stored.newest)
        self.tournament: Tournament = folded(Tournament(), (one.fact for one in stored.facts))
        self._rates, self._rare = Rates(), Rates(RARE_RATE, RARE_BURST)
        self._batch = Batch()
        self._told: dict[str, bytes] = {}
        self._told_of: Tournament | None = None
        self._show_s = float("-inf")
        self._replies: list[Outgoing] = []

    def take(self, messages: Iterable[tuple[str, bytes]], now: float) -> tuple[Outgoing, ...]:
        """Handle messages, pairs of topic and payload, in one transaction; `now` is a monotonic clock, s.

        Returns:
            The messages to publish.

        Raises:
            Exception: the database can't be written; nothing was published, and the hall must restart.
        """
        confirmed: dict[str, None] = {}
        for topic, payload in messages:
            writer = self._topics.writer(topic)
            if writer is None or not payload:
                continue
            kind, name, what = writer
            if not self._rates.allow(f"{kind} {name}", now):
                self._refuse(name, said("too many messages"), now)
                continue
            try:
                if what == "record":
                    self._record(name, payload, now)
                    confirmed[name] = None
                elif what == "link":
                    self._link(name, payload)
                elif what == "order":
                    self._order(name, payload)
            except InvalidPayload as error:
                self._refuse(name, error, now)
        if self._batch:
            self._database.write(self._batch)
            self._batch = Batch()
        replies, self._replies = self._replies, []
        known = [name for name in confirmed if name in self._newest]
        return (*map(self._confirmation, known), *replies, *self._due(now))

    def greeting(self) -> tuple[Outgoing, ...]:
        """Everything retained, since the broker may have lost it; last, that the hall is online."""
        self._told = {}
        here = Outgoing(self._topics("hall_link"), self.retained(self._topics("hall_link")))
        return (*map(self._confirmation, self._newest), *self._changes(), here)

    def retained(self, topic: str) -> bytes:
        """The current payload of one of the hall's topics; empty for none."""
        table = topic.removeprefix(self._topics("taken", ""))
        if topic == self._topics("hall_link"):
            return written("link", {"here": True})
        return self._told.get(topic, b"") if table == topic else self._confirmation(table).payload

    def _due(self, now: float) -> tuple[Outgoing, ...]:
        """Changed messages, unless the last ones went out a moment ago."""
        if self._told_of is self.tournament or now < self._show_s:
            return ()
        changes = tuple(self._changes())
        self._show_s = now + max(SHOW_S, sum(len(one.payload) for one in changes) / SHOW_BYTES)
        return changes

    def _record(self, table: str, payload: bytes, now: float) -> None:
        message = read("record", payload)
        body = checked(f"record-{message['kind']}", message["body"])
        stream = (table, message["stream"])
        at, after = (_place(message[key]) for key in ("at", "after"))
        before = self._taken.get(stream)
        taken = {} if before is None else {stream: before.at}
        fate = fate_of(taken, stream, at, after, is_first=message["first"])
        if before is not None:
            self._newest[table] = message["stream"]
        if fate != "new":
            if fate == "gap":
                why = said("messages are missing before {game}:{entry}", game=at[0], entry=at[1])
                self._refuse(table, why, now)
            return
        game = GamePlayed(table, message["stream"], at[0])
        record = replace(before or TakenRecord(at), at=at)
        facts: Facts = ()
        match message["kind"]:
            case "verdict":
                wrong = int(not body["legal"])
                record = replace(record, verdicts=record.verdicts + 1, illegal=record.illegal + wrong)
            case "back":
                facts = taken_back(self.tournament, game)
            case "result":
                match_ = _own(body["match"], self._mark)
                facts = resulted(self.tournament, game, match_, body["teams"], body["winners"])
        if (facts or before is None) and not self._rare.allow(table, now):
            self._refuse(table, said("too many results; they are taken later"), now)
            return
        self._newest[table] = message["stream"]
        self._taken[stream] = self._batch.taken[stream] = record
        self._add(facts, table)

    def _link(self, table: str, payload: bytes) -> None:
        """A table that connects for the first time becomes usable."""
        if read("link", payload)["here"] and table not in self.tournament.tables:
            self._add((TableWorks(table, True),), table)

    def _order(self, arbiter: str, payload: bytes) -> None:
        try:
            order = read("order", payload)
        except InvalidPayload as error:
            number = number_of(payload)
            if number is None:
                raise
            answer = _answer(number, error.why)
        else:
            number = order["id"]
            answer = self._batch.answers.get(number) or self._database.answer(number) or ""
            answer = answer or self._obey(arbiter, order)
        self._replies.append(Outgoing(self._topics("answer", arbiter), answer.encode(), retain=False))

    def _obey(self, arbiter: str, order: dict[str, Any]) -> str:
        """Carry out or refuse an order; returns the answer."""
        try:
            facts = ordered(self.tournament, order)
        except BadInput as error:
            answer = _answer(order["id"], str(error))
        else:
            answer = _answer(order["id"], said("done"), done=True)
            self._add(facts, arbiter)
        self._batch.answers[order["id"]] = answer
        return answer

    def _add(self, facts: Facts, by: str) -> None:
        for fact in facts:
            self._number += 1
            one = Written(self._number, self._clock(), by, fact)
            self._log.append(one)
            self._batch.facts.append(one)
        self.tournament = folded(self.tournament, facts)

    def _refuse(self, writer: str, why: object, now: float) -> None:
        if self._rates.may_tell(writer, now):
            self._tell(said("{name}: {why}", name=writer, why=why))

    def _confirmation(self, table: str) -> Outgoing:
        stream = self._newest.get(table, "")
        record = self._taken.get((table, stream))
        payload = b"" if record is None else written("taken", {"stream": stream, "at": [*record.at]})
        return Outgoing(self._topics("taken", table), payload)

    def _changes(self) -> Iterator[Outgoing]:
        """Retained messages that differ from those published last."""
        self._told_of = self.tournament
        payloads = [
            *(
                (self._topics("seating", table), payload)
                for table, payload in seatings(self.tournament, self._mark)
            ),
            *((self._topics("shown", name), payload) for name, payload in shown(self.tournament, self._log)),
        ]
        gone = self._told.keys() - {topic for topic, _ in payloads}
        for topic, payload in (*payloads, *((topic, b"") for topic in sorted(gone))):
            if self._told.get(topic) != payload:
                self._told[topic] = payload
                yield Outgoing(topic, payload)


def _answer(number: str, sentence: str, *, done: bool = False) -> str:
    """The answer to an order, in every language."""
    words: Mapping[str, str] = {one: translated(sentence, one)[:LONGEST_ANSWER] for one in LANGUAGES}
    return written("answer", {"id": number, "done": done, **words}).decode()


def _own(match: str, mark: str) -> str:
    """The match's own name, without the tournament's mark; "" for another tournament's."""
    tournament, slash, name = match.rpartition("/")
    return name if tournament + slash == mark else ""


def _place(found: list[int]) -> tuple[int, int]:
    return found[0], found[1]
