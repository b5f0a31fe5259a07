"""One table's password doesn't stop a hall: whatever comes, it goes on, and says nothing too large."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from brokers import extra
from desks import TOPICS, DeskAtHand, begin, desk_at, record, url_in
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toc_pi.hall.core.facts import (
    Announced,
    Away,
    Decided,
    Entered,
    Fact,
    GamePlayed,
    Paired,
    Pairing,
    PutAside,
    TableWorks,
    Unplaced,
)
from toc_pi.hall.core.tournament import MAX_UNPLACED, Tournament, folded
from toc_pi.hall.service.database import Batch, HallDatabase, Written
from toc_pi.hall.service.desk import RARE_BURST, SHOW_BYTES, SHOW_S, Desk
from toc_pi.hall.service.shown import seatings, shown
from toc_pi.hall.wire.protocol import read

pytestmark = extra

BROKER_BYTES = 300_000
"""The largest message that the broker of the guide takes, its topic included."""
WIDE = "\U0001f3b2"
RECORD = TOPICS("record", "t01")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[DeskAtHand]:
    with desk_at(url_in(tmp_path)) as hall:
        begin(hall)
        yield hall


def flood(hall: DeskAtHand, seconds: int, a_second: int = 45, *, table: str = "t01", **body: Any) -> None:
    """A table sends results as fast as it may."""
    at = 0
    for second in range(seconds):
        messages = []
        for _ in range(a_second):
            at += 1
            one = record(1, 0, "result", game=at, **body) | {"after": [at - 1, 1 if at > 1 else 0]}
            messages.append((TOPICS("record", table), json.dumps(one | {"first": at == 1}).encode()))
        hall.sent += hall.desk.take(messages, hall.now + second)
    hall.now += seconds


def fits(one: Any) -> bool:
    return len(one.payload) + len(one.topic) + 100 < BROKER_BYTES


def test_a_flood_of_results_for_a_closed_match_leaves_a_few(hall: DeskAtHand) -> None:
    hall.order("decide", match="1-1", points=[2, 0])
    hall.order("decide", match="1-2", points=[2, 0])
    assert hall.order("pair")["done"]
    known = hall.desk._number
    flood(hall, 63)
    assert len(hall.shown("unplaced")["unplaced"]) == MAX_UNPLACED
    assert hall.desk._number - known < RARE_BURST + 63
    assert all(map(fits, hall.sent))
    assert "t01: too many results; they are taken later" in hall.told
    hall.get(TOPICS("record", "t02"), record(1, 0, "result", match="2-2"))  # others are heard
    assert [one["points"] for one in hall.shown("round/2")["matches"]] == [None, [2, 0]]
    log = hall.shown("log")["log"]  # what others did is still there
    assert [one["kind"] for one in log if one["by"] == "ann"][-2:] == ["Decided", "Paired"]
    assert sum(one["by"] == "t01" for one in log) == 10
    assert hall.order("put-aside", table="t01")["done"]
    assert hall.shown("unplaced")["unplaced"] == []
    assert hall.shown("log")["log"][-1]["kind"] == "PutAside"


def test_a_flood_of_new_streams_or_of_turns_taken_back_leaves_a_few(hall: DeskAtHand) -> None:
    known = hall.desk._number
    for number in range(300):
        hall.get(RECORD, record(1, 0) | {"stream": f"s{number}"})
    assert len(hall.desk._taken) < RARE_BURST + 300 * 0.2 + 2
    at = 0
    for _ in range(200):
        for kind in ("result", "back"):
            hall.get(
                TOPICS("record", "t02"),
                record(at + 1, at, kind, **({"match": "1-2"} if kind == "result" else {})),
            )
            at = hall.desk._taken["t02", "abc.1"].at[1] if at or hall.desk._taken.get(("t02", "abc.1")) else 0
    assert hall.desk._number - known < RARE_BURST + 700 * 0.2 + 2


def test_a_table_that_was_held_up_is_heard_later(hall: DeskAtHand) -> None:
    flood(hall, 1, 100)
    taken = hall.desk._taken["t01", "abc.1"].at
    assert taken == (RARE_BURST, 1)
    hall.now += 60.0
    after = [int(taken[0]), 1]
    more = record(1, 0, "result", game=after[0] + 1) | {"after": after, "first": False}
    hall.get(RECORD, more)
    assert hall.desk._taken["t01", "abc.1"].at == (after[0] + 1, 1)


def test_a_hall_that_stored_thousands_starts(tmp_path: Path) -> None:
    games = (GamePlayed("t01", "s", number) for number in range(1, 3000))
    facts: list[Fact] = [
        TableWorks("t01", True),
        *(Unplaced(game, "1-1", ("a",), "closed") for game in games),
    ]
    with desk_at(url_in(tmp_path)) as hall:
        hall.desk._database.write(Batch([Written(n, "", "t01", fact) for n, fact in enumerate(facts, 1)]))
    with desk_at(url_in(tmp_path)) as hall:
        sent = hall.desk.greeting()
        assert all(map(fits, sent))
        hall.sent += sent
        assert [one["game"]["game"] for one in hall.shown("unplaced")["unplaced"]] == [*range(2992, 3000)]


def wide(teams: int, tables: int) -> list[Fact]:
    """A tournament as large as its teams and tables can make it."""
    name = WIDE * 27
    facts: list[Fact] = [Announced(WIDE * 32, "round-robin", 99)]
    facts += [Entered(n, f"{name}{n:05}", (f"{name}{n:05}", WIDE * 32)) for n in range(1, teams + 1)]
    facts += [TableWorks(f"table-of-a-very-long-name-{n:06}", True) for n in range(tables)]
    pairings = tuple(
        Pairing(
            f"1-{n + 1}", f"table-of-a-very-long-name-{n:06}" if n < tables else "", (2 * n + 1, 2 * n + 2)
        )
        for n in range(teams // 2)
    )
    facts += [Paired(1, pairings), *(Decided(one.match, (2, 0), None, WIDE * 200) for one in pairings)]
    facts += [Away(n, True) for n in range(1, teams + 1, 3)]
    for n in range(tables):
        game = GamePlayed(f"table-of-a-very-long-name-{n:06}", "z" * 40, 10**9)
        facts.append(Unplaced(game, "999-9999", tuple("abcdefgh"), "other-table"))
    return facts


def check_shown(facts: list[Fact]) -> None:
    """Everything that is told of a tournament fits, and is what the pages expect."""
    log = [Written(number, "2026-11-27T12:00:00+00:00", "ann", fact) for number, fact in enumerate(facts, 1)]
    tournament = folded(Tournament(), facts)
    for name, payload in shown(tournament, log[-100:]):
        assert len(payload) <= 200_000
        read(name.split("/")[0], payload)
    for _, payload in seatings(tournament, "a" * 32 + "/"):
        read("seating", payload)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 60), st.integers(0, 40), st.integers(0, 300), st.booleans())
def test_whatever_a_tournament_is_it_is_told_in_messages_that_fit(
    teams: int, tables: int, cut: int, aside: bool
) -> None:
    facts = wide(2 * teams, tables)
    check_shown([*facts[: max(1, len(facts) - cut)], *([PutAside("t01")] if aside else [])])


def test_two_thousand_tables_with_four_thousand_teams_are_told_in_messages_that_fit(tmp_path: Path) -> None:
    facts = wide(4000, 2000)
    check_shown(facts)
    database = HallDatabase(url_in(tmp_path), "club")
    database.write(Batch([Written(n, "", "ann", fact) for n, fact in enumerate(facts, 1)]))
    database.close()
    with desk_at(url_in(tmp_path)) as hall:
        hall.sent += hall.desk.greeting()
        assert all(map(fits, hall.sent))
        assert len(hall.shown("tournament")["teams"]) == 4000
        assert len(hall.shown("standings")["standings"]) == 4000
        assert len(hall.shown("round/1")["matches"]) == 2000
        sent = hall.get(TOPICS("link", "t9999"), {"here": True})
        pause_s = hall.desk._show_s - hall.now  # the more is told, the longer it takes until more is
        assert pause_s == pytest.approx(max(SHOW_S, sum(len(one.payload) for one in sent) / SHOW_BYTES))


_names = st.sampled_from(["t01", "t02", "wall", "ann"])
_topics = st.one_of(
    _names.map(partial(TOPICS, "record")),
    _names.map(partial(TOPICS, "link")),
    _names.map(partial(TOPICS, "state")),
    st.text(max_size=20),
    _names.map(lambda name: TOPICS("record", name) + "/x"),
)
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["", "a", "1-1", "closed", "\u202e", "\x00", "constructor"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)
_bent = st.builds(
    lambda base, inside, key, held: (
        {**base, "body": {**base["body"], key: held}} if inside else {**base, key: held}
    ),
    st.sampled_from([record(1, 0, kind) for kind in ("verdict", "back", "result")]),
    st.booleans(),
    st.sampled_from(
        ["stream", "at", "after", "first", "kind", "body", "match", "teams", "winners", "people", "n", "new"]
    ),
    _json,
)
_payloads = st.one_of(
    st.binary(max_size=60),
    st.sampled_from([b"[" * 3999, b'{"a":' * 600, b"1" * 4000, b"\xff" * 5000, "\u202e".encode() * 900]),
    _json.map(lambda one: json.dumps(one).encode()),
    _bent.map(lambda one: json.dumps(one).encode()),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(_topics, _payloads), max_size=30))
def test_whatever_tables_send_the_hall_goes_on(hall: DeskAtHand, messages: list[tuple[str, bytes]]) -> None:
    hall.now += 1000.0
    sent = hall.desk.take(messages, hall.now)
    assert all(map(fits, sent))
    assert hall.order("set-up", title="Spring", rounds=9)["done"]
    again = Desk(hall.desk._database, TOPICS, lambda: "", lambda _: None)
    assert again.tournament == hall.desk.tournament
