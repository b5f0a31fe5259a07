"""The broker's accounts: a table writes its own topics alone, the wall only reads, only arbiters order."""

import re
from pathlib import Path
from queue import Empty

import pytest
from brokers import Broker, broker_in, fronted, real
from fronts import CERTIFICATE

from toc_pi.cli.main import main
from toc_pi.errors import BadInput
from toc_pi.hall.service.accounts import Accounts, hashed, load_accounts, save_accounts
from toc_pi.hall.wire.link import (
    ANOTHER,
    PLAIN,
    UNREACHABLE,
    UNSIGNED,
    VALUES,
    WRONG,
    Arrived,
    Connected,
    Disconnected,
    Link,
    LinkEvent,
    Login,
    encode_letters,
)
from toc_pi.hall.wire.protocol import Topics

TOPICS = Topics("club")
SOON_S, NEVER_S = 10.0, 0.7


def heard(link: Link, kind: type[LinkEvent], within_s: float = SOON_S) -> LinkEvent:
    """The next event of a kind."""
    while True:
        event = link.inbox.get(timeout=within_s)
        if isinstance(event, kind):
            return event


def connected(account: Login, *topics: str) -> Link:
    """A connection with subscriptions."""
    link = Link(account, ("toc/1/club/nobody", b""), topics)
    heard(link, Connected)
    return link


@real
@pytest.mark.parametrize(
    ("writer", "topic", "arrives"),
    [
        ("t01", TOPICS("state", "t01"), True),
        ("t01", TOPICS("record", "t01"), True),
        ("t01", TOPICS("state", "t02"), False),
        ("t01", TOPICS("taken", "t01"), False),
        ("t01", TOPICS("order", "ann"), False),
        ("wall", TOPICS("state", "t01"), False),
        ("wall", TOPICS("shown", "standings"), False),
        ("wall", TOPICS("order", "ann"), False),
        ("ann", TOPICS("order", "ann"), True),
        ("ann", TOPICS("shown", "standings"), False),
        ("hall", TOPICS("shown", "standings"), True),
        ("hall", TOPICS("answer", "ann"), True),
        ("hall", TOPICS("state", "t01"), False),
    ],
)
def test_each_writes_only_what_is_theirs(tmp_path: Path, writer: str, topic: str, arrives: bool) -> None:
    with broker_in(tmp_path, "t01", "t02") as broker:
        reader = {"order": "hall", "answer": "ann"}.get(topic.rpartition("/")[2], "wall")
        reading = connected(broker.account(reader), topic)
        writing = connected(broker.account(writer))
        try:
            writing.publish(topic, b"{}", retain=True)  # also for who has subscribed a moment later
            if arrives:
                assert heard(reading, Arrived) == Arrived(topic, b"{}")
            else:
                with pytest.raises(Empty):
                    heard(reading, Arrived, NEVER_S)
        finally:
            reading.close()
            writing.close()


@real
def test_a_table_hears_nothing_of_another_one(tmp_path: Path) -> None:
    with broker_in(tmp_path, "t01", "t02") as broker:
        listening = connected(broker.account("t02"), f"{TOPICS.root}/#")
        writing = connected(broker.account("t01"))
        try:
            writing.publish(TOPICS("state", "t01"), b"{}", retain=True)
            with pytest.raises(Empty):
                heard(listening, Arrived, NEVER_S)
        finally:
            listening.close()
            writing.close()


@real
def test_a_wrong_password_is_refused_and_a_removed_table_is_driven_out(tmp_path: Path) -> None:
    with broker_in(tmp_path, "t01") as broker:
        account = broker.account("t01")
        stranger = Link(Login(account.address, "t01", "guessed"), ("toc/1/club/nobody", b""), ())
        assert heard(stranger, Disconnected) == Disconnected(WRONG)
        stranger.close()
        table = connected(account)
        try:
            save_accounts(tmp_path, broker.accounts.without_account("t01", "table"))
            broker.reload()
            assert isinstance(heard(table, Disconnected), Disconnected)
            assert heard(table, Disconnected) == Disconnected(WRONG)
        finally:
            table.close()


