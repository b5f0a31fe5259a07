"""Every kind of teaching page by name, for the tests of layout and pictures."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from screen_table import COLOURS, board

from calibration.holes import Seat
from toc_pi.app.teaching.chairs import (
    Asking,
    CardEntry,
    ChairPage,
    DecisionPage,
    Giving,
    open_tapping,
)
from toc_pi.app.teaching.coach import with_camera_prompt
from toc_pi.app.teaching.moves_page import MovesPage, open_moves_page
from toc_pi.app.teaching.thinking import DifferingRules
from toc_pi.app.teaching.verdict_page import VerdictPage, open_why
from toc_pi.belief.game import Game
from toc_pi.effects import Verdict
from toc_pi.languages import Language
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.pages.page import Page
from toc_pi.teaching.chair import Chair, sync_chair, with_cards
from toc_pi.teaching.hint import Advice, advise
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import PlayPhrases
from toc_pi.words import clauses, why

A = Seat("a")
START = "a0:a* a8:a b3:b d14:d c2:c d15:a aH3:a b0:b* a12:d"


def guides(language: Language, name: str = "square-40") -> dict[str, Page]:
    """Every kind of page on a board."""
    layout = board(name)
    table = Table(layout.seats, layout.home_entry, layout.centre, stretch=layout.stretch)
    game = Game(load_ruleset("quebec"), table, A)
    names = {A: "toc-pi", Seat("c"): "Maximilienne"}
    phrases = Phrases(language, COLOURS, why(game, COLOURS, "plain"), clauses(game), names=names)
    pages: Mapping[str, MovesPage | VerdictPage | ChairPage | DecisionPage] = {
        **_may(Moment(game.rules, table, 3, Position.parse(START), A)),
        **_why(game, phrases),
        **_chair(table),
    }
    plain = PlayPhrases(phrases)
    found = {key: page.guide(plain) for key, page in pages.items()}
    asking = ("may-cards", "chair", "chair-one", "chair-got")
    return {**found, **{f"{key}-camera": with_camera_prompt(found[key], plain) for key in asking}}


def _may(moment: Moment) -> dict[str, MovesPage]:
    choosing = open_moves_page(moment)
    four = open_moves_page(replace(moment, card=Card("4")), hints=2)
    seven = open_moves_page(replace(moment, card=Card("7")))
    part = _at(seven, "a8", 4)
    taken = part.tapped("take")
    assert taken is not None
    shown = choosing.tapped("card:7")
    assert shown is not None
    best = Advice("card", Card("7"), _finished(part).option.result, 0.616)  # type: ignore[union-attr]
    return {
        "may-cards": choosing,
        "may": four,
        "may-all": replace(seven, every=True),
        "may-part": part,
        "may-parts": taken,
        "may-shown": _at(shown, "a8", 4),
        "may-hint": replace(shown, advice=best),
        "may-two-cards": replace(shown, advice=best, cards=(Card("K"), Card("7")), hints=2),
        "may-thinking": replace(shown, thinking=True),
        "may-nothing": open_moves_page(replace(moment, position=Position(frozenset()), card=Card("5"))),
        "may-struck": open_moves_page(replace(moment, struck=True)),
    }


def _at(state: MovesPage, start: str, number: int) -> MovesPage:
    """The page at a part."""
    at = next(
        at
        for at, option in enumerate(state.options)
        if option.part and (option.moves[0].start, option.part) == (start, number)
    )
    return replace(state, at=at)


def _finished(state: MovesPage) -> MovesPage:
    """The page with all parts taken, always the first one offered."""
    while state.option is not None and not state.option.is_whole:
        following = state.tapped("take")
        assert following is not None
        state = following
    return state


def _why(game: Game, phrases: Phrases) -> dict[str, VerdictPage]:
    wrong = _verdict(game, "a0:a* a8:a b0:b* d14:d", "a0:a* b2:a b0:b* d14:d", "Q")
    right = _verdict(game, "a0:a* a8:a b0:b* d14:d", "a0:a* a15:a b0:b* d14:d", "7")
    none = _verdict(game, "a8:a", "a8:a", "6")
    found = {}
    others = DifferingRules(
        ("tock", "tock-variant", "tac-tik", "fadoq"), ("pass-protected", "new-lap", "spill")
    )
    for name, verdict in (("why", wrong), ("why-right", right), ("why-none", none)):
        reason = "" if verdict.legal else phrases.reason(verdict)
        opened = open_why(game, verdict, reason)
        found[name] = opened
        found[f"{name}-where"] = replace(opened, where=True)
        found[f"{name}-others"] = replace(opened, where=True, others=others)
        found[f"{name}-nobody"] = replace(opened, where=True, others=DifferingRules())
    return found


def _chair(table: Table) -> dict[str, ChairPage | DecisionPage]:
    moment = Moment(
        load_ruleset("fadoq"), table, 3, Position.parse(START), A, counts={A: 5, Seat("b"): 5}, deal=(1, 1)
    )
    chair = sync_chair(Chair(A, 3), moment)
    hand = tuple(map(Card, ("7", "K", "K", "*", "10")))
    full = with_cards(chair, hand)
    mate = Seat("c")
    empty = open_tapping(chair, moment)
    ranked = advise(moment, full.hand, 2, Random(1))
    hopeless = replace(moment, position=Position(frozenset()))
    return {
        "chair": empty,
        "chair-some": replace(empty, typed=hand[:3]),
        "chair-full": replace(empty, typed=hand),
        "chair-covered": replace(empty, typed=hand, covered=True),
        "chair-one": CardEntry(chair, moment, 1),
        "chair-got": CardEntry(chair, moment, 2, mate=mate),
        "chair-give": Giving(full, moment, hand[:1], mate),
        "chair-give-shown": Giving(full, moment, hand[:2], mate, shown=True),
        "chair-ask": Asking(full, moment, mate),
        "chair-plays": DecisionPage(full, moment, ranked, hand),
        "chair-plays-best": DecisionPage(full, moment, ranked[len(ranked) // 2 :], hand),
        "chair-discards": DecisionPage(
            full, hopeless, (Advice("discard", Card("7"), hopeless.position, 0.2),), hand
        ),
        "chair-throws": DecisionPage(full, hopeless, (Advice("throw", None, hopeless.position, 0.2),), hand),
    }


def _verdict(game: Game, before: str, after: str, card: str) -> Verdict:
    was, now = Position.parse(before), Position.parse(after)
    judged = explain(game.rules, game.table, was, A, Card(card), dict(now.pawns))
    return Verdict(
        4.0,
        3,
        A,
        "card",
        Card(card),
        (),
        judged.legal,
        (),
        dict(now.pawns),
        now.fresh,
        dict(was.pawns),
        was.fresh,
        judged.reasons,
        {} if judged.legal else dict(was.pawns),
        judged.particulars,
    )
