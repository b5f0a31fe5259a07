"""Putting the camera in its place: what is wrong with it, again and again, until it stands well.

Only the board is looked for, with or without pawns on it.
"""

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from calibration.board.board import Board, Points
from calibration.board.board_file import shipped_boards
from calibration.camera import Pose, flat, median_picture, project
from calibration.errors import NOT_FOUND, CannotSee
from calibration.pose.estimation import find_board
from calibration.pose.tracking import check_pose, find_again
from calibration.setup.camera_place import NARROWEST_HOLE_PX, place_of_camera
from calibration.setup.card_place import PileAdvice, advise_pile
from calibration.setup.correction import Correction
from calibration.setup.place_advice import correction_of
from hardware.camera import Camera, Frame, Picture
from toc_pi.app import process
from toc_pi.app.camera.camera_reader import film_of, open_camera
from toc_pi.app.camera.camera_service import CameraService
from toc_pi.app.setup.live_view import load_boards
from toc_pi.languages import Language, capital, load_texts, translated
from toc_pi.messages import joined, said
from toc_pi.screen.display import NoDisplay
from toc_pi.screen.pages.page import Key, Page, Shape
from toc_pi.screen.pages.page_draw import LivePicture
from toc_pi.screen.window import Quit, Window

PICTURES, STEP_S = 4, 0.1
"""Number of pictures that are looked at together, and the least time between two of these."""
RIGHT_S = 3.0
"""How long the camera has to stand well, without being touched, until it is left alone."""
NOWHERE = "I don't see the board yet: show all of it, in good light, without hands over it"
"""Advice where the board isn't found, but the picture is good."""
LOOKING = "looking for the board: hold the camera still"
REST_S = 0.03  # between two looks for taps


@dataclass(frozen=True, slots=True)
class SeenPlace:
    """What the pictures show of the camera's place.

    Attributes:
        message: what to do, or that nothing is left to do.
        correction: of the place; None if it is right, or the board isn't found.
        outline: the board's, px; empty while it isn't found.
        card: where to lay the cards, px; empty if the camera doesn't read them, or doesn't stand well.
        right_s: for how long it has been right, seconds of the camera's time.
    """

    message: str = ""
    correction: Correction | None = None
    outline: Points = ()
    right_s: float = 0.0
    card: Points = ()


class PlaceView(CameraService):
    """Reads a camera's pictures, finds a board in them, and says how its place has to be changed.

    Args:
        open_camera: opens it; called in a thread, again after each failure.
        boards: those to try, the likeliest first.
        live: whether it is a camera; else a film.
        cards: whether it reads the cards, too.

    Attributes:
        known: what was seen last.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        boards: Sequence[Board],
        *,
        live: bool = True,
        cards: bool = False,
    ) -> None:
        super().__init__(open_camera, live=live, count=PICTURES, apart_s=STEP_S)
        self._boards = boards
        self._cards = cards
        self._found: tuple[Board, Pose] | None = None
        self._last: Board | None = None  # where several may lie there
        self._right_since_s: float | None = None
        self.known = SeenPlace(LOOKING)

    def work(self, _epoch: int, frames: tuple[Frame, ...]) -> None:
        """Look for the board in the newest pictures."""
        try:
            self.search([frame.image for frame in frames], frames[-1].t)
        except Exception:
            traceback.print_exc()  # no picture may end it: go on with the next one
            self._found = None

    def search(self, pictures: Sequence[Picture], t: float) -> None:
        """Find the board in pictures, near where it was or anywhere; `t`: the newest one's time, s."""
        try:
            board, pose = self._found = self._find(pictures)
        except CannotSee as error:
            self._found = self._right_since_s = None
            self.known = SeenPlace(NOWHERE if str(error) == NOT_FOUND else str(error))
            return
        size = pictures[-1].shape[1], pictures[-1].shape[0]
        correction = correction_of(board, pose, size)
        corners = project(flat(tuple(board.outline)), pose)
        outline = tuple((float(x), float(y)) for x, y in corners)
        if correction is not None:
            self._right_since_s = None
            self.known = SeenPlace(correction.message, correction, outline)
            return
        pile = advise_pile(board, pose, size, pictures[-1]) if self._cards else PileAdvice("")
        if pile.correction is not None:
            self._right_since_s = None
            self.known = SeenPlace(pile.message, pile.correction, outline, card=pile.corners)
            return
        self._right_since_s = t if self._right_since_s is None else self._right_since_s
        praise = _praise(place_of_camera(board, pose, size).hole_px)
        message = joined((praise, pile.message)) if pile.message else praise
        self.known = SeenPlace(message, None, outline, t - self._right_since_s, pile.corners)

    def _find(self, pictures: Sequence[Picture]) -> tuple[Board, Pose]:
        if self._found is not None:
            board, pose = self._found
            if check_pose(pictures[-1], board, pose).ok:
                return self._found
            self.known = SeenPlace(LOOKING)
            if (again := find_again(pictures[-1], board, pose, holes={})) is not None:
                return board, again.pose
        likely, self._last = self._last, None
        board, found = find_board([median_picture(pictures)], self._boards if likely is None else [likely])
        self._last = board
        return board, found.pose


