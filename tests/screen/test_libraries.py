"""Libraries that a desktop window needs besides pygame are named, with the command that installs them."""

import pytest

from toc_pi.screen import display as libraries


def test_what_is_missing_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "X11", {"libno-such-thing.so.9": "libno9", "libc.so.6": "libc6"})
    monkeypatch.setenv("DISPLAY", ":0")
    assert libraries.missing_packages() == ("libno9",)
    assert libraries.advice() == "; a window needs: sudo apt install libno9"


def test_a_desktop_without_x11_needs_other_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "WAYLAND", {"libc.so.6": "libc6"})
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert libraries.advice() == ""
