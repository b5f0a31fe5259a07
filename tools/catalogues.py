"""The catalogues of all sentences for people, one for each language: extracted, checked, compiled with Babel.

python tools/catalogues.py           reports what is missing, unused or doubtful, and compiles
python tools/catalogues.py --add     first adds what is missing, to be translated, and removes what is unused
python tools/catalogues.py --add sw  also begins the catalogue of a language

A language is a folder below toc_pi/texts/locale with `LC_MESSAGES/toc-pi.po`, in the format of gettext, and
the compiled `toc-pi.mo`, which the program reads. An entry is a message in the code, a sentence of
toc_pi/texts/NAME.toml with `NAME.part.key` as its context, or a comment in toc_pi/store/example.toml. A
translation that Babel took over from a similar sentence is marked `fuzzy`, and isn't used until somebody has
removed the mark.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from string import Formatter

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
TEXTS = ROOT / "toc_pi/texts"
LOCALES = TEXTS / "locale"
EXAMPLE = ROOT / "toc_pi/store/example.toml"
ROOMS = ("calibration", "hardware", "toc_pi")
ERRORS = (
    *("BadInput", "BadBoard", "BadFilm", "CannotSee", "DeviceFailed", "DamagedStore", "NoDisplay"),
    *("NotValid", "Unreadable", "Unwritable"),
)
TELLERS = ("say", "complain", "in_words", "progress")
FAULTS = ("fault", "_refuse", "_entries", "_take", "_length")
# These modules answer programs in JSON Lines, or read files written by the program: not translated.
FOR_PROGRAMS = {
    *(f"toc_pi/rules/{name}.py" for name in ("game", "position", "table", "turn", "transcript")),
    "toc_pi/app/judge.py",
    "toc_pi/rules/reasons/explain.py",
    *(f"toc_pi/cli/{name}.py" for name in ("requests", "teaching")),
    "toc_pi/teaching/hint.py",
    "toc_pi/store/records.py",
}
MAY_LACK = {"lessons": {"card"}}
"""Blanks that a translation need not have: a lesson about a card needn't name it again."""


def path_of(language: str) -> Path:
    """The .po file of a language."""
    return LOCALES / language / "LC_MESSAGES/toc-pi.po"


def languages() -> list[str]:
    """The languages with a catalogue."""
    return sorted(path.name for path in LOCALES.iterdir() if path_of(path.name).exists())


def read(language: str) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet."""
    path = path_of(language)
    if path.exists():
        return read_po(BytesIO(path.read_bytes()))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return Catalog(language, project=project["name"], version=project["version"])


def compiled(catalog: Catalog) -> bytes:
    """A catalogue in gettext's binary format."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def written(catalog: Catalog) -> bytes:
    """A catalogue as text; of the marks only `fuzzy` is kept."""
    out = BytesIO()
    for entry in catalog:
        entry.flags &= {"fuzzy"}
    write_po(out, catalog, width=0, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def template(like: Catalog) -> Catalog:
    """Everything that is to be translated.

    Args:
        like: a catalogue; of its entries, those that are constants in the code are wanted too: messages that
            are kept under a name, or have no blanks.
    """
    wanted = {msgid: path for msgid, path in messages() if path not in FOR_PROGRAMS}
    known = {**constants(), **dict(messages())}
    wanted |= {entry.id: known[entry.id] for entry in like if not entry.context and entry.id in known}
    out = Catalog()
    for line in sorted((LOCALES / "elsewhere.txt").read_text("utf-8").splitlines()):
        one, *many = line.split("|")
        out.add((one, *many) if many else one)
    for msgid, path in sorted(wanted.items(), key=lambda one: one[::-1]):
        out.add(msgid, locations=[(path, 1)])
    for key, sentence, comments in sentences():
        out.add(sentence, context=key, auto_comments=comments)
    for comment in re.findall("# (.+)", EXAMPLE.read_text("utf-8")):
        out.add(comment, context="example")
    return out


def sentences() -> Iterator[tuple[str, str, list[str]]]:
    """Every sentence of texts/, with its key; a file's first one also with the comment above it."""
    for path in sorted(TEXTS.glob("*.toml")):
        text = path.read_text("utf-8")
        comments = [line[2:] for line in text.partition("[")[0].splitlines()]
        for part, said in tomllib.loads(text).items():
            for key, sentence in said.items():
                if sentence:
                    yield f"{path.stem}.{part}.{key}", sentence, comments
                    comments = []


def updated(catalog: Catalog) -> Catalog:
    """A catalogue without unused entries, and with an empty or a fuzzy entry for each missing one."""
    catalog.update(template(catalog), update_creation_date=False)
    return catalog


def faults(catalog: Catalog) -> Iterator[str]:
    """What is missing, unused, fuzzy or without its blanks in a catalogue, a line each."""
    wanted = template(catalog)
    for entry in filter(attrgetter("id"), wanted):
        own = catalog.get(entry.id, entry.context)
        if own is None or not all(own.string if own.pluralizable else [own.string]):
            yield f"missing: {_shown(entry)}"
        elif own.fuzzy:
            yield f"fuzzy: {_shown(own)}"
        elif not own.pluralizable and not own.python_format and not _has_blanks(own):
            yield f"other blanks: {_shown(own)}"
    unused = (own for own in catalog if own.id and wanted.get(own.id, own.context) is None)
    yield from (f"unused: {_shown(own)}" for own in unused)
    yield from (f"{fault[0]}: {_shown(own)}" for own, fault in catalog.check())


def _has_blanks(entry: Message) -> bool:
    """Whether a translation has the blanks of its sentence; {Who} may become {who}."""
    needed, own = (
        {name.lower() for _, name, _, _ in Formatter().parse(text) if name}
        for text in (entry.id, entry.string)
    )
    return own <= needed <= own | MAY_LACK.get((entry.context or "").partition(".")[0], set())


def _shown(entry: Message) -> str:
    return f"{entry.context or ''} {entry.id}".strip()


@cache
def messages() -> tuple[tuple[str, str], ...]:
    """Every message of the rooms, with its module."""
    return tuple(
        (argument.value, path)
        for path, argument in _arguments()
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value
    )


def loose() -> Iterator[str]:
    """Messages with their values already formatted in, which no catalogue can contain."""
    for path, argument in _arguments():
        if isinstance(argument, ast.JoinedStr) and path not in FOR_PROGRAMS:
            words = "".join(str(part.value) for part in argument.values if isinstance(part, ast.Constant))
            if " " in words.strip():
                yield f"{path}:{argument.lineno}: {words}"


def _is_faults(append: ast.expr) -> bool:
    """Whether this is the `append` of a list called `faults`."""
    of = append.value if isinstance(append, ast.Attribute) else None
    return isinstance(of, ast.Name | ast.Attribute) and getattr(of, "id", getattr(of, "attr", "")) == "faults"


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
                if method in FAULTS or (method == "append" and _is_faults(node.func)):
                    yield path, node.args[-1]


@cache
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


def main() -> None:
    """Add or report what is missing, and compile."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--add", nargs="*", metavar="LANGUAGE")
    options = parser.parse_args()
    wrong = False
    for language in sorted({*languages(), *(options.add or ())}):
        catalog, path = read(language), path_of(language)
        if options.add is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(updated(catalog)))
            catalog = read(language)
        for fault in faults(catalog):
            wrong = True
            print(f"{language}: {fault}")
        path.with_suffix(".mo").write_bytes(compiled(catalog))
    sys.exit(wrong)


if __name__ == "__main__":
    main()
