"""A filmed game on a board with recesses for camps, and on one whose pawns wait beside it."""

from pathlib import Path
from typing import Any

import pytest
from filmed import PAWNS, film_game
from rendered import spread

from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.holes import home_holes, seats_of
from hardware.capture import Film
from toc_pi.app.film_session import watch
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.table_summary import game_of
from toc_pi.effects import Verdict
from toc_pi.events import Seen

# The seat on turn, the card, and the pawns on the track after it.
TURNS = [
    ("a", "K", {"a0": "a"}),
    ("b", "K", {"a0": "a", "b0": "b"}),
    ("c", "A", {"a0": "a", "b0": "b", "c1": "c"}),  # not on its start
]


def waiting(board: Board, track: dict[str, str]) -> dict[Any, str]:
    """The places of pawns that aren't on the track: anywhere in their areas."""
    if not board.camps:
        return {}
    out: dict[Any, str] = {}
    for seat in seats_of(board.seats):
        count = 4 - sum(owner == seat for owner in track.values())
        # Taking a pawn out leaves the others where they are.
        out |= dict.fromkeys(spread(board, seat, 4, PAWNS, ord(seat))[:count], str(seat))
    return out


@pytest.mark.parametrize(("name", "codec"), [("tac-tik-45", "FFV1"), ("round-40", "mp4v")])
def test_a_game_is_refereed(name: str, codec: str, tmp_path: Path) -> None:
    """A strongly compressed film changes the board's colours, but that isn't another light."""
    board = load_board(name)
    homes = {hole: str(seat) for seat in seats_of(board.seats) for hole in home_holes(seat)}
    stills = [(2.0, waiting(board, {}) if board.camps else homes)]
    if not board.camps:
        stills.append((1.2, {}))
    t = sum(seconds for seconds, _ in stills) + 1.2 * (len(stills) - 1)
    declared = []
    for seat, card, track in TURNS:
        declared.append({"t": round(t - 0.3, 2), "seat": seat, "do": "card", "card": card})
        stills.append((1.2, {**track, **waiting(board, track)}))
        t += 2.4
    clip = load_clip(str(film_game(tmp_path / name, board, stills, declared, codec)))
    output = [one for one in watch(clip, game_of(clip), Film(clip.film)) if isinstance(one, Verdict | Seen)]
    verdicts = [one for one in output if isinstance(one, Verdict)]
    assert [(one.seat, one.card, one.legal) for one in verdicts] == [
        (seat, card, number < len(TURNS)) for number, (seat, card, _) in enumerate(TURNS, start=1)
    ]
    assert [dict(one.holes) for one in verdicts] == [track for _, _, track in TURNS]
    assert verdicts[-1].reasons == ("wrong-start",)
    seen = [one for one in output if isinstance(one, Seen)]
    first, last = ({str(hole): str(seat) for hole, seat in one.holes.items()} for one in (seen[0], seen[-1]))
    if board.camps:
        full = {f"{seat}C{number}": seat for seat in "abcd" for number in (1, 2, 3, 4)}
        assert (
            first.items() <= full.items() <= {**first, **{hole: hole[0] for hole in seen[0].unsure}}.items()
        )
        track = {hole: seat for hole, seat in last.items() if hole[1] != "C"}
        left = {f"{seat}C{number}" for seat in "abcd" for number in (1, 2, 3)} | {"dC4"}
        assert set(last) - set(track) <= left <= {*last, *seen[-1].unsure}
        assert track == TURNS[-1][2]
    else:
        assert first == homes
        assert last == TURNS[-1][2]
