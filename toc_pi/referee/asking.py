"""For boards without a good explanation: a question answered by one tap, or lost sight and guided repair."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from calibration.holes import Seat
from toc_pi.belief.game import Play
from toc_pi.belief.look import Pawns
from toc_pi.belief.match import Match, legal_as
from toc_pi.belief.rulebook import Rulebook
from toc_pi.referee.effects import Notice, Question, QuestionCode, Repair
from toc_pi.referee.patience import has_stood, say
from toc_pi.referee.settling import Step, differences
from toc_pi.referee.states import Asked, Cause, RefereeState
from toc_pi.referee.waits import CONFIRM_S

MOST_QUESTIONS = 4  # maximum number of questions in the last `IN_TURNS` turns
IN_TURNS = 100  # number of turns over which questions are counted


def ask(book: Rulebook, state: RefereeState, play: Play, seen: Match) -> Step:
    """Ask which of the likeliest positions is right, unless the players have been asked too often.

    After an answer that settled nothing they aren't asked again before the next hand.
    """
    if state.asked is not None:
        return state, ()
    if _asked_often(state) or "unsure" in state.notices:
        return say(state, "unsure", seat=play.seat)
    options: list[tuple[str, Pawns]] = []
    values = {"seat": str(play.seat), "card": str(play.card or "")}
    for number, pawns in enumerate(seen.others):
        kind: Literal["as-before", "legal", "other"] = "other"
        if pawns == state.pawns:
            kind = "as-before"
        elif legal_as(book, state.record, play, pawns):
            kind = "legal"
        options.append((f"{kind}-{number}", pawns))
        values[f"{kind}-{number}"] = _changes(state.pawns, pawns)
    options.append(("none", frozenset()))
    return _put(state, "what-happened", values, options)


def ask_who(state: RefereeState, seats: Iterable[Seat], pawns: Pawns) -> Step | None:
    """Ask which of several players made a move; None if the players have been asked too often."""
    if _asked_often(state):
        return None
    changes = _changes(state.pawns, pawns)
    values = {f"seat-{seat}": changes for seat in seats}
    return _put(state, "who-moved", values, [*((choice, pawns) for choice in values), ("none", pawns)])


def _asked_often(state: RefereeState) -> bool:
    return sum(n > state.n - IN_TURNS for n in state.asked_at) >= MOST_QUESTIONS


def _put(
    state: RefereeState, code: QuestionCode, values: Mapping[str, str], options: Sequence[tuple[str, Pawns]]
) -> Step:
    """Ask a question."""
    identity = len(state.asked_at) + 1
    asked = Asked(identity, code, tuple(options))
    done = replace(state, asked=asked, asked_at=(*state.asked_at, state.n))
    choices = tuple(choice for choice, _ in options)
    return done, (Question(state.t, identity, code, values, choices),)


def _changes(before: Pawns, after: Pawns) -> str:
    """The changes from one position to another, as `a:a3>a10 b:b0>camp`; empty for none."""
    words = []
    for seat in sorted({seat for _, seat in before ^ after}):
        left = sorted(hole for hole, owner in before - after if owner == seat)
        came = sorted(hole for hole, owner in after - before if owner == seat)
        for number in range(max(len(left), len(came))):
            start = left[number] if number < len(left) else "camp"
            end = came[number] if number < len(came) else "camp"
            words.append(f"{seat}:{start}>{end}")
    return " ".join(words)


def report_lost_sight(book: Rulebook, state: RefereeState) -> Step:
    """Report lost sight, and show how to restore the board."""
    lost = replace(state.gone_on(Cause.UNEXPLAINED), notices=state.notices | {"lost-sight"})
    notice = () if "lost-sight" in state.notices else (Notice(state.t, "lost-sight"),)
    shown, repair = show_repair(book, lost)
    return shown, (*notice, *repair)


def show_repair(book: Rulebook, state: RefereeState) -> Step:
    """Show the differences from the record, once they have changed and been stable for `CONFIRM_S`."""
    wrong = differences(state, book)
    if wrong == state.repair or (state.repair is None and not wrong) or not has_stood(state, CONFIRM_S):
        return state, ()
    return replace(state, repair=wrong), (Repair(state.t, dict(wrong)),)
