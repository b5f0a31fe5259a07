"""Makes the panel of a scene: its title, message, players, cards and buttons."""

from collections.abc import Sequence
from dataclasses import replace

from calibration.holes import Hole, Seat, is_home
from toc_pi.languages import face_of, listed, load_texts
from toc_pi.screen.face import numbered
from toc_pi.screen.panel import (
    LOST,
    PASSED_SHOWN,
    Choice,
    Panel,
    Player,
    Title,
    Words,
    message_of,
    name_of,
    passed_over,
    person_at,
    status_of,
)
from toc_pi.screen.scene import Scene


def panel_of(scene: Scene) -> Panel:
    """Make the panel of a scene."""
    words = load_texts("screen", scene.preferences.language)
    declared = scene.game.declared
    card = face_of(declared.card or "", scene.preferences.faces) if declared is not None else ""
    box, answers = message_of(scene, words)
    numbers: dict[Hole, int] = {}
    if box is not None and not scene.preferences.named:
        sentence, *labels = numbered([box.sentence, *(one.label for one in answers)], numbers)
        box = replace(box, sentence=sentence)
        answers = tuple(replace(one, label=text) for one, text in zip(answers, labels, strict=True))
    free = scene.preferences.taps and scene.board.looked and scene.board.view not in LOST and not answers
    playing = free and scene.game.turn is not None and not scene.game.winners
    wrong = scene.game.flagged is not None or bool(scene.game.repair)
    on_board = not answers and _needs_board(scene) != scene.dialog.turned
    folded = box is not None and _is_folded(scene)
    return Panel(
        title=_title(scene, words),
        card=card,
        card_crossed=declared is not None and declared.do == "discard",
        box=box,
        answers=answers,
        keys=_keys(scene) if playing and not folded and (scene.dialog.correcting or not wrong) else (),
        orders=_orders(scene, words, folded=folded) if free else (),
        players=tuple(Player(seat, person_at(scene, seat), _home(scene, seat)) for seat in scene.board.seats),
        status=status_of(scene, box, words),
        flip=None
        if answers or scene.board.former is not None
        else Choice("page", words["buttons"][_other_page(scene, on_board)]),
        on_board=on_board,
        menu=scene.preferences.menu,
        may=_may(scene, words) if playing and not wrong else None,
        holes=numbers,
    )


def _is_folded(scene: Scene) -> bool:
    """Whether the cards give their room to a message in large text: one of them is declared already."""
    declared = scene.game.declared is not None and scene.game.declared.do == "card"
    busy = (
        scene.dialog.keypad
        or scene.dialog.correcting
        or scene.dialog.discarding
        or scene.dialog.thrown is not None
    )
    return (
        scene.preferences.large
        and declared
        and scene.game.verdict is None
        and scene.game.task is None
        and not busy
    )


def _other_page(scene: Scene, on_board: bool) -> str:
    """The other page: the key of its label."""
    return "to-board" if not on_board else "to-panel" if scene.game.task is None else "to-lesson"


def _may(scene: Scene, words: Words) -> Choice | None:
    """The key that shows what the declared card, or any card, may do."""
    busy = scene.dialog.discarding or scene.dialog.correcting or scene.dialog.thrown is not None
    return Choice("may", words["buttons"]["may"]) if scene.preferences.helps and not busy else None


def _needs_board(scene: Scene) -> bool:
    """Whether the board's page is the one to show, on a screen with pages."""
    if scene.game.task is not None and scene.board.picked is None and scene.board.former is None:
        return (
            bool(scene.game.repair or scene.game.task.ways or scene.game.task.shows)
            and not scene.game.awaited
        )
    moves = scene.board.by_hand and scene.game.declared is not None and scene.game.flagged is None
    return moves or scene.board.picked is not None or scene.board.former is not None


def _names(scene: Scene, seats: Sequence[Seat]) -> str:
    return listed([person_at(scene, seat) for seat in seats], scene.preferences.language)


