"""Makes the panel of a scene: its title, message, players, cards and buttons."""

from dataclasses import replace

from calibration.holes import Hole, Seat, is_home
from toc_pi.events import Card
from toc_pi.languages import Texts, face_of, listed, load_texts
from toc_pi.screen.board_face import numbered
from toc_pi.screen.pages.page import Key
from toc_pi.screen.panel import (
    LOST,
    PASSED_SHOWN,
    Box,
    Mark,
    Panel,
    PanelPlayer,
    Title,
    likely,
    message_of,
    name_of,
    passed_over,
    person_at,
    status_of,
)
from toc_pi.screen.scene import LessonTask, Scene

SHORT_TASK = 130
"""Letters of a lesson's task that is read beside the board, on a screen that shows little else there."""


def panel_of(scene: Scene) -> Panel:
    """Make the panel of a scene."""
    board, game, dialog, liked = scene.board, scene.game, scene.dialog, scene.preferences
    words = load_texts("screen", liked.language)
    box, answers = message_of(scene, words)
    numbers: dict[Hole, int] = {}
    if box is not None and not liked.named:
        sentence, *labels = numbered([box.sentence, *(one.label for one in answers)], numbers)
        box = replace(box, sentence=sentence)
        answers = tuple(replace(one, label=text) for one, text in zip(answers, labels, strict=True))
    free = liked.taps and board.looked and board.view not in LOST and not answers
    playing = free and game.turn is not None and not game.winners
    wrong = game.flagged is not None or bool(game.repair)
    on_board = not answers and _needs_board(scene) != dialog.turned
    other = "to-board" if not on_board else "to-panel" if game.task is None else "to-lesson"
    folded = box is not None and (_is_folded(scene) or _is_on_pile(scene))
    picking = dialog.discarding or dialog.correcting or dialog.thrown is not None
    return Panel(
        title=_title(scene, words),
        card=_card(scene),
        card_crossed=game.declared is not None and game.declared.do == "discard",
        box=box,
        answers=answers,
        keys=_keys(scene, folded=folded) if playing and (dialog.correcting or not wrong) else (),
        orders=_orders(scene, words, folded=folded) if free else (),
        players=tuple(PanelPlayer(seat, person_at(scene, seat), _home(scene, seat)) for seat in board.seats),
        status=status_of(scene, box, words),
        flip=None if answers or board.former is not None else Key("page", words["buttons"][other]),
        on_board=on_board,
        whole=game.task is not None and box is not None and _is_short(box, large=liked.large),
        menu=liked.menu,
        may=Key("may", words["buttons"]["may"])
        if playing and not wrong and liked.helps and not picking
        else None,
        holes=numbers,
    )


def _card(scene: Scene) -> str:
    """The declared card, or that of an illegal move, as printed on it; "" for none."""
    known = scene.game.declared or scene.game.flagged
    return "" if known is None else face_of(known.card or "", scene.preferences.faces)


def _is_folded(scene: Scene) -> bool:
    """Whether the cards give their room to a message in large text: one of them is declared already."""
    game = scene.game
    declared = game.declared is not None and game.declared.do == "card"
    folds = scene.preferences.large and declared and game.verdict is None and game.task is None
    return folds and not _is_tapping(scene)


def _is_on_pile(scene: Scene) -> bool:
    """Whether the cards give their room to what the camera saw on the pile, or to what was made of it."""
    game = scene.game
    judged = scene.preferences.cards_seen and game.verdict is not None and game.declared is None
    calm = judged and game.flagged is None and scene.unanswered is None
    seen = all(map(likely, game.pile)) if game.pile else calm
    return seen and game.task is None and not _is_tapping(scene)


def _is_tapping(scene: Scene) -> bool:
    """Whether people are in the middle of something for which they tap a card."""
    dialog = scene.dialog
    return dialog.keypad or dialog.correcting or dialog.discarding or dialog.thrown is not None


def _needs_board(scene: Scene) -> bool:
    """Whether the board's page is the one to show, on a screen with pages."""
    game, moving = scene.game, scene.board.is_moving
    if game.task is not None and not moving:
        shown = game.repair or game.task.ways or game.task.shows or _is_short_task(scene, game.task)
        return bool(shown) and not game.awaited
    return moving or (scene.board.by_hand and game.declared is not None and game.flagged is None)


def _is_short_task(scene: Scene, task: LessonTask) -> bool:
    """Whether a lesson's task, done on the screen, is read beside the pawns that it is about."""
    undone = scene.game.verdict is None and scene.game.flagged is None
    plain = undone and len(task.keys) <= 1 and not scene.preferences.large
    return scene.board.by_hand and plain and len(task.sentence) <= SHORT_TASK


def _is_short(box: Box, *, large: bool) -> bool:
    """Whether a lesson's message is read whole beside the board."""
    return box.mark is Mark.WORD and not box.lines and not large and len(box.sentence) <= SHORT_TASK


