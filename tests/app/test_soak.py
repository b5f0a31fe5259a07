"""The soak in short: three minutes of film with a kill, and what it would notice."""

import subprocess
import sys
from argparse import Namespace
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from own_display import missing_tools

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))
import soak  # noqa: E402
from soak import Life, Soak, planned, summed_up  # noqa: E402


def test_a_short_soak_loses_nothing(tmp_path: Path) -> None:
    if missing := missing_tools():
        pytest.skip(f"{' and '.join(missing)} missing (apt install xvfb xdotool)")
    command = [sys.executable, str(ROOT / "tools/soak.py"), "--hours", "0.05", "--every", "5"]
    done = subprocess.run([*command, "--folder", tmp_path / "soak"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "2 lives" in done.stdout
    assert "nothing lost, nothing grown" in done.stdout
    assert (tmp_path / "soak" / "shown.jsonl").read_text().count('"legal": true') > 3
    assert "Traceback" not in (tmp_path / "soak" / "said").read_text()


def _life(grown: tuple[float, int, int]) -> Life:
    """A long life that ends with so many megabytes, threads and handles more than it had at first."""
    life = Life(0.0)
    for second in range(0, 14_400, 60):
        share = second / 14_400
        mb, threads, handles = (round(each * share) for each in grown)
        life.samples.append((float(second), (300 + mb) * 1024, 18 + threads, 16 + handles))
    return life


@pytest.mark.parametrize(
    ("grown", "well"),
    [((0, 0, 0), True), ((10, 0, 0), True), ((40, 0, 0), False), ((0, 3, 0), False), ((0, 0, 3), False)],
)
def test_what_grows_is_noticed(grown: tuple[float, int, int], *, well: bool) -> None:
    run = SimpleNamespace(
        lost=[], lives=[_life(grown)], faults=[], seconds=14_400.0, met=Counter(), longest_s=0.0
    )
    assert summed_up(cast(Any, run), 60.0) is well


def test_a_verdict_that_was_shown_but_not_stored_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = object.__new__(Soak)
    run.home, run.shown, run.lost, run.met = tmp_path, tmp_path / "shown", [], Counter()
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "games.sqlite").touch()
    run.shown.write_text('kept {"n": 1, "t": 2.0}\nkept {"n": 2, "t": 9.0}\ntold {"n": 3, "t": 9.5}\n')
    monkeypatch.setattr(soak, "find_loss", lambda _: None)
    monkeypatch.setattr(soak, "list_games", lambda _: [Namespace(id=1)])
    rows = [{"t": 2.0, "kind": "Verdict", "is": {"n": 1}}]
    monkeypatch.setattr(soak, "export_game", lambda *_: rows)
    run._check()
    assert run.lost == ['not stored: {"n": 2, "t": 9.0}']
    assert run.met["told not to be kept"] == 1


def test_faults_keep_away_from_kills() -> None:
    from random import Random

    faults = planned(8 * 3600.0, 240.0, Random(1), disk=True)
    assert len(faults) > 60
    assert {each.kind for each in faults} == {*soak.KINDS, "wild"}
    for kill in soak.kills_of(8 * 3600.0):
        assert not [each for each in faults if each.kind != "wild" and each.since <= kill <= each.until]
