"""The desk: each message has its effect once and is stored before anybody is told; restarted, it goes on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from brokers import extra
from desks import TOPICS, DeskAtHand, begin, desk_at, record, url_in
from hypothesis import given, settings
from hypothesis import strategies as st

from toc_pi.hall.service.database import HallDatabase
from toc_pi.hall.service.desk import BURST, SHOW_S, Rates, fate_of

pytestmark = extra

RECORD, TAKEN = TOPICS("record", "t01"), TOPICS("taken", "t01")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[DeskAtHand]:
    with desk_at(url_in(tmp_path)) as hall:
        begin(hall)
        yield hall


def confirmed(sent: Any) -> list[int]:
    """How far a table was told that its record was taken."""
    (payload,) = (json.loads(one.payload) for one in sent if one.topic == TAKEN)
    return list(payload["at"])


def test_a_result_is_confirmed_and_shown(hall: DeskAtHand) -> None:
    assert confirmed(hall.get(RECORD, record(7, 0))) == [1, 7]
    assert confirmed(hall.get(RECORD, record(9, 7, "result"))) == [1, 9]
    assert [one["points"] for one in hall.shown("round/1")["matches"]] == [[2, 0], None]
    assert hall.shown("standings")["standings"][0]["points"] == 2


def test_a_repeat_changes_nothing_and_is_confirmed_again(hall: DeskAtHand) -> None:
    hall.get(RECORD, record(7, 0, "result"))
    stands = hall.desk.tournament
    for at, after in ((7, 0), (5, 0)):
        assert confirmed(hall.get(RECORD, record(at, after, "result"))) == [1, 7]
    assert hall.desk.tournament is stands


def test_a_message_after_a_gap_is_not_taken_and_told(hall: DeskAtHand) -> None:
    hall.get(RECORD, record(7, 0))
    assert confirmed(hall.get(RECORD, record(12, 9, "result"))) == [1, 7]
    assert hall.told == ["t01: messages are missing before 1:12"]


def test_a_table_with_a_new_card_begins_another_stream(hall: DeskAtHand) -> None:
    hall.get(RECORD, record(7, 0))
    new = record(3, 2, "result") | {"stream": "def.1", "first": True}
    assert confirmed(hall.get(RECORD, new)) == [1, 3]
    assert hall.shown("round/1")["matches"][0]["points"] == [2, 0]
    hall.get(RECORD, record(7, 0))  # the old one once more
    assert confirmed(hall.get(RECORD, new)) == [1, 3]


def test_a_hall_that_is_started_again_goes_on(tmp_path: Path) -> None:
    with desk_at(url_in(tmp_path)) as hall:
        begin(hall)
        hall.get(RECORD, record(7, 0, "result"))
        stands = hall.desk.tournament
        shown = {one.topic: one.payload for one in hall.desk.greeting()}
    with desk_at(url_in(tmp_path)) as again:
        assert again.desk.tournament == stands
        assert {one.topic: one.payload for one in again.desk.greeting()} == shown
        assert [*shown][-1] == TOPICS("hall_link")
        assert confirmed(again.get(RECORD, record(7, 0, "result"))) == [1, 7]
        assert again.desk.tournament == stands


def test_an_order_is_carried_out_once(hall: DeskAtHand) -> None:
    order = {"id": "deadbeef", "do": "enter", "name": "Late", "players": ["x"]}
    answers = [
        [
            one.payload
            for one in hall.get(TOPICS("order", "ann"), order)
            if one.topic == TOPICS("answer", "ann")
        ]
        for _ in range(3)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert len(hall.desk.tournament.teams) == 5


def test_a_refused_order_is_answered_in_both_languages(hall: DeskAtHand) -> None:
    answer = hall.order("pair")
    assert not answer["done"]
    assert answer["en"] == "round 1 isn't over: 1-1 1-2"
    assert answer["fr"] != answer["en"]


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (
            {"do": "enter", "name": "Te\u200fam", "players": ["x"]},
            'name = "Te\\u200fam"; a text of 1 to 32 visible characters',
        ),
        ({"do": "enter", "name": "\u202e" * 50, "players": ["x"]}, "a text of 1 to 32 visible characters"),
        ({"do": "decide", "match": "1-1", "why": "a\nb"}, "at most 200 visible"),
        ({"do": "win"}, "do ="),
        ({"do": "pair", "later": {"a": [1]}}, "later isn't known"),
        ({"do": "enter", "name": "x" * 3000, "players": ["x"]}, "at most 2000"),
        ({}, "do is missing"),
    ],
)
def test_an_order_that_cannot_be_read_is_answered_too(
    hall: DeskAtHand, order: dict[str, Any], told: str
) -> None:
    stands = hall.desk.tournament
    sent = hall.get(TOPICS("order", "ann"), {"id": "deadbeef", **order})
    (answer,) = (json.loads(one.payload) for one in sent if one.topic == TOPICS("answer", "ann"))
    assert (answer["id"], answer["done"]) == ("deadbeef", False)
    assert told in answer["en"]
    assert answer["fr"] != answer["en"] or "later" in order
    assert hall.desk.tournament is stands


def test_the_longest_names_are_answered(hall: DeskAtHand) -> None:
    name = "\U0001f3b2" * 32
    assert hall.order("enter", name=name, players=[name, name])["done"]
    assert name in hall.order("enter", name=name, players=[name, name])["en"]


def test_the_wall_is_told_of_many_changes_at_once_and_the_table_each_time(hall: DeskAtHand) -> None:
    results = [(TOPICS("record", f"t0{n}"), record(7, 0, "result", match=f"1-{n}")) for n in (1, 2)]
    sent = []
    for at, (topic, body) in enumerate(results):
        sent.append(hall.desk.take([(topic, json.dumps(body).encode())], hall.now + SHOW_S + at * 0.01))
    first, second = ({one.topic for one in some} for some in sent)
    assert TOPICS("shown", "standings") in first
    assert second == {TOPICS("taken", "t02")}
    later = hall.desk.take([], hall.now + 2 * SHOW_S)
    assert TOPICS("shown", "standings") in {one.topic for one in later}
    assert hall.desk.take([], hall.now + 3 * SHOW_S) == ()


def test_a_correction_leaves_a_trace(hall: DeskAtHand) -> None:
    hall.get(RECORD, record(7, 0, "result"))
    hall.order("decide", match="1-1", points=[1, 1], why="time")
    first, last = hall.shown("log")["log"][-2:]
    assert (first["by"], first["kind"]) == ("t01", "Decided")
    assert (last["by"], last["kind"], last["fact"]["why"]) == ("ann", "Decided", "time")
    assert last["at"]


def test_tables_are_told_who_sits_there(hall: DeskAtHand) -> None:
    seated = {
        one.topic: json.loads(one.payload) for one in hall.sent if one.topic == TOPICS("seating", "t01")
    }
    (told,) = seated.values()
    assert told["match"] == "1-1"
    assert [team["seats"] for team in told["teams"]] == [["a", "c"], ["b", "d"]]


def test_a_result_that_belongs_nowhere_waits_for_the_arbiter(hall: DeskAtHand) -> None:
    hall.get(RECORD, record(7, 0, "result", match=""))
    (unplaced,) = hall.shown("unplaced")["unplaced"]
    assert unplaced["why"] == "no-match"
    hall.order("decide", match="1-1", points=[2, 0])
    assert hall.shown("unplaced")["unplaced"] == []


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        (RECORD, b"\x00" * 5000),
        (RECORD, b"{}"),
        (RECORD, json.dumps(record(7, 0) | {"more": 1}).encode()),
        (RECORD, json.dumps(record(7, 0, n=-1)).encode()),
        (RECORD, json.dumps(record(7, 9)).encode()),
        (TOPICS("order", "ann"), b'{"id": "dead", "do": "pair"}'),
        (TOPICS("link", "t99"), b"[]"),
    ],
)
def test_what_is_malformed_changes_nothing_and_is_told(hall: DeskAtHand, topic: str, payload: bytes) -> None:
    stands = hall.desk.tournament
    hall.get(topic, payload)
    assert hall.desk.tournament is stands
    assert len(hall.told) == 1
    hall.get(topic, payload)
    assert len(hall.told) == 1  # not more than once a minute


@pytest.mark.parametrize(
    "topic", ["toc/1/club/hall/standings", "toc/1/other/table/t01/record", "x", RECORD + "/x"]
)
def test_a_foreign_topic_changes_nothing(hall: DeskAtHand, topic: str) -> None:
    stands = hall.desk.tournament
    assert hall.get(topic, record(7, 0, "result")) == ()
    assert hall.desk.tournament is stands


def test_nothing_is_told_that_could_not_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with desk_at(url_in(tmp_path)) as hall:
        begin(hall)

        def fail(_self: HallDatabase, _batch: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(HallDatabase, "write", fail)
        with pytest.raises(OSError):
            hall.get(RECORD, record(7, 0, "result"))
        monkeypatch.undo()
    with desk_at(url_in(tmp_path)) as again:
        assert again.desk.tournament.matches["1-1"].points is None
        assert confirmed(again.get(RECORD, record(7, 0, "result"))) == [1, 7]
        assert again.desk.tournament.matches["1-1"].points == (2, 0)


def test_a_stream_begins_with_its_first_message_and_no_later_one(hall: DeskAtHand) -> None:
    assert hall.get(RECORD, record(9, 8)) == ()  # what came before it was lost
    hall.get(RECORD, record(8, 0))
    assert confirmed(hall.get(RECORD, record(9, 8))) == [1, 9]
    assert hall.desk._taken["t01", "abc.1"].verdicts == 2


def test_halls_may_share_a_database(tmp_path: Path) -> None:
    with desk_at(url_in(tmp_path)) as hall:
        begin(hall)
    other = HallDatabase(url_in(tmp_path), "other")
    assert other.load().facts == ()
    other.close()


def test_a_table_that_floods_the_hall_is_held_up() -> None:
    rates = Rates()
    assert sum(rates.allow("t01", 0.0) for _ in range(1000)) == BURST
    assert rates.allow("t02", 0.0)
    assert sum(rates.allow("t01", 1.0) for _ in range(1000)) == 50


@settings(max_examples=200)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=30))
def test_places_only_grow_and_each_is_taken_once(messages: list[tuple[int, int]]) -> None:
    taken: dict[tuple[str, str], tuple[int, int]] = {}
    new = []
    for at, after in messages:
        if fate_of(taken, ("t", "s"), (1, at), (1, after), is_first=after == 0) == "new":
            taken["t", "s"] = (1, at)
            new.append(at)
    assert new == sorted({*new})
