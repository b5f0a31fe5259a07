"""Updates a scene by an event or effect of the referee."""

from collections.abc import Mapping
from dataclasses import replace

from calibration.holes import Seat
from toc_pi.effects import (
    CardSettled,
    Cleared,
    Echo,
    Effect,
    Ended,
    Notice,
    Offer,
    Question,
    Repair,
    Settled,
    State,
    TakenBack,
    Turn,
    Verdict,
    Withdrawn,
)
from toc_pi.events import Answered, Event, Paused, Resumed, Seen, ViewChanged
from toc_pi.screen.scene import Scene


def after(
    scene: Scene, what: Event | Effect, sentence: str = "", labels: Mapping[str, str] | None = None
) -> Scene:
    """The scene after an event or effect; unchanged if the screen doesn't show it.

    Args:
        scene: the scene before.
        what: an event or effect of the referee.
        sentence: the sentence for an illegal move, a question or a notice, in the scene's language.
        labels: for a question, the label of each choice; for an illegal move, under `why`, the source of the
            rule.
    """
    scene = _changed(scene, what)
    if isinstance(what, Verdict | Turn | TakenBack | Ended) and scene.explained:
        scene = replace(scene, explained="")
    if isinstance(what, Verdict | Turn | Question | Offer | Repair | Echo) and scene.turned:
        scene = replace(scene, turned=False)
    match what:
        case Verdict():
            return replace(scene, reason=sentence, clause=(labels or {}).get("why", ""), why=False)
        case Question() | Offer():
            return replace(scene, asking=sentence, labels=dict(labels or {}))
        case Notice() | TakenBack():
            return replace(scene, noted=sentence)
    return scene


def _changed(scene: Scene, what: Event | Effect) -> Scene:  # noqa: C901  # a case for each event and effect
    match what:
        case Seen(_, holes, unsure):
            return replace(scene, looked=True, pawns=dict(holes), unsure=unsure, former=None, picked=None)
        case Paused() | Resumed():
            return replace(scene, paused=isinstance(what, Paused), undone=None)
        case ViewChanged(_, state) | State(_, state):
            return replace(scene, view=state)
        case Answered():
            return replace(scene, question=None)
        case Echo():
            return _echo(scene, what)
        case Verdict():
            return _verdict(scene, what)
        case CardSettled(_, n, _, card) if scene.verdict is not None and scene.verdict.n == n:
            return replace(scene, verdict=replace(scene.verdict, card=card, cards=()))
        case Settled(_, _, _, how, _, fresh):
            stands = None if how == "accepted" else scene.verdict
            return replace(scene, declared=None, verdict=stands, fresh=fresh)
        case Cleared():
            fresh = scene.verdict.before_fresh if scene.verdict else scene.fresh
            return replace(scene, verdict=None, fresh=fresh, correcting=False)
        case TakenBack():
            return _taken_back(scene, what)
        case Question() | Offer():
            return replace(scene, question=what, notice=None)
        case Withdrawn(_, asked) if isinstance(scene.question, Question) and scene.question.id == asked:
            return replace(scene, question=None)
        case Repair(_, holes):
            correcting = scene.correcting and bool(holes)
            return replace(scene, repair=dict(holes), awaited=False, correcting=correcting)
        case Notice():
            return _notice(scene, what)
        case Turn():
            return _turn(scene, what)
        case Ended(_, winners):
            ended = replace(scene, winners=winners, turn=None, question=None)
            return replace(ended, verdict=None, declared=None, notice=None)
    return scene


def _echo(scene: Scene, echo: Echo) -> Scene:
    if echo.do in ("undo", "redo"):
        return replace(scene, notice=None, undone=echo if echo.n else None)
    if echo.do == "accept" or echo.n:
        return replace(scene, notice=None, undone=None, correcting=False)
    offer = None if isinstance(scene.question, Offer) else scene.question
    # An illegal move stays flagged until the referee clears it.
    declared = replace(scene, declared=echo, verdict=scene.flagged, notice=None, question=offer, undone=None)
    return _untapped(declared)


def _verdict(scene: Scene, verdict: Verdict) -> Scene:
    judged = replace(scene, verdict=verdict, fresh=verdict.fresh, question=None, notice=None)
    earlier = tuple(one for one in scene.passed if one[0] < verdict.n)
    passed = (*earlier, *((verdict.n, seat) for seat in verdict.passed if verdict.legal))
    return _untapped(replace(judged, pulse=scene.pulse + 1, passed=passed, undone=_undone(scene, verdict)))


def _undone(scene: Scene, what: Verdict | TakenBack) -> Echo | None:
    """The tap after which `redo` is possible, unless something else has happened since."""
    return scene.undone if scene.undone is not None and what.t <= scene.undone.t else None


def _untapped(scene: Scene) -> Scene:
    """The scene with the tap mode reset; in some turns every card is a discard."""
    hint = scene.turn.hint if scene.turn is not None else ""
    discards = scene.offered.allows("discard", hint) and not scene.offered.allows("card", hint)
    return replace(scene, discarding=discards, correcting=False, keypad=False, doubting=False, thrown=None)


def _taken_back(scene: Scene, taken: TakenBack) -> Scene:
    turn = Turn(taken.t, taken.n, taken.seat, taken.hint)
    passed = tuple(one for one in scene.passed if one[0] < taken.n)
    opened = replace(scene, turn=turn, passed=passed, undone=_undone(scene, taken))
    return _untapped(replace(opened, declared=None, verdict=None, question=None, winners=()))


def _notice(scene: Scene, notice: Notice) -> Scene:
    noticed = replace(scene, notice=notice)
    match notice.code:
        case "card-dropped" | "card-undone":
            return replace(noticed, declared=None)
        case "new-deal":
            return replace(noticed, passed=())
        case "not-passed":  # nor have those after this one
            n, seat = int(notice.values["n"]), Seat(notice.values["seat"])
            kept = scene.unheard(n)[: scene.unheard(n).index(seat)] if seat in scene.unheard(n) else ()
            passed = tuple(one for one in scene.passed if one[0] != n or one[1] in kept)
            return replace(noticed, passed=passed, doubting=False)
    return noticed


def _turn(scene: Scene, turn: Turn) -> Scene:
    # Keep a notice given together with this turn (such as a new deal).
    notice = scene.notice if scene.notice is not None and scene.notice.t >= turn.t else None
    # A question is answered or withdrawn; an offer is about the turn that was open.
    question = None if isinstance(scene.question, Offer) else scene.question
    return _untapped(replace(scene, turn=turn, notice=notice, question=question))
