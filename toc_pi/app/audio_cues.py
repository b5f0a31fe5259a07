"""The sound of each effect: a short tone, and a few spoken words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.errors import DeviceFailed
from hardware.sound import Buzzer, CombinedSound, Loudspeaker, Sound, Volume, find_voices
from toc_pi import effects
from toc_pi.languages import capital, filled, listed, load_texts
from toc_pi.phrases import Phrases


@dataclass(frozen=True, slots=True)
class AudioCue:
    """A tone's name, or "" for none, and words, or ""."""

    tone: str = ""
    words: str = ""


class AudioCues:
    """Chooses tone and words for an effect, in one game's language and colours."""

    def __init__(self, language: str, phrases: Phrases) -> None:
        self._texts = load_texts("spoken", language)
        self._phrases = phrases
        self.language = language

    def of(self, effect: object) -> AudioCue:
        """The tone and words of an effect; most have none."""
        maker = _MAKERS.get(type(effect))
        return AudioCue() if maker is None else maker(self, effect)

    def _say(self, key: str, **values: str) -> str:
        sentence = filled(self._texts["said"][key], values, self.language)
        return capital(sentence)

    def _card(self, card: str | None) -> str:
        return load_texts("names", self.language)["called"].get(card or "", card or "")

    def _who(self, *seats: str) -> str:
        return listed([self._phrases.who(seat) for seat in dict.fromkeys(seats)], self.language)

    def _called(self, *seats: str) -> str:
        return listed([self._phrases.called(seat) for seat in dict.fromkeys(seats)], self.language)

    def _turn(self, turn: effects.Turn) -> AudioCue:
        return AudioCue("turn", self._say("again" if turn.hint else "turn", who=self._called(turn.seat)))

    def _echo(self, echo: effects.Echo) -> AudioCue:
        match echo.do:
            case "card":
                return AudioCue(
                    "", self._say("card", who=self._called(echo.seat), card=self._card(echo.card))
                )
            case "discard" | "throw":
                return AudioCue("", self._say("discard", who=self._called(echo.seat)))
        return AudioCue()

    def _verdict(self, verdict: effects.Verdict) -> AudioCue:
        if not verdict.legal:
            return AudioCue("illegal", self._phrases.spoken_reason(verdict) or self._say("illegal"))
        if verdict.captured:
            return AudioCue("capture", self._say("captured", who=self._who(*verdict.captured)))
        if verdict.inferred and verdict.card is not None:  # it wasn't declared
            return AudioCue(
                "legal", self._say("card", who=self._who(verdict.seat), card=self._card(verdict.card))
            )
        return AudioCue("legal")

    def _question(self, _: effects.Question | effects.Offer) -> AudioCue:
        return AudioCue("question", self._say("question"))

    def _ended(self, ended: effects.Ended) -> AudioCue:
        return AudioCue("won", self._say("won", who=self._called(*ended.winners)))


def open_sound(
    volume: Volume,
    speaks: bool,
    buzzer: Callable[[str], None] | None = None,
    voices: Path | None = None,
) -> Sound:
    """Open what plays tones and speaks.

    A machine without a loudspeaker stays silent: `toc-pi doctor` and `toc-pi test sound` report what is
    missing.

    Args:
        volume: how loud.
        speaks: whether sentences are spoken.
        buzzer: called with the reason if the wired buzzer can't be used; None if no buzzer is wired.
        voices: the folder of piper voices.
    """
    loudspeaker = Loudspeaker(volume, speaks, voices=None if voices is None else find_voices(voices))
    if buzzer is None:
        return loudspeaker
    try:
        return CombinedSound(loudspeaker, Buzzer(volume))
    except DeviceFailed as error:
        buzzer(str(error))
        return loudspeaker


# What makes a sentence or tone of an effect.
_MAKERS: Mapping[type, Callable[[AudioCues, Any], AudioCue]] = {
    effects.Turn: AudioCues._turn,
    effects.Echo: AudioCues._echo,
    effects.Verdict: AudioCues._verdict,
    effects.Question: AudioCues._question,
    effects.Offer: AudioCues._question,
    effects.Ended: AudioCues._ended,
}
