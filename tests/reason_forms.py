"""For each reason, the forms of its sentence that name more than the rule."""

from collections.abc import Mapping

from toc_pi.rules.reasons.particulars import SHIELDS

FORMS: Mapping[str, tuple[str, ...]] = {
    "must-play": ("go", "out", "swap"),
    "took-protected": (*SHIELDS, "home"),
    "passed-protected": SHIELDS,
    "passed-pawn": ("own", "any"),
    "swapped-protected": SHIELDS,
    "moved-protected": SHIELDS,
    "crossed-own-start": ("start",),
    "home-jumped": ("over",),
    "home-backward": ("inside",),
    "home-closed": ("own", "none"),
    "home-not-yours": ("owner",),
    "wrong-pawn": ("own", "mate", "opponent", "track", "same"),
    "cannot-come-out": ("cards",),
    "wrong-start": ("start",),
    "no-swap": ("cards",),
    "swap-pair": ("own", "strangers", "home", "centre"),
    "jump-missing": ("on",),
    "jump-not-allowed": ("none", "twice", "swap"),
    "no-centre": ("cards", "seven"),
    "capture-forbidden": ("own", "team"),
    "wrong-direction": ("back", "forward"),
    "split-total": ("short", "over"),
    "too-many-pawns": ("one", "limit", "many"),
    "wrong-distance": ("numbers", "swap", "out"),
}
