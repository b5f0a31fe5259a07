"""A buzzer on a pin: the same tones as the loudspeaker's, for tables without one; no speech."""

import threading
from collections import deque
from typing import Any

from hardware.errors import DeviceFailed
from hardware.pins import RGB_PINS, pin_errors, pin_factory
from hardware.sound import TONES, Sound, Volume
from toc_pi.messages import said

OCTAVES = 2
"""Around the A of 440 Hz: 110 to 1760 Hz, which holds every tone."""
END_S = 2.0
"""How long to wait for the last tones to end."""


class Buzzer:
    """A passive piezo buzzer, through gpiozero; it is on or off, without a volume between."""

    def __init__(self, volume: Volume = "full", factory: Any = None) -> None:
        """Take its pin.

        Args:
            volume: `off` for silence.
            factory: a gpiozero pin factory; None for the process's own.

        Raises:
            DeviceFailed: the pin can't be reached or is taken.
        """
        import gpiozero
        from gpiozero.tones import Tone

        self._tone = Tone.from_frequency
        try:
            pin = RGB_PINS["buzzer"].gpio
            factory = factory if factory is not None else pin_factory()
            self._buzzer = gpiozero.TonalBuzzer(pin, octaves=OCTAVES, pin_factory=factory)
        except pin_errors() as error:
            raise DeviceFailed(said("buzzer: the pin can't be used ({why})", why=error)) from error
        self._volume: Volume = volume
        self._waiting: deque[str] = deque()
        self._changed = threading.Condition()
        self._silent = threading.Event()
        self._thread = threading.Thread(target=self._play_all, name="buzzer", daemon=True)
        self._thread.start()

    def tone(self, name: str) -> None:
        """Play a tone soon; the same one isn't queued twice."""
        with self._changed:
            if self._volume != "off" and name not in self._waiting and not self._silent.is_set():
                self._waiting.append(name)
                self._changed.notify()

    def say(self, text: str, language: str) -> None:
        """Do nothing: a buzzer can't speak."""

    def set_volume(self, volume: Volume) -> None:
        """Switch sound on or off."""
        with self._changed:
            self._volume = volume
            if volume == "off":
                self._waiting.clear()

    def set_speech(self, speaks: bool) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Be silent and release the pin."""
        self._silent.set()
        with self._changed:
            self._waiting.clear()
            self._changed.notify()
        self._thread.join(END_S)
        self._buzzer.close()

    def _play_all(self) -> None:
        while not self._silent.is_set():
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._silent.is_set())
                name = self._waiting.popleft() if self._waiting else ""
            for hertz, seconds in TONES.get(name, ()):
                if hertz:
                    self._buzzer.play(self._tone(hertz))
                else:
                    self._buzzer.stop()
                if self._silent.wait(seconds):
                    break
            self._buzzer.stop()


class CombinedSound:
    """Several sound outputs as one."""

    def __init__(self, *sounds: Sound) -> None:
        self._sounds = sounds

    def tone(self, name: str) -> None:
        """Play a tone soon."""
        for sound in self._sounds:
            sound.tone(name)

    def say(self, text: str, language: str) -> None:
        """Speak soon."""
        for sound in self._sounds:
            sound.say(text, language)

    def set_volume(self, volume: Volume) -> None:
        """Set the volume of each."""
        for sound in self._sounds:
            sound.set_volume(volume)

    def set_speech(self, speaks: bool) -> None:
        """Whether sentences are spoken from now on."""
        for sound in self._sounds:
            sound.set_speech(speaks)

    def close(self) -> None:
        """Be silent."""
        for sound in self._sounds:
            sound.close()


def open_buzzer(volume: Volume) -> Buzzer:
    """The buzzer on its pin.

    Raises:
        DeviceFailed: this is a Pi, and its pin can't be used.
    """
    return Buzzer(volume)
