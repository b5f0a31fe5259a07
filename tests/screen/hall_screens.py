"""Every kind of page of a table in a hall of tables."""

from collections.abc import Mapping
from dataclasses import replace

from toc_pi.app.hall import joining
from toc_pi.app.hall.hall_page import HallFacts
from toc_pi.app.menu import MenuContext, menu_page
from toc_pi.app.setup.answers import Answers
from toc_pi.hall.wire.link import WRONG
from toc_pi.languages import Language
from toc_pi.screen.pages.page import Page
from toc_pi.screen.pages.page_draw import KeyPage
from toc_pi.store.hall import HallNews, SeatedTeam

PLACE = {"broker": "mqtts://hall.example", "hall": "club", "table": "t07"}
TEAMS = (
    SeatedTeam("Les Renards roux", ("Marie-Thérèse", "Bob"), ("a", "c")),
    SeatedTeam("Les Ours blancs", ("Léo", "Zoé"), ("b", "d")),
)
HALLS = (
    *("hall-menu", "hall-alone", "hall-here", "hall-more", "hall-called", "hall-gone"),
    *("hall-join", "hall-wrong", "hall-type", "hall-digits", "hall-change"),
    *("hall-show", "hall-read", "hall-no-camera"),
)


def hall_screens(language: Language) -> Mapping[str, KeyPage]:
    """A page of each kind; the second sheet of the menu's page, too."""
    alone = Answers(language=language)
    inside = replace(alone, others={"hall": PLACE})
    here = HallNews("here", "", 12, TEAMS)

    def shown(hall: HallFacts) -> Page:
        return menu_page("hall", MenuContext(inside, hall=hall))

    empty, known = joining.begin(alone), joining.begin(inside)
    typing = joining.tap(known, "type:broker")
    pages = {
        "hall-menu": menu_page("menu", MenuContext(inside)),
        "hall-alone": menu_page("hall", MenuContext(alone)),
        "hall-here": shown(HallFacts(news=here)),
        "hall-more": shown(HallFacts(news=here)),
        "hall-called": shown(HallFacts(True, here)),
        "hall-gone": shown(HallFacts(news=HallNews("gone", WRONG))),
        "hall-join": joining.page(empty),
        "hall-wrong": joining.page(joining.tap(empty, "join")),
        "hall-type": joining.page(typing),
        "hall-digits": joining.page(joining.tap(typing, "letters")),
        "hall-change": joining.page(known),
        "hall-show": joining.page(joining.tap(empty, "show")),
        "hall-read": joining.page(replace(empty, read=True)),
        "hall-no-camera": joining.page(joining.tap(empty, "show"), "hanging"),
    }
    return {name: KeyPage(page, int(name == "hall-more")) for name, page in pages.items()}
