"""Eight hours of `toc-pi play` in film time, with faults: no memory, thread or handle more, nothing lost.

    tools/soak.py [--hours 8] [--seed N] [--every SECONDS] [--folder build/soak]

The whole program as its own process (`tools/soak_table.py`), with a window on a display of its own (Xvfb),
the shipped film again and again as its webcam, and mock pins. Faults come about every four minutes of film:
the camera is gone, hangs, is frozen or black; the lamps fail; the disk is full; the clock is a year ahead;
fingers tap anywhere. The process is killed (kill -9) three times soon after the start and once before the
end, each time after a while in which fingers reach every page, too; then it resumes, as the service would.

Prints progress and a table. Exit status 1 if memory, threads or handles have
grown in the long life between the kills, if a verdict was shown that isn't stored (but for those that were
said not to be kept, on a full disk, when another game was begun there), or if the program ended by itself.
Without root or user namespaces the disk can't be filled: that is said and left out.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from own_display import SCREEN, Display, missing_tools, open_display  # noqa: E402

from toc_pi.store.games import export_game, find_loss, list_games  # noqa: E402
from toc_pi.store.settings import example_settings  # noqa: E402

SAMPLE = ROOT / "toc_pi" / "data" / "sample"
KINDS = {
    "gone": 40.0,
    "hanging": 15.0,
    "black": 25.0,
    "frozen": 25.0,
    "lamps": 30.0,
    "disk": 60.0,
    "year": 60.0,
    "taps": 45.0,
}
"""Faults, and how long each lasts, seconds of film."""
# fmt: off
OF_THE_TABLE = {
    "board", "rules", "teams", "first", "colours", "kind", "height", "diameter", "white_face",
}
# fmt: on
FIRST_S, WILD_S = 75.0, 90.0
KILLS, KILLS_OF_A_SHORT_RUN = (1 / 16, 2 / 16, 3 / 16, 15 / 16), (0.5,)
"""When it is killed, as shares of the whole time: often at first, then there is a long life."""
SHORT_S = 3600.0
STILL_S = 20.0  # of film without a fault before and after a kill
TAP_S = 2.0  # of film, between two taps
LOOK_S = 0.1  # real time between two looks at the process
STUCK_S = 120.0  # real time in which film time must go on
DISK_MB = 96
LOG = struct.Struct("5d")


WARM_S, WINDOW_S = 1800.0, 1800.0  # a life isn't measured at first; then its two ends are compared
MOST = 1.05  # memory at the end of the long life, as a share of that at its start


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong for a while; seconds of film."""

    kind: str
    since: float
    until: float


def planned(seconds: float, every_s: float, rng: Random, *, disk: bool) -> list[Fault]:
    """All faults; none while fingers reach every page before a kill."""
    kills = kills_of(seconds)
    wild_s = min(WILD_S, seconds / 10)
    faults = [Fault("wild", kill - wild_s, kill) for kill in kills]
    now, waiting = min(FIRST_S, seconds / 10), list[str]()
    while now < seconds - STILL_S:
        waiting = waiting or rng.sample(
            sorted(KINDS.keys() - (set() if disk else {"disk"})), len(KINDS) - (not disk)
        )
        lasts = KINDS[waiting[-1]]
        if all(now + lasts + STILL_S < kill - wild_s or now > kill + STILL_S for kill in kills):
            faults.append(Fault(waiting.pop(), now, now + lasts))
        now += lasts + every_s * rng.uniform(0.5, 1.5)
    return faults


def kills_of(seconds: float) -> list[float]:
    """When the program is killed, seconds of film."""
    return [share * seconds for share in (KILLS if seconds >= SHORT_S else KILLS_OF_A_SHORT_RUN)]


