"""What the screen shows, as data; updated by referee events and effects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Literal

from calibration.board.board import Board
from calibration.holes import Hole, Seat, camp_holes, seats_of
from toc_pi.effects import (
    Echo,
    Notice,
    Offer,
    Question,
    Turn,
    Verdict,
)
from toc_pi.events import EVERYTHING, Card, Offered, View
from toc_pi.languages import Language
from toc_pi.screen.face import Face, face_of_board

Way = tuple[Hole | None, Hole, Seat]
"""A pawn's move: from (None: its camp), to, and its seat."""


@dataclass(frozen=True, slots=True)
class LessonTask:
    """A lesson beside the board.

    Attributes:
        place: which lesson of how many.
        headline: a few large words.
        sentence: the current sentence.
        keys: buttons: key and label.
        ways: moves shown as arrows.
        shows: whether a play is demonstrated on the board, and whether it is allowed; "" if none is.
    """

    place: str
    headline: str
    sentence: str
    keys: tuple[tuple[str, str], ...] = ()
    ways: tuple[Way, ...] = ()
    shows: Literal["", "right", "wrong"] = ""


class Glow(StrEnum):
    """The state of a lamp; `flash` is on for a short while, then off."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"
    FLASH = "flash"


# The names of the lamps that show a verdict.
GOOD = "good"
WRONG = "wrong"


def seat_lamp(seat: Seat) -> str:
    """The name of a seat's lamp."""
    return f"seat-{seat}"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything visible on the screen at one moment.

    Attributes:
        face: the board.
        seats: clockwise.
        colours: each seat's colour, a word of FOOTAGE.md.
        language: of every sentence.
        looked: whether the board was ever seen.
        pawns: where pawns were last seen, camps and homes too.
        unsure: undecided holes.
        fresh: holes of fresh pawns, as far as known.
        view: the camera's view.
        turn: whose turn it is; None before the first.
        declared: what was tapped in this turn.
        verdict: the last one; a legal one stays until the next declaration.
        question: an open question, or cards that would explain a move.
        repair: the pawn that should be in each wrong hole, nearest first; empty if all are right.
        awaited: the repair is needed before the board can be read at set-up.
        notice: the current notice.
        paused: the players pause.
        winners: who has won; empty while the game goes on.
        reason, asking, noted: the referee's sentence about the verdict, the question and the notice.
        labels: of the question's buttons, for each choice.
        taps: whether people declare and decide on this screen.
        menu: there is a key that opens a menu.
        teaches: there are keys that show possible moves and explain a legal one.
        names: of the people at the seats, as far as known.
        chairs: the seats that the program plays.
        faces: the letters of jack, queen and king.
        offered: the cards of the pack, and what else may be declared.
        correcting: the next card that is tapped replaces the verdict's, or else the one that was declared.
        keypad: the cards of the turn are shown although the verdict still has something to answer.
        doubting: people say that the verdict is wrong: who it was, or which card.
        passed: in this deal, the turns before which a player is taken to have discarded, with that seat.
        undone: the tap on `undo` or `redo` after which `redo` is possible; else None.
        discarding: the next card that is tapped is a discard.
        thrown: the cards tapped so far of a thrown hand; None if none is being thrown.
        by_hand: pawns are moved on the screen, without the camera.
        fault: why the camera doesn't see the board, a key of the window's words; "" if unknown.
        picked: the hole whose pawn was tapped, to be moved.
        former: the position before pawns were moved on the screen; None if none was moved.
        pulse: incremented by every verdict, so that consecutive flashes are distinct.
        hint: a line of the program's own at the bottom, in the scene's language.
        leaving: people are asked to confirm that they want to leave.
        explained: what the declared card does, for a player who hasn't learned it yet.
        clause: the source of the rule that an illegal move broke.
        why: whether it is shown.
        named: holes are shown with their names.
        night: dark colours.
        large: large text.
        hints: how much is explained, as in settings.
        turned: on a screen with pages, the other one is shown.
        task: the task of a lesson; None in a game.
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
    chairs: frozenset[Seat] = frozenset()
    faces: str = "JQK"
    offered: Offered = EVERYTHING
    correcting: bool = False
    keypad: bool = False
    doubting: bool = False
    passed: tuple[tuple[int, Seat], ...] = ()
    undone: Echo | None = None
    discarding: bool = False
    thrown: tuple[Card, ...] | None = None
    by_hand: bool = False
    fault: str = ""
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
    task: LessonTask | None = None

    @property
    def helps(self) -> bool:
        """Whether help is available."""
        return self.teaches and self.hints != "silent"

    @property
    def flagged(self) -> Verdict | None:
        """The verdict on an illegal move that is still on the board."""
        return self.verdict if self.verdict is not None and not self.verdict.legal else None

    @property
    def unanswered(self) -> Verdict | None:
        """The verdict whose keys are shown: its card is open, or somebody is taken to have discarded."""
        verdict = self.verdict
        if verdict is None or not verdict.legal or self.correcting:
            return None
        return verdict if (verdict.card is None and verdict.cards) or self.unheard(verdict.n) else None

    def unheard(self, n: int) -> tuple[Seat, ...]:
        """The seats that are taken to have discarded before turn n."""
        return tuple(seat for turn, seat in self.passed if turn == n)


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
        offered: which cards the pack has, and what may be declared beside them.
    """
    return Scene(
        face_of_board(board), seats_of(board.seats), dict(colours), language, taps=taps, offered=offered
    )


def anew(scene: Scene) -> Scene:
    """The scene of a new game at the same table: without what was played, but with the board as seen."""
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
        chairs=scene.chairs,
        faces=scene.faces,
        offered=scene.offered,
        by_hand=scene.by_hand,
        fault=scene.fault,
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
    """The scene before a game can begin: the pawn that should be in each wrong hole, "" for none."""
    return replace(scene, repair=dict(repair), awaited=bool(repair))


def tapped(scene: Scene, key: str) -> Scene | None:  # a case for each key
    """The scene after a tap that only changes the mode of the screen; None for one meant for the referee.

    Args:
        scene: the scene before.
        key: of `panel.Choice`.
    """
    if key in _SWITCHES:
        return _SWITCHES[key](scene)
    if key == "stay":
        return replace(scene, leaving=False)
    if key == "correct":
        return replace(scene, correcting=not scene.correcting, doubting=False)
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


def with_hands(scene: Scene, pawns: Mapping[Hole, Seat], fault: str = "") -> Scene:
    """The scene without a camera: from now on pawns are moved on the screen.

    Args:
        scene: the scene before.
        pawns: where all pawns are, camps and homes included.
        fault: why there is no camera, a key of the window's words.
    """
    return replace(
        scene, by_hand=True, fault=fault, looked=True, pawns=dict(pawns), unsure=frozenset(), view="watching"
    )


def with_eyes(scene: Scene) -> Scene:
    """The scene once the camera sees the board again; an unfinished move on the screen is dropped."""
    pawns = scene.pawns if scene.former is None else scene.former
    return replace(scene, by_hand=False, fault="", pawns=pawns, former=None, picked=None)


def with_fault(scene: Scene, fault: str) -> Scene:
    """The scene with another reason for the missing camera; "" for none."""
    return replace(scene, fault=fault)


def put(scene: Scene, pawns: Mapping[Hole, Seat]) -> Scene:
    """The scene without a camera, with pawns as given, camps and homes included."""
    return replace(scene, pawns=dict(pawns), former=None, picked=None)


def _tapped_hole(scene: Scene, hole: Hole) -> Scene:
    """Pick up the pawn of a hole, or put the picked one there; a pawn already there goes to its camp."""
    if scene.picked is None:
        return replace(scene, picked=hole) if hole in scene.pawns else scene
    if hole == scene.picked:
        return replace(scene, picked=None)
    pawns = dict(scene.pawns)
    moved, met = pawns.pop(scene.picked), pawns.pop(hole, None)
    pawns[hole] = moved
    if met is not None:
        # Its camp always has room; the fallback is the hole that the picked pawn left.
        home = next((camp for camp in camp_holes(met) if camp not in pawns), scene.picked)
        pawns[home] = met
    former = scene.pawns if scene.former is None else scene.former
    return replace(scene, pawns=pawns, picked=None, former=None if pawns == former else former)


def lamps(scene: Scene) -> Mapping[str, Glow]:
    """The state of each lamp: the seat on turn is on, captured ones blink, then right and wrong.

    Returns:
        For each seat's lamp and for `good` and `wrong` its state.
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
    # The lamps of captured seats blink while the verdict is shown.
    for seat in scene.verdict.captured:
        shine[seat_lamp(seat)] = Glow.BLINK
    return shine | {GOOD: Glow.FLASH}


_SWITCHES: Mapping[str, Callable[[Scene], Scene]] = {
    "page": lambda scene: replace(scene, turned=not scene.turned),
    "names": lambda scene: replace(scene, named=not scene.named),
    "night": lambda scene: replace(scene, night=not scene.night),
    "why": lambda scene: replace(scene, why=not scene.why),
    "keypad": lambda scene: replace(scene, keypad=not scene.keypad),
    "doubt": lambda scene: replace(scene, doubting=not scene.doubting),
    "discard": lambda scene: replace(scene, discarding=not scene.discarding),
    "leaving": lambda scene: replace(scene, leaving=not scene.leaving),
}
"""Taps that only switch something on or off."""
