"""The panel beside the board and its message, the most urgent one of a scene; the window's words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from calibration.holes import Hole, Seat
from toc_pi.effects import CardSeen, Offer, Question, Verdict
from toc_pi.events import Card
from toc_pi.languages import Texts, capital, colour_name, face_of, listed
from toc_pi.screen.board_face import repair_steps
from toc_pi.screen.pages.page import Key
from toc_pi.screen.scene import LessonTask, Scene, is_laid_down


def name_of(scene: Scene, seat: Seat) -> str:
    """The name of a seat: its colour."""
    return capital(colour_name(scene.board.colours.get(seat, seat), scene.preferences.language))


def person_at(scene: Scene, seat: Seat) -> str:
    """Who sits at a seat: a name, or the seat's colour."""
    return scene.preferences.names.get(seat) or name_of(scene, seat)


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
    """The title: the signs of seats, their name, and below it what they do.

    `short` replaces the name beside the board's page; "" for the name.
    """

    seats: tuple[Seat, ...]
    name: str
    below: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A line of a message, about a seat's pawn or None; the number is also beside a hole, 0 for none."""

    seat: Seat | None
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A message: its sign, a headline, a sentence, and lines with a seat's sign each.

    Without a headline the sentence is shown large beside the sign. `short` replaces it where there is little
    room. `cards`, as printed, are shown large instead of the sign.
    """

    mark: Mark
    headline: str
    sentence: str = ""
    lines: tuple[MessageLine, ...] = ()
    short: str = ""
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelPlayer:
    """One seat in the list of all: its name, and how many of its pawns are home."""

    seat: Seat
    name: str
    home: int


@dataclass(frozen=True, slots=True)
class Panel:
    """All texts and keys beside the board.

    A key's name is its meaning: `card:7`, `told:7` (the card of the verdict's turn), `mover:b` (who moved in
    it), `passed:12:b` (who did not discard before turn 12), `answer:none`, `accept`, `undo`, `redo`, `pass`,
    `throw-done`, `done`, `put-back`, `anew`, `by-hand`, `leave`; `discard`, `throw`, `throw-none`, `correct`,
    `keypad`, `doubt`, `offer-none`, `restore`, `leaving` and `stay` only change what the next taps mean,
    `page`, `names`, `night`, `why` and `may` only what is shown.

    Attributes:
        title: whose turn it is.
        card: the declared card, or that of an illegal move, as printed on it; "" for none.
        card_crossed: the card was discarded, not played.
        box: a message.
        answers: big buttons below the message.
        keys: small ones, one for each card.
        orders: small ones, below the cards.
        players: all seats, shown where there is room.
        status: one line at the bottom.
        flip: switches to the other page, on a screen with pages.
        on_board: whether the board's page is shown there.
        whole: whether the message is read whole beside the board's page.
        menu: whether there is a key that opens a menu.
        holes: the numbers of the holes that the texts are about.
        may: shows possible moves; at the end of the title.
    """

    title: Title
    card: str = ""
    card_crossed: bool = False
    box: Box | None = None
    answers: tuple[Key, ...] = ()
    keys: tuple[Key, ...] = ()
    orders: tuple[Key, ...] = ()
    players: tuple[PanelPlayer, ...] = ()
    status: str = ""
    flip: Key | None = None
    on_board: bool = False
    whole: bool = False
    menu: bool = False
    may: Key | None = None
    holes: Mapping[Hole, int] = field(default_factory=dict)


NAMED = 0.05  # least probability of a rank that is named for a card that isn't surely read
LIKELY_SHOWN = 3  # maximum number of such ranks
REPAIRS_SHOWN = 4  # maximum number of corrections that are listed
# Views without a board: they take precedence over everything else.
LOST = ("blind", "moved")
PASSED_SHOWN = 3  # maximum number of players who are asked about at a time
# Characters: a longer hint doesn't fit on the status line.
LONG_HINT = 44


def message_of(scene: Scene, words: Texts) -> tuple[Box | None, tuple[Key, ...]]:  # noqa: C901  # a case for each message, the most urgent first
    """The most important message, with the answers it offers."""
    board, game, dialog, said = scene.board, scene.game, scene.dialog, words["box"]
    if dialog.leaving:
        answers = tuple(Key(key, words["buttons"][key]) for key in ("leave", "stay"))
        return Box(Mark.QUESTION, said["leaving"], said["leaving_below"]), answers
    if game.winners:
        return Box(Mark.STAR, said["bravo"], said["bravo_below"]), ()
    if game.paused:
        go_on = Key("pause", words["buttons"]["pause"])
        return Box(Mark.WORD, said["paused"], said["paused_below"]), (go_on,)
    if board.view in LOST:
        lost = words["lost"]
        return Box(Mark.WORD, lost[board.view], lost[f"{board.view}_below"]), _by_hand(scene, words)
    if game.task is not None and board.looked and not game.awaited:
        return _task(scene, game.task, words), ()
    if game.question is not None:
        return _asked(scene, game.question, words)
    if dialog.correcting:
        return Box(Mark.QUESTION, "", said["offer"]), ()
    if dialog.doubting and game.verdict is not None:
        lines = (_played(scene, game.verdict),)
        return Box(Mark.QUESTION, said["doubt"], "", lines), _doubted(scene, game.verdict, words)
    if game.repair:
        headline = said["undone" if game.undone is not None else "repair"]
        box = Box(Mark.HOME, headline, "" if board.looked else game.hint, _repairs(scene, words))
        return box, _by_hand(scene, words) if game.awaited else ()
    if game.flagged is not None:
        return _wrong(scene, game.flagged, words), ()
    if dialog.thrown is not None:
        return _throwing(scene, dialog.thrown, words), ()
    if game.pile and (game.notice is None or game.notice.t <= game.pile[-1].t) and not dialog.discarding:
        return _on_pile(scene, words), ()
    if game.notice is not None or game.undone is not None:
        return Box(Mark.WORD, "", game.noted or said["notice"]), ()
    if dialog.discarding:
        return Box(Mark.HAND, said["discarding"], said["discarding_below"]), ()
    if game.verdict is not None:
        return _right(scene, game.verdict, words), ()
    if game.explained and not board.is_moving:
        step = said[_step_by_hand(scene)] if board.by_hand else ""
        return Box(Mark.WORD, "", game.explained, short=step), ()
    if board.by_hand:
        headline = words["fault"][board.fault] if board.fault else said["by_hand"]
        return Box(Mark.HAND, headline, said[_step_by_hand(scene)]), ()
    if not board.looked and not game.hint:
        return Box(Mark.WORD, said["looking"], said["looking_below"]), _by_hand(scene, words)
    if not board.looked or len(game.hint) > LONG_HINT:
        return Box(Mark.WORD, "", game.hint), () if board.looked else _by_hand(scene, words)
    if scene.preferences.taps and game.declared is None and game.turn is not None and game.turn.n == 1:
        return Box(Mark.HAND, "", said[f"first_turn_{scene.preferences.declare}"]), ()
    return None, ()


def _throwing(scene: Scene, thrown: tuple[Card, ...], words: Texts) -> Box:
    """The cards tapped so far of a hand that is laid down, and how many more it has."""
    said, left = words["box"], scene.game.hand - len(thrown)
    cards = " ".join(face_of(card, scene.preferences.faces) for card in thrown)
    more = "" if left < 1 else said["throwing_one" if left == 1 else "throwing_more"].format(count=left)
    if not thrown:
        more = more or said["throwing_below"]
    return Box(Mark.HAND, said["throwing"], " · ".join(filter(None, (cards, more))))


def likely(seen: CardSeen) -> tuple[Card, ...]:
    """The ranks that a card on the pile may be, the likeliest first: one if it was surely read."""
    if seen.card is not None:
        return (seen.card,)
    ranks = sorted(seen.ranks, key=lambda card: -seen.ranks[card])
    return tuple(card for card in ranks if seen.ranks[card] >= NAMED)[:LIKELY_SHOWN]


def _on_pile(scene: Scene, words: Texts) -> Box:
    """The cards that the camera saw since the last verdict: whoever laid them, nothing is judged yet."""
    said, faces = words["box"], scene.preferences.faces
    ranks = [likely(seen) for seen in scene.game.pile]
    cards = tuple(face_of(found[0], faces) if len(found) == 1 else "?" for found in ranks)
    if len(ranks) > 1 or len(ranks[0]) == 1:
        below = scene.game.explained if len(ranks) == 1 else ""
        return Box(Mark.HAND, said["on_pile"], below, cards=cards)
    if not ranks[0]:
        return Box(Mark.QUESTION, said["on_pile_hidden"], said["on_pile_which"])
    either = listed([face_of(card, faces) for card in ranks[0]], scene.preferences.language, "or")
    return Box(Mark.QUESTION, said["on_pile_unsure"].format(cards=either))


def _wrong(scene: Scene, flagged: Verdict, words: Texts) -> Box:
    """The message about an illegal move; it names the player if another one is on turn."""
    game = scene.game
    reason = game.reason if scene.preferences.hints != "silent" else ""
    reason = reason or words["box"]["put_back"]
    sentence = f"{reason} ({game.clause})" if scene.dialog.why and game.clause else reason
    on_turn = game.turn is None or game.turn.seat == flagged.seat
    blamed = MessageLine(flagged.seat, person_at(scene, flagged.seat))
    return Box(Mark.CROSS, words["box"]["illegal"], sentence, () if on_turn else (blamed,))


def _doubted(scene: Scene, verdict: Verdict, words: Texts) -> tuple[Key, ...]:
    """What may be wrong about a verdict: who moved, which card it was, who discarded before earlier turns."""
    said, me = words["buttons"], person_at(scene, verdict.seat)
    people = {
        person_at(scene, seat): seat for seat in reversed(scene.board.seats) if person_at(scene, seat) != me
    }
    earlier = tuple(one for one in scene.game.passed if one[0] < verdict.n or scene.dialog.keypad)[
        -PASSED_SHOWN:
    ]
    return (
        *(Key(f"mover:{seat}", said["mover"].format(who=who)) for who, seat in reversed(people.items())),
        *passed_over(scene, earlier, words),
        Key("correct", said["correct"]),
        *((Key("why", said["why"]),) if scene.preferences.helps and verdict.legal else ()),
        Key("doubt", said["throw-none"]),
    )


def passed_over(scene: Scene, passed: Iterable[tuple[int, Seat]], words: Texts) -> tuple[Key, ...]:
    """The keys to say that somebody did not discard before a turn."""
    label = words["buttons"]["passed"]
    return tuple(Key(f"passed:{n}:{seat}", label.format(who=person_at(scene, seat))) for n, seat in passed)


def _task(scene: Scene, task: LessonTask, words: Texts) -> Box:
    """The message of a lesson: its task, or the result."""
    if scene.game.flagged is not None:
        return Box(Mark.CROSS, words["box"]["illegal"], task.sentence)
    if scene.game.verdict is not None:
        lines = _captured(scene, scene.game.verdict, words) if not scene.board.by_hand else ()
        return Box(Mark.TICK, task.headline, task.sentence, lines)
    mark = Mark.CROSS if task.shows == "wrong" else Mark.HOME if scene.game.repair else Mark.WORD
    return Box(mark, task.headline, task.sentence, _repairs(scene, words))


def _by_hand(scene: Scene, words: Texts) -> tuple[Key, ...]:
    """The button to go on without the camera, while it doesn't see the board."""
    return (Key("by-hand", words["buttons"]["by-hand"]),) if scene.preferences.taps else ()