def open_view(camera: str, board: str, *, cards: bool = False) -> PlaceView:
    """A camera's view of the board that the settings name; where they name none, of any shipped one.

    Args:
        camera: as settings name it; a film stays at its beginning.
        board: "" for none.
        cards: whether the camera reads the cards, too.

    Raises:
        BadFilm: the film can't be read.
    """
    film = film_of(camera)
    boards = load_boards([board] if board else []) or load_boards(shipped_boards())
    found = [*boards.values()]
    return PlaceView(lambda: film or open_camera(camera), found, live=film is None, cards=cards)


def _praise(hole_px: float) -> str:
    """That the place is right, and how well holes are seen from it."""
    values = {"px": f"{hole_px:.1f}", "enough": NARROWEST_HOLE_PX}
    if hole_px < NARROWEST_HOLE_PX:
        best = "as good as this camera can: holes are {px} pixels wide, and {enough} would be better"
        return said(best, **values)
    return said("that's right: holes are at least {px} pixels wide, and {enough} are enough", **values)


def place_camera(view: PlaceView, tell: Callable[[str], object], language: Language, turned: int = 0) -> None:
    """Show the camera's picture and tell what is to be changed, until it stands well or people leave.

    Args:
        tell: called with each new message.
        turned: how the screen hangs, degrees clockwise.
    """
    try:
        window = Window(turned=turned)
    except NoDisplay:
        window = None  # the terminal is enough
    texts, told = load_texts("screen", language)["fault"], ""

    def step(alive: process.Alive) -> bool:
        nonlocal told
        view.poll()
        seen, message = view.known, view.known.message
        if view.fault:
            seen, message = SeenPlace(), f"{texts[view.fault]}. {texts[f'{view.fault}_below']}"
        if message and message != told and not (told and message == LOOKING):
            told = message
            tell(message)
        alive()
        if window is not None:
            image = None if view.newest is None else view.newest.image
            arrow = None if seen.correction is None else seen.correction.first
            live = LivePicture(image, seen.outline, (), arrow, seen.card)
            window.page(place_page(seen, message, language), live)
            if any(isinstance(event, Quit) or event.key is not None for event in window.events()):
                return False
        return seen.right_s < RIGHT_S

    view.start()
    try:
        process.run(step, rest_s=REST_S)
    finally:
        view.stop()
        if window is not None:
            window.close()


def place_page(seen: SeenPlace, message: str, language: Language) -> Page:
    """The page with the camera's picture: large what to do first, else a message."""
    words = load_texts("setup", language)
    title, text = words["title"]["camera"], capital(translated(message, language))
    if seen.correction is not None:
        title, then = (capital(translated(step, language)) for step in seen.correction.steps)
        text = then if message == seen.correction.message else text  # else it says why
    done = Key("done", words["key"]["done"])
    return Page("place", title, text, (), (done,), Shape.PICTURE)
