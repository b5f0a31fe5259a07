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
    import painted_things

    still = load_still("005")
    pawns = PawnSet("marble", 15.1, 14.1, white_face=False)
    return painted_things.Scene(still.image, still.board, still.pose, pawns, still.holes)


@pytest.mark.parametrize("kind", ["arm", "card", "card on pawns", "phone", "cup"])
def test_what_is_painted_hides_holes_and_leaves_the_rest_as_it_was(seen, kind):
    import measure
    import painted_things

    cover = painted_things.Painter(seen, np.random.default_rng(5)).covers()[kind]()
    groups = measure.by_shares(painted_things.Geometry(seen).by(cover.mask > 0.5))
    hidden = {hole for hole, group in groups.items() if group == ", hidden"}
    assert hidden
    assert len(groups) - len(hidden) > len(seen.board.holes) / 2
    changed = np.abs(cover.image.astype(int) - seen.image).max(axis=2)
    assert changed[cover.mask > 0.5].mean() > 20
    assert changed[cover.mask <= 0.5].mean() < 5
    if kind in ("card", "phone"):
        assert not hidden & seen.holes.keys(), "a thing lies flat only where no pawn stands"
    if kind == "card on pawns":
        assert hidden & seen.holes.keys()


def test_every_answer_is_counted_once():
    import measure

    shares = [("a1", 0.9, 1.0), ("a2", 0.6, 1.0), ("a3", 0.9, 1.0), ("a4", 0.0, 0.0), ("a5", 0.0, 0.4)]
    groups, truth = measure.by_shares(shares), {"a1": "a", "a3": "c", "a4": "a"}
    reading = Reading("clear", {"a1": "a", "a3": "b"}, frozenset({"a2"}))
    answers = [
        *measure.of_holes("cup", reading, truth, groups, "one"),
        *measure.of_holes("cup", Reading("hand"), {}, {"a1": ", hidden"}, "two"),
    ]
    assert [*measure.table(answers)][2:] == [
        "| cup, hidden | 4 | 25.00 % | 25.00 % | 25.00 % | 0.00 % | 1 |",
        "| cup, visible | 1 | 0.00 % | 0.00 % | 0.00 % | 0.00 % | 1 |",
        "one a3: c read b",
        "one a4: a read -",
    ]
