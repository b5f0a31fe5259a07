"""A table's slip: its access data for a hall, as a line for a QR code."""

from dataclasses import dataclass

MARK = "TOC-PI"


@dataclass(frozen=True, slots=True)
class Slip:
    """Access data that is typed at a table, or scanned.

    Attributes:
        broker: `mqtts://host`, or `mqtt://host` without encryption.
        hall, table, password: as in the settings.
        certificate: fingerprint of the broker's certificate; "" for a known authority.
    """

    broker: str
    hall: str
    table: str
    password: str
    certificate: str = ""

    @property
    def line(self) -> str:
        """The data as one line; capitals make a QR code smaller."""
        parts = (MARK, self.broker, self.hall, self.table, self.password, self.certificate)
        return " ".join(filter(None, parts)).upper()


def read_slip(line: str) -> Slip | None:
    """Parse a slip's line; None for any other text."""
    mark, *parts = line.split(" ")
    if mark != MARK or not 4 <= len(parts) <= 5:
        return None
    return Slip(*(part.lower() for part in parts))
