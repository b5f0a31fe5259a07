"""A picture's size from its header, before decoding: a small file can claim gigabytes."""

import struct
from collections.abc import Callable, Mapping

from calibration.files.documents import NotValid
from toc_pi.messages import said

Size = tuple[int, int]
FORMATS = "PNG, JPEG, WebP, TIFF, BMP or GIF"
"""The formats that are read, for messages."""

MOST_PIXELS = 32_000_000
"""Twice a good camera's; decoded, 96 MB."""

LONGEST_PX = 16_000
"""Longest side."""

MOST_SCANS = 100
"""A progressive JPEG has about ten passes over its picture; thousands of empty ones take minutes."""

# From the specifications of the formats: ISO/IEC 15948 (PNG), ITU-T T.81 (JPEG), TIFF 6.0 and BigTIFF.
_PNG = b"\x89PNG\r\n\x1a\n"  # the first bytes
_PNG_PARTS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")  # the chunks that a picture needs
_JPEG_ALONE = {0x01, *range(0xD0, 0xD9)}  # markers without a segment
_JPEG_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # markers of a frame's header, which has the size
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257  # tags
_TIFF_NUMBERS = {1: "B", 3: "H", 4: "I", 16: "Q"}  # field types of whole numbers, as `struct` writes them


def check_picture(content: bytes, least_px: int = 1) -> Size:
    """The size in a picture's header, (width, height) in px.

    Args:
        content: of its file.
        least_px: the shortest usable side.

    Raises:
        NotValid: it isn't a picture of a known format, or its size is out of range.
    """
    try:
        size = _size(content)
    except (struct.error, IndexError):
        size = None
    if size is None:
        raise NotValid(said("isn't a picture that can be read ({formats} is)", formats=FORMATS))
    width, height = size
    if not (least_px <= min(size) and max(size) <= LONGEST_PX and width * height <= MOST_PIXELS):
        raise NotValid(
            said(
                "is {width}x{height} px; sides of {least} to {most} px are allowed, and "
                "{pixels} million pixels: make it smaller",
                width=width,
                height=height,
                least=least_px,
                most=LONGEST_PX,
                pixels=MOST_PIXELS // 1_000_000,
            )
        )
    return size


def plain_png(content: bytes) -> bytes:
    """A PNG without its ancillary chunks: decoders allocate whatever length they claim, up to four gigabytes.

    Raises:
        NotValid: a part is longer than the file.
    """
    kept, at = [content[:8]], 8
    while at + 12 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        end = at + 12 + length
        if end > len(content):
            raise NotValid("is a PNG that is cut short or damaged; copy it again")
        if kind in _PNG_PARTS:
            kept.append(content[at:end])
        at = end
    return b"".join(kept)


def is_png(content: bytes) -> bool:
    """Whether a file begins as a PNG does."""
    return content.startswith(_PNG)


def _size(content: bytes) -> Size | None:
    for magic, reader in _READERS.items():
        if content.startswith(magic):
            return reader(content)
    return None


def _png(content: bytes) -> Size | None:
    if content[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", content, 16)
    return width, height


def _gif(content: bytes) -> Size:
    width, height = struct.unpack_from("<HH", content, 6)
    return width, height


def _bmp(content: bytes) -> Size:
    if struct.unpack_from("<I", content, 14)[0] == 12:  # the oldest head
        width, height = struct.unpack_from("<HH", content, 18)
    else:
        width, height = struct.unpack_from("<ii", content, 18)
    return width, abs(height)  # negative: the first row is the top one


def _webp(content: bytes) -> Size | None:
    kind = content[8:16]
    if kind == b"WEBPVP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"WEBPVP8L":
        bits = struct.unpack_from("<I", content, 21)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"WEBPVP8X":
        return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    return None


def _jpeg(content: bytes) -> Size | None:
    """The size in its frame's head; the segments before it are skipped."""
    at = 2
    while True:
        while content[at] != 0xFF:
            at += 1
        while content[at] == 0xFF:
            at += 1
        marker = content[at]
        at += 1
        if marker in _JPEG_ALONE:
            continue
        if marker in (0xD9, 0xDA):  # the end, or the picture itself, and no frame's head before it
            return None
        if marker in _JPEG_FRAMES:
            break
        at += max(2, struct.unpack_from(">H", content, at)[0])
    if content.count(b"\xff\xda") > MOST_SCANS:
        return None
    height, width = struct.unpack_from(">HH", content, at + 3)
    return width, height


def _tiff(content: bytes) -> Size | None:
    """The size in the directory of its first picture."""
    order = "<" if content[:2] == b"II" else ">"
    is_big = struct.unpack_from(f"{order}H", content, 2)[0] == 43
    at = struct.unpack_from(f"{order}Q" if is_big else f"{order}I", content, 8 if is_big else 4)[0]
    count = struct.unpack_from(f"{order}Q" if is_big else f"{order}H", content, at)[0]
    at += 8 if is_big else 2
    long = 20 if is_big else 12
    found: dict[int, int] = {}
    for number in range(min(count, 1000)):
        tag, kind = struct.unpack_from(f"{order}HH", content, at + number * long)
        if tag in (_TIFF_WIDTH, _TIFF_HEIGHT) and kind in _TIFF_NUMBERS:
            value = at + number * long + (12 if is_big else 8)
            found[tag] = struct.unpack_from(order + _TIFF_NUMBERS[kind], content, value)[0]
    if len(found) < 2:
        return None
    return found[_TIFF_WIDTH], found[_TIFF_HEIGHT]


_READERS: Mapping[bytes, Callable[[bytes], Size | None]] = {
    _PNG: _png,
    b"\xff\xd8": _jpeg,
    b"RIFF": _webp,
    b"II*\0": _tiff,
    b"MM\0*": _tiff,
    b"II+\0": _tiff,
    b"MM\0+": _tiff,
    b"BM": _bmp,
    b"GIF8": _gif,
}
"""What reads the size, by the first bytes of a file."""
