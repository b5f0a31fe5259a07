"""Updates a scene by an event or effect of the referee."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from calibration.holes import Seat
from toc_pi.referee.effects import (
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
from toc_pi.referee.events import Answered, Event, Paused, Resumed, Seen, ViewChanged
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
    change = _CHANGES.get(type(what))
    if change is None:
        return scene
    changed: Scene = change(scene, what)
    if isinstance(what, Verdict | Turn | TakenBack | Ended) and changed.explained:
        changed = replace(changed, explained="")
    if isinstance(what, Verdict | Turn | Question | Offer | Repair | Echo) and changed.turned:
        changed = replace(changed, turned=False)
    match what:
        case Verdict():
            return replace(changed, reason=sentence, clause=(labels or {}).get("why", ""), why=False)
        case Question() | Offer():
            return replace(changed, asking=sentence, labels=dict(labels or {}))
        case Notice() | TakenBack():
            return replace(changed, noted=sentence)
    return changed


def _seen(scene: Scene, seen: Seen) -> Scene:
    return replace(scene, looked=True, pawns=dict(seen.holes), unsure=seen.unsure, former=None, picked=None)


def _paused(scene: Scene, what: Paused | Resumed) -> Scene:
    return replace(scene, paused=isinstance(what, Paused), undone=None)


def _view(scene: Scene, changed: ViewChanged | State) -> Scene:
    return replace(scene, view=changed.state)


def _answered(scene: Scene, _: Answered) -> Scene:
    return replace(scene, question=None)


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


def _card_settled(scene: Scene, settled: CardSettled) -> Scene:
    if scene.verdict is None or scene.verdict.n != settled.n:
        return scene
    return replace(scene, verdict=replace(scene.verdict, card=settled.card, cards=()))


def _untapped(scene: Scene) -> Scene:
    """The scene with the tap mode reset; in some turns every card is a discard."""
    hint = scene.turn.hint if scene.turn is not None else ""
    discards = scene.offered.allows("discard", hint) and not scene.offered.allows("card", hint)
    return replace(scene, discarding=discards, correcting=False, keypad=False, doubting=False, thrown=None)


def _settled(scene: Scene, settled: Settled) -> Scene:
    stands = None if settled.how == "accepted" else scene.verdict
    return replace(scene, declared=None, verdict=stands, fresh=settled.fresh)


def _cleared(scene: Scene, _: Cleared) -> Scene:
    fresh = scene.verdict.before_fresh if scene.verdict else scene.fresh
    return replace(scene, verdict=None, fresh=fresh, correcting=False)


def _taken_back(scene: Scene, taken: TakenBack) -> Scene:
    turn = Turn(taken.t, taken.n, taken.seat, taken.hint)
    passed = tuple(one for one in scene.passed if one[0] < taken.n)
    opened = replace(scene, turn=turn, passed=passed, undone=_undone(scene, taken))
    return _untapped(replace(opened, declared=None, verdict=None, question=None, winners=()))


def _question(scene: Scene, question: Question | Offer) -> Scene:
    return replace(scene, question=question, notice=None)


def _withdrawn(scene: Scene, withdrawn: Withdrawn) -> Scene:
    asked = scene.question
    same = isinstance(asked, Question) and asked.id == withdrawn.id
    return replace(scene, question=None) if same else scene


def _repair(scene: Scene, repair: Repair) -> Scene:
    correcting = scene.correcting and bool(repair.holes)
    return replace(scene, repair=dict(repair.holes), awaited=False, correcting=correcting)


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


def _ended(scene: Scene, ended: Ended) -> Scene:
    return replace(
        scene, winners=ended.winners, turn=None, question=None, verdict=None, declared=None, notice=None
    )


# What changes the scene, by the type of event or effect.
_CHANGES: dict[type, Callable[[Scene, Any], Scene]] = {
    Seen: _seen,
    ViewChanged: _view,
    Paused: _paused,
    Resumed: _paused,
    Answered: _answered,
    Echo: _echo,
    Verdict: _verdict,
    Settled: _settled,
    CardSettled: _card_settled,
    Cleared: _cleared,
    TakenBack: _taken_back,
    Question: _question,
    Offer: _question,
    Withdrawn: _withdrawn,
    Repair: _repair,
    Notice: _notice,
    State: _view,
    Turn: _turn,
    Ended: _ended,
}
