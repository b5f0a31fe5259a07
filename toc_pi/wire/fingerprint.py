"""Secrets and certificates as letters that a table's screen can type."""

import hashlib

LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Without i, l and o, which look like others."""
GROUPS, GROUP = 4, 4
VALUES = len(LETTERS) ** (GROUPS * GROUP)
"""How many different ones there are: 72 bits."""


def spelt(number: int) -> str:
    """A number below `VALUES` as sixteen letters in groups of four."""
    letters = ""
    for _ in range(GROUPS * GROUP):
        number, at = divmod(number, len(LETTERS))
        letters += LETTERS[at]
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def fingerprint(certificate: bytes) -> str:
    """A certificate (DER) as letters: nobody can make another one with the same."""
    return spelt(int.from_bytes(hashlib.sha256(certificate).digest(), "big") % VALUES)
