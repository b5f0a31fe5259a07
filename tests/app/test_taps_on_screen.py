"""The referee's events from taps and wired buttons, and how the stage shows the effects."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import cast

import pygame
import pytest
from gpiozero.pins.mock import MockFactory
from patience import PATIENCE_S
from pygame import MOUSEBUTTONDOWN
from pygame.event import Event, post
from unkept import UnkeptGame
from walking import Walk

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat
from hardware.capture import Film
from hardware.errors import DeviceFailed
from hardware.health import EVERY_S, LASTS_S, Ailment, HealthWatch
from hardware.lamps import LampState, NoLamps, PinLamps
from hardware.pins import LAMP_PINS, mock_pins
from toc_pi.app import session
from toc_pi.app import stage as app_lamps
from toc_pi.app.camera.camera_events import BoardFound, CameraEvent, CameraLost, Watcher
from toc_pi.app.play import GameSession, SessionServices
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.app.stage import Stage, buttons_or_none, event_of, is_moved, lamps_or_none
from toc_pi.app.starting import PlayOptions, SessionConfig
from toc_pi.belief.game import Game
from toc_pi.effects import Effect, Offer, Question, Turn, Verdict
from toc_pi.events import Answered, Card, Declared, Paused, Resumed
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.screen.changes import after
from toc_pi.screen.pages.end_page import EndPage
from toc_pi.screen.scene import Scene, lamps, opening, tapped
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Quit, Tapped, Window
from toc_pi.store.settings import DataFolders, example_settings, load_settings

A = Seat("a")
COLOURS = {Seat("a"): "red", Seat("b"): "blue", Seat("c"): "green", Seat("d"): "yellow"}


@pytest.fixture
def scene() -> Scene:
    return after(opening(load_board("square-40"), COLOURS, taps=True), Turn(0.0, 1, A))


@pytest.mark.parametrize(
    ("before", "key", "declared"),
    [
        ((), "card:7", Declared(2.0, A, "card", Card("7"))),
        (("discard",), "card:7", Declared(2.0, A, "discard", Card("7"))),
        (
            ("throw", "card:2", "card:*"),
            "throw-done",
            Declared(2.0, A, "throw", cards=(Card("2"), Card("*"))),
        ),
        ((), "accept", Declared(2.0, A, "accept")),
        ((), "undo", Declared(2.0, A, "undo")),
        ((), "pass", Declared(2.0, A, "pass")),
    ],
)
def test_the_seat_in_turn_declares_what_is_tapped(
    scene: Scene, before: tuple[str, ...], key: str, declared: Declared
) -> None:
    for tap in before:
        changed = tapped(scene, tap)
        assert changed is not None
        scene = changed
    assert event_of(key, scene, 2.0) == declared


def test_a_question_is_answered_by_its_button_and_by_those_on_wires(scene: Scene) -> None:
    asked = after(scene, Question(1.0, 5, "what-happened", {}, ("x", "y", "none")))
    assert event_of("answer:y", asked, 2.0) == Answered(2.0, 5, "y")
    assert event_of("accept", asked, 2.0) == Answered(2.0, 5, "x")
    assert event_of("undo", asked, 2.0) == Answered(2.0, 5, "none")


def test_an_offered_card_is_declared_for_the_player_who_moved(scene: Scene) -> None:
    offered = after(scene, Offer(1.0, Seat("c"), (Card("K"),)))
    assert event_of("card:K", offered, 2.0) == Declared(2.0, Seat("c"), "card", Card("K"))


def test_a_rest_is_begun_and_ended_by_the_same_button(scene: Scene) -> None:
    assert event_of("pause", scene, 2.0) == Paused(2.0)
    assert event_of("pause", after(scene, Paused(2.0)), 3.0) == Resumed(3.0)


class _Pressed:
    """Buttons of which one was pressed."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def pressed(self) -> tuple[str, ...]:
        names, self._names = self._names, ()
        return names

    def close(self) -> None:
        pass


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = mock_pins()
    yield made
    made.reset()


def _reason(_: Verdict) -> dict[str, str]:
    return {"en": "A 7 goes seven holes.", "fr": "Un 7 avance de sept trous."}