@dataclass
class Life:
    """A process from its start to its end.

    Attributes:
        samples: second of film, kilobytes, threads, handles.
        ended: how: killed, stopped, or its status.
    """

    begun_s: float
    samples: list[tuple[float, int, int, int]] = field(default_factory=list)
    ended: str = ""
    games: int = 0
    verdicts: int = 0

    def ends(self) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
        """Median of memory (MB), least threads and handles, at both ends; None for a short life."""
        warm = [each for each in self.samples if each[0] >= self.begun_s + WARM_S]
        if not warm or warm[-1][0] - warm[0][0] < 2 * WINDOW_S:
            return None
        first = [each for each in warm if each[0] <= warm[0][0] + WINDOW_S]
        last = [each for each in warm if each[0] >= warm[-1][0] - WINDOW_S]
        return _typical(first), _typical(last)


def _typical(samples: Sequence[tuple[float, int, int, int]]) -> tuple[float, ...]:
    _, memory, threads, handles = zip(*samples, strict=True)
    return median(memory) / 1024, min(threads), min(handles)


def measured(pid: int) -> tuple[int, int, int]:
    """Resident kilobytes, threads, and open files of a process."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    tasks, handles = (len([*Path(f"/proc/{pid}/{what}").iterdir()]) for what in ("task", "fd"))
    return int(lines["VmRSS"].split()[0]), tasks, handles


class Soak:
    """Runs the lives, and does what is done to the machine: kills, fills the disk, taps."""

    def __init__(self, folder: Path, home: Path, display: Display, options: argparse.Namespace) -> None:
        self.rng = Random(options.seed)
        self.seconds = options.hours * 3600
        self.faults = planned(self.seconds, options.every, self.rng, disk=os.path.ismount(home))
        self.kills = kills_of(self.seconds)
        self.folder, self.home, self.display = folder, home, display
        self.lives: list[Life] = []
        self.met: Counter[str] = Counter()
        self.longest_s = 0.0  # without a message to the watchdog, real time
        self.lost: list[str] = []
        self._heard_s: float | None = None
        self._tapped_s = 0.0
        self._told = 0
        self.shown = folder / "shown.jsonl"
        self.shown.write_text("")
        (folder / "log").write_bytes(LOG.pack(0, 0, 0, 0, 0))
        self._notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with suppress(FileNotFoundError):
            (folder / "notify").unlink()
        self._notices.bind(str(folder / "notify"))
        self._notices.setblocking(False)

    def run(self) -> None:
        """Live until the film time is over."""
        now_s = at_s = 0.0
        while now_s < self.seconds:
            self._settle()
            now_s, at_s = self._live(now_s, at_s)
            self._check()
        self._notices.close()

    def _settle(self) -> None:
        """The table's settings, whatever was tapped before."""
        (self.home / "config").mkdir(exist_ok=True)
        shutil.rmtree(self.home / "state" / "set-up", ignore_errors=True)
        (self.home / "config" / "settings.toml").write_text(_settings())

    def _live(self, begun_s: float, at_s: float) -> tuple[float, float]:
        """One process; returns when it ended, and where its film was."""
        life = Life(begun_s)
        self.lives.append(life)
        plan = {
            "faults": [asdict(each) for each in self.faults],
            "begun_s": begun_s,
            "at_s": at_s,
            "film": str(SAMPLE / "film.mp4"),
            "log": str(self.folder / "log"),
            "shown": str(self.shown),
            "command": ["play"],
        }
        (self.folder / "plan.json").write_text(json.dumps(plan))
        surroundings = self.display.surroundings | {
            "TOC_PI_HOME": str(self.home),
            "GPIOZERO_PIN_FACTORY": "mock",
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "LC_ALL": "C.UTF-8",
            "OMP_NUM_THREADS": "1",
        }
        kill_s = next((each for each in self.kills if each > begun_s), self.seconds)
        with (self.folder / "said").open("ab") as said:
            process = subprocess.Popen(
                [sys.executable, "-u", str(ROOT / "tools" / "soak_table.py"), str(self.folder / "plan.json")],
                env=surroundings,
                stdout=said,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
            )
        try:
            now_s, at_s = self._watch(process, life, kill_s)
        finally:
            process.kill()
            process.wait()
            self._fill(full=False)
        if process.returncode == 130 or (process.returncode == -signal.SIGKILL and life.ended == "killed"):
            self.met[life.ended] += 1
        else:
            life.ended = f"by itself ({process.returncode})"
            wild = any(each.kind == "wild" and each.since <= now_s <= each.until + 5 for each in self.faults)
            if not wild or process.returncode != 0:
                self.lost.append(f"the program ended {life.ended} at {now_s:.0f} s of film")
        return max(now_s, begun_s + 1), at_s

    def _watch(self, process: subprocess.Popen[bytes], life: Life, until_s: float) -> tuple[float, float]:
        self._heard_s, moved_s, before = None, time.monotonic(), -1.0
        while process.poll() is None:
            time.sleep(LOOK_S)
            self._hear()
            now_s, _, games, verdicts, taps = LOG.unpack((self.folder / "log").read_bytes())
            self.met["taps arrived"] = max(self.met["taps arrived"], int(taps))
            if now_s != before and not life.ended:
                before, moved_s = now_s, time.monotonic()
            elif time.monotonic() - moved_s > STUCK_S:
                self.lost.append(f"the program hangs at {now_s:.0f} s of film")
                process.send_signal(signal.SIGABRT)
            if life.ended:
                continue
            life.games, life.verdicts = int(games), int(verdicts)
            with suppress(OSError, IndexError, KeyError):  # it may just have ended
                life.samples.append((now_s, *measured(process.pid)))
            self._act(now_s)
            self._tell(now_s, life)
            if now_s >= until_s:
                last = until_s >= self.seconds
                life.ended = "stopped" if last else "killed"
                process.send_signal(signal.SIGTERM if last else signal.SIGKILL)
        now_s, at_s, *_ = LOG.unpack((self.folder / "log").read_bytes())
        return now_s, at_s

    def _hear(self) -> None:
        """Listen, as systemd does."""
        with suppress(BlockingIOError):
            while self._notices.recv(1000):
                now = time.monotonic()
                self.longest_s = max(self.longest_s, now - (self._heard_s or now))
                self._heard_s = now

    def _act(self, now_s: float) -> None:
        """What is done from outside at this time of the film."""
        current = {each.kind for each in self.faults if each.since <= now_s < each.until}
        self._fill(full="disk" in current)
        if current & {"taps", "wild"} and now_s >= self._tapped_s + TAP_S:
            self._tapped_s = now_s
            x, y = self.rng.randrange(SCREEN[0]), self.rng.randrange(SCREEN[1])
            self.display.xdotool("mousemove", x, y, "click", 1)
            self.met["taps"] += 1

    def _fill(self, *, full: bool) -> None:
        """Fill the disk, or make room again."""
        ballast = self.home / "ballast"
        if not full:
            ballast.unlink(missing_ok=True)
        elif not ballast.exists():
            with suppress(OSError), ballast.open("wb", buffering=0) as file:
                for size in (1 << 20, 4096, 1):
                    with suppress(OSError):
                        while file.write(bytes(size)) == size:
                            pass

    def _check(self) -> None:
        """Whether the journal has every verdict that was shown."""
        path = self.home / "state" / "games.sqlite"
        if not path.exists():
            return
        if (loss := find_loss(path)) is not None:
            self.lost.append(loss.message())
        kept: Counter[str] = Counter()
        for game in list_games(path):
            rows = export_game(path, game.id)
            kept.update(
                json.dumps({"t": row["t"]} | row["is"], sort_keys=True)
                for row in rows
                if row.get("effect") == "Verdict" or row.get("kind") == "Verdict"
            )
        shown = [line.partition(" ") for line in self.shown.read_text().splitlines()]
        missing = Counter(each for _, _, each in shown) - kept
        told = Counter(each for believed, _, each in shown if believed == "told")
        self.met["told not to be kept"] = (missing & told).total()
        self.lost += [f"not stored: {each}" for each in missing - told]

    def _tell(self, now_s: float, life: Life) -> None:
        """Progress, some forty lines in all."""
        part = int(40 * now_s / self.seconds)
        if part > self._told and life.samples:
            self._told = part
            _, memory, threads, handles = life.samples[-1]
            print(
                f"{now_s / 3600:5.2f} h  life {len(self.lives)}  {memory / 1024:6.1f} MB  {threads} threads"
                f"  {handles} handles  {sum(each.games for each in self.lives)} games"
                f"  {sum(each.verdicts for each in self.lives)} verdicts",
                flush=True,
            )


