"""Error messages in a person's language."""

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calibration.pose.found_pose import CORNERS_HELP
from toc_pi.errors import BadInput, did_you_mean, there_already
from toc_pi.languages import translated
from toc_pi.messages import Message, joined, on_one_line, said


@given(st.text(), st.integers())
def test_details_stay_as_they_are(path: str, number: int) -> None:
    assume(translated(path, "fr") == path)
    message = said("{path}: there is no game {number} (toc-pi games lists them)", path=path, number=number)
    assert translated(message, "en") == message
    expected = f"{path}\u00a0: il n'y a pas de partie {number} (toc-pi games les énumère)"
    assert translated(message, "fr") == expected


def test_messages_within_messages_are_translated() -> None:
    first = "camera: picamera2 is missing (sudo apt install python3-picamera2)"
    second = said("camera {number}: no such USB camera, or another program uses it", number=0)
    message = said("no camera found ({why})", why=joined((first, second)))
    assert translated(message, "fr") == (
        "aucune caméra (caméra\u00a0: picamera2 manque (sudo apt install python3-picamera2)\u00a0; "
        "caméra 0\u00a0: caméra USB introuvable, ou un autre programme s'en sert)"
    )


def test_an_error_hands_its_message_on_whole() -> None:
    try:
        raise there_already("a.toml")
    except BadInput as error:
        outer = BadInput(said("{path}: {why}", path="table", why=error))
    assert isinstance(str(outer), Message)
    assert translated(str(outer), "fr") == (
        "table\u00a0: a.toml\u00a0: existe déjà\u00a0; rien n'est écrasé, donnez un autre nom"
    )
    assert str(pickle.loads(pickle.dumps(outer))) == str(outer)
    assert translated(str(pickle.loads(pickle.dumps(outer))), "fr") == translated(str(outer), "fr")


def test_a_guess_is_part_of_the_message() -> None:
    message = said(
        "unknown option {option}{perhaps}", option="--hlep", perhaps=did_you_mean("--hlep", ["--help"])
    )
    assert message == "unknown option --hlep, perhaps --help"
    assert translated(message, "fr") == "option inconnue --hlep, peut-être --help"


def test_a_message_on_one_line_keeps_its_sentence() -> None:
    message = on_one_line(said("{path}: can't be written ({why})", path="a\nb", why="  no   disk "))
    assert message == "a b: can't be written (no disk)"
    assert translated(message, "fr") == "a b\u00a0: impossible d'y écrire (no disk)"


def test_a_message_that_nobody_knows_stays_as_it_is() -> None:
    assert translated("a {brace} and more", "fr") == "a {brace} and more"
    assert translated(said("a sentence about {what}", what="a {brace}"), "fr") == "a sentence about a {brace}"
    assert translated("", "fr") == ""


@pytest.mark.parametrize("message", CORNERS_HELP)
def test_advice_that_is_kept_under_a_name_has_french_too(message: str) -> None:
    assert translated(message, "fr") != message
