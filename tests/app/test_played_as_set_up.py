"""A clip whose table was set up by what the camera sees is judged as `watch` judges it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from taps import tap
from test_evening import UNTIL_S, InStep, Table
from unkept import UnkeptGame

from calibration.board.board_file import shipped_boards
from calibration.holes import Hole, Seat
from calibration.setup.calibration_file import Calibration
from hardware.capture import Film
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.film_session import Passed, watch
from toc_pi.app.play import GameSession
from toc_pi.app.recording.clip import Clip, load_clip
from toc_pi.app.setup import setting_up as steps
from toc_pi.app.setup.answers import Answers, colour_at, settings_of
from toc_pi.app.setup.finding import BoardRelocator, setup_pictures
from toc_pi.app.setup.live_view import LiveView
from toc_pi.app.setup.table_summary import game_of
from toc_pi.effects import Effect, Verdict
from toc_pi.phrases import Phrases
from toc_pi.store.settings import read_settings
from toc_pi.store.table_config import TableConfig
from toc_pi.words import why

Seats = Mapping[Seat, Seat]


def nobody() -> Any:
    raise AssertionError("its pictures are given")


def set_up(clip: Clip) -> tuple[TableConfig, Calibration, Seats]:
    """The table as the set-up writes it, what it learnt, and which of its seats is which of the clip's."""
    with closing(Film(clip.film)) as film:
        pictures = [frame.image for frame in setup_pictures(clip, film)]
    view = LiveView(nobody, shipped_boards(), live=False)
    view.search(pictures)
    found, advice = view.known
    assert found is not None, advice
    state = steps.seen_table(replace(steps.begin(), step="camera"), found.board, found.pawns)
    seats = state.answers.seats

    def turned(by: int) -> Seats:
        return {seat: seats[(at + by) % len(seats)] for at, seat in enumerate(seats)}

    def fitting(by: int) -> int:
        return sum(found.pawns.colours[own] == clip.colours[seat] for seat, own in turned(by).items())

    own = turned(max(range(len(seats)), key=fitting))
    assert {own[seat]: colour for seat, colour in clip.colours.items()} == found.pawns.colours
    white = "yes" if clip.pawns.white_face else "no"
    state = tap(replace(state, step="pawns"), f"white:{white}")
    state = tap(replace(state, step="first"), f"first:{own[clip.first or seats[0]]}")
    state = state.answered(rules=clip.rules or "", house=clip.house)
    settings = read_settings(settings_of(state.answers), Path("settings.toml"))
    return settings, learnt(found.calibration, state.answers), own


def learnt(found: Calibration, answers: Answers) -> Calibration:
    pawns = replace(found.pawns, white_face=answers.pawns.white_face)
    assert pawns == answers.pawns
    return replace(
        found, pawns=pawns, colours={str(seat): colour_at(answers, seat) for seat in answers.seats}
    )


def judged(effects: Sequence[Effect], own: Seats) -> list[tuple[object, ...]]:
    return [
        (each.n, own[each.seat], each.do, each.card, each.legal, each.reasons)
        for each in effects
        if isinstance(each, Verdict) and each.t <= UNTIL_S - 1
    ]


def told_of(clip: Clip) -> Iterator[Verdict]:
    """The verdicts on the first part of a film."""
    with closing(Film(clip.film)) as film:
        for each in watch(clip, game_of(clip), film):
            if isinstance(each, Verdict):
                yield each
            elif isinstance(each, Passed) and each.frame.t > UNTIL_S:
                return


def test_a_table_that_was_set_up_is_judged_as_a_film_of_it(tmp_path: Path) -> None:
    clip = load_clip("sample")
    told = list(told_of(clip))
    table, seen, own = set_up(clip)
    game = game_of(table)
    same = {seat: seat for seat in own}
    taps = tuple(replace(tap, seat=str(own[Seat(tap.seat)])) if tap.seat else tap for tap in clip.taps)
    stepping = InStep(Film(clip.film))
    stage = Table(
        replace(clip, taps=taps, colours=table.colours, board=table.board),
        Phrases("en", table.colours, why(game, table.colours)),
        stepping,
    )
    played = UnkeptGame(game, stage.scene.board.seats)
    stands = {Hole(hole): Seat(pawn) for hole, pawn in table.board.set_up.items()}
    find = BoardRelocator(table, tmp_path / "calibration", lambda: stands, seen=seen)
    sights = BoardWatcher(lambda: stepping, find, clock=lambda: 5000.0 + stepping.t, live=False)
    stepping.sights, stepping.table = sights, stage
    evening = GameSession(sights, stage, played, lambda _: None)
    evening.begin(played.referee.turn())
    evening.run(alive=partial(int))
    assert judged(played.effects, same) == judged(told, own)
    assert len(judged(told, own)) >= 3
