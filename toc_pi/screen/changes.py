"""Updates a scene by an event or effect of the referee."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from calibration.holes import Seat
from toc_pi.effects import (
    CardSeen,
    CardSettled,
    CardsGone,
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
from toc_pi.phrases import Phrases
from toc_pi.screen.scene import Dialog, Scene, ShownGame, is_laid_down


def fold(scene: Scene, happened: Iterable[Event | Effect], phrases: Phrases) -> Scene:
    """The scene after events and the referee's effects, in order, with sentences in its language."""
    for what in happened:
        scene = after(scene, what, *_told(what, phrases))
    return scene


def reworded(scene: Scene, phrases: Phrases) -> Scene:
    """The scene with its sentences in the language of other phrases; the program's own line is left out."""
    game = scene.game
    (reason, source), (asking, labels) = _told(game.verdict, phrases), _told(game.question, phrases)
    noted, clause = _told(game.notice, phrases)[0], source.get("why", "")
    game = replace(game, reason=reason, clause=clause, asking=asking, labels=labels, noted=noted, hint="")
    return replace(scene, game=game)


def _told(what: Event | Effect | None, phrases: Phrases) -> tuple[str, Mapping[str, str]]:
    """The sentence and the labels of `after`."""
    match what:
        case Verdict():
            return phrases.screen_text(what), {"why": phrases.clause(what)}
        case Question():
            labels = {choice: phrases.choice(what, choice) for choice in what.choices}
            return phrases.screen_text(what), labels
        case Offer() | Notice() | TakenBack():
            return phrases.screen_text(what), {}
    return "", {}


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
    match what:
        case Seen(_, holes, unsure):
            seen = replace(scene.board, looked=True, pawns=dict(holes), unsure=unsure)
            return replace(scene, board=replace(seen, former=None, picked=None))
        case ViewChanged(_, view) | State(_, view):
            return replace(scene, board=replace(scene.board, view=view))
    game, dialog = _game_after(scene.game, what), scene.dialog
    match what:
        case Verdict():
            game = replace(game, reason=sentence, clause=(labels or {}).get("why", ""))
            dialog = replace(dialog, why=False)
        case Question() | Offer():
            game = replace(game, asking=sentence, labels=dict(labels or {}))
        case Notice() | TakenBack():
            game = replace(game, noted=sentence)
    return replace(scene, game=game, dialog=_dialog_after(dialog, game, what))


def _dialog_after(dialog: Dialog, game: ShownGame, what: Event | Effect) -> Dialog:
    """The dialog after an event or effect; what changes the turn ends most of it."""
    if isinstance(what, Verdict | Turn | Question | Offer | Repair | Echo):
        dialog = replace(dialog, turned=False)
    match what:
        case Echo(do="undo" | "redo"):
            return dialog
        case Echo() if what.do == "accept" or what.n:
            return replace(dialog, correcting=False)
        case Echo() | Verdict() | TakenBack() | Turn():
            hint = game.turn.hint if game.turn is not None else ""
            # In some turns every card is a discard.
            discards = game.offered.allows("discard", hint) and not game.offered.allows("card", hint)
            return Dialog(discards, leaving=dialog.leaving, why=dialog.why, turned=dialog.turned)
        case Cleared():
            return replace(dialog, correcting=False)
        case Repair(_, holes):
            return replace(dialog, correcting=dialog.correcting and bool(holes))
        case Notice(code="not-passed"):
            return replace(dialog, doubting=False)
    return dialog


def _game_after(game: ShownGame, what: Event | Effect) -> ShownGame:  # noqa: C901  # a case for each event and effect
    if isinstance(what, Verdict | Turn | TakenBack | Ended):
        game = replace(game, explained="", taken=None)
    match what:
        case Paused() | Resumed():
            return replace(game, paused=isinstance(what, Paused), undone=None)
        case Answered():
            return replace(game, question=None)
        case Echo():
            return _echo(game, what)
        case CardSeen(n=n) if n > game.judged:
            pile = {card.n: card for card in (*game.pile, what)}
            return replace(game, pile=tuple(pile[number] for number in sorted(pile)))
        case CardsGone(_, n):
            return replace(game, pile=tuple(card for card in game.pile if 0 < n != card.n))
        case Verdict():
            return _verdict(game, what)
        case CardSettled(_, n, _, card) if game.verdict is not None and game.verdict.n == n:
            return replace(game, verdict=replace(game.verdict, card=card, cards=()))
        case Settled(_, _, _, how, _, fresh):
            stands = None if how == "accepted" else game.verdict
            return replace(game, declared=None, verdict=stands, fresh=fresh)
        case Cleared():
            fresh = game.verdict.before_fresh if game.verdict else game.fresh
            return replace(game, verdict=None, fresh=fresh)
        case TakenBack():
            return _taken_back(game, what)
        case Question() | Offer():
            return replace(game, question=what, notice=None)
        case Withdrawn(_, asked) if isinstance(game.question, Question) and game.question.id == asked:
            return replace(game, question=None)
        case Repair(_, holes):
            return replace(game, repair=dict(holes), awaited=False)
        case Notice():
            return _notice(game, what)
        case Turn():
            return _turn(game, what)
        case Ended(_, winners):
            ended = replace(game, winners=winners, turn=None, question=None)
            return replace(ended, verdict=None, declared=None, notice=None)
    return game


