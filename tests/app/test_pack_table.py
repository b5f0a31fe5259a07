"""Laying a pack down at the table: what the camera tells and people touch, and what is taught."""

from pathlib import Path

import pytest

from toc_pi.app.camera.camera_events import BoardFound, CameraEvent, CameraFault, CameraLost, NotFound
from toc_pi.app.cards import learning
from toc_pi.app.cards.learning import LOOKING, PackKeeper, PackTable
from toc_pi.app.cards.pack_scan import PackScan, PackView, pack_page
from toc_pi.app.menu import RestartRequest
from toc_pi.app.starting import PlayOptions, start
from toc_pi.events import Card, CardLaid, CardTaken
from toc_pi.store.folder import DiskWorker, write_over
from toc_pi.store.settings import DataFolders, example_settings


class Table:
    """A camera and a screen that tell what they are told to, and keep what is shown and taught."""

    stuck = False

    def __init__(self, tmp_path: Path, size: int = 52) -> None:
        self.events: list[CameraEvent] = []
        self.keys: list[str] = []
        self.taught: list[tuple[int, str]] = []
        self.shown: list[PackView] = []
        keeper = PackKeeper(tmp_path / "pack.json", DiskWorker(), print)
        self.table = PackTable(self, self, PackScan(size), keeper, lambda: None, lambda fault: f"no {fault}")  # type: ignore[arg-type]

    def take(self) -> tuple[CameraEvent, ...]:
        taken, self.events = tuple(self.events), []
        return taken

    def teach(self, n: int, card: Card) -> None:
        self.taught.append((n, card))

    def show(self, view: PackView, _newest: object) -> None:
        self.shown.append(view)

    def touches(self) -> tuple[str, ...]:
        touched, self.keys = tuple(self.keys), []
        return touched

    def see(self, *events: CameraEvent) -> PackView:
        self.events += events
        assert self.table.step(lambda: None)
        return self.shown[-1]

    def touch(self, key: str) -> bool:
        self.keys.append(key)
        return self.table.step(lambda: None)

    def titles(self) -> str:
        return pack_page(self.shown[-1], "en", "JQK").title


def laid(n: int, card: str, *, sure: bool = True) -> CardLaid:
    return CardLaid(float(n), n, {Card(card): 0.9}, Card(card) if sure else None)


FOUND = BoardFound(0.0, None, ())  # type: ignore[arg-type]


def test_cards_are_counted_and_taught_as_they_are_laid(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.see().message == LOOKING
    assert table.see(FOUND).message == ""
    table.see(laid(1, "7"))
    assert table.titles() == "1 of 52: a 7"
    table.see(laid(2, "8"))
    assert table.taught == [(1, "7")]
    assert table.touch("done")
    assert table.taught == [(1, "7"), (2, "8")]
    table.see()
    assert table.titles() == "2 of 52 cards are known"
    assert not table.touch("done")


def test_a_wrong_card_is_put_right_by_touch(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.see(FOUND, laid(1, "7"))
    table.touch("wrong")
    assert table.see().asks
    table.touch("name:A")
    assert not table.see().asks
    table.see(laid(2, "8"))
    assert table.taught == [(1, "A")]


def test_an_unsure_card_is_asked_for_and_the_next_one_closes_the_question(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.see(FOUND, laid(1, "7", sure=False)).asks
    assert not table.see(laid(2, "8")).asks
    table.see(laid(3, "9"))
    assert table.taught == [(2, "8")]


def test_a_card_taken_back_isnt_counted(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.see(FOUND, laid(1, "7"), laid(2, "8"))
    assert table.see(CardTaken(3.0, 2)).laying.done == 1


def test_in_order_nothing_is_asked(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.see(FOUND)
    table.touch("order")
    assert not table.see(laid(1, "7", sure=False)).asks
    table.see(laid(2, "2"))
    assert table.taught == [(1, "A")]


def test_what_is_wrong_with_the_camera_is_said(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.see(NotFound("show all of it")).message == "show all of it"
    assert table.see(CameraLost("", fault=CameraFault.LOST)).message == "no lost"
    assert table.see(CameraLost("the film is over", over=True)).laying.complete


def test_from_the_menu_the_pack_is_learned_and_the_evening_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    write_over(places.settings, example_settings("en").encode())
    learned: list[Path] = []
    monkeypatch.setattr(learning, "learn_in_window", lambda _settings, now, _tell: learned.append(now.pack))
    evenings: list[int | RestartRequest] = [RestartRequest(step="pack"), 0]
    assert start(places, lambda _: evenings.pop(0), PlayOptions(print)) == 0
    assert learned == [places.pack]
    assert evenings == []