def _title(scene: Scene, words: Words) -> Title:
    title = words["title"]
    if scene.game.winners:
        below = title["won" if len(scene.game.winners) == 1 else "won_many"]
        return Title(scene.game.winners, _names(scene, scene.game.winners), below)
    if scene.game.turn is None:
        return Title((), title["opening"], title["opening_below"])
    seat = scene.game.turn.seat
    if scene.dialog.correcting and scene.game.verdict is not None:
        return Title(
            (scene.game.verdict.seat,), person_at(scene, scene.game.verdict.seat), title["correcting"]
        )
    if scene.game.task is not None:
        card = (
            face_of(scene.game.declared.card or "", scene.preferences.faces)
            if scene.game.declared is not None
            else ""
        )
        return Title((seat,), name_of(scene, seat), scene.game.task.place, card)
    return Title((seat,), person_at(scene, seat), title[scene.game.turn.hint or "play"])


def _home(scene: Scene, seat: Seat) -> int:
    return sum(owner == seat and is_home(hole) for hole, owner in scene.board.pawns.items())


def _keys(scene: Scene) -> tuple[Choice, ...]:
    """A key for each card that the last turn may have been, or else for each of the pack."""
    asked = scene.unanswered
    if asked is not None and not scene.dialog.keypad:
        cards, key = asked.cards if asked.card is None else (), "told"
    else:
        cards, key = scene.game.offered.cards, "card"
    return tuple(Choice(f"{key}:{card}", face_of(card, scene.preferences.faces)) for card in cards)


def _orders(scene: Scene, words: Words, *, folded: bool = False) -> tuple[Choice, ...]:
    """The buttons other than cards; with a key that shows them, where they are folded."""

    def choice(key: str, label: str = "", *, pressed: bool = False) -> Choice:
        return Choice(key, words["buttons"][label or key], pressed)

    if scene.game.task is not None:
        return tuple(Choice(*key) for key in scene.game.task.keys)
    if scene.game.winners:
        return (choice("undo"), *((choice("anew"),) if scene.board.by_hand else ()))
    if scene.board.former is not None:
        return (choice("restore"), choice("done"))
    if scene.game.turn is None:
        return ()
    if scene.dialog.correcting:
        return (choice("correct", "throw-none"),)
    if scene.dialog.thrown is not None:
        return (choice("throw-none"), *((choice("throw-done"),) if scene.dialog.thrown else ()))
    put_back = (choice("put-back"),) if scene.board.by_hand else ()
    why = (
        (choice("why", pressed=scene.dialog.why),)
        if scene.game.clause and scene.preferences.hints != "silent"
        else ()
    )
    if scene.game.flagged is not None and scene.game.flagged.do == "card":
        return (choice("correct"), *put_back, choice("accept"), choice("doubt"), *why)
    if scene.game.flagged is not None:
        return (choice("correct", "play"), choice("accept"), *why)
    redo = (choice("redo"),) if scene.game.undone is not None else ()
    if scene.game.repair:
        return (choice("correct"), *put_back, *(redo or (choice("accept"),)), choice("undo"))
    hint, offered = scene.game.turn.hint, scene.game.offered
    may_discard = offered.allows("discard", hint) and offered.allows("card", hint)
    later = "later" if hint == "may-play-again" else "pass"
    after = (*redo, choice("undo"), *map(choice, _about(scene)))
    if (asked := scene.unanswered) is not None and not scene.dialog.keypad:
        label = words["buttons"]["keypad"].format(who=person_at(scene, scene.game.turn.seat))
        passed = [one for one in scene.game.passed if one[0] == asked.n][:PASSED_SHOWN]
        return (*passed_over(scene, passed, words), Choice("keypad", label), *after)
    cards = (choice("keypad", "correct"),) if folded else ()
    unmoved = scene.board.by_hand and scene.game.declared is not None and scene.game.declared.do == "card"
    return (
        *cards,
        *((choice("discard", pressed=scene.dialog.discarding),) if may_discard else ()),
        *((choice("throw"),) if offered.allows("throw", hint) else ()),
        *((choice("pass", later),) if offered.allows("pass", hint) and not scene.dialog.discarding else ()),
        *((choice("keypad", "throw-none"),) if scene.dialog.keypad else after),
        *((choice("done"),) if unmoved else ()),
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
