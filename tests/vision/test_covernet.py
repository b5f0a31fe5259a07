"""The network's input: the crop around a field, and its planes."""

from collections.abc import Callable, Iterator
from importlib import resources

import cv2
import numpy as np
import pytest
from footage import clips, footage
from hypothesis import given
from hypothesis import strategies as st
from test_cover import with_arm

from toc_pi.vision.occlusion.cover import is_over_field
from toc_pi.vision.occlusion.covernet import PLANES, SIZE, crop_around, find_covers, to_planes, use_networks
from toc_pi.vision.planes import Pyramid
from toc_pi.vision.reading import make_reader


@pytest.mark.parametrize("size", [(1280, 720), (1367, 769), (640, 480), (2304, 1296)])
@pytest.mark.parametrize(
    ("low", "high"), [((0.3, 0.2), (0.8, 0.9)), ((0.05, 0.4), (0.9, 0.6)), ((0.45, 0.1), (0.55, 0.95))]
)
def test_a_crop_shows_each_place_where_it_lies(
    size: tuple[int, int], low: tuple[float, float], high: tuple[float, float]
) -> None:
    width, height = size
    ramp = np.zeros((height, width, 3), np.uint8)
    ramp[:, :, 0] = np.linspace(20, 220, width).round()
    ramp[:, :, 1] = np.linspace(20, 220, height).round()[:, None]
    corners = np.array([low, high]) * size
    crop = crop_around([np.array([corners[0], [corners[1, 0], corners[0, 1]], corners[1]])], size)
    pyramid = Pyramid(ramp)
    shown = crop.take(pyramid)
    np.testing.assert_array_equal(shown, crop.take(ramp))
    middle = np.arange(SIZE) + 0.5
    x, y = crop.left + middle * crop.width / SIZE, crop.top + middle * crop.height / SIZE
    rim = 2 * max(crop.width, crop.height) / SIZE
    inside_x, inside_y = (x > rim) & (x < width - rim), (y > rim) & (y < height - rim)
    seen = shown[np.ix_(inside_y, inside_x)].astype(float)
    expected_x, expected_y = 20 + 200 * (x - 0.5) / (width - 1), 20 + 200 * (y - 0.5) / (height - 1)
    np.testing.assert_allclose(seen[:, :, 0], np.broadcast_to(expected_x[inside_x], seen.shape[:2]), atol=1.6)
    np.testing.assert_allclose(
        seen[:, :, 1], np.broadcast_to(expected_y[inside_y, None], seen.shape[:2]), atol=1.6
    )


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_planes_are_logarithms_without_the_light_in_common(seed: int, hidden: float, known: float) -> None:
    rng = np.random.default_rng(seed)
    now, then = rng.integers(0, 256, (2, 24, 24, 3)).astype(np.uint8)
    now[rng.random((24, 24)) < hidden] = 0
    then[rng.random((24, 24)) > known] = 0
    field = rng.random((24, 24)) < 0.8
    seen = now.any(axis=2)
    stacked, both = to_planes(now, then, field, seen), seen & then.any(axis=2)
    few = np.zeros_like(field)
    few[1::3, 1::3] = field[1::3, 1::3]
    logs, before = (np.log(values.astype(np.float32).clip(1) + 10) for values in (now, then))
    assert stacked.shape == (PLANES, 24, 24)
    for planes, values, mask in ((stacked[:3], logs, seen), (stacked[3:6], logs - before, both)):
        chosen = few & mask
        common = np.median(values[chosen], axis=0) if chosen.any() else np.zeros(3)
        np.testing.assert_allclose(
            planes, ((values - common) * mask[..., None]).transpose(2, 0, 1), atol=1e-5
        )
    np.testing.assert_array_equal(stacked[6], both)


@pytest.fixture
def without_glance() -> Iterator[Callable[[], None]]:
    """Leaves the small network out when called, until the end of the test."""
    folder = resources.files("toc_pi.vision.occlusion")
    ships = [folder.joinpath(name).read_bytes() for name in ("cover-1.onnx", "cover-2.onnx")]
    yield lambda: use_networks(ships)
    use_networks(ships, folder.joinpath("cover-glance.onnx").read_bytes())


@pytest.mark.parametrize("share", [0.05, 0.2, 0.3, 1.0])
def test_no_arm_is_lost_by_looking_with_the_small_network_first(
    share: float, without_glance: Callable[[], None]
) -> None:
    clip = footage("jumps")
    reader = make_reader(clip.calibration)
    crop, free = reader.free_field.crop, reader.free_field.free[1]
    image = clip.stills[0][0]
    # Faint arms, because well visible ones are detected by any network.
    arms = [
        cv2.addWeighted(with_arm(image, reader, hole), share, image, 1 - share, 0)
        for hole in ("c12", "b0", "d6")
    ]
    seen = [crop.take(np.asarray(arm, np.uint8)) for arm in arms]
    detected = [is_over_field(find_covers(now, free, crop)[0], crop) for now in seen]
    without_glance()
    assert detected == [is_over_field(find_covers(now, free, crop)[0], crop) for now in seen]


def test_where_the_small_network_sees_nothing_the_others_would_see_nothing(
    without_glance: Callable[[], None],
) -> None:
    skipped = []
    for clip in clips():
        free_field = make_reader(clip.calibration).free_field
        for image, *_ in clip.stills:
            for then in free_field.free:
                pictures = free_field.crop.take(image), then, free_field.crop
                if not find_covers(*pictures)[0].any():
                    skipped.append(pictures)
    assert skipped
    without_glance()
    for now, then, crop in skipped:
        arm, thing = find_covers(now, then, crop)
        assert (arm + thing)[crop.field].max() < 0.4
