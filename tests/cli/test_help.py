"""Help in French: every text, and the messages about a wrong command line."""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from toc_pi.cli.main import COMMANDS, main, parser_of
from toc_pi.cli.terminal import in_words


def words_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The texts for people about a command and its parts."""
    yield from filter(None, (parser.description, parser.epilog))
    for action in parser._actions:
        if action.help and not isinstance(action, argparse._HelpAction):  # argparse's own, in French already
            yield action.help
        if isinstance(action, argparse._SubParsersAction):
            yield from (str(choice.help) for choice in action._choices_actions)
            for part in action.choices.values():
                yield from words_of(part)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_word_of_help_has_french(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = COMMANDS[name]
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert in_words(command.summary) != command.summary
    parser = parser_of(name)
    parser.description = None  # composed of the summary
    for words in words_of(parser):
        assert in_words(words) != words


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main([*words, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


def test_help_is_shown_in_the_language_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "calibrate  trouver le plateau" in help_of(capsys)
    french = help_of(capsys, "board", "learn")
    assert french.startswith("usage\u00a0: toc-pi board learn [-h]")
    assert "--holes FICHIER" in french
    assert "exemple\u00a0: toc-pi board learn" in french
    assert "dessiner un plateau" in help_of(capsys, "board")
    monkeypatch.setenv("LC_ALL", "C")
    english = help_of(capsys, "board", "learn")
    assert english.startswith("usage: toc-pi board learn [-h]")
    assert "--holes FILE" in english


@pytest.mark.parametrize("preferred", ["C", "fr", "en:fr"])
@pytest.mark.parametrize(
    ("place", "said"), [("fr_CA.UTF-8", "N\u00a0: 'x' n'est pas un nombre (voir"), ("C", "value: 'x' (see")]
)
def test_a_message_is_in_one_language_whatever_gettext_prefers(
    preferred: str, place: str, said: str, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    monkeypatch.setenv("LANGUAGE", preferred)
    monkeypatch.setenv("LC_ALL", place)
    assert said in refused("export", "x")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["test"], "toc-pi: test\u00a0: il manque\u00a0: PIÈCE (voir toc-pi test --help)"),
        (
            ["export", "x"],
            "toc-pi: export\u00a0: N\u00a0: 'x' n'est pas un nombre (voir toc-pi export --help)",
        ),
        (["watch", "a", "b"], "toc-pi: watch\u00a0: inconnu\u00a0: b (voir toc-pi watch --help)"),
        (["calibrate", "x", "--corners", "1"], "--corners\u00a0: il faut 4 valeurs"),
        (["watch", "sample", "--screen", "--no-screen"], "--no-screen\u00a0: pas avec --screen"),
        (["test", "foo"], "n'existe pas\u00a0; choisissez parmi"),
        (["foo"], "toc-pi: COMMANDE\u00a0: "),
        (["calibrate", "no.png"], "toc-pi: no.png\u00a0: pas d'image ni de clip de ce nom\n"),
        (["--nope"], "toc-pi: option inconnue --nope (voir toc-pi --help)"),
    ],
)
def test_a_wrong_command_line_is_refused_in_french(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert said in refused(*words)


@pytest.mark.parametrize("command", ["cards", "board"])
def test_a_command_of_several_parts_gives_help_without_one(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 0
    assert f"example: toc-pi {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--hlep"], "unknown option --hlep, perhaps --help (see toc-pi --help)"),
        (["wach", "sample"], "'wach', perhaps watch"),
        (["watch", "--spede", "3", "sample"], "watch: unknown option --spede, perhaps --speed"),
        (["export", "--notatoin"], "export: unknown option --notatoin, perhaps --notation"),
        (["board", "lern"], "'lern', perhaps learn"),
        (["test", "camra"], "'camra', perhaps camera"),
        (["rules", "qebec"], 'rules = "qebec", perhaps quebec'),
        (["rules", "Quebek"], 'rules = "Quebek", perhaps quebec'),
        (["rules", "quebec", "--house", "seven-too"], 'house = "seven-too", perhaps seven-two'),
        (["learn", "jakc-swaps"], "perhaps jack-swaps"),
    ],
)
def test_what_was_probably_meant_is_named(words: list[str], said: str, refused: Callable[..., str]) -> None:
    assert said in refused(*words)


def test_the_beginning_of_an_option_and_what_follows_two_dashes_are_no_mistakes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "quebec", "--mark"]) == 0
    assert main(["legal", "--", "--no-such-file"]) == 2
    assert "unknown option" not in capsys.readouterr().err


def test_the_version_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert re.fullmatch(r"toc-pi \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize("columns", [36, 60, 80, 200])
def test_a_page_of_rules_keeps_to_the_terminals_width(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["rules", "fadoq", "--lang", "fr"]) == 0
    widest = max(map(len, capsys.readouterr().out.splitlines()))
    assert min(columns, 80) - 12 <= widest <= min(columns, 80)


def test_a_command_in_a_message_works_as_it_is_written() -> None:
    asked = subprocess.run([sys.executable, "-m", "toc_pi", "export"], capture_output=True, text=True)
    advice = re.fullmatch(r"toc-pi: .* \(see (.+)\)\n", asked.stderr)
    assert advice is not None
    shown = subprocess.run(advice[1], shell=True, capture_output=True, text=True, env={"LC_ALL": "C"})
    assert (shown.returncode, shown.stderr) == (0, "")
    assert f"{advice[1].removesuffix(' --help')} 1" in " ".join(shown.stdout.split()), "its example, too"
