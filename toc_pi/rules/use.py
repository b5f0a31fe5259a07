"""One use of a card, and its text form (RULES 3)."""

import re
from dataclasses import dataclass

from toc_pi.errors import BadInput
from toc_pi.messages import said

_USE = re.compile(r"(?:(?P<plain>out|swap|centre|pass|any-card)"
                  r"|(?P<way>-|opp |any )?(?P<number>[1-9]|1[0-8])(?P<mows> !)?"
                  r"|split (?P<split>[2-9])(?P<splits> !)?)")  # fmt: skip
# The kinds of uses by the word before the number, and how each is written.
_WAYS = {None: "forward", "-": "back", "opp ": "opponent", "any ": "any"}
_WRITTEN = {"forward": "{}", "back": "-{}", "opponent": "opp {}", "any": "any {}", "split": "split {}"}
USES = (
    "out, swap, centre, pass, any-card, or n, -n, opp n, any n (n 1 to 18), split n (2 to 9), these with ' !'"
)


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that a card can do (RULES 3).

    Attributes:
        kind: out, swap, centre, pass, any-card; or, with a number, forward, back, opponent, any, split.
        number: number of holes, 1 to 18 (split 2 to 9); 0 if the kind has none.
        mows: whether it captures what it passes (`!`).
    """

    kind: str
    number: int = 0
    mows: bool = False

    def __str__(self) -> str:
        """Write it as section 3 does: `split 7 !`."""
        return _WRITTEN.get(self.kind, self.kind).format(self.number) + " !" * self.mows

    @classmethod
    def parse(cls, text: str) -> "Use":
        """Read a use as section 3 writes it.

        Raises:
            BadInput: it isn't one.
        """
        found = _USE.fullmatch(text)
        if found is None:
            raise BadInput(
                said("{text} isn't a use of a card; allowed are {USES}", text=repr(text), USES=USES)
            )
        if found["plain"]:
            return cls(found["plain"])
        if found["split"]:
            return cls("split", int(found["split"]), bool(found["splits"]))
        return cls(_WAYS[found["way"]], int(found["number"]), bool(found["mows"]))
