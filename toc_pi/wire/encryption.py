"""TLS to a broker: which certificate is trusted, and in a sentence why one isn't."""

import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.files.disk import Unreadable, read_text
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.wire.fingerprint import fingerprint

ANOTHER = said("its certificate isn't the one that this table trusts")
UNSIGNED = said("its certificate is signed by nobody whom this machine trusts")
PLAIN = said("it doesn't encrypt there")
_FAULTS = {
    9: said("its certificate isn't valid yet, by this machine's date"),
    10: said("its certificate has expired, by this machine's date"),
    62: said("its certificate is for another name"),
    64: said("its certificate is for another address"),
}
"""By OpenSSL's numbers: x509_vfy.h."""


def encryption(authority: Path | None, certificate: str, refuse: Callable[[str], object]) -> ssl.SSLContext:
    """How a connection is encrypted.

    Args:
        authority: the file of the broker's certificate authority; None for those of the system.
        certificate: the fingerprint of the only one to be trusted, whoever signed it; "" for authorities.
        refuse: called with the reason when a broker isn't trusted; "" if it is none of the broker's.

    Raises:
        BadInput: there is no authority in the file.
    """
    try:
        trusted = None if authority is None else read_text(authority, plain=True)
        context = ssl.create_default_context(cadata=trusted)
    except (Unreadable, OSError, ValueError) as error:
        raise BadInput("{path}: no certificate ({why})", path=authority, why=error) from error
    if certificate:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    class Checked(ssl.SSLSocket):
        """Checks the certificate before anything is sent; closed if it won't do."""

        def do_handshake(self, block: bool = False) -> None:
            """Shake hands.

            Raises:
                OSError: it isn't trusted, nobody encrypts there, or nobody answers.
            """
            try:
                super().do_handshake(block)
                found: Any = self.getpeercert(binary_form=True)
                if certificate and fingerprint(found or b"") != certificate:
                    raise ssl.SSLCertVerificationError(str(ANOTHER))
            except OSError as error:
                refuse(_reason(error, ANOTHER if certificate else UNSIGNED))
                self.close()
                raise

    context.sslsocket_class = Checked
    return context


def _reason(error: OSError, untrusted: str) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _FAULTS.get(getattr(error, "verify_code", 0), untrusted)
    return PLAIN if isinstance(error, ssl.SSLError | ConnectionError) else ""
