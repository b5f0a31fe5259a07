"""What the screen shows, as data; updated by referee events and effects."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from calibration.board.board import Board
from calibration.holes import Hole, Seat, camp_holes, seats_of
from toc_pi.effects import (
    CardSeen,
    Echo,
    Notice,
    Offer,
    Question,
    Turn,
    Verdict,
)
from toc_pi.events import EVERYTHING, CameraView, Card, Offered
from toc_pi.languages import Language
from toc_pi.rules.position import Position, standing
from toc_pi.screen.board_face import Face, face_of_board

BoardArrow = tuple[Hole | None, Hole, Seat]
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
    ways: tuple[BoardArrow, ...] = ()
    shows: Literal["", "right", "wrong"] = ""


LampLight = Literal["off", "on", "blink", "flash"]
"""How a lamp shines, as in `hardware.lamps`; `flash` is on for a short while, then off."""


# The names of the lamps that show a verdict.
GOOD = "good"
WRONG = "wrong"


def is_laid_down(verdict: Verdict) -> bool:
    """Whether cards were laid down without a move, or a turn was passed."""
    return verdict.legal and verdict.do != "card"


def seat_lamp(seat: Seat) -> str:
    """The name of a seat's lamp."""
    return f"seat-{seat}"


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The board, as the camera sees it or as pawns are moved on the screen.

    Attributes:
        face: its top face.
        seats: clockwise.
        colours: each seat's colour, a word of FOOTAGE.md.
        looked: whether it was ever seen.
        pawns: where pawns were last seen, camps and homes too.
        unsure: undecided holes.
        view: the camera's view.
        by_hand: pawns are moved on the screen, without the camera.
        fault: why the camera doesn't see the board, a key of the window's words; "" if unknown.
        picked: the hole whose pawn was tapped, to be moved.
        former: the position before pawns were moved on the screen; None if none was moved.
    """

    face: Face
    seats: tuple[Seat, ...]
    colours: Mapping[Seat, str]
    looked: bool = False
    pawns: Mapping[Hole, Seat] = field(default_factory=dict)
    unsure: frozenset[Hole] = frozenset()
    view: CameraView = "watching"
    by_hand: bool = False
    fault: str = ""
    picked: Hole | None = None
    former: Mapping[Hole, Seat] | None = None

    @property
    def is_moving(self) -> bool:
        """Whether a pawn is picked, or was moved without a tap on Done."""
        return self.picked is not None or self.former is not None

    def standing(self, position: Position) -> dict[Hole, Seat]:
        """All pawns of a position, as they are shown: those that aren't out are in their camps."""
        return {h: seat for h, seat in standing(position, self.seats).items() if h in self.face.holes}

    def tapped(self, hole: Hole) -> "ShownBoard":
        """Pick up the pawn of a hole, or put the picked one there; a pawn already there goes to its camp."""
        if self.picked is None:
            return replace(self, picked=hole) if hole in self.pawns else self
        if hole == self.picked:
            return replace(self, picked=None)
        pawns = dict(self.pawns)
        moved, met = pawns.pop(self.picked), pawns.pop(hole, None)
        pawns[hole] = moved
        if met is not None:
            # Its camp always has room; the fallback is the hole that the picked pawn left.
            home = next((camp for camp in camp_holes(met) if camp not in pawns), self.picked)
            pawns[home] = met
        former = self.pawns if self.former is None else self.former
        return replace(self, pawns=pawns, picked=None, former=None if pawns == former else former)


