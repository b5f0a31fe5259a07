"""An evening explored from screen to screen; each place is saved so that it can be entered again.

The evening, its stage and its referee are the real ones. The clock, the window and the observer are
substitutes for devices; their state is part of a place, so that a place can be left and entered again.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import cast

from taps import tapped
from unkept import UnkeptGame

from calibration.board.board_file import load_board
from calibration.holes import Hole, Seat, camp_holes, seats_of, start_hole
from hardware.lamps import NoLamps
from toc_pi.app.camera.board_watcher import BoardWatcher
from toc_pi.app.camera.camera_events import CameraEvent, Watcher
from toc_pi.app.play import GameSession, SessionServices
from toc_pi.app.setup.answers import Answers
from toc_pi.app.stage import Stage
from toc_pi.app.teaching.chairs import Chairs
from toc_pi.app.teaching.coach import Coach
from toc_pi.app.teaching.help_levels import Helping
from toc_pi.app.teaching.thinking import ProcessThinker
from toc_pi.belief.game import Declare, Game, Play
from toc_pi.effects import Question, Turn
from toc_pi.events import CameraView, Card, Seen, ViewChanged
from toc_pi.phrases import Phrases
from toc_pi.referee.declaring import offered_by
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import RefereeState
from toc_pi.rules.position import Position, standing
from toc_pi.rules.ruleset import RuleSet
from toc_pi.rules.table import Table
from toc_pi.screen.pages.page import Key, Page
from toc_pi.screen.scene import Scene, opening
from toc_pi.screen.scene_panel import panel_of
from toc_pi.screen.window import Tapped, Window
from toc_pi.teaching.chair import chairs_of
from toc_pi.words import clauses, why

SEATS = seats_of(4)
COLOURS = dict(zip(SEATS, ("red", "blue", "green", "yellow"), strict=True))
TABLE = Table(4, 16, False, (), ((SEATS[0], SEATS[2]), (SEATS[1], SEATS[3])))
STEP_S = 0.5
TAP_S = 0.5
LONG_S = 8.0
NOT_ASKED = Answers()
Pawns = Mapping[Hole, Seat]


class Eye:
    """Replaces the thread that reads the camera: returns given sights, with a clock that is set."""

    has_camera = True

    def __init__(self) -> None:
        self.t = 0.0
        self.looked = 0
        self.searching = False
        self.stuck = False
        self.given: list[CameraEvent] = []
        self.asked = False

    def start(self) -> None:
        """Nothing has to begin."""

    def stop(self) -> None:
        """Nothing has to end."""

    def drop(self) -> None:
        """It does so anyway."""

    def ask_for_cards(self, asks: bool) -> None:
        self.asked = asks

    def now(self) -> float:
        return self.t

    def take(self) -> tuple[CameraEvent, ...]:
        given, self.given = tuple(self.given), []
        self.looked += len(given)
        return given


class NoEye(Watcher):
    """There is no camera; the clock is set."""

    def __init__(self) -> None:
        super().__init__(0.0)
        self.t = 0.0

    def now(self) -> float:
        return self.t


class Glass:
    """Replaces the window: shows nothing, and returns given taps."""

    def __init__(self) -> None:
        self.taps: list[str] = []
        self.guided: Page | None = None

    def guide(self, guide: Page | None) -> None:
        """Store the page shown over the scene."""
        self.guided = guide

    def show(self, scene: Scene) -> None:
        """Ignore it: the stage has the scene."""

    def present(self) -> None:
        """Ignore it, too."""

    def events(self) -> tuple[Tapped, ...]:
        taps, self.taps = self.taps, []
        return tuple(map(self._tapped, taps))

    def _tapped(self, key: str) -> Tapped:
        on_page = key.startswith("guide:")
        return tapped(self.guided, key.removeprefix("guide:")) if on_page else Tapped(key)


@dataclass(frozen=True, slots=True)
class Place:
    """The complete state of an evening."""

    evening: GameSession
    state: RefereeState
    scene: Scene
    t: float
    board: Pawns


class Walk(UnkeptGame):
    """An evening at one place, with the ways on from it.

    Args:
        rules: the rule set.
        start: the pawns that are out at the start.
        camera: whether there is one.
        thinker: of a coach who teaches; None for no coach.
        helped: the table's settings: its help levels.
        chairs: seats that the program plays.
        declare: whether cards are declared before their moves.
        window: a real one; None for a substitute.
    """

    def __init__(
        self,
        rules: RuleSet,
        start: Position,
        *,
        camera: bool,
        thinker: ProcessThinker | None = None,
        helped: Answers = NOT_ASKED,
        chairs: Mapping[Seat, int] | None = None,
        declare: Declare = "strict",
        window: Window | None = None,
    ) -> None:
        super().__init__(Game(rules, TABLE, SEATS[0], declare=declare), SEATS)
        state = self.referee.state
        self.referee.state = replace(
            state.with_record((start,)), course=replace(state.course, position=start)
        )
        self.glass = Glass()
        self.helping = Helping(helped)
        self.chairs = Chairs(chairs_of(TABLE.players, chairs or {}))
        self.spoken: list[str] = []
        self.eye: Eye | NoEye = Eye() if camera else NoEye()
        self.camera = camera
        phrases = Phrases("en", COLOURS, why(self.game, COLOURS), clauses(self.game))
        scene = opening(load_board("square-40"), COLOURS, taps=True, offered=offered_by(rules))
        self.stage = Stage(scene, window or cast(Window, self.glass), NoLamps(), phrases)
        self.stage.speak = self.spoken.append  # type: ignore[method-assign]
        coach = None
        if thinker is not None:
            coach = Coach(self.stage, self, thinker, self.helping, self.chairs)
        self.evening = GameSession(
            cast(BoardWatcher, self.eye),
            self.stage,
            self,
            lambda _: None,
            SessionServices(coach=coach),
        )
        self.board: Pawns = self.standing()
        self.evening.begin(self.referee.turn())
        self.wait(1.0)

    def begin_anew(self, seen: Seen) -> Turn | None:
        """A new game, begun as in an evening: after the end, with all pawns in their camps."""
        camps = {hole: seat for seat in SEATS for hole in camp_holes(seat)}
        if self.referee.state.phase.name != "over" or dict(seen.holes) != camps:
            return None
        self.referee = Referee(self.game)
        return self.referee.turn()

    @property
    def place(self) -> Place:
        return Place(copy(self.evening), self.referee.state, self.stage.scene, self.eye.t, self.board)

    def go_to(self, place: Place) -> None:
        self.evening = copy(place.evening)
        self.referee.state, self.eye.t, self.board = place.state, place.t, place.board
        self.stage.set(place.scene)
        self.eye.given, self.glass.taps = [], []

    def wait(self, seconds: float) -> None:
        """Let time pass; the board is observed if it is visible."""
        for _ in range(round(seconds / STEP_S)):
            self.eye.t += STEP_S
            if self.camera and self.referee.state.episode.view == "watching":
                self.see(self.board)
            assert self.evening.step(lambda: None), "the evening is over"

    def see(self, board: Pawns) -> None:
        self.eye.given.append(Seen(self.eye.t, dict(board)))

    def view(self, state: CameraView) -> None:
        self.eye.given.append(ViewChanged(self.eye.t, state))
        assert self.evening.step(lambda: None)

    def tap(self, key: str) -> None:
        self.glass.taps.append(key)
        assert self.evening.step(lambda: None), f"a tap on {key} ends the evening"
        self.wait(TAP_S)

    def lay(self, board: Pawns) -> None:
        """A hand comes, moves pawns, and goes; without a camera it isn't noticed."""
        if not self.camera:
            return
        self.view("hand")
        self.eye.t += STEP_S
        self.board = dict(board)
        self.view("watching")
        self.wait(1.0)

    def taps(self) -> Iterator[str]:
        """Everything that can be tapped: buttons, a few of the cards, and without a camera a few holes."""
        scene = self.stage.scene
        panel = panel_of(scene)
        cards: dict[str, list[Key]] = {}
        for choice in (*panel.answers, *panel.keys, *panel.orders):
            kind = choice.key.partition(":")[0]
            if kind == "card":
                cards.setdefault(self.worth(choice.key[5:]), []).append(choice)
            elif kind != "leave":
                yield choice.key
        for alike in cards.values():
            yield alike[0].key
        yield "pause"
        if scene.board.by_hand and scene.board.looked:
            yield from self.holes(scene)

    def worth(self, card: str) -> str:
        """What kind of card: one that can be played now, one that can't, a joker."""
        state = self.referee.state
        seat = self.game.table.players[state.course.turn][0]
        can = bool(self.referee.rules.results(state.record[0], Play(seat, Card(card))))
        return f"{card if card == '*' else ''}{can}"

    def holes(self, scene: Scene) -> Iterator[str]:
        seat = scene.game.turn.seat if scene.game.turn is not None else SEATS[0]
        own = [hole for hole, owner in scene.board.pawns.items() if owner == seat]
        other = [hole for hole, owner in scene.board.pawns.items() if owner != seat]
        for hole in (*own[:1], *own[-1:], *other[-1:], start_hole(seat), Hole("b11")):
            yield f"hole:{hole}"

    def hands(self) -> Iterator[tuple[str, Pawns]]:
        """What hands may do on the board before a camera: legal, illegal and wild moves, putting back."""
        state = self.referee.state
        seat = self.game.table.players[state.course.turn][0]
        queue = [declared for declared in state.queue if declared.card is not None]
        card = (
            queue[0].card if queue else (state.open.taken_back.card if state.open.taken_back else Card("A"))
        )
        if card is not None:
            for result in self.referee.rules.results(state.record[0], Play(seat, card))[:1]:
                yield "right", standing(result, SEATS)
        own = next((hole for hole, owner in self.board.items() if owner == seat), None)
        if own is not None:
            left = {hole: owner for hole, owner in self.board.items() if hole != own}
            yield "wrong", {**left, Hole("b11"): seat}
        wild = dict(self.board)
        for hole, end in zip(sorted(self.board)[:5], ("a9", "b9", "c9", "d9", "b13"), strict=True):
            if end not in wild:
                wild[Hole(end)] = wild.pop(hole)
        yield "wild", wild
        yield "back", self.standing()

    def check(self) -> None:
        """Check that the screen agrees with the referee's state."""
        state, scene = self.referee.state, self.stage.scene
        assert (scene.game.flagged is None) == (state.open.flag is None), (
            scene.game.flagged,
            state.open.flag,
        )
        asked = scene.game.question.id if isinstance(scene.game.question, Question) else None
        assert asked == (state.open.asked.id if state.open.asked else None)
        assert dict(scene.game.repair) == dict(state.situation.repair or ())
        if scene.game.turn is not None and state.phase.name != "over":
            assert scene.game.turn.n == state.n
