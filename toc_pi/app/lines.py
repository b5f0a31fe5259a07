"""Effects and sights as the lines of `toc-pi watch --json` (CONTRACT, toc-pi watch)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from calibration.setup.calibration_file import Calibration
from toc_pi.phrases import Phrases
from toc_pi.referee import effects
from toc_pi.referee.events import Seen
from toc_pi.vision.reliability import reliability_warnings

Line = dict[str, Any]


def seen_line(seen: Seen) -> Line:
    """An observation: the occupied holes that are sure, and the unsure ones."""
    return {"t": _t(seen.t), "event": "seen", "holes": dict(seen.holes), "unsure": sorted(seen.unsure)}


def calibrated_line(t: float, found: Calibration, camouflaged: tuple[str, ...]) -> Line:
    """The board was found, with what can hardly be seen on it.

    `alike` are pairs of pawns that look alike, `camouflaged` pawns that look like the paint of their holes,
    `doubts` other difficulties.
    """
    hard = {
        "alike": [list(pair) for pair in found.looks.alike],
        "camouflaged": list(camouflaged),
        "doubts": list(reliability_warnings(found)),
    }
    line: Line = {"t": _t(t), "event": "calibrated", "error_px": round(found.error_px, 3)}
    return line | {name: what for name, what in hard.items() if what}


class LineWriter:
    """Turns effects into lines.

    Args:
        phrases: by language, for the texts of verdicts and questions.
        why: the reasons of an illegal verdict as a sentence, by language.
    """

    def __init__(
        self, phrases: Mapping[str, Phrases], why: Callable[[effects.Verdict], Mapping[str, str]]
    ) -> None:
        self._phrases = phrases
        self._why = why

    def line(self, effect: effects.Effect) -> Line | None:
        """The line of an effect; None for those that other lines cover."""
        content = self._content(effect)
        return None if content is None else {"t": _t(effect.t), **content}

    def _content(self, effect: effects.Effect) -> Line | None:  # noqa: C901  # a case for each effect
        match effect:
            case effects.Verdict():
                return self._verdict(effect)
            case effects.Question():
                return self._question(effect)
            case effects.Echo(_, seat, do, card, cards):
                given = ({"card": card} if card is not None else {}) | (
                    {"cards": list(cards)} if cards else {}
                )
                return {"event": "declared", "seat": seat, "do": do, **given}
            case effects.Repair(_, holes):
                return {"event": "repair", "holes": dict(holes)}
            case effects.State(_, state):
                return {"event": "state", "state": state}
            case effects.Ended(_, winners):
                return {"event": "end", "winners": list(winners)}
            case effects.Turn(_, n, seat, hint):
                return {"event": "turn", "n": n, "seat": seat, **({"hint": hint} if hint else {})}
            case effects.Settled(_, n, seat, how, holes, fresh):
                board = {"holes": dict(sorted(holes.items())), "fresh": sorted(fresh)}
                return {"event": "settled", "n": n, "seat": seat, "how": how, **board}
            case effects.CardSettled(_, n, seat, card):
                return {"event": "settled", "n": n, "seat": seat, "card": card}
            case effects.TakenBack(_, n, seat):
                return {"event": "taken-back", "n": n, "seat": seat}
            case effects.Offer(_, seat, cards):
                return {"event": "offer", "seat": seat, "cards": list(cards)}
            case effects.Notice(_, code):
                return {
                    "event": "notice",
                    "code": code,
                    "text": self._texts(lambda one: one.sentence(effect)),
                }
        return None

    def _verdict(self, verdict: effects.Verdict) -> Line:
        line: Line = {"event": "verdict", "n": verdict.n, "seat": verdict.seat, "do": verdict.do}
        if verdict.card is not None:
            line["card"] = verdict.card
        if verdict.cards or verdict.inferred:
            line["cards"] = list(verdict.cards)
        line["legal"] = verdict.legal
        line["holes"] = dict(sorted(verdict.holes.items()))
        line["fresh"] = sorted(verdict.fresh)
        if verdict.legal:
            line["captured"] = list(verdict.captured)
            if verdict.passed:
                line["passed_over"] = list(verdict.passed)
        else:
            line["reasons"] = list(verdict.reasons)
            line["text"] = dict(self._why(verdict))
            line["back_to"] = dict(sorted(verdict.back_to.items()))
        return line

    def _question(self, question: effects.Question) -> Line:
        choices = [
            {"choice": choice, "text": self._texts(partial(Phrases.choice, question=question, choice=choice))}
            for choice in question.choices
        ]
        text = self._texts(lambda one: one.question(question))
        return {"event": "question", "id": question.id, "text": text, "choices": choices}

    def _texts(self, text: Callable[[Phrases], str | None]) -> dict[str, str | None]:
        """A text by language."""
        return {name: text(phrases) for name, phrases in self._phrases.items()}


def _t(t: float) -> float:
    return round(t, 3)
