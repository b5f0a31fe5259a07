"""A connection to an MQTT 5 broker, with TLS, that reconnects by itself and queues what happens."""

import contextlib
import hashlib
import re
import secrets
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any

from calibration.files.disk import Unreadable, read_text
from toc_pi.errors import BadInput
from toc_pi.messages import said

# Why a broker isn't trusted.
ANOTHER = said("its certificate isn't the one that this table trusts")
UNSIGNED = said("its certificate is signed by nobody whom this machine trusts")
PLAIN = said("it doesn't encrypt there")
_FAULTS = {
    9: said("its certificate isn't valid yet, by this machine's date"),
    10: said("its certificate has expired, by this machine's date"),
    62: said("its certificate is for another name"),
    64: said("its certificate is for another address"),
}
"""By OpenSSL's numbers: x509_vfy.h."""


def encryption(authority: Path | None, certificate: str, refuse: Callable[[str], object]) -> ssl.SSLContext:
    """The TLS context of a connection.

    Args:
        authority: file of the broker's certificate authority; None for the system's.
        certificate: fingerprint of the only certificate to trust, whoever signed it; "" to trust authorities.
        refuse: called with the reason when a broker isn't trusted; "" if the broker isn't at fault.

    Raises:
        BadInput: the file holds no certificate authority.
    """
    try:
        trusted = None if authority is None else read_text(authority, plain=True)
        context = ssl.create_default_context(cadata=trusted)
    except (Unreadable, OSError, ValueError) as error:
        raise BadInput("{path}: no certificate ({why})", path=authority, why=error) from error
    if certificate:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    class Checked(ssl.SSLSocket):
        """A TLS socket that checks the certificate before anything is sent, and closes if it is refused."""

        def do_handshake(self, block: bool = False) -> None:
            """Shake hands.

            Raises:
                OSError: the certificate isn't trusted, or the peer doesn't speak TLS or doesn't answer.
            """
            try:
                super().do_handshake(block)
                found: Any = self.getpeercert(binary_form=True)
                if certificate and fingerprint(found or b"") != certificate:
                    raise ssl.SSLCertVerificationError(str(ANOTHER))
            except OSError as error:
                refuse(_reason(error, ANOTHER if certificate else UNSIGNED))
                self.close()
                raise

    context.sslsocket_class = Checked
    return context


def _reason(error: OSError, untrusted: str) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _FAULTS.get(getattr(error, "verify_code", 0), untrusted)
    return PLAIN if isinstance(error, ssl.SSLError | ConnectionError) else ""


# Secrets and fingerprints are letters that can be typed at a table's screen.
LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Without i, l and o, which look like other characters."""
GROUPS, GROUP = 4, 4
VALUES = len(LETTERS) ** (GROUPS * GROUP)
"""The number of different secrets: 72 bits."""


def encode_letters(number: int) -> str:
    """Encode a number below `VALUES` as sixteen letters in groups of four."""
    letters = ""
    for _ in range(GROUPS * GROUP):
        number, at = divmod(number, len(LETTERS))
        letters += LETTERS[at]
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def fingerprint(certificate: bytes) -> str:
    """The fingerprint of a certificate (DER), truncated to 72 bits."""
    return encode_letters(int.from_bytes(hashlib.sha256(certificate).digest(), "big") % VALUES)


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