@dataclass(frozen=True, slots=True)
class ShownGame:
    """What the referee has said that still counts, or a lesson beside the board.

    Attributes:
        offered: the cards of the pack, and what else may be declared.
        turn: whose turn it is; None before the first.
        declared: what was tapped in this turn.
        pile: the cards that the camera saw on the pile since the last verdict, in order.
        judged: the number of the last card on the pile that a verdict was about.
        verdict: the last one; a legal one stays until the next declaration.
        laid_down: the verdicts right before it about cards that were laid down without a move.
        question: an open question, or cards that would explain a move.
        repair: the pawn that should be in each wrong hole, nearest first; empty if all are right.
        awaited: the repair is needed before the board can be read at set-up.
        fresh: holes of fresh pawns, as far as known.
        notice: the current notice.
        paused: the players pause.
        winners: who has won; empty while the game goes on.
        reason, asking, noted: the referee's sentence about the verdict, the question and the notice.
        clause: the source of the rule that an illegal move broke.
        labels: of the question's buttons, for each choice.
        passed: in this deal, the turns before which a player is taken to have discarded, with that seat.
        undone: the tap on `undo` or `redo` after which `redo` is possible; else None.
        pulse: incremented by every verdict, so that consecutive flashes are distinct.
        hand: how many cards the player on turn holds; 0 if that isn't known.
        taken: the verdict that was taken back, whose pawns still have to go back.
        explained: what the declared card does, for a player who hasn't learned it yet.
        hint: a line of the program's own at the bottom, in the scene's language.
        task: the task of a lesson; None in a game.
    """

    offered: Offered = EVERYTHING
    turn: Turn | None = None
    declared: Echo | None = None
    pile: tuple[CardSeen, ...] = ()
    judged: int = 0
    verdict: Verdict | None = None
    laid_down: tuple[Verdict, ...] = ()
    question: Question | Offer | None = None
    repair: Mapping[Hole, str] = field(default_factory=dict)
    awaited: bool = False
    fresh: frozenset[Hole] = frozenset()
    notice: Notice | None = None
    paused: bool = False
    winners: tuple[Seat, ...] = ()
    reason: str = ""
    asking: str = ""
    noted: str = ""
    clause: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    passed: tuple[tuple[int, Seat], ...] = ()
    undone: Echo | None = None
    pulse: int = 0
    hand: int = 0
    taken: Verdict | None = None
    explained: str = ""
    hint: str = ""
    task: LessonTask | None = None

    @property
    def flagged(self) -> Verdict | None:
        """The verdict on an illegal move that is still on the board."""
        return self.verdict if self.verdict is not None and not self.verdict.legal else None

    def unheard(self, n: int) -> tuple[Seat, ...]:
        """The seats that are taken to have discarded before turn n."""
        return tuple(seat for turn, seat in self.passed if turn == n)


@dataclass(frozen=True, slots=True)
class Dialog:
    """What the people at this screen are in the middle of.

    Attributes:
        discarding: the next card that is tapped is a discard.
        correcting: the next card that is tapped replaces the verdict's, or else the one that was declared.
        keypad: the cards of the turn are shown although the verdict still has something to answer.
        doubting: people say that the verdict is wrong: who it was, or which card.
        thrown: the cards tapped so far of a thrown hand; None if none is being thrown.
        leaving: people are asked to confirm that they want to leave.
        why: the source of the broken rule is shown.
        turned: on a screen with pages, the other one is shown.
    """

    discarding: bool = False
    correcting: bool = False
    keypad: bool = False
    doubting: bool = False
    thrown: tuple[Card, ...] | None = None
    leaving: bool = False
    why: bool = False
    turned: bool = False


@dataclass(frozen=True, slots=True)
class ScreenPreferences:
    """How the screen looks to this table, and what it offers.

    Attributes:
        language: of every sentence.
        names: of the people at the seats, as far as known.
        chairs: the seats that the program plays.
        faces: the letters of jack, queen and king.
        taps: whether people declare and decide on this screen.
        declare: how cards are told, as in settings.
        menu: there is a key that opens a menu.
        teaches: there are keys that show possible moves and explain a legal one.
        hints: how much is explained, as in settings.
        named: holes are shown with their names.
        night: dark colours.
        large: large text.
    """

    language: Language = "en"
    names: Mapping[Seat, str] = field(default_factory=dict)
    chairs: frozenset[Seat] = frozenset()
    faces: str = "JQK"
    taps: bool = False
    declare: str = "strict"
    menu: bool = False
    teaches: bool = False
    hints: str = "asked"
    named: bool = False
    night: bool = False
    large: bool = False

    @property
    def cards_seen(self) -> bool:
        """Whether the camera reads the cards, so that nobody has to tap them."""
        return self.declare == "camera"

    @property
    def helps(self) -> bool:
        """Whether help is available."""
        return self.teaches and self.hints != "silent"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything visible on the screen at one moment."""

    board: ShownBoard
    game: ShownGame = ShownGame()
    dialog: Dialog = Dialog()
    preferences: ScreenPreferences = ScreenPreferences()

    @property
    def unanswered(self) -> Verdict | None:
        """The verdict whose keys are shown: its card is open, or somebody is taken to have discarded."""
        verdict = self.game.verdict
        if verdict is None or not verdict.legal or self.dialog.correcting:
            return None
        is_open = verdict.do == "card" and verdict.card is None and bool(verdict.cards)
        return verdict if is_open or self.game.unheard(verdict.n) else None


def opening(
    board: Board,
    colours: Mapping[Seat, str],
    language: Language = "en",
    *,
    taps: bool = False,
    offered: Offered = EVERYTHING,
) -> Scene:
    """The scene before anything was seen, with colours as words of FOOTAGE.md."""
    shown = ShownBoard(face_of_board(board), seats_of(board.seats), dict(colours))
    return Scene(shown, ShownGame(offered), preferences=ScreenPreferences(language, taps=taps))


def new_game_scene(scene: Scene) -> Scene:
    """The scene of a new game at the same table: without what was played, but with the board as seen."""
    board = replace(scene.board, unsure=frozenset(), picked=None, former=None)
    game = ShownGame(scene.game.offered, pulse=scene.game.pulse)
    return Scene(board, game, preferences=scene.preferences)


def with_hint(scene: Scene, hint: str) -> Scene:
    """The scene with a line of the program's own at the bottom."""
    return replace(scene, game=replace(scene.game, hint=hint))


