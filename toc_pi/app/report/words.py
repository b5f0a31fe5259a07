"""The texts of a game's page, in one language."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from calibration.holes import Seat
from toc_pi.app.report.steps import Pawns, ReplayStep
from toc_pi.belief.game import Game
from toc_pi.languages import Faces, Language, capital
from toc_pi.phrases import Phrases
from toc_pi.rules.table import Player
from toc_pi.store.table_settings import TableSettings
from toc_pi.teaching.play_phrases import PlayPhrases
from toc_pi.words import why


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of a page.

    Attributes:
        texts: `texts/report.*.toml`.
        phrases: sentences of the table.
        play_phrases: describes plays.
    """

    texts: Mapping[str, str]
    phrases: Phrases
    play_phrases: PlayPhrases

    def say(self, key: str, **values: object) -> str:
        """A sentence; the inserted values aren't escaped."""
        return self.texts[key].format(**values)

    def player(self, player: Player) -> str:
        """A player, by name and colour of the seats."""
        return " + ".join(capital(self.phrases.person(seat)) for seat in player)

    def won(self, winners: tuple[Seat, ...]) -> str:
        """A sentence that names the winners."""
        names = [self.phrases.called(seat) for seat in winners]
        listed = self.texts["and"].join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
        return capital(self.say("won_one" if len(names) == 1 else "won_many", who=listed))

    def number(self, value: float) -> str:
        """A number with one decimal."""
        return f"{value:.1f}".replace(".", self.texts["decimal"])

    def stands(self, pawns: Pawns, seats: tuple[Seat, ...]) -> str:
        """The pawns' holes in words, for people who can't see the board."""
        lines = []
        for seat in seats:
            holes = sorted(hole for hole, owner in pawns if owner == seat)
            if holes:
                lines.append(self.say("stands", who=self.phrases.who(seat), holes=", ".join(holes)))
        return capital("; ".join(lines)) + "." if lines else self.say("empty")

    def step(self, step: ReplayStep, ended: str) -> str:
        """A step as a sentence.

        Args:
            step: the step.
                ended: the sentence for the end.
        """
        if step.kind == "end":
            return ended
        if step.kind in ("start", "put"):
            return self.say(step.kind)
        assert step.seat is not None
        named = {"who": self.phrases.called(step.seat), "card": self.cards(step)}
        if step.kind == "flagged":
            assert step.flagged is not None
            return capital(self.say("flagged", why=self.phrases.reason(step.flagged.verdict), **named))
        sentence = capital(self.say(_key(step), moves=self.play_phrases.moves(step.moves), **named))
        return self.say("stood", sentence=sentence) if step.kind == "stood" else sentence

    def cards(self, step: ReplayStep) -> str:
        """The cards of a step."""
        return " ".join(map(self.phrases.card, step.cards))


def words_of(game: Game, table: TableSettings, language: Language, faces: Faces) -> Words:
    """The texts about a game in a language.

    Args:
        game: the game.
        table: its table: colours and names.
        language: of the texts.
        faces: the letters of the pack's jack, queen and king.
    """
    colours, names = table.colours, table.names
    text = (files("toc_pi.texts") / f"report.{language}.toml").read_text("utf-8")
    phrases = Phrases(language, colours, why(game, colours, names=names), names=names, faces=faces)
    return Words(tomllib.loads(text), phrases, PlayPhrases(language, colours, faces))


def _key(step: ReplayStep) -> str:
    if step.do == "pass":
        return "pass_card" if step.cards else "pass_on"
    if step.do != "card":
        return step.do
    if step.before == step.after:
        return "unmoved"
    return "moved" if step.moves else "other"
