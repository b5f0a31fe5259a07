"""TLS to a broker: which certificates are trusted, and a readable reason why one isn't."""

import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

from calibration.files.disk import Unreadable, read_text
from toc_pi.errors import BadInput
from toc_pi.hall.wire.fingerprint import fingerprint
from toc_pi.messages import said

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
    """The TLS context of a connection.

    Args:
        authority: file of the broker's certificate authority; None for the system's.
        certificate: fingerprint of the only certificate to trust, whoever signed it; "" to trust authorities.
        refuse: called with the reason when a broker isn't trusted; "" if the broker isn't at fault.

    Raises:
        BadInput: the file holds no certificate authority.
    """
    try:
        trusted = None if authority is None else read_text(authority, plain=True)
        context = ssl.create_default_context(cadata=trusted)
    except (Unreadable, OSError, ValueError) as error:
        raise BadInput("{path}: no certificate ({why})", path=authority, why=error) from error
    if certificate:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    class Checked(ssl.SSLSocket):
        """A TLS socket that checks the certificate before anything is sent, and closes if it is refused."""

        def do_handshake(self, block: bool = False) -> None:
            """Shake hands.

            Raises:
                OSError: the certificate isn't trusted, or the peer doesn't speak TLS or doesn't answer.
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
