"""Work in parallel, and command lines in this process."""

import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LOCALES = {"en": "C.UTF-8", "fr": "fr_FR.UTF-8"}
Answers = dict[str, str]


@dataclass(frozen=True, slots=True)
class Job:
    """Work that is done in one process.

    Attributes:
        name: the beginning of the names of its answers.
        answer: returns texts by what their names have after `name`.
        given: its arguments.
    """

    name: str
    answer: Callable[..., Answers]
    given: tuple[Any, ...] = ()

    def answers(self) -> Answers:
        """The answers by their whole names; computed in an empty folder, which is also the program's own."""
        with empty_folder():
            return {f"{self.name}{rest}": text for rest, text in self.answer(*self.given).items()}


@contextmanager
def empty_folder() -> Iterator[None]:
    """A new folder to work in; the program keeps its files in `home` there."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["TOC_PI_HOME"] = "home"
        try:
            yield
        finally:
            os.chdir(before)


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, and its exit status; without names of folders of this machine."""

    status: int
    out: str
    err: str

    def __str__(self) -> str:
        complaints = "".join(f"! {line}\n" for line in self.err.splitlines())
        return f"{self.out}{complaints}[{self.status}]\n"


def ask(*words: str | Path, given: str = "", language: str = "en") -> Said:
    """Run a command line of the program in this process.

    Args:
        words: what follows `toc-pi`.
        given: its standard input.
        language: of the person.
    """
    from toc_pi.cli.main import main

    os.environ["LC_ALL"] = LOCALES[language]
    sys.argv[0] = "toc-pi"
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    with tempfile.TemporaryFile() as file, redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        file.write(given.encode())
        file.seek(0)
        sys.stdin, stdin = io.TextIOWrapper(file), sys.stdin
        try:
            status = main([str(word) for word in words])
        except SystemExit as left:
            status = int(left.code or 0)
        finally:
            sys.stdin = stdin
    printed = []
    for stream in streams:
        stream.seek(0)
        printed.append(without_folders(stream.read()))
    if status == 1:  # a defect: where it is in the code is no answer
        printed[1] = printed[1].splitlines()[-1]
    return Said(status, *printed)


def without_folders(text: str) -> str:
    """A text without the folders of this machine."""
    for folder, name in ((str(Path.cwd()), "."), (str(ROOT), "ROOT")):
        text = text.replace(folder, name)
    return text
