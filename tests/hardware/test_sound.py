"""Sound: tones that don't click, speech that never overlaps, and silence where there is no loudspeaker."""

import io
import subprocess
import threading
import wave
from array import array
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from patience import PATIENCE_S
from played import wait

from hardware.sound import (
    PIPER,
    PLAYER,
    RATE,
    SPEAKER,
    TONES,
    VOICES,
    Loudspeaker,
    find_voices,
    has_voice,
    tone,
)


def samples(name: str, volume: float = 1.0) -> list[int]:
    with wave.open(io.BytesIO(tone(name, volume))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return array("h", file.readframes(file.getnframes())).tolist()


@pytest.mark.parametrize("name", TONES)
def test_a_tone_is_short_soft_and_does_not_click(name: str) -> None:
    levels = samples(name)
    assert len(levels) / RATE < 0.7
    assert max(map(abs, levels)) < 0.4 * 32767
    assert abs(levels[0]) < 50
    assert abs(levels[-1]) < 50
    steps = [abs(b - a) for a, b in pairwise(levels)]
    assert max(steps) < 0.4 * 32767 * 2 * 3.1416 * 1100 / RATE  # nothing steeper than its highest note


def test_tones_are_distinguished_by_more_than_their_pitch() -> None:
    shapes = {tuple(round(hz / notes[0][0], 2) for hz, _ in notes) for notes in TONES.values()}
    assert len(shapes) == len(TONES)


def test_a_low_volume_is_lower() -> None:
    assert max(samples("turn", 0.3)) == pytest.approx(0.3 * max(samples("turn")), rel=0.01)


class Machine:
    """Replaces player and voice: records what runs, and blocks it until released."""

    def __init__(self, missing: Sequence[str] = ()) -> None:
        self.ran: list[tuple[str, bytes]] = []
        self.at_once = self.most = 0
        self.gate = threading.Event()
        self.gate.set()
        self.began = threading.Event()
        self._missing = missing

    def __call__(self, command: Sequence[str], given: bytes, _seconds: float) -> bytes:
        if command[0] in self._missing:
            raise FileNotFoundError(2, "No such file or directory", command[0])
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.began.set()
        self.gate.wait(PATIENCE_S)
        self.ran.append((command[0], given))
        self.at_once -= 1
        return b"RIFF" + given

    @property
    def played(self) -> list[bytes]:
        return [given for name, given in self.ran if name == PLAYER[0]]


def settled(sound: Loudspeaker, machine: Machine) -> None:
    """Wait until the queue is played: closing drops it, so request a last tone and wait for it."""
    done = threading.Event()
    run = machine.__call__

    def last(command: Sequence[str], given: bytes, seconds: float) -> bytes:
        out = run(command, given, seconds)
        if command[0] == PLAYER[0] and given == tone("won"):
            done.set()
        return out

    sound._run = last
    sound.tone("won")
    assert done.wait(PATIENCE_S)


def test_sounds_are_played_one_after_the_other_and_in_order() -> None:
    machine = Machine()
    sound = Loudspeaker("full", run=machine)
    sound.tone("legal")
    sound.say("Red", "en")
    settled(sound, machine)
    sound.close()
    assert machine.played == [tone("legal"), b"RIFFRed", tone("won")]
    assert machine.most == 1


def test_what_was_off_is_heard_once_it_is_louder_and_speech_goes_on_and_off() -> None:
    machine = Machine()
    sound = Loudspeaker("off", speaks=False, run=machine)
    sound.tone("legal")
    sound.set_volume("low")
    sound.say("Blue", "en")
    sound.tone("turn")
    sound.set_speech(True)
    sound.say("Green", "en")
    wait(lambda: machine.played == [tone("turn", 0.3), b"RIFFGreen"])
    sound.close()


def test_a_voice_of_piper_speaks_its_language_and_espeak_where_it_cannot(tmp_path: Path) -> None:
    for name in ("fr_FR-siwis-low.onnx", "fr_FR-siwis-low.onnx.json", "en_GB-alan-low.onnx"):
        (tmp_path / name).touch()
    voices = find_voices(tmp_path)
    assert voices == {"fr": tmp_path / "fr_FR-siwis-low.onnx"}, "one without its description is none"
    for missing, speakers in (((), [PIPER[0], SPEAKER[0]]), ((PIPER[0],), [SPEAKER[0], SPEAKER[0]])):
        machine, complaints = Machine(missing), list[str]()
        sound = Loudspeaker("full", run=machine, complain=complaints.append, voices=voices)
        sound.say("Rouge", "fr")
        sound.say("Red", "en")
        settled(sound, machine)
        sound.close()
        assert [name for name, _ in machine.ran if name != PLAYER[0]] == speakers
        assert len(complaints) == len(missing)


def test_a_machine_has_a_voice_where_espeak_or_piper_with_a_voice_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs, voices = tmp_path / "bin", tmp_path / "voices"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    assert not has_voice(voices)
    (programs / PIPER[0]).touch(mode=0o755)
    assert not has_voice(voices)
    voices.mkdir()
    for name in ("fr_FR-siwis-low.onnx", "fr_FR-siwis-low.onnx.json"):
        (voices / name).touch()
    assert has_voice(voices)
    (programs / SPEAKER[0]).touch(mode=0o755)
    assert has_voice(tmp_path / "none")


def test_of_what_waits_only_the_newest_sentences_are_spoken() -> None:
    machine = Machine()
    machine.gate.clear()
    sound = Loudspeaker("full", run=machine)
    sound.say("first", "en")
    assert machine.began.wait(PATIENCE_S)  # it is being spoken already
    for word in ("second", "third", "fourth"):
        sound.say(word, "en")
    machine.gate.set()
    settled(sound, machine)
    sound.close()
    assert machine.played == [b"RIFFfirst", b"RIFFthird", b"RIFFfourth", tone("won")]


def test_asking_never_waits_for_the_loudspeaker() -> None:
    machine = Machine()
    machine.gate.clear()
    sound = Loudspeaker("full", run=machine)
    for number in range(50):
        sound.say(f"{number}", "fr")
        sound.tone("turn")
    assert len(machine.ran) == 0  # nothing could end, and all calls have come back
    machine.gate.set()
    sound.close()


@pytest.mark.parametrize(
    ("missing", "said"), [("aplay", "alsa-utils"), ("espeak-ng", "espeak-ng is missing")]
)
def test_a_machine_without_player_or_voice_says_so_once(missing: str, said: str) -> None:
    complaints: list[str] = []
    sound = Loudspeaker("full", run=Machine([missing]), complain=complaints.append)
    for word in "abcd":
        sound.say(word, "en")
        sound.tone("turn")
    wait(lambda: bool(complaints))
    sound.close()
    assert len(complaints) == 1
    assert said in complaints[0]


@pytest.mark.parametrize("language", VOICES)
def test_the_real_voice_speaks_where_it_is_installed(language: str) -> None:
    try:
        out = subprocess.run(
            (*SPEAKER, "-v", VOICES[language]), input=b"Rouge, 7.", capture_output=True, timeout=PATIENCE_S
        )
    except FileNotFoundError:
        pytest.skip("espeak-ng is not installed")
    assert out.returncode == 0
    assert out.stdout[:4] == b"RIFF"
    assert len(out.stdout) > 20_000
