"""The menu's page of a hall: the call for the arbiter, the seating, and what is sent."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from toc_pi.app.setup.answers import Answers, without
from toc_pi.languages import listed, load_texts, translated
from toc_pi.screen.pages.page import Key
from toc_pi.store.hall import KEY, HallNews, HallSettings, read_hall

NAMES = "names"
"""A key of the page, and the setting that it toggles."""
SENT = ("game", "turns", "waits", "never")
"""What is always sent, and what never, in parts; each has a sentence."""


@dataclass(frozen=True, slots=True)
class HallFacts:
    """What the page shows besides the settings.

    Attributes:
        calls: whether the arbiter is called.
        news: from the table's publisher; None if none runs.
    """

    calls: bool = False
    news: HallNews | None = None


def hall_of(answers: Answers) -> HallSettings | None:
    """The table's hall settings; None if it isn't in a hall."""
    return read_hall(answers.others, Path())


def hall_keys(facts: HallFacts, answers: Answers, *, may_join: bool) -> Iterator[Key]:
    """The page's keys; `may_join`: whether the session may be interrupted to join or leave a hall."""
    texts, hall = load_texts("setup", answers.language)["hall"], hall_of(answers)
    if hall is None:
        yield Key("alone", texts["alone"], texts["alone_below"], plain=True)
        if may_join:
            yield Key("join", texts["join"], texts["join_below"])
        return
    called = "called" if facts.calls else "call"
    yield Key("call", texts[called], texts[f"{called}_below"], on=facts.calls)
    place = texts["place"].format(table=hall.table, hall=hall.hall)
    yield Key("here", place, _connection(facts.news, texts, answers.language), plain=True)
    if facts.news is not None and facts.news.teams:
        number = texts["round"].format(round=facts.news.round)
        yield Key("match", number, _match(facts.news, answers.language), plain=True)
    yield Key(NAMES, texts["names"], texts["names_sent" if hall.names else "names_kept"], on=hall.names)
    for part in SENT:
        yield Key(part, texts[part], texts[f"{part}_below"], plain=True)
    if may_join:
        yield Key("join", texts["change"], texts["change_below"])


def with_names_turned(answers: Answers) -> Answers:
    """The answers with sending of names toggled."""
    hall = answers.others.get(KEY, {})
    return replace(answers, others={**answers.others, KEY: {**hall, NAMES: not hall.get(NAMES, False)}})


def in_hall_of(answers: Answers, present: Answers) -> Answers:
    """The answers with the hall of the settings in force: another family at the table doesn't change it."""
    hall = {KEY: present.others[KEY]} if KEY in present.others else {}
    return replace(answers, others={**without(answers, KEY), **hall})


def _connection(news: HallNews | None, texts: Mapping[str, str], language: str) -> str:
    """Whether the table is connected to the hall, as a sentence."""
    if news is None:
        return texts["idle"]
    if news.connection == "alone":
        return texts["alone_there"]
    return texts["gone_why" if news.why and news.connection == "gone" else news.connection].format(
        why=translated(news.why, language)
    )


def _match(news: HallNews, language: str) -> str:
    """The seating of the match, for each team."""
    seated = load_texts("setup", language)["hall"]["seated"]
    return ". ".join(
        seated.format(seats=", ".join(team.seats), team=team.name, players=listed(team.players, language))
        for team in news.teams
    )
