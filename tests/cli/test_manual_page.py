"""The manual page and bash completion are generated from the commands' table, and up to date."""

import subprocess
import sys
from pathlib import Path

import pytest

from toc_pi.cli.main import COMMANDS

sys.path.append(str(Path(__file__).parents[2] / "tools"))
from manual_page import FOLDER, write_completion, write_manual


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_both_files_are_up_to_date() -> None:
    """Else: python tools/manual_page.py."""
    assert (FOLDER / "toc-pi.1").read_text(encoding="utf-8") == write_manual()
    assert (FOLDER / "toc-pi.bash").read_text(encoding="utf-8") == write_completion()


def test_every_command_has_its_part_of_the_page() -> None:
    page = write_manual()
    assert all(f".SS {name}\n".replace("-", r"\-") in page for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["wa"], ["watch"]),
        (["rules", "que"], ["quebec"]),
        (["rules", "quebec", "--house", "seven-t"], ["seven-two", "seven-team"]),
        (["learn", "jack"], ["jack-swaps", "jack-and-protected"]),
        (["calibrate", "--bo"], ["--board"]),
        (["test", "ca"], ["camera"]),
        (["watch", "s"], ["sample"]),
        (["board", "show", "sq"], ["square-40"]),
    ],
)
def test_bash_completes(words: list[str], offered: list[str], tmp_path: Path) -> None:
    line = " ".join(f'"{word}"' for word in ["toc-pi", *words])
    script = (
        f'. "{FOLDER / "toc-pi.bash"}"; COMP_WORDS=({line}); COMP_CWORD={len(words)}; '
        'COMPREPLY=(); _toc_pi; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.split() == offered
