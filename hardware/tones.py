"""Short, soft tones, computed as WAV: no file is shipped and no sound library is needed."""

import io
import math
import struct
import wave
from collections.abc import Mapping
from types import MappingProxyType

RATE = 22_050
"""Samples a second; enough for tones below 2 kHz."""
_FADE_S = 0.012
"""Fade in and out of every note; without it notes click."""
_LOUDEST = 0.35
"""Of full scale: heard beside people who talk, but no alarm."""

Note = tuple[float, float]
"""Hertz, seconds; 0 Hz is silence."""

TONES: Mapping[str, tuple[Note, ...]] = MappingProxyType(
    {
        "legal": ((659.3, 0.09),),
        "turn": ((523.3, 0.07), (659.3, 0.10)),
        "capture": ((784.0, 0.08), (659.3, 0.08), (523.3, 0.14)),
        "question": ((587.3, 0.12), (0.0, 0.05), (698.5, 0.16)),
        "illegal": ((311.1, 0.18), (0.0, 0.04), (261.6, 0.28)),
        "won": ((523.3, 0.10), (659.3, 0.10), (784.0, 0.10), (1046.5, 0.30)),
    }
)
"""The tune for each event; they differ in rise and fall, not in pitch alone."""


def tone(name: str, volume: float = 1.0) -> bytes:
    """A tone as a WAV file: one channel, 16 bits.

    Args:
        name: of `TONES`.
        volume: 0 to 1.
    """
    samples: list[float] = []
    for hertz, seconds in TONES[name]:
        count = round(seconds * RATE)
        samples += [
            math.sin(2 * math.pi * hertz * number / RATE) * _envelope(number, count)
            for number in range(count)
        ]
    highest = 32767 * _LOUDEST * volume
    packed = struct.pack(f"<{len(samples)}h", *(round(highest * sample) for sample in samples))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(packed)
    return out.getvalue()


def _envelope(number: int, count: int) -> float:
    """How loud a note is at one of its samples: a raised cosine at both ends."""
    edge = min(number, count - 1 - number) / (_FADE_S * RATE)
    return 1.0 if edge >= 1.0 else 0.5 - 0.5 * math.cos(math.pi * edge)
