"""The pack of cards: its content, the cards still unseen, and partly unknown hands."""

from collections import Counter
from collections.abc import Iterable, Mapping

from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.position import RANKS, Card
from toc_pi.rules.ruleset import RuleSet

JOKER = Card("*")
TEN = Card("10")
CARDS_A_RANK = 4
JOKERS = 2

# A card that is face down in the stock, or in a hand at a real table.
UNKNOWN = Card("?")

Cards = tuple[Card, ...]

# Numbers of unknown cards that a text may give.
_COUNTS = frozenset(map(str, range(len(RANKS) * CARDS_A_RANK)))


def pack_of(rules: RuleSet) -> Cards:
    """All cards of a rule set's pack: four of each rank that has a use, two jokers (RULES 3)."""
    return tuple(
        card
        for card in RANKS
        if rules.cards.get(card)
        for _ in range(JOKERS if card == JOKER else CARDS_A_RANK)
    )


def unseen(rules: RuleSet, shown: Iterable[Card]) -> Mapping[Card, int]:
    """How many cards of each rank may still come up in this pack.

    Args:
        rules: the rule set of the pack.
        shown: cards played, discarded or thrown since the pack was shuffled; unknown ones don't count.

    Returns:
        Every rank of the pack with its count; negative if more were shown than exist (a fifth ace).

    Raises:
        BadInput: a card that this pack doesn't have.
    """
    left = Counter(pack_of(rules))
    for card in shown:
        if card == UNKNOWN:
            continue
        if card not in left:
            raise BadInput(
                said("card {card} is not in this pack; it has {names}", card=card, names=" ".join(left))
            )
        left[card] -= 1
    return dict(left)


def in_order(cards: Iterable[Card]) -> Cards:
    """Cards in order: ace to king, jokers, then unknown ones."""
    return tuple(sorted(cards, key=_place))


def without(cards: Cards, *gone: Card) -> Cards:
    """Remove cards from some; an unknown card is removed where the card isn't among the known ones.

    Raises:
        BadInput: a card that can't be among them.
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
        elif UNKNOWN in left:
            left.remove(UNKNOWN)
        else:
            raise BadInput(said("card {card} is not among {cards}", card=card, cards=write_cards(cards)))
    return tuple(left)


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards with commas, unknown ones as a number behind a question mark: `A,10,K,?2`; none: `-`."""
    known = in_order(cards)
    hidden = known.count(UNKNOWN)
    words = [str(card) for card in known if card != UNKNOWN] + ([f"?{hidden}"] if hidden else [])
    return ",".join(words) or "-"


def _place(card: Card) -> int:
    return RANKS.index(card) if card in RANKS else len(RANKS)
