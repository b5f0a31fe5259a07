"""The panel of a scene, as data: everything beside the board, texts and buttons."""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources

from calibration.holes import Seat, is_home
from toc_pi.faces import face_of
from toc_pi.languages import Language
from toc_pi.referee.effects import Offer, Question, Verdict
from toc_pi.screen.scene import Scene
from toc_pi.screen.task import Task
from toc_pi.screen.ways import mendings

REPAIRS_SHOWN = 4  # maximum number of corrections that are listed
# Views without a board: they take precedence over everything else.
LOST = ("blind", "moved")
# Characters: a longer hint doesn't fit on the status line.
LONG_HINT = 44

Words = Mapping[str, Mapping[str, str]]


class Mark(StrEnum):
    """The sign beside a message: its shape tells right from wrong without its colour."""

    TICK = "tick"
    CROSS = "cross"
    QUESTION = "question"
    WORD = "word"
    HOME = "home"
    STAR = "star"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Title:
    """The title: a seat's sign and name, and what it does.

    Attributes:
        seats: of the signs before the name; empty before the game.
        name: large.
        below: smaller, under the name.
        short: replaces the name beside the board's page; "" for the name.
    """

    seats: tuple[Seat, ...]
    name: str
    below: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A line of a message.

    Attributes:
        seat: of the pawn concerned, or None.
        text: a few words.
        number: the same as beside a hole on the board; 0 for none.
    """

    seat: Seat | None
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A message: its sign, a headline, a sentence, and lines with a seat's sign each.

    Without a headline the sentence is shown large beside the sign. `short` replaces it where there is little
    room.
    """

    mark: Mark
    headline: str
    sentence: str = ""
    lines: tuple[MessageLine, ...] = ()
    short: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat in the list of all: its name, and how many of its pawns are home."""

    seat: Seat
    name: str
    home: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A button.

    Attributes:
        key: its meaning: `card:7`, `answer:none`, `accept`, `dispute`, `undo`, `pass`,
            `throw-done`, `done`, `put-back`, `anew`, `by-hand`, `leave`; `discard`, `throw`, `throw-none`,
            `correct`, `offer-none`, `restore`, `leaving` and `stay` only change what the next taps mean,
            `page`, `names`, `night`, `why` and `may` only what is shown.
        label: its text.
        pressed: whether it is on, as a switch.
    """

    key: str
    label: str
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """All texts and buttons beside the board.

    Attributes:
        title: whose turn it is.
        card: the declared card, as printed on it; "" for none.
        card_crossed: the card was discarded, not played.
        box: a message.
        answers: big buttons below the message.
        keys: small ones, one for each card.
        orders: small ones, below the cards.
        players: all seats, shown where there is room.
        status: one line at the bottom.
        flip: switches to the other page, on a screen with pages.
        on_board: whether the board's page is shown there.
        menu: whether there is a key that opens a menu.
        may: shows possible moves; drawn in the declared card's place, as that card.
    """

    title: Title
    card: str = ""
    card_crossed: bool = False
    box: Box | None = None
    answers: tuple[Choice, ...] = ()
    keys: tuple[Choice, ...] = ()
    orders: tuple[Choice, ...] = ()
    players: tuple[Player, ...] = ()
    status: str = ""
    flip: Choice | None = None
    on_board: bool = False
    menu: bool = False
    may: Choice | None = None


def say(scene: Scene) -> Panel:
    """Make the panel of a scene."""
    words = load_words(scene.language)
    declared = scene.declared
    card = face_of(declared.card or "", scene.faces) if declared is not None else ""
    box, answers = _message(scene, words)
    free = scene.taps and scene.looked and scene.view not in LOST and not answers
    playing = free and scene.turn is not None and not scene.winners
    wrong = scene.flagged is not None or bool(scene.repair)
    on_board = not answers and _needs_board(scene) != scene.turned
    return Panel(
        title=_title(scene, words),
        card=card,
        card_crossed=declared is not None and declared.do == "discard",
        box=box,
        answers=answers,
        keys=_keys(scene) if playing and (scene.correcting or not wrong) else (),
        orders=_orders(scene, words) if free else (),
        players=tuple(Player(seat, person_at(scene, seat), _home(scene, seat)) for seat in scene.seats),
        status=_status(scene, box, words),
        flip=None
        if answers or scene.former is not None
        else Choice("page", words["buttons"][_other_page(scene, on_board)]),
        on_board=on_board,
        menu=scene.menu,
        may=_may(scene, words) if playing and not wrong else None,
    )


