"""A journal is followed while it grows: the hall is told everything once, and nothing of earlier games."""

import json
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tables import A, B, C, D, PlayedTable, ScriptedTable

from toc_pi.effects import Verdict
from toc_pi.hall.table.follower import Follower
from toc_pi.hall.table.outbox import RecordMessage
from toc_pi.hall.table.table_state import state_payload
from toc_pi.hall.wire.protocol import checked
from toc_pi.store.games import list_games
from toc_pi.store.hall import OUTBOX, HallFiles
from toc_pi.store.journal import Journal

MATCH = "1-3"


class Following:
    """A follower, and what it told."""

    def __init__(self, path: Path, *, hall: str = "club t01", names: bool = False) -> None:
        self.told: list[str] = []
        self.follower = Follower(path, hall, names=names, tell=self.told.append)
        self.now = 0.0

    @property
    def state(self) -> dict[str, Any] | None:
        """The payload of `state`."""
        shown = self.follower.shown
        return None if shown is None else state_payload(*shown)

    def look(self) -> list[RecordMessage]:
        """What waits now."""
        self.now += 10.0
        self.follower.look(self.now)
        return self.follower.waiting

    def confirm(self, message: RecordMessage) -> None:
        """The hall takes a message."""
        self.now += 10.0
        self.follower.took(self.follower.outbox.name, message.at, self.now)


@pytest.fixture
def table(tmp_path: Path) -> ScriptedTable:
    return ScriptedTable(tmp_path)


def test_games_before_the_hall_are_never_told(table: ScriptedTable) -> None:
    table.play(A, C)
    table.begin()
    table.move()
    following = Following(table.path)
    assert following.look() == []
    table.move(B)
    assert following.look() == []
    assert following.state is None
    table.play(B, D)
    assert {message.at[0] for message in following.look()} == {3}


def test_a_game_is_told_in_order_with_its_match_and_result(table: ScriptedTable) -> None:
    following = Following(table.path)
    following.follower.seated(MATCH)
    table.play(A, C)
    told = following.look()
    assert [message.kind for message in told] == ["verdict"] * 4 + ["result"]
    assert [message.after for message in told[1:]] == [message.at for message in told[:-1]]
    assert told[-1].body["match"] == MATCH
    assert told[-1].body["winners"] == ["a", "c"]
    assert told[-1].body["people"] == {}
    for message in told:
        checked(f"record-{message.kind}", message.body)


def test_names_are_sent_only_if_that_was_chosen(tmp_path: Path) -> None:
    table = ScriptedTable(tmp_path)
    shy = Following(table.path)
    table.play(A, C)
    assert "Zoé" not in json.dumps([shy.look()[-1].body, shy.state], ensure_ascii=False)
    open_ = Following(table.path, names=True)
    assert "Zoé" in json.dumps([open_.look()[-1].body, open_.state], ensure_ascii=False)


def test_a_turn_taken_back_is_told_also_after_the_end(table: ScriptedTable) -> None:
    following = Following(table.path)
    table.play(A, C)
    table.take_back()
    table.move(B)
    table.win(B, D)
    kinds = [message.kind for message in following.look()][4:]
    assert kinds == ["result", "back", "verdict", "result"]


def test_what_was_confirmed_is_not_told_again_by_another_process(table: ScriptedTable) -> None:
    first = Following(table.path)
    table.play(A, C)
    told = [*first.look()]
    first.confirm(told[1])
    assert first.follower.waiting == told[2:]
    assert Following(table.path).look() == told[2:]


def test_a_hall_put_back_to_an_older_record_is_told_again(table: ScriptedTable) -> None:
    following = Following(table.path)
    table.play(A, C)
    table.play(B, D)
    told = [*following.look()]
    following.confirm(told[-1])
    assert following.look() == []
    following.confirm(told[2])
    assert following.look() == told[3:]


def test_a_confirmation_for_another_journal_changes_nothing(table: ScriptedTable) -> None:
    following = Following(table.path)
    table.play(A, C)
    told = [*following.look()]
    following.follower.took("somebody.1", told[-1].at, 99.0)
    assert following.look() == told


def test_the_match_is_the_one_named_when_the_first_turn_was_judged(table: ScriptedTable) -> None:
    following = Following(table.path)
    following.follower.seated("1-3")
    table.begin()
    following.look()
    following.follower.seated("2-1")  # the next round was paired before anybody had moved
    table.move()
    following.look()
    following.follower.seated("3-1")
    table.win(A, C)
    assert following.look()[-1].body["match"] == "2-1"
    again = Following(table.path)
    assert again.look()[-1].body["match"] == "2-1"


def test_packed_games_are_told_too(table: ScriptedTable) -> None:
    following = Following(table.path)
    for _ in range(3):
        table.play(A, C)
    table.begin()
    table.move(D)
    table.journal.close()
    packed = ScriptedTable(table.path.parent)  # in a quiet moment earlier games are packed
    packed.journal.flush()
    packed.journal.close()
    assert len([message for message in following.look() if message.kind == "result"]) == 3
    assert following.state is not None
    assert following.state["game"] == 4


def test_an_entry_that_a_hall_would_refuse_does_not_hold_up_the_others(table: ScriptedTable) -> None:
    following = Following(table.path)
    table.begin()
    table.move()
    table.move(B, legal=False, reason="ç" * 40)
    table.win(A, C)
    told = following.look()
    assert [message.kind for message in told] == ["verdict", "result"]
    assert told[1].after == told[0].at
    assert len(following.told) == 1


