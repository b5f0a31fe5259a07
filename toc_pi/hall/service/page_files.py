"""The files that a hall is given: the wall's and the arbiter's pages, and slips to be printed.

The pages are static, for mosquitto or any web server. mqtt.js is upstream's build, not minified; its licences
are in mqtt.LICENSE.txt.
"""

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from toc_pi.hall.wire.protocol import schema_content
from toc_pi.languages import LANGUAGES, load_texts
from toc_pi.store.folder import write_over
from toc_pi.store.hall import Slip

WORDS, SCHEMAS = "words.js", "schemas.js"
PARTS = ("page", "wall", "arbiter")


def page_files() -> dict[str, bytes]:
    """The content of each file, by name."""
    shipped = (path for path in (files("toc_pi.hall") / "pages").iterdir() if path.is_file())
    content = {path.name: path.read_bytes() for path in shipped}
    schemas = {part: schema_content()[part] for part in ("$defs", "kinds")}
    written = {WORDS: ("words", page_words()), SCHEMAS: ("schemas", schemas)}
    return content | {
        name: f"const {what} = {json.dumps(value, ensure_ascii=False)};\n".encode()
        for name, (what, value) in written.items()
    }


def page_words() -> dict[str, dict[str, dict[str, str]]]:
    """The pages' sentences: language, part, key."""
    return {
        language: {
            **{part: dict(load_texts("hall", language)[part]) for part in PARTS},
            "colours": dict(load_texts("names", language)["colours"]),
        }
        for language in LANGUAGES
    }


def write_pages(folder: Path) -> None:
    """Write every file into a folder.

    Raises:
        OSError: it can't be written.
    """
    for name, content in page_files().items():
        write_over(folder / name, content)
        (folder / name).chmod(0o644)


ON_SLIPS = ("broker", "hall", "table", "password", "certificate")
QUIET = 4  # white modules around a code, needed to find it
_STYLE = """
@page { size: A4; margin: 12mm }
body { font: 11pt sans-serif; margin: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 0 }
article { border: 1px dashed #999; padding: 5mm; break-inside: avoid; text-align: center }
h2 { margin: 0; font-size: 18pt }
p { margin: 0 0 2mm }
svg { width: 60mm; height: 60mm }
dl { margin: 2mm 0 0; display: grid; grid-template-columns: auto 1fr; gap: 1mm 3mm; text-align: left }
dt { color: #555 }
dd { margin: 0; font-family: monospace; overflow-wrap: anywhere }
"""


def slips_page(slips: Sequence[Slip]) -> str:
    """An HTML page with a slip for each table in every language; it loads nothing."""
    articles = "\n".join(map(_article, slips))
    head = f'<meta charset="utf-8">\n<title>toc-pi</title>\n<style>{_STYLE}</style>'
    return f"<!doctype html>\n<html>\n<head>\n{head}\n</head>\n<body>\n{articles}\n</body>\n</html>\n"


def _article(slip: Slip) -> str:
    where = "<br>".join(escape(load_texts("setup", language)["hall"]["where"]) for language in LANGUAGES)
    rows = "".join(
        f"<dt>{_label(part)}</dt><dd>{escape(text)}</dd>"
        for part in ON_SLIPS
        if (text := getattr(slip, part).removeprefix("mqtts://"))
    )
    title = f"<h2>{escape(slip.table)}</h2><p>{where}</p>"
    return f"<article>{title}\n{_svg(slip.line)}\n<dl>{rows}</dl></article>"


def _label(part: str) -> str:
    words = dict.fromkeys(load_texts("setup", language)["hall"][part] for language in LANGUAGES)
    return escape(" · ".join(words))


def _svg(line: str) -> str:
    modules = code(line)
    rows, columns = (modules == 0).nonzero()
    squares = "".join(f"M{column} {row}h1v1h-1z" for row, column in zip(rows, columns, strict=True))
    size = len(modules)
    box = f"0 0 {size} {size}"
    return f'<svg viewBox="{box}" shape-rendering="crispEdges"><path d="{squares}"/></svg>'


def code(line: str) -> Any:
    """The modules, (rows, columns), of a QR code, 0 for dark ones, with the quiet zone around it."""
    import cv2  # a hall at work needs none
    import numpy as np

    found = cv2.QRCodeEncoder.create().encode(line)
    rows, columns = np.nonzero(found == 0)
    bare = found[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.pad(bare, QUIET, constant_values=255)
