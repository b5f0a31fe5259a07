"""Recording while playing: wrappers that pass pictures, taps, observations and verdicts to a recording."""

from collections.abc import Callable, Iterator

from calibration.setup.calibration_file import Calibration
from hardware.camera import Camera, Frame
from toc_pi.app.camera.sights import BoardFound, Calibrate, PictureObserver, Remark, Sight, Sights
from toc_pi.app.recording.clip import Clip, Tap
from toc_pi.app.recording.recording import Recording
from toc_pi.app.watch import Calibrated, Passed, watch
from toc_pi.belief.game import Game
from toc_pi.referee.effects import Effect
from toc_pi.referee.events import Declared, Event, Seen
from toc_pi.vision.observer import Observer


class RecordingCamera:
    """A camera whose pictures are recorded."""

    def __init__(self, camera: Camera, recording: Recording) -> None:
        self._camera = camera
        self._recording = recording

    def read(self) -> Frame | None:
        """The next picture."""
        frame = self._camera.read()
        if frame is not None:
            self._recording.picture(frame)
        return frame

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()


class RecordingSights(Sights):
    """Sights whose pictures are all passed to the recording, not only those that were observed."""

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        calibrate: Calibrate,
        recording: Recording,
        *,
        live: bool = True,
        open_observer: Callable[[Calibration], PictureObserver] = Observer,
    ) -> None:
        super().__init__(open_camera, calibrate, open_observer, live=live, keep=recording.picture)
        self._recording = recording
        self._reported = False

    def take(self) -> tuple[Sight, ...]:
        """What was seen since the last call."""
        sights = super().take()
        for sight in sights:
            if isinstance(sight, BoardFound):
                self._recording.found(sight.t)
        if self._recording.ended and not self._reported:
            self._reported = True
            return (*sights, Remark(self.now(), self._recording.ended))
        return sights


def recording_step(
    step_referee: Callable[[Event], tuple[Effect, ...]], recording: Recording
) -> Callable[[Event], tuple[Effect, ...]]:
    """A function that steps the referee, and records taps, observations and effects."""

    def step(event: Event) -> tuple[Effect, ...]:
        if isinstance(event, Declared):
            recording.tap(Tap(event.t, event.seat, event.do, event.card, tuple(event.cards)))
        if isinstance(event, Seen):
            recording.note(event)
        effects = step_referee(event)
        for effect in effects:
            recording.note(effect)
        return effects

    return step


def record_clip(clip: Clip, game: Game | None, film: Camera, recording: Recording) -> Iterator[float]:
    """Referee a clip and record it again.

    Yields:
        The time of each picture once it is recorded, s.

    Raises:
        BadInput, BadFilm, CannotSee: as `toc_pi.app.watch.watch`.
    """
    taps = list(clip.taps)
    for happening in watch(clip, game, RecordingCamera(film, recording)):
        if isinstance(happening, Calibrated):
            recording.found(happening.t, clip.setup)
        elif isinstance(happening, Passed):
            while taps and taps[0].t <= happening.frame.t:
                recording.tap(taps.pop(0))
            yield happening.frame.t
        else:
            recording.note(happening)
    for tap in taps:
        recording.tap(tap)
