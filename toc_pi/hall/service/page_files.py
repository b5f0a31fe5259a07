"""Writes the wall's and the arbiter's pages as static files, for mosquitto or any web server.

mqtt.js is upstream's build, not minified; its licences are in mqtt.LICENSE.txt.
"""

import json
from importlib.resources import files
from pathlib import Path

from toc_pi.hall.wire.schema import schema_content
from toc_pi.languages import LANGUAGES, load_texts
from toc_pi.store.folder import write_over

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
