"""Write docs/man/toc-pi.1 and toc-pi.bash from the commands' table. `python tools/manual_page.py`.

man docs/man/toc-pi.1            reads the manual page
. docs/man/toc-pi.bash           completes commands, options, rule sets, house rules in bash
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from calibration.board.board_file import shipped_boards
from toc_pi.app.recording.clip import shipped_clips
from toc_pi.cli.main import COMMANDS, Parser, parser_of
from toc_pi.rules.ruleset import NAMES, house_rules
from toc_pi.teaching.lessons import names

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "man"
STATUSES = (
    (0, "done"),
    (1, "a defect of the program"),
    (2, "wrong use or bad input"),
    (3, "it can't see; the line says what helps"),
    (4, "a device is missing or failed"),
    (5, "stored data is damaged"),
    (130, "ended with Ctrl-C"),
)
ENVIRONMENT = (
    ("LC_ALL, LC_MESSAGES, LANG", "the language of what a command says; fr… is French, all else English"),
    ("NO_COLOR", "set to anything: no colours on the terminal (they are never in files and pipes)"),
    ("TOC_PI_HOME", "a folder below which all files are kept"),
)
FILES = (
    ("$XDG_CONFIG_HOME/toc-pi, /etc/toc-pi", "settings; the second as a service"),
    ("$XDG_STATE_HOME/toc-pi, /var/lib/toc-pi", "calibration and games"),
    ("TOC_PI_HOME", "moves all of them below one folder"),
)


def write_manual() -> str:
    """The manual page, in the macros of man(7)."""
    lines = [
        '.TH TOC-PI 1 "" "toc-pi" "User Commands"',
        ".SH NAME",
        r"toc\-pi \- a companion beside a real Toc board",
        ".SH SYNOPSIS",
        r".B toc\-pi",
        r"[\fICOMMAND\fR] [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        "A camera sees the pawns on a wooden Toc board, the card is tapped, and toc-pi says kindly and at",
        "once when a move is not allowed and why. Without a command it plays.",
        ".SH COMMANDS",
    ]
    for name, command in COMMANDS.items():
        parser = parser_of(name)
        lines += [f".SS {_plain(name)}", _plain(f"{command.summary[0].upper()}{command.summary[1:]}.")]
        for action in _actions(parser):
            lines += [".TP", _heading(action), _plain(_help(action))]
        lines += [".PP", "Example:", f".B {_plain(command.example)}"]
    lines.append(".SH EXIT STATUS")
    for status, meaning in STATUSES:
        lines += [".TP", str(status), _plain(meaning)]
    lines.append(".SH ENVIRONMENT")
    for name, meaning in ENVIRONMENT:
        lines += [".TP", _plain(name), _plain(meaning)]
    lines.append(".SH FILES")
    for place, meaning in FILES:
        lines += [".TP", _plain(place), _plain(meaning)]
    return "\n".join(lines) + "\n"


def write_completion() -> str:
    """Completion for bash: commands, their options and choices, rule sets, house rules, lessons, files."""
    cases = []
    for name in COMMANDS:
        words = [word for action in _actions(parser_of(name)) for word in _words(action)]
        cases.append(f'        {name}) words="{" ".join(dict.fromkeys(words))}" ;;')
    return "\n".join(
        [
            "# Completion of toc-pi for bash, written by tools/manual_page.py.",
            "_toc_pi() {",
            '    local now="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""',
            '    if [ "$COMP_CWORD" = 1 ]; then',
            f'        COMPREPLY=($(compgen -W "{" ".join(COMMANDS)} --help --version" -- "$now"))',
            "        return",
            "    fi",
            '    case "$before" in',
            f'        --rules | --against | rules) words="{" ".join(NAMES)}" ;;',
            f'        --house) words="{" ".join(house_rules())}" ;;',
            f'        learn) words="{" ".join(names())}" ;;',
            f'        watch | calibrate | --clip) words="{" ".join(shipped_clips())}" ;;',
            f'        show | check | --board) words="{" ".join(shipped_boards())}" ;;',
            "    esac",
            '    if [ -n "$words" ] && [ "${now#-}" = "$now" ]; then',
            '        COMPREPLY=($(compgen -W "$words" -- "$now") $(compgen -f -- "$now"))',
            "        return",
            "    fi",
            '    case "${COMP_WORDS[1]}" in',
            *cases,
            "    esac",
            '    COMPREPLY=($(compgen -W "$words" -- "$now"))',
            '    [ "${now#-}" = "$now" ] && COMPREPLY+=($(compgen -f -- "$now"))',
            "}",
            "complete -o filenames -F _toc_pi toc-pi",
            "",
        ]
    )


def _actions(parser: Parser) -> Iterator[argparse.Action]:
    """Every argument of a command and its subcommands, except `--help`."""
    for action in parser._actions:
        if isinstance(action, argparse._HelpAction):
            continue
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)


def _words(action: argparse.Action) -> list[str]:
    long = [option for option in action.option_strings if option.startswith("--")]
    return long or [str(choice) for choice in action.choices or ()]


def _heading(action: argparse.Action) -> str:
    taken = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    word = " ".join(taken) if isinstance(taken, tuple) else str(taken)
    options = ", ".join(rf"\fB{_plain(option)}\fR" for option in action.option_strings)
    return f"{options} \\fI{_plain(word)}\\fR".strip() if action.nargs != 0 else options


def _help(action: argparse.Action) -> str:
    if not action.help or isinstance(action, argparse._SubParsersAction):
        return ""
    shown = {**vars(action), "prog": "toc-pi"}
    if action.choices is not None:
        shown["choices"] = ", ".join(map(str, action.choices))
    return action.help % shown


def _plain(text: str) -> str:
    """Text as man(7) needs it: hyphens that are minus signs, no line that begins with a macro."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{safe}" if safe[:1] in (".", "'") else safe


def main() -> None:
    """Write both files, in English regardless of the environment."""
    os.environ["LC_ALL"] = "C.UTF-8"
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "toc-pi.1").write_text(write_manual(), encoding="utf-8")
    (FOLDER / "toc-pi.bash").write_text(write_completion(), encoding="utf-8")


if __name__ == "__main__":
    main()
