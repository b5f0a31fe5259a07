"""What somebody with one table's password can't do to a hall: fill its memory, or keep others out."""

import base64
import os
import socket
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from brokers import Broker, broker_in, fronted, real
from halls import TOPICS, wait_for
from tables import A, C
from test_pages import hall_with_pages

from toc_pi.hall.wire.protocol import written

HUGE = 240_000_000
CHUNK = bytes(60_000)
MOST_MB = 40.0  # of the broker's memory; with a few clients it takes 10
CONNECTIONS = 12  # more than one address may have


def memory_mb(broker: Broker) -> float:
    """The most memory that a broker has had so far."""
    assert broker.running is not None
    lines = Path(f"/proc/{broker.running.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1000


def text(content: str) -> bytes:
    """A text as MQTT has it."""
    return len(content).to_bytes(2, "big") + content.encode()


def packet(kind: int, body: bytes, more: int = 0) -> bytes:
    """An MQTT packet, of which some bytes come later."""
    length, left = b"", len(body) + more
    while left or not length:
        left, part = divmod(left, 128)
        length += bytes([part | (128 if left else 0)])
    return bytes([kind]) + length + body


def hello(user: str) -> bytes:
    """The first packet of MQTT 3.1.1."""
    return packet(
        0x10, text("MQTT") + b"\x04\xc2\x00\x3c" + text(os.urandom(8).hex()) + text(user) + text(user)
    )


def huge() -> bytes:
    """The beginning of a state that is far too large."""
    return packet(0x30, text(TOPICS("state", "t01")), HUGE)


def framed(content: bytes) -> bytes:
    """A frame of a WebSocket, masked with zeros."""
    size = len(content)
    if size < 126:
        return bytes([0x82, 0x80 | size]) + bytes(4) + content
    return b"\x82\xfe" + size.to_bytes(2, "big") + bytes(4) + content


@contextmanager
def encrypted(port: int) -> Iterator[socket.socket]:
    """A connection by TLS to whoever is there."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", port), timeout=5) as plain,
        context.wrap_socket(plain) as connection,
    ):
        yield connection


def webbed(connection: socket.socket) -> None:
    """Make a WebSocket of a connection."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        "GET /mqtt HTTP/1.1",
        "Host: x",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Protocol: mqtt",
    )
    connection.sendall("\r\n".join((*lines, "", "")).encode())
    assert connection.recv(4096).startswith(b"HTTP/1.1 101")


def sent(connection: socket.socket, *, in_frames: bool) -> int:
    """How many bytes of what is too large are taken, in a few seconds."""
    taken, until = 0, time.monotonic() + 5.0
    try:
        connection.sendall(framed(huge()) if in_frames else huge())
        while taken < HUGE - len(CHUNK) and time.monotonic() < until:
            connection.sendall(framed(CHUNK) if in_frames else CHUNK)
            taken += len(CHUNK)
    except OSError:
        pass
    return taken


@real
def test_the_broker_does_not_begin_to_read_what_is_too_large(tmp_path: Path) -> None:
    with broker_in(tmp_path, "t01") as broker:
        with closing(socket.create_connection(("127.0.0.1", broker.port))) as table:
            table.sendall(hello("t01"))
            assert table.recv(4) == b"\x20\x02\x00\x00"
            assert sent(table, in_frames=False) < HUGE / 10
        assert memory_mb(broker) < MOST_MB


@real
@fronted
@pytest.mark.parametrize("user", ["t01", "wall"])
def test_from_outside_nobody_sends_faster_than_a_table_needs(tmp_path: Path, user: str) -> None:
    with broker_in(tmp_path, "t01") as broker:
        broker.open()
        with encrypted(broker.ports[8443]) as page:
            webbed(page)
            page.sendall(framed(hello(user)))
            assert page.recv(6)[-1] == (0 if user == "wall" else 5), "a table isn't let in to the pages"
            sent(page, in_frames=True)
        with encrypted(broker.ports[8883]) as table:
            table.sendall(hello(user))
            assert table.recv(4) == b"\x20\x02\x00\x00"
            sent(table, in_frames=False)
        assert memory_mb(broker) < MOST_MB


@real
@fronted
@pytest.mark.parametrize("user", ["wall", "ann"])
def test_a_page_that_was_open_for_hours_can_not_fill_the_memory(tmp_path: Path, user: str) -> None:
    with broker_in(tmp_path, "t01") as broker:
        broker.open(rested=True)
        with encrypted(broker.ports[8443]) as other:
            webbed(other)
            other.sendall(framed(hello("wall")))
            assert other.recv(6)[-1] == 0
            for _ in range(3):
                with encrypted(broker.ports[8443]) as page:
                    webbed(page)
                    page.sendall(framed(hello(user)))
                    assert page.recv(6)[-1] == 0
                    # OpenSSL keeps errors by thread: this connection's would be found at the other one.
                    with ThreadPoolExecutor(1) as thread:
                        assert thread.submit(sent, page, in_frames=True).result() < HUGE / 10
            other.sendall(framed(packet(0xC0, b"")))
            assert other.recv(4) == b"\x82\x02" + packet(0xD0, b""), "the other page is served all the while"
        assert memory_mb(broker) < MOST_MB


@real
@fronted
def test_one_address_takes_no_more_than_its_connections_and_a_flood_leaves_results_whole(
    tmp_path: Path,
) -> None:
    with hall_with_pages(tmp_path, 2) as (broker, hall, tables):
        state = packet(0x30, text(TOPICS("link", "t01")) + written("link", {"here": True, "calls": False}))
        flooding, refused = [], 0
        for _ in range(CONNECTIONS):
            connection = encrypted(broker.ports[8883])
            try:
                table = connection.__enter__()
                table.sendall(hello("t01"))
                assert table.recv(4) == b"\x20\x02\x00\x00"
            except (OSError, AssertionError):
                refused += 1
            else:
                table.setblocking(False)
                flooding.append((connection, table))
        assert refused >= CONNECTIONS - 6, "two of the eight are the tables' own"
        tables["t02"].table.play(A, C)
        waiting = tables["t02"].follower

        def is_confirmed() -> bool:
            for _, table in flooding:
                try:
                    table.send(state * 100)
                except (ssl.SSLWantWriteError, BlockingIOError, OSError):
                    continue
            return not waiting.waiting and waiting.outbox.confirmed > (0, 0)

        wait_for(is_confirmed)
        assert hall.running is not None
        assert hall.running.poll() is None
        for connection, _ in flooding:
            connection.__exit__(None, None, None)
