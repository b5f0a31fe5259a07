"""The summary of a filmed game: turns, flagged moves, captures, and the result so far."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from calibration.holes import Seat, is_home
from toc_pi.app.reasons import card_of
from toc_pi.phrases import Phrases
from toc_pi.referee.effects import Ended, Settled, TakenBack, Verdict
from toc_pi.screen.summary import Summary

MOST_FLAGGED = 8  # maximum number of flagged turns that are listed


@cache
def words_beside(language: str) -> Mapping[str, str]:
    """The texts of `texts/summary.*.toml`."""
    return tomllib.loads((files("toc_pi.texts") / f"summary.{language}.toml").read_text("utf-8"))


def sum_up(happened: Iterable[object], seats: Sequence[Seat], phrases: Phrases, language: str) -> Summary:
    """The summary of a game.

    Args:
        happened: effects, in order; anything else is ignored.
            seats: of the players.
        phrases: sentences in the language.
        language: "en" or "fr".
    """
    last: dict[int, Verdict] = {}
    flagged: list[Verdict] = []
    settled: dict[int, Settled] = {}
    ended: Ended | None = None
    for each in happened:
        if isinstance(each, Verdict):
            last[each.n] = each
            flagged += [] if each.legal else [each]
        elif isinstance(each, Settled):
            settled[each.n] = each
        elif isinstance(each, TakenBack):
            last.pop(each.n, None)
            settled.pop(each.n, None)
            ended = None
        elif isinstance(each, Ended):
            ended = each
    words = words_beside(language)
    legal = [verdict for verdict in last.values() if verdict.legal]
    lines = [words["turns"].format(turns=len(last), legal=len(legal), flagged=len(flagged))]
    lines += [_flagged(verdict, words, phrases) for verdict in flagged[:MOST_FLAGGED]]
    if len(flagged) > MOST_FLAGGED:
        lines.append(words["more"].format(count=len(flagged) - MOST_FLAGGED))
    taken = Counter(seat for verdict in legal for seat in verdict.captured)
    counted = _counted({seat: taken[seat] for seat in seats if taken[seat]}, words, phrases)
    lines.append(words["captures"].format(who=counted) if counted else words["no_captures"])
    if ended is not None:
        lines.append(phrases.sentence(ended) or "")
    else:
        holes = settled[max(settled)].holes if settled else {}
        home = Counter(seat for hole, seat in holes.items() if is_home(hole))
        standing = _counted({seat: home[seat] for seat in seats}, words, phrases)
        lines.append(words["standing"].format(who=standing))
    return Summary(words["title"], (*lines, words["go_on"]), words["close"])


def _flagged(verdict: Verdict, words: Mapping[str, str], phrases: Phrases) -> str:
    cards = (verdict.card,) if verdict.card else verdict.cards or (card_of(verdict),)
    return words["flagged"].format(
        n=verdict.n,
        who=phrases.who(verdict.seat),
        card=" ".join(map(phrases.card, cards)),
        why=phrases.reason(verdict),
    )


def _counted(counts: Mapping[Seat, int], words: Mapping[str, str], phrases: Phrases) -> str:
    return ", ".join(words["count"].format(who=phrases.who(seat), count=n) for seat, n in counts.items())
