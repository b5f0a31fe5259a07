"""A game as text: events as JSON Lines (CONTRACT: `watch --json`), which `app/judge.py` reads; hypotheses."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from calibration.holes import Seat
from toc_pi import effects
from toc_pi.belief.game import Game
from toc_pi.belief.look import SURE
from toc_pi.effects import Effect
from toc_pi.events import Event, Seen
from toc_pi.languages import LANGUAGES
from toc_pi.phrases import Phrases, no_reasons
from toc_pi.referee.referee import Referee
from toc_pi.words import why

LEAST_SHOWN = 0.001
"""Ranks less likely than this are left out of a line."""

JsonLine = dict[str, Any]


def seen_line(seen: Seen) -> JsonLine:
    """An observation: certain holes, uncertain holes and their possible contents.

    `probability` has a hole's possible contents ("" for empty), `white` the probability that a pawn's white
    side is up; each is left out if empty.
    """
    line: JsonLine = {
        "t": rounded(seen.t),
        "event": "seen",
        "holes": dict(seen.holes),
        "unsure": sorted(seen.unsure),
    }
    doubt = {
        hole: {what: _chance(chance) for what, chance in chances.items()}
        for hole, chances in sorted(seen.probability.items())
        if hole in seen.unsure or (chances and max(chances.values()) < SURE)
    }
    white = {hole: _chance(chance) for hole, chance in sorted(seen.white.items())}
    return line | ({"probability": doubt} if doubt else {}) | ({"white": white} if white else {})


def _chance(chance: float) -> float:
    return round(float(chance), 6)


class LineWriter:
    """Converts effects to lines.

    Args:
        phrases: by language, for the texts of verdicts and questions.
        why: the reasons of an illegal verdict as a sentence, by language.
    """

    def __init__(
        self, phrases: Mapping[str, Phrases], why: Callable[[effects.Verdict], Mapping[str, str]]
    ) -> None:
        self.phrases = phrases
        self._why = why

    def line(self, effect: effects.Effect) -> JsonLine | None:
        """The line of an effect; None if other lines cover it."""
        content = self._content(effect)
        return None if content is None else {"t": rounded(effect.t), **content}

    def _content(self, effect: effects.Effect) -> JsonLine | None:  # noqa: C901  # a case for each effect
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
            case effects.CardSeen():
                return _card(effect)
            case effects.CardsGone(_, n):
                return {"event": "card-taken", "n": n} if n else {"event": "pile-gathered"}
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

    def _verdict(self, verdict: effects.Verdict) -> JsonLine:
        line: JsonLine = {"event": "verdict", "n": verdict.n, "seat": verdict.seat, "do": verdict.do}
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

    def _question(self, question: effects.Question) -> JsonLine:
        choices = [
            {"choice": choice, "text": self._texts(partial(Phrases.choice, question=question, choice=choice))}
            for choice in question.choices
        ]
        text = self._texts(lambda one: one.question(question))
        return {"event": "question", "id": question.id, "text": text, "choices": choices}

    def _texts(self, text: Callable[[Phrases], str | None]) -> dict[str, str | None]:
        return {name: text(phrases) for name, phrases in self.phrases.items()}


def _card(seen: effects.CardSeen) -> JsonLine:
    likely = {rank: round(chance, 3) for rank, chance in seen.ranks.items() if chance >= LEAST_SHOWN}
    line: JsonLine = {
        "event": "card",
        "n": seen.n,
        "cards": dict(sorted(likely.items(), key=lambda one: -one[1])),
    }
    if seen.card is not None:
        line["card"] = seen.card
    if seen.laid is not None and rounded(seen.laid) != rounded(seen.t):
        line["laid"] = rounded(seen.laid)
    return line


def line_writer(game: Game | None, colours: Mapping[Seat, str]) -> LineWriter:
    """A writer in all languages; without a game no reasons are written."""
    plain = no_reasons if game is None else why(game, colours, "plain")
    phrases: dict[str, Phrases] = {name: Phrases(name, colours, plain) for name in LANGUAGES}
    return LineWriter(phrases, no_reasons if game is None else why(game, colours))


def rounded(t: float) -> float:
    """A time rounded to milliseconds, as in lines."""
    return round(t, 3)


SHOWN = 3
"""Number of hypotheses printed at a step, likeliest first."""

Judge = Callable[[Event], tuple[Effect, ...]]


def explained(referee: Referee, tell: Callable[[str], None]) -> Judge:
    """A referee's step that also reports its hypotheses whenever they change.

    Args:
        tell: called with a line for the event, and one for each hypothesis.
    """
    known: list[str] = []

    def step(event: Event) -> tuple[Effect, ...]:
        follows = referee.step(event)
        stories = referee.filter.stories[:SHOWN]
        summaries = [story.summary for story in stories]
        if summaries != known:
            known[:] = summaries
            tell(f"{event.t:.2f} {type(event).__name__}")
            for story in stories:
                tell(f"  {story}")
        return follows

    return step