def _step_by_hand(scene: Scene) -> str:
    """The next step where pawns are moved on the screen: the key of its sentence."""
    if scene.board.is_moving:
        return "by_hand_done" if scene.board.picked is None else "by_hand_place"
    return "by_hand_below" if scene.game.declared is not None else "by_hand_card"


def status_of(scene: Scene, box: Box | None, words: Texts) -> str:
    """The status line: the view, a notice not shown as message, or the program's own hint."""
    board, game = scene.board, scene.game
    if board.by_hand and board.fault:
        return words["fault"][f"{board.fault}_below"]
    if board.view in words["view"]:
        return words["view"][board.view]
    if game.notice is not None and (box is None or box.sentence != game.noted):
        return game.noted
    return game.hint if box is None or box.sentence != game.hint else ""


def _asked(scene: Scene, asked: Question | Offer, words: Texts) -> tuple[Box, tuple[Key, ...]]:
    buttons = words["buttons"]
    if isinstance(asked, Offer):
        box = Box(Mark.QUESTION, "", scene.game.asking or words["box"]["offer"])
        cards = (
            Key(f"card:{card}", buttons["joker"] if card == "*" else face_of(card, scene.preferences.faces))
            for card in asked.cards
        )
        return box, (*cards, Key("offer-none", buttons["none"]))
    box = Box(Mark.QUESTION, "", scene.game.asking or words["box"]["question"])
    return box, tuple(
        Key(f"answer:{key}", scene.game.labels.get(key, buttons.get(key, key))) for key in asked.choices
    )


