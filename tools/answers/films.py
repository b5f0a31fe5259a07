"""What is seen on films and pictures, and what the referee says of it; each film is read once."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from answers.evenings import WAYS, judged
from answers.jobs import ROOT, Answers, Job, ask

OWN = ("toc_pi/data", "tests/data")
SEEN = ("seen", "state", "card", "card-taken", "pile-gathered")
"""The events that are the eye's."""


def jobs(folders: Sequence[Path]) -> Iterator[Job]:
    """A job for each clip in some folders, and for those of this tree; none without folders."""
    for folder in (*folders, *(ROOT / own for own in OWN if folders)):
        for path in sorted(folder.iterdir()):
            if (path / "film.mp4").is_file():
                yield Job(f"film/{folder.name}/{path.name}/", clip, (path,))


def clip(path: Path) -> Answers:
    """What is seen on a film, and what is said of that in every way; cards are read where any are laid."""
    lays = _has_pile(path)
    said = ask("watch", path, "--json", "--no-screen", "--declare", "camera" if lays else "strict")
    seen = [line for line in said.out.splitlines() if json.loads(line)["event"] in SEEN]
    events = [*seen, *(path / "declared.jsonl").read_text("utf-8").splitlines()]
    text = "\n".join(sorted(events, key=lambda line: float(json.loads(line)["t"])))
    return {"watched": str(said), **{way: judged(path, text, way) for way in WAYS}}


def _has_pile(path: Path) -> bool:
    """Whether cards lie in the picture."""
    file = path / "truth.json"
    truth = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return "cards" in truth or any(event["kind"] == "card" for event in truth.get("events", ()))


def stills(folders: Sequence[Path]) -> Iterator[Job]:
    """A job for each picture with a truth."""
    for folder in folders:
        for path in sorted(folder.glob("*.jpg")):
            if path.with_suffix(".json").is_file():
                yield Job(f"still/{folder.name}/{path.stem}/", still, (path,))


def still(path: Path) -> Answers:
    """A picture's calibration, found from its truth, and what is read with it."""
    truth: dict[str, Any] = json.loads(path.with_suffix(".json").read_text("utf-8"))
    Path("holes.json").write_text(json.dumps(truth["holes"]), encoding="utf-8")
    own = path.parent / truth["board"]
    table = [
        "--board",
        own if own.is_file() else truth["board"],
        "--focal",
        truth["focal"],
        "--holes",
        "holes.json",
    ]
    found = ask("calibrate", path, *map(str, table), "-o", "table.calibration", "--json")
    read = ask("read", path, "--calibration", "table.calibration", "--json")
    return {"found": str(found), "read": str(read).replace(str(path), path.name)}
