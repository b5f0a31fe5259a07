"""Players' knowledge is stored by family and player; a damaged file is replaced."""

from pathlib import Path

import pytest

from toc_pi.errors import DamagedStore
from toc_pi.store.people import HELP_FILE, MOST_FAMILIES, load_learned, save_learned


def test_each_family_finds_its_own(tmp_path: Path) -> None:
    save_learned(tmp_path, "board square-40", {"red": {"out": (1, 3)}})
    save_learned(tmp_path, "names Léa Tom", {"Léa": {"!home-left": (2, 0), "split": (0, 99)}})
    assert load_learned(tmp_path, "names Léa Tom") == {"Léa": {"!home-left": (2, 0), "split": (0, 99)}}
    assert load_learned(tmp_path, "board square-40") == {"red": {"out": (1, 3)}}
    assert load_learned(tmp_path, "names Zoé") == {}


def test_the_oldest_family_gives_way(tmp_path: Path) -> None:
    for number in range(MOST_FAMILIES + 1):
        save_learned(tmp_path, f"names {number}", {"red": {"out": (1, 1)}})
    assert load_learned(tmp_path, "names 0") == {}
    assert load_learned(tmp_path, "names 1") == {"red": {"out": (1, 1)}}


@pytest.mark.parametrize(
    "content", ["[]", '{"a": {"b": {"c": [1]}}}', '{"a": {"b": {"c": [1, 100]}}}', "\x00"]
)
def test_a_damaged_file_is_put_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / HELP_FILE).write_text(content)
    with pytest.raises(DamagedStore, match="put aside"):
        load_learned(tmp_path, "names")
    assert load_learned(tmp_path, "names") == {}
    assert len(list(tmp_path.iterdir())) == 1, "nothing is lost"
