"""The publisher's unit has the network and nothing else; the game's has none, in a hall or not."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME, PUBLISH = (ROOT / "systemd" / f"{name}.service" for name in ("toc-pi", "toc-pi-publish"))


def values(unit: Path, key: str) -> list[str]:
    """What a unit says of a key."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing (apt install systemd)")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


def test_systemd_takes_it_without_a_word(tmp_path: Path) -> None:
    alone = shutil.copy(PUBLISH, tmp_path)  # systemd would read the game's unit, too
    verified = analyze("verify", str(alone))
    assert (verified.returncode, verified.stderr) == (0, "")


def test_it_is_shut_in_but_for_the_network() -> None:
    scored = analyze("security", "--offline=true", "--threshold=15", str(PUBLISH))
    assert scored.returncode == 0, scored.stdout[-200:]
    assert values(PUBLISH, "PrivateDevices") == ["yes"]
    assert values(PUBLISH, "RestrictAddressFamilies") == ["AF_INET AF_INET6 AF_UNIX"]


def test_the_game_has_no_network() -> None:
    assert values(GAME, "PrivateNetwork") == ["yes"]
    assert "AF_INET" not in values(GAME, "RestrictAddressFamilies")[0]


def test_both_share_their_folders_and_their_user() -> None:
    for key in ("User", "StateDirectory", "ConfigurationDirectory", "UMask"):
        assert values(PUBLISH, key) == values(GAME, key)


def test_it_ends_where_there_is_no_hall_and_does_not_hold_up_the_game() -> None:
    assert values(PUBLISH, "Restart") == ["on-failure"]
    assert "toc-pi-publish" not in GAME.read_text()
