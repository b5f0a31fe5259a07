"""A hall with a real mosquitto: whoever is killed, every result of the journals counts exactly once."""

import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from brokers import Broker, real
from halls import TOPICS, HallInProcesses, Watcher, hall_in, is_here, wait_for
from tables import A, B, C, D

from toc_pi.hall.wire.link import Link
from toc_pi.store.hall import HallFiles, write_password

pytestmark = real


def points(seen: dict[str, Any], number: int) -> list[list[int] | None]:
    """The points of a round's matches, by table."""
    matches = (seen.get(TOPICS("shown", f"round/{number}")) or {}).get("matches", [])
    return [match["points"] for match in sorted(matches, key=lambda match: str(match["table"]))]


def pair(hall: HallInProcesses, arbiter: Watcher, number: int) -> None:
    """Pair a round, and wait until every table knows."""
    assert arbiter.order("pair")["done"]
    wait_for(lambda: all(f'"seating": "{number}-' in table.outbox.read_text() for table in hall.tables))


def test_a_tournament_goes_on_whoever_is_killed(tmp_path: Path) -> None:
    with hall_in(tmp_path, "t01", "t02") as (hall, arbiter):
        first, second = (table.table for table in hall.tables)
        arbiter.wait(lambda seen: len((seen.get(TOPICS("shown", "tournament")) or {}).get("tables", ())) == 2)
        for number in range(1, 5):
            assert arbiter.order("enter", name=f"Team {number}", players=["x", "y"])["done"]
        pair(hall, arbiter, 1)

        first.play(A, C)
        arbiter.wait(lambda seen: points(seen, 1) == [[2, 0], None])
        # A state may come half a second after the result.
        arbiter.wait(lambda seen: seen[TOPICS("state", "t01")]["winners"] == ["a", "c"])

        hall.hall.stop()  # the hall is killed, and the second table plays on
        second.play(B, D)
        hall.hall.start()
        arbiter.wait(lambda seen: points(seen, 1) == [[2, 0], [0, 2]])

        pair(hall, arbiter, 2)
        hall.broker.stop()  # the broker is killed, and forgets what it hadn't written
        first.play(A, C)
        hall.tables[1].process.stop()  # a table's publisher, too
        second.begin()
        second.move()
        hall.broker.start()
        arbiter.wait(lambda seen: points(seen, 2) == [[2, 0], None])
        second.win(B, D)
        hall.tables[1].process.start()
        seen = arbiter.wait(lambda seen: points(seen, 2) == [[2, 0], [0, 2]])
        standings = [
            (one["points"], one["played"]) for one in seen[TOPICS("shown", "standings")]["standings"]
        ]
        assert sum(points for points, _ in standings) == 8
        assert [played for _, played in standings] == [2, 2, 2, 2]
        assert seen[TOPICS("shown", "unplaced")]["unplaced"] == []
        assert len([one for one in seen[TOPICS("shown", "log")]["log"] if one["kind"] == "Decided"]) == 4


