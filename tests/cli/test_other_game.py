"""A board of another game: described with the same commands, read in the same way, without a referee."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.board.board_file import load_board, write_board
from toc_pi.app.recording.clip import load_clip
from toc_pi.cli.main import main
from toc_pi.errors import BadInput

SHORT = Path(__file__).parents[1] / "data" / "short"
Output = pytest.CaptureFixture[str]
COLOURS = {"a": "black", "b": "yellow", "c": "red", "d": "green"}


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """The short clip as one of an unknown game; its holes are h0, h1 …"""
    folder = tmp_path / "ludo"
    folder.mkdir()
    shutil.copy(SHORT / "film.mp4", folder / "film.mp4")
    toc = load_board("square-40")
    holes = {f"h{number}": place for number, place in enumerate(toc.holes.values())}
    write_board(
        replace(toc, name="ludo", game="other", seats=0, home_entry=0, centre=False, holes=holes),
        folder / "ludo.toml",
    )
    (folder / "clip.toml").write_text(
        'board = "ludo.toml"\nfocal = 940.0\n[pawns]\nkind = "peg"\nheight = 28.0\ndiameter = 6.0\n'
        "white_face = true\n"
    )
    return folder


def names() -> Mapping[str, str]:
    return {hole: f"h{number}" for number, hole in enumerate(load_board("square-40").holes)}


@pytest.fixture
def standing(tmp_path: Path) -> Path:
    camps = {name: COLOURS[hole[0]] for hole, name in names().items() if hole[1] == "C"}
    path = tmp_path / "standing.json"
    path.write_text(json.dumps(camps))
    return path


def test_a_film_is_kept_and_says_which_pawn_went_where(
    clip: Path, standing: Path, tmp_path: Path, capsys: Output
) -> None:
    kept = tmp_path / "kept"
    options = ["--clip", str(clip), "--holes", str(standing), "--seconds", "6"]
    assert main(["record", str(kept), *options]) == 0
    assert load_clip(str(kept)).camps == json.loads(standing.read_text())
    stills = json.loads((kept / "truth.json").read_text())["stills"]
    assert stills[0]["holes"] == json.loads(standing.read_text())
    capsys.readouterr()
    assert main(["watch", str(kept), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "Red: h" in printed
    assert f"→ {names()['c0']}." in printed
    assert "allowed" not in printed


def test_without_the_pawns_holes_they_are_asked_for(clip: Path, refused: Callable[..., str]) -> None:
    for command in (
        ["watch", str(clip)],
        ["calibrate", str(clip)],
        ["record", str(clip / "new"), "--clip", str(clip)],
    ):
        assert "--holes FILE" in refused(*command, silent=False)
    assert not (clip / "new").exists()


def test_a_window_or_an_evening_is_not_for_other_games(
    clip: Path, standing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    assert "as text only" in refused("watch", str(clip), "--holes", str(standing), "--screen")
    (tmp_path / "home" / "config").mkdir(parents=True)
    shutil.copy(clip / "ludo.toml", tmp_path / "home" / "config")
    shutil.copy(clip / "clip.toml", tmp_path / "home" / "config" / "settings.toml")
    monkeypatch.setenv("TOC_PI_HOME", str(tmp_path / "home"))
    assert "not refereed" in refused("play", "--no-screen")


def test_pawns_of_toc_begin_in_their_camps(
    standing: Path, tmp_path: Path, refused: Callable[..., str]
) -> None:
    assert "boards of other games" in refused("watch", str(SHORT), "--holes", str(standing))
    copy = tmp_path / "copy"
    shutil.copytree(SHORT, copy)
    (copy / "clip.toml").write_text('standing = { a0 = "a" }\n' + (SHORT / "clip.toml").read_text())
    with pytest.raises(BadInput, match="standing"):
        load_clip(str(copy))


def test_the_clip_may_give_the_pawns_holes(clip: Path, standing: Path) -> None:
    placed = json.loads(standing.read_text())
    rows = ", ".join(f'{hole} = "{pawn}"' for hole, pawn in placed.items())
    (clip / "clip.toml").write_text(f"standing = {{ {rows} }}\n" + (clip / "clip.toml").read_text())
    assert load_clip(str(clip)).camps == placed
    (clip / "clip.toml").write_text('standing = { moon = "red" }\nboard = "ludo.toml"\n')
    with pytest.raises(BadInput, match="moon"):
        load_clip(str(clip))
