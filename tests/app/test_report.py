"""An earlier game as one page: `toc-pi report N`."""

import json
import re
import sqlite3
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest
from kept_games import CAMPS, Camps, keep_events, keep_game

from calibration.holes import Hole, Seat
from toc_pi.app.report.page import game_page
from toc_pi.app.report.past import day_in_words, past_game
from toc_pi.app.setup.answers import Answers
from toc_pi.app.setup.table_summary import game_of
from toc_pi.cli.main import main
from toc_pi.events import Card, Declared, Seen, Tick
from toc_pi.referee.referee import Referee
from toc_pi.store.archive import SIGHTS_OF, pack_next
from toc_pi.store.games import export_game, load_game
from toc_pi.store.journal import Journal, keep
from toc_pi.store.settings import example_settings, find_places

Output = pytest.CaptureFixture[str]
OPEN_ENDED = {"meta", "br", "input"}


class Page(HTMLParser):
    """The text of a page, and whether each opened element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.data: list[str] = []
        self.words: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attributes)
        if tag not in OPEN_ENDED:
            self.open.append(tag)

    def handle_startendtag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        self.ids |= {values["id"]} if "id" in values else set()
        self.links |= {values[name] for name in ("href", "src") if name in values}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.data if self.open[-1:] in (["script"], ["style"]) else self.words).append(data)


@pytest.fixture(params=["JQK"])
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A program folder with one game that has a legal and an illegal move; the parameter is its pack."""
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    written = example_settings("fr").replace('faces = "JQK"', f'faces = "{request.param}"')
    named = written.replace('first = "a"', 'names = { a = "Louise", b = "Tom" }\nfirst = "a"')
    out = {hole: seat for hole, seat in CAMPS.items() if hole != "aC1"} | {Hole("a0"): Seat("a")}
    too_far = {hole: seat for hole, seat in out.items() if hole != "bC1"} | {Hole("b5"): Seat("b")}
    events = (
        Seen(0.0, CAMPS),
        Declared(1.0, Seat("a"), "card", Card("K")),
        Seen(3.0, out),
        Declared(60.0, Seat("b"), "card", Card("A")),
        *(Seen(t, too_far) for t in (125.0, 128.0, 131.0)),
        Tick(140.0),
    )
    keep_events(tmp_path, named, events)
    return tmp_path


def page_of(path: Path) -> Page:
    return Page(path.read_text("utf-8"))


def test_a_page_tells_what_was_judged_and_loads_nothing(home: Path, capsys: Output) -> None:
    assert main(["report", "1", "--lang", "en"]) == 0
    assert "game-1.html" in capsys.readouterr().out
    page = page_of(home / "game-1.html")
    assert page.open == []
    words = " ".join("".join(page.words).split())
    assert "Louise, K: red comes out on a0." in words
    assert "Tom, A: not allowed. " in words
    assert "Louise (red)" in words
    assert "rules: Tock of Quebec · board: Square" in words
    assert "RULES M10" in words
    assert "Started Saturday 21 November 2026 at 20:04" in words
    assert page.links
    assert {link.removeprefix("#") for link in page.links} <= page.ids
    text = (home / "game-1.html").read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//\w|url\((?!#)|<img|<link|@import|fetch\(|XMLHttp|data:", text)
    assert '<span class="rule">RULES M10</span>' in text
    assert "default-src 'none'" in text, "the browser, too, is allowed to load nothing"


@pytest.mark.usefixtures("home")
def test_it_speaks_the_language_of_its_table_and_goes_to_a_pipe(capsys: Output) -> None:
    assert main(["report", "-o", "-"]) == 0
    words = "".join(Page(capsys.readouterr().out).words)
    assert "Commencée le samedi 21 novembre 2026 à 20\u00a0h\u00a004" in words
    assert "Louise, K\u00a0: rouge sort en a0." in words
    assert "pas permis" in words


@pytest.mark.parametrize("home", ["VDR"], indirect=True)
@pytest.mark.usefixtures("home")
def test_cards_have_the_letters_of_the_game_s_own_pack(capsys: Output) -> None:
    assert main(["report", "--lang", "fr", "-o", "-"]) == 0
    assert "Louise, R\u00a0: rouge sort en a0." in "".join(Page(capsys.readouterr().out).words)


