"""Runs search jobs in a separate process, so that neither vision nor screen waits for them.

The process starts with the first job, runs at low priority, and ends with the program. Answers to cancelled
jobs are dropped.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import IO

from toc_pi.app.teaching.thinking import Answer, Job, Thought, think

Process = subprocess.Popen[bytes]
Reply = tuple[Process | None, tuple[int, Answer] | None]
"""The process, None if it couldn't be started; the job's number and answer, None if the process has ended."""

NICE = 10
"""The process's niceness: it yields to all other work."""
END_S = 2.0
"""How long to wait for the process to end."""


class ProcessThinker:
    """Runs search jobs in a separate process."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._answers: queue.Queue[Reply] = queue.Queue()
        self._number = 0
        self._wanted: Job | None = None
        self._busy = False
        self._late: Job | None = None

    def ask(self, job: Job) -> None:
        self._wanted = job
        if self._busy:
            self._late = job
        else:
            self._send(job)

    def drop(self) -> None:
        self._wanted = self._late = None

    def take(self) -> tuple[Thought, ...]:
        found: tuple[Thought, ...] = ()
        while True:
            try:
                process, reply = self._answers.get_nowait()
            except queue.Empty:
                return found
            if process is not self._process:  # the end of an earlier process isn't that of this one
                continue
            self._busy = False
            number, answer = (self._number, None) if reply is None else reply
            if reply is None:
                self._end()
            late, self._late = self._late, None
            if late is not None:
                self._send(late)
            elif number == self._number and self._wanted is not None:
                found = (Thought(self._wanted, answer),)
                self._wanted = None

    def close(self) -> None:
        self.drop()
        self._end()
        self._busy = False

    def _send(self, job: Job) -> None:
        self._number += 1
        self._busy = True
        try:
            process = self._process or self._start()
        except OSError:
            self._answers.put((None, None))
            return
        assert process.stdin is not None
        with suppress(OSError):  # if it has ended, the listener says so
            pickle.dump((self._number, job), process.stdin)
            process.stdin.flush()

    def _start(self) -> Process:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "toc_pi.app.teaching.thinking_apart"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal is meant for the program
        )
        self._process = process
        threading.Thread(target=_listen, args=(process, self._answers), name="thinker", daemon=True).start()
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_S)


def _listen(process: Process, answers: queue.Queue[Reply]) -> None:
    """Pass on each answer as it arrives; None once no more will come."""
    assert process.stdout is not None
    with process.stdout as stream:
        while True:
            try:
                answers.put((process, pickle.load(stream)))
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                answers.put((process, None))
                return


def _serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Run jobs until no more come."""
    while True:
        try:
            number, job = pickle.load(questions)
        except EOFError:
            return
        pickle.dump((number, think(job)), answers)
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(BrokenPipeError):
        _serve(sys.stdin.buffer, sys.stdout.buffer)
