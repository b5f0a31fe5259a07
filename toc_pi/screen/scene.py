"""What the screen shows, as data: referee events and effects go in, a new scene comes out.

Nothing here draws: the same scene gives the window its picture (`draw`), its words (`panel`) and the
lamps their light, so that none of them can disagree.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from calibration.board.board import Board
from calibration.holes import Hole, Seat, camp_holes, seats_of
from toc_pi.languages import Language
from toc_pi.referee.effects import (
    Echo,
    Notice,
    Offer,
    Question,
    Turn,
    Verdict,
)
from toc_pi.referee.events import Card, View
from toc_pi.referee.offered import EVERYTHING, Offered
from toc_pi.screen.camps import camp_places
from toc_pi.screen.task import Task

Point = tuple[float, float]


class Glow(StrEnum):
    """How a lamp shines; `flash` is on for a short while, then off."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    FLASH = "flash"


GOOD = "good"
WRONG = "wrong"


def seat_lamp(seat: Seat) -> str:
    """The name of a seat's lamp."""
    return f"seat-{seat}"


@dataclass(frozen=True, slots=True)
class Face:
    """The board's top face, in its own frame: mm, x right, y down, seat a at the bottom.

    Attributes:
        outline: its corners.
        holes: every hole's middle, and a place for each pawn in a camp without holes.
        pitch_mm: from a hole to its neighbour, the median.
        bare: those places where the board has no hole.
        areas: camps without holes, their corners.
    """

    outline: tuple[Point, ...]
    holes: Mapping[Hole, Point]
    pitch_mm: float
    bare: frozenset[Hole] = frozenset()
    areas: tuple[tuple[Point, ...], ...] = ()

    def __hash__(self) -> int:
        """A drawn board is kept for as long as its face is the same."""
        return hash((self.outline, tuple(self.holes.items())))


@dataclass(frozen=True, slots=True)
class Scene:
    """All that can be seen on the screen at one moment.

    Attributes:
        face: the board.
        seats: clockwise.
        colours: each seat's colour, a word of FOOTAGE.md.
        language: of every sentence.
        looked: whether the board was ever seen.
        pawns: where pawns were last seen, camps and homes too.
        unsure: holes that the eye won't decide.
        fresh: holes whose pawns were brought out and haven't moved since, as far as known.
        view: what kind of view the camera has.
        turn: whose turn it is; None before the first.
        declared: what was tapped in this turn.
        verdict: the last one; a right one stays until something else is declared.
        question: what waits for a tap: a question, or cards that would explain a move.
        repair: hole by hole what should stand there, the nearest first; empty when all is right.
        awaited: the camera waits for that repair before it can look; the game needn't.
        notice: a kind word.
        paused: the players rest.
        winners: who has won; empty while the game goes on.
        reason, asking, noted: the referee's sentence about the verdict, the question and the notice.
        labels: what stands on the buttons of the question, for each choice.
        taps: whether people declare and decide on this screen.
        menu: there is a key that opens a menu.
        teaches: there is a key that shows what may be done, and one that explains a right move.
        names: of who sits at which seat, as far as they were told.
        faces: the letters that jack, queen and king of the pack have.
        offered: which cards the pack has, and what may be declared beside them.
        correcting: the next card that is tapped replaces the one that was declared.
        discarding: the next card that is tapped is a discard.
        thrown: the cards tapped so far of a hand that is laid down; None while no hand is.
        by_hand: pawns are moved on the screen: the camera doesn't see the board.
        lack: what the camera lacks then, a key of the window's words; "" where nothing is known.
        picked: the hole whose pawn was tapped, to be moved.
        former: where pawns stood before they were moved on the screen; None while nothing was moved.
        pulse: goes up with every verdict, so that two flashes in a row are two.
        hint: a line of the program's own at the bottom, in the scene's language already.
        leaving: a key asked for the end; people are asked whether it was meant.
        explained: what the declared card does, for a player who hasn't learned it yet.
        clause: where the rule stands that a wrong move broke.
        why: that is shown.
        named: holes are shown with their names.
        night: dark colours.
        large: large letters.
        hints: how much is explained, as settings say it.
        turned: on a screen that has pages, the other one is shown.
        task: what a pupil is asked to do; None in a game.
    """

    face: Face
    seats: tuple[Seat, ...]
    colours: Mapping[Seat, str]
    language: Language = "en"
    looked: bool = False
    pawns: Mapping[Hole, Seat] = field(default_factory=dict)
    unsure: frozenset[Hole] = frozenset()
    fresh: frozenset[Hole] = frozenset()
    view: View = "watching"
    turn: Turn | None = None
    declared: Echo | None = None
    verdict: Verdict | None = None
    question: Question | Offer | None = None
    repair: Mapping[Hole, str] = field(default_factory=dict)
    awaited: bool = False
    notice: Notice | None = None
    paused: bool = False
    winners: tuple[Seat, ...] = ()
    reason: str = ""
    asking: str = ""
    noted: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    taps: bool = False
    menu: bool = False
    teaches: bool = False
    names: Mapping[Seat, str] = field(default_factory=dict)
    faces: str = "JQK"
    offered: Offered = EVERYTHING
    correcting: bool = False
    discarding: bool = False
    thrown: tuple[Card, ...] | None = None
    by_hand: bool = False
    lack: str = ""
    picked: Hole | None = None
    former: Mapping[Hole, Seat] | None = None
    pulse: int = 0
    hint: str = ""
    leaving: bool = False
    explained: str = ""
    clause: str = ""
    why: bool = False
    named: bool = False
    night: bool = False
    large: bool = False
    hints: str = "asked"
    turned: bool = False
    task: Task | None = None

    @property
    def helps(self) -> bool:
        """Whether help may be asked for."""
        return self.teaches and self.hints != "silent"

    @property
    def flagged(self) -> Verdict | None:
        """The verdict against a move that still lies on the board."""
        return self.verdict if self.verdict is not None and not self.verdict.legal else None


