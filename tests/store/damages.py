"""Damage every file that the program keeps, in every way, and run every command that reads it.

    tests/store/damages.py [--fast] [--only WORD]

Each command must end within seconds and without a traceback, and answer as before or tell the loss: status 5,
or 2 for what people write; `play` must begin, and tell it. Prints every fault, then a summary.
"""

import argparse
import ctypes
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from random import Random

from evenings import begun, places_in, play_a_little

from calibration.board.board_file import load_board, write_board
from calibration.holes import Seat
from toc_pi.cli.main import COMMANDS as KNOWN
from toc_pi.cli.main import main
from toc_pi.events import Card, Declared
from toc_pi.store.people import Families, save_learned, save_progress
from toc_pi.store.settings import DataFolders
from toc_pi.store.start_counter import keep_good

TURNS = 12
PATIENCE_S = 60
MAX_BYTES = 2_000_000_000  # address space that a command may take
COMMANDS = (
    ["games"],
    ["games", "--json"],
    ["export", "1"],
    ["export", "2"],
    ["export", "2", "--notation"],
    ["report", "2", "-o", "-"],
    ["doctor"],
    ["config"],
    ["play", "--no-screen"],
)
FAST = (["games"], ["export", "2"], ["play", "--no-screen"])


def make_home(folder: Path, rng: Random, shipped: str = "square-40") -> Path:
    """A family's files: a game that ended well, and one that `kill -9` ended."""
    places = places_in(folder)
    board = replace(load_board(shipped), name="attic")
    (places.state / "boards").mkdir(parents=True)
    write_board(board, places.state / "boards" / "attic.toml")
    text = places.settings.read_text()
    text = "".join(line for line in text.splitlines(True) if not line.startswith(("camera", "board")))
    names = "\n".join(f'names.{seat} = "{rng.choice(["Ana", "Bo", "Cy"])} {seat}"' for seat in "abcd")
    board_file = places.state / "boards" / "attic.toml"
    places.settings.write_text(f'camera = "none"\nboard = "{board_file}"\n{names}\n{text}')
    play_a_little(places, 5 + rng.randrange(3))
    keep_good(places)
    Families(places.state).remember({"board": "square-40", "names": {"a": f"Ana {rng.random()}"}})
    save_learned(places.state, "family", {"Ana": {"four-back": (1, 2)}})
    save_progress(places.state, "Ana", {"four-back": 2})
    with begun(places) as (_, journal, _):
        journal.end("2026-11-22T21:00:00", "ac")
        journal.flush()
    code = f"import damages; damages.{be_killed.__name__}({str(folder)!r}, {TURNS + rng.randrange(5)})"
    here = str(Path(__file__).parent)
    path = os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))
    done = subprocess.run([sys.executable, "-c", code], cwd=here, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == -signal.SIGKILL
    return folder


def be_killed(folder: str, turns: int) -> None:
    """An evening in a process of its own, which ends by `kill -9`."""
    places = DataFolders(Path(folder) / "config", Path(folder) / "state")
    with begun(places) as (journaled, journal, _):
        journaled.begin()
        for number in range(turns):
            journaled.step(Declared(1.0 + number, Seat("abcd"[number % 4]), "discard", Card("2")))
            if number == turns // 2:
                journal.flush()
        os.kill(os.getpid(), signal.SIGKILL)


Damage = Callable[[Path, Path], object]
"""Damages a file, with the same file of another table at hand."""


def _cut(share: float) -> Damage:
    return lambda path, _: os.truncate(path, int(share * path.stat().st_size))


def _over(share: float, with_: bytes) -> Damage:
    def damage(path: Path, _: Path) -> None:
        content = bytearray(path.read_bytes())
        at = int(share * len(content))
        content[at : at + len(with_)] = with_[: len(content) - at]
        path.write_bytes(content)

    return damage


def _instead(make: Callable[[Path], object]) -> Damage:
    def damage(path: Path, _: Path) -> None:
        path.unlink(missing_ok=True)
        make(path)

    return damage


def _sparse(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.truncate(size)


def _state_of(file: Path) -> Path:
    """The state folder of the table whose file it is."""
    return next(each / "state" for each in file.parents if (each / "state").exists())


DAMAGES: dict[str, Damage] = {
    "deleted": lambda path, _: path.unlink(),
    "emptied": _cut(0.0),
    **{f"cut at {share}": _cut(share) for share in (0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95, 0.995)},
    "zeroed": lambda path, _: path.write_bytes(bytes(path.stat().st_size)),
    **{f"zeros at {share}": _over(share, bytes(4096)) for share in (0.0, 0.3, 0.6, 0.9)},
    **{f"bytes at {share}": _over(share, b"\xb0" * 24) for share in (0.0, 0.004, 0.2, 0.5, 0.8, 0.98)},
    "random": lambda path, _: path.write_bytes(Random(1).randbytes(path.stat().st_size)),
    "text": lambda path, _: path.write_text("not what belongs here\n" * 300),
    "another table's": lambda path, other: shutil.copyfile(other, path),
    "the board": lambda path, other: shutil.copyfile(_state_of(other) / "boards/attic.toml", path),
    "the families": lambda path, other: shutil.copyfile(_state_of(other) / "families.json", path),
    "folder": _instead(Path.mkdir),
    "pipe": _instead(os.mkfifo),
    "loop": _instead(lambda path: path.symlink_to(path.name)),
    "to nowhere": _instead(lambda path: path.symlink_to("/nowhere/at/all")),
    "device": _instead(lambda path: path.symlink_to("/dev/zero")),
    "huge": lambda path, _: _sparse(path, 5_000_000_000),
    "mode 0": lambda path, _: path.chmod(0),
}
FAST_FILES = ("state/games.sqlite", "state/games.sqlite-wal", "config/settings.toml")
FAST_DAMAGES = (
    *("deleted", "cut at 0.02", "cut at 0.55", "cut at 0.995", "zeroed"),
    *("another table's", "pipe", "loop", "huge", "mode 0"),
)
FILES = (
    *(f"state/games.sqlite{ending}" for ending in ("", "-wal", "-shm", "-mark", "-journal", ".reserve")),
    *("config/settings.toml", "state/last-good/settings.toml", "state/boards/attic.toml"),
    *("state/families.json", "state/help.json", "state/lessons.json", "state/starts.json", "state/lock"),
)
FOLDERS = ("config", "state", "state/boards", "state/last-good")
FOR_PEOPLE = ("config", "state/boards", "state mode")
"""What people write, a learnt board too: faults there are wrong input, status 2."""


def cases(fast: bool) -> Iterator[tuple[str, str, Damage]]:
    """Every file with every damage."""
    for name in FAST_FILES if fast else FILES:
        for kind, damage in DAMAGES.items():
            if not fast or kind in FAST_DAMAGES:
                yield name, kind, damage
    for name in FOLDERS:
        yield name, "mode 0", DAMAGES["mode 0"]


@dataclass(frozen=True)
class Answer:
    """What a command did."""

    status: int
    out: str
    err: str


def ask(home: Path, command: list[str]) -> Answer:
    """Run a command in a process of its own, by a user who can't read everything."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        if (child := os.fork()) == 0:
            _be_child(home, command, out.fileno(), err.fileno())
        status, ending, begun_s = None, command[0] != "play", time.monotonic()
        while status is None and time.monotonic() < begun_s + PATIENCE_S:
            done, code = os.waitpid(child, os.WNOHANG)
            status = os.waitstatus_to_exitcode(code) if done else None
            if status is None and not ending and os.fstat(out.fileno()).st_size:
                os.kill(child, signal.SIGINT)
                ending = True
            time.sleep(0.005)
        if status is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            status = -99
        for file in (out, err):
            file.seek(0)
        home_text = str(home)
        return Answer(status, out.read().replace(home_text, "~"), err.read().replace(home_text, "~"))


def _address_space() -> int:
    """The address space of this process, bytes (proc(5): statm)."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _be_child(home: Path, command: list[str], out: int, err: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.environ["TOC_PI_HOME"] = str(home)
    limit = _address_space() + MAX_BYTES  # what was forked has all that the tests before have taken
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    lose_rights()
    sys.stdout, sys.stderr = (io.TextIOWrapper(os.fdopen(number, "wb", closefd=False)) for number in (1, 2))
    status = 1
    with suppress(SystemExit):
        try:
            status = main(command)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)


def lose_rights() -> None:
    """Root obeys modes, too, once it has no capabilities."""
    libc = ctypes.CDLL(None, use_errno=True)
    head, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    libc.capset(head, nothing)


def fault_of(name: str, command: list[str], before: Answer, after: Answer) -> str:
    """What is wrong with an answer; "" for nothing."""
    if after.status == -99:
        return "hangs"
    if after.status not in (0, 2, 3, 4, 5, 130):
        return f"status {after.status}"
    if "Traceback" in after.err:
        return "traceback"
    if command[0] == "doctor":
        return "" if after.status == 5 or _of_games(before.out) == _of_games(after.out) else "not told"
    if command[0] == "play":
        if after.status != 130 and not (after.status == 2 and name.startswith(FOR_PEOPLE)):
            return f"doesn't begin: {after.err}"
        return "" if after.err or _opening(after.out) == _opening(before.out) else "not told"
    told = (0, 5, 2) if name.startswith(FOR_PEOPLE) and after.err else (5,)
    if after.status in told:
        return "" if after.err.count("\n") == 1 else f"told in {after.err.count(chr(10))} lines"
    return "" if (after.status, after.out) == (before.status, before.out) else "not told"


def _of_games(text: str) -> list[str]:
    return [line for line in text.splitlines() if "games" in line]


def _opening(text: str) -> list[str]:
    """The first sentences, without their times."""
    return [line[10:] for line in text.splitlines()[:1]]


def run(folder: Path, *, fast: bool, only: str = "") -> int:
    """Try everything; return the number of faults."""
    rng, tell = Random(3), sys.__stdout__.write
    copy = make_home(folder / "home", rng)
    # The settings name the board by its path: what is damaged stands where it was made.
    home, other = copy.rename(folder / "whole"), make_home(folder / "other", rng, "round-40")
    for place in (home, other):
        for ending in ("-journal",):
            (place / f"state/games.sqlite{ending}").touch()
        (place / "state/starts.json").write_text(json.dumps([]))
        (place / "state/lock").touch()
    for known in KNOWN.values():
        import_module(f"toc_pi.cli.{known.module}")
    commands = FAST if fast else COMMANDS
    before, counts, tried = {}, Counter[str](), 0
    for command in commands:
        _copy(home, copy)
        before[tuple(command)] = ask(copy, command)
    for name, kind, damage in cases(fast):
        if only not in f"{name} {kind}":
            continue
        tried += 1
        for command in commands:
            _copy(home, copy)
            path = copy / name
            damage(path, other / name)
            fault = fault_of(f"{name} {kind}", command, before[tuple(command)], answer := ask(copy, command))
            counts[fault.split(":")[0] or ("as before" if answer.status == 0 else "told")] += 1
            if fault:
                tell(f"{name} {kind}, {' '.join(command)}: {fault} {answer.err[-300:]!r}\n")
                sys.stdout.flush()
    tell(f"{tried} damages, {sum(counts.values())} commands: {dict(counts)}\n")
    return sum(count for fault, count in counts.items() if fault not in ("as before", "told"))


def _copy(home: Path, copy: Path) -> None:
    for path in copy.rglob("*") if copy.exists() else ():
        if not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["cp", "-a", "--sparse=always", str(home), str(copy)], check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Damage every file, and run every command.")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--only", default="", help="only damages whose name contains this")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        sys.exit(1 if run(Path(made), fast=options.fast, only=options.only) else 0)