def _other_page(scene: Scene, on_board: bool) -> str:
    """The other page: the key of its label."""
    return "to-board" if not on_board else "to-panel" if scene.task is None else "to-lesson"


def _may(scene: Scene, words: Words) -> Choice | None:
    """The key that shows what the declared card, or any card, may do."""
    busy = scene.discarding or scene.correcting or scene.thrown is not None
    return Choice("may", words["buttons"]["may"]) if scene.helps and not busy else None


def _needs_board(scene: Scene) -> bool:
    """Whether the board's page is the one to show, on a screen with pages."""
    if scene.task is not None and scene.picked is None and scene.former is None:
        return bool(scene.repair or scene.task.ways) and not scene.awaited
    moves = scene.by_hand and scene.declared is not None and scene.flagged is None
    return moves or scene.picked is not None or scene.former is not None


@cache
def load_words(language: Language) -> Words:
    """The window's words in a language."""
    source = resources.files("toc_pi.texts").joinpath(f"screen.{language}.toml")
    return tomllib.loads(source.read_text("utf-8"))


def name_of(scene: Scene, seat: Seat) -> str:
    """The name of a seat: its colour."""
    colour = scene.colours.get(seat, seat)
    return load_words(scene.language)["colours"].get(colour, colour)


def person_at(scene: Scene, seat: Seat) -> str:
    """Who sits at a seat: a name, or the seat's colour."""
    return scene.names.get(seat) or name_of(scene, seat)


def _names(scene: Scene, seats: Sequence[Seat]) -> str:
    words = load_words(scene.language)
    names = [person_at(scene, seat) for seat in seats]
    return words["lists"]["and"].join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _title(scene: Scene, words: Words) -> Title:
    title = words["title"]
    if scene.winners:
        below = title["won" if len(scene.winners) == 1 else "won_many"]
        return Title(scene.winners, _names(scene, scene.winners), below)
    if scene.turn is None:
        return Title((), title["opening"], title["opening_below"])
    seat = scene.turn.seat
    if scene.task is not None:
        card = face_of(scene.declared.card or "", scene.faces) if scene.declared is not None else ""
        return Title((seat,), name_of(scene, seat), scene.task.place, card)
    return Title((seat,), person_at(scene, seat), title[scene.turn.hint or "play"])


def _message(scene: Scene, words: Words) -> tuple[Box | None, tuple[Choice, ...]]:  # noqa: C901  # a case for each message, the most urgent first
    """The most important message, with the answers it offers."""
    if scene.leaving:
        box = Box(Mark.QUESTION, words["box"]["leaving"], words["box"]["leaving_below"])
        return box, tuple(Choice(key, words["buttons"][key]) for key in ("leave", "stay"))
    if scene.winners:
        return Box(Mark.STAR, words["box"]["bravo"], words["box"]["bravo_below"]), ()
    if scene.paused:
        go_on = Choice("pause", words["buttons"]["pause"])
        return Box(Mark.WORD, words["box"]["paused"], words["box"]["paused_below"]), (go_on,)
    if scene.view in LOST:
        box = Box(Mark.WORD, words["lost"][scene.view], words["lost"][f"{scene.view}_below"])
        return box, _by_hand(scene, words)
    if scene.task is not None and scene.looked and not scene.awaited:
        return _task(scene, scene.task, words), ()
    if scene.question is not None:
        return _asked(scene, scene.question, words)
    if scene.correcting:
        return Box(Mark.QUESTION, "", words["box"]["offer"]), ()
    if scene.repair:
        below = "" if scene.looked else scene.hint
        box = Box(Mark.HOME, words["box"]["repair"], below, _repairs(scene, words))
        return box, _by_hand(scene, words) if scene.awaited else ()
    if scene.flagged is not None:
        reason = scene.reason if scene.hints != "silent" else ""
        reason = reason or words["box"]["put_back"]
        told = f"{reason} ({scene.clause})" if scene.why and scene.clause else reason
        return Box(Mark.CROSS, words["box"]["illegal"], told), ()
    if scene.thrown is not None:
        cards = " ".join(face_of(card, scene.faces) for card in scene.thrown)
        return Box(Mark.HAND, words["box"]["throwing"], cards or words["box"]["throwing_below"]), ()
    if scene.notice is not None:
        return Box(Mark.WORD, "", scene.noted or words["box"]["notice"]), ()
    if scene.discarding:
        return Box(Mark.HAND, words["box"]["discarding"], words["box"]["discarding_below"]), ()
    if scene.verdict is not None:
        return _right(scene, scene.verdict, words), ()
    if scene.explained and scene.picked is None and scene.former is None:
        step = words["box"][_step_by_hand(scene)] if scene.by_hand else ""
        return Box(Mark.WORD, "", scene.explained, short=step), ()
    if scene.by_hand:
        headline = words["lack"][scene.lack] if scene.lack else words["box"]["by_hand"]
        return Box(Mark.HAND, headline, words["box"][_step_by_hand(scene)]), ()
    if not scene.looked and not scene.hint:
        box = Box(Mark.WORD, words["box"]["looking"], words["box"]["looking_below"])
        return box, _by_hand(scene, words)
    if not scene.looked or len(scene.hint) > LONG_HINT:
        return Box(Mark.WORD, "", scene.hint), () if scene.looked else _by_hand(scene, words)
    if scene.taps and scene.declared is None and scene.turn is not None and scene.turn.n == 1:
        return Box(Mark.HAND, "", words["box"]["first_turn"]), ()
    return None, ()


