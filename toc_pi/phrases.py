"""Sentences for the referee's effects, in English and French, from `texts/table.toml`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from calibration.holes import Hole, Seat
from toc_pi import effects
from toc_pi.errors import BadInput
from toc_pi.events import Card
from toc_pi.languages import HOLE_NAME, LANGUAGES, capital, colour_name, face_of, filled, listed, load_texts

VerdictReasons = Callable[[effects.Verdict], Mapping[str, str]]


NAMED = 0.05
"""Least probability of a rank that is named for a card that isn't surely seen."""


def no_reasons(_verdict: effects.Verdict) -> Mapping[str, str]:
    """The default `why`: no reasons."""
    return {}


class Phrases:
    """Makes sentences in one language, with one game's colours.

    Args:
        language: "en" or "fr".
        colours: seat -> colour word; a seat without one is named by its letter.
        why: the reason of an illegal verdict, as a sentence by language.
        clauses: the source of the broken rule, by language.
        names: of the people at the seats; a seat without one is called by its colour.
        faces: the letters of jack, queen and king on the cards.

    Attributes:
        language: of the sentences.

    Raises:
        BadInput: an unknown language.
    """

    def __init__(
        self,
        language: str,
        colours: Mapping[Seat, str],
        why: VerdictReasons = no_reasons,
        clauses: VerdictReasons = no_reasons,
        *,
        names: Mapping[Seat, str] = {},
        faces: str = "JQK",
    ) -> None:
        if language not in LANGUAGES:
            allowed = " ".join(LANGUAGES)
            raise BadInput('language = "{language}"; allowed: {names}', language=language, names=allowed)
        self._texts = load_texts("table", language)
        self._colours = colours
        self.language = language
        self._why = why
        self._clauses = clauses
        self._names = names
        self.faces = faces

    def who(self, seat: str) -> str:
        """A seat by its colour, or by its letter if it has none: "seat a"."""
        colour = self._colours.get(Seat(seat), seat)
        if len(colour) == 1:  # pawns of other games are named by their colours
            return self._texts["said"]["seat"].format(seat=seat)
        return colour_name(colour, self.language)

    def person(self, seat: str) -> str:
        """The person at a seat, with the colour: "Louise (red)"; without a name the colour."""
        name = self._names.get(Seat(seat))
        return f"{name} ({self.who(seat)})" if name else self.who(seat)

    def called(self, seat: str) -> str:
        """The person at a seat, as spoken: the name, else the colour."""
        return self._names.get(Seat(seat)) or self.who(seat)

    def card(self, card: str) -> str:
        """A card as spoken: its letter or number, or a word for the joker."""
        return load_texts("names", self.language)["called"][card] if card == "*" else self.face(card)

    def face(self, card: str) -> str:
        """A card as printed."""
        return face_of(card, self.faces)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the table [said]."""
        return capital(self._filled(self._texts["said"][key], values))

    def _filled(self, sentence: str, values: Mapping[str, object]) -> str:
        return filled(sentence, values, self.language)

    def sentence(self, effect: effects.Effect) -> str | None:  # noqa: C901  # a case for each effect
        """An effect as a sentence; None if it has none."""
        match effect:
            case effects.Echo(_, seat, do, card):
                return self.say(f"declared_{do}", who=self.person(seat), card=self.card(card or ""))
            case effects.Verdict():
                return self._verdict(effect)
            case effects.Turn(_, _, seat, hint):
                return self.say(f"turn_{hint}" if hint else "turn", who=capital(self.person(seat)))
            case effects.Notice():
                return self._notice(effect)
            case effects.Ended(_, winners):
                return self.say("ended", who=listed([*map(self.called, winners)], self.language))
            case effects.Offer(_, seat, cards):
                return self.say("offer", who=self.person(seat), cards=" / ".join(map(self.card, cards)))
            case effects.Repair(_, holes):
                return self.say("repair", holes=self.holes(holes)) if holes else self.say("repaired")
            case effects.TakenBack(_, n, seat):
                return self.say("turn_back", n=n, who=self.person(seat))
            case effects.Settled(_, n, _, how):
                return self.say("accepted", n=n) if how == "accepted" else None
            case effects.CardSeen(ranks=ranks, card=card):
                return self._seen(ranks, card)
            case effects.CardsGone(_, n):
                return self.say("card_taken" if n else "pile_gathered")
            case effects.CardSettled(_, n, _, card):
                return self.say("card_settled", n=n, card=self.card(card))
            case effects.Cleared():
                return self.say("cleared") if effect.righted else None
            case effects.State(_, state):
                return self._texts["state"][state]
            case effects.Question():
                return self.question(effect)
        return None

    def _seen(self, ranks: Mapping[Card, float], card: Card | None) -> str:
        if card is not None:
            return self.say("card_seen", card=self.card(card))
        likely = sorted((one for one in ranks if ranks[one] >= NAMED), key=lambda one: -ranks[one])
        cards = listed([*map(self.card, likely)], self.language, "or")
        return self.say("card_unsure", cards=cards) if likely else self.say("card_hidden")

    def reason(self, verdict: effects.Verdict) -> str:
        """Why a verdict was illegal, as a sentence; "" if unknown."""
        return self._why(verdict).get(self.language, "")

    def bare_reason(self, verdict: effects.Verdict) -> str:
        """The reason without names of holes, for where nobody sees which hole is meant."""
        why = self.reason(verdict)
        rule, colon, _ = why.partition(":")
        if not HOLE_NAME.search(why):
            return why
        if colon and not HOLE_NAME.search(rule):
            return f"{rule.rstrip()}."
        return self.reason(replace(verdict, particulars={}))

    def clause(self, verdict: effects.Verdict) -> str:
        """The source of the rule that an illegal move broke; "" if unknown."""
        return "" if verdict.legal else self._clauses(verdict).get(self.language, "")

    def screen_text(self, effect: effects.Effect) -> str:
        """The text for a screen: the reason, the question or the notice."""
        if isinstance(effect, effects.Verdict):
            if effect.nearest is not None:
                return self.say("no_card_allows", why=self.reason(effect))
            return "" if effect.legal else self.reason(effect)
        return self.sentence(effect) or ""

    def question(self, question: effects.Question) -> str:
        """A question as a sentence."""
        named = self._named(question.values)
        if ranks := question.values.get("cards"):
            a_card = load_texts("names", self.language)["a_card"]
            ranks = listed([a_card[rank] for rank in ranks.split()], self.language, "or")
        return self._filled(self._texts["question"][question.code], {**named, "cards": ranks or ""})

    def choice(self, question: effects.Question, choice: str) -> str:
        """The label of a question's choice."""
        words = self._texts["choice"]
        kind, _, which = choice.partition("-")
        if kind == "seat":
            return self.person(which)
        if kind == "card":
            return self.card(which)
        if kind == "two":
            first, second = map(self.person, which.split("-"))
            return words["two"].format(first=first, second=second)
        if moves := question.values.get(choice):
            return ", ".join(self._move(move) for move in moves.split())
        return words["as-before" if choice.startswith("as-before") else choice]

    def _move(self, move: str) -> str:
        """`a:a3>a10` in words."""
        words, (seat, _, way) = self._texts["choice"], move.partition(":")
        start, end = (words["camp"] if hole == "camp" else hole for hole in way.split(">"))
        return words["moved"].format(who=self.who(seat), start=start, end=end)

    def alike(self, one: str, other: str) -> str:
        """The message that two pawns' colours are too similar."""
        return self.say("alike", one=self.who(one), other=self.who(other))

    def camouflaged(self, pawns: Iterable[str]) -> str:
        """The message that some pawns have the colour of the paint around their own holes."""
        return self.say("camouflaged", who=self._all(pawns))

    def _all(self, seats: Iterable[str]) -> str:
        return listed([*map(self.who, seats)], self.language)

    def holes(self, holes: Mapping[Hole, Seat] | Mapping[Hole, str]) -> str:
        """Pawns on holes, as a list: "green on a3, nothing on b7"."""
        return ", ".join(
            f"{self.who(seat)} → {hole}" if seat else self._texts["said"]["nothing"].format(hole=hole)
            for hole, seat in sorted(holes.items())
        )

    def _named(self, values: Mapping[str, str]) -> Mapping[str, str]:
        who = values.get("who", values.get("seat", ""))
        named = {"who": self.person(who), "whose": self.who(who), "called": self.called(who)}
        return {**values, **named, "card": self.card(values.get("card", ""))}

    def _verdict(self, verdict: effects.Verdict) -> str:
        values = {"n": verdict.n, "who": capital(self.person(verdict.seat)), "card": self._cards(verdict)}
        if not verdict.legal:
            back, key = self.changed(verdict), "illegal_any" if verdict.nearest else "illegal"
            say = self.say(key, why=self.reason(verdict), **values)
            return f"{say} {self.say('back_to', holes=back)}" if back else say
        key = "legal" if verdict.do == "card" else f"legal_{verdict.do}"
        if verdict.do == "discard" and verdict.card is None:
            key = "discards_unseen"
        if verdict.do == "card" and verdict.captured:
            key, values["captured"] = "legal_captured", self._all(verdict.captured)
        passed = [self.say("passed", who=self.person(seat)) for seat in verdict.passed]
        return " ".join([self.say(key, **values), *passed])

    def _cards(self, verdict: effects.Verdict) -> str:
        """The cards of a verdict: the card played, the possible ones, or a thrown hand."""
        if verdict.card or verdict.nearest:
            return self.card(verdict.card or verdict.nearest or "")
        words = list(map(self.card, verdict.cards))
        return " ".join(words) if verdict.do != "card" else listed(words, self.language, "or")

    def changed(self, verdict: effects.Verdict) -> str:
        """What has to be put back after an illegal move, hole by hole."""
        now, back = verdict.holes, verdict.back_to
        differing = {hole for hole in {*now, *back} if now.get(hole) != back.get(hole)}
        return self.holes({hole: back.get(hole, "") for hole in differing}) if back or now else ""

    def _deal(self, values: Mapping[str, str]) -> str:
        """Who deals how many cards, and who gives how many to whom."""
        words = self._texts["deal"]
        sentence = self._filled(words["one" if values["cards"] == "1" else "many"], self._named(values))
        if "exchange" not in values:
            return sentence
        to = dict(way.split(">") for way in values["gives"].split())
        rings: list[str] = []
        while to:
            ring = [first := next(iter(to))]
            while (following := to.pop(ring[-1])) != first:
                ring.append(following)
            key, names = ("pair" if len(ring) == 2 else "ring"), [self.called(seat) for seat in ring]
            rings.append(words[key].join(names if key == "pair" else [*names, names[0]]))
        gift = words[f"gift_{values['gift']}"]
        exchange = words[f"exchange_{values['exchange']}"].format(gift=gift, ways=", ".join(rings))
        return f"{sentence} {exchange}"

    def _notice(self, notice: effects.Notice) -> str:
        if notice.code == "new-deal":
            return capital(self._deal(notice.values))
        return capital(self._filled(self._texts["notice"][notice.code], self._named(notice.values)))