def _wrong() -> Effect:
    before, after_ = {Hole("a0"): A}, {Hole("a9"): A}
    nothing = frozenset[Hole]()
    return Verdict(
        1.0, 1, A, "card", Card("7"), (), False, (), after_, nothing, before, nothing, ("x",), before
    )


def test_without_a_window_lamps_and_buttons_carry_the_game(scene: Scene, factory: MockFactory) -> None:
    with closing(PinLamps(tuple(lamps(scene)), factory)) as wired:
        stage = Stage(scene, None, wired, Phrases("en", COLOURS, _reason), _Pressed("undo"))
        assert wired.shown == LampState(lamps(scene))
        assert factory.pin(LAMP_PINS["seat-a"].gpio).state
        stage.show(_wrong())
        stage.present()
        assert factory.pin(LAMP_PINS["wrong"].gpio).state
        assert stage.scene.game.reason == "A 7 goes seven holes."
        assert stage.touches() == (Tapped("undo"),)
        assert stage.touches() == ()


def test_lamps_and_buttons_that_fail_are_reported_once_and_done_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise DeviceFailed("pins: lgpio is missing")

    monkeypatch.setattr(app_lamps, "open_lamps", fail)
    monkeypatch.setattr(app_lamps, "PinButtons", fail)
    said: list[str] = []
    assert isinstance(lamps_or_none(4, said.append), NoLamps)
    assert buttons_or_none(said.append).pressed() == ()
    assert said == ["pins: lgpio is missing"] * 2


class _FailingLamps:
    """Lamps whose wire has come loose."""

    def show(self, _: LampState) -> None:
        raise DeviceFailed("lamps: the pins can't be used (no answer)")

    def close(self) -> None:
        """Do nothing."""


def test_lamps_that_fail_during_a_game_are_reported_on_the_screen_and_done_without(
    scene: Scene,
) -> None:
    stage = Stage(scene, None, _FailingLamps(), Phrases("en", COLOURS, _reason))
    assert "no answer" in stage.scene.game.hint
    stage.set(scene)
    stage.present()
    assert stage.scene == scene


class _Window:
    """A window with given taps, closed once the screen shows what the test waits for."""

    def __init__(self, keys: list[str], enough: Callable[[Scene], bool]) -> None:
        self._keys = keys
        self._enough = enough
        self._until = time.monotonic() + PATIENCE_S
        self.scene: Scene | None = None

    def show(self, scene: Scene) -> None:
        self.scene = scene

    def present(self) -> None:
        """Nothing is drawn."""

    def events(self) -> tuple[Tapped | Quit, ...]:
        if self._keys:
            return (Tapped(self._keys.pop(0)),)
        done = self.scene is not None and self._enough(self.scene)
        return (Quit(),) if done or time.monotonic() > self._until else ()


class _Sights(Watcher):
    """A camera that sees only this."""

    has_camera = True

    def __init__(self, *sights: CameraEvent) -> None:
        super().__init__(time.monotonic())
        self._sights = sights

    def take(self) -> tuple[CameraEvent, ...]:
        sights, self._sights = self._sights, ()
        return sights


def test_a_film_for_a_camera_ends_with_a_page_until_somebody_taps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with closing(Window((800, 480), hidden=True)) as window:
        walk = Walk(load_ruleset("quebec"), Position.parse("b3:b"), camera=True, window=window)
        walk.eye.given.append(CameraLost("the film is over", over=True))  # type: ignore[union-attr]
        assert walk.evening.step(), "the window stays"
        assert walk.evening.step()
        shown = window._shown
        assert isinstance(shown, EndPage)
        assert shown.summary.title == "The film is over"
        assert "kept" in shown.summary.go_on
        tap = Event(MOUSEBUTTONDOWN, button=1, pos=(300, 300), touch=False)
        post(tap)
        assert walk.evening.step(), "this tap was meant for a key of the page before"
        walk.eye.t += 2.0
        post(tap)
        assert not walk.evening.step()


LOST = CameraLost("camera 0: no picture arrives; check its cable")
MOVED_OUT = ("card:A", "hole:aC1", "hole:a0", "done")


