"""The wall and the arbiter's page in a real browser, with a real broker: they alone run a tournament."""

import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from brokers import Broker, fronted, real
from browsing import BROWSER, NO_BROWSER, answered, decided, fill_in, page, text, until
from halls import Process, wait_for

from toc_pi.hall.core.facts import Fact
from toc_pi.hall.service.page_files import PARTS, page_files, page_words, write_pages
from toc_pi.hall.table.follower import Follower
from toc_pi.hall.table.publishing import publish
from toc_pi.store.hall import PASSWORD_FILE, HallFiles, HallSettings

sys.path.append(str(Path(__file__).resolve().parent / "table"))

from tables import A, B, C, D, ScriptedTable

TEAMS, ROUNDS = 4, 3


class TableInThread:
    """A table whose publisher runs in a thread of this process."""

    def __init__(self, broker: Broker, folder: Path, name: str) -> None:
        self.table = ScriptedTable(folder)
        self._done = threading.Event()
        self.follower = Follower(self.table.path, f"club {name}", names=True, tell=lambda _: None)
        self.files = HallFiles(folder)
        settings = HallSettings(broker.outside, name, "club", names=True, certificate=broker.certificate)
        how = (settings, name, "en", lambda _: None, lambda: not self._done.is_set())
        self._thread = threading.Thread(target=publish, args=(self.follower, self.files, *how))
        self._thread.start()

    def close(self) -> None:
        """End it."""
        self._done.set()
        self._thread.join()
        self.table.journal.close()


@contextmanager
def hall_with_pages(folder: Path, tables: int) -> Iterator[tuple[Broker, Process, dict[str, TableInThread]]]:
    """A broker behind nginx, which serves the pages, the hall's process, and tables."""
    names = [f"t{number:02}" for number in range(1, tables + 1)]
    broker = Broker(folder)
    broker.add_usual(*names)
    (folder / PASSWORD_FILE).write_text("hall")
    (folder / PASSWORD_FILE).chmod(0o600)
    write_pages(folder / "www")
    words = ("hall", "--hall", "club", "--broker", broker.address, "--folder", str(folder))
    hall = Process(folder / "hall.log", *words)
    seated: dict[str, TableInThread] = {}
    try:
        broker.start()
        broker.open()
        hall.start()
        seated = {name: TableInThread(broker, folder / name, name) for name in names}
        yield broker, hall, seated
    finally:
        for table in seated.values():
            table.close()
        hall.stop()
        broker.close()


