"""Secrets and certificates as letters that a table's screen can type; trusting one certificate alone."""

import hashlib
import ssl

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


def trusting(wanted: str) -> ssl.SSLContext:
    """Encrypts for whoever has the certificate with a fingerprint, whoever signed it, and for nobody else."""

    class OneCertificate(ssl.SSLSocket):
        """Checks the certificate before anything is sent."""

        def do_handshake(self, block: bool = False) -> None:
            """Shake hands.

            Raises:
                SSLCertVerificationError: it is another certificate.
            """
            super().do_handshake(block)
            if fingerprint(self.getpeercert(binary_form=True) or b"") != wanted:
                raise ssl.SSLCertVerificationError("another certificate")

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.sslsocket_class = OneCertificate
    return context