def _title(scene: Scene, words: Texts) -> Title:
    title, game = words["title"], scene.game
    if game.winners:
        names = listed([person_at(scene, seat) for seat in game.winners], scene.preferences.language)
        return Title(game.winners, names, title["won" if len(game.winners) == 1 else "won_many"])
    if game.turn is None:
        return Title((), title["opening"], title["opening_below"])
    seat = game.turn.seat
    if scene.dialog.correcting and game.verdict is not None:
        return Title((game.verdict.seat,), person_at(scene, game.verdict.seat), title["correcting"])
    if game.task is not None:
        return Title((seat,), name_of(scene, seat), game.task.place, _card(scene))
    return Title((seat,), person_at(scene, seat), title[game.turn.hint or "play"])


def _home(scene: Scene, seat: Seat) -> int:
    return sum(owner == seat and is_home(hole) for hole, owner in scene.board.pawns.items())


def _keys(scene: Scene, *, folded: bool) -> tuple[Key, ...]:
    """A key for each card that the last turn may have been, or else for each of the pack."""
    asked, pile, cards, key = scene.unanswered, scene.game.pile, tuple[Card, ...](), "card"
    if folded:
        cards = likely(pile[0]) if len(pile) == 1 and pile[0].card is None else ()
    elif asked is not None and not scene.dialog.keypad:
        cards, key = asked.cards if asked.card is None else (), "told"
    else:
        cards, key = scene.game.offered.cards, "card"
    return tuple(Key(f"{key}:{card}", face_of(card, scene.preferences.faces)) for card in cards)


def _orders(scene: Scene, words: Texts, *, folded: bool = False) -> tuple[Key, ...]:
    """The buttons other than cards; with a key that shows them, where they are folded."""

    def choice(key: str, label: str = "", *, pressed: bool = False) -> Key:
        return Key(key, words["buttons"][label or key], on=pressed or None)

    board, game, dialog = scene.board, scene.game, scene.dialog
    if game.task is not None:
        return tuple(Key(*key) for key in game.task.keys)
    if game.winners:
        return (choice("undo"), *((choice("anew"),) if board.by_hand else ()))
    if board.former is not None:
        return (choice("done"), choice("restore"))
    if game.turn is None:
        return ()
    if dialog.correcting:
        return (choice("correct", "throw-none"),)
    if dialog.thrown is not None:
        return (*((choice("throw-done"),) if dialog.thrown else ()), choice("throw-none"))
    put_back = (choice("put-back"),) if board.by_hand else ()
    if game.flagged is not None:
        told = game.clause and scene.preferences.hints != "silent"
        why = (choice("why", pressed=dialog.why),) if told else ()
        if game.flagged.do == "card":
            return (choice("accept"), choice("correct"), *put_back, choice("doubt"), *why)
        return (choice("accept"), choice("correct", "play"), *why)
    redo = (choice("redo"),) if game.undone is not None else ()
    if game.repair:
        return (*(redo or (choice("accept"),)), choice("correct"), *put_back, choice("undo"))
    hint, offered = game.turn.hint, game.offered
    may_discard = offered.allows("discard", hint) and offered.allows("card", hint)
    later = "later" if hint == "may-play-again" else "pass"
    # Keep and Undo change the game: each has its place, the first and the last, whatever else is shown.
    after = (*redo, *map(choice, _about(scene)), choice("undo"))
    if (asked := scene.unanswered) is not None and not dialog.keypad:
        label = words["buttons"]["keypad"].format(who=person_at(scene, game.turn.seat))
        passed = [one for one in game.passed if one[0] == asked.n][:PASSED_SHOWN]
        return (*passed_over(scene, passed, words), Key("keypad", label), *after)
    unmoved = board.by_hand and game.declared is not None and game.declared.do == "card"
    return (
        *((choice("keypad", "correct" if game.pile or game.declared else "to-panel"),) if folded else ()),
        *((choice("discard", pressed=dialog.discarding),) if may_discard else ()),
        *((choice("throw"),) if offered.allows("throw", hint) else ()),
        *((choice("pass", later),) if offered.allows("pass", hint) and not dialog.discarding else ()),
        *((choice("done"),) if unmoved else ()),
        *((choice("keypad", "throw-none"),) if dialog.keypad else after),
    )


def _about(scene: Scene) -> tuple[str, ...]:
    """The keys about the last verdict: that it is wrong, and why it is right."""
    verdict = scene.game.verdict
    if verdict is None or verdict.do != "card" or scene.dialog.discarding:
        return ()
    explained = ("why",) if scene.preferences.helps and scene.game.declared is None else ()
    if scene.unanswered is not None and not scene.dialog.keypad:
        return ("doubt", *explained)
    return ("doubt",) if verdict.inferred else explained  # beside the keypad there is room for one
