"""Scores vision and referee on a folder of clips with truth, as a table in Markdown.

    python tools/score_rooms.py FOOTAGE [--every 0.4] [--each] [--verdicts]

A clip that was filmed again by another camera lies beside it, in a folder with its name and the camera's
(`kitchen`, `kitchen-night`): such clips share a row, or each has its own with --each. Verdicts come from
`toc-pi watch`; still pictures and pictures with a hand are read one by one as `toc-pi read` does, which takes
several times as long: with --verdicts they aren't.
"""

import argparse
import json
import subprocess
import sys
import tomllib
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from calibration.errors import CannotSee
from hardware.capture import Film
from toc_pi.app.recording.clip import load_clip
from toc_pi.app.setup.finding import find_board, setup_pictures
from toc_pi.vision.reading import Reading, make_reader, read_anywhere

Row = dict[str, Any]

EARLIEST_S, LATEST_S = 0.4, 1.0  # of a verdict, relative to the time when the hand had gone
CALM_S = 0.5  # after a hand, until the board must be recognized as free
EDGE_S = {"stills": 0.2, "hands": 0.3}  # excluded at both ends of a span
HANDS = ("hand", "moved", "blind")


@dataclass
class Score:
    """The counts of a clip, or sums over clips."""

    films: int = 0
    turns: int = 0
    right: int = 0
    wrong: int = 0
    extra: int = 0
    late: int = 0
    free_s: float = 0.0
    known_s: float = 0.0
    holes: int = 0
    mistaken: int = 0
    unsure: int = 0
    hands: int = 0
    seen: int = 0

    def add(self, other: "Score") -> None:
        """Add another score."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def line(self, name: str) -> str:
        """A row of the table."""
        known, unsure, hands = (
            f"{100 * part / whole:.1f} %" if whole else ""
            for part, whole in (
                (self.known_s, self.free_s),
                (self.unsure, self.holes),
                (self.seen, self.hands),
            )
        )
        mistaken = f"{self.mistaken} of {self.holes}" if self.holes else ""
        counts = (self.films, self.turns, self.right, self.wrong, self.extra, self.late)
        return f"| {' | '.join(map(str, (name, *counts, known, mistaken, unsure, hands)))} |"


HEAD = (
    "| film | films | turns | judged right | wrong | extra | late | free time known "
    "| holes wrong and sure | unsure | hands seen |\n|---|---|---|---|---|---|---|---|---|---|---|"
)


def score_watch(folder: Path, truth: Row) -> Score:
    """Score a clip's verdicts, and how much of the free time was recognized as such."""
    command = [sys.executable, "-m", "toc_pi", "watch", str(folder), "--json", "--no-screen"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    score = Score(films=1, turns=len(truth["turns"]))
    begin = next((event["t"] for event in events if event["event"] == "calibrated"), float("inf"))
    states = [(begin, "watching")]
    states += [(event["t"], event["state"]) for event in events if event["event"] == "state"]
    for still in truth["stills"]:
        start = max(begin, still["from"] + CALM_S)
        score.free_s += max(0.0, still["to"] - start)
        for (t, state), (until, _) in zip(states, [*states[1:], (float("inf"), "")], strict=True):
            if state == "watching":
                score.known_s += max(0.0, min(still["to"], until) - max(start, t))
    taps = load_clip(str(folder)).taps
    verdicts = [event for event in events if event["event"] == "verdict" and event["do"] == "card"]
    turns = sorted(truth["turns"], key=lambda turn: turn["hand_gone"])
    ends = [*(turn["hand_gone"] - EARLIEST_S for turn in turns[1:]), float("inf")]
    for turn, end in zip(turns, ends, strict=True):
        near = [event for event in verdicts if turn["hand_gone"] - EARLIEST_S <= event["t"] < end]
        if not near:
            continue
        declared = [
            tap.t for tap in taps if (tap.seat, tap.card) == (turn["seat"], turn["card"]) and tap.t < end
        ]
        score.extra += len(near) - 1
        right = near[0]["legal"] == turn["legal"]
        if right and turn["legal"]:
            out = {hole: seat for hole, seat in turn["holes"].items() if "C" not in hole}
            right = {h: s for h, s in near[0]["holes"].items() if "C" not in h} == out
        score.right += right
        score.wrong += not right
        score.late += near[0]["t"] - max([turn["hand_gone"], *declared[-1:]]) > LATEST_S
    return score


def score_read(folder: Path, truth: Row, every_s: float) -> Score:
    """Score a clip's pictures, read one by one."""
    clip = load_clip(str(folder))
    wanted = []
    for kind, edge in EDGE_S.items():
        for span in truth[kind]:
            last = int((span["to"] - span["from"] - 2 * edge) / every_s + 1e-6)
            wanted += [
                (span["from"] + edge + k * every_s, kind, span.get("holes", {})) for k in range(last + 1)
            ]
    score = Score()
    with closing(Film(clip.film)) as film:
        found = find_board(clip, [frame.image for frame in setup_pictures(clip, film)])
        reader, frame = make_reader(found), film.read()
        for t, kind, holes in sorted(wanted, key=lambda row: row[0]):
            while frame is not None and frame.t < t - 1e-3:
                frame = film.read()
            if frame is None:
                break
            if frame.t > t + every_s:
                continue  # still in the set-up's span
            count(score, kind, read_anywhere(frame.image, reader)[0], holes, len(found.board.holes))
    return score


def count(score: Score, kind: str, reading: Reading, truth: Row, holes: int) -> None:
    """Add one picture."""
    if kind == "hands":
        score.hands += 1
        score.seen += reading.state in HANDS
        return
    score.holes += holes
    if reading.state != "clear":
        score.unsure += holes
        return
    score.unsure += len(reading.unsure)
    certain = {*reading.holes, *truth} - reading.unsure
    score.mistaken += sum(reading.holes.get(hole) != truth.get(hole) for hole in certain)


def main() -> int:
    """Print the table.

    Returns:
        0 if nothing was judged or read wrongly and every turn was judged in time, else 1.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("footage", type=Path, help="a folder of clips, each with its truth.json")
    parser.add_argument("--every", type=float, default=0.4, help="seconds between pictures (default: 0.4)")
    parser.add_argument("--each", action="store_true", help="a row for every clip")
    parser.add_argument("--verdicts", action="store_true", help="verdicts alone, no pictures one by one")
    options = parser.parse_args()
    rows: dict[str, Score] = {}
    folders = sorted(path.parent for path in options.footage.glob("*/truth.json"))
    if not folders:
        parser.error(f"{options.footage}: no clip with a truth.json in it")
    for folder in folders:
        truth = json.loads((folder / "truth.json").read_text("utf-8"))
        name = tomllib.loads((folder / "clip.toml").read_text("utf-8")).get("name", folder.name)
        row = folder.name if options.each else folder.name.removeprefix(name).strip("-") or "as it is"
        score = score_watch(folder, truth)
        try:
            if not options.verdicts:
                score.add(score_read(folder, truth, options.every))
        except CannotSee as error:
            print(f"{folder}: {error}", file=sys.stderr)
        rows.setdefault(row, Score()).add(score)
        print(folder.name, score, file=sys.stderr, flush=True)
    print(HEAD)
    everything = Score()
    for row, score in rows.items():
        print(score.line(row))
        everything.add(score)
    print(everything.line("**all**"))
    missed = everything.turns - everything.right
    return 1 if missed or everything.wrong or everything.late or everything.mistaken else 0


if __name__ == "__main__":
    sys.exit(main())