def _task(scene: Scene, task: Task, words: Words) -> Box:
    """The message of a lesson: its task, or the result."""
    if scene.flagged is not None:
        return Box(Mark.CROSS, words["box"]["illegal"], task.said)
    if scene.verdict is not None:
        lines = _captured(scene, scene.verdict, words) if not scene.by_hand else ()
        return Box(Mark.TICK, task.headline, task.said, lines)
    mark = Mark.HOME if scene.repair else Mark.WORD
    return Box(mark, task.headline, task.said, _repairs(scene, words))


def _by_hand(scene: Scene, words: Words) -> tuple[Choice, ...]:
    """The button to go on without the camera, while it doesn't see the board."""
    return (Choice("by-hand", words["buttons"]["by-hand"]),) if scene.taps else ()


def _step_by_hand(scene: Scene) -> str:
    """The next step where pawns are moved on the screen: the key of its sentence."""
    if scene.picked is not None:
        return "by_hand_place"
    if scene.former is not None:
        return "by_hand_done"
    return "by_hand_below" if scene.declared is not None else "by_hand_card"


def _status(scene: Scene, box: Box | None, words: Words) -> str:
    """The status line: the view, a notice not shown as message, or the program's own hint."""
    if scene.by_hand and scene.lack:
        return words["lack"][f"{scene.lack}_below"]
    if scene.view in words["view"]:
        return words["view"][scene.view]
    if scene.notice is not None and (box is None or box.sentence != scene.noted):
        return scene.noted
    return scene.hint if box is None or box.sentence != scene.hint else ""


def _asked(scene: Scene, asked: Question | Offer, words: Words) -> tuple[Box, tuple[Choice, ...]]:
    buttons = words["buttons"]
    if isinstance(asked, Offer):
        box = Box(Mark.QUESTION, "", scene.asking or words["box"]["offer"])
        cards = (
            Choice(f"card:{card}", buttons["joker"] if card == "*" else face_of(card, scene.faces))
            for card in asked.cards
        )
        return box, (*cards, Choice("offer-none", buttons["none"]))
    box = Box(Mark.QUESTION, "", scene.asking or words["box"]["question"])
    return box, tuple(
        Choice(f"answer:{key}", scene.labels.get(key, buttons.get(key, key))) for key in asked.choices
    )


