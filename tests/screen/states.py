"""Every kind of screen, as scenes by name, for the tests of layout, touch targets and pictures."""

from dataclasses import replace

from screen_table import COLOURS, altered, board, standing, tap, verdict

from calibration.holes import Hole, Seat, seats_of
from toc_pi.app.teaching.verdict_page import what_it_does
from toc_pi.effects import CardSeen, Echo, Ended, Notice, Offer, Question, Repair, State, TakenBack, Turn
from toc_pi.events import Card, Paused, Seen
from toc_pi.languages import Language, load_texts
from toc_pi.phrases import Phrases
from toc_pi.referee.declaring import offered_by
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.changes import after
from toc_pi.screen.scene import Scene, opening, with_hint, with_manual_input

A, B = Seat("a"), Seat("b")
BOARDS = {4: "square-40", 6: "hexagon-55", 8: "octagon-70"}
A_CARD = Card("A")
OUT = "a0:a a9:a b3:b bH2:b c0:c"
MOVES = {"m1": "b:b3>b13", "m2": "b:b3>b13 a:a0>camp", "m3": "b:camp>b0 c:c0>c10 a:a0>a3"}
REASON = {
    "en": "With the 10 a pawn goes 10 holes; that was 8: purple from b3 to b11.",
    "fr": "Avec le 10 un pion avance de 10 trous\u00a0; c'était 8\u00a0: violet de b3 à b11.",
}
CLAUSE = {
    "en": "RULES M5; document 002, the fresh pawn",
    "fr": "règles M5 ; document 002, le pion qui vient de sortir",
}