def _settings() -> str:
    """The settings of the film's table."""
    clip = (SAMPLE / "clip.toml").read_text()
    wanted = {line.partition(" =")[0]: line for line in clip.splitlines() if " = " in line}
    wanted = {name: line for name, line in wanted.items() if name in OF_THE_TABLE}
    wanted["camera"] = 'camera = "usb 0"'
    lines = example_settings("en").splitlines()
    return "\n".join(wanted.get(line.partition(" =")[0], line) for line in lines) + "\n"


def summed_up(soak: Soak, spent_s: float) -> bool:
    """Print the table; whether all is well."""
    faults = Counter(each.kind for each in soak.faults)
    print(f"\n{soak.seconds / 3600:g} hours of film in {spent_s / 60:.0f} minutes, {len(soak.lives)} lives")
    print("faults: " + ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items())))
    print(f"verdicts lost on a full disk, as was said: {soak.met['told not to be kept']}")
    print(f"taps: {soak.met['taps']}; longest time without a word to the watchdog: {soak.longest_s:.1f} s")
    print("life  film hours    MB start    end  peak  threads  handles  games  verdicts  ended")
    well = not soak.lost
    for number, life in enumerate(soak.lives, 1):
        if not life.samples:
            continue
        hours = (life.samples[-1][0] - life.begun_s) / 3600
        peak = max(memory for _, memory, _, _ in life.samples) / 1024
        ends = life.ends()
        shown = f"{'–':>8}{'–':>7}{peak:6.0f}{'–':>9}{'–':>9}"
        if ends is not None:
            (mb, threads, handles), (mb_then, threads_then, handles_then) = ends
            grown = mb_then > MOST * mb or threads_then > threads or handles_then > handles
            well = well and not grown
            shown = (
                f"{mb:8.1f}{mb_then:7.1f}{peak:6.0f}{threads:5.0f}→{threads_then:<3.0f}{handles:5.0f}→"
                f"{handles_then:<3.0f}{'GROWN' if grown else ''}"
            )
        print(f"{number:4}{hours:12.2f}    {shown}{life.games:7}{life.verdicts:10}  {life.ended}")
    for each in soak.lost[:20]:
        print(f"LOST  {each}")
    print("nothing lost, nothing grown" if well else "NOT WELL", flush=True)
    return well


