"""What becomes of a folder's files at power-off, from lists of mounts as machines print them."""

from pathlib import Path

import pytest

from hardware.mounts import Keeping, keeping, list_mounts

STATE = Path("/var/lib/toc-pi")
PLAIN = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
# As overlayroot and raspi-config make it; the last is that of bookworm's initial RAM disk, whose upper layer
# isn't visible any more.
OVERLAY = """/dev/mmcblk0p2 /media/root-ro ext4 ro,relatime 0 0
tmpfs-root /media/root-rw tmpfs rw,relatime 0 0
overlayroot / overlay rw,relatime,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/w 0 0
"""
HIDDEN = "overlay / overlay rw,noatime,lowerdir=/lower,upperdir=/upper/upper,workdir=/upper/work 0 0\n"
DATA = "/dev/mmcblk0p3 /var/lib/toc-pi ext4 rw,noatime 0 0\n"


def _keeping(path: Path, text: str, *, on_a_pi: bool = True, folder: Path = STATE) -> Keeping:
    path.write_text(text)
    return keeping(folder, list_mounts(path), on_a_pi=on_a_pi)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, "kept"),
        (OVERLAY, "forgotten"),
        (HIDDEN, "forgotten"),
        (OVERLAY + DATA, "kept"),
        (HIDDEN + DATA, "kept"),
        (PLAIN.replace("rw,", "ro,"), "read-only"),
        (OVERLAY + DATA.replace("rw,", "ro,"), "read-only"),
        # A second mount hides the first.
        (PLAIN + DATA + "tmpfs /var/lib/toc-pi tmpfs rw 0 0\n", "forgotten"),
        # Mounts of other folders, whose names merely begin alike, don't matter.
        (PLAIN + "tmpfs /var/lib/toc tmpfs rw 0 0\ntmpfs /var/lib/toc-pi/x tmpfs rw 0 0\n", "kept"),
        # An overlay whose upper layer is on a disk.
        (OVERLAY.replace("tmpfs-root /media/root-rw tmpfs", "/dev/sda1 /media/root-rw ext4"), "kept"),
        # What the service sees: its folder is mounted on itself.
        (
            OVERLAY.replace("rw,relatime,lower", "ro,relatime,lower")
            + OVERLAY.splitlines()[2].replace(" / ", " /var/lib/toc-pi ")
            + "\n",
            "forgotten",
        ),
    ],
)
def test_what_is_forgotten_and_what_cant_be_written(tmp_path: Path, text: str, expected: Keeping) -> None:
    assert _keeping(tmp_path / "mounts", text) == expected


def test_a_container_keeps_its_overlay(tmp_path: Path) -> None:
    assert _keeping(tmp_path / "mounts", HIDDEN, on_a_pi=False) == "kept"


def test_folders_with_blanks_and_missing_lists(tmp_path: Path) -> None:
    text = PLAIN + "tmpfs /home/a\\040b tmpfs rw 0 0\nodd line\n"
    assert _keeping(tmp_path / "mounts", text, folder=Path("/home/a b/toc")) == "forgotten"
    assert list_mounts(tmp_path / "none") == []
    assert keeping(STATE, [], on_a_pi=True) == "kept"
