"""The measurement of uncertainty: a hole counts as hidden only if it and the pawn in it are covered."""

from pathlib import Path

import numpy as np
import pytest
from stills import load_still

from calibration.appearance.pawn_set import PawnSet
from toc_pi.vision.reading import Reading

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def research(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "research"))


@pytest.fixture
def seen():
    import hidden_holes

    still = load_still("005")
    pawns = PawnSet("marble", 15.1, 14.1, white_face=False)
    return hidden_holes.Scene(still.image, still.board, still.pose, pawns, still.holes)


@pytest.mark.parametrize("kind", ["arm", "card", "card_on_pawns", "phone", "cup"])
def test_what_is_painted_hides_holes_and_leaves_the_rest_as_it_was(seen, kind):
    import hidden_holes

    cover = getattr(hidden_holes.Painter(seen, np.random.default_rng(5)), kind)()
    shares = list(hidden_holes.Geometry(seen).by(cover.mask > 0.5))
    hidden = {hole for hole, least, _ in shares if least > hidden_holes.HIDDEN}
    free = {hole for hole, _, most in shares if most < hidden_holes.SEEN}
    assert hidden
    assert len(free) > len(seen.board.holes) / 2
    changed = np.abs(cover.image.astype(int) - seen.image).max(axis=2)
    assert changed[cover.mask > 0.5].mean() > 20
    assert changed[cover.mask <= 0.5].mean() < 5
    if kind in ("card", "phone"):
        assert not hidden & seen.holes.keys(), "a thing lies flat only where no pawn stands"
    if kind == "card_on_pawns":
        assert hidden & seen.holes.keys()


def test_every_answer_is_counted_once():
    import hidden_holes

    count = hidden_holes.Count()
    reading = Reading("clear", {"a1": "a", "a3": "b"}, frozenset({"a2"}))
    shares = [("a1", 0.9, 1.0), ("a2", 0.6, 1.0), ("a3", 0.9, 1.0), ("a4", 0.0, 0.0), ("a5", 0.0, 0.4)]
    count.add("one", reading, {"a1": "a", "a3": "c", "a4": "a"}, iter(shares))
    assert (count.hidden, count.seen) == ({"right": 1, "flagged": 1, "wrong": 1}, {"wrong": 1})
    assert [line.split(":")[0] for line in count.wrong] == ["one a3", "one a4 (seen)"]
    count.add("two", Reading("hand"), {}, iter(shares[:1]))
    assert (count.not_clear, count.hidden["flagged"]) == (1, 2)
