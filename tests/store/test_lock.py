"""One program at a time writes into a state folder."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from toc_pi.errors import BadInput
from toc_pi.store.folder import hold

HOLDER = """
import sys, time
from pathlib import Path
from toc_pi.store.folder import hold
with hold(Path(sys.argv[1]), "toc-pi play (process 77, since 20:14)", print):
    print("held", flush=True)
    time.sleep(60)
"""


def test_the_second_program_learns_who_holds_the_lock_and_a_kill_releases_it(tmp_path: Path) -> None:
    path = tmp_path / "state" / "lock"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with (
            pytest.raises(BadInput, match=r"process 77, since 20:14\) keeps its games there"),
            hold(path, "me", print),
        ):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with hold(path, "me", print):
            assert path.read_text() == "me\n"


def test_it_is_free_again_afterwards_and_nobody_else_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    for _ in range(2):
        with hold(path, "me", print):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"\xb0\xff\x00", b"x" * 100_000])
def test_the_content_of_the_lock_file_is_never_a_fault(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "lock"
    path.write_bytes(content)
    with hold(path, "me", print):
        path.write_bytes(content)
        with pytest.raises(BadInput) as refused, hold(path, "you", print):
            pass
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500


def test_without_a_folder_to_write_in_it_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    with hold(blocked / "lock", "me", print):
        assert not os.path.lexists(blocked / "lock")
