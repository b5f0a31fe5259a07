"""Points tapped in a window: a new board's, or the four for finding a known board."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from calibration.arrays import Image
from calibration.board.board import TOC, Board, Point
from calibration.new_board.description import BoardDescription
from calibration.new_board.learn import LearntBoard, holes_in_picture, learn_board, move_holes
from hardware.errors import DeviceFailed
from toc_pi.app.journaled_game import screen_turned
from toc_pi.languages import Language, spoken
from toc_pi.screen.pages.tapping import (
    AREAS,
    CORNERS,
    HOLES,
    OUTLINE,
    STARTS,
    FoundHoles,
    PointRow,
    Sketch,
    Tapping,
)


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """Options of the window: `turned` clockwise, degrees; `alive` is called about once a second."""

    language: Language
    turned: int
    alive: Callable[[], object] = lambda: None


def tap_board(
    image: Image,
    description: BoardDescription,
    game: str,
    options: WindowOptions | None = None,
    *,
    asks: bool = False,
) -> LearntBoard | None:
    """Let somebody tap the missing points of a new board, and check the holes that were found.

    Args:
        image: (h, w, 3) BGR, the empty board from above.
        description: what is known; its outline and starts may be empty.
        game: "toc", or "other" to tap every hole.
        options: the window's options; by default the environment's language and the settings' rotation.
        asks: whether somebody else asks what the picture doesn't tell: then the window closes before the
            holes are checked.

    Returns:
        The board; None if the window was closed.

    Raises:
        DeviceFailed: there is no display to tap on.
        BadBoard: holes were put at impossible places.
    """
    second = (STARTS,) if game == TOC else () if description.holes else (HOLES,)
    third = (AREAS,) if game == TOC and description.camps == "areas" else ()
    rows = (OUTLINE, *second, *third)
    learnt: list[LearntBoard] = []

    def find(taps: Tapping) -> FoundHoles:
        tapped = dict(zip(rows, taps.taps, strict=False))
        more = replace(
            description,
            outline=tapped[OUTLINE],
            starts=tapped.get(STARTS, description.starts),
            areas=tapped.get(AREAS, description.areas),
        )
        if HOLES in tapped:
            more = replace(more, holes={f"h{at}": place for at, place in enumerate(tapped[HOLES], 1)})
        learnt[:] = [learn_board(image, more)]
        places = holes_in_picture(learnt[0].board, more)
        return FoundHoles(places, frozenset(learnt[0].guessed), bool(learnt[0].unclear) and asks)

    try:
        known = (description.outline, description.starts, description.areas)[: len(rows)]
        done = _tapped(image, rows, known, options, find=find)
    except DeviceFailed as error:
        raise DeviceFailed(
            "{why}; type the corners (--outline x,y …) and each seat's start hole (--starts x,y …) instead",
            why=error,
        ) from error
    if done is None or not learnt:
        return None
    return replace(learnt[0], board=move_holes(learnt[0].board, learnt[0].description, dict(done.moved)))


def tap_corners(
    image: Image, board: Board, known: tuple[Point, ...] | None, options: WindowOptions | None = None
) -> tuple[tuple[float, float], ...] | None:
    """Let somebody tap a board's four points, which its file names; those `known` are given beforehand.

    Returns:
        The four points, px, in the file's order; None if the window was closed.

    Raises:
        DeviceFailed: there is no display to tap on.
    """
    sketch = Sketch(board.outline, tuple(board.holes.values()), board.taps)
    try:
        done = _tapped(image, (CORNERS,), () if known is None else (known,), options, sketch)
    except DeviceFailed as error:
        raise DeviceFailed(
            "{why}; type the four points instead: --corners x,y x,y x,y x,y", why=error
        ) from error
    return None if done is None else done.taps[0]


def _tapped(
    image: Image,
    rows: tuple[PointRow, ...],
    taps: tuple[tuple[Point, ...], ...],
    options: WindowOptions | None,
    sketch: Sketch | None = None,
    find: Callable[[Tapping], FoundHoles] | None = None,
) -> Tapping | None:
    # pygame is slow to import: only when there is something to tap.
    from toc_pi.screen.display import NoDisplay
    from toc_pi.screen.pages.tapping_window import TappingWindow

    options = options or WindowOptions(spoken(), screen_turned())
    try:
        window = TappingWindow(
            image,
            rows,
            language=options.language,
            taps=taps,
            sketch=sketch,
            turned=options.turned,
            alive=options.alive,
        )
    except NoDisplay as error:
        raise DeviceFailed(str(error)) from error
    try:
        return window.run(find)
    finally:
        window.close()