def opening(
    board: Board,
    colours: Mapping[Seat, str],
    language: Language = "en",
    *,
    taps: bool = False,
    offered: Offered = EVERYTHING,
) -> Scene:
    """The scene before anything was seen.

    Args:
        board: a Toc board.
        colours: each seat's colour, a word of FOOTAGE.md.
        language: of every sentence.
        taps: whether people declare and decide on this screen.
        faces: the letters that jack, queen and king of the pack have.
        offered: which cards the pack has, and what may be declared beside them.
    """
    waiting = camp_places(board)
    face = Face(
        outline=tuple(board.outline),
        holes=MappingProxyType({**{Hole(name): place for name, place in board.holes.items()}, **waiting}),
        pitch_mm=board.pitch_mm,
        bare=frozenset(waiting),
        areas=tuple(board.camps.values()),
    )
    return Scene(face, seats_of(board.seats), dict(colours), language, taps=taps, offered=offered)


def anew(scene: Scene) -> Scene:
    """The scene of a new game at the same table: what was seen stays, what was played is gone."""
    return Scene(
        scene.face,
        scene.seats,
        scene.colours,
        scene.language,
        looked=scene.looked,
        pawns=scene.pawns,
        view=scene.view,
        taps=scene.taps,
        menu=scene.menu,
        teaches=scene.teaches,
        names=scene.names,
        faces=scene.faces,
        offered=scene.offered,
        by_hand=scene.by_hand,
        lack=scene.lack,
        pulse=scene.pulse,
        named=scene.named,
        night=scene.night,
        large=scene.large,
        hints=scene.hints,
    )


def with_hint(scene: Scene, hint: str) -> Scene:
    """The scene with a line of the program's own at the bottom."""
    return replace(scene, hint=hint)


def set_up(scene: Scene, repair: Mapping[Hole, str]) -> Scene:
    """The scene before a game can begin: which pawn should stand where, "" for none; nothing once it can."""
    return replace(scene, repair=dict(repair), awaited=bool(repair))