def _repairs(scene: Scene, words: Words) -> tuple[MessageLine, ...]:
    box = words["box"]
    todo = mendings(scene.repair, scene.pawns)
    lines = []
    for number, one in enumerate(todo[:REPAIRS_SHOWN], 1):
        if one.seat is None and (stray := scene.pawns.get(one.start) if one.start else None) is not None:
            text = box["repair_off"].format(who=name_of(scene, stray).lower(), hole=one.start)
        elif one.seat is None:
            text = box["repair_nothing"].format(hole=one.start)
        elif one.start is None:
            text = box["repair_pawn"].format(who=name_of(scene, one.seat), hole=one.end)
        else:
            text = f"{one.start} → {one.end}"
        lines.append(MessageLine(one.seat, text, number))
    if len(todo) > len(lines):
        lines.append(MessageLine(None, box["repair_more"].format(count=len(todo) - len(lines))))
    return tuple(lines)


def _home(scene: Scene, seat: Seat) -> int:
    return sum(owner == seat and is_home(hole) for hole, owner in scene.pawns.items())


def _right(scene: Scene, verdict: Verdict, words: Words) -> Box:
    box, lines = words["box"], list(_captured(scene, verdict, words))
    played = (verdict.card,) if verdict.card else verdict.cards
    faces = " / ".join(face_of(card, scene.faces) for card in played)
    if verdict.do == "card":
        lines.append(MessageLine(verdict.seat, f"{person_at(scene, verdict.seat)}, {faces}"))
    # An inferred card is shown as the headline.
    headline = faces if verdict.inferred else box["legal"]
    return Box(Mark.TICK, headline, box.get(verdict.do, ""), tuple(lines))


def _captured(scene: Scene, verdict: Verdict, words: Words) -> tuple[MessageLine, ...]:
    """A line for each seat with captured pawns."""
    box = words["box"]
    return tuple(
        MessageLine(
            seat,
            box["captured" if count == 1 else "captured_many"].format(who=name_of(scene, seat), count=count),
        )
        for seat, count in Counter(verdict.captured).items()
    )


def _keys(scene: Scene) -> tuple[Choice, ...]:
    """A key for each card of the pack."""
    return tuple(Choice(f"card:{card}", face_of(card, scene.faces)) for card in scene.offered.cards)


def _orders(scene: Scene, words: Words) -> tuple[Choice, ...]:
    """The buttons other than cards."""

    def choice(key: str, label: str = "", *, pressed: bool = False) -> Choice:
        return Choice(key, words["buttons"][label or key], pressed)

    if scene.task is not None:
        return tuple(Choice(*key) for key in scene.task.keys)
    if scene.winners:
        return (choice("undo"), *((choice("anew"),) if scene.by_hand else ()))
    if scene.former is not None:
        return (choice("restore"), choice("done"))
    if scene.turn is None:
        return ()
    if scene.correcting:
        return (choice("correct", "throw-none"),)
    if scene.thrown is not None:
        return (choice("throw-none"), *((choice("throw-done"),) if scene.thrown else ()))
    put_back = (choice("put-back"),) if scene.by_hand else ()
    why = (choice("why", pressed=scene.why),) if scene.clause and scene.hints != "silent" else ()
    if scene.flagged is not None and scene.flagged.do == "card":
        return (choice("correct"), *put_back, choice("accept"), choice("dispute"), *why)
    if scene.flagged is not None:
        return (choice("correct", "play"), choice("accept"), *why)
    if scene.repair:
        return (choice("correct"), *put_back, choice("accept"))
    hint, offered = scene.turn.hint, scene.offered
    may_discard = offered.allows("discard", hint) and offered.allows("card", hint)
    later = "later" if hint == "may-play-again" else "pass"
    right = scene.helps and scene.verdict is not None and scene.verdict.do == "card"
    explained = right and scene.declared is None and not scene.discarding
    # Leads to a question about the card; the move can be undone there, too.
    guessed = scene.verdict is not None and scene.verdict.legal and scene.verdict.inferred
    unmoved = scene.by_hand and scene.declared is not None and scene.declared.do == "card"
    return (
        *((choice("discard", pressed=scene.discarding),) if may_discard else ()),
        *((choice("throw"),) if offered.allows("throw", hint) else ()),
        *((choice("pass", later),) if offered.allows("pass", hint) and not scene.discarding else ()),
        choice("dispute", "other-card") if guessed else choice("undo"),
        *((choice("why"),) if explained else ()),
        *((choice("done"),) if unmoved else ()),
    )
