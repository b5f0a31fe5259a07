"""Whatever a table sends, the pages in a real browser show everything else, and say which table it is."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from brokers import Broker, real
from browsing import BROWSER, NO_BROWSER, answered, fill_in, page, text, until
from desks import record
from halls import wait_for
from test_hostile import wide
from test_pages import hall_with_pages

from toc_pi.hall.core.tournament import Tournament, folded
from toc_pi.hall.service.database import Written
from toc_pi.hall.service.shown import shown
from toc_pi.hall.wire.link import Link
from toc_pi.hall.wire.protocol import InvalidPayload, Topics, read

sys.path.append(str(Path(__file__).resolve().parent / "wire"))

sys.path.append(str(Path(__file__).resolve().parent / "table"))

from tables import A, B, C, D
from test_schema import STATE

pytestmark = [real, pytest.mark.skipif(BROWSER is None, reason=NO_BROWSER)]
TOPICS = Topics("club")
WALL = "index.html#hall=club&password=wall"
VERDICT = record(1, 0)["body"]


def sender(broker: Broker, name: str) -> Link:
    """Somebody with a table's password and a program of his own."""
    return Link(broker.account(name), (TOPICS("link", name), b'{"here":false}'), ())


def now_of(table: str) -> str:
    return f"document.querySelector('[data-table={table}] .now')?.innerText"


def test_a_table_that_sends_nonsense_is_shown_as_unreadable_and_the_wall_goes_on(tmp_path: Path) -> None:
    with (
        hall_with_pages(tmp_path, 2) as (broker, _hall, tables),
        page(tmp_path / "one", broker, WALL) as wall,
    ):
        tables["t01"].table.begin()
        until(wall, f"{now_of('t01')}?.endsWith(' to play')")
        tables.pop("t02").close()
        evil = sender(broker, "t02")
        try:
            for nonsense in (b"{}", b"[" * 3000, b"null", json.dumps(STATE | {"turn": 1}).encode(), b"\xff"):
                evil.publish(TOPICS("link", "t02"), b'{"here":true}', retain=True)
                evil.publish(TOPICS("state", "t02"), nonsense, retain=True)
                until(wall, f'{now_of("t02")} === "what it sends can\'t be read"')
                wall.ask("Page.reload")
                until(wall, f'{now_of("t02")} === "what it sends can\'t be read"')
                until(wall, f"{now_of('t01')}?.endsWith(' to play')")
                evil.publish(TOPICS("state", "t02"), json.dumps(STATE).encode(), retain=True)
                until(wall, f"{now_of('t02')}?.endsWith('to play')")
            wall.picture(tmp_path / "wall.png", whole=True)
        finally:
            evil.close()


def test_an_order_with_an_invisible_mark_is_answered_and_results_can_be_put_aside(tmp_path: Path) -> None:
    with (
        hall_with_pages(tmp_path, 1) as (broker, _hall, tables),
        page(tmp_path / "one", broker, "arbiter.html") as arbiter,
    ):
        fill_in(arbiter, "#login", hall="club", user="ann", password="ann")
        until(arbiter, "document.querySelectorAll('#tables li').length === 1")
        wrong = {"name": "Te\u200fam", "one": "x", "other": "y"}
        answered(arbiter, lambda: fill_in(arbiter, "#enter", **wrong), says="name = ")
        assert "visible characters" in text(arbiter, "#answer")
        for winners in ((A, C), (B, D)):
            tables["t01"].table.play(*winners)
        until(arbiter, "document.querySelectorAll('#unplaced li').length === 2")
        assert arbiter.run("document.querySelectorAll('#unplaced button').length") == 1
        answered(arbiter, lambda: arbiter.run("document.querySelector('#unplaced button').click()"))
        until(arbiter, "document.querySelector('#unplaced').innerText === 'none'")


def test_what_the_arbiter_types_stays_while_other_results_come(tmp_path: Path) -> None:
    with (
        hall_with_pages(tmp_path, 2) as (broker, _hall, tables),
        page(tmp_path / "one", broker, "arbiter.html") as arbiter,
    ):
        fill_in(arbiter, "#login", hall="club", user="ann", password="ann")
        until(arbiter, "document.querySelectorAll('#tables li').length === 2")
        for name in ("One", "Two", "Three", "Four"):
            entry = {"name": name, "one": "x"}
            answered(arbiter, lambda entry=entry: fill_in(arbiter, "#enter", **entry))  # type: ignore[misc]
        answered(arbiter, lambda: arbiter.run("document.querySelector('#pair').click()"))
        until(arbiter, "document.querySelectorAll('#matches tbody tr').length === 2")
        field = "document.querySelector('#matches tbody tr:last-child input')"
        arbiter.run(f"{field}.focus(); {field}.value = 'they left'")
        wait_for(lambda: tables["t01"].follower.outbox.seating == "1-1")
        tables["t01"].table.play(A, C)
        until(arbiter, "document.querySelector('#matches tbody tr td:nth-child(4)').innerText === '1–0'")
        assert arbiter.run(f"{field}.value") == "they left"
        assert arbiter.run(f"document.activeElement === {field}")


