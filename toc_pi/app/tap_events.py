"""Turns a tap into an event for the referee, depending on what was shown."""

from calibration.holes import Seat
from toc_pi.referee.effects import Offer, Question
from toc_pi.referee.events import Answered, Card, Declared, Event, MovedBy, NotPassed, Paused, Resumed
from toc_pi.screen import scene as scenes


def event_of(choice: str, scene: scenes.Scene, t: float) -> Event | None:
    """The referee's event for a tapped button; None if there is none now.

    Args:
        choice: a key of `toc_pi.screen.panel.Choice`.
        scene: what was shown when it was tapped.
        t: now, in the time of the pictures.
    """
    kind, _, which = choice.partition(":")
    if kind == "answer" and isinstance(scene.question, Question):
        return Answered(t, scene.question.id, which)
    if kind == "pause":
        return Resumed(t) if scene.paused else Paused(t)
    asked = scene.question
    if isinstance(asked, Question) and asked.code != "who-moved" and kind in ("accept", "undo"):
        # Without a screen the two wired buttons answer: the likeliest choice, or the last.
        return Answered(t, asked.id, asked.choices[0 if kind == "accept" else -1])
    if (said := _about_a_turn(kind, which, scene, t)) is not None:
        return said
    if scene.winners and kind == "undo":
        return Declared(t, scene.winners[0], "undo")
    if scene.turn is None:
        return None
    seat = scene.question.seat if isinstance(scene.question, Offer) else scene.turn.seat
    match kind:
        case "card":
            return Declared(t, seat, "discard" if scene.discarding else "card", Card(which))
        case "throw-done":
            return Declared(t, seat, "throw", cards=scene.thrown or ())
        case "accept" | "undo" | "redo" | "pass":
            return Declared(t, seat, kind)
        case "done" if scene.by_hand:  # nothing was moved
            return Declared(t, seat, "pass")
    return None


def _about_a_turn(kind: str, which: str, scene: scenes.Scene, t: float) -> Event | None:
    """The event of a key that names a turn: that of the verdict, or an earlier one; else None."""
    judged = scene.verdict
    if kind == "passed":
        n, _, seat = which.partition(":")
        return NotPassed(t, int(n), Seat(seat))
    if judged is not None and kind == "mover":
        return MovedBy(t, judged.n, Seat(which))
    if judged is not None and (kind == "told" or (kind == "card" and scene.correcting)):
        return Declared(t, judged.seat, "card", Card(which), n=judged.n)
    return None


def takes_back(event: Event) -> bool:
    """Whether the players take a turn, or a move, back with it, or what they have taken back."""
    return isinstance(event, Declared) and event.do in ("undo", "redo")
