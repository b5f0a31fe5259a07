"""The networks that find and read a card, what they learn from, and how they are measured."""

import numpy as np
import torch
from card_piles import NO_FACE
from card_scenes import CROP_H, CROP_W, PATCH
from numpy.typing import NDArray
from torch import nn

GRID = 24
CLASSES = NO_FACE + 1
FEATURES = 64  # of a card's look


def block(before: int, after: int, *, step: int = 1, wide: int = 1) -> list[nn.Module]:
    """A convolution of 3 x 3, normalized."""
    conv = nn.Conv2d(before, after, 3, step, wide, wide, bias=False)
    return [conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]


def place_network() -> nn.Module:
    """(n, 2, PATCH, PATCH) of after and before, from -1 to 1, to (n, 7, GRID, GRID)."""
    return nn.Sequential(
        *block(2, 12, step=2),
        *block(12, 24, step=2),
        *block(24, 48, step=2),
        *block(48, 64),
        *block(64, 64, wide=2),
        *block(64, 64, wide=4),
        *block(64, 64, wide=2),
        nn.Conv2d(64, 7, 1),
    )


class ReadNetwork(nn.Module):
    """(n, 3, CROP_H, CROP_W), from -1 to 1, to (n, CLASSES + FEATURES): logits, and a card's look."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            *block(3, 24, step=2),
            *block(24, 32),
            nn.MaxPool2d(2),
            *block(32, 64),
            nn.MaxPool2d(2),
            *block(64, 96),
            *block(96, 96),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.3),
            nn.Linear(96 * (CROP_H // 16) * (CROP_W // 16), FEATURES),
            nn.ReLU(inplace=True),
        )
        self.classify = nn.Linear(FEATURES, CLASSES)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Look and classify."""
        features = self.look(crops)
        return torch.cat([self.classify(features), features], 1)


def place_target(corners: torch.Tensor) -> torch.Tensor:
    """(…, 6): the middle in cells, cosine and sine of twice the turn, width and height / 100."""
    middle = corners.mean(-2) * GRID / PATCH
    across, down = corners[..., 1, :] - corners[..., 0, :], corners[..., 3, :] - corners[..., 0, :]
    turn = 2 * torch.atan2(down[..., 1], down[..., 0])
    sizes = torch.stack([across.norm(dim=-1), down.norm(dim=-1)], -1) / 100
    return torch.cat([middle, torch.stack([turn.cos(), turn.sin()], -1), sizes], -1)


def place_loss(told: torch.Tensor, corners: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of the cells with a middle or of none, and errors of the rest around each.

    Args:
        told: (n, 7, GRID, GRID).
        corners: (n, HAND, 4, 2) px of the patch; NaN for no card.
    """
    middles = corners.mean(2)
    is_there = ((middles > 0) & (middles < PATCH)).all(-1)  # False for NaN
    target = place_target(torch.nan_to_num(corners))
    cell = target[..., :2].floor().clamp(0, GRID - 1).long()
    flat = cell[..., 1] * GRID + cell[..., 0]
    nowhere = told.new_zeros(len(told), 1)
    logs = torch.cat([nowhere, told[:, 0].flatten(1)], 1).log_softmax(1)
    count = is_there.sum(1)
    at_cards = (logs[:, 1:].gather(1, flat) * is_there).sum(1) / count.clamp(min=1)
    heat = -torch.where(count > 0, at_cards, logs[:, 0]).mean()
    grid = torch.arange(GRID, dtype=torch.float32)
    dx = target[..., 0, None, None] - 0.5 - grid[None, None, None, :]
    dy = target[..., 1, None, None] - 0.5 - grid[None, None, :, None]
    away = torch.where(is_there[..., None, None], dx**2 + dy**2, torch.inf)
    nearest = away.argmin(1, keepdim=True)  # (n, 1, GRID, GRID)
    near = away.amin(1, keepdim=True) < 4
    every = (-1, -1, GRID, GRID)
    wanted = torch.cat(
        [
            (dx + 0 * dy).gather(1, nearest),
            (dy + 0 * dx).gather(1, nearest),
            *(target[..., i, None, None].expand(every).gather(1, nearest) for i in range(2, 6)),
        ],
        1,
    )
    weight = torch.tensor([1, 1, 3, 3, 4, 4.0])[None, :, None, None]
    error = nn.functional.smooth_l1_loss(told[:, 1:], wanted, reduction="none", beta=0.1) * weight
    return heat + (error * near).sum() / near.sum().clamp(min=1)


def placed(told: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, 4, 2) corners in the patch, px, from the network's answer."""
    n = told.shape[0]
    flat = told[:, 0].reshape(n, -1).argmax(1)
    row, column = flat // GRID, flat % GRID
    here = told[np.arange(n), 1:, row, column]
    middle = (np.stack([column + 0.5 + here[:, 0], row + 0.5 + here[:, 1]], 1)) * PATCH / GRID
    turn = np.arctan2(here[:, 3], here[:, 2]) / 2
    down = np.stack([np.cos(turn), np.sin(turn)], 1) * here[:, 5:6] * 50
    across = np.stack([np.sin(turn), -np.cos(turn)], 1) * here[:, 4:5] * 50
    return np.stack(
        [middle - across - down, middle + across - down, middle + across + down, middle - across + down], 1
    )


def measure_place(told: NDArray[np.float32], corners: NDArray[np.float32]) -> str:
    """Errors of a single card's corners, mm, either way up; cards missed, and seen where none is bare."""
    is_there = ~np.isnan(corners).any((2, 3))
    heat = told[:, 0].reshape(len(told), -1)
    found_any = np.log(np.exp(heat).sum(1)) > 0
    none, single = is_there.sum(1) == 0, is_there.sum(1) == 1
    missed, invented = (~found_any[~none]).mean(), found_any[none].mean()
    found, corners = placed(told[single]), corners[single, 0]
    errors = np.minimum(*(np.abs(np.roll(found, turn, 1) - corners).max((1, 2)) for turn in (0, 2)))
    shares = ", ".join(f"{(errors > limit).mean():.2%} over {limit} mm" for limit in (2, 4, 8, 20))
    return f"median {np.median(errors):.2f} mm, {shares}; missed {missed:.2%}, invented {invented:.2%}"


def measure_read(logits: NDArray[np.float32], labels: NDArray[np.float32]) -> str:
    """Errors, and what is unsure and surely wrong at some limits."""
    logits = logits[:, :CLASSES]
    shares = np.exp(logits - logits.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    best, sure = shares.argmax(1), shares.max(1)
    wrong, face = best != labels, labels != NO_FACE
    told = [f"wrong {wrong.mean():.3%}"]
    for limit in (0.9, 0.99, 0.999):
        unsure, surely_wrong = (sure < limit)[face].mean(), (wrong & (sure >= limit)).mean()
        told.append(f"at {limit}: unsure {unsure:.2%}, surely wrong {surely_wrong:.3%}")
    return "; ".join(told)
