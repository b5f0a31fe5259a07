"""The menu's page of a hall: what is sent is told, the arbiter is called, a table joins by touch."""

from dataclasses import replace
from pathlib import Path

import pytest
from taps import meant, tapped

from calibration.board.board_file import load_board
from calibration.holes import Seat
from toc_pi.app.hall import joining
from toc_pi.app.hall.hall_page import HallFacts, hall_of, in_hall_of
from toc_pi.app.hall.joining import JoinState, carry_out, changed
from toc_pi.app.menu import (
    Call,
    ChangedAnswers,
    MenuContext,
    MenuOverlay,
    MenuPage,
    RestartRequest,
    menu_page,
)
from toc_pi.app.setup.answers import Answers, answers_of, stored_settings
from toc_pi.app.starting import PlayOptions, start
from toc_pi.hall.wire.protocol import kinds
from toc_pi.languages import LANGUAGES, Language
from toc_pi.screen.pages.page import Page, Shape
from toc_pi.screen.scene import opening
from toc_pi.screen.window import Tapped
from toc_pi.store.folder import hold, write_over
from toc_pi.store.hall import LOCK, OUTBOX, PASSWORD_FILE, HallFiles, HallNews, SeatedTeam, load_password
from toc_pi.store.settings import DataFolders, example_settings, load_settings

PLACE = {"broker": "mqtts://hall.example", "hall": "club", "table": "t07"}
IN_HALL = Answers(others={"hall": PLACE})
MATCH = (
    SeatedTeam("Les Renards", ("Ann", "Bob"), ("a", "c")),
    SeatedTeam("Les Ours", ("Léo", "Zoé"), ("b", "d")),
)
HERE = MenuContext(IN_HALL, hall=HallFacts(news=HallNews("here", "", 2, MATCH)))
SHOWN = {
    "game": {"seats", "colours", "teams", "pawns", "turn", "winners"},
    "turns": {"verdict"},
    "waits": {"waits"},
    "names": {"people"},
}
"""Which of the page's lines tells of which part of a table's state."""
FOR_THE_HALL = {"stream", "game", "match"}
"""Parts that say of which journal, game and match it is, and nothing of the players."""


def lines(page: Page) -> dict[str, str]:
    """What each line of the page says."""
    return {key.key: f"{key.label}. {key.below}" for key in page.keys}


def typed(state: JoinState, **words: str) -> JoinState:
    """The state after typing."""
    for part, text in words.items():
        state = joining.tap(state, f"type:{part}")
        for letter in text:
            if f"letter:{letter}" not in [key.key for key in joining.page(state).keys]:
                state = joining.tap(state, "letters")
            assert f"letter:{letter}" in [key.key for key in joining.page(state).keys]
            state = joining.tap(state, f"letter:{letter}")
        state = joining.tap(state, "typed")
    return state


