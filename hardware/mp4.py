"""Writes a film picture by picture: JPEGs in an MP4 file that is playable up to its last complete picture.

OpenCV's own writer doesn't report a full disk, and its MP4 files can't be read until they are closed. Here
each picture is written at once, followed by a fragment header with its position. A truncated picture has no
header yet, so it is never shown; a header lies within one page, so it is never truncated. Closing a film
writes an index after the pictures; then a single write of sixteen bytes at the start turns pictures and
fragments into media data. The file is a complete film both before and after that write.

Source: ISO/IEC 14496-12 (boxes, movie fragments), 14496-14 (`mp4v`), 14496-1 (`esds`; object type 0x6C is
JPEG).
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.errors import DeviceFailed

QUALITY = 92  # of each JPEG, 0 to 100
FINEST_RATE = 1001  # largest denominator of a frame rate, as in 30000/1001 pictures a second
TICKS_A_SECOND = 1000  # at least, in a film's time
PAGE_BYTES = 4096
"""Operating systems write and lose file contents by whole pages."""

# Values of boxes, from the standards named above.
JPEG = 0x6C  # object type
_TRACK = 1  # number of the only track
# The picture is neither rotated nor scaled.
_MATRIX = b"".join(value.to_bytes(4, "big") for value in (1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30))
_ENABLED = 3  # the track is enabled and part of the film
_EVERY_PICTURE_ALONE = 0x02000000  # no picture depends on another
# A fragment's header gives the place of its data, and the size of its picture.
_BASE_IS_GIVEN = 0x000001
_SIZE_IS_GIVEN = 0x000010

ByteSpan = tuple[int, int]
"""A picture's offset in the file and its length, both in bytes."""


class FilmFile:
    """A new film of constant frame rate.

    Attributes:
        count: how many pictures it holds so far.
        bytes_written: its length so far.
    """

    def __init__(self, path: Path, fps: float, size: tuple[int, int]) -> None:
        """Create a film: frames per second, and (width, height) of its pictures, px.

        Raises:
            DeviceFailed: the file exists already, or can't be written.
        """
        self.path, self.fps, self.count, self.bytes_written = path, fps, 0, 0
        self._size = size
        self._rate = Fraction(fps).limit_denominator(FINEST_RATE)
        self._where: list[ByteSpan] = []
        kinds = _box(b"ftyp", b"iso5", _number(0x200), b"iso5", b"iso6", b"mp41")
        self._hull_at = len(kinds)
        try:
            self._file = path.open("xb", buffering=0)
        except OSError as error:
            raise DeviceFailed("{path}: can't be written ({why})", path=path, why=error.strerror) from error
        self._put(kinds + _box(b"free", bytes(8)) + _movie(self._rate, size, self._where))

    def write(self, image: Picture) -> None:
        """Add a picture of the film's size, BGR.

        Raises:
            DeviceFailed: the disk is full or gone.
        """
        height, width = image.shape[:2]
        if (width, height) != self._size:
            raise DeviceFailed(
                "{path}: a picture of {width}x{height} in a film of another size",
                path=self.path,
                width=width,
                height=height,
            )
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            raise DeviceFailed("{path}: a picture could not be encoded", path=self.path)
        jpeg = np.asarray(data, np.uint8).tobytes()
        self._add(jpeg, (self.bytes_written + len(_box(b"mdat")), len(jpeg)))

    def repeat(self) -> None:
        """Add the last picture again, by reference to its data.

        Raises:
            DeviceFailed: the disk is full or gone.
        """
        if self.count:
            self._add(b"", self._where[-1])

    def close(self) -> None:
        """Write the index and close the file; may be called twice."""
        if self._file.closed:
            return
        # Without an index (the disk is full) the film is still complete, in fragments.
        with suppress(OSError, DeviceFailed):
            if self.count:
                end = self.bytes_written
                self._put(_movie(self._rate, self._size, self._where))
                os.fsync(self._file.fileno())  # the index must be there before the front of the file changes
                self._file.seek(self._hull_at)
                self._file.write(_number(1) + b"mdat" + _number(end - self._hull_at, 8))
        self._file.close()

    def _add(self, jpeg: bytes, place: ByteSpan) -> None:
        """Write a picture and its fragment header; only the header if the picture is in the file already."""
        begin, length = place
        given = _BASE_IS_GIVEN | _SIZE_IS_GIVEN
        where = _full(b"tfhd", 0, given, _number(_TRACK), _number(begin, 8), _number(length))
        when = _full(b"tfdt", 1, 0, _number(self.count * _ticks(self._rate), 8))
        track = _box(b"traf", where, when, _full(b"trun", 0, 0, _number(1)))
        fragment = _box(b"moof", _full(b"mfhd", 0, 0, _number(self.count + 1)), track)
        left = -(self.bytes_written + len(_box(b"mdat", jpeg))) % PAGE_BYTES
        self._put(_box(b"mdat", jpeg, bytes(left if left < len(fragment) else 0)) + fragment)
        self._where.append(place)
        self.count += 1

    def _put(self, content: bytes) -> None:
        left = memoryview(content)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self.bytes_written)
                self._file.seek(self.bytes_written)
            raise DeviceFailed(
                "{path}: can't be written ({why})", path=self.path, why=error.strerror
            ) from error
        self.bytes_written += len(content)


