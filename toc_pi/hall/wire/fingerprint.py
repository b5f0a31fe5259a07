"""Secrets and certificate fingerprints as letters that can be typed at a table's screen."""

import hashlib

LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Without i, l and o, which look like other characters."""
GROUPS, GROUP = 4, 4
VALUES = len(LETTERS) ** (GROUPS * GROUP)
"""The number of different secrets: 72 bits."""


def encode_letters(number: int) -> str:
    """Encode a number below `VALUES` as sixteen letters in groups of four."""
    letters = ""
    for _ in range(GROUPS * GROUP):
        number, at = divmod(number, len(LETTERS))
        letters += LETTERS[at]
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def fingerprint(certificate: bytes) -> str:
    """The fingerprint of a certificate (DER), truncated to 72 bits."""
    return encode_letters(int.from_bytes(hashlib.sha256(certificate).digest(), "big") % VALUES)
