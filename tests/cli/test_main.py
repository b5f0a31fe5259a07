"""The command line: help, exit statuses, one line per error, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from toc_pi.cli.main import COMMANDS

README = Path(__file__).parents[2] / "README.md"


def toc_pi(
    *arguments: str, home: Path | None = None, text: str | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"TOC_PI_HOME": str(home)} if home else {}), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "toc_pi", *arguments],
        capture_output=True,
        text=True,
        input=text,
        env=environment,
        timeout=120,
        check=False,
    )


def assert_one_line(done: subprocess.CompletedProcess[str], status: int, part: str) -> None:
    assert done.returncode == status, done.stderr
    assert part in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stdout == ""


def test_help_lists_every_command() -> None:
    done = toc_pi("--help")
    assert done.returncode == 0
    for name in COMMANDS:
        assert f"\n  {name} " in done.stdout


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_an_example(name: str) -> None:
    done = toc_pi(name, "--help")
    assert done.returncode == 0, done.stderr
    assert f" -m toc_pi {name} " in " ".join(done.stdout.partition("example: ")[2].split()) + " "


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize(
    ("wait_s", "program", "printed"),
    [
        (0.0, "Deleted(); time.sleep(60)", ""),  # Python drops what a deletion raises
        (60.0, "send(); print('done'); end_if_asked()", "done\n"),
        (0.1, "send(); time.sleep(60)", ""),
    ],
)
def test_a_signal_ends_the_program_but_nothing_half_done(
    name: str, wait_s: float, program: str, printed: str
) -> None:
    program = f"""
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
from toc_pi.app.loop import end_if_asked, interrupt_on_signals
def send():
    signal.raise_signal(signal.{name})
class Deleted:
    def __del__(self):
        send()
interrupt_on_signals({wait_s})
{program}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30)
    assert done.stderr.splitlines()[-1:] == ["KeyboardInterrupt"]
    assert done.stdout == printed


def test_an_unknown_command_is_wrong_use() -> None:
    assert_one_line(toc_pi("dance"), 2, "dance")


def test_a_missing_argument_is_wrong_use() -> None:
    assert_one_line(toc_pi("watch"), 2, "CLIP")


def test_a_complaint_names_the_program_once() -> None:
    assert toc_pi("watch").stderr.startswith("toc-pi: watch: the following")
    assert toc_pi("dance").stderr.startswith("toc-pi: argument COMMAND")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is missing")
def test_an_output_that_takes_nothing_more_is_a_device_that_fails() -> None:
    for words in (("board", "list"), ("rules", "toc")):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "toc_pi", *words],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert (done.returncode, len(done.stderr.splitlines())) == (4, 1), done.stderr


def test_an_output_that_was_closed_is_no_defect() -> None:
    command = f"{sys.executable} -m toc_pi board list >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_french_environment_gets_french_advice() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "toc_pi", "calibrate", "nowhere.png"],
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "fr_FR.UTF-8"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        2,
        "toc-pi: nowhere.png\u00a0: pas d'image ni de clip de ce nom\n",
    )


def test_a_clip_that_is_not_there(tmp_path: Path) -> None:
    assert_one_line(toc_pi("watch", str(tmp_path / "nowhere"), "--json"), 2, "no such folder")


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    command = f"{sys.executable} -m toc_pi --help | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_readme_names_no_command_that_does_not_exist() -> None:
    rows = [line for line in README.read_text().splitlines() if line.startswith("| `")]
    named = {cell.split()[0] for row in rows for cell in row.split("|")[1].replace("`", "").split(", ")}
    assert named
    assert named <= set(COMMANDS)
