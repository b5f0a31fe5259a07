"""What a camera can lack, and when it is tried again."""

from enum import StrEnum


class Lack(StrEnum):
    """What is wrong with the camera: a key of the window's words."""

    MISSING = "missing"
    LOST = "lost"
    OPENING = "opening"
    HANGING = "hanging"
    BLACK = "black"
    WHITE = "white"
    FROZEN = "frozen"
    HALF = "half"
    SIZE = "size"
    UNREADABLE = "unreadable"


class CameraFault(Exception):
    """A camera gave what is no picture, or another one than it promised; the message says what.

    Attributes:
        lack: in which of our words.
    """

    def __init__(self, lack: Lack, why: str) -> None:
        super().__init__(why)
        self.lack = lack


_WAITS_S = (5.0, 30.0, 60.0)


def wait_s(tries: int) -> float:
    """How long to wait before a camera is tried again: 5 s, 30 s, then a minute each time, for ever.

    Args:
        tries: how many there were since the camera last worked.
    """
    return _WAITS_S[min(tries, len(_WAITS_S) - 1)]
