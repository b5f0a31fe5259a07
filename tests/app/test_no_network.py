"""The main job needs no network: it runs where there is no interface at all."""

import subprocess
import sys

import pytest

ALONE = next(
    (
        words
        for words in (["unshare", "-n"], ["unshare", "-rn"])
        if subprocess.run(["sh", "-c", f"{' '.join(words)} true"], capture_output=True).returncode == 0
    ),
    None,
)


@pytest.mark.skipif(ALONE is None, reason="no network namespace may be made here (unshare -n)")
def test_a_film_is_refereed_in_a_network_without_interfaces() -> None:
    assert ALONE is not None
    seen = subprocess.run(
        [*ALONE, sys.executable, "-c", "import socket; print(socket.if_nameindex())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert seen.stdout.strip() == "[(1, 'lo')]"
    command = [*ALONE, sys.executable, "-u", "-m", "toc_pi", "watch", "sample", "--no-screen"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as film:
        try:
            assert film.stdout is not None
            told = []
            for line in film.stdout:
                told.append(line)
                if ": allowed." in line:
                    break
            assert ": allowed." in told[-1], told
        finally:
            film.kill()
