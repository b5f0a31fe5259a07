"""Plays and lessons in words, in English and French, from `texts/plays.toml` and `lessons.toml`."""

import re
from collections.abc import Iterable, Mapping

from calibration.holes import Seat
from toc_pi.languages import capital, listed, load_texts, translated
from toc_pi.phrases import Phrases
from toc_pi.rules.pawn_moves import PawnMove
from toc_pi.teaching.hint import Advice
from toc_pi.teaching.lessons import Lesson
from toc_pi.teaching.options import Threat

CALLED: Mapping[str, Seat] = {"own": Seat("a"), "other": Seat("b"), "mate": Seat("c")}
"""Seat names in lesson sentences."""
COLOURS: Mapping[Seat, str] = {
    Seat("a"): "red",
    Seat("b"): "blue",
    Seat("c"): "green",
    Seat("d"): "yellow",
}
"""Default colours of a lesson."""

_BEGINNING = re.compile(r"(?:^|(?<=[.?!] ))\w")
"""The first letter of a sentence, to capitalise: colours and cards are in lower case."""


class PlayPhrases:
    """Describes plays and lessons in a game's language and colours; `plain` are the game's own phrases."""

    def __init__(self, phrases: Phrases) -> None:
        self.language = phrases.language
        self.faces = phrases.faces
        self.plain = phrases
        self.guide = load_texts("guide", self.language)
        self._plays = load_texts("plays", self.language)
        self._lessons = load_texts("lessons", self.language)
        self._rules = load_texts("rulebook", self.language)["say"]
        self._cards = load_texts("names", self.language)["cards"]

    def person(self, seat: str) -> str:
        """The person at a seat: a name, or the seat's colour."""
        called, colour = self.plain.called(seat), self.plain.who(seat)
        return capital(colour) if called == colour else called

    def moves(self, moves: Iterable[PawnMove]) -> str:
        """What a play does: "red goes from a3 to a9 and captures green on a9"."""
        words = [
            self._plays["moves"][move.kind].format(
                who=self.plain.who(move.seat),
                other=self.plain.who(move.other or ""),
                start=move.start,
                end=move.end,
                place=move.place,
            )
            for move in moves
        ]
        return listed(words, self.language)

    def advice(self, advice: Advice, threats: Iterable[Threat]) -> str:
        """A play: what it does, who can then capture the moved pawns, and its chance of winning."""
        card = "" if advice.card is None else self.plain.card(advice.card)
        parts = [self._plays["do"][advice.do].format(card=card, moves=self.moves(advice.moves))]
        parts += [self.threat(threat) for threat in threats]
        parts.append(self.win(advice.win))
        return translated("; ", self.language).join(parts)

    def win(self, chance: float) -> str:
        """A chance in games: "this keeps 62 of 100 games"."""
        return self._plays["after"]["win"].format(games=round(100 * chance))

    def threat(self, threat: Threat) -> str:
        """A threat: "on a9 yellow can reach it with 3 or K"."""
        cards = listed([self.plain.card(card) for card in threat.cards], self.language, "or")
        return self._plays["after"]["threat"].format(
            hole=threat.hole, who=self.plain.who(threat.seat), cards=cards
        )

    def lesson(self, lesson: Lesson, when: str, tapped: str = "") -> str:
        """A lesson's `title`, its sentences `before` and `after`, with a hand `do`, and `no` to a card."""
        rules, texts = lesson.rules, self._lessons[lesson.name]
        return self._filled(
            texts.get(f"{when}_{lesson.variant}", texts[when]),
            lesson,
            tapped=self._cards.get(tapped, ""),
            hand=rules.deal[0],
            later=rules.deal[-1],
            cannot=self._rules[f"cannot_{rules.cannot_play}{'_draw' * rules.draw}"],
        )

    def look(self, lesson: Lesson) -> str:
        """The sentence shown while a lesson demonstrates."""
        return self._filled(
            self._lessons[lesson.name].get("look", self._plays["lesson"]["look_below"]), lesson
        )

    def _filled(self, sentence: str, lesson: Lesson, **values: object) -> str:
        filled = sentence.format(
            card=self._cards[lesson.card],
            n=lesson.number,
            **{key: self.plain.who(seat) for key, seat in CALLED.items()},
            **values,
        )
        return _BEGINNING.sub(lambda found: found[0].upper(), filled)

    def say(self, key: str, **values: object) -> str:
        """A word or sentence of the lessons' frame."""
        sentence = self._plays["lesson"][key].format(**values)
        return str(capital(sentence))
