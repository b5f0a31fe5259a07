"""An empty chair: its cards are entered, it declares and explains its move, people move its pawns."""

from collections import Counter
from random import Random

import pytest
from test_coach import AtOnce, shown
from walking import COLOURS, SEATS, TABLE, Walk

from calibration.holes import Seat
from toc_pi.app.teaching.chairs import CardEntry, Giving, open_tapping
from toc_pi.belief.game import Play
from toc_pi.languages import Faces
from toc_pi.phrases import Phrases
from toc_pi.referee.referee import Referee
from toc_pi.rules.game import pack_of, player_of
from toc_pi.rules.position import Card, Position, standing
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.teaching.chair import Chair, sync_chair
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import PlayPhrases

A, B, C, D = SEATS
PASSES = 400


class Evening:
    """Simulated people with real cards: they deal, tap, and move what is declared.

    Args:
        rules: a rule set's name.
        camera: whether there is one.
        chairs: seats that the program plays.
        seed: of the cards, and of people's plays.
    """

    def __init__(self, rules: str, *, camera: bool, chairs: tuple[Seat, ...] = (C,), seed: int = 1) -> None:
        self.random = Random(seed)
        self.rules = load_ruleset(rules)
        self.walk = Walk(
            self.rules,
            Position(frozenset()),
            camera=camera,
            thinker=AtOnce(),
            chairs=dict.fromkeys(chairs, 2),
        )
        self.chairs = chairs
        self.hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        self.stock: list[Card] = []
        self.deal: object = None
        self.said: list[str] = []
        self.played = Counter[Seat]()
        self.gift: list[Card] = []

    def play(self, turns: int) -> None:
        """Play a number of turns."""
        last = self.walk.referee.state.n + turns
        for _ in range(PASSES):
            state = self.walk.referee.state
            if state.n >= last or state.phase.name == "over":
                return
            self.serve()
            if self.walk.glass.guided is not None:
                self.answer()
            elif state.queue and state.queue[0].card is not None:
                self.move(state.queue[0].card)
            elif self.seat in self.chairs:
                self.walk.wait(1.0)
            else:
                self.person()
        pytest.fail(f"nobody plays on: {self.walk.glass.guided}, {self.walk.referee.state}")

    @property
    def seat(self) -> Seat:
        return TABLE.players[self.walk.referee.state.course.turn][0]

    def serve(self) -> None:
        """Deal, and draw, according to the referee's count of hands; the program's cards are face down."""
        course = self.walk.referee.state.course
        deal = (course.dealer, course.deals)
        if deal != self.deal:
            if course.deals == 1:
                self.stock = list(pack_of(self.rules))
                self.random.shuffle(self.stock)
            self.deal = deal
            self.hands = {seat: [] for seat in SEATS}
            for seat in SEATS:
                self.draw(seat, len(course.hands[player_of(TABLE, seat)]))
            if self.rules.exchange in ("one", "two-one"):
                self.exchange(B, D, 2 if self.rules.exchange == "two-one" and course.deals == 1 else 1)
        for seat in SEATS:
            self.draw(seat, len(course.hands[player_of(TABLE, seat)]) - len(self.hands[seat]))

    def draw(self, seat: Seat, count: int) -> None:
        for _ in range(count):
            if not self.stock:
                shown = Counter(card for hand in self.hands.values() for card in hand)
                self.stock = list((Counter(pack_of(self.rules)) - shown).elements())
                self.random.shuffle(self.stock)
            self.hands[seat].append(self.stock.pop())

    def exchange(self, one: Seat, other: Seat, count: int) -> None:
        """Two people exchange."""
        if one in self.chairs or other in self.chairs:
            return
        for _ in range(count):
            gift, back = self.hands[one].pop(0), self.hands[other].pop(0)
            self.hands[one].append(back)
            self.hands[other].append(gift)

    def answer(self) -> None:
        """Do what a page asks for."""
        walk, page = self.walk, shown(self.walk)
        keys = [key.key for key in page.feet]
        self.said.append(page.title)
        seat = page.seat
        assert seat is not None
        if page.keys:
            assert seat in self.chairs
            chair = walk.chairs._chairs[seat]
            rest = Counter(self.hands[seat]) - Counter(chair.hand)
            if "from" in page.text:  # what its mate gave: from the mate's hand
                mate = A if seat == C else C
                count = len(self.gift)
                got, self.hands[mate] = self.hands[mate][:count], self.hands[mate][count:] + self.gift
                self.hands[seat] += got
                rest = Counter(got)
            for card in rest.elements():
                walk.tap(f"guide:card:{card}")
            walk.tap("guide:hide")
            assert not any(shown(walk).hand), "covered"
            walk.tap("guide:done")
        elif "exchange" in keys:
            walk.tap("guide:no")
        elif "show" in keys:
            assert page.hand == ("",) * len(page.hand), "nobody sees it unasked"
            walk.tap("guide:show")
            self.gift = [Card(face.replace("★", "*")) for face in shown(walk).hand]
            for card in self.gift:
                self.hands[seat].remove(card)
            walk.tap("guide:done")
        else:
            assert "because" in page.text, page
            self.played[seat] += 1
            if page.card and not page.ways:
                self.hands[seat].remove(Card(page.card))
            elif not page.ways:
                self.hands[seat].clear()
            walk.tap("guide:close")

    def move(self, card: Card) -> None:
        """Move pawns as the declared card allows; the program's as it decided."""
        seat, before = self.seat, self.walk.referee.state.record[0]
        results = sorted(self.walk.referee.rules.results(before, self._play(seat, card)), key=str)
        assert results, "what is declared can be played"
        assert card in self.hands[seat]
        result = self.random.choice(results)
        self.hands[seat].remove(card)
        self.lay(result)

    def lay(self, result: Position) -> None:
        walk = self.walk
        if walk.camera:
            walk.lay(standing(result, SEATS))
        else:
            put(walk, result)
        walk.wait(4.0)

    def _play(self, seat: Seat, card: Card) -> Play:
        course = self.walk.referee.state.course
        return Play(seat, card, course.pawn if course.again == "same" else None)

    def person(self) -> None:
        """A person plays the first playable card of the hand, or discards."""
        seat, state = self.seat, self.walk.referee.state
        for card in self.hands[seat]:
            results = self.walk.referee.rules.results(state.record[0], self._play(seat, card))
            if results and not state.course.struck:
                self.walk.tap(f"card:{card}")
                return
        card = self.hands[seat][0]
        throws = self.rules.cannot_play == "throw" and not state.course.again and not state.course.struck
        if throws:
            self.walk.tap("throw")
            for card in self.hands[seat]:
                self.walk.tap(f"card:{card}")
            self.walk.tap("throw-done")
            self.hands[seat].clear()
        else:
            if not self.walk.stage.scene.dialog.discarding:
                self.walk.tap("discard")
            self.walk.tap(f"card:{card}")
            self.hands[seat].remove(card)
        self.walk.wait(1.0)