def test_the_last_step_stands_as_the_journal_says(home: Path, capsys: Output) -> None:
    assert main(["report", "1", "-o", "-"]) == 0
    replay = json.loads(Page(capsys.readouterr().out).data[1])
    state = load_game(find_places({"TOC_PI_HOME": str(home)}, home).games, 1).state
    assert state is not None
    assert [step["kind"] for step in replay["steps"]] == ["start", "turn", "flagged", "end"]
    out = {hole for hole in replay["steps"][-1]["at"].split() if hole not in replay["camps"]}
    assert out == {hole for hole, _ in state.record[0].pawns} == {"a0"}
    assert replay["steps"][2]["ways"] == [["bC1", "b5"]]


@pytest.mark.parametrize("camps", ["areas", "none"])
def test_a_board_whose_camps_have_no_holes_is_drawn(
    camps: Camps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    end = keep_game(tmp_path, "toc-1", "square-40", most=12, camps=camps)
    assert main(["report", "1", "-o", "-"]) == 0
    replay = json.loads(Page(capsys.readouterr().out).data[1])
    last = replay["steps"][-1]["at"].split()
    assert len({tuple(replay["at"][hole]) for hole in last}) == 16, "a place for every pawn"
    assert {hole for hole in last if hole not in replay["camps"]} == {hole for hole, _ in end.pawns}


def test_captures_are_the_same_in_every_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    keep_game(tmp_path, "saut-1", "square-40", most=90)
    assert main(["report", "1", "-o", "-"]) == 0
    text = capsys.readouterr().out
    replay = json.loads(Page(text).data[1])
    ways = [end for step in replay["steps"] for _, end in step["ways"] if end in replay["camps"]]
    captures = text.partition('id="captures"')[2].partition("</section>")[0]
    players = text.partition('id="players"')[2].partition("</table>")[0]
    rows = [
        [int(n) for n in re.findall(r'<td class="number">(\d+)', row)] for row in players.split("<tr>")[2:]
    ]
    assert sum(row[3] for row in rows) == captures.count('class="chip"') == len(ways) > 0
    assert sum(row[0] for row in rows) == replay["turns"] == 90


def test_a_packed_game_without_observations_has_a_page_too(home: Path, capsys: Output) -> None:
    assert main(["report", "1", "-o", "-"]) == 0
    before = capsys.readouterr().out
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    with closing(Journal(places.games)) as journal:
        for _ in range(SIGHTS_OF + 1):
            last = journal.begin({}, "2026-11-22T20:00:00+01:00")
    with closing(sqlite3.connect(places.games)) as connection:
        while pack_next(connection, last):
            pass
    assert not next(iter(export_game(places.games, 1)))["sights"]
    assert main(["report", "1", "-o", "-"]) == 0
    assert capsys.readouterr().out == before


def test_a_game_whose_verdicts_are_gone_is_replayed_by_its_turns(home: Path, capsys: Output) -> None:
    """As after a damaged journal: the game went on in a new one, which has only the turns."""
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    with closing(sqlite3.connect(places.games)) as connection, connection:
        connection.execute("DELETE FROM entries")
    assert main(["report", "1", "-o", "-"]) == 0
    replay = json.loads(Page(capsys.readouterr().out).data[1])
    assert [(step["kind"], step["ways"]) for step in replay["steps"]] == [
        ("start", []),
        ("turn", [["aC1", "a0"]]),
        ("end", []),
    ]


def test_a_game_that_has_only_begun_has_a_page_too(home: Path, capsys: Output) -> None:
    keep_events(home, example_settings(), ())
    assert main(["report", "--lang", "en", "-o", "-"]) == 0
    words = " ".join("".join(Page(capsys.readouterr().out).words).split())
    assert "Not finished yet." in words
    assert "Nothing has been played yet." in words


def test_a_game_that_was_won_says_who_won_until_the_last_turn_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    keep_game(tmp_path, "toc-2", "square-40")
    places = find_places({"TOC_PI_HOME": str(tmp_path)}, tmp_path)
    assert main(["report", "1", "-o", "-"]) == 0
    assert " won." in capsys.readouterr().out
    with closing(Journal(places.games)) as journal:
        saved = load_game(places.games, 1)
        journal.go_on(saved)
        _, table = past_game(places.games, 1, places.settings)
        keep(journal, Referee(game_of(table), saved.state), Declared(saved.t + 9, Seat("a"), "undo"))
    assert main(["report", "1", "-o", "-"]) == 0
    out = capsys.readouterr().out
    assert " won." not in out
    assert "Not finished yet." in out


def test_what_a_family_wrote_stays_text(home: Path, capsys: Output) -> None:
    """A name with angle brackets is escaped, in the page and in its data."""
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    with closing(sqlite3.connect(places.games)) as connection, connection:
        (text,) = connection.execute("SELECT settings FROM games").fetchone()
        settings = json.loads(text)
        content = json.loads(settings["content"])
        content["ruleset"] = {"base": content.pop("rules"), "name": "</script><b onclick=x>ours"}
        stored = json.dumps({**settings, "content": json.dumps(content)})
        connection.execute("UPDATE games SET settings = ?", (stored,))
    assert main(["report", "1", "-o", "-"]) == 0
    page = Page(capsys.readouterr().out)
    assert page.open == []
    assert "</script><b onclick=x>ours" in "".join(page.words)
    assert json.loads(page.data[1])["steps"]


def test_a_hole_that_the_board_no_longer_has_is_reported(home: Path, capsys: Output) -> None:
    places = find_places({"TOC_PI_HOME": str(home)}, home)
    with closing(sqlite3.connect(places.games)) as connection, connection:
        connection.execute("UPDATE states SET body = replace(replace(body, 'a0:a*', 'h9:a'), 'a0:a', 'h9:a')")
    assert main(["report", "1", "-o", "-"]) == 5
    assert "can't be read" in capsys.readouterr().err


def test_nothing_is_written_over(home: Path, capsys: Output) -> None:
    (home / "mine.html").write_text("dear")
    assert main(["report", "1", "-o", "mine.html"]) == 2
    assert (
        "mine.html: it already exists; nothing is overwritten, choose another name" in capsys.readouterr().err
    )
    assert (home / "mine.html").read_text() == "dear"


@pytest.mark.parametrize(("arguments", "fault"), [(["7"], "no game 7"), ([], "no games yet")])
def test_a_game_that_is_not_there(
    arguments: list[str], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path))
    assert main(["report", *arguments]) == 2
    assert fault in capsys.readouterr().err


