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

from toc_pi.app.thinking import Answer, Job, Thought, think

NICE = 10
"""The process's niceness: it yields to all other work."""
END_S = 2.0
"""How long to wait for the process to end."""


class ProcessThinker:
    """Runs search jobs in a separate process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[tuple[int, Answer] | None] = queue.Queue()
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
                reply = self._answers.get_nowait()
            except queue.Empty:
                return found
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

    def _send(self, job: Job) -> None:
        self._number += 1
        self._busy = True
        try:
            process = self._process or self._start()
            assert process.stdin is not None
            pickle.dump((self._number, job), process.stdin)
            process.stdin.flush()
        except OSError:
            self._answers.put(None)

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "toc_pi.app.thinking_apart"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal is meant for the program
        )
        assert process.stdout is not None
        self._process = process
        threading.Thread(
            target=_listen, args=(process.stdout, self._answers), name="thinker", daemon=True
        ).start()
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


def _listen(stream: IO[bytes], answers: "queue.Queue[tuple[int, Answer] | None]") -> None:
    """Pass on each answer as it arrives; None once no more will come."""
    with stream:
        while True:
            try:
                answers.put(pickle.load(stream))
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                answers.put(None)
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