def _play(
    *keys: str,
    sights: tuple[CameraEvent, ...] = (),
    log: list[str] | None = None,
    trouble: Callable[[], str | None] | None = None,
) -> Scene:
    """Play a game without a camera until its first verdict; return the scene."""
    first = opening(load_board("square-40"), COLOURS, taps=True)

    class Troubled(UnkeptGame):
        @property
        def trouble(self) -> str | None:  # type: ignore[override]
            return None if trouble is None else trouble()

    game = Troubled(Game(load_ruleset("quebec"), Table(4, 16, False), A, False), first.board.seats)
    window = _Window(list(keys), lambda scene: scene.game.verdict is not None)
    stage = Stage(first, cast(Window, window), NoLamps(), Phrases("en", COLOURS, _reason))
    watcher = _Sights(*sights) if sights else Watcher(0.0)
    log = [] if log is None else log
    evening = GameSession(watcher, stage, game, log.append)
    evening.begin(game.referee.turn())
    evening.run(alive=lambda: None)
    return stage.scene


def test_without_a_camera_a_right_move_is_judged_right() -> None:
    shown = _play(*MOVED_OUT)
    assert shown.game.verdict is not None
    assert shown.game.verdict.legal
    assert shown.game.verdict.holes == {"a0": "a"}


def test_a_legal_move_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It changes the scene four times: an observation, a verdict, a settled turn and the next one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    drawn: list[Scene] = []
    with closing(Window((800, 480), hidden=True)) as window:
        walk = Walk(load_ruleset("quebec"), Position.parse("b3:b"), camera=True, window=window)
        walk.evening.touch(Tapped("card:A"))
        walk.wait(1.0)
        pawns = standing(Position.parse("a0:a b3:b"), walk.stage.scene.board.seats)
        walk.view("hand")
        walk.view("watching")
        monkeypatch.setattr(pygame.display, "flip", lambda: drawn.append(walk.stage.scene))
        for _ in range(3):
            walk.eye.t += 1.0
            walk.see(pawns)
            walk.evening.step()
    assert walk.referee.state.n == 2
    assert [one.game.verdict is not None and one.game.verdict.legal for one in drawn] == [True]


def test_without_a_camera_the_reason_of_an_illegal_move_is_given() -> None:
    shown = _play("card:A", "hole:aC1", "hole:a5", "done")
    assert shown.game.flagged is not None
    assert shown.game.reason


def test_without_a_camera_an_undo_puts_the_pawns_back_by_itself() -> None:
    walk = Walk(load_ruleset("quebec"), Position.parse("b3:b"), camera=False)
    before = dict(walk.stage.scene.board.pawns)
    for key in ("card:A", "hole:aC1", "hole:a0", "done"):
        walk.tap(key)
    assert walk.stage.scene.board.pawns[Hole("a0")] == A
    walk.tap("undo")
    assert not is_moved(walk.stage.scene, before)
    assert not walk.stage.scene.game.repair
    assert walk.referee.state.n == 1


def test_without_a_camera_a_flag_is_gone_once_the_pawns_are_back() -> None:
    walk = Walk(load_ruleset("quebec"), Position.parse("b3:b"), camera=False)
    for way in ("card:A", "hole:aC1", "hole:a5", "done", "put-back"):
        walk.tap(way)
    assert walk.stage.scene.game.flagged is None
    assert not is_moved(walk.stage.scene, walk.standing())
    assert walk.referee.state.n == 1
    for way in ("card:A", "hole:aC1", "hole:a0", "done"):
        walk.tap(way)
    assert walk.referee.state.n == 2


def test_without_a_camera_a_new_game_is_begun_after_the_end() -> None:
    walk = Walk(load_ruleset("quebec", ("no-spill",)), Position.parse(NEARLY), camera=False)
    for key in ("card:A", "hole:d16", "hole:aH1", "done"):
        walk.tap(key)
    assert walk.stage.scene.game.winners
    walk.tap("anew")
    assert not walk.stage.scene.game.winners
    assert walk.referee.state.n == 1
    assert not is_moved(walk.stage.scene, {})


