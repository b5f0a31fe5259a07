"""The sentences of the rule pages in one language, from `texts/rulebook.*.toml`, and lists of words."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from toc_pi.languages import LANGUAGES, Language
from toc_pi.languages import capital as capitalized
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset_content import Use


@dataclass(frozen=True, slots=True)
class Book:
    """The sentences of one language."""

    texts: Mapping[str, Mapping[str, str]]

    def text(self, part: str, key: str, **values: object) -> str:
        return self.texts[part][key].format(**values)

    def say(self, key: str, **values: object) -> str:
        return self.text("say", key, **values)

    def name(self, card: Card, capital: bool = False) -> str:
        name = self.text("cards", card)
        return capitalized(name) if capital else name

    def names(self, cards: Iterable[Card], word: str = "or", capital: bool = False) -> str:
        listed = self.listed([self.name(card) for card in cards], word)
        return capitalized(listed) if capital else listed

    def listed(self, words: list[str], word: str = "or") -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.text('words', word)} {words[-1]}"

    def card_does(self, uses: Iterable[Use]) -> str:
        return self.listed([self._use(use) for use in uses])

    def _use(self, use: Use) -> str:
        return self.text("use", use.kind, n=use.number) + self.text("use", "mows") * use.mows


@lru_cache(maxsize=len(LANGUAGES))
def read_book(language: Language) -> Book:
    name = f"rulebook.{language}.toml"
    return Book(tomllib.loads(files("toc_pi.texts").joinpath(name).read_text(encoding="utf-8")))
