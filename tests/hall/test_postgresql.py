"""With PostgreSQL the hall does what it does with SQLite: results, restarts, several halls in one."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from brokers import extra, free_port
from desks import TOPICS, begin, desk_at, record

from toc_pi.hall.service.database import HallDatabase

pytestmark = extra

FOLDERS = [str(path) for path in Path("/usr/lib/postgresql").glob("*/bin")]
PROGRAMS = os.pathsep.join([*FOLDERS, os.environ.get("PATH", "")])
MISSING = [name for name in ("initdb", "pg_ctl") if shutil.which(name, path=PROGRAMS) is None]
OWNER = "postgres"  # PostgreSQL won't be run by root


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server of its own, on a free port of this machine."""
    pytest.importorskip("psycopg", reason="psycopg is missing (pip install psycopg[binary])")
    if MISSING:
        pytest.skip("PostgreSQL is missing (apt install postgresql)")
    as_owner = ["runuser", "-u", OWNER, "--"] if os.geteuid() == 0 else []
    folder, port = Path(f"/tmp/toc-pi-postgresql-{os.getpid()}"), free_port()
    made = subprocess.run([*as_owner, "mkdir", str(folder)], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"no user {OWNER} ({made.stderr.strip()})")

    def run(program: str, *words: str) -> None:
        path = shutil.which(program, path=PROGRAMS)
        assert path is not None
        subprocess.run(
            [*as_owner, path, "-D", str(folder / "data"), *words], check=True, stdout=subprocess.DEVNULL
        )

    try:
        run("initdb", "--auth=trust", f"--username={OWNER}", "--no-sync")
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories= -c fsync=off"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql+psycopg://{OWNER}@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_a_hall_goes_on_where_it_was(url: str) -> None:
    with desk_at(url) as hall:
        begin(hall)
        hall.get(TOPICS("record", "t01"), record(7, 0))
        hall.get(TOPICS("record", "t01"), record(9, 7, "result"))
        hall.order("decide", match="1-2", points=[1, 1], why="l'heure")
        stands = hall.desk.tournament
        assert stands.matches["1-1"].points == (2, 0)
    with desk_at(url) as again:
        assert again.desk.tournament == stands
        again.get(TOPICS("record", "t01"), record(9, 7, "result"))
        assert again.desk.tournament == stands
        again.get(TOPICS("record", "t01"), record(12, 9, "back"))
        assert again.desk.tournament.matches["1-1"].points is None


def test_another_hall_in_the_same_database_knows_nothing_of_it(url: str) -> None:
    with closing(HallDatabase(url, "other")) as database:
        stored = database.load()
    assert (stored.facts, dict(stored.taken)) == ((), {})