def test_an_order_of_somebody_who_is_no_arbiter_or_to_a_hall_that_is_away_is_not_left_without_a_word(
    tmp_path: Path,
) -> None:
    with (
        hall_with_pages(tmp_path, 0) as (broker, hall, _tables),
        page(tmp_path / "one", broker, "arbiter.html") as arbiter,
    ):
        for name, says in (("wall", "only an arbiter"), ("ann", "done")):
            fill_in(arbiter, "#login", hall="club", user=name, password=name)
            until(arbiter, "document.querySelector('#connection').innerText === 'connected'")
            answered(arbiter, lambda: fill_in(arbiter, "#set-up", title="Spring"), says=says)
        hall.stop()
        answered(arbiter, lambda: fill_in(arbiter, "#set-up", title="Summer"), says="not answered yet")
        hall.start()
        until(arbiter, "document.querySelector('#answer').textContent === 'done'")


def bent(value: Any, rng: Random) -> Any:
    """A value with something in it changed, left out, or added."""
    odd = [
        None,
        True,
        -1,
        10**12,
        "",
        "constructor",
        "__proto__",
        "\u202e",
        "\n",
        "a",
        [],
        {},
        ["a"] * 50,
        "\U0001f3b2" * 33,
    ]
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice([*value])
        change = rng.randrange(4)
        if change == 0:
            return {one: held for one, held in value.items() if one != key}
        if change == 1:
            return value | {
                rng.choice(["constructor", "x", "__proto__", "a", "h", "aH4", "d99"]): rng.choice(odd)
            }
        return value | {key: bent(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], bent(value[at], rng), *value[at + 1 :]]
    return rng.choice(odd)


def samples() -> Iterator[tuple[str, str]]:
    """Payloads of every kind, right ones and bent ones."""
    rng, facts = Random(1), wide(6, 3)
    log = [Written(n, "2026-11-27T12:00:00+00:00", "ann", fact) for n, fact in enumerate(facts, 1)]
    right: list[tuple[str, Any]] = [
        (name.split("/")[0], json.loads(payload)) for name, payload in shown(folded(Tournament(), facts), log)
    ]
    right += [("link", {"here": True, "calls": False}), ("state", STATE | {"verdict": VERDICT})] * 8
    right += [("state", STATE | {"colours": {"b": "constructor"}})]  # what every object of JavaScript has
    right += [("answer", {"id": "deadbeef", "done": True, "en": "x", "fr": "y"})]
    for kind, value in right:
        yield kind, json.dumps(value)
        for _ in range(60):
            yield kind, json.dumps(bent(value, rng))


def test_the_pages_check_as_the_hall_does_and_draw_whatever_is_allowed(tmp_path: Path) -> None:
    told, allowed = [*samples()], list[bool]()
    for kind, payload in told:
        try:
            read(kind, payload.encode())
        except InvalidPayload:
            allowed.append(False)
        else:
            allowed.append(True)
    assert allowed.count(True) > 100 < allowed.count(False)
    with (
        hall_with_pages(tmp_path, 0) as (broker, _hall, _tables),
        page(tmp_path / "one", broker, WALL) as wall,
    ):
        check = f"{json.dumps(told)}.map(([kind, text]) => readPayload(kind, text) !== null)"
        found = wall.run(check)
        assert [one for one, mine, theirs in zip(told, allowed, found, strict=True) if mine != theirs] == []
        for number, (kind, payload) in enumerate(told):
            what = {"state": "table/t01/state", "link": "table/t01/link", "answer": "arbiter/wall/answer"}
            name = what.get(kind, "hall/round/1" if kind == "round" else f"hall/{kind}")
            if kind == "state":  # of a table that is there, else it isn't even looked at
                wall.run("""hall.take(hall.root + "table/t01/link", '{"here":true}'); 0""")
            take = f"hall.take(hall.root + {name!r}, {json.dumps(payload)}); draw();"
            wall.run(f"{take} document.querySelectorAll('[data-table=t01]').length;")
            if number % 100 == 0:
                wall.run("language.now = language.now === 'en' ? 'fr' : 'en'")


def test_two_thousand_tables_with_four_thousand_teams_are_drawn(tmp_path: Path) -> None:
    facts = wide(4000, 2000)
    log = [Written(n, "2026-11-27T12:00:00+00:00", "ann", fact) for n, fact in enumerate(facts, 1)]
    told = [
        (f"hall/{name}", payload.decode()) for name, payload in shown(folded(Tournament(), facts), log[-100:])
    ]
    with (
        hall_with_pages(tmp_path, 0) as (broker, _hall, _tables),
        page(tmp_path / "one", broker, WALL) as wall,
    ):
        until(wall, "hall.connected")
        # What the small hall itself shows may still be on its way, and would take the place of this.
        wall.run("hall.client.removeAllListeners('message'); 0")
        for name, payload in told:
            wall.run(f"hall.take(hall.root + {name!r}, {json.dumps(payload)}); 0")
        until(wall, "document.querySelectorAll('#matches tbody tr').length === 2000")
        assert wall.run("document.querySelectorAll('#standings tbody tr').length") == 4000
        begun, state = time.monotonic(), json.dumps(json.dumps(STATE))
        wall.run(f"hall.take(hall.root + 'table/table-of-a-very-long-name-000007/state', {state}); draw();")
        assert time.monotonic() - begun < 5.0