def test_a_first_game_is_told_even_if_its_publisher_died_before_it_looked(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.sqlite"
    Following(path)
    ScriptedTable(tmp_path).play(A, C)
    assert [message.kind for message in Following(path).look()] == ["verdict"] * 4 + ["result"]


def test_a_lost_outbox_begins_after_the_newest_game(table: ScriptedTable, tmp_path: Path) -> None:
    first = Following(table.path)
    table.play(A, C)
    assert first.look()
    (tmp_path / OUTBOX).write_text("{")
    second = Following(table.path)
    assert second.told
    assert "put aside" in second.told[0]
    assert second.look() == []
    table.play(B, D)
    assert {message.at[0] for message in second.look()} == {2}


def test_another_card_with_its_own_games_tells_none_of_them(tmp_path: Path) -> None:
    table, other = ScriptedTable(tmp_path / "one"), ScriptedTable(tmp_path / "other")
    Following(table.path)
    other.play(A, C)
    shutil.copy(tmp_path / "one" / OUTBOX, tmp_path / "other" / OUTBOX)
    following = Following(other.path)
    assert following.look() == []
    other.play(B, D)
    assert {message.at[0] for message in following.look()} == {2}


def test_a_journal_renewed_in_a_game_goes_on_as_another_stream(tmp_path: Path) -> None:
    table, new = ScriptedTable(tmp_path / "one"), ScriptedTable(tmp_path / "new")
    following = Following(table.path)
    following.follower.seated(MATCH)
    table.play(A, C)
    stream = following.follower.outbox.name
    assert following.look()
    table.journal.close()
    new.begin()
    new.play(A, C, turns=2)
    new.journal.close()
    for path in (tmp_path / "one").glob("games.sqlite*"):
        path.unlink()
    for path in (tmp_path / "new").glob("games.sqlite*"):
        shutil.copy(path, tmp_path / "one")
    following.look()
    told = following.look()
    assert following.follower.outbox.name != stream
    assert [message.kind for message in told] == ["verdict", "verdict", "result"]


def test_a_journal_put_back_to_an_older_copy_goes_on_as_another_part(tmp_path: Path) -> None:
    table = ScriptedTable(tmp_path / "one")
    following = Following(table.path)
    table.begin()
    table.move()
    table.journal.close()
    shutil.copytree(tmp_path / "one", tmp_path / "copy")
    table = ScriptedTable(tmp_path / "one")
    table.play(A, C)
    following.confirm(following.look()[-1])
    table.journal.close()
    outbox = (tmp_path / "one" / OUTBOX).read_text()
    (tmp_path / "copy" / OUTBOX).write_text(outbox)
    older = ScriptedTable(tmp_path / "copy")
    older.play(B, D)
    again = Following(older.path)
    again.look()
    assert [message.kind for message in again.look()] == ["verdict"] * 4 + ["result"]
    assert again.follower.outbox.name != following.follower.outbox.name


def test_the_state_is_that_of_the_referee(tmp_path: Path) -> None:
    """Through flags, questions, take-backs and undone turns of a noisy evening."""
    table = PlayedTable(tmp_path, seed=5)
    following, rng = Following(table.path, names=True), Random(1)
    table.begin()
    for _ in range(8):
        table.play(rng.randint(2, 6))
        state = table.evening.referee.state
        following.look()
        shown = following.state
        assert shown is not None
        checked("state", shown)
        assert shown["pawns"] == dict(state.record[0].pawns)
        assert (shown["turn"]["n"], shown["turn"]["seat"]) == (state.n, state.on_turn)
        assert (shown["waits"] == "flag") == (state.open.flag is not None)
    verdicts = [effect.n for effect in table.evening.effects if isinstance(effect, Verdict)]
    waiting = [message.body["n"] for message in following.look() if message.kind == "verdict"]
    assert waiting == verdicts
    table.journal.close()


def test_what_waits_for_one_hall_is_never_told_to_another(table: ScriptedTable) -> None:
    following = Following(table.path)
    table.play(A, C)
    assert following.look()
    other = Following(table.path, hall="other t01")
    assert other.look() == []
    table.play(B, D)
    assert {message.at[0] for message in other.look()} == {2}
    assert {message.at[0] for message in Following(table.path).look()} == set()


def test_games_between_leaving_a_hall_and_joining_it_again_are_not_told(table: ScriptedTable) -> None:
    first = Following(table.path)
    table.play(A, C)
    first.confirm(first.look()[-1])
    HallFiles(table.path.parent).leave()
    table.play(A, C)
    again = Following(table.path)
    table.play(B, D)
    assert {message.at[0] for message in again.look()} == {3}
    assert again.follower.outbox.name != first.follower.outbox.name, "the hall would wait for game 2"


def test_reading_while_the_log_is_begun_anew_hides_nothing_that_is_written_afterwards(tmp_path: Path) -> None:
    table = ScriptedTable(tmp_path / "table")
    following = Following(table.path)
    table.play(A, C)
    assert table.journal._file is not None
    assert table.journal.flush()
    with closing(sqlite3.connect(table.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM entries").fetchone()
        with suppress(sqlite3.OperationalError):  # the journal's own thread may be at it
            table.journal._file.restart_log()  # in vain: somebody reads
    table.play(B, D)
    assert {message.at[0] for message in following.look()} == {1, 2}
    killed = Path(shutil.copytree(table.path.parent, tmp_path / "killed")) / table.path.name
    with closing(Journal(killed)) as journal:
        assert (journal.damage, journal.notices) == (None, [])
    assert len(list_games(killed)) == 2