def with_hand(scene: Scene, count: int) -> Scene:
    """The scene in which the player on turn holds so many cards."""
    return scene if scene.game.hand == count else replace(scene, game=replace(scene.game, hand=count))


def set_up(scene: Scene, repair: Mapping[Hole, str]) -> Scene:
    """The scene before a game can begin: the pawn that should be in each wrong hole, "" for none."""
    return replace(scene, game=replace(scene.game, repair=dict(repair), awaited=bool(repair)))


def tapped(scene: Scene, key: str) -> Scene | None:
    """The scene after a tap on a panel's key that only changes the screen's mode; None for other taps."""
    if key in ("names", "night"):
        liked = scene.preferences
        named, night = liked.named != (key == "names"), liked.night != (key == "night")
        return replace(scene, preferences=replace(liked, named=named, night=night))
    if key == "offer-none" and isinstance(scene.game.question, Offer):
        return replace(scene, game=replace(scene.game, question=None))
    if key == "restore" and scene.board.former is not None:
        return with_pawns(scene, scene.board.former)
    kind, _, which = key.partition(":")
    if kind == "hole" and scene.board.by_hand and not scene.game.paused:
        return replace(scene, board=scene.board.tapped(Hole(which)))
    dialog = _dialog_after(scene.dialog, kind, which, scene.game.offered.longest_hand)
    return None if dialog is None else replace(scene, dialog=dialog)


def _dialog_after(dialog: Dialog, kind: str, which: str, longest: int) -> Dialog | None:
    """The dialog after a tap; None if the tap isn't about it."""
    match kind:
        case "page":
            return replace(dialog, turned=not dialog.turned)
        case "why":
            return replace(dialog, why=not dialog.why)
        case "keypad":
            return replace(dialog, keypad=not dialog.keypad)
        case "doubt":
            return replace(dialog, doubting=not dialog.doubting)
        case "discard":
            return replace(dialog, discarding=not dialog.discarding)
        case "leaving":
            return replace(dialog, leaving=not dialog.leaving)
        case "stay":
            return replace(dialog, leaving=False)
        case "correct":
            return replace(dialog, correcting=not dialog.correcting, doubting=False)
        case "throw":
            return replace(dialog, thrown=(), discarding=False)
        case "throw-none":
            return replace(dialog, thrown=None)
        case "card" if dialog.thrown is not None:
            full = len(dialog.thrown) >= longest
            return dialog if full else replace(dialog, thrown=(*dialog.thrown, Card(which)))
    return None


def with_manual_input(scene: Scene, pawns: Mapping[Hole, Seat], fault: str = "") -> Scene:
    """The scene without a camera: from now on pawns, all of them given, are moved on the screen."""
    board = replace(scene.board, by_hand=True, fault=fault, looked=True, pawns=dict(pawns))
    return replace(scene, board=replace(board, unsure=frozenset(), view="watching"))


def with_camera(scene: Scene) -> Scene:
    """The scene once the camera sees the board again; an unfinished move on the screen is dropped."""
    pawns = scene.board.pawns if scene.board.former is None else scene.board.former
    return with_pawns(replace(scene, board=replace(scene.board, by_hand=False, fault="")), pawns)


def with_fault(scene: Scene, fault: str) -> Scene:
    """The scene with another reason for the missing camera; "" for none."""
    return replace(scene, board=replace(scene.board, fault=fault))


def with_pawns(scene: Scene, pawns: Mapping[Hole, Seat]) -> Scene:
    """The scene without a camera, with pawns as given, camps and homes included."""
    return replace(scene, board=replace(scene.board, pawns=dict(pawns), former=None, picked=None))


def lamps(scene: Scene) -> Mapping[str, LampLight]:
    """How each seat's lamp shines, and `good` and `wrong`.

    The seat on turn is on; captured ones blink while the verdict is shown.
    """
    game = scene.game
    shine: dict[str, LampLight] = dict.fromkeys((*map(seat_lamp, scene.board.seats), GOOD, WRONG), "off")
    if game.winners:
        return shine | dict.fromkeys(map(seat_lamp, game.winners), "blink")
    if game.turn is not None:
        shine[seat_lamp(game.turn.seat)] = "on"
    if game.verdict is None:
        return shine
    if not game.verdict.legal:
        return shine | {WRONG: "on"}
    return shine | dict.fromkeys(map(seat_lamp, game.verdict.captured), "blink") | {GOOD: "flash"}