def states(language: Language, name: str = "square-40") -> dict[str, Scene]:
    """Every kind of screen on a board."""
    seats = board(name).seats
    phrases = Phrases(language, COLOURS, lambda _: {})
    fadoq = offered_by(load_ruleset("fadoq"))
    empty = opening(board(name), COLOURS, language, taps=True, offered=fadoq)
    seen = after(empty, Seen(0.0, standing(OUT, seats), frozenset({Hole("c0")})))
    turn = after(seen, Turn(0.0, 3, B))
    declared = after(turn, Echo(1.0, B, "card", Card("10")))
    good = verdict("a0:a a9:a b3:b c0:c", "a9:a b13:b c0:c", seat="b", captured="a")
    bad = verdict("a0:a a9:a b3:b c0:c", "a0:a a9:a b11:b c0:c", seat="b", legal=False)
    right = after(after(declared, replace(good, card=Card("10"))), Turn(4.0, 4, Seat("c")))
    open_card = replace(good, card=None, cards=tuple(map(Card, ("10", "*"))))
    worked_out = after(after(turn, open_card), Turn(4.0, 4, Seat("c")))
    skipped = replace(open_card, passed=(Seat("d"), A))
    passed_over = altered(after(after(turn, skipped), Turn(4.0, 4, Seat("c"))), teaches=True)
    taken_back = TakenBack(6.0, 3, B)
    echo = after(right, Echo(6.0, B, "undo", n=1))
    undone = after(echo, taken_back, phrases.screen_text(taken_back))
    flagged = after(
        declared,
        replace(bad, card=Card("10")),
        REASON[language],
        {"why": CLAUSE[language]},
    )
    asked = Question(1.0, 1, "what-happened", {"seat": "b", "card": "10", **MOVES}, (*MOVES, "none"))
    labels = {choice: phrases.choice(asked, choice) for choice in asked.choices}
    movers = (*(f"seat-{seat}" for seat in seats_of(seats)), "two-a-b", "none")
    who_moved = Question(1.0, 1, "who-moved", dict.fromkeys(movers[:-1], "b:b3>b13"), movers)
    names = {choice: phrases.choice(who_moved, choice) for choice in movers}
    offer = Offer(1.0, B, tuple(map(Card, ("7", "8", "*", "10", "K", "Q"))))
    gives = "a>c c>a b>d d>b"
    values = {"seat": "b", "cards": "5", "gift": "1", "gives": gives, "exchange": "one"}
    deal = Notice(2.0, "new-deal", values)
    hands = with_manual_input(turn, standing(OUT, seats), "frozen")
    moving = after(hands, Echo(1.0, B, "card", Card("10")))

    seen_hand = right
    for number, card in enumerate(("8", "J", "5", "J"), 7):
        seen_hand = after(seen_hand, CardSeen(5.0, number, {Card(card): 0.99}, Card(card)))
    calm = replace(good, captured=(), before=good.holes, laid=(11,))
    thrown = replace(calm, n=4, seat=Seat("c"), do="throw", card=None, cards=tuple(map(Card, "8J5J")))
    discarded = replace(calm, n=5, seat=Seat("d"), do="discard", card=Card("9"), cards=())
    laid_down = after(after(seen_hand, thrown), Turn(6.0, 5, Seat("d")))
    laid_down = after(after(laid_down, discarded), Turn(8.0, 6, A))

    words = load_texts("screen", language)
    return {
        "opening": empty,
        "first": after(seen, Turn(0.0, 1, B)),
        "turn": turn,
        "who-moved": after(turn, who_moved, phrases.question(who_moved), names),
        "board": tap(turn, "page"),
        "hand": after(declared, State(2.0, "hand")),
        "right": right,
        "right-board": tap(right, "page"),
        "worked-out": worked_out,
        "seen-card": after(turn, CardSeen(1.0, 7, {Card("10"): 0.998}, Card("10"))),
        "unsure-card": altered(
            after(turn, CardSeen(1.0, 7, {Card("7"): 0.61, A_CARD: 0.3}, None)), teaches=True
        ),
        "seen-card-explained": altered(
            after(turn, CardSeen(1.0, 7, {Card("10"): 0.998}, Card("10"))),
            teaches=True,
            explained=what_it_does(load_ruleset("quebec"), Card("7"), language),
        ),
        "seen-card-keypad": tap(after(turn, CardSeen(1.0, 7, {Card("10"): 0.998}, Card("10"))), "keypad"),
        "seen-hand": seen_hand,
        "unread-card": after(turn, CardSeen(1.0, 7, {}, None)),
        "laid-down": laid_down,
        "laid-down-seen": altered(laid_down, declared=None, declare="camera"),
        "right-seen": altered(right, declared=None, declare="camera"),
        "worked-out-teaches": altered(worked_out, teaches=True),
        "passed-over": passed_over,
        "passed-over-keypad": tap(passed_over, "keypad"),
        "doubt": tap(passed_over, "doubt"),
        "other-card": tap(passed_over, "doubt", "correct"),
        "undone": after(undone, Repair(6.0, {Hole("b3"): "b", Hole("b13"): "", Hole("a0"): "a"})),
        "undone-card": undone,
        "wrong": flagged,
        "wrong-why": tap(flagged, "why"),
        "wrong-board": tap(flagged, "page"),
        "wrong-hands": with_manual_input(flagged, standing("a0:a a9:a b11:b c0:c", seats)),
        "correct": tap(flagged, "correct"),
        "question": after(declared, asked, phrases.question(asked), labels),
        "offer": after(turn, offer, phrases.sentence(offer) or ""),
        "notice": after(
            turn,
            Notice(2.0, "not-your-turn", {"seat": "b"}),
            phrases.screen_text(Notice(2.0, "not-your-turn", {"seat": "b"})),
        ),
        "weak-power": with_hint(turn, load_texts("table", language)["said"]["weak_power"]),
        "deal": after(turn, deal, phrases.sentence(deal) or ""),
        "teaches": altered(turn, teaches=True),
        "teaches-declared": altered(declared, teaches=True),
        "teaches-right": altered(right, teaches=True),
        "teaches-wrong": altered(flagged, teaches=True),
        "teaches-right-hands": altered(
            with_manual_input(right, standing(OUT, seats), "frozen"), declared=None, teaches=True
        ),
        "teaches-right-seen": altered(right, declared=None, teaches=True),
        "explained": altered(
            declared,
            teaches=True,
            hints="first",
            explained=what_it_does(load_ruleset("quebec"), Card("7"), language),
        ),
        "explained-hands": altered(
            moving, teaches=True, explained=what_it_does(load_ruleset("fadoq"), Card("K"), language)
        ),
        "wrong-silent": altered(flagged, teaches=True, hints="silent"),
        "teaches-hands": altered(moving, teaches=True),
        "repair": after(
            turn, Repair(2.0, {Hole("a3"): "b", Hole("b4"): "", Hole("c0"): "", Hole("d1"): "c"})
        ),
        "discard": tap(turn, "discard"),
        "throw": tap(turn, "throw", "card:9", "card:K"),
        "blind": after(turn, State(2.0, "blind")),
        "by-hand": hands,
        "by-hand-move": moving,
        "by-hand-done": tap(moving, "hole:b3", "hole:b13"),
        "paused": after(turn, Paused(3.0)),
        "leaving": tap(turn, "leaving"),
        "ended": after(turn, Ended(9.0, (A, Seat("c")))),
        "ended-many": after(turn, Ended(9.0, tuple(map(Seat, "abcd")))),
        "hint": with_hint(turn, words["lost"]["moved_below"]),
        "names": tap(turn, "names", "page"),
        "night": altered(tap(turn, "night"), pawns=standing(OUT, seats)),
        "night-wrong": tap(flagged, "night"),
        "night-board": tap(right, "night", "page"),
    }