@real
@fronted
@pytest.mark.skipif(BROWSER is None, reason=NO_BROWSER)
class TestInABrowser:
    """With everything real."""

    def test_a_tournament_is_run_by_the_pages_alone(self, tmp_path: Path) -> None:
        teams, rounds, rng = TEAMS, ROUNDS, Random(1)
        with (
            hall_with_pages(tmp_path, teams // 2) as (broker, _hall, tables),
            page(tmp_path / "one", broker, "arbiter.html") as arbiter,
            page(tmp_path / "two", broker, "index.html#hall=club&password=wall") as wall,
        ):
            fill_in(arbiter, "#login", hall="club", user="ann", password="ann")
            until(arbiter, "!document.querySelector('#desk').hidden")
            until(arbiter, f"document.querySelectorAll('#tables li').length === {len(tables)}")
            answered(arbiter, lambda: fill_in(arbiter, "#set-up", title="Spring", rounds=rounds))
            for number in range(1, teams + 1):
                entry = {"name": f"Team {number}", "one": "Zoé", "other": "<b>Léo</b>"}
                answered(arbiter, lambda entry=entry: fill_in(arbiter, "#enter", **entry))  # type: ignore[misc]
            results: dict[str, dict[str, list[int]]] = {}
            for number in range(1, rounds + 1):
                answered(arbiter, lambda: arbiter.run("document.querySelector('#pair').click()"))
                for name, table in tables.items():
                    told = f"{number}-"
                    wait_for(lambda table=table, told=told: table.follower.outbox.seating.startswith(told))
                    wins_first = rng.random() < 0.5
                    table.table.play(*((A, C) if wins_first else (B, D)))
                    results.setdefault(f"round/{number}", {})[name] = [2, 0] if wins_first else [0, 2]
                if number == 2:  # the broker dies in the middle
                    broker.stop(signal.SIGKILL)
                    time.sleep(1.0)
                    broker.start()
                shows = f"document.querySelector('#round').innerText === 'round {number} of {rounds}'"
                until(arbiter, f"{shows} && {decided('td:nth-child(4)')}")
                until(wall, shows)
            until(wall, decided("td:last-child"))
            for what, of_tables in results.items():  # exactly what the journals say
                matches = wall.run(f"hall.whole({what!r}, null).matches")
                assert {match["table"]: match["points"] for match in matches} == of_tables
            rows = [row.split("\t") for row in text(wall, "#standings").splitlines()[1:]]
            assert sum(float(row[2]) for row in rows) == rounds * teams / 2
            assert {row[3] for row in rows} == {str(rounds)}
            assert wall.complaints == [one for one in wall.complaints if "WebSocket" in one or "ERR_" in one]

            answered(  # a correction, with its reason
                arbiter,
                lambda: arbiter.run(
                    "const row = document.querySelector('#matches tbody tr');"
                    "row.querySelector('select').value = '1,1'; row.querySelector('input').value = 'time';"
                    "row.querySelector('button').click()"
                ),
            )
            until(wall, "document.querySelector('#matches').innerText.includes('½–½')")
            until(
                arbiter,
                f"document.querySelector('#log li').innerText.includes('ann: match {rounds}-1: ½–½ (time)')",
            )
            wall.picture(tmp_path / "wall.png", whole=True)
            arbiter.picture(tmp_path / "arbiter.png", whole=True)

    def test_the_wall_shows_what_happens_at_a_table(self, tmp_path: Path) -> None:
        with (
            hall_with_pages(tmp_path, 1) as (broker, _hall, tables),
            page(tmp_path / "one", broker, "index.html#hall=club&password=wall") as wall,
        ):
            table = tables["t01"]
            table.table.begin()
            table.table.move(A)
            card = "[data-table=t01]"
            until(wall, f"document.querySelector('{card} .verdict')?.innerText.includes('turn 1')")
            until(wall, f"document.querySelectorAll('{card} .pawn').length === 1")
            table.table.move(B, legal=False)
            until(wall, f"document.querySelector('{card} .now').innerText === 'a move to put right'")
            until(wall, "document.querySelector('#waiting').innerText.includes('Table t01')")
            wall.run("document.querySelector('#language').click()")
            until(wall, f"document.querySelector('{card} .now').innerText === 'un coup à corriger'")
            assert wall.run("document.documentElement.lang") == "fr"
            table.files.call(True)
            until(wall, f"document.querySelector('{card} .now').innerText === \"demande l'arbitre\"")
            assert wall.run("document.querySelector('#waiting .waits') !== null")
            table.files.call(False)
            until(wall, f"document.querySelector('{card} .now').innerText === 'un coup à corriger'")
            wall.size(360, 640)
            assert wall.run("document.documentElement.scrollWidth") <= 360
            table.close()
            until(wall, f"document.querySelector('{card}').classList.contains('gone')")
            hosts = {address.split("/")[2] for address in wall.requests if address.startswith("http")}
            assert hosts == {f"localhost:{broker.ports[8443]}"}

    def test_a_wrong_password_is_told(self, tmp_path: Path) -> None:
        with (
            hall_with_pages(tmp_path, 1) as (broker, _hall, _tables),
            page(tmp_path / "one", broker, "index.html#hall=club&password=guessed") as wall,
        ):
            until(wall, "document.querySelector('#connection').innerText.includes('password')")
            assert not wall.run("document.querySelector('#login').hidden")


def test_every_word_of_the_pages_is_there_in_both_languages() -> None:

    own = {name: content for name, content in page_files().items() if "mqtt" not in name}
    script = "".join(own[name].decode() for name in own if name.endswith((".js", ".html")))
    used = {(part, key) for part, key in re.findall(r'data-say="(\w+)\.([\w-]+)"', script)}
    used |= {(part, key) for part, key in re.findall(r'say\("(\w+)", "([\w-]+)"', script)}
    used |= {("arbiter", f"fact_{kind.__name__}") for kind in get_args(Fact)}
    assert len(used) > 40
    words: dict[str, Any] = page_words()
    for language, parts in words.items():
        missing = {(part, key) for part, key in used if key not in parts[part]}
        assert not missing, language
    assert {*words["en"]} == {*PARTS, "colours"}


def test_the_pages_say_nothing_by_html_and_name_no_other_host() -> None:
    for name, content in page_files().items():
        if name.endswith((".js", ".html", ".css")) and "mqtt" not in name and name != "words.js":
            page = content.decode()
            assert "innerHTML =" not in page
            assert "http:" not in page.replace("http://www.w3.org/2000/svg", "")
            assert "https:" not in page.replace('"https:"', "")


def test_mqtt_js_is_as_its_makers_built_it() -> None:
    """From the package mqtt 5.16.0 of npm, as debian/copyright says."""
    made = "a5a93ed95ac50534c7d7664db88c9fd89e984a714d1d47e06dbbdd53a26cba2b"
    assert sha256(page_files()["mqtt.js"]).hexdigest() == made
