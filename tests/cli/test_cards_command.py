"""`toc-pi cards`: a pack is learned from a film whose cards were told, shown, and forgotten."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from toc_pi.app.cards import learning
from toc_pi.app.cards.learning import save_pack
from toc_pi.cli import doctor
from toc_pi.cli.main import main
from toc_pi.events import RANKS, Card, CardLaid
from toc_pi.store.settings import DataFolders
from toc_pi.vision.cards.family_pack import UNKNOWN_PACK, FamilyPack, with_look

SHORT = str(Path(__file__).parents[1] / "data" / "short")
LAID = (("7", True), ("8", False), ("K", True), ("A", True), ("A", True))
"""What the stand-in reads, and whether surely."""


class WatchedPile:
    """Stands in for the watch: a card is laid each quarter of a second."""

    def __init__(
        self,
        _board: object,
        pack: FamilyPack = UNKNOWN_PACK,
        learned: Callable[[FamilyPack], object] = lambda _: None,
        laid: int = 0,
    ) -> None:
        self._pack, self._learned, self._count = pack, learned, laid
        self._since: float | None = None

    def look(self, t: float, *_: object) -> Iterator[CardLaid]:
        self._since = t if self._since is None else self._since
        while self._count < min(len(LAID), (t - self._since) * 4):
            rank, is_sure = LAID[self._count]
            self._count += 1
            yield CardLaid(t, self._count, {Card(rank): 0.9}, Card(rank) if is_sure else None)

    def teach(self, _n: int, card: Card) -> None:
        self._pack = with_look(self._pack, card, np.random.default_rng(RANKS.index(card)).random(64))
        self._learned(self._pack)


@pytest.fixture(autouse=True)
def pack(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(learning, "PileTracker", WatchedPile)
    monkeypatch.setattr(learning, "reader_name", lambda: "some")
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path / "home"))
    return tmp_path / "own.json"


def known(pack: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    capsys.readouterr()
    assert main(["cards", "show", "--json", "--pack", str(pack)]) == 0
    return list(json.loads(capsys.readouterr().out)["looks"])


def test_a_pack_is_learned_from_a_film_shown_and_forgotten(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["7", "8", "D", "a", "joker"]
    assert main(["cards", "learn", "--film", SHORT, "--pack", str(pack), "--order", *order]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == " 1/52  7"
    assert lines[1] == " 2/52  8"  # as the order says
    assert lines[2] == " 2/52  perhaps K; which card is it?"
    assert known(pack, capsys) == ["A", "7", "8"]
    assert main(["cards", "forget", "7", "--pack", str(pack)]) == 0
    assert known(pack, capsys) == ["A", "8"]
    assert main(["cards", "forget", "--pack", str(pack)]) == 0
    assert known(pack, capsys) == []


def test_without_an_order_a_film_teaches_nothing(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "learn", "--film", SHORT, "--pack", str(pack), "--size", "52"]) == 0
    printed = capsys.readouterr().out
    assert " 1/52  perhaps 8; which card is it?" in printed
    assert "nothing was learned" in printed
    assert known(pack, capsys) == []


def test_wrong_cards_are_refused(refused: Callable[..., str], pack: Path) -> None:
    assert "11 isn't a card" in refused("cards", "forget", "11", "--pack", str(pack))
    assert "no such folder" in refused("cards", "learn", "--film", "nowhere", "--pack", str(pack))


def test_a_damaged_pack_is_put_aside_with_status_5(refused: Callable[..., str], pack: Path) -> None:
    pack.write_text("nothing")
    assert "put aside" in refused("cards", "show", "--pack", str(pack), status=5)


def test_the_doctor_tells_what_is_known_of_the_pack(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "reader_name", lambda: "some")
    places = DataFolders(tmp_path, tmp_path)

    def told() -> tuple[str, bool | None]:
        (found,) = (one for one in doctor.examine(places) if one.part == "pack")
        return found.found, found.well

    assert told() == ("not learned; any pack is read", None)
    look = np.random.default_rng(1).random(64)
    pack = with_look(with_look(FamilyPack("some"), Card("7"), look), Card("8"), look)
    save_pack(places.pack, pack)
    assert told() == ("2 of 14 ranks are known; look the same: 7 8", True)
    save_pack(places.pack, FamilyPack("other", pack.means))
    assert told()[1] is False
    places.pack.write_text("nothing")
    assert told()[1] is False
    assert places.pack.read_text() == "nothing"
