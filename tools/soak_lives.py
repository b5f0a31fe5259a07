"""The lives of the process that `tools/soak.py` watches: what it took of the machine, measured and drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

WARM_S, WINDOW_S = 1800.0, 1800.0  # a life isn't measured at first; then what is compared are its two ends
MOST = 1.05  # memory at the end of the long life, as a share of that at its start


@dataclass
class Life:
    """A process from its start to its end.

    Attributes:
        samples: second of film, kilobytes, threads, handles.
        ended: how: killed, stopped, or its status.
    """

    begun_s: float
    samples: list[tuple[float, int, int, int]] = field(default_factory=list)
    ended: str = ""
    games: int = 0
    verdicts: int = 0

    def ends(self) -> tuple[tuple[float, ...], tuple[float, ...]] | None:
        """Median of memory (MB), least threads and handles, at both ends; None for a short life."""
        warm = [each for each in self.samples if each[0] >= self.begun_s + WARM_S]
        if not warm or warm[-1][0] - warm[0][0] < 2 * WINDOW_S:
            return None
        first = [each for each in warm if each[0] <= warm[0][0] + WINDOW_S]
        last = [each for each in warm if each[0] >= warm[-1][0] - WINDOW_S]
        return _typical(first), _typical(last)


def _typical(samples: Sequence[tuple[float, int, int, int]]) -> tuple[float, ...]:
    _, memory, threads, handles = zip(*samples, strict=True)
    return median(memory) / 1024, min(threads), min(handles)


def measured(pid: int) -> tuple[int, int, int]:
    """Resident kilobytes, threads, and open files of a process."""
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    tasks, handles = (len([*Path(f"/proc/{pid}/{what}").iterdir()]) for what in ("task", "fd"))
    return int(lines["VmRSS"].split()[0]), tasks, handles


def drawn(lives: Sequence[Life], seconds: float) -> str:
    """Memory over film time as SVG."""
    width, height, left, bottom = 900, 320, 60, 40
    points = [each for life in lives for each in life.samples]
    most = max((memory for _, memory, _, _ in points), default=1) / 1024 * 1.1

    def place(s: float, kilobytes: float) -> str:
        x = left + (width - left - 10) * s / seconds
        return f"{x:.1f},{height - bottom - (height - bottom - 10) * kilobytes / 1024 / most:.1f}"

    lines = []
    for life in lives:
        step = max(1, len(life.samples) // 2000)
        path = " ".join(place(s, memory) for s, memory, _, _ in life.samples[::step])
        lines.append(f'<polyline points="{path}" fill="none" stroke="#1f5fa8" stroke-width="1"/>')
    for mb in range(0, int(most), 100):
        x, y = place(0, mb * 1024).split(",")
        lines.append(f'<text x="{left - 6}" y="{float(y) + 4}" text-anchor="end">{mb}</text>')
        lines.append(f'<line x1="{x}" y1="{y}" x2="{width - 10}" y2="{y}" stroke="#ddd"/>')
    for number in range(9):
        x, y = place(seconds * number / 8, 0).split(",")
        hours = f"{seconds * number / 8 / 3600:.2g} h"
        lines.append(f'<text x="{x}" y="{float(y) + 18}" text-anchor="middle">{hours}</text>')
    body = "\n".join(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="{width}" height="{height}" fill="white"/>\n'
        f'<text x="{left}" y="12">MB resident, film hours</text>\n{body}\n</svg>\n'
    )
