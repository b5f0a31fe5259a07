"""Makes the panel of a scene: its title, message, players, cards and buttons."""

from collections.abc import Sequence

from calibration.holes import Seat, is_home
from toc_pi.faces import face_of
from toc_pi.screen.panel import Choice, Panel, Player, Title
from toc_pi.screen.scene import Scene
from toc_pi.screen.scene_message import LOST, message_of, status_of
from toc_pi.screen.words import Words, load_words, name_of, person_at


def panel_of(scene: Scene) -> Panel:
    """Make the panel of a scene."""
    words = load_words(scene.language)
    declared = scene.declared
    card = face_of(declared.card or "", scene.faces) if declared is not None else ""
    box, answers = message_of(scene, words)
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
        status=status_of(scene, box, words),
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


def _home(scene: Scene, seat: Seat) -> int:
    return sum(owner == seat and is_home(hole) for hole, owner in scene.pawns.items())


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
