"""Whatever surrounds a command (long names, Ctrl-C while it loads), there is no traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from toc_pi.cli import main


def call(*words: str, home: str, out: Path) -> tuple[int, str]:
    """The exit status of a command, and what it complains of."""
    with out.open("wb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "toc_pi", *words],
            env={**os.environ, "TOC_PI_HOME": home},
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.mark.parametrize("length", [300, 5000])
@pytest.mark.parametrize("words", [["games"], ["doctor"], ["config"], ["export", "1"], ["report", "-o", "-"]])
def test_a_folder_whose_name_is_too_long_is_told(tmp_path: Path, words: list[str], length: int) -> None:
    out = tmp_path / "out"
    status, told = call(*words, home=f"/tmp/{'x' * length}", out=out)
    assert status in (2, 5)
    said = told + out.read_text()
    assert "File name too long" in said or (words == ["config"] and "no settings yet" in said)


def test_ctrl_c_while_a_library_is_loaded_is_no_defect(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> int:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise SystemError("initialization of a module failed") from error

    monkeypatch.setattr(main, "_dispatch", interrupted)
    assert main.main(["games"]) == 130
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("after_s", [0.04, 0.06, 0.09, 0.14, 0.2, 0.3])
def test_ctrl_c_while_the_program_loads_ends_it_quietly(tmp_path: Path, after_s: float) -> None:
    code = "import time; from toc_pi.__main__ import run; print(flush=True); run()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "watch", "sample", "--no-screen"],
        env={**os.environ, "TOC_PI_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(after_s - 0.03)
        program.send_signal(signal.SIGINT)
        _, told = program.communicate(timeout=30)
    assert (program.returncode, told) == (130, "")
