"""Sound: tones and speech, played one after the other without blocking the game.

`aplay`, ALSA's player, is on every Raspberry Pi OS. Tones are computed as WAV; speech comes from `espeak-ng`,
or from `piper` if it and a voice for the language are installed.
"""

import io
import shutil
import subprocess
import threading
import wave
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from toc_pi.messages import said

RATE = 22_050
"""Samples a second; enough for tones below 2 kHz."""
_FADE_S = 0.012
"""Fade in and out of every note; without it notes click."""
_LOUDEST = 0.35
"""Of full scale: audible while people talk, but not startling."""

Note = tuple[float, float]
"""Hertz, seconds; 0 Hz is silence."""

TONES: Mapping[str, tuple[Note, ...]] = {
    "legal": ((659.3, 0.09),),
    "turn": ((523.3, 0.07), (659.3, 0.10)),
    "capture": ((784.0, 0.08), (659.3, 0.08), (523.3, 0.14)),
    "question": ((587.3, 0.12), (0.0, 0.05), (698.5, 0.16)),
    "illegal": ((311.1, 0.18), (0.0, 0.04), (261.6, 0.28)),
    "won": ((523.3, 0.10), (659.3, 0.10), (784.0, 0.10), (1046.5, 0.30)),
}
"""The tune of each event; they differ in melody, not in pitch alone."""


def tone(name: str, volume: float = 1.0) -> bytes:
    """A tone of `TONES` as a WAV file: one channel, 16 bits; the volume is 0 to 1."""
    samples = np.concatenate([_note(hertz, round(seconds * RATE)) for hertz, seconds in TONES[name]])
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((32767 * _LOUDEST * volume * samples).round().astype("<i2").tobytes())
    return out.getvalue()


def _note(hertz: float, count: int) -> npt.NDArray[np.float64]:
    """A note of `count` samples, -1 to 1, with a raised cosine at both ends."""
    number = np.arange(count)
    edge = np.minimum(number, number[::-1]) / (_FADE_S * RATE)
    envelope = 0.5 - 0.5 * np.cos(np.pi * edge.clip(max=1.0))
    return np.sin(2 * np.pi * hertz * number / RATE) * envelope


Volume = Literal["off", "low", "full"]
_LEVEL = {"off": 0.0, "low": 0.3, "full": 1.0}
"""The amplitude of tones and of piper, 0 to 1."""

_SPEECH_LEVEL = {"off": 0, "low": 35, "full": 100}
"""The amplitude of espeak-ng, whose default is 100."""

VOICES = {"en": "en", "fr": "fr-fr"}
"""espeak-ng's voice for each language."""

_WORDS_A_MINUTE = 155
"""Speed of speech, a little slower than the 175 that espeak-ng speaks by default."""

_PLAY_S, _SPEAK_S = 15.0, 10.0
"""A player that takes longer is killed."""

MAX_SPOKEN = 2
"""Queued sentences: what happened, and whose turn it is then."""

# Commands. Each reads from standard input; those for speech write a WAV file to standard output.
PLAYER = ("aplay", "-q", "-")
SPEAKER = ("espeak-ng", "--stdout", "-s", str(_WORDS_A_MINUTE))
PIPER = ("piper", "--output-file", "-")
"""Reads a line. It loads its voice for each sentence, which takes seconds on a small Pi."""


class Sound:
    """A sound output; by itself it is silent."""

    def tone(self, name: str) -> None:
        """Queue a tone."""

    def say(self, text: str, language: str) -> None:
        """Queue a sentence; only the last two are kept in the queue."""

    def set_volume(self, volume: Volume) -> None:
        """Set the volume; `off` clears the queue."""

    def set_speech(self, speaks: bool) -> None:
        """Enable or disable speech."""

    def close(self) -> None:
        """Stop all sound; may be called twice."""


RunPlayer = Callable[[Sequence[str], bytes, float], bytes]
"""Runs a command with input and a time limit in seconds; returns its output."""


def run_command(command: Sequence[str], stdin: bytes, seconds: float) -> bytes:
    """A program's output.

    Raises:
        OSError, subprocess.SubprocessError: it is missing, failed, or took too long.
    """
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=seconds, check=True)
    return done.stdout


def find_voices(folder: Path) -> Mapping[str, Path]:
    """piper's voices in a folder, by language: `fr_FR-siwis-low.onnx`, with its `.json` beside it."""
    found = sorted(path for path in folder.glob("*.onnx") if Path(f"{path}.json").is_file())
    return {language: path for path in reversed(found) for language in VOICES if path.name[:2] == language}