def put(walk: Walk, result: Position) -> None:
    """Move pawns on the screen, one by one, to a position."""
    for _ in range(16):
        now, wanted = dict(walk.stage.scene.board.pawns), standing(result, SEATS)
        out = {hole: seat for hole, seat in now.items() if "C" not in hole}
        aim = {hole: seat for hole, seat in wanted.items() if "C" not in hole}
        if out == aim:
            break
        hole, seat = next((hole, seat) for hole, seat in aim.items() if out.get(hole) != seat)
        stray = [other for other, owner in out.items() if owner == seat and aim.get(other) != seat]
        camp = [other for other, owner in now.items() if owner == seat and "C" in other]
        for place in ([*stray, *camp][0], hole):
            walk.tap(f"hole:{place}")
    walk.tap("done")


@pytest.mark.parametrize("rules", ["quebec", "fadoq", "tock", "saut"])
def test_whole_rounds_are_played_before_a_camera(rules: str) -> None:
    evening = Evening(rules, camera=True, seed=3)
    evening.play(24)
    assert evening.played[C] >= 4
    assert sum("because" in text for text in evening.walk.spoken) >= evening.played[C]


def test_whole_rounds_are_played_on_the_screen() -> None:
    evening = Evening("toc", camera=False, seed=5)
    evening.play(16)
    assert evening.played[C] >= 3


def test_two_chairs_play_against_two_people() -> None:
    evening = Evening("tac-tik", camera=True, chairs=(B, D), seed=2)
    evening.play(16)
    assert min(evening.played[B], evening.played[D]) >= 2


