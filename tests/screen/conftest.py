"""Letters for the screen's tests that complain when a text doesn't find room."""

from collections.abc import Iterable
from typing import Any

import pytest
from letters import letters

from toc_pi.screen.canvas import Fonts, broken


@pytest.fixture
def fonts(monkeypatch: pytest.MonkeyPatch) -> Fonts:
    """Letters that complain when a text doesn't find room; lists of names and paths may be shortened."""
    paragraph, fitting, size_for = Fonts.paragraph, Fonts.fitting, Fonts.size_for

    def whole(self: Fonts, text: str, size: int, width: float, height: float) -> Any:
        font, lines = paragraph(self, text, size, width, height)
        assert list(lines) == list(broken(font, text, width)), f"cut: {text}"
        assert all(font.size(line)[0] <= width for line in lines), f"too wide: {text}"
        return font, lines

    def fits(self: Fonts, text: str, size: int, width: float, *, bold: bool = False) -> Any:
        font = fitting(self, text, size, width, bold=bold)
        shortened = "Marie-Thérèse, " in text or text.startswith("/")
        assert font.size(text)[0] <= width or shortened, f"too wide: {text}"
        return font

    def sized(self: Fonts, texts: Iterable[str], size: int, width: float, *, bold: bool = False) -> int:
        lines = list(texts)
        found = size_for(self, lines, size, width, bold=bold)
        font = self.bold(found) if bold else self.plain(found)
        assert all(font.size(text)[0] <= width for text in lines), f"too wide: {lines}"
        return found

    monkeypatch.setattr(Fonts, "size_for", sized)
    monkeypatch.setattr(Fonts, "paragraph", whole)
    monkeypatch.setattr(Fonts, "fitting", fits)
    return letters()
