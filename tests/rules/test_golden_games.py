"""Golden games: whole games as files, read, judged play by play, and replayed exactly."""

import sys
from pathlib import Path

import pytest
from notation_reader import read_transcript

from toc_pi.rules.game import CardPlayed, Discard, Throw, winners
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.transcript import replay, write_transcript
from toc_pi.rules.turn import must_play, results

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "games").glob("*.toc"))
sys.path.insert(0, str(ROOT / "tools"))

from golden_games import GAMES, play_game  # noqa: E402


def test_two_games_a_rule_set() -> None:
    """At least fourteen games, found automatically."""
    assert {file.stem for file in FILES} == set(GAMES)
    for name in NAMES:
        assert len([file for file in FILES if file.stem.rpartition("-")[0] == name]) >= 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_game_is_legal_from_the_first_card_to_the_last(file: Path) -> None:
    """Every play is among its card's results, nobody who must play discards, and somebody wins."""
    rules, game = read_transcript(file.read_text(encoding="utf-8"))
    table = game.setting.table
    before = None
    for place, after in enumerate(replay(rules, game), start=-1):
        if before is not None:
            action = game.actions[place]
            if isinstance(action, CardPlayed):
                assert action.result in results(rules, table, before, action.card), f"action {place}"
            if isinstance(action, Discard | Throw):
                assert not must_play(rules, table, before, before.hands[before.turn]), f"action {place}"
        before = after
    assert before is not None
    assert before.phase == "over"
    assert winners(table, before)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_game_is_replayed_exactly(file: Path) -> None:
    """Read and written, and replayed from its seed, it is the same text; tools/golden_games.py writes it."""
    text = file.read_text(encoding="utf-8")
    assert write_transcript(*read_transcript(text)) == text
    setting = GAMES[file.stem]
    rules = load_ruleset(setting.rules, setting.house)
    assert write_transcript(rules, play_game(setting, file.stem)) == text
