"""Publishes a table's game to its hall, in a process of its own that the game doesn't depend on."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from queue import Empty
from typing import Any

from toc_pi.hall.table.follower import Follower, ShownState
from toc_pi.hall.table.outbox import Sending, to_send
from toc_pi.hall.table.table_state import discovery_payload, state_payload
from toc_pi.hall.wire.link import Arrived, Connected, Disconnected, Link, LinkEvent, Login
from toc_pi.hall.wire.protocol import InvalidPayload, Topics, discovery, read, written
from toc_pi.messages import said
from toc_pi.store.hall import HallFiles, HallNews, HallSettings, seated_teams

LOOK_S = 0.25  # between two polls of the journal
STATE_S = 0.5  # between two `state` messages

NOBODY: dict[str, Any] = {"match": "", "round": 0, "teams": []}
"""The seating of a table that the hall doesn't use."""


class Publisher:
    """Sends a hall what a follower reads.

    Args:
        link: to the broker; its last will marks the table as offline.
        follower: of the table's journal.
        files: shared with the game: its calls to the arbiter, and news of the hall.
        language: of the colours' names that Home Assistant shows.
        tell: called with readable fault messages.
    """

    def __init__(
        self,
        settings: HallSettings,
        link: Link,
        follower: Follower,
        files: HallFiles,
        language: str,
        tell: Callable[[str], object],
    ) -> None:
        self._settings = settings
        self._topics = Topics(settings.hall)
        self._link = link
        self._follower = follower
        self._files = files
        self._news = HallNews()
        self._files.tell(self._news)
        self._language = language
        self._tell = tell
        self._told = ""
        self._is_connected = self._hall_is_here = False
        self._sending = Sending(follower.outbox.confirmed, follower.outbox.confirmed)
        self._state: ShownState | None = None
        self._state_at_s = float("-inf")
        self._said_calls: bool | None = None

    def step(self, event: LinkEvent | None, now: float) -> None:
        """Handle an event, if there is one; then send what is due. `now` is a monotonic clock, s."""
        match event:
            case Connected():
                self._is_connected, self._told = True, ""
                self._know(why="")
                self._greet()
            case Disconnected(why):
                self._is_connected = self._hall_is_here = False
                self._know(why=why)
                self._say(said("{address}: no connection ({why})", address=self._settings.broker, why=why))
            case Arrived():
                try:
                    self._take(event, now)
                except InvalidPayload as error:
                    self._say(str(error))
        self._sending = self._sending.opened(self._is_connected and self._hall_is_here)
        connection = "gone" if not self._is_connected else "here" if self._hall_is_here else "alone"
        if connection != self._news.connection:
            self._know(connection=connection)
        self._follower.look(now)
        self._follower.save(now)
        if self._is_connected:
            self._send(now)

    def close(self) -> None:
        """Disconnect and save the cursor."""
        self._follower.save(0.0, at_once=True)
        self._link.close(self._topics("link", self._settings.table), written("link", {"here": False}))

    def _greet(self) -> None:
        """Republish all retained messages after a reconnect: the broker may have lost its memory."""
        table = self._settings.table
        self._said_calls = self._state = None
        self._state_at_s = float("-inf")
        self._sending = self._sending.opened(False)
        if self._settings.home_assistant:
            payload = discovery_payload(self._settings.hall, table, self._language)
            self._link.publish(discovery(self._settings.hall, table), payload, retain=True)

    def _take(self, message: Arrived, now: float) -> None:
        table = self._settings.table
        if message.topic == self._topics("link", table):
            if not read("link", message.payload)["here"]:
                self._said_calls = None  # the last will of an earlier connection: outdated
        elif message.topic == self._topics("hall_link"):
            self._hall_is_here = bool(read("link", message.payload)["here"])
        elif message.topic == self._topics("seating", table):
            self._seat(message.payload)
        elif message.topic == self._topics("taken", table) and message.payload:
            taken = read("taken", message.payload)
            game, number = taken["at"]
            self._follower.took(taken["stream"], (game, number), now)

    def _seat(self, payload: bytes) -> None:
        """Store the match that the hall assigned to this table, or none."""
        found = read("seating", payload) if payload else NOBODY
        self._follower.seated(found["match"])
        self._know(round=found["round"], teams=seated_teams(found["teams"]))

    def _know(self, **what: Any) -> None:
        """Update what the game's screen shows of the hall."""
        news = replace(self._news, **what)
        if news != self._news:
            self._news = news
            self._files.tell(news)

    def _send(self, now: float) -> None:
        if (calls := self._files.calls) != self._said_calls:
            here = written("link", {"here": True, "calls": calls})
            self._link.publish(self._topics("link", self._settings.table), here, retain=True)
            self._said_calls = calls
        try:
            self._send_state(now)
            self._send_record(now)
        except InvalidPayload as error:  # a defect, or a journal written by another program: the game goes on
            self._say(str(error))

    def _send_state(self, now: float) -> None:
        state = self._follower.shown
        if state is None or now < self._state_at_s + STATE_S or state == self._state:
            return
        payload = written("state", state_payload(*state))
        self._link.publish(self._topics("state", self._settings.table), payload, retain=True)
        self._state, self._state_at_s = state, now

    def _send_record(self, now: float) -> None:
        outbox = self._follower.outbox
        self._sending = self._sending.took(outbox.confirmed, now)
        self._sending, messages = to_send(self._sending, self._follower.waiting, now)
        for message in messages:
            envelope = {"stream": outbox.name, "at": [*message.at], "after": [*message.after]}
            first = message.after == outbox.confirmed
            body = {"first": first, "kind": message.kind, "body": message.body}
            payload = written("record", {**envelope, **body})
            self._link.publish(self._topics("record", self._settings.table), payload)

    def _say(self, fault: str) -> None:
        """Report a fault, once while it lasts."""
        if fault != self._told:
            self._told = fault
            self._tell(fault)


def link_of(settings: HallSettings, password: str) -> Link:
    """A table's connection to its hall's broker.

    Raises:
        BadInput: the settings can't be used, or paho-mqtt is missing.
    """
    topics, table = Topics(settings.hall), settings.table
    account = Login(settings.broker, table, password, settings.authority, settings.certificate)
    will = (topics("link", table), written("link", {"here": False}))
    heard = (topics("link", table), topics("taken", table), topics("seating", table), topics("hall_link"))
    return Link(account, will, heard)


def publish(
    follower: Follower,
    files: HallFiles,
    settings: HallSettings,
    password: str,
    language: str,
    tell: Callable[[str], object],
    goes_on: Callable[[], bool],
) -> None:
    """Publish a table's game while `goes_on`, polled often, returns true.

    Raises:
        BadInput: the settings can't be used, or paho-mqtt is missing.
    """
    link = link_of(settings, password)
    publisher = Publisher(settings, link, follower, files, language, tell)
    try:
        while goes_on():
            event: LinkEvent | None = None
            with suppress(Empty):
                event = link.inbox.get(timeout=LOOK_S)
            publisher.step(event, time.monotonic())
    finally:
        publisher.close()