NEARLY = "aH2:a aH3:a aH4:a d16:a cH1:c cH2:c cH3:c cH4:c"


def test_the_record_says_where_the_pawns_wait() -> None:
    pawns = standing(Position(frozenset({(Hole("a3"), A)})), (A, Seat("b")))
    assert sorted(pawns) == ["a3", "aC1", "aC2", "aC3", "bC1", "bC2", "bC3", "bC4"]


def test_a_camera_that_is_lost_leaves_the_game_to_fingers() -> None:
    shown = _play(*MOVED_OUT, sights=(LOST,))
    assert shown.board.by_hand
    assert "cable" in panel_of(shown).status
    assert shown.game.verdict is not None
    assert shown.game.verdict.legal


def test_without_a_camera_no_hand_is_reported() -> None:
    log: list[str] = []
    _play(*MOVED_OUT, log=log)
    assert log == ["Red to play.", "Red plays A.", "1. Red, A: allowed.", "Blue to play."]


def test_a_disk_that_takes_nothing_is_reported_once_and_so_is_its_end() -> None:
    log: list[str] = []
    answers = iter([None, "games.sqlite: disk full", "games.sqlite: disk full"])
    _play(*MOVED_OUT, log=log, trouble=lambda: next(answers, None))
    said = [each for each in log if "disk" in each or "kept" in each]
    assert said == ["Games.sqlite: disk full", "The game is being kept again."]


def test_while_the_disk_takes_nothing_the_screen_says_so() -> None:
    shown = _play(*MOVED_OUT, trouble=lambda: "games.sqlite: disk full")
    assert "isn't being kept" in shown.game.hint


def test_what_is_wrong_with_the_machine_is_shown_while_it_lasts() -> None:
    wrong: set[Ailment] = {"hot"}
    log: list[str] = []
    first = opening(load_board("square-40"), COLOURS, taps=True)
    game = UnkeptGame(Game(load_ruleset("quebec"), Table(4, 16, False), A, False), first.board.seats)
    stage = Stage(first, None, NoLamps(), Phrases("fr", COLOURS, _reason))
    extras = SessionServices(health=HealthWatch(lambda: frozenset(wrong)))
    evening = GameSession(Watcher(0.0), stage, game, log.append, extras)
    evening.begin(game.referee.turn())
    shown = [stage.scene.game.hint]
    for now, change in ((2.0, {"read_only"}), (4.0, set()), (5.0 + LASTS_S / EVERY_S, set())):
        wrong = change
        evening.tick(now * EVERY_S)
        shown.append(stage.scene.game.hint)
    assert [each.split("\u00a0")[0].split(".")[0] for each in shown] == [
        "Le Pi chauffe",
        *["La carte mémoire refuse d'écrire"] * 2,
        "",
    ]
    assert [each for each in log if each in shown] == shown[:2]


def test_without_a_camera_no_page_ever_says_that_the_board_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = list[Scene]()
    monkeypatch.setattr(Stage, "present", lambda stage: shown.append(stage.scene))
    monkeypatch.setattr(GameSession, "run", lambda *_: None)
    places = DataFolders(tmp_path / "config", tmp_path / "state")
    places.config.mkdir()
    places.settings.write_text(example_settings())
    begun = SessionConfig(
        PlayOptions(print, on_screen=False, camera="none"),
        places,
        places,
        load_settings(places.settings),
        False,
        lambda: None,
    )
    session.play(begun)
    assert shown
    assert all(one.board.by_hand and len(one.board.pawns) == 16 for one in shown)


def test_colours_that_look_alike_are_reported_once_before_the_first_verdict() -> None:
    clip = load_clip("sample")
    with closing(Film(clip.film)) as film:
        found = find_board(clip, [frame.image for frame in setup_pictures(clip, film)])
    alike = replace(found, looks=replace(found.looks, alike=(("a", "b"),)))
    log: list[str] = []
    shown = _play(*MOVED_OUT, sights=(BoardFound(0.0, alike, ()), LOST), log=log)
    said = "Red and blue look too much alike in this light: add a lamp, or use other pawns."
    assert log.count(said) == 1
    assert shown.game.hint == "", "it goes with the first verdict, and is kept in the menu"
