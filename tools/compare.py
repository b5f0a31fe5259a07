"""Compares what the program answers with what it answered when that was recorded.

    python tools/compare.py [--only NAME...] [--footage FOLDER...] [--stills FOLDER] [--old COMMIT]
    python tools/compare.py --record [FILE] …

Recorded are digests in `tools/answers.json`, by name: rules, evenings, pages, commands and stored files of
the tests, which need nothing else; with `--footage` also the films and evenings in folders of clips, with
`--stills` pictures. What differs is named, and printed where the earlier answer is at hand: as recorded in
this tree (`build/answers/recorded`), or with `--old` as that commit answers; pages that differ are then drawn
as pictures, in `pages` of `build/answers/old` and `build/answers/now`. Exit status 1 if anything differs.
"""

import argparse
import difflib
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.metadata import version
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

from answers import commands, evenings, films, pages, rules, stored
from answers.jobs import ROOT, Job

RECORD = ROOT / "tools" / "answers.json"
RECORDED, NOW, OLD = (ROOT / "build" / "answers" / name for name in ("recorded", "now", "old"))
TESTS = ("", "referee", "store", "screen", "app")
LIBRARIES = ("numpy", "opencv-python-headless", "pygame")
SHOWN_LINES, SHOWN_CHARACTERS = 12, 1000
"""Of a difference; the whole texts lie in `build/answers`."""
EVERY_S = 5.0
FAILED = "failed"
"""The end of the name of an answer that couldn't be given; it is never recorded."""
GIVEN = ("film/", "evening/", "still/")
"""Answers about files that are given; they are compared if these are given again."""
Digests = dict[str, str]