def _repairs(scene: Scene, words: Texts) -> tuple[MessageLine, ...]:
    box = words["box"]
    todo = repair_steps(scene.game.repair, scene.board.pawns)
    lines = []
    here = "" if scene.preferences.named else "_here"
    for number, one in enumerate(todo[:REPAIRS_SHOWN], 1):
        if (
            one.seat is None
            and (stray := scene.board.pawns.get(one.start) if one.start else None) is not None
        ):
            text = box[f"repair_off{here}"].format(who=name_of(scene, stray).lower(), hole=one.start)
        elif one.seat is None:
            text = box[f"repair_nothing{here}"].format(hole=one.start)
        elif one.start is None:
            text = box[f"repair_pawn{here}"].format(who=name_of(scene, one.seat), hole=one.end)
        else:
            text = f"{one.start} → {one.end}" if scene.preferences.named else box["repair_along"]
        lines.append(MessageLine(one.seat, text, number))
    if len(todo) > len(lines):
        lines.append(MessageLine(None, box["repair_more"].format(count=len(todo) - len(lines))))
    return tuple(lines)


def _right(scene: Scene, verdict: Verdict, words: Texts) -> Box:
    earlier = reversed(scene.game.laid_down)
    before = [MessageLine(one.seat, _thrown(scene, one, words)) for one in earlier]
    if is_laid_down(verdict):
        return Box(Mark.TICK, _thrown(scene, verdict, words), words["box"][verdict.do], tuple(before))
    box, lines = words["box"], list(_captured(scene, verdict, words))
    who = person_at(scene, verdict.seat)
    if verdict.card is None and scene.preferences.taps:
        lines.append(MessageLine(verdict.seat, box["open_card"].format(who=who)))
    else:
        lines.append(_played(scene, verdict))
    for seat in scene.game.unheard(verdict.n)[:PASSED_SHOWN]:
        lines.append(MessageLine(seat, box["passed"].format(who=person_at(scene, seat))))
    # An inferred card is shown as the headline.
    headline = _faces(scene, verdict) if verdict.inferred else box["legal"]
    return Box(Mark.TICK, headline, "", (*before, *lines))


def _faces(scene: Scene, verdict: Verdict) -> str:
    """The card of a verdict, or all it may have been."""
    played = verdict.card or verdict.nearest
    cards = [face_of(card, scene.preferences.faces) for card in ((played,) if played else verdict.cards)]
    return (" " if verdict.do == "throw" else " / ").join(cards)


def _played(scene: Scene, verdict: Verdict) -> MessageLine:
    return MessageLine(verdict.seat, f"{person_at(scene, verdict.seat)}, {_faces(scene, verdict)}")


def _thrown(scene: Scene, verdict: Verdict, words: Texts) -> str:
    """Who laid which cards down, or passed."""
    who, cards = person_at(scene, verdict.seat), _faces(scene, verdict)
    key = "passes" if verdict.do == "pass" else "thrown" if cards else "thrown_unseen"
    return words["box"][key].format(who=who, cards=cards)


def _captured(scene: Scene, verdict: Verdict, words: Texts) -> tuple[MessageLine, ...]:
    """A line for each seat with captured pawns."""
    box = words["box"]
    return tuple(
        MessageLine(
            seat,
            box["captured" if count == 1 else "captured_many"].format(who=name_of(scene, seat), count=count),
        )
        for seat, count in Counter(verdict.captured).items()
    )
