"""From every screen a normal turn is reachable within four taps, whatever was tapped and moved before."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from walking import LONG_S, Place, Walk

from toc_pi.app.stage import is_moved
from toc_pi.events import CameraView
from toc_pi.referee.turns import Flag, Lost, OnPause, Returning
from toc_pi.rules.position import Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.scene_panel import panel_of

MAX_TAPS = 5  # go on after a pause, put a pawn back, and play another card instead of a throw
MAX_PLACES = 120
MAX_PLACES_SOAKED = 3000
ACCEPT = ("accept", "answer:accept")
EARLY = Position.parse("a0:a* a9:a b0:b* c4:c")
LATE = Position.parse("aH2:a aH3:a aH4:a a1:a cH1:c cH2:c cH3:c cH4:c b5:b")

LONG = ("fadoq, no camera", "quebec, camera", "the end, camera")

Step = tuple[str, Callable[[], None]]


def seen(walk: Walk) -> tuple[object, ...]:
    """A key under which two places count as the same screen: buttons, messages without names, and state."""
    state, scene = walk.referee.state, walk.stage.scene
    panel = panel_of(scene)
    headline = panel.box.headline if panel.box is not None else ""
    notice = scene.game.notice.code if scene.game.notice is not None else ""
    return (
        type(state.phase),
        state.open.flag.play.do if state.open.flag else "",
        tuple((each.do, each.seat) for each in state.queue[:2]),
        state.open.taken_back is not None,
        state.open.to_go_back is not None,
        walk.board == walk.standing(),
        scene.board.by_hand,
        scene.board.view,
        scene.game.turn.hint if scene.game.turn else None,
        headline,
        notice if not headline else "",
        len(scene.dialog.thrown) > 0 if scene.dialog.thrown is not None else None,
        scene.board.picked is not None,
        scene.board.former is not None,
        tuple(sorted({choice.key.partition(":")[0] for choice in (*panel.answers, *panel.orders)})),
        len(panel.keys),
    )


def is_normal(walk: Walk) -> bool:
    """Whether a normal turn can be played: cards to tap, and nothing waiting to be settled."""
    scene = walk.stage.scene
    usual = (
        scene.game.flagged is None
        and scene.game.question is None
        and not scene.game.repair
        and not scene.dialog.correcting
    )
    chosen = scene.dialog.discarding and (scene.game.turn is None or scene.game.turn.hint != "discard-one")
    moving = (
        scene.board.former is not None or scene.board.picked is not None or scene.dialog.thrown is not None
    )
    carried = isinstance(walk.referee.state.phase, Flag | Returning | Lost)
    elsewhere = scene.board.by_hand and is_moved(scene, walk.standing())
    settled = not (chosen or moving or carried or elsewhere or scene.game.paused)
    return usual and bool(panel_of(scene).keys) and settled


def steps(walk: Walk) -> Iterator[Step]:
    """Everything that may happen next."""
    for key in walk.taps():
        yield f"tap {key}", lambda key=key: walk.tap(key)  # type: ignore[misc]
    yield "wait", lambda: walk.wait(LONG_S)
    if not walk.camera:
        return
    if walk.referee.state.episode.view == "watching":
        for what, board in walk.hands():
            yield f"hand {what}", lambda board=board: walk.lay(board)  # type: ignore[misc]
    for view in get_args(CameraView):
        if view != walk.referee.state.episode.view:
            yield f"view {view}", lambda view=view: walk.view(view)  # type: ignore[misc]


def way_on(walk: Walk, place: Place, *, without: tuple[str, ...] = ()) -> list[str] | None:
    """The shortest way of taps to a normal turn; between them people wait, and put pawns back."""
    ways: deque[tuple[Place, list[str]]] = deque([(place, [])])
    met = set()
    while ways:
        at, way = ways.popleft()
        for pause in (lambda: None, lambda: walk.wait(LONG_S), lambda: walk.lay(walk.standing())):
            walk.go_to(at)
            if not isinstance(walk.referee.state.phase, OnPause) and (walk.camera or not way):
                pause()
            if is_normal(walk):
                return way
            here = seen(walk)
            if here in met or len(way) == MAX_TAPS:
                continue
            met.add(here)
            waited = walk.place
            for key in walk.taps():
                if key not in without:
                    walk.go_to(waited)
                    walk.tap(key)
                    ways.append((walk.place, [*way, key]))
    return None


CASES = {
    "quebec, no camera": ("quebec", (), EARLY, False),
    "fadoq, no camera": ("fadoq", (), EARLY, False),
    "jack-pass, no camera": ("tock", ("jack-pass", "ten-throws"), EARLY, False),
    "the end, no camera": ("quebec", (), LATE, False),
    "quebec, camera": ("quebec", (), EARLY, True),
    "tock, camera": ("tock", (), EARLY, True),
    "the end, camera": ("fadoq", (), LATE, True),
}


@pytest.mark.parametrize("case", [case for case in CASES if case not in LONG])
def test_every_screen_has_its_way_on(case: str) -> None:
    assert walk_through(case, MAX_PLACES) > MAX_PLACES // 2


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES)
def test_every_screen_that_is_far_away_has_its_way_on(case: str) -> None:
    assert walk_through(case, MAX_PLACES_SOAKED) > MAX_PLACES


def walk_through(case: str, most: int) -> int:
    """Reach screens breadth first, and find each one's way on; return their number."""
    rules, house, start, camera = CASES[case]
    walk = Walk(load_ruleset(rules, house), start, camera=camera)
    waiting, known = deque([(walk.place, ("begin",))]), {seen(walk)}
    while waiting and len(known) < most:
        place, way = waiting.popleft()
        walk.go_to(place)
        for name, step in list(steps(walk)):
            walk.go_to(place)
            try:
                step()
                walk.check()
            except Exception as error:
                raise AssertionError(f"{' · '.join((*way, name))}: {error!r}") from error
            if (there := seen(walk)) in known:
                continue
            known.add(there)
            reached = walk.place
            waiting.append((reached, (*way, name)))
            for without in ((), ACCEPT):
                assert way_on(walk, reached, without=without) is not None, (without, *way, name)
    return len(known)