def digest_of(text: str) -> str:
    """What is kept of an answer."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def path_of(folder: Path, name: str) -> Path:
    """Where the text of an answer lies."""
    return folder / f"{name}.txt"


def all_jobs(options: argparse.Namespace) -> list[Job]:
    """All jobs, those that take long first."""
    found = chain(
        films.jobs(options.footage),
        films.stills(options.stills),
        *(part.jobs() for part in (evenings, rules, pages, commands, stored)),
        evenings.folders(options.footage),
    )
    return [job for job in found if is_wanted(job.name, options.only)]


def is_wanted(name: str, only: Sequence[str]) -> bool:
    """Whether a job makes a wanted answer, or an answer is wanted."""
    return not only or any(name.startswith(one) or one.startswith(name) for one in only)


def do(task: tuple[Job, Digests, Path]) -> Digests:
    """Do a job, and keep the texts of what differs."""
    job, expected, folder = task
    found = {}
    try:
        given = job.answers()
    except Exception:  # what a change broke is named as well, and the others are compared
        given = {f"{job.name}{FAILED}": traceback.format_exc()}
    for name, text in given.items():
        found[name] = digest_of(text)
        if found[name] != expected.get(name):
            path = path_of(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return found


def answers(jobs: Sequence[Job], expected: Digests, folder: Path, processes: int) -> Iterator[Digests]:
    """What each job finds; tells the progress, and how long each kind of answer took."""
    begun, told_s = time.monotonic(), time.monotonic()
    tasks = [(job, expected, folder) for job in jobs]
    for name in ("numpy", "cv2", "pygame"):
        import_module(name)  # once, for all
    # A process for each job: what one has cached (texts, of one country) would be told by the next.
    pool = get_context("fork").Pool(processes, maxtasksperchild=1)
    for number, found in enumerate(pool.imap_unordered(do, tasks), 1):
        yield found
        if (now := time.monotonic()) - told_s > EVERY_S or number == len(jobs):
            told_s = now
            print(f"{number} of {len(jobs)} parts, {now - begun:.0f} s", file=sys.stderr, flush=True)
    pool.close()  # rather than stopped by signals, which commands handle in their own way
    pool.join()


def made_with() -> dict[str, str]:
    """Versions on which pictures, films and help texts depend."""
    return {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def compare(kept: Digests, found: Digests, only: Sequence[str]) -> list[str]:
    """The names of the answers that differ, or are there on one side alone."""
    wanted = {name for name in kept if is_wanted(name, only) and not name.startswith(GIVEN)}
    return sorted(name for name in wanted | found.keys() if kept.get(name) != found.get(name))


def fetch_old(commit: str, names: Sequence[str], options: argparse.Namespace) -> None:
    """Let the program of a commit answer, with the tools of that commit, or these where it has none.

    Raises:
        SystemExit: there is no such commit, or it can't be asked.
    """
    with tempfile.TemporaryDirectory() as scratch:
        tree, git = Path(scratch) / "tree", ["git", "-C", str(ROOT), "worktree"]
        if subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=False).returncode:
            raise SystemExit(f"{commit}: no such commit")
        try:
            if not (tree / "tools" / "compare.py").is_file():  # a commit before there was one
                shutil.copytree(ROOT / "tools", tree / "tools", dirs_exist_ok=True)
            given = ["--footage", *options.footage, "--stills", *options.stills, "--only", *names]
            command = [sys.executable, tree / "tools" / "compare.py", "--texts", OLD, *given]
            if subprocess.run(command, env={**os.environ, "PYTHONPATH": str(tree)}, check=False).returncode:
                raise SystemExit(f"{commit}: it can't be asked")
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=False)


def show(name: str, kept: Digests) -> None:
    """Print how an answer differs, if the earlier text is at hand."""
    print(f"--- {name}: differs" if name in kept else f"--- {name}: not recorded")
    before, now = (lines_of(name, *folders) for folders in ((OLD, RECORDED), (NOW,)))
    if before and now:
        lines = list(difflib.unified_diff(before, now, "before", "now", lineterm="", n=1))
        print("\n".join(line[:SHOWN_CHARACTERS] for line in lines[:SHOWN_LINES]))
        if len(lines) > SHOWN_LINES:
            print(f"… {len(lines) - SHOWN_LINES} more lines")


def lines_of(name: str, *folders: Path) -> list[str]:
    """The text of an answer in the first folder that has it; nothing if none has."""
    paths = (path_of(folder, name) for folder in folders)
    return next((path.read_text("utf-8").splitlines() for path in paths if path.is_file()), [])


def clear(*folders: Path) -> None:
    """Remove texts of earlier runs."""
    for folder in folders:
        for path in folder.rglob("*.txt"):
            path.unlink()


def read(path: Path) -> dict[str, Digests]:
    """What was recorded, and what it was made with."""
    return json.loads(path.read_text("utf-8")) if path.is_file() else {"made_with": {}, "answers": {}}


def run(options: argparse.Namespace) -> int:
    """Record or compare."""
    before = read(options.record or RECORD)
    folder = options.texts or (RECORDED if options.record else NOW)
    clear(*([] if options.record else [NOW, *([OLD] if options.old else [])]))
    if options.texts:
        os.environ[pages.PICTURES] = str(options.texts)
    jobs, found = all_jobs(options), Digests()
    expected = {} if options.record or options.texts else before["answers"]
    for some in answers(jobs, expected, folder, options.processes):
        found |= some
    for name in (name for name in found if name.endswith(FAILED)):
        print(path_of(folder, name).read_text("utf-8"))
        if options.record:
            return 1
    if options.texts:
        return 0
    if options.record:
        stays = {n: digest for n, digest in before["answers"].items() if options.only or n.startswith(GIVEN)}
        whole = {"made_with": made_with(), "answers": dict(sorted({**stays, **found}.items()))}
        options.record.write_text(json.dumps(whole, indent=0) + "\n", encoding="utf-8")
        print(f"{len(found)} answers recorded")
        return 0
    names = compare(before["answers"], found, options.only)
    if names and options.old:
        fetch_old(options.old, names, options)
        os.environ[pages.PICTURES] = str(NOW)
        drawn = [job for job in jobs if job.name.startswith("pages/") and is_wanted(job.name, names)]
        list(answers(drawn, found, NOW, options.processes))
    for name in names:
        show(name, before["answers"])
    for library, number in made_with().items():
        if names and before["made_with"].get(library) != number:
            print(f"recorded with {library} {before['made_with'].get(library)}; here {number}")
    print(f"{len(found)} answers, {len(names)} differ")
    return 1 if names else 0


def main() -> int:
    """Read the arguments; the program runs in surroundings that are the same everywhere."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--record", nargs="?", type=Path, const=RECORD, help="record instead of comparing")
    parser.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="beginnings of names: rules pages/fr"
    )
    parser.add_argument("--footage", nargs="*", type=Path, default=[], help="folders of clips and evenings")
    parser.add_argument("--stills", nargs="*", type=Path, default=[], help="folders of pictures with truth")
    parser.add_argument("--old", metavar="COMMIT", help="ask this commit, too, to print what differs")
    parser.add_argument("--processes", type=int, default=2, help="how many at once (default: 2)")
    parser.add_argument("--texts", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.footage, options.stills = (
        [path.resolve() for path in each] for each in (options.footage, options.stills)
    )
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**surroundings(), "PYTHONHASHSEED": "0"})
    sys.path[:0] = [str(ROOT), *(str(ROOT / "tests" / folder) for folder in TESTS)]
    return run(options)


def surroundings() -> dict[str, str]:
    """Environment variables that are the same everywhere."""
    drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    texts = {"LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    places = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return {**places, **drivers, **texts, "OMP_NUM_THREADS": "1", "HOME": "/nonexistent"}


if __name__ == "__main__":
    sys.exit(main())