def _echo(game: ShownGame, echo: Echo) -> ShownGame:
    if echo.do in ("undo", "redo"):
        return replace(game, notice=None, undone=echo if echo.n else None)
    if echo.do == "accept" or echo.n:
        return replace(game, notice=None, undone=None)
    # An illegal move stays flagged until the referee clears it.
    declared = replace(game, declared=echo, verdict=game.flagged, notice=None, undone=None)
    told = game.pile[: len(echo.cards) or int(echo.card is not None)]  # what was tapped is what lies there
    if told:
        declared = replace(declared, pile=game.pile[len(told) :], judged=told[-1].n)
    return _without_offer(declared)


def _without_offer(game: ShownGame) -> ShownGame:
    """An offer is about the turn that was open; a question is answered or withdrawn."""
    return replace(game, question=None) if isinstance(game.question, Offer) else game


def _verdict(game: ShownGame, verdict: Verdict) -> ShownGame:
    judged = replace(game, verdict=verdict, fresh=verdict.fresh, question=None, notice=None)
    last = max((game.judged, *verdict.laid))
    pile = tuple(card for card in game.pile if card.n > last)
    judged = replace(judged, pile=pile, judged=last, laid_down=_laid_down(game, verdict))
    earlier = tuple(one for one in game.passed if one[0] < verdict.n)
    passed = (*earlier, *((verdict.n, seat) for seat in verdict.passed if verdict.legal))
    return replace(judged, pulse=game.pulse + 1, passed=passed, undone=_undone(game, verdict))


def _laid_down(game: ShownGame, verdict: Verdict) -> tuple[Verdict, ...]:
    """The verdicts right before one about cards that were laid down without a move."""
    before = game.verdict
    if before is None or not is_laid_down(before) or before.n >= verdict.n:
        return ()
    return (*game.laid_down, before)


def _undone(game: ShownGame, what: Verdict | TakenBack) -> Echo | None:
    """The tap after which `redo` is possible, unless something else has happened since."""
    return game.undone if game.undone is not None and what.t <= game.undone.t else None


def _taken_back(game: ShownGame, taken: TakenBack) -> ShownGame:
    turn = Turn(taken.t, taken.n, taken.seat, taken.hint)
    passed = tuple(one for one in game.passed if one[0] < taken.n)
    opened = replace(game, turn=turn, passed=passed, undone=_undone(game, taken), laid_down=())
    judged = game.verdict if game.verdict is not None and game.verdict.n == taken.n else None
    return replace(opened, declared=None, verdict=None, question=None, winners=(), taken=judged)


def _notice(game: ShownGame, notice: Notice) -> ShownGame:
    noticed = replace(game, notice=notice)
    match notice.code:
        case "card-dropped" | "card-undone":
            return replace(noticed, declared=None)
        case "new-deal":
            return replace(noticed, passed=())
        case "not-passed":  # nor have those after this one
            n, seat = int(notice.values["n"]), Seat(notice.values["seat"])
            kept = game.unheard(n)[: game.unheard(n).index(seat)] if seat in game.unheard(n) else ()
            passed = tuple(one for one in game.passed if one[0] != n or one[1] in kept)
            return replace(noticed, passed=passed)
    return noticed


def _turn(game: ShownGame, turn: Turn) -> ShownGame:
    # Keep a notice given together with this turn (such as a new deal).
    notice = game.notice if game.notice is not None and game.notice.t >= turn.t else None
    return _without_offer(replace(game, turn=turn, notice=notice))
