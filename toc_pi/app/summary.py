"""The summary of a filmed game: turns, flagged moves, captures, and the result so far."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from calibration.holes import Seat, is_home
from toc_pi.app.reasons import card_of
from toc_pi.languages import Language
from toc_pi.phrases import Phrases
from toc_pi.referee.effects import Ended, Settled, TakenBack, Verdict
from toc_pi.rulebook.book import read_book
from toc_pi.screen.summary import Summary

MOST_FLAGGED = 8  # maximum number of flagged turns that are listed


@cache
def words_beside(language: str) -> Mapping[str, str]:
    """The texts of `texts/summary.*.toml`."""
    return tomllib.loads((files("toc_pi.texts") / f"summary.{language}.toml").read_text("utf-8"))


def sum_up(
    happened: Iterable[object],
    seats: Sequence[Seat],
    phrases: Phrases,
    language: Language,
    command: str = "toc-pi play",
) -> Summary:
    """The summary of a game.

    Args:
        happened: effects, in order; anything else is ignored.
            seats: of the players.
        phrases: sentences in the language.
        language: "en" or "fr".
        command: what to type to play.
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
    played = words["turns_one" if len(last) == 1 else "turns"].format(turns=len(last))
    how_many = ("flagged_none", "flagged_one", "flagged_many")[min(2, len(flagged))]
    lines = [f"{played} {words[how_many].format(count=len(flagged))}"]
    lines += [_flagged(verdict, language, phrases) for verdict in flagged[:MOST_FLAGGED]]
    if len(flagged) > MOST_FLAGGED:
        lines.append(words["more"].format(count=len(flagged) - MOST_FLAGGED))
    legal = (verdict for verdict in last.values() if verdict.legal)
    taken = Counter(seat for verdict in legal for seat in verdict.captured)
    counted = _counted(taken, seats, words, phrases)
    lines.append(words["captures"].format(who=counted) if counted else words["no_captures"])
    if ended is not None:
        lines.append(phrases.sentence(ended) or "")
    else:
        holes = settled[max(settled)].holes if settled else {}
        home = Counter(seat for hole, seat in holes.items() if is_home(hole))
        standing = _counted(home, seats, words, phrases)
        lines.append(words["standing" if standing else "standing_none"].format(who=standing))
    return Summary(words["title"], (*lines, words["go_on"].format(command=command)), words["close"])


def _flagged(verdict: Verdict, language: Language, phrases: Phrases) -> str:
    cards = (verdict.card,) if verdict.card else verdict.cards or (card_of(verdict),)
    why = phrases.reason(verdict)
    return words_beside(language)["flagged"].format(
        n=verdict.n,
        who=phrases.who(verdict.seat),
        card=read_book(language).names(cards, "or" if verdict.do == "card" else "and"),
        why=f"{why[:1].lower()}{why[1:]}",
    )


def _counted(
    counts: Mapping[Seat, int], seats: Sequence[Seat], words: Mapping[str, str], phrases: Phrases
) -> str:
    """Seats with their counts; those with none are left out."""
    counted = ((seat, counts[seat]) for seat in seats if counts[seat])
    return ", ".join(words["count"].format(who=phrases.who(seat), count=n) for seat, n in counted)