def test_a_line_tells_of_each_part_that_is_sent() -> None:
    sent = set(kinds()["state"].schema["properties"])
    assert sent == set.union(FOR_THE_HALL, *SHOWN.values())
    assert set(SHOWN) < set(lines(menu_page("hall", HERE)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_who_sits_where_and_whether_the_hall_hears(language: Language) -> None:
    page = menu_page("hall", replace(HERE, answers=replace(IN_HALL, language=language)))
    assert "t07" in lines(page)["here"]
    assert "Les Renards (Ann" in lines(page)["match"]
    for connection in ("alone", "gone"):
        away = replace(HERE, hall=HallFacts(news=HallNews(connection, "refused")))
        assert lines(menu_page("hall", away))["here"] != lines(page)["here"]
    assert "toc-pi publish" in lines(menu_page("hall", replace(HERE, hall=HallFacts())))["here"]


def test_a_table_in_no_hall_says_that_nothing_is_sent() -> None:
    alone = MenuContext(Answers())
    assert set(lines(menu_page("hall", alone))) == {"alone", "join"}
    assert "hall" not in [key.key for key in menu_page("menu", alone).keys]
    assert meant(menu_page("new", alone), "hall") == MenuPage("hall")
    assert menu_page("new", alone).keys[-1].key == "hall"
    entries = [key.key for key in menu_page("menu", HERE).keys]
    assert entries[0] == "hall", "help is called quickly"
    assert "learn" not in entries
    assert "hall" not in [key.key for key in menu_page("new", HERE).keys]


def test_the_arbiter_is_called_and_the_call_withdrawn() -> None:
    shown: list[Page | None] = []
    called: list[bool] = []
    menu = MenuOverlay(shown.append, lambda: HERE, call=called.append)
    scene = opening(load_board("square-40"), {})
    menu.touch(Tapped("menu"), scene)
    menu.touch(tapped(shown[-1], "hall"), scene)
    assert menu.touch(tapped(shown[-1], "call"), scene) == Call(True)
    assert shown[-1] is not None
    assert shown[-1].keys[0].on
    assert menu.touch(tapped(shown[-1], "call"), scene) == Call(False)
    assert called == [True, False]


def test_names_are_sent_only_once_that_is_chosen() -> None:
    assert meant(menu_page("hall", HERE), "names") == ChangedAnswers(
        replace(IN_HALL, others={"hall": {**PLACE, "names": True}})
    )
    hall = hall_of(IN_HALL)
    assert hall is not None
    assert not hall.names


def test_a_call_is_a_file_that_leaving_removes(tmp_path: Path) -> None:
    files = HallFiles(tmp_path)
    files.call(True)
    files.call(True)
    (tmp_path / OUTBOX).write_text("{}")
    assert HallFiles(tmp_path).calls
    files.call(False)
    files.call(False)
    assert not files.calls
    files.call(True)
    files.leave()
    assert [*tmp_path.iterdir()] == []


def test_news_count_only_while_somebody_writes_them(tmp_path: Path) -> None:
    files, news = HallFiles(tmp_path), HallNews("here", "", 2, MATCH)
    files.tell(news)
    assert files.news is None
    with hold(tmp_path / LOCK, "toc-pi publish", print):
        assert files.news == news
        for damaged in ("", "[]", '{"connection": "here"}', '{"connection": "x"}'):
            (tmp_path / "hall-news.json").write_text(damaged)
            assert files.news is None
    assert files.news is None


def test_a_table_joins_by_typing_what_its_slip_says(tmp_path: Path) -> None:
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    write_over(places.settings, example_settings("en").encode())
    state = joining.begin(answers_of(stored_settings(places)))
    state = typed(state, broker="10.0.0.7:1883", hall="club-2", table="t07", password="abcd-efgh-jkmn-pqrs")
    state = joining.tap(joining.tap(state, "encrypted"), "join")
    assert state.wish == "join"
    carry_out(state, places, print)
    hall = load_settings(places.settings).hall
    assert hall is not None
    assert (hall.broker, hall.hall, hall.table) == ("mqtt://10.0.0.7:1883", "club-2", "t07")
    assert load_password(places.config) == "abcd-efgh-jkmn-pqrs"

    again = joining.begin(answers_of(stored_settings(places)))
    assert (again.typed["broker"], again.encrypted) == ("10.0.0.7:1883", False)
    changes = joining.tap(typed(again, table="x"), "join")
    assert changes.wish == "join", "the password stays"
    assert changed(changes).others["hall"]["table"] == "t07x"
    HallFiles(places.state).call(True)
    carry_out(joining.tap(again, "leave"), places, print)
    assert load_settings(places.settings).hall is None
    assert not (places.config / PASSWORD_FILE).exists()
    assert not HallFiles(places.state).calls


def test_another_family_at_the_table_neither_joins_nor_leaves_a_hall() -> None:
    other = Answers(names={Seat("a"): "Léa"}, others={"hall": {**PLACE, "table": "t01"}, "night": True})
    assert in_hall_of(other, IN_HALL).others == {"hall": PLACE, "night": True}
    assert in_hall_of(other, Answers()).others == {"night": True}
    assert in_hall_of(Answers(), IN_HALL).others == {"hall": PLACE}


def test_what_is_missing_or_wrong_is_named_and_nothing_joined() -> None:
    state = joining.tap(typed(joining.begin(Answers()), hall="club", broker="a:b"), "join")
    assert state.wish == ""
    assert state.wrong == ("broker", "table", "password")
    assert "address, table and password" in joining.page(state).text
    assert joining.tap(state, "back").wish == "back"
    assert joining.tap(state, "leaf") == state


def test_typing_stops_somewhere_and_letters_are_erased() -> None:
    state = typed(joining.begin(Answers()), table="ab" * 50)
    assert len(state.typed["table"]) == joining.LONGEST
    state = joining.tap(joining.tap(state, "type:table"), "erase")
    assert len(state.typed["table"]) == joining.LONGEST - 1
    assert joining.page(state).shape is Shape.LETTERS
    assert joining.tap(state, "letter:É").typed == state.typed
    assert joining.tap(state, "back").part is None


def test_from_the_menu_a_hall_is_joined_and_the_evening_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert meant(menu_page("hall", HERE), "join") == RestartRequest(step="hall")
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    write_over(places.settings, example_settings("en").encode())
    joined: list[DataFolders] = []

    def join(_places: DataFolders, used: DataFolders, _tell: object) -> DataFolders:
        joined.append(used)
        return used

    monkeypatch.setattr(joining, "join_in_window", join)
    evenings: list[int | RestartRequest] = [RestartRequest(step="hall"), 0]
    assert start(places, lambda _: evenings.pop(0), PlayOptions(print)) == 0
    assert joined == [places]
    assert evenings == []
