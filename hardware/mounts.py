"""Whether a folder is on persistent storage, from the kernel's list of mounts.

A read-only root with an overlay keeps everything in memory; a folder on a partition of its own is still
persistent. After an SD card error Linux makes a partition read-only.
"""

import os
import re
from pathlib import Path
from typing import Literal, NamedTuple

MOUNTS = Path("/proc/mounts")
MEMORY = ("tmpfs", "ramfs")
"""File systems that lose their content at power-off."""

Keeping = Literal["kept", "forgotten", "read-only"]


class Mount(NamedTuple):
    """One mount: where, its file system, its options."""

    place: str
    kind: str
    options: tuple[str, ...]


def list_mounts(path: Path = MOUNTS) -> list[Mount]:
    """All mounts; none on a system without such a list."""
    try:
        lines = [line.split() for line in path.read_text("utf-8", "surrogateescape").splitlines()]
    except OSError:
        return []
    return [Mount(_plain(each[1]), each[2], tuple(each[3].split(","))) for each in lines if len(each) >= 4]


def keeping(folder: Path, mounts: list[Mount], *, on_a_pi: bool) -> Keeping:
    """What happens to a file written to a folder.

    Args:
        folder: needn't exist.
        mounts: from `list_mounts`.
        on_a_pi: an overlay whose upper layer isn't mounted visibly is in memory there (the initial RAM disk
            made it), but on the disk in a container.
    """
    mount = mount_of(os.path.realpath(folder), mounts)
    if mount is None:
        return "kept"
    if "ro" in mount.options:
        return "read-only"
    if mount.kind != "overlay":
        return "forgotten" if mount.kind in MEMORY else "kept"
    upper = next(
        (each.removeprefix("upperdir=") for each in mount.options if each.startswith("upperdir=")), ""
    )
    below = mount_of(upper, [each for each in mounts if each.kind != "overlay"])
    if below is not None and below.place != "/":
        return "forgotten" if below.kind in MEMORY else "kept"
    return "forgotten" if on_a_pi else "kept"


def mount_of(path: str, mounts: list[Mount]) -> Mount | None:
    """The mount of a path: the longest prefix, and of several at one place the newest."""
    found = [each for each in mounts if each.place == "/" or f"{path}/".startswith(f"{each.place}/")]
    return max(reversed(found), key=lambda each: len(each.place), default=None)


def _plain(escaped: str) -> str:
    """A path without the list's octal escapes."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), escaped)
