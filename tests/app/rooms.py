"""Disturbances missing in a clean film: sensor noise, unsteady exposure, an arm at the rim."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Camera, Frame, Picture

Change = Callable[[Picture, float], Picture]


class Refilmed:
    """A camera whose pictures are changed one by one."""

    def __init__(self, film: Camera, changes: Sequence[Change]) -> None:
        self._film = film
        self._changes = changes

    def read(self) -> Frame | None:
        frame = self._film.read()
        if frame is None:
            return None
        image = frame.image
        for change in self._changes:
            image = change(image, frame.t)
        return Frame(frame.t, image)

    def close(self) -> None:
        self._film.close()


def sensor(electrons: float, grain_px: float, seed: int) -> Change:
    """Sensor noise for a full-well capacity in electrons, spread by denoising."""
    rng = np.random.default_rng(seed)
    grain: list[NDArray[np.float32]] = []  # a few patterns, chosen again for each picture

    def taken(image: Picture, _t: float) -> Picture:
        if not grain:
            for _ in range(4):
                white = rng.standard_normal(image.shape, np.float32)
                grain.append(cv2.GaussianBlur(white, (0, 0), grain_px) * np.float32(1.5 * grain_px))
        chosen = grain[rng.integers(len(grain))]
        noise = np.roll(chosen, rng.integers(1, 400, 2), (0, 1))
        return cv2.add(image, cv2.multiply(noise, cv2.LUT(image, spread)), dtype=cv2.CV_8U)

    light = (np.arange(256) / 255) ** 2.2
    sigma = np.sqrt(light / electrons + (3 / electrons) ** 2)
    slope = 255 / 2.2 * np.maximum(light, 0.004) ** (1 / 2.2 - 1)  # grey levels, a unit of light
    spread = (sigma * slope).astype(np.float32)
    return taken


def exposure(share: float) -> Change:
    """Unsteady exposure and white balance."""

    def taken(image: Picture, t: float) -> Picture:
        gain = 1 + share * np.sin(0.4 * t) + 0.4 * share * np.sin(1.9 * t)
        tint = 1 + 0.3 * share * np.sin(np.array([0.3, 0.0, 0.7]) * t)
        return np.asarray(np.clip(image * (gain * tint).astype(np.float32), 0, 255), np.uint8)

    return taken


def guest(corners: NDArray[np.float64], since_s: float) -> Change:
    """A forearm that lies beside the board's left side and fidgets; its soft shadow falls over holes."""
    middle = corners.mean(axis=0)
    left = corners[np.argsort(corners[:, 0])[:2]].mean(axis=0)
    out = (left - middle) / np.hypot(*(left - middle))

    def taken(image: Picture, t: float) -> Picture:
        if t < since_s:
            return image
        back = 45 + 8 * max(0.0, np.sin(0.9 * t)) ** 4 * (1 + np.sin(7 * t))
        tip, elbow = (left + back * out) / 4, (left + 900 * out + (0, 250)) / 4
        cover, shade = np.zeros((2, image.shape[0] // 4, image.shape[1] // 4), np.float32)
        ends = [(round(float(x) * 16), round(float(y) * 16)) for x, y in (tip, elbow)]
        cv2.line(cover, *ends, 1.0, 17, cv2.LINE_AA, 4)
        cv2.line(shade, (ends[0][0] + 280, ends[0][1] + 80), ends[1], 0.35, 22, cv2.LINE_AA, 4)
        shade = cv2.GaussianBlur(shade, (0, 0), 3.5)
        factor, over = (
            cv2.resize(part, image.shape[1::-1])[..., None] for part in ((1 - shade) * (1 - cover), cover)
        )
        skin = np.array([95, 130, 185], np.float32)
        return np.asarray(image * factor + skin * over, np.uint8)

    return taken