def test_a_result_that_could_not_be_stored_comes_again(tmp_path: Path) -> None:
    with hall_in(tmp_path, "t01") as (hall, arbiter):
        arbiter.wait(lambda seen: (seen.get(TOPICS("shown", "tournament")) or {}).get("tables"))
        for number in (1, 2):
            assert arbiter.order("enter", name=f"Team {number}", players=["x", "y"])["done"]
        pair(hall, arbiter, 1)
        with closing(sqlite3.connect(tmp_path / "hall.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # somebody else writes for longer than the hall waits
            hall.tables[0].table.play(A, C)
            wait_for(lambda: "database" in hall.hall.said)
            arbiter.wait(lambda seen: points(seen, 1) == [None])
            other.execute("ROLLBACK")
        arbiter.wait(lambda seen: points(seen, 1) == [[2, 0]])


def test_a_table_that_is_gone_is_known_and_one_that_is_ended_says_good_bye(tmp_path: Path) -> None:
    with hall_in(tmp_path, "t01") as (hall, watcher):
        link = TOPICS("link", "t01")
        watcher.wait(lambda seen: seen.get(link) == {"here": True, "calls": False})
        HallFiles(tmp_path / "t01" / "state").call(True)
        watcher.wait(lambda seen: seen[link] == {"here": True, "calls": True})
        HallFiles(tmp_path / "t01" / "state").call(False)
        watcher.wait(lambda seen: seen[link] == {"here": True, "calls": False})
        hall.tables[0].process.stop()
        watcher.wait(lambda seen: seen.get(link) == {"here": False})
        hall.tables[0].process.start()
        watcher.wait(lambda seen: seen.get(link) == {"here": True, "calls": False})
        assert hall.tables[0].process.stop(signal.SIGTERM) == 0
        watcher.wait(lambda seen: seen.get(link) == {"here": False})
        assert hall.hall.stop(signal.SIGTERM) == 0
        watcher.wait(lambda seen: seen.get(TOPICS("hall_link")) == {"here": False})


def test_a_table_that_leaves_its_hall_sends_nothing_and_forgets_it(tmp_path: Path) -> None:
    with hall_in(tmp_path, "t01") as (hall, watcher):
        table = hall.tables[0]
        assert table.outbox.exists()
        settings = tmp_path / "t01/config/settings.toml"
        settings.write_text(settings.read_text().partition("[hall]")[0])
        wait_for(lambda: "no [hall]" in table.process.said)
        watcher.wait(lambda seen: seen.get(TOPICS("link", "t01")) == {"here": False})
        assert table.process.stop(signal.SIGTERM) == 0
        assert not table.outbox.exists()
        table.process.start()
        wait_for(lambda: table.process.said.count("no [hall]") == 2)


def test_settings_that_are_changed_hold_at_once(tmp_path: Path) -> None:
    with hall_in(tmp_path, "t01") as (hall, watcher):
        hall.broker.add("table", "t02")
        hall.broker.reload()
        settings = tmp_path / "t01/config/settings.toml"
        settings.write_text(settings.read_text().replace('"t01"', '"t02"'))
        write_password(settings.parent, "t02")
        watcher.wait(lambda seen: is_here(seen, "t02") and seen[TOPICS("link", "t01")] == {"here": False})


def test_who_has_one_table_s_password_drives_nobody_else_out(tmp_path: Path) -> None:
    with hall_in(tmp_path, "t01", "t02") as (hall, watcher):
        log = tmp_path / "mosquitto.log"
        watcher.wait(lambda seen: (seen.get(TOPICS("hall_link")) or {}).get("here"))

        def ids_of() -> dict[str, str]:
            found = re.findall(r"New client connected from .* as (\S+) \(.*u'(\w+)'\)", log.read_text())
            return {user: client for client, user in found}

        wait_for(lambda: {"hall", "t01", "t02", "ann"} <= ids_of().keys())
        ids = ids_of()
        guessed = [f"{start}{user}" for user in ("hall", "t02", "ann") for start in ("", "toc-", "toc-club-")]
        assert not {*guessed} & {*ids.values()}
        assert all(len(client) >= 32 for client in ids.values())
        before = len(log.read_text())
        for client in guessed:
            taken_over(hall.broker, "t01", client)
        hall.tables[1].table.play(A, C)  # and what the others say still comes
        watcher.wait(lambda seen: (seen.get(TOPICS("state", "t02")) or {}).get("winners") == ["a", "c"])
        assert "already connected" not in log.read_text()[before:]


def taken_over(broker: Broker, user: str, client: str) -> None:
    """Connect as somebody with a client's id of one's choice, and go."""
    from paho.mqtt import client as mqtt
    from paho.mqtt.enums import CallbackAPIVersion

    answers: list[bool] = []
    guest = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client, protocol=mqtt.MQTTv5)
    guest.username_pw_set(user, user)
    guest.on_connect = lambda *told: answers.append(told[3].is_failure)
    guest.connect("127.0.0.1", broker.port)
    guest.loop_start()
    wait_for(lambda: answers)
    guest.disconnect()
    guest.loop_stop()
    assert answers == [False]


def test_another_tournament_begins_with_the_same_accounts_and_nothing_of_the_one_before(
    tmp_path: Path,
) -> None:
    with hall_in(tmp_path, "t01") as (hall, arbiter):

        def enter_and_pair(match: str) -> None:
            arbiter.wait(lambda seen: (seen.get(TOPICS("shown", "tournament")) or {}).get("tables"))
            for number in (1, 2):
                assert arbiter.order("enter", name=f"Team {number}", players=["x", "y"])["done"]
            assert arbiter.order("pair")["done"]
            wait_for(lambda: f'"seating": "{match}"' in hall.tables[0].outbox.read_text())

        enter_and_pair("1-1")
        table = hall.tables[0].table
        table.begin()
        table.move()  # a game of the first tournament, which goes on for too long
        arbiter.wait(lambda seen: (seen.get(TOPICS("state", "t01")) or {}).get("match") == "1-1")
        hall.hall.stop(signal.SIGTERM)
        hall.hall.also("--tournament", "autumn")
        hall.hall.start()
        arbiter.wait(lambda seen: not seen.get(TOPICS("shown", "round/1")))
        arbiter.wait(lambda seen: (seen.get(TOPICS("seating", "t01")) or {}).get("match") == "")
        enter_and_pair("autumn/1-1")
        table.win(A, C)
        arbiter.wait(lambda seen: seen.get(TOPICS("shown", "unplaced")))
        assert points(arbiter.seen, 1) == [None]
        table.play(B, D)
        arbiter.wait(lambda seen: points(seen, 1) == [[0, 2]])

        hall.hall.stop(signal.SIGTERM)
        hall.hall.also("--tournament", "club")  # and the first one is still there
        hall.hall.start()
        arbiter.wait(lambda seen: points(seen, 1) == [None])


def test_a_last_will_that_comes_late_is_contradicted(tmp_path: Path) -> None:
    with hall_in(tmp_path, "t01") as (hall, watcher):
        gone = b'{"here":false}'
        for user, topic in (("t01", TOPICS("link", "t01")), ("hall", TOPICS("hall_link"))):
            late = Link(hall.broker.account(user), (f"{TOPICS.root}/nobody", b""), ())
            watcher.seen[topic] = None
            late.publish(topic, gone, retain=True)
            watcher.wait(lambda seen, topic=topic: (seen.get(topic) or {}).get("here"))  # type: ignore[misc]
            late.close()


def test_the_check_of_a_hall_starts_without_the_tests_around_it() -> None:
    tool = Path(__file__).parents[2] / "tools" / "check_hall.py"
    assert subprocess.run([sys.executable, tool, "--help"], capture_output=True, check=False).returncode == 0
