"""The file of a family's pack: read again as written, whole after a kill, put aside when damaged."""

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

from toc_pi.app.cards.learning import PackKeeper, load_pack, save_pack
from toc_pi.errors import DamagedStore
from toc_pi.events import RANKS
from toc_pi.store.folder import DiskWorker
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, pack_json, with_look

WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from toc_pi.app.cards.learning import load_pack, save_pack
path = Path(sys.argv[1])
pack = load_pack(path)
for number in range(10_000):
    save_pack(path, replace(pack, network=f"{number:016x}"))
    print(number, flush=True)
"""


def some_pack(count: int = 40) -> FamilyPack:
    rng, pack = np.random.default_rng(1), FamilyPack("some")
    for number in range(count):
        pack = with_look(pack, RANKS[number % len(RANKS)], rng.random(64))
    return pack


def test_a_pack_is_read_as_it_was_written(tmp_path: Path) -> None:
    path, pack = tmp_path / "state" / "pack.json", some_pack()
    save_pack(path, pack)
    assert pack_json(load_pack(path)) == pack_json(pack)
    assert path.stat().st_size < 100_000


def test_a_missing_file_is_a_pack_that_knows_nothing(tmp_path: Path) -> None:
    assert load_pack(tmp_path / "pack.json") is UNKNOWN_PACK


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 1}', "\x00", '{"version": 9, "looks": {}}'])
def test_a_damaged_file_is_put_aside_and_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "pack.json"
    path.write_text(content)
    with pytest.raises(DamagedStore, match=r"pack\.json: .*put aside as .*pack\.json\.damaged-1"):
        load_pack(path)
    assert load_pack(path) is UNKNOWN_PACK
    assert (tmp_path / "pack.json.damaged-1").read_text() == content


def test_after_a_kill_the_file_is_whole(tmp_path: Path) -> None:
    path, rng = tmp_path / "pack.json", Random(7)
    save_pack(path, some_pack())
    means = json.loads(path.read_text())["looks"]
    for _ in range(5):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(rng.uniform(0.0, 0.02))
            writer.kill()
            acknowledged = writer.stdout.read().split()
        content = json.loads(path.read_text())
        assert content["looks"] == means
        assert int(content["network"], 16) >= int(acknowledged[-1] if acknowledged else 0)
        load_pack(path)


def test_an_evening_keeps_what_is_learned_and_goes_on_with_it(tmp_path: Path) -> None:
    disk, told = DiskWorker(), list[str]()
    path = tmp_path / "pack.json"
    keeper = PackKeeper(path, disk, told.append)
    assert keeper.pack is UNKNOWN_PACK
    pack = some_pack()
    keeper.keep(pack)
    assert keeper.pack is pack
    disk.wait()
    assert pack_json(PackKeeper(path, disk, told.append).pack) == pack_json(pack)
    assert told == []


def test_an_evening_begins_anew_with_a_damaged_pack_and_says_so_once(tmp_path: Path) -> None:
    path, told = tmp_path / "pack.json", list[str]()
    path.write_text("nothing")
    keeper = PackKeeper(path, DiskWorker(), told.append)
    assert keeper.pack is keeper.pack is UNKNOWN_PACK
    assert len(told) == 1
    assert "put aside" in told[0]


def test_a_disk_that_refuses_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder is needed")
    disk, told = DiskWorker(), list[str]()
    PackKeeper(tmp_path / "state" / "pack.json", disk, told.append).keep(some_pack())
    disk.wait()
    assert "can't be written" in told[0]