def _movie(rate: Fraction, size: tuple[int, int], where: Sequence[ByteSpan]) -> bytes:
    """The `moov` box that describes the film: without pictures it announces fragments."""
    width, height = size
    scale, ticks = _scale(rate), _ticks(rate)
    count = len(where)
    long = _number(count * ticks, 8)
    moment = bytes(16)  # creation and modification times: unset
    movie = _full(
        b"mvhd", 1, 0, moment, _number(scale), long, _number(1 << 16), _number(1 << 8, 2), bytes(10),
        _MATRIX, bytes(24), _number(_TRACK + 1),
    )  # fmt: skip
    track = _full(
        b"tkhd", 1, _ENABLED, moment, _number(_TRACK), bytes(4), long, bytes(16), _MATRIX,
        _number(width << 16), _number(height << 16),
    )  # fmt: skip
    media = _full(b"mdhd", 1, 0, moment, _number(scale), long, _number(0x55C4, 2), bytes(2))
    kind = _full(b"hdlr", 0, 0, bytes(4), b"vide", bytes(12), b"toc-pi\0")
    here = _box(b"dinf", _full(b"dref", 0, 0, _number(1), _full(b"url ", 0, 1)))
    table = _box(b"stbl", _full(b"stsd", 0, 0, _number(1), _sample_entry(size)), *_samples(where, ticks))
    inner = _box(b"minf", _full(b"vmhd", 0, 1, bytes(8)), here, table)
    usual = _number(_TRACK) + _number(1) + _number(ticks) + bytes(4) + _number(_EVERY_PICTURE_ALONE)
    fragments = b"" if count else _box(b"mvex", _full(b"trex", 0, 0, usual))
    return _box(b"moov", movie, _box(b"trak", track, _box(b"mdia", media, kind, inner)), fragments)


def _samples(where: Sequence[ByteSpan], ticks: int) -> tuple[bytes, ...]:
    """Times, sizes and offsets: every picture is a chunk of its own."""
    count, one = len(where), _number(1)
    begins, lengths = np.array(where, np.uint64).reshape(-1, 2).T
    return (
        _full(b"stts", 0, 0, one + _number(count) + _number(ticks) if count else _number(0)),
        _full(b"stsc", 0, 0, 4 * one if count else _number(0)),
        _full(b"stsz", 0, 0, _number(0), _number(count), lengths.astype(">u4").tobytes()),
        _full(b"co64", 0, 0, _number(count), begins.astype(">u8").tobytes()),
    )


def _sample_entry(size: tuple[int, int]) -> bytes:
    width, height = size
    decoder = _descriptor(4, bytes((JPEG, 4 << 2 | 1)) + bytes(3) + bytes(8))
    stream = _descriptor(3, _number(_TRACK, 2) + bytes(1) + decoder + _descriptor(6, b"\x02"))
    return _box(
        b"mp4v", bytes(6), _number(1, 2), bytes(16), _number(width, 2), _number(height, 2),
        _number(72 << 16), _number(72 << 16), bytes(4), _number(1, 2), bytes(32), _number(24, 2), b"\xff\xff",
        _full(b"esds", 0, 0, stream),
    )  # fmt: skip


def _scale(rate: Fraction) -> int:
    """Ticks a second, such that each picture has a whole number of them."""
    return rate.numerator * _ticks(rate) // rate.denominator


def _ticks(rate: Fraction) -> int:
    """Ticks per picture; players expect at least a thousand a second."""
    return rate.denominator * -(-TICKS_A_SECOND // rate.numerator)


def _box(name: bytes, *contents: bytes) -> bytes:
    content = b"".join(contents)
    return _number(8 + len(content)) + name + content


def _full(name: bytes, version: int, flags: int, *contents: bytes) -> bytes:
    return _box(name, _number(version, 1), _number(flags, 3), *contents)


def _descriptor(tag: int, content: bytes) -> bytes:
    return bytes((tag, len(content))) + content


def _number(value: int, length: int = 4) -> bytes:
    return value.to_bytes(length, "big")
