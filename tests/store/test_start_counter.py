"""Failed starts are counted whatever happens to their file; data put aside is preserved."""

from pathlib import Path

import pytest

from toc_pi.store.settings import DataFolders, example_settings, load_settings
from toc_pi.store.start_counter import Starts, begin_state_anew, keep_good, last_good, usual


class Machine:
    """Clocks, and the machine's uptime, set by a test."""

    def __init__(self) -> None:
        self.steady_s, self.wall_s, self.boot = 100.0, 1e9, "one"

    def starts(self, state: Path) -> Starts:
        return Starts(state, lambda: self.steady_s, lambda: self.wall_s, lambda: self.boot)

    def later(self, s: float) -> None:
        self.steady_s += s
        self.wall_s += s


def test_three_starts_in_ten_minutes_are_three_and_a_good_one_is_the_end_of_them(tmp_path: Path) -> None:
    machine = Machine()
    for count in range(3):
        starts = machine.starts(tmp_path / "new")
        assert starts.failed == count
        starts.begin()
        starts.fail(f"fault {count}")
        machine.later(200.0)
    assert (starts.failed, starts.why) == (3, "fault 2")
    starts.begin()
    starts.withdraw()
    assert starts.failed == 3
    machine.later(100.0)
    assert starts.failed == 2, "the first is more than ten minutes ago"
    starts.succeed()
    assert (starts.failed, starts.why) == (0, "")


def test_switching_off_and_on_counts_by_the_wall_clock_and_a_clock_that_jumps_counts_nothing(
    tmp_path: Path,
) -> None:
    machine = Machine()
    starts = machine.starts(tmp_path)
    starts.begin()
    starts.fail("the program's fault")
    machine.boot, machine.steady_s = "two", 5.0
    machine.wall_s += 60.0
    assert starts.failed == 1
    machine.wall_s += 1e6
    assert starts.failed == 0
    machine.wall_s -= 2e6
    assert starts.failed == 0


def test_power_cuts_soon_after_a_start_are_no_failed_starts(tmp_path: Path) -> None:
    machine = Machine()
    starts = machine.starts(tmp_path)
    for boot in ("two", "three", "four"):
        starts.begin()
        assert starts.failed == 1, "it is still under way, and would count if it were killed"
        machine.boot, machine.steady_s = boot, 5.0
        machine.wall_s += 60.0
        assert starts.failed == 0


DAMAGED = (b"", b"\xb0\xff", b"{}", b"[1, null, {}]", b"[" * 5000, b'[{"boot": 1, "steady": "x"}]')


@pytest.mark.parametrize("content", [*DAMAGED, b"[" + b"9" * 50_000])
def test_a_damaged_count_counts_as_zero_and_is_restarted(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "starts.json").write_bytes(content)
    starts = Machine().starts(tmp_path)
    assert starts.failed == 0
    assert starts.why == ""
    starts.begin()
    assert starts.failed == 1


def test_where_nothing_can_be_written_nothing_is_counted(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    starts = Machine().starts(tmp_path / "file")
    starts.begin()
    starts.fail("x")
    starts.withdraw()
    starts.succeed()
    assert starts.failed == 0
    (tmp_path / "folder" / "starts.json").mkdir(parents=True)
    assert Machine().starts(tmp_path / "folder").failed == 0
    Machine().starts(tmp_path / "folder").succeed()


def test_settings_of_a_good_start_are_kept_with_their_board_file(tmp_path: Path) -> None:
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    places.config.mkdir()
    places.settings.write_text(example_settings())
    (places.config / "attic.toml").write_text("name = 'attic'")
    keep_good(places)
    assert load_settings(last_good(places).settings) == load_settings(places.settings)
    assert (last_good(places).config / "attic.toml").is_file()
    keep_good(last_good(places))
    assert load_settings(usual(places, "fr").settings).language == "fr"


def test_a_state_that_is_put_aside_is_kept_in_a_folder_of_its_own(tmp_path: Path) -> None:
    for round_ in (1, 2):
        (tmp_path / "games.sqlite").write_text(f"games {round_}")
        (tmp_path / "last-good").mkdir(exist_ok=True)
        old = begin_state_anew(tmp_path)
        assert old == tmp_path / f"old-{round_}"
        assert (old / "games.sqlite").read_text() == f"games {round_}"
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "last-good",
            *(f"old-{n + 1}" for n in range(round_)),
        ]
