"""The catalogues of the program's one-line messages: errors, advice, the command line's help.

python tools/catalogues.py          reports missing and unused messages, and compiles
python tools/catalogues.py --add    first adds missing messages, to be translated, and removes unused ones

A language is a folder below toc_pi/texts/locale with `LC_MESSAGES/toc-pi.po`, in the format of gettext, and
the compiled `toc-pi.mo`, which the program reads.
"""

import argparse
import ast
import struct
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "toc_pi/texts/locale"
ROOMS = ("calibration", "hardware", "toc_pi")
MAGIC = 0x950412DE
ERRORS = (
    *("BadInput", "BadBoard", "BadFilm", "CannotSee", "DeviceFailed", "DamagedStore", "NoDisplay"),
    *("NotValid", "Unreadable", "Unwritable"),
)
TELLERS = ("say", "complain", "in_words", "progress")
FAULTS = ("fault", "_refuse", "_entries", "_take", "_length")
# These modules answer programs in JSON Lines, or read files written by the program: not translated.
FOR_PROGRAMS = {
    *(f"toc_pi/rules/{name}.py" for name in ("game", "position", "table", "turn", "transcript")),
    "toc_pi/rules/reasons/explain.py",
    *(f"toc_pi/cli/{name}.py" for name in ("requests", "teaching")),
    "toc_pi/teaching/hint.py",
    "toc_pi/store/records.py",
}

Catalogue = dict[str, str]
"""Sentence -> translation; plural forms are separated by a zero byte."""


def catalogues() -> list[Path]:
    """The .po file of every catalogue."""
    return sorted(LOCALES.glob("*/LC_MESSAGES/toc-pi.po"))


def read_po(path: Path) -> Catalogue:
    """A catalogue's entries, its header under ""."""
    entries: Catalogue = {}
    parts: dict[str, list[str]] = {}
    part = ""

    def close() -> None:
        if "msgid" in parts:
            names = [name for name in ("msgid", "msgid_plural") if name in parts]
            forms = [name for name in parts if name.startswith("msgstr")]
            key = "\0".join("".join(parts[name]) for name in names)
            entries[key] = "\0".join("".join(parts[name]) for name in forms)
        parts.clear()

    for line in [*path.read_text("utf-8").splitlines(), ""]:
        if not line.strip():
            close()
        elif line.startswith("#"):
            continue
        elif line.startswith('"'):
            parts[part].append(ast.literal_eval(line))
        else:
            part, _, text = line.partition(" ")
            parts[part] = [ast.literal_eval(text)]
    return entries


def write_po(path: Path, entries: Mapping[str, str], places: Mapping[str, str]) -> None:
    """Write a catalogue.

    Args:
        path: the file.
        entries: its entries, the header among them.
        places: sentence -> the module that uses it.
    """
    blocks = []
    for msgid, msgstr in sorted(entries.items(), key=lambda one: (one[0] and places.get(one[0], ""), one[0])):
        lines = [f"#: {places[msgid]}"] if msgid and msgid in places else []
        one, *many = msgid.split("\0")
        forms = msgstr.split("\0")
        lines.append(f"msgid {_quoted(one)}")
        if many:
            lines.append(f"msgid_plural {_quoted(many[0])}")
            lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(forms)]
        else:
            lines.append(f"msgstr {_quoted(msgstr)}")
        blocks.append("\n".join(lines))
    path.write_text("\n\n".join(blocks) + "\n", "utf-8")


def compile_mo(entries: Mapping[str, str]) -> bytes:
    """A catalogue in gettext's binary format: two tables of lengths and offsets, then the texts."""
    rows = [(key.encode(), value.encode()) for key, value in sorted(entries.items()) if value]
    start = 7 * 4
    texts, keys, values = b"", [], []
    at = start + 16 * len(rows)
    for column, table in ((0, keys), (1, values)):
        for row in rows:
            table.append((len(row[column]), at + len(texts)))
            texts += row[column] + b"\0"
    head = struct.pack("<7I", MAGIC, 0, len(rows), start, start + 8 * len(rows), 0, 0)
    return head + b"".join(struct.pack("<2I", *place) for place in (*keys, *values)) + texts


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def messages() -> Iterator[tuple[str, str]]:
    """Every message of the rooms, with its module."""
    for path, argument in _arguments():
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
            yield argument.value, path


def loose() -> Iterator[str]:
    """Messages with their values already formatted in, which no catalogue can contain."""
    for path, argument in _arguments():
        if isinstance(argument, ast.JoinedStr) and path not in FOR_PROGRAMS:
            words = "".join(str(part.value) for part in argument.values if isinstance(part, ast.Constant))
            if " " in words.strip():
                yield f"{path}:{argument.lineno}: {words}"


def _arguments() -> Iterator[tuple[str, ast.expr]]:
    """The arguments of `said`, errors and output functions, with their modules."""
    for path, tree in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name, method = getattr(node.func, "id", ""), getattr(node.func, "attr", "")
                tells = path.startswith("toc_pi/cli/") and name in TELLERS
                if name in ("said", *ERRORS) or tells:
                    yield path, node.args[0]
                if path.startswith("toc_pi/cli/"):
                    yield from ((path, word.value) for word in node.keywords if word.arg == "help")
                if method in FAULTS or ast.unparse(node.func).endswith("faults.append"):
                    yield path, node.args[-1]


def constants() -> dict[str, str]:
    """Every string constant of the rooms, with its module: includes messages without spaces."""
    return {
        node.value: path
        for path, tree in _modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@cache
def _modules() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of the rooms, read once."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8")))
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
    )


def elsewhere() -> set[str]:
    """Messages of other software that the program passes on: argparse, the file system, JSON parsers."""
    return set((LOCALES / "elsewhere.txt").read_text("utf-8").replace("|", "\0").splitlines())


def missing(entries: Mapping[str, str]) -> dict[str, str]:
    """Messages that a catalogue lacks, with their modules."""
    return {msgid: path for msgid, path in messages() if not entries.get(msgid) and path not in FOR_PROGRAMS}


def unsaid(entries: Mapping[str, str]) -> set[str]:
    """Entries that aren't used."""
    return set(entries) - {"", *(msgid for msgid, _ in messages()), *constants(), *elsewhere()}


def tidied(entries: Mapping[str, str]) -> Catalogue:
    """A catalogue without unused entries, and with an empty entry for each missing message."""
    idle = unsaid(entries)
    said = {key: value for key, value in entries.items() if key not in idle}
    return {**dict.fromkeys(missing(said), ""), **said}


def main() -> None:
    """Add or report missing messages, and compile."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--add", action="store_true")
    options = parser.parse_args()
    wrong = False
    for path in catalogues():
        entries = read_po(path)
        if options.add:
            entries = tidied(entries)
            write_po(path, entries, {**constants(), **dict(messages())})
        for msgid in (*missing(entries), *unsaid(entries)):
            wrong = True
            print(f"{path.parent.parent.name}: {msgid}")
        path.with_suffix(".mo").write_bytes(compile_mo(entries))
    sys.exit(wrong)


if __name__ == "__main__":
    main()
