"""Why a verdict was illegal, as a sentence in English and French."""

from collections.abc import Callable, Mapping

from calibration.holes import Seat
from toc_pi.belief.game import Game
from toc_pi.referee.effects import Verdict
from toc_pi.rules.explain import Judgement
from toc_pi.rules.position import Card, Position
from toc_pi.words import Manner, cite_rules, explain_text

Sentences = Callable[[Verdict], Mapping[str, str]]


def why(
    game: Game,
    colours: Mapping[Seat, str],
    manner: Manner = "cited",
    names: Mapping[Seat, str] | None = None,
) -> Sentences:
    """A function from a game's illegal verdict to its sentence by language.

    Args:
        game: whose rules apply.
        colours: seat -> colour word.
        manner: style of the sentence.
        names: the players' names by seat.
    """

    def sentences(verdict: Verdict) -> Mapping[str, str]:
        judgement = Judgement(False, verdict.reasons, verdict.particulars)
        before = Position(frozenset(verdict.before.items()), verdict.before_fresh)
        return explain_text(
            judgement,
            game.rules,
            before,
            verdict.seat,
            card_of(verdict),
            verdict.holes,
            colours,
            manner,
            names,
        )

    return sentences


def card_of(verdict: Verdict) -> Card:
    """The card that reasons are about: the declared or thrown one, or the nearest if none fits."""
    return verdict.card or verdict.nearest or verdict.cards[0]


def clauses(game: Game) -> Sentences:
    """A function from a game's illegal verdict to the references of its rules, by language."""
    return lambda verdict: cite_rules(game.rules, verdict.reasons, card_of(verdict))
