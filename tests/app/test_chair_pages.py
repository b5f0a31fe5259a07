"""The pages of an empty chair show cards with the letters of the family's own pack."""

import pytest

from calibration.holes import Seat
from toc_pi.app.teaching.chairs import CardEntry, Giving
from toc_pi.languages import Faces
from toc_pi.phrases import Phrases
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.teaching.chair import Chair
from toc_pi.teaching.options import Moment
from toc_pi.teaching.play_phrases import COLOURS, PlayPhrases

CHAIR = Chair(Seat("c"), 2)
TURN = Moment(load_ruleset("toc"), Table(), 1, Position(frozenset()), Seat("c"))
CARDS = tuple(map(Card, ("J", "Q", "K", "10")))


@pytest.mark.parametrize("faces", ["JQK", "VDR"])
def test_entered_cards_and_their_keys_have_the_letters_of_the_pack(faces: Faces) -> None:
    phrases = PlayPhrases(Phrases("fr", COLOURS, faces=faces))
    page = CardEntry(CHAIR, TURN, 4, CARDS).guide(phrases)
    assert [*page.hand] == [*faces, "10"]
    keys = {key.key: key.label for key in page.cards}
    assert [keys[f"card:{card}"] for card in CARDS] == [*faces, "10"]


@pytest.mark.parametrize("faces", ["JQK", "VDR"])
def test_a_card_to_be_given_away_has_the_letters_of_the_pack(faces: Faces) -> None:
    phrases = PlayPhrases(Phrases("fr", COLOURS, faces=faces))
    for card, face in zip(CARDS, [*faces, "10"], strict=True):
        shown = Giving(CHAIR, TURN, (card,), Seat("a"), shown=True).guide(phrases)
        assert shown.hand == (face,)
        hidden = Giving(CHAIR, TURN, (card,), Seat("a")).guide(phrases)
        assert hidden.hand == ("",)