def test_a_game_has_a_page_on_the_screen(home: Path) -> None:
    path, settings = find_places({"TOC_PI_HOME": str(home)}, home).games, home / "config" / "settings.toml"
    page = game_page(path, 1, settings, "2026-11-24T20:00:00", like=Answers(language="fr"))
    shown = export_game(path, 1)
    turns = {row["is"]["n"] for row in shown if row.get("effect") == "Settled"}
    counted = [int(key.below.split()[0]) for key in page.keys]
    assert len(page.keys) == 4
    assert all(key.plain and "rentrés" in key.below for key in page.keys)
    assert 0 < sum(counted) <= len(turns)
    assert page.feet[0].key == "back"
    gone = game_page(path, 99, settings, "2026-11-24T20:00:00", like=Answers())
    assert "99" in gone.text


@pytest.mark.parametrize(
    ("started", "english", "french"),
    [
        ("2026-11-24T09:00:00+00:00", "This morning", "Ce matin"),
        ("2026-11-24T00:30:00+00:00", "Yesterday evening", "Hier soir"),
        ("2026-11-23T19:30:00-05:00", "Yesterday evening", "Hier soir"),
        ("2026-11-21T14:00:00", "Saturday afternoon", "Samedi après-midi"),
        ("2026-11-01T20:00:00", "Sunday 1 November", "Dimanche 1er novembre"),
        ("2025-12-25T20:00:00", "25 December 2025", "25 décembre 2025"),
        ("long ago", "long ago", "long ago"),
    ],
)
def test_a_day_is_said_as_people_say_it(started: str, english: str, french: str) -> None:
    now = "2026-11-24T20:00:00+00:00"
    assert [day_in_words(started, now, language) for language in ("en", "fr")] == [english, french]