def test_withdrawn_cards_are_entered_again_and_the_chair_goes_on_when_asked() -> None:
    evening = Evening("toc", camera=True, chairs=(A,), seed=4)
    walk = evening.walk
    walk.wait(1.0)
    evening.serve()
    evening.hands[A] = [Card("A"), Card("K"), Card("A"), Card("2"), Card("3")]
    evening.answer()
    walk.wait(1.0)
    assert walk.stage.scene.game.declared is not None
    walk.tap("guide:close")
    walk.tap("undo")
    walk.wait(2.0)
    assert walk.glass.guided is None, "it doesn't declare the same again by itself"
    assert "question mark" in walk.stage.scene.game.hint, "it says how it goes on"
    walk.tap("may")
    walk.wait(1.0)
    assert not walk.stage.scene.game.hint
    assert shown(walk).keys, "its cards are asked for anew"


def test_a_turn_that_is_taken_back_gives_its_card_back() -> None:
    evening = Evening("toc", camera=True, chairs=(A,), seed=4)
    walk = evening.walk
    walk.wait(1.0)
    evening.serve()
    evening.hands[A] = [Card("A"), Card("K"), Card("A"), Card("2"), Card("3")]
    evening.answer()
    walk.wait(1.0)
    card = walk.stage.scene.game.declared
    assert card is not None
    evening.answer()
    evening.move(Card(str(card.card)))
    assert len(walk.chairs._chairs[A].hand) == 4
    walk.wait(1.0)
    walk.tap("guide:later")
    walk.tap("undo")
    walk.lay(walk.standing())
    walk.wait(4.0)
    assert sorted(walk.chairs._chairs[A].hand) == sorted(("A", "K", "A", "2", "3"))
    assert walk.glass.guided is None
    assert "question mark" in walk.stage.scene.game.hint
    walk.tap("may")
    walk.wait(2.0)
    assert not walk.stage.scene.game.hint
    assert walk.stage.scene.game.declared is not None


def test_a_new_game_asks_for_other_cards() -> None:
    evening = Evening("toc", camera=True, chairs=(C,))
    walk = evening.walk
    walk.wait(1.0)
    evening.serve()
    evening.answer()
    walk.wait(1.0)
    assert walk.glass.guided is None
    walk.referee = Referee(walk.game)
    walk.evening.begin(walk.referee.turn())
    walk.wait(1.0)
    assert shown(walk).keys


def test_cards_are_put_off_until_later() -> None:
    evening = Evening("toc", camera=True, chairs=(C,))
    walk = evening.walk
    walk.wait(1.0)
    assert shown(walk).keys
    walk.tap("guide:card:K")
    walk.tap("guide:later")
    walk.wait(1.0)
    assert walk.glass.guided is None, "others play meanwhile"
    chair = walk.chairs._chairs[C]
    assert chair.typed == (Card("K"),)
    moment = Moment(load_ruleset("toc"), Table(), 2, Position(frozenset()), A, counts={C: 5}, deal=chair.deal)
    again = open_tapping(sync_chair(chair, moment), moment)
    assert (again.typed, again.covered, again.want) == ((Card("K"),), True, 5), "kept, face down"


def test_no_card_is_tapped_more_often_than_the_pack_has_it() -> None:
    evening = Evening("quebec", camera=True, chairs=(C,))
    walk = evening.walk
    walk.wait(1.0)
    for _ in range(5):
        walk.tap("guide:card:K")
    assert (shown(walk).hand, shown(walk).more) == (("K",) * 4, "1 more")
    assert [key.key for key in shown(walk).keys if key.plain] == ["card:K"]


@pytest.mark.parametrize("faces", ["JQK", "VDR"])
def test_cards_have_the_letters_of_the_pack(faces: Faces) -> None:
    phrases = PlayPhrases(Phrases("fr", COLOURS, faces=faces))
    chair, turn = Chair(C, 2), Moment(load_ruleset("toc"), Table(), 1, Position(frozenset()), C)
    cards, letters = tuple(map(Card, ("J", "Q", "K", "10"))), (*faces, "10")
    entry = CardEntry(chair, turn, 4, cards).guide(phrases)
    keys = {key.key: key.label for key in entry.keys}
    assert (entry.hand, [keys[f"card:{card}"] for card in cards]) == (letters, [*letters])
    assert Giving(chair, turn, cards, A, shown=True).guide(phrases).hand == letters
    assert Giving(chair, turn, cards, A).guide(phrases).hand == ("",) * 4