def tapped(scene: Scene, key: str) -> Scene | None:  # noqa: C901  # a case for each key
    """The scene after a tap that only changes what the next taps mean; None for one that tells the referee.

    Args:
        scene: stays as it is.
        key: of `panel.Choice`.
    """
    if key == "leaving":
        return replace(scene, leaving=not scene.leaving)
    if key in _SWITCHES:
        return _SWITCHES[key](scene)
    if key == "stay":
        return replace(scene, leaving=False)
    if key == "discard":
        return replace(scene, discarding=not scene.discarding)
    if key == "correct":
        return replace(scene, correcting=not scene.correcting)
    if key == "offer-none" and isinstance(scene.question, Offer):
        return replace(scene, question=None)
    if key == "throw":
        return replace(scene, thrown=(), discarding=False)
    if key == "throw-none":
        return replace(scene, thrown=None)
    if key == "restore" and scene.former is not None:
        return replace(scene, pawns=scene.former, former=None, picked=None)
    kind, _, which = key.partition(":")
    if kind == "card" and scene.thrown is not None:
        if len(scene.thrown) >= scene.offered.longest_hand:
            return scene
        return replace(scene, thrown=(*scene.thrown, Card(which)))
    if kind == "hole" and scene.by_hand:
        return _tapped_hole(scene, Hole(which))
    return None


def with_hands(scene: Scene, pawns: Mapping[Hole, Seat], lack: str = "") -> Scene:
    """The scene without a camera: from now on pawns are moved on the screen.

    Args:
        scene: stays as it is.
        pawns: where all pawns stand, camps and homes too.
        lack: what the camera lacks, a key of the window's words.
    """
    return replace(
        scene, by_hand=True, lack=lack, looked=True, pawns=dict(pawns), unsure=frozenset(), view="watching"
    )


def with_eyes(scene: Scene) -> Scene:
    """The scene once the camera sees the board again: a move that was begun on the screen is dropped."""
    pawns = scene.pawns if scene.former is None else scene.former
    return replace(scene, by_hand=False, lack="", pawns=pawns, former=None, picked=None)


def with_lack(scene: Scene, lack: str) -> Scene:
    """The scene while the camera lacks something else, or nothing any more ("")."""
    return replace(scene, lack=lack)


def put(scene: Scene, pawns: Mapping[Hole, Seat]) -> Scene:
    """The scene without a camera once its pawns stand so, camps and homes too."""
    return replace(scene, pawns=dict(pawns), former=None, picked=None)


def _tapped_hole(scene: Scene, hole: Hole) -> Scene:
    """Take the pawn of a hole, or put the one that was taken there; what stands there goes to its camp."""
    if scene.picked is None:
        return replace(scene, picked=hole) if hole in scene.pawns else scene
    if hole == scene.picked:
        return replace(scene, picked=None)
    pawns = dict(scene.pawns)
    moved, met = pawns.pop(scene.picked), pawns.pop(hole, None)
    pawns[hole] = moved
    if met is not None:
        # Its own camp has room for it: the pawn came from there.
        home = next((camp for camp in camp_holes(met) if camp not in pawns), scene.picked)
        pawns[home] = met
    former = scene.pawns if scene.former is None else scene.former
    return replace(scene, pawns=pawns, picked=None, former=None if pawns == former else former)


def lamps(scene: Scene) -> Mapping[str, Glow]:
    """What each lamp does: the seat in turn shines, a captured one blinks, then right and wrong.

    Returns:
        For each seat's lamp and for `good` and `wrong` how it shines.
    """
    shine = {seat_lamp(seat): Glow.OFF for seat in scene.seats} | {GOOD: Glow.OFF, WRONG: Glow.OFF}
    for seat in scene.winners:
        shine[seat_lamp(seat)] = Glow.BLINK
    if scene.winners:
        return shine
    if scene.turn is not None:
        shine[seat_lamp(scene.turn.seat)] = Glow.ON
    if scene.verdict is None:
        return shine
    if not scene.verdict.legal:
        return shine | {WRONG: Glow.ON}
    # A captured pawn has gone home once its seat's camp has as many pawns as before; until then it calls.
    for seat in scene.verdict.captured:
        shine[seat_lamp(seat)] = Glow.BLINK
    return shine | {GOOD: Glow.FLASH}


_SWITCHES: dict[str, Callable[[Scene], Scene]] = {
    "page": lambda scene: replace(scene, turned=not scene.turned),
    "names": lambda scene: replace(scene, named=not scene.named),
    "night": lambda scene: replace(scene, night=not scene.night),
    "why": lambda scene: replace(scene, why=not scene.why),
}
"""Taps that only turn something on or off."""
