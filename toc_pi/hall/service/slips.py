"""Printable slips for a hall's tables: each table's access data, and a QR code of it for its camera."""

from collections.abc import Iterator, Sequence
from html import escape

import cv2
import numpy as np

from toc_pi.languages import LANGUAGES, load_texts
from toc_pi.store.hall_slip import Slip

PARTS = ("broker", "hall", "table", "password", "certificate")
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
        for part in PARTS
        if (text := getattr(slip, part).removeprefix("mqtts://"))
    )
    title = f"<h2>{escape(slip.table)}</h2><p>{where}</p>"
    return f"<article>{title}\n{_svg(slip.line)}\n<dl>{rows}</dl></article>"


def _label(part: str) -> str:
    words = dict.fromkeys(load_texts("setup", language)["hall"][part] for language in LANGUAGES)
    return escape(" · ".join(words))


def _svg(line: str) -> str:
    """The QR code of a line."""
    dark = np.argwhere(code(line) == 0)
    size = len(code(line))
    squares = "".join(_squares((int(row), int(column)) for row, column in dark))
    box = f"0 0 {size} {size}"
    return f'<svg viewBox="{box}" shape-rendering="crispEdges"><path d="{squares}"/></svg>'


def _squares(places: Iterator[tuple[int, int]]) -> Iterator[str]:
    for row, column in places:
        yield f"M{column} {row}h1v1h-1z"


def code(line: str) -> np.ndarray:
    """The modules of a QR code, 0 for dark ones, with the quiet zone around it."""
    found = cv2.QRCodeEncoder.create().encode(line)
    rows, columns = np.nonzero(found == 0)
    bare = found[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.pad(bare, QUIET, constant_values=255)
