"""A table's slip: what it is told of its hall, as a line that a QR code holds and its camera reads."""

from dataclasses import dataclass

MARK = "TOC-PI"


@dataclass(frozen=True, slots=True)
class Slip:
    """What is typed at a table, or read there.

    Attributes:
        broker: `mqtts://host`, or `mqtt://host` without encryption.
        hall, table, password: as in the settings.
        certificate: the fingerprint of the broker's; "" for one of a known authority.
    """

    broker: str
    hall: str
    table: str
    password: str
    certificate: str = ""

    @property
    def line(self) -> str:
        """All of it in a line; capitals alone make a QR code smaller."""
        parts = (MARK, self.broker, self.hall, self.table, self.password, self.certificate)
        return " ".join(filter(None, parts)).upper()


def read_slip(line: str) -> Slip | None:
    """The slip of a line; None for a line of something else."""
    mark, *parts = line.split(" ")
    if mark != MARK or not 4 <= len(parts) <= 5:
        return None
    return Slip(*(part.lower() for part in parts))
