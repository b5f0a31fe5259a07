"""The events of a film: taps, observations and time, in this order."""

import numpy as np

from calibration.holes import Seat
from hardware.camera import Frame, Picture
from toc_pi.app.event_lines import LineWriter
from toc_pi.app.film_session import SETTLE_S, SETTLE_STEP_S, Passed, film_events
from toc_pi.effects import CardSeen, CardsGone
from toc_pi.events import Card, Declared, Event, Tick, ViewChanged
from toc_pi.phrases import no_reasons

PICTURE = np.zeros((2, 2, 3), np.uint8)


class Hands:
    """An observer that sees a hand in every picture, and changed light after changed camera settings."""

    camouflaged = ()

    def look(self, t: float, image: Picture) -> tuple[ViewChanged, ...]:
        assert image.size
        return (ViewChanged(t, "hand"),)

    def settings_changed(self, t: float) -> tuple[ViewChanged, ...]:
        return (ViewChanged(t, "light"),)


def played(frames: list[Frame], taps: list[Declared]) -> list[Event]:
    return [each for each in film_events(frames, Hands(), taps) if not isinstance(each, Passed)]


def test_taps_come_before_the_picture_of_their_second_then_the_look_then_the_time() -> None:
    frames = [Frame(t, PICTURE) for t in (1.0, 2.0)]
    taps = [Declared(2.0, Seat("b"), "undo"), Declared(0.5, Seat("a"), "undo")]
    assert [(type(each), each.t) for each in played(frames, taps)][:6] == [
        (Declared, 0.5),
        (ViewChanged, 1.0),
        (Tick, 1.0),
        (Declared, 2.0),
        (ViewChanged, 2.0),
        (Tick, 2.0),
    ]


def test_after_the_film_the_last_taps_are_handled_and_time_runs_on_for_a_moment() -> None:
    events = played([Frame(1.0, PICTURE)], [Declared(3.0, Seat("a"), "undo")])
    assert isinstance(events[2], Declared)
    ticks = [each.t for each in events[3:]]
    assert ticks == [3.0 + SETTLE_STEP_S * step for step in range(1, round(SETTLE_S / SETTLE_STEP_S) + 1)]
    assert all(isinstance(each, Tick) for each in events[3:])


def test_changed_camera_settings_are_reported_before_the_next_picture() -> None:
    shown = played(
        [Frame(1.0, PICTURE), Frame(2.0, PICTURE, settings=1), Frame(3.0, PICTURE, settings=1)], []
    )
    views = [(each.t, each.state) for each in shown if isinstance(each, ViewChanged)]
    assert views == [(1.0, "hand"), (2.0, "light"), (2.0, "hand"), (3.0, "hand")]


def test_a_card_is_a_line_with_the_ranks_that_it_may_be_the_likeliest_first() -> None:
    liner = LineWriter({}, no_reasons)
    unsure = CardSeen(12.8, 3, {Card("J"): 0.0041, Card("7"): 0.9932, Card("2"): 0.0004}, None)
    line = {"t": 12.8, "event": "card", "n": 3, "cards": {"7": 0.993, "J": 0.004}}
    assert liner.line(unsure) == line
    assert list(line["cards"]) == ["7", "J"]  # type: ignore[call-overload]
    sure = CardSeen(12.8, 3, {Card("7"): 0.9996}, Card("7"))
    assert liner.line(sure) == {"t": 12.8, "event": "card", "n": 3, "cards": {"7": 1.0}, "card": "7"}
    assert liner.line(CardsGone(13.0, 3)) == {"t": 13.0, "event": "card-taken", "n": 3}
    assert liner.line(CardsGone(13.0, 0)) == {"t": 13.0, "event": "pile-gathered"}
