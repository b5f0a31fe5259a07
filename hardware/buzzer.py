"""A buzzer on a pin: the same tones as the loudspeaker's, for tables without one; no speech."""

import threading
from typing import Any

from hardware.errors import DeviceFailed
from hardware.pins import RGB_PINS, pin_errors, pin_factory
from hardware.sound import TONES, Sound, SoundThread, Volume

OCTAVES = 2
"""Around the A of 440 Hz: 110 to 1760 Hz, which holds every tone."""


class Buzzer(SoundThread):
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
            raise DeviceFailed("buzzer: the pin can't be used ({why})", why=error) from error
        self._silent = threading.Event()
        super().__init__(volume)

    def say(self, text: str, language: str) -> None:
        """Do nothing: a buzzer can't speak."""

    def set_speech(self, speaks: bool) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Be silent and release the pin."""
        self._silent.set()
        super().close()
        self._buzzer.close()

    def _play(self, kind: str, content: str) -> None:
        for hertz, seconds in TONES[content] if kind == "tone" else ():
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
