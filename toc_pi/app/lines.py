"""Effects and sights as the lines of `toc-pi watch --json` (CONTRACT, toc-pi watch)."""

from collections.abc import Callable, Mapping
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
        maker = _MAKERS.get(type(effect))
        return None if maker is None else {"t": _t(effect.t), **maker(self, effect)}

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
            {
                "choice": choice,
                "text": {name: phrases.choice(question, choice) for name, phrases in self._phrases.items()},
            }
            for choice in question.choices
        ]
        text = {name: phrases.question(question) for name, phrases in self._phrases.items()}
        return {"event": "question", "id": question.id, "text": text, "choices": choices}

    def _echo(self, echo: effects.Echo) -> Line:
        line: Line = {"event": "declared", "seat": echo.seat, "do": echo.do}
        if echo.card is not None:
            line["card"] = echo.card
        if echo.cards:
            line["cards"] = list(echo.cards)
        return line

    def _repair(self, repair: effects.Repair) -> Line:
        return {"event": "repair", "holes": dict(repair.holes)}

    def _state(self, state: effects.State) -> Line:
        return {"event": "state", "state": state.state}

    def _ended(self, ended: effects.Ended) -> Line:
        return {"event": "end", "winners": list(ended.winners)}

    def _turn(self, turn: effects.Turn) -> Line:
        return {"event": "turn", "n": turn.n, "seat": turn.seat, **({"hint": turn.hint} if turn.hint else {})}

    def _settled(self, settled: effects.Settled) -> Line:
        return {
            "event": "settled",
            "n": settled.n,
            "seat": settled.seat,
            "how": settled.how,
            "holes": dict(sorted(settled.holes.items())),
            "fresh": sorted(settled.fresh),
        }

    def _card_settled(self, settled: effects.CardSettled) -> Line:
        return {"event": "settled", "n": settled.n, "seat": settled.seat, "card": settled.card}

    def _taken_back(self, taken: effects.TakenBack) -> Line:
        return {"event": "taken-back", "n": taken.n, "seat": taken.seat}

    def _offer(self, offer: effects.Offer) -> Line:
        return {"event": "offer", "seat": offer.seat, "cards": list(offer.cards)}

    def _notice(self, notice: effects.Notice) -> Line:
        text = {name: phrases.sentence(notice) for name, phrases in self._phrases.items()}
        return {"event": "notice", "code": notice.code, "text": text}


# What makes a line of an effect.
_MAKERS: Mapping[type, Callable[..., Line]] = {
    effects.Verdict: LineWriter._verdict,
    effects.Question: LineWriter._question,
    effects.Echo: LineWriter._echo,
    effects.Repair: LineWriter._repair,
    effects.State: LineWriter._state,
    effects.Ended: LineWriter._ended,
    effects.Turn: LineWriter._turn,
    effects.Settled: LineWriter._settled,
    effects.CardSettled: LineWriter._card_settled,
    effects.TakenBack: LineWriter._taken_back,
    effects.Offer: LineWriter._offer,
    effects.Notice: LineWriter._notice,
}


def _t(t: float) -> float:
    return round(t, 3)
