"""The card's image: its layers name what exists, and its partition of data is made once and never twice."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "debian/image"
LAYERS = {path.stem: path.read_text() for path in (IMAGE / "layer").glob("*.yaml")}
CONFIG = (IMAGE / "config/toc-pi.yaml").read_text()
DATA = IMAGE / "files/usr/libexec/toc-pi-data"
REAL = ("sh", "sed", "tail", "readlink")
"""Programs that the script uses as they are; the others would change a disk."""


def _metadata(layer: str) -> dict[str, str]:
    """The fields in the comment at a layer's begin."""
    comment = LAYERS[layer].partition("# METABEGIN\n")[2].partition("# METAEND")[0]
    return dict(re.findall(r"^# X-Env-([A-Za-z_-]+): (.*)$", comment, re.MULTILINE))


def _packages(layer: str) -> set[str]:
    """The packages that a layer installs."""
    listed = re.search(r"^  packages:\n((?:    - .*\n)+)", LAYERS[layer], re.MULTILINE)
    assert listed is not None
    return set(re.findall(r"^    - (\S+)", listed[1], re.MULTILINE))


def test_layers_and_configuration_are_yaml() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML isn't installed (apt install python3-yaml)")
    for name, text in LAYERS.items():
        layer = yaml.safe_load(text)["mmdebstrap"]
        assert set(layer["packages"]) == _packages(name)
        assert all(isinstance(hook, str) for hook in layer["customize-hooks"])
    sections = yaml.safe_load(CONFIG)
    assert set(sections) == {"device", "image", "layer"}
    assert all(isinstance(value, str) for section in sections.values() for value in section.values())


def test_the_configuration_chooses_a_layer_that_exists_and_brings_the_other() -> None:
    for name in LAYERS:
        assert _metadata(name)["Layer-Name"] == name
    chosen = re.search(r"^  app: (.*)$", CONFIG, re.MULTILINE)
    assert chosen is not None
    assert _metadata(chosen[1])["Layer-Requires"] == "toc-pi"
    # Every variable that a hook uses is declared, by its prefix and name.
    fields = _metadata("toc-pi")
    declared = {f"IGconf_{fields['VarPrefix']}_{name}" for name in ("dir", "deb") if f"Var-{name}" in fields}
    assert set(re.findall(r"\$(IGconf_\w+)", LAYERS["toc-pi"])) == declared


def test_the_card_has_what_the_package_recommends() -> None:
    control = (ROOT / "debian/control").read_text()
    recommended = re.search(r"^Recommends: (.*)$", control, re.MULTILINE)
    assert recommended is not None
    assert set(recommended[1].split(", ")) <= _packages("toc-pi") | _packages("toc-pi-raspberry")


def test_what_is_enabled_exists() -> None:
    install = (IMAGE / "install").read_text()
    (enabled,) = re.findall(r"systemctl enable (.*)", install)
    units = {path.stem for path in (IMAGE / "files/etc/systemd/system").iterdir()}
    assert set(enabled.split()) == units | {"toc-pi"}
    started = re.search(
        r"^ExecStart=(/.*)$", (IMAGE / "files/etc/systemd/system/toc-pi-data.service").read_text(), re.M
    )
    assert started is not None
    assert IMAGE / f"files{started[1]}" == DATA
    assert os.access(DATA, os.X_OK)


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A folder that stands for a card: `table` (its partitions), and for each its type and label."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in REAL:
        (programs / name).symlink_to(shutil.which(name) or name)
    here = tmp_path
    pretended = {
        "findmnt": 'case "$*" in *root-ro*) exit 1 ;; esac; echo /dev/mmcblk0p2',
        "lsblk": "echo mmcblk0",
        "sfdisk": 'case "$*" in *--dump*) while read -r p; do echo "$p : start= 1"; done'
        f" <{here}/table ;;"
        f" *) while read -r _; do :; done; echo /dev/mmcblk0p3 >>{here}/table ;; esac",
        "blkid": f'for last; do :; done; while read -r p type label; do [ "$p" != "$last" ] || case "$*" in'
        f' *TYPE*) echo "$type" ;; *) echo "$label" ;; esac; done <{here}/systems',
        "mkfs.ext4": f'for last; do :; done; echo "$last ext4 $3" >>{here}/systems',
        "fsck.ext4": f'[ "$1" = -y ] || exit "$(while read -r n; do echo "$n"; done <{here}/fsck)"',
        **dict.fromkeys(("partx", "mkdir", "mount"), ":"),
    }
    for name, body in pretended.items():
        script = programs / name
        script.write_text(f'#!{shutil.which("sh")}\necho "{name} $*" >>{here}/log\n{body}\n')
        script.chmod(0o755)
    (tmp_path / "table").write_text("/dev/mmcblk0p1\n/dev/mmcblk0p2\n")
    (tmp_path / "systems").write_text("/dev/mmcblk0p2 ext4 ROOT\n")
    (tmp_path / "fsck").write_text("0\n")
    return tmp_path


def _start(disk: Path) -> list[str]:
    """Run the script; returns the commands that change a card, empty if it gave up before mounting."""
    (disk / "log").unlink(missing_ok=True)
    done = subprocess.run(
        ["sh", DATA], env={"PATH": str(disk / "bin")}, capture_output=True, text=True, check=False
    )
    log = (disk / "log").read_text().splitlines()
    if done.returncode != 0:
        assert not any(line.startswith("mount") for line in log)
        return []
    changes = ("sfdisk --quiet", "mkfs", "fsck", "mount")
    return [line for line in log if line.startswith(changes)]


MOUNTED = [
    "mount -o noatime /dev/mmcblk0p3 /data",
    "mount --bind /data/games /var/lib/toc-pi",
    "mount --bind /data/settings /etc/toc-pi",
]
CHECKED = "fsck.ext4 -p /dev/mmcblk0p3"
MADE = "mkfs.ext4 -q -L toc-data /dev/mmcblk0p3"


def test_the_first_start_makes_the_partition_and_later_ones_only_mount_it(disk: Path) -> None:
    append = "sfdisk --quiet --append --no-reread --no-tell-kernel --force /dev/mmcblk0"
    assert _start(disk) == [append, MADE, CHECKED, *MOUNTED]
    assert _start(disk) == [CHECKED, *MOUNTED]


def test_a_first_start_that_was_interrupted_is_completed(disk: Path) -> None:
    (disk / "table").write_text("/dev/mmcblk0p1\n/dev/mmcblk0p2\n/dev/mmcblk0p3\n")
    assert _start(disk) == [MADE, CHECKED, *MOUNTED]


def test_somebody_elses_partition_is_left_alone(disk: Path) -> None:
    (disk / "table").write_text("/dev/mmcblk0p1\n/dev/mmcblk0p2\n/dev/mmcblk0p3\n")
    (disk / "systems").write_text("/dev/mmcblk0p3 ext4 photos\n")
    assert _start(disk) == []


@pytest.mark.parametrize(("status", "asked"), [(1, False), (4, True)])
def test_a_partition_is_repaired_after_a_power_cut(disk: Path, status: int, *, asked: bool) -> None:
    _start(disk)
    (disk / "fsck").write_text(f"{status}\n")
    thorough = ["fsck.ext4 -y /dev/mmcblk0p3"] if asked else []
    assert _start(disk) == [CHECKED, *thorough, *MOUNTED]
