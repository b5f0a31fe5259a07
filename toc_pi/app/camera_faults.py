"""The faults of a camera, and when it is tried again."""

from enum import StrEnum


class CameraFault(StrEnum):
    """A fault of the camera: a key of the window's texts."""

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


class CameraFailed(Exception):
    """A camera delivered no picture, or one in another format than before; the message says what.

    Attributes:
        fault: the kind of fault.
    """

    def __init__(self, fault: CameraFault, why: str) -> None:
        super().__init__(why)
        self.fault = fault


# Before the second, the third, and every later try.
_WAITS_S = (5.0, 30.0, 60.0)


def wait_s(tries: int) -> float:
    """Seconds to wait before a camera is tried again: 5, 30, then 60 each time.

    Args:
        tries: number of tries since the camera last worked.
    """
    return _WAITS_S[min(tries, len(_WAITS_S) - 1)]
