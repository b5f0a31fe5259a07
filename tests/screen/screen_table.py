"""A table that the screen's tests share: a board, its colours, and positions written as text."""

from dataclasses import replace

from calibration.board.board import Board
from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, camp_holes, seats_of
from toc_pi.effects import Verdict
from toc_pi.events import Card
from toc_pi.screen.panel import Box
from toc_pi.screen.scene import Scene, tapped
from toc_pi.screen.scene_panel import panel_of

COLOURS = dict(
    zip(
        seats_of(8),
        ("black", "yellow", "red", "green", "blue", "white", "orange", "purple"),
        strict=True,
    )
)


def board(name: str = "square-40") -> Board:
    """A shipped board."""
    return load_board(name)


def standing(text: str, seats: int = 4) -> dict[Hole, Seat]:
    """Every occupied hole: pawns as `a0:a b12:c`, all others in their camps."""
    camps = {seat: list(camp_holes(seat)) for seat in seats_of(seats)}
    out = on_track(text)
    for seat in out.values():
        camps[seat].pop(0)
    return out | {hole: seat for seat, holes in camps.items() for hole in holes}


def on_track(text: str) -> dict[Hole, Seat]:
    """Pawns out of their camps, as text."""
    return {Hole(item.split(":")[0]): Seat(item.split(":")[1]) for item in text.split()}


def tap(scene: Scene, *keys: str) -> Scene:
    """The scene after taps that only change what the screen shows."""
    for key in keys:
        changed = tapped(scene, key)
        assert changed is not None, key
        scene = changed
    return scene


def altered(scene: Scene, **fields: object) -> Scene:
    """The scene with other values of some fields, each in the part to which it belongs."""
    parts = {}
    for part in ("board", "game", "dialog", "preferences"):
        whole = getattr(scene, part)
        parts[part] = replace(whole, **{name: fields.pop(name) for name in [*fields] if hasattr(whole, name)})
    assert not fields
    return replace(scene, **parts)


def box_of(scene: Scene) -> Box:
    """The panel's message."""
    box = panel_of(scene).box
    assert box is not None
    return box


def verdict(before: str, holes: str, *, seat: str = "a", legal: bool = True, captured: str = "") -> Verdict:
    """A verdict on a 7."""
    return Verdict(
        t=4.0,
        n=3,
        seat=Seat(seat),
        do="card",
        card=Card("7"),
        cards=(),
        legal=legal,
        captured=tuple(Seat(letter) for letter in captured),
        holes=on_track(holes),
        fresh=frozenset(),
        before=on_track(before),
        before_fresh=frozenset(),
        reasons=() if legal else ("wrong-distance",),
        back_to={} if legal else on_track(before),
    )
