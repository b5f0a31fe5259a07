"""The program that fits the network for hands in set-up pictures, on a tiny data set."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from stills import load_still

from calibration.occlusion.edge_crossings import read_network

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "calibration" / "occlusion" / "edge_crossings.json"


@pytest.fixture
def research(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "research"))


def some_cases(fit_crossing, rng):
    """Pictures of a few pieces; with a hand, one of them differs in two of five features."""
    for at in range(400):
        numbers = rng.normal(0, 1, (5, 5))
        hand = at % 2 == 0
        if hand:
            numbers[rng.integers(5), :2] += (4.0, -4.0)
        yield fit_crossing.Case(f"{at}", f"table {at % 6}", hand, False, numbers)


@pytest.mark.usefixtures("research")
def test_it_learns_what_stands_out_and_writes_what_the_program_reads(tmp_path):
    import fit_crossing

    cases = list(some_cases(fit_crossing, np.random.default_rng(3)))
    network = fit_crossing.fit(cases[::2][::2] + cases[1::2][::2], [0])
    odds = np.array([network.log_odds(case.numbers).max() for case in cases])
    hand = np.array([case.hand for case in cases])
    unseen = np.arange(len(cases)) % 4 >= 2
    assert ((odds > 0) == hand)[unseen].mean() > 0.93
    assert "hands missed of 200" in fit_crossing.table_of(cases, odds)
    out = tmp_path / "crossing.json"
    fit_crossing.write(network, out)
    again = read_network(out.read_text("utf-8"))
    for case in cases[:20]:
        assert again.log_odds(case.numbers) == pytest.approx(network.log_odds(case.numbers), abs=0.1)


@pytest.mark.usefixtures("research")
def test_the_network_that_ships_has_the_form_that_is_written(tmp_path):
    import fit_crossing

    shipped = read_network(SHIPPED.read_text("utf-8"))
    fit_crossing.write(shipped, tmp_path / "again.json")
    again = json.loads((tmp_path / "again.json").read_text("utf-8"))
    assert again == json.loads(SHIPPED.read_text("utf-8"))


@pytest.mark.usefixtures("research")
def test_arms_reach_over_the_board_and_leave_the_rest_as_it_was():
    import painted_arms

    still = load_still("005")
    painted = [
        painted_arms.paint_arm(still.image, still.board, still.pose, np.random.default_rng(seed))
        for seed in range(3)
    ]
    assert max(hidden for _, hidden in painted) > 150
    for image, _ in painted:
        changed = np.abs(image.astype(int) - still.image).max(axis=2) > 40
        assert 0.002 < changed.mean() < 0.5
        assert changed[[0, -1]].any() or changed[:, [0, -1]].any(), "it comes in from the picture's edge"


@pytest.mark.usefixtures("research")
def test_pictures_are_read_with_their_truth(tmp_path):
    import fit_crossing

    for end in (".jpg", ".json"):
        shutil.copy(ROOT / "tests" / "data" / "calibration" / f"008{end}", tmp_path)
    (shot,) = fit_crossing.shots_of(tmp_path, None)
    assert shot.hand
    assert shot.table == "008"
    case = fit_crossing.case_of(shot)
    assert fit_crossing.fit([case], [0]).log_odds(case.numbers).shape == (len(case.numbers),)
