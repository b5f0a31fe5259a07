"""A connection to an MQTT 5 broker that reconnects by itself and queues what happens."""

import contextlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any

from toc_pi.errors import BadInput
from toc_pi.hall.wire.encryption import encryption
from toc_pi.messages import said

KEEP_ALIVE_S = 20
ID_BYTES = 16  # of a client id: whoever guesses it can disconnect the client or take over its session
BACK_S = (1, 30)  # seconds between two attempts to connect, first and longest
MAX_INBOX = 10_000  # messages; beyond that they wait at the broker
MAX_UNSENT = 100_000  # after an outage, a hall has two messages for each of its tables at once
_ADDRESS = re.compile(r"(?P<kind>mqtts?)://(?P<host>\[[0-9a-f:]+\]|[^:/]+)(:(?P<port>\d+))?")
UNREACHABLE, WRONG = said("unreachable"), said("it doesn't know this name with this password")
_WRONG = (0x86, 0x87)  # MQTT 5, 3.2.2.2: bad user name or password; not authorized
_PORTS = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class Login:
    """Where to connect, and with which account.

    Attributes:
        address: `mqtt://HOST`, or `mqtts://HOST` with TLS; a port may follow.
        user: the account at the broker, and its `password`.
        authority: the file of the broker's certificate authority; None for those of the system.
        certificate: the fingerprint of the broker's own certificate, to trust it alone; "" for the authority.
    """

    address: str
    user: str
    password: str
    authority: Path | None = None
    certificate: str = ""


@dataclass(frozen=True, slots=True)
class Connected:
    """The broker is connected."""


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection was lost or refused; it is retried."""

    why: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message has come."""

    topic: str
    payload: bytes


LinkEvent = Connected | Disconnected | Arrived


class Link:
    """A connection to a broker.

    Args:
        account: address and credentials.
        will: topic and payload that the broker publishes, retained, if the connection breaks.
        topics: subscribed to, in this order, on every connection.

    Attributes:
        inbox: queue of events.

    Raises:
        BadInput: paho-mqtt is missing, or the address or account is invalid.
    """

    def __init__(self, account: Login, will: tuple[str, bytes], topics: Sequence[str]) -> None:
        try:
            from paho.mqtt import client as mqtt
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as error:
            raise BadInput("paho-mqtt is missing (sudo apt install python3-paho-mqtt)") from error
        found = _ADDRESS.fullmatch(account.address)
        if found is None:
            raise BadInput("{address}: mqtts://HOST or mqtt://HOST is needed", address=account.address)
        self.inbox: Queue[LinkEvent] = Queue(MAX_INBOX)
        self._topics = topics
        self._refused = ""
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=secrets.token_hex(ID_BYTES), protocol=mqtt.MQTTv5
        )
        self._client.username_pw_set(account.user, account.password)
        if found["kind"] == "mqtts":
            secret = encryption(account.authority, account.certificate, self._refuse)
            self._client.tls_set_context(secret)
            self._client.tls_insecure_set(bool(account.certificate))  # pinned: the host name doesn't matter
        self._client.will_set(*will, qos=1, retain=True)
        self._client.max_queued_messages_set(MAX_UNSENT)
        self._client.reconnect_delay_set(*BACK_S)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_connect_fail = self._on_connect_fail
        host, port = found["host"].strip("[]"), int(found["port"] or _PORTS[found["kind"]])
        self._client.connect_async(host, port, KEEP_ALIVE_S, clean_start=True)
        self._client.loop_start()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Send a message with QoS 1; it may be dropped while disconnected."""
        self._client.publish(topic, payload, qos=1, retain=retain)

    def close(self, topic: str | None = None, payload: bytes = b"") -> None:
        """Disconnect, after a last retained message: a broker sends no will after a clean disconnect."""
        if topic is not None and self._client.is_connected():
            with contextlib.suppress(RuntimeError, ValueError):
                self._client.publish(topic, payload, qos=1, retain=True).wait_for_publish(timeout=2)
        self._client.disconnect()
        self._client.loop_stop()
        # Breaking this reference cycle frees the client at once, which closes its sockets.
        client = self._client
        client.on_connect = client.on_disconnect = client.on_message = client.on_connect_fail = None

    def _on_connect(self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            self.inbox.put(Disconnected(WRONG if reason.value in _WRONG else str(reason)))
            return
        if self._topics:
            client.subscribe([(topic, _subscription()) for topic in self._topics])
        self.inbox.put(Connected())

    def _on_disconnect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self.inbox.put(Disconnected(str(reason)))

    def _on_connect_fail(self, _client: Any, _data: Any) -> None:
        why, self._refused = self._refused or UNREACHABLE, ""
        self.inbox.put(Disconnected(why))

    def _refuse(self, why: str) -> None:
        self._refused = why

    def _on_message(self, _client: Any, _data: Any, message: Any) -> None:
        self.inbox.put(Arrived(message.topic, bytes(message.payload)))


def _subscription() -> Any:
    from paho.mqtt.subscribeoptions import SubscribeOptions

    return SubscribeOptions(qos=1, noLocal=True)  # its own messages aren't sent back
