"""Faulty cameras of all kinds, with a clock that a test sets."""

from collections.abc import Callable
from typing import Any, cast

import cv2
import numpy as np

from hardware.camera import Frame, Picture
from hardware.errors import DeviceFailed

TROUBLE_S, HEALED_S = 6.0, 22.0
SIZE = (160, 120)


def _board() -> Picture:
    """A picture with light and dark, like a board."""
    width, height = SIZE
    light = np.linspace(60, 200, width).astype(np.uint8)
    picture = np.repeat(np.repeat(light[None, :, None], height, axis=0), 3, axis=2).copy()
    for at in range(8, width - 8, 16):
        cv2.circle(picture, (at, height // 2), 4, (20, 30, 40), -1)
        cv2.circle(picture, (at, height // 4), 4, (30, 30, 200), -1)
    return picture


_noise = np.random.default_rng(7).normal(0.0, 2.0, (16, SIZE[1], SIZE[0], 3))
LIVE = [np.clip(_board() + noise, 0, 255).astype(np.uint8) for noise in _noise]
GARBAGE = np.random.default_rng(8).integers(0, 256, (16, SIZE[1], SIZE[0], 3)).astype(np.uint8)


class Time:
    """A clock controlled by a test."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        return self.s

    @property
    def gone_s(self) -> float:
        """Time since the evening began."""
        return self.s - 1000.0


class Healthy:
    """A working camera; the others misbehave while they are in trouble.

    Attributes:
        opened: how often this kind was opened, this time included.
    """

    def __init__(self, time: Time, opened: int) -> None:
        self.time = time
        self.opened = opened
        self.opened_s = time.s
        self.closed = False
        self.count = 0
        if self.troubled:
            self.open_badly()

    @property
    def troubled(self) -> bool:
        return TROUBLE_S <= self.time.gone_s < HEALED_S

    def open_badly(self) -> None:
        """What opening does in trouble."""

    def read(self) -> Frame | None:
        assert not self.closed, "nobody reads a closed camera"
        self.count += 1
        image = LIVE[self.count % len(LIVE)]
        return self.badly(image) if self.troubled else Frame(self.time.s - self.opened_s, image)

    def badly(self, _image: Picture) -> Frame | None:
        """What reading gives in trouble."""
        return self.frame(_image)

    def frame(self, image: Any) -> Frame:
        return Frame(self.time.s - self.opened_s, cast(Picture, image))

    @property
    def hangs(self) -> bool:
        """Whether a call hangs at the moment."""
        return False

    def close(self) -> None:
        self.closed = True


Kind = type[Healthy]


def raising(error: Exception, *, opening: bool = True) -> Kind:
    """A camera whose reading raises, and its opening too."""

    class Raises(Healthy):
        def open_badly(self) -> None:
            if opening:
                raise error

        def badly(self, _image: Picture) -> Frame | None:
            raise error

    return Raises


def showing(change: Callable[[Picture, Healthy], Any]) -> Kind:
    """A camera that delivers something other than pictures of the table."""

    class Shows(Healthy):
        def badly(self, image: Picture) -> Frame | None:
            return self.frame(change(image, self))

    return Shows


def stamped(stamp: Callable[[float, int], Any]) -> Kind:
    """A camera whose clock is wrong."""

    class Stamps(Healthy):
        def badly(self, image: Picture) -> Frame | None:
            return Frame(stamp(self.time.s - self.opened_s, self.count), image)

    return Stamps


def giving(what: Any) -> Kind:
    """A camera that delivers no frame at all."""

    class Gives(Healthy):
        def badly(self, _image: Picture) -> Frame | None:
            return cast(Frame | None, what)

    return Gives


class Stalls(Healthy):
    """No call returns until the trouble is over."""

    @property
    def hangs(self) -> bool:
        return self.troubled


class HangsForEver(Healthy):
    """The first one never returns; the next one works."""

    @property
    def hangs(self) -> bool:
        return self.opened == 1 and self.time.gone_s >= TROUBLE_S


class Slow(Healthy):
    """A picture every three seconds."""

    @property
    def hangs(self) -> bool:
        return self.troubled and round(self.time.gone_s * 5) % 15 != 0


class Flaps(Healthy):
    """Here for two seconds, gone at the next try, and so on."""

    def badly(self, image: Picture) -> Frame | None:
        if self.time.s - self.opened_s > 2.0:
            raise DeviceFailed("camera 0: no picture arrives; check its cable")
        return self.frame(image)


class NeverClosed(Healthy):
    """Dies, and closing it fails."""

    def badly(self, _image: Picture) -> Frame | None:
        raise DeviceFailed("camera 0: no picture arrives; check its cable")

    def close(self) -> None:
        super().close()
        raise OSError(19, "No such device")


def back_after(tries: int) -> Kind:
    """A camera that dies, and can be opened again at some later try."""

    class Back(Healthy):
        def __init__(self, time: Time, opened: int) -> None:
            if 1 < opened <= tries:
                raise DeviceFailed("camera 0: no such USB camera, or another program holds it")
            super().__init__(time, opened)

        def badly(self, image: Picture) -> Frame | None:
            if self.opened == 1:
                raise DeviceFailed("camera 0: no picture arrives; check its cable")
            return self.frame(image)

    return Back


class BiggerForAWhile(Healthy):
    """Changes its pictures' size, and has the old one again only some time after reopening."""

    def badly(self, image: Picture) -> Frame | None:
        return self.frame(cv2.resize(image, (320, 240)))


class BackInAnotherSize(Healthy):
    """Changes its pictures' size for good."""

    def read(self) -> Frame | None:
        frame = super().read()
        assert frame is not None
        return frame if self.time.gone_s < TROUBLE_S else self.frame(cv2.resize(frame.image, (320, 240)))


class FrozenInPart(Healthy):
    """The lower half is frozen."""

    def badly(self, image: Picture) -> Frame | None:
        torn = image.copy()
        torn[SIZE[1] // 2 :] = LIVE[0][SIZE[1] // 2 :]
        return self.frame(torn)


class Torn(Healthy):
    """Each picture is composed of two."""

    def badly(self, image: Picture) -> Frame | None:
        torn = image.copy()
        torn[SIZE[1] // 3 :] = LIVE[(self.count + 5) % len(LIVE)][SIZE[1] // 3 :]
        return self.frame(torn)


def half(image: Picture, level: int, *, rows: bool = True) -> Picture:
    """A picture of which the second half is missing."""
    part = image.copy()
    if rows:
        part[SIZE[1] // 2 :] = level
    else:
        part[:, SIZE[0] // 2 :] = level
    return part


def missing_at_start() -> Kind:
    class Missing(Healthy):
        @property
        def troubled(self) -> bool:
            return self.time.gone_s < HEALED_S

        def open_badly(self) -> None:
            raise DeviceFailed("no camera found (camera 0: no such USB camera)")

    return Missing


def hangs_at_start() -> Kind:
    class Hangs(Stalls):
        @property
        def troubled(self) -> bool:
            return self.time.gone_s < HEALED_S

    return Hangs


def black_at_start() -> Kind:
    class Black(Healthy):
        @property
        def troubled(self) -> bool:
            return self.time.gone_s < HEALED_S

        def badly(self, image: Picture) -> Frame | None:
            return self.frame(np.zeros_like(image))

    return Black


KINDS: dict[str, tuple[Kind, set[str]]] = {
    "dies": (raising(DeviceFailed("camera 0: no picture arrives; check its cable")), {"lost"}),
    "os error": (raising(OSError(19, "No such device")), {"lost"}),
    "runtime error": (raising(RuntimeError("Camera frontend has timed out!")), {"lost"}),
    "cv2 error": (raising(cv2.error("OpenCV(4.10.0) VIDIOC_DQBUF")), {"lost"}),
    "memory error": (raising(MemoryError()), {"lost"}),
    "key error": (raising(KeyError("ExposureTime"), opening=False), {"lost"}),
    "assertion": (raising(AssertionError(), opening=False), {"lost"}),
    "zero division": (raising(ZeroDivisionError("division by zero")), {"lost"}),
    "stop iteration": (raising(StopIteration()), {"lost"}),
    "no frame": (giving(None), {"lost"}),
    "a text": (giving("picture"), {"unreadable"}),
    "no image": (showing(lambda *_: None), {"unreadable"}),
    "empty": (showing(lambda *_: np.zeros((0, 0, 3), np.uint8)), {"size"}),
    "one row": (showing(lambda image, _: image[:1]), {"size"}),
    "grey": (showing(lambda image, _: image[:, :, 0]), {"unreadable"}),
    "float": (showing(lambda image, _: image / 255.0), {"unreadable"}),
    "not a number": (showing(lambda image, _: np.full(image.shape, np.nan)), {"unreadable"}),
    "16 bits": (showing(lambda image, _: image.astype(np.uint16)), {"unreadable"}),
    "4 channels": (showing(lambda image, _: np.dstack([image, image[:, :, :1]])), {"unreadable"}),
    "objects": (showing(lambda image, _: np.array([[image]], object)), {"unreadable"}),
    "a list": (showing(lambda image, _: image.tolist()), {"unreadable"}),
    "another size": (BiggerForAWhile, {"size"}),
    "another size for good": (BackInAnotherSize, {"size"}),
    "turned": (showing(lambda image, _: np.ascontiguousarray(image.transpose(1, 0, 2))), {"size"}),
    "stalls": (Stalls, {"hanging"}),
    "never comes back": (HangsForEver, {"hanging"}),
    "black": (showing(lambda image, _: np.zeros_like(image)), {"black"}),
    "black and noisy": (showing(lambda _, kind: LIVE[kind.count % 16] // 24), {"black"}),
    "white": (showing(lambda image, _: np.full_like(image, 255)), {"white"}),
    "white and noisy": (showing(lambda _, kind: 245 + GARBAGE[kind.count % 16] // 26), {"white"}),
    "one grey": (showing(lambda image, _: np.full_like(image, 128)), {"unreadable", "frozen"}),
    "frozen": (showing(lambda *_: LIVE[3]), {"frozen"}),
    "lower half black": (showing(lambda image, _: half(image, 0)), {"half"}),
    "lower half grey": (showing(lambda image, _: half(image, 128)), {"half"}),
    "right half green": (showing(lambda image, _: half(image, 90, rows=False)), {"half"}),
    "lower half frozen": (FrozenInPart, {"half"}),
    "garbage": (showing(lambda _, kind: GARBAGE[kind.count % 16]), {"unreadable"}),
    "flaps": (Flaps, {"lost"}),
    "can't be closed": (NeverClosed, {"lost"}),
    "back at the first try": (back_after(1), {"lost"}),
    "back at the second try": (back_after(2), {"lost", "missing"}),
    "back at the third try": (back_after(3), {"lost", "missing"}),
    "missing at the start": (missing_at_start(), {"missing"}),
    "silent at the start": (hangs_at_start(), {"hanging"}),
    "black at the start": (black_at_start(), {"black"}),
}
"""By name: the faulty camera, and the faults that may be reported."""

HARMLESS: dict[str, Kind] = {
    "healthy": Healthy,
    "torn": Torn,
    "slow": Slow,
    "time goes backward": stamped(lambda t, _: -t),
    "time stands still": stamped(lambda *_: 5.0),
    "time isn't a number": stamped(lambda *_: float("nan")),
    "time is for ever": stamped(lambda *_: float("inf")),
    "time is missing": stamped(lambda *_: None),
    "time jumps": stamped(lambda t, count: t + 1e6 * (count % 2)),
}
"""Faults with which the game goes on with the camera."""
