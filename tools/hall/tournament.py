"""A hall with many tables in real processes: rounds are played, and whoever is there is killed."""

import random
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty

from brokers import Broker
from halls import TOPICS, Process, Watcher

from hall.by_pages import PagesWatcher
from hall.wall import Wall, WrittenVerdict
from toc_pi.hall.core.facts import Announced, Entered
from toc_pi.hall.service.database import Batch, HallDatabase, Written
from toc_pi.hall.service.page_files import write_pages
from toc_pi.hall.wire.link import Arrived, Link, Login
from toc_pi.store.hall import OUTBOX, write_password
from toc_pi.store.settings import example_settings

HERE = Path(__file__).parent
HALL = "club"
SYSTEM_ACCOUNT = "system"  # may read mosquitto's own figures
PATIENCE_S = 300.0
QUIET_S = 3.0  # at the end, for what is on its way


@dataclass
class Played:
    """A round.

    Attributes:
        games: each table's game.
        winners: who has won it, according to whoever played.
        gone_s: how long the broker was away; `caught_up_s` until every result was there again.
    """

    number: int
    games: dict[str, int] = field(default_factory=dict)
    winners: dict[str, str] = field(default_factory=dict)
    gone_s: float = 0.0
    caught_up_s: float | None = None


class CheckedHall:
    """Broker, hall, tables, players, and a wall.

    Attributes:
        names: of the tables.
        written: every verdict that a journal got.
        killed: when who was killed, s.
        deaths: the same by the table that it concerns; "" for all.
    """

    def __init__(self, folder: Path, tables: int, hosted: int, seed: int) -> None:
        self.folder = folder
        self.names = [f"t{number:04}" for number in range(1, tables + 1)]
        self.broker = Broker(folder)
        self.broker.add_usual(*self.names)
        self._may_read_figures()
        write_password(folder, "hall")
        words = ("hall", "run", "--hall", HALL, "--broker", self.broker.address, "--folder", str(folder))
        self.hall = Process(folder / "hall.log", *words)
        self.groups = [self.names[at : at + hosted] for at in range(0, tables, hosted)]
        self.publishers = [self._publisher(group) for group in self.groups]
        self.written: list[WrittenVerdict] = []
        self.killed: dict[str, list[float]] = defaultdict(list)
        self.deaths: dict[str, list[float]] = defaultdict(list)
        self._over: dict[str, tuple[int, str]] = {}
        self._is_done = threading.Event()
        self._players = subprocess.Popen(
            [sys.executable, HERE / "playing.py", folder, str(seed), *self.names],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._heard = threading.Thread(target=self._hear)
        self._heard.start()

    def open(self, rounds: int, *, pages: bool) -> None:
        """Start everything, and enter two teams a table; by the pages alone, or without anybody typing."""
        teams = [f"Team {number}" for number in range(1, 2 * len(self.names) + 1)]
        if pages:
            write_pages(self.folder / "www")
        else:
            with closing(HallDatabase(f"sqlite:///{self.folder / 'hall.sqlite'}", HALL)) as database:
                entered = (Entered(number, name, ("x", "y")) for number, name in enumerate(teams, 1))
                facts = (Announced("Check", "swiss", rounds), *entered)
                database.write(Batch([Written(at, "", "check", fact) for at, fact in enumerate(facts, 1)]))
        self.broker.start()
        if pages:
            self.broker.open()
        self.hall.start()
        for group in self.publishers:
            group.start()
        self.wall = Wall(self.broker.account("wall"), TOPICS)
        self.watcher: Watcher | PagesWatcher = PagesWatcher(self.broker) if pages else Watcher(self.broker)
        if pages:
            self.watcher.order("set-up", title="Check", system="swiss", rounds=rounds)
            for name in teams:
                self.watcher.order("enter", name=name, one="x", other="y")
        self._wait(lambda: len((self.watcher.shown("tournament") or {}).get("tables", ())) == len(self.names))

    def close(self) -> None:
        """End everything."""
        assert self._players.stdin is not None
        self._players.stdin.close()
        self._players.kill()
        self._heard.join()
        for one in ("wall", "watcher"):
            if hasattr(self, one):
                getattr(self, one).close()
        for group in (*self.publishers, self.hall):
            group.stop()
        self.broker.close()

    def play_round(
        self, number: int, pace: float, turns: int, kills: list[tuple[float, str]], rng: random.Random
    ) -> Played:
        """Pair a round and play it, and kill whoever is due, until every result is there."""
        begun = time.monotonic()
        self._pair(number)
        paired = time.monotonic()
        self._play(pace, turns)
        self._wait(lambda: self._killed(kills, rng) and self._is_done.is_set(), float("inf"))
        played = time.monotonic()
        self._wait(lambda: self._killed(kills, rng) and self._all_decided(number))
        told, decided = f"paired and told in {paired - begun:.1f} s", time.monotonic() - played
        print(f"round {number}: {told}, played in {played - paired:.1f} s, decided {decided:.1f} s later")
        return self._played(number)

    def play_without_broker(self, number: int, pace: float, turns: int, seconds: float) -> Played:
        """Pair a round, and play it while no broker is there, for some time at least."""
        self._pair(number)
        self.broker.stop()
        self.deaths[""].append(time.monotonic())
        until = time.monotonic() + seconds
        self._play(pace, turns)
        self._wait(lambda: self._is_done.is_set() and time.monotonic() > until, float("inf"))
        back = time.monotonic()
        self.broker.start()
        self.deaths[""].append(back)
        self._wait(lambda: self._all_decided(number))
        round_ = self._played(number)
        round_.gone_s, round_.caught_up_s = back - until + seconds, time.monotonic() - back
        return round_

    def settle(self) -> None:
        """Wait for what is on its way."""
        self.watcher.look(QUIET_S)

    def traffic(self) -> tuple[int, int] | None:
        """The bytes that this broker has received and sent since it started; None if it was killed."""
        if self.killed["broker"]:
            return None
        topics = [f"$SYS/broker/bytes/{way}" for way in ("received", "sent")]
        login = Login(self.broker.address, SYSTEM_ACCOUNT, SYSTEM_ACCOUNT)
        link, found = Link(login, (f"{TOPICS.root}/nobody", b""), topics), dict[str, int]()
        until = time.monotonic() + 3.0  # they are told every second
        while time.monotonic() < until:
            try:
                event = link.inbox.get(timeout=0.2)
            except Empty:
                continue
            if isinstance(event, Arrived):
                found[event.topic] = int(event.payload)
        link.close()
        return found[topics[0]], found[topics[1]]

    def memory(self) -> str:
        """The resident memory of everybody, in words."""
        tables = sum(_memory_mb(one) for one in self.publishers)
        return (
            f"memory: the publishers {tables:.0f} MB ({len(self.publishers)} processes), "
            f"the hall {_memory_mb(self.hall):.0f} MB, mosquitto {_memory_mb(self.broker):.1f} MB"
        )

    def _pair(self, number: int) -> None:
        """Pair a round, and wait until each table knows its match."""
        assert self.watcher.order("pair")["done"]
        waiting = {self.folder / name / "state" / OUTBOX for name in self.names}

        def told() -> bool:
            for path in [*waiting]:
                if f'"seating": "{number}-' in path.read_text():
                    waiting.remove(path)
            return not waiting

        self._wait(told)

    def _play(self, pace: float, turns: int) -> None:
        self._is_done.clear()
        self._over.clear()
        assert self._players.stdin is not None
        print(pace, turns, file=self._players.stdin, flush=True)

    def _played(self, number: int) -> Played:
        games = {name: game for name, (game, _) in self._over.items()}
        return Played(number, games, {name: winners for name, (_, winners) in self._over.items()})

    def _hear(self) -> None:
        """Read what the players tell."""
        assert self._players.stdout is not None
        for line in self._players.stdout:
            match line.split():
                case ["verdict", table, game, n, at]:
                    self.written.append(WrittenVerdict(table, int(game), int(n), float(at)))
                case ["over", table, game, winners, _]:
                    self._over[table] = (int(game), winners)
                case ["done"]:
                    self._is_done.set()

    def _killed(self, kills: list[tuple[float, str]], rng: random.Random) -> bool:
        """Kill and start again whoever is due; always true."""
        while kills and kills[0][0] <= time.monotonic():
            _, who = kills.pop(0)
            now = time.monotonic()
            self.killed[who].append(now)
            if who == "table":
                at = rng.randrange(len(self.publishers))
                for name in self.groups[at]:
                    self.deaths[name].append(now)
                one: Process | Broker = self.publishers[at]
            else:
                self.deaths[""].append(now)
                one = self.hall if who == "hall" else self.broker
            one.stop()
            one.start()
        return True

    def _all_decided(self, number: int) -> bool:
        matches = (self.watcher.shown(f"round/{number}") or {"matches": []})["matches"]
        return bool(matches) and all(match["points"] is not None for match in matches)

    def _wait(self, holds: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        until = time.monotonic() + patience_s
        while not holds():
            self.watcher.look(0.2)
            if time.monotonic() > until:
                raise AssertionError(f"it never came to be:\n{self._heard_last()}")

    def _heard_last(self) -> str:
        """What the hall said last, and what it and the tables know of matches that are open."""
        rounds = [one for what, one in self.watcher.seen.items() if "/round/" in what]
        late = [match for one in rounds for match in one["matches"] if match["points"] is None]
        told = [f"unplaced: {self.watcher.shown('unplaced')}", self.hall.said[-1000:]]
        for match in late[:10]:
            folder = self.folder / match["table"]
            taken = self.watcher.shown(f"taken/{match['table']}")
            told += [f"{match}, taken {taken}", (folder / "state" / OUTBOX).read_text()]
            told += [log.read_text()[-500:] for log in folder.glob("*.log")]
        return "\n".join(told)

    def _publisher(self, group: list[str]) -> Process:
        for name in group:
            config = self.folder / name / "config"
            (self.folder / name / "state").mkdir(parents=True)
            config.mkdir()
            hall = f'[hall]\nbroker = "{self.broker.address}"\nhall = "{HALL}"\ntable = "{name}"\n'
            (config / "settings.toml").write_text(example_settings() + hall)
            write_password(config, name)
        if len(group) == 1:
            home = self.folder / group[0]
            return Process(home / "publish.log", "publish", home=home)
        log = self.folder / f"{group[0]}.log"
        words = (self.broker.address, HALL, str(self.folder), *group)
        return Process(log, *words, program=[HERE / "publishers.py"])

    def _may_read_figures(self) -> None:
        """An account for mosquitto's own figures, which no program of a hall needs."""
        accounts = self.broker.accounts.with_account(SYSTEM_ACCOUNT, "wall", SYSTEM_ACCOUNT, bytes(12))
        (self.folder / "passwords").write_text(accounts.passwords())
        with (self.folder / "access").open("a") as access:
            access.write(f"\nuser {SYSTEM_ACCOUNT}\ntopic read $SYS/#\n")


def _memory_mb(process: Process | Broker) -> float:
    """The resident memory of a process."""
    assert process.running is not None
    lines = Path(f"/proc/{process.running.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000