@contextmanager
def own_disk(folder: Path) -> Iterator[Path]:
    """A small disk that can be filled; a plain folder where none can be mounted."""
    home = folder / "home"
    home.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}M", "none", str(home)]
    mounted = "SOAK_MAY_MOUNT" in os.environ and subprocess.run(command, check=False).returncode == 0
    if not mounted:
        print("no disk can be mounted here: it is never full")
    try:
        yield home
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(home)], check=False)


def may_mount() -> list[str]:
    """The command that gives a program mounts of its own; empty where that isn't allowed."""
    for words in (["unshare", "-m"], ["unshare", "-rm"]):
        if (
            shutil.which(words[0])
            and subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0
        ):
            return words
    return []


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="of film")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=float, default=240.0, help="seconds of film between two faults")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "soak")
    options = parser.parse_args()
    if missing := missing_tools():
        print(f"{' and '.join(missing)} missing (apt install xvfb xdotool)")
        return 1
    if "SOAK_MAY_MOUNT" not in os.environ and (words := may_mount()):
        os.environ["SOAK_MAY_MOUNT"] = "1"
        os.execvp(words[0], [*words, sys.executable, *sys.argv])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the table ends with it
    folder = options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    begun = time.monotonic()
    with (
        own_disk(folder) as home,
        tempfile.TemporaryDirectory() as shown,
        open_display(Path(shown)) as display,
    ):
        soak = Soak(folder, home, display, options)
        soak.run()
        return 0 if summed_up(soak, time.monotonic() - begun) else 1


if __name__ == "__main__":
    sys.exit(main())
