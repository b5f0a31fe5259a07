"""The hall's process, between broker and desk; it survives being killed and restarted."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty

from toc_pi.hall.service.database import DatabaseFailed, HallDatabase
from toc_pi.hall.service.desk import Desk, Outgoing
from toc_pi.hall.wire.link import Arrived, Connected, Disconnected, Link, LinkEvent, Login
from toc_pi.hall.wire.protocol import Topics, written
from toc_pi.messages import said
from toc_pi.reporting import Report

WAIT_S = 0.25  # longest wait for a message; then changes are published
MOST_AT_ONCE = 500  # messages in one transaction
AGAIN_S, REST_S = 2.0, 0.1  # pause after a database failure, and between two checks whether to stop


def serve(
    database: HallDatabase,
    account: Login,
    hall: str,
    tournament: str,
    tell: Report,
    alive: Callable[[], object],
) -> None:
    """Run a hall until interrupted.

    Args:
        database: of this hall.
        account: at the broker.
        hall: its name.
        tournament: the name of the one that is played there.
        tell: called with readable fault messages.
        alive: called between two batches of messages; it may raise `KeyboardInterrupt` to end the hall.

    Raises:
        BadInput: the account can't be used.
        DamagedStore: stored facts can't be read.
    """
    while True:
        try:
            _serve(database, account, Topics(hall), _mark(hall, tournament), tell, alive)
        except DatabaseFailed as error:  # what wasn't stored wasn't confirmed, and is sent again
            tell(said("the database fails: {why}", why=error))
            until_s = time.monotonic() + AGAIN_S
            while time.monotonic() < until_s:
                alive()
                time.sleep(REST_S)


def _serve(
    database: HallDatabase,
    account: Login,
    topics: Topics,
    mark: str,
    tell: Report,
    alive: Callable[[], object],
) -> None:
    """Run until the database fails: then the desk is ahead of the database and is discarded."""
    desk = Desk(database, topics, _now, tell, mark)
    heard = (topics("shown", "#"), topics("order", "+"), topics("link", "+"), topics("record", "+"))
    gone = written("link", {"here": False})
    link = Link(account, (topics("hall_link"), gone), heard)
    try:
        while True:
            alive()
            for message in _handled(desk, topics, _waiting(link), account, tell):
                link.publish(message.topic, message.payload, retain=message.retain)
    finally:
        link.close(topics("hall_link"), gone)


def _waiting(link: Link) -> list[LinkEvent]:
    """The queued events; waits a moment for the first one."""
    events: list[LinkEvent] = []
    with suppress(Empty):
        events.append(link.inbox.get(timeout=WAIT_S))
        while len(events) < MOST_AT_ONCE:
            events.append(link.inbox.get_nowait())
    return events


def _handled(
    desk: Desk, topics: Topics, events: list[LinkEvent], account: Login, tell: Report
) -> tuple[Outgoing, ...]:
    messages = [(event.topic, event.payload) for event in events if isinstance(event, Arrived)]
    outgoing = desk.take(messages, time.monotonic())
    for event in events:
        if isinstance(event, Disconnected):
            tell(said("{address}: no connection ({why})", address=account.address, why=event.why))
    if any(isinstance(event, Connected) for event in events):
        outgoing = (*outgoing, *desk.greeting())
    return (*outgoing, *_put_right(desk, topics, messages))


def _put_right(desk: Desk, topics: Topics, messages: Iterable[tuple[str, bytes]]) -> Iterator[Outgoing]:
    """Corrections of outdated retained messages that an earlier connection left on the hall's topics.

    Only the hall writes there, and it doesn't receive its own messages: what arrives was retained, or is an
    old will.
    """
    for topic, payload in messages:
        if topic.startswith(topics("shown", "")) and payload != (right := desk.retained(topic)):
            yield Outgoing(topic, right)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _mark(hall: str, tournament: str) -> str:
    """The prefix of match names that distinguishes a tournament from others of its hall."""
    return "" if tournament == hall else f"{tournament}/"


def open_hall(url: str | None, folder: Path, hall: str, tournament: str) -> "closing[HallDatabase]":
    """Open the database of a hall's tournament, in the hall's folder by default.

    Raises:
        BadInput: it can't be opened.
    """
    if url is None:
        folder.mkdir(parents=True, exist_ok=True)
        url = f"sqlite:///{folder / 'hall.sqlite'}"
    return closing(HallDatabase(url, hall if tournament == hall else f"{hall}/{tournament}"))