def has_voice(folder: Path) -> bool:
    """Whether this machine can speak, with espeak-ng or with piper and one of its voices in a folder."""
    return shutil.which(SPEAKER[0]) is not None or (
        shutil.which(PIPER[0]) is not None and bool(find_voices(folder))
    )


class Loudspeaker(Sound):
    """Plays tones and speech, one after the other in a thread of its own; nothing while the volume is `off`.

    Args:
        volume: the first volume.
        speaks: whether sentences are spoken.
        run: runs the player and the voice.
        complain: called once if playing fails, and once if speech fails.
        voices: of piper, by language; espeak-ng replaces one that fails.
    """

    def __init__(
        self,
        volume: Volume = "full",
        speaks: bool = True,
        run: RunPlayer = run_command,
        complain: Callable[[str], None] = lambda _: None,
        voices: Mapping[str, Path] | None = None,
    ) -> None:
        self._speaks = speaks
        self._run = run
        self._complain = complain
        self._voices = dict(voices or {})
        self._reported: set[str] = set()
        self._volume: Volume = volume
        self._waiting: deque[tuple[str, str]] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._play_all, name="sound", daemon=True)
        self._thread.start()

    def tone(self, name: str) -> None:
        self._add(("tone", name))

    def set_volume(self, volume: Volume) -> None:
        with self._changed:
            self._volume = volume
            if volume == "off":
                self._waiting.clear()

    def close(self) -> None:
        """Wait for the current sound, then stop."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify()
        self._thread.join(_PLAY_S + _SPEAK_S)

    def _add(self, job: tuple[str, str]) -> None:
        """Queue a sound, unless the same one is queued already."""
        with self._changed:
            if self._volume != "off" and not self._closed and job not in self._waiting:
                self._waiting.append(job)
                self._changed.notify()

    def _play_all(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                job = self._waiting.popleft()
            self._play(*job)

    def say(self, text: str, language: str) -> None:
        if self._speaks and text:
            with self._changed:
                spoken = [job for job in self._waiting if job[0] != "tone"]
                for job in spoken[: 1 - MAX_SPOKEN]:
                    self._waiting.remove(job)
            self._add((language, text))

    def set_speech(self, speaks: bool) -> None:
        with self._changed:
            self._speaks = speaks
            if not speaks:
                self._waiting = deque(job for job in self._waiting if job[0] == "tone")

    def _play(self, kind: str, content: str) -> None:
        """Play a `tone` by its name, or speak a text in the language `kind`."""
        volume = self._volume
        try:
            samples = tone(content, _LEVEL[volume]) if kind == "tone" else self._spoken(kind, content, volume)
        except (OSError, subprocess.SubprocessError) as error:
            why = said("speech: no voice ({why}); sudo apt install espeak-ng", why=_failure(error))
            self._report_once("speech", why)
            return
        try:
            self._run(PLAYER, samples, _PLAY_S)
        except (OSError, subprocess.SubprocessError) as error:
            why = said("sound: nothing plays ({why}); sudo apt install alsa-utils", why=_failure(error))
            self._report_once("sound", why)

    def _spoken(self, language: str, text: str, volume: Volume) -> bytes:
        if (voice := self._voices.get(language)) is not None:
            level = ("--volume", f"{_LEVEL[volume]:g}")
            try:
                return self._run((*PIPER, *level, "--model", str(voice)), text.encode(), _SPEAK_S)
            except (OSError, subprocess.SubprocessError) as error:
                self._report_once("piper", said("speech: piper doesn't speak ({why})", why=_failure(error)))
                del self._voices[language]
        level = ("-a", str(_SPEECH_LEVEL[volume]))
        return self._run((*SPEAKER, *level, "-v", VOICES[language]), text.encode(), _SPEAK_S)

    def _report_once(self, what: str, sentence: str) -> None:
        if what not in self._reported:
            self._reported.add(what)
            self._complain(sentence)


def _failure(error: Exception) -> str:
    """A short description of a failure."""
    if isinstance(error, subprocess.CalledProcessError):
        return f"{error.cmd[0]}: {error.stderr.decode(errors='replace').strip()[:80]}"
    if isinstance(error, FileNotFoundError):
        return said("{key} is missing", key=error.filename)
    return f"{error}"[:80]
