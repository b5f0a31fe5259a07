"""Power cuts: what a program wrote is recorded by strace, and the disk rebuilt as a cut may have left it.

At a random moment everything is on the disk that was synced by then. Of each later write any of its sectors
may be there or not, in any order; a file may still have its old length, or exist although it was deleted.
"""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from journal_writer import events, game

from toc_pi.errors import DamagedStore
from toc_pi.referee.referee import Referee
from toc_pi.store.journal import Journal
from toc_pi.store.records import Records, records_of

SEED = 7
SECTOR = 512  # bytes; a disk writes them wholly or not at all
_CALLS = "openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink"
_TRACE = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", f"trace={_CALLS}", "-o"]
_CALL = re.compile(r"(\d+) +(\w+)\((.*)")
_RESUMED = re.compile(r"(\d+) +<\.\.\. \w+ resumed>")


@dataclass(frozen=True, slots=True)
class Call:
    """What a program did to a file: `kind` is write, cut, delete, begin or end of a sync, or shown."""

    kind: str
    file: str = ""
    at: int = 0
    body: bytes = b""


@dataclass
class File:
    """A file on the disk: what is certainly there, and what was done since."""

    synced: bytes | None = None
    since: list[Call] = field(default_factory=list)

    def sync(self, count: int) -> None:
        """Its first changes are on the disk now."""
        for call in self.since[:count]:
            if call.kind == "write":
                self.synced = _written(self.synced or b"", call, Random(0), 1.0)
            else:
                self.synced = None if call.kind == "delete" else (self.synced or b"")[: call.at]
        del self.since[:count]
        self.synced = b"" if self.synced is None else self.synced

    def left(self, rng: Random) -> bytes | None:
        """Its content after a cut; None if there is no such file."""
        kept, content = rng.choice((0.0, 0.5, 0.9, 1.0)), self.synced
        for call in self.since:
            if call.kind == "write":
                content = _written(content or b"", call, rng, kept)
            elif rng.random() < kept:
                content = None if call.kind == "delete" else (content or b"")[: call.at]
        return content


def _written(content: bytes, call: Call, rng: Random, kept: float) -> bytes:
    """A content with the sectors of a write that came to the disk."""
    end = call.at + len(call.body)
    whole = bytearray(content.ljust(end, b"\0"))
    whole[call.at : end] = call.body
    was = content.ljust(len(whole), b"\0")
    for first in range(call.at - call.at % SECTOR, end, SECTOR):
        if rng.random() >= kept:
            whole[first : first + SECTOR] = was[first : first + SECTOR]
            if first + SECTOR >= end and len(content) < end and rng.random() < 0.5:
                del whole[max(first, len(content)) :]  # its length isn't there either
    return bytes(whole)


def record(folder: Path, count: int) -> list[Call]:
    """Let a program write a journal of so many events, and return what it did, in order."""
    trace = folder / "trace"
    writer = Path(__file__).with_name("journal_writer.py")
    program = [sys.executable, str(writer), str(folder / "state" / "games.sqlite"), str(SEED), str(count)]
    subprocess.run([*_TRACE, str(trace), *program], check=True, stdout=subprocess.DEVNULL)
    with trace.open() as lines:
        return list(_calls(lines, f"{folder}/state/"))


def _calls(lines: Iterable[str], folder: str) -> Iterator[Call]:
    waiting: dict[str, Call] = {}
    for line in lines:
        if (resumed := _RESUMED.match(line)) is not None:
            if resumed[1] in waiting:
                yield waiting.pop(resumed[1])
            continue
        if (call := _CALL.match(line)) is None:
            continue
        name, rest = call[2], call[3]
        texts = [bytes.fromhex(part.replace("\\x", "")) for part in re.findall(r'["<]((?:\\x..)*)[">]', rest)]
        file = texts[0].decode("utf-8", "replace") if texts else ""
        if name == "write" and rest.startswith("1<"):
            yield Call("shown", body=texts[1])
        if name == "openat" or not file.startswith(folder) or file.endswith("-shm"):
            continue
        file = file.removeprefix(folder)
        if name == "unlink":
            yield Call("delete", file)
        elif name == "ftruncate":
            yield Call("cut", file, int(rest.split(", ")[1].split(")")[0].split(" ")[0]))
        elif name == "pwrite64":
            yield Call("write", file, int(rest.rsplit(", ", 1)[1].split(")")[0].split(" ")[0]), texts[1])
        elif name.startswith("f"):
            yield Call("sync", file)
            if "unfinished" in rest:
                waiting[call[1]] = Call("synced", file)
            else:
                yield Call("synced", file)


