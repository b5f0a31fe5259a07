"""The command line: help, exit statuses, one line per error, never a traceback."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import PATIENCE_S

from toc_pi.cli.main import COMMANDS, main

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("name", [None, *sorted(COMMANDS)])
def test_help_lists_every_command_and_each_has_an_example(
    name: str | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with pytest.raises(SystemExit) as left:
        main(["--help"] if name is None else [name, "--help"])
    assert left.value.code == 0
    printed = capsys.readouterr().out
    if name is None:
        assert all(f"\n  {command} " in printed for command in COMMANDS)
    else:
        assert f" toc-pi {name} " in " ".join(printed.partition("example: ")[2].split()).join("  ")


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
from toc_pi.app.process import end_if_asked, interrupt_on_signals
def send():
    signal.raise_signal(signal.{name})
class Deleted:
    def __del__(self):
        send()
interrupt_on_signals({wait_s})
{program}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.stderr.splitlines()[-1:] == ["KeyboardInterrupt"]
    assert done.stdout == printed


WATCHING = """
import signal, sys
from toc_pi.app.stage import Stage
from toc_pi.cli.main import run
from toc_pi.screen import display
display.REAL_DRIVERS = ("dummy",)
show = Stage.show
def showing(self, *what):
    signal.raise_signal(signal.SIGTERM)
    print("whole")  # as if a lamp's lock were taken here
    show(self, *what)
Stage.show = showing
sys.argv = ["toc-pi", "watch", "sample", "--speed", "1000"]
run()
"""


def test_a_signal_ends_a_film_between_two_steps(tmp_path: Path) -> None:
    surroundings = {"HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "GPIOZERO_PIN_FACTORY": "mock"}
    command = [sys.executable, "-c", WATCHING]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_S, env=os.environ | surroundings
    )
    assert done.returncode == 130
    assert done.stdout.splitlines().count("whole") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["dance"], "toc-pi: argument COMMAND: invalid choice: 'dance'"),
        (["watch"], "toc-pi: watch: the following arguments are required: CLIP"),
        (["watch", "nowhere", "--json"], "toc-pi: nowhere: no such folder"),
    ],
)
def test_wrong_use_is_one_line_that_names_the_program_once(
    words: list[str], complaint: str, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert refused(*words).startswith(complaint)


def test_the_readme_names_no_command_that_does_not_exist() -> None:
    rows = [line for line in README.read_text().splitlines() if line.startswith("| `")]
    named = {cell.split()[0] for row in rows for cell in row.split("|")[1].replace("`", "").split(", ")}
    assert named
    assert named <= set(COMMANDS)