@real
@fronted
@pytest.mark.parametrize(
    ("named", "trusted", "refused"),
    [
        ("localhost", "its authority", None),
        ("localhost", "", UNSIGNED),
        ("other", "its authority", "its certificate is for another name"),
        ("other", "its fingerprint", None),
        ("localhost", "another fingerprint", ANOTHER),
    ],
)
def test_by_tls_only_a_certificate_that_is_trusted_and_named_so_will_do(
    tmp_path: Path, named: str, trusted: str, refused: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    broker = Broker(tmp_path)
    broker.add("table", "t01")
    try:
        broker.start()
        broker.open(named)
        path = tmp_path / CERTIFICATE
        assert main(["hall", "fingerprint", str(path)]) == 0
        shown = capsys.readouterr().out.split()[-1]
        letters = {"its fingerprint": shown, "another fingerprint": encode_letters(7)}.get(trusted, "")
        authority = path if trusted == "its authority" else None
        account = Login(broker.outside, "t01", "t01", authority, letters)
        link = Link(account, (TOPICS("link", "t01"), b"{}"), ())
        try:
            if refused is None:
                assert heard(link, Connected)
            else:
                assert heard(link, Disconnected) == Disconnected(refused)
        finally:
            link.close()
    finally:
        broker.close()


@real
def test_nobody_there_and_nobody_who_encrypts_are_told_apart(tmp_path: Path) -> None:
    with broker_in(tmp_path, "t01") as broker:
        for port, why in ((broker.port, PLAIN), (broker.ports[8883], UNREACHABLE)):
            account = Login(f"mqtts://localhost:{port}", "t01", "t01", certificate=encode_letters(7))
            link = Link(account, (TOPICS("link", "t01"), b"{}"), ())
            assert heard(link, Disconnected) == Disconnected(why)
            link.close()


def test_what_is_typed_on_a_screen_has_no_letters_that_look_alike() -> None:
    found = {encode_letters(number * VALUES // 1000) for number in range(1000)}
    assert len(found) == 1000
    assert all(re.fullmatch("([a-hjkmnp-z]{4}-){3}[a-hjkmnp-z]{4}", one) for one in found)
    assert encode_letters(VALUES - 1) == "zzzz-zzzz-zzzz-zzzz"


def test_what_is_no_certificate_has_no_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "hall.key").write_text("-----BEGIN CERTIFICATE-----\nx\n")
    assert main(["hall", "fingerprint", str(tmp_path / "hall.key")]) == 2
    assert main(["hall", "fingerprint", str(tmp_path / "nothing")]) == 2


def test_the_files_are_made_from_the_accounts_and_keep_no_password(tmp_path: Path) -> None:
    accounts = Accounts("club", {}).with_account("t01", "table", "secret", bytes(12))
    save_accounts(tmp_path, accounts)
    assert load_accounts(tmp_path, "club") == accounts
    assert (tmp_path / "passwords").read_text() == f"t01:{hashed('secret', bytes(12))}\n"
    assert (tmp_path / "passwords-pages").read_text() == "", "no table needs WebSockets"
    for path in tmp_path.iterdir():
        assert "secret" not in path.read_text()
        assert not path.stat().st_mode & 0o007


@pytest.mark.parametrize(
    "name", ["", "a/b", "#", "+", "T1", "-a", "x" * 33, "wall", "t01", "a b", "a\nuser hall"]
)
def test_a_name_that_is_none_or_taken_gets_no_account(name: str) -> None:
    accounts = Accounts("club", {}).with_account("t01", "table", "secret", bytes(12))
    with pytest.raises(BadInput):
        accounts.with_account(name, "table", "secret", bytes(12))


def test_only_an_account_of_that_role_is_removed() -> None:
    accounts = Accounts("club", {}).with_account("ann", "arbiter", "secret", bytes(12))
    with pytest.raises(BadInput):
        accounts.without_account("ann", "table")
    assert accounts.without_account("ann", "arbiter").known == {}


def test_accounts_of_another_hall_are_left_alone(tmp_path: Path) -> None:
    save_accounts(tmp_path, Accounts("club", {}))
    with pytest.raises(BadInput, match="the hall club"):
        load_accounts(tmp_path, "other")