def disks(calls: list[Call], cuts: int, rng: Random) -> Iterator[tuple[dict[str, bytes], float, float]]:
    """What a power cut may leave, at random moments.

    Yields:
        The files; the time of the last event that was certainly on the disk, and of the last that was shown.
    """
    moments = Counter(rng.randrange(len(calls) + 1) for _ in range(cuts))
    files: dict[str, File] = {}
    syncing: dict[str, int] = {}
    synced = shown = 0.0
    for number, call in enumerate([*calls, Call("end")]):
        for _ in range(moments[number]):
            found = {name: file.left(rng) for name, file in files.items()}
            yield {name: body for name, body in found.items() if body is not None}, synced, shown
        file = files.setdefault(call.file, File()) if call.file else File()
        if call.kind == "shown":
            _, t, *kept = call.body.split()
            shown, synced = float(t), float(t) if kept else synced
        elif call.kind == "sync":
            syncing[call.file] = len(file.since)
        elif call.kind == "synced":
            file.sync(syncing.pop(call.file, 0))
        else:
            file.since.append(call)


def kill_moments(calls: list[Call]) -> Iterator[tuple[str, dict[str, bytes], float]]:
    """What a program leaves that is killed after it wrote: all that it wrote until then.

    Yields:
        The file written last; all files; the time of the last event that was shown.
    """
    files: dict[str, File] = {}
    shown = 0.0
    for call in calls:
        if call.kind == "shown":
            shown = float(call.body.split()[1])
        elif call.kind in ("write", "cut", "delete"):
            file = files.setdefault(call.file, File())
            file.since.append(call)
            file.sync(1)
            found = {name: each.synced for name, each in files.items()}
            yield call.file, {name: body for name, body in found.items() if body is not None}, shown


def cut_often(folder: Path, count: int, cuts: int, rng: Random) -> tuple[list[str], Counter[str]]:
    """Record a program that writes a journal, cut the power at random moments, read what is left.

    Args:
        folder: an empty one.
        count: number of events.
        cuts: number of cuts.
        rng: random generator.

    Returns:
        The faults as texts, and how often nothing was lost, something was, and that was said.
    """
    states: dict[float, Records] = {}
    referee = Referee(game())
    for event in events(SEED)[:count]:
        referee.step(event)
        states[event.t] = records_of(referee.state)
    faults, counts = list[str](), Counter[str]()
    for number, (files, synced, shown) in enumerate(disks(record(folder, count), cuts, rng)):
        place = folder / f"cut-{number}"
        place.mkdir()
        for name, body in files.items():
            (place / name).write_bytes(body)
        try:
            found, told = _read(place / "games.sqlite")
        except DamagedStore as error:
            if synced:
                faults.append(f"cut {number}: unreadable: {error}")
            counts["unreadable"] += 1
            continue
        t = max(found, default=0.0)
        if t < synced:
            faults.append(f"cut {number}: {synced} was on the disk, {t} is there, {told}")
        if found and found[t] is not None and found[t] != states.get(t):
            faults.append(f"cut {number}: the state at {t} is another one")
        counts["nothing lost" if t >= shown else "told" if told else "lost its last moment"] += 1
    return faults, counts


def _read(path: Path) -> tuple[dict[float, Records | None], list[str]]:
    """The time of a journal's last event with its state, and what it tells."""
    with closing(Journal(path)) as journal:
        saved, told = journal.unfinished(), [str(notice) for notice in journal.notices]
    if saved is None:
        return {}, told
    return {saved.t: None if saved.state is None else records_of(saved.state)}, told
