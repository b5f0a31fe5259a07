"""The command `cards`: a family's own pack is learned, shown and forgotten."""

import json
import select
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from hardware.camera import Frame
from hardware.capture import Film
from toc_pi.app.cards.learning import PackKeeper, load_pack, save_pack
from toc_pi.app.cards.pack_scan import (
    DONE,
    NAME,
    NONE,
    WITH_JOKERS,
    WITHOUT_JOKERS,
    PackScan,
    PackView,
    in_order,
)
from toc_pi.app.journaled_game import hold_folder, stored_game_folders
from toc_pi.app.recording.clip import load_clip
from toc_pi.cli.arguments import Arguments, argument, check_camera, either, part, parts
from toc_pi.cli.terminal import complain, in_words, say
from toc_pi.errors import BadInput
from toc_pi.events import RANKS, Card
from toc_pi.languages import face_of, listed, load_texts, spoken
from toc_pi.messages import said
from toc_pi.store.folder import DiskWorker
from toc_pi.store.settings import DataFolders, load_settings
from toc_pi.vision.cards.family_pack import FamilyPack, alike

NOTHING = "0"
"""What is typed where the last card is none."""


def arguments(_command: str) -> Arguments:
    pack = argument("--pack", type=Path, metavar="FILE", help="the pack's file (default: the table's)")
    learn = part(
        "learn",
        argument(
            "--order",
            nargs="*",
            metavar="CARD",
            help="the cards are laid in this order; without cards: each suit from ace to king, then the "
            "jokers",
        ),
        argument("--size", type=int, choices=(WITHOUT_JOKERS, WITH_JOKERS), help="cards in the pack"),
        either(
            argument("--film", metavar="CLIP", help="learn from a clip's film instead of a camera"),
            argument("--camera", metavar="C", help="auto, pi, 'usb 0' or 'film PATH' (default: as set)"),
        ),
        argument("--no-screen", action="store_true", help="no window"),
        pack,
        help="lay the pack down card by card before the camera, which learns how it looks",
        epilog="example: toc-pi cards learn",
    )
    show = part(
        "show",
        argument("--json", action="store_true", help="print a JSON object"),
        pack,
        help="say what is known of the pack",
        epilog="example: toc-pi cards show",
    )
    forget = part(
        "forget",
        argument("ranks", nargs="*", metavar="CARD", help="only these (default: all)"),
        pack,
        help="forget the pack, or some of its ranks",
        epilog="example: toc-pi cards forget",
    )
    return (parts("learn|show|forget", learn, show, forget),)


def execute(_command: str, options: Namespace) -> int:
    """Learn, show or forget a pack.

    Raises:
        BadInput: no such card, clip or camera.
        DamagedStore: the pack's file is damaged; it was put aside.
    """
    places = stored_game_folders(complain)
    path = options.pack or places.pack
    if options.part == "show":
        _show(load_pack(path), as_json=options.json)
        return 0
    with nullcontext() if options.pack is not None else hold_folder(places, complain, "cards"):
        if options.part == "forget":
            _forget(path, _cards(options.ranks))
        elif options.film is not None:
            _learn_film(options, path)
        else:
            _learn(options, places, path)
    return 0


TYPED = {"JOKER": "*", "★": "*", "V": "J", "D": "Q", "R": "K"}
"""Other names of ranks: a star means files to a shell, and packs from France have other letters."""


def _cards(names: Sequence[str]) -> tuple[Card, ...]:
    """Ranks as people write them.

    Raises:
        BadInput: one of them is none.
    """
    cards = tuple(TYPED.get(name.upper(), name.upper()) for name in names)
    for name, card in zip(names, cards, strict=True):
        if card not in RANKS:
            raise BadInput("{card} isn't a card; cards are {names}", card=name, names=" ".join(RANKS))
    return tuple(map(Card, cards))


def _laying(options: Namespace, size: int) -> PackScan:
    size = options.size or size
    if options.order is None:
        return PackScan(size)
    return PackScan(size, _cards(options.order) or in_order(size))


def _show(pack: FamilyPack, *, as_json: bool) -> None:
    weights = {rank: sum(one.weight for one in means) for rank, means in pack.means.items()}
    looks = {rank: round(weights[rank], 1) for rank in RANKS if rank in weights}
    pairs = alike(pack)
    if as_json:
        print(json.dumps({"looks": looks, "alike": [list(pair) for pair in pairs]}))
        return
    if not looks:
        say("nothing is known of this pack yet; teach it: toc-pi cards learn")
        return
    shown = "  ".join(f"{face_of(rank)} {weight:g}" for rank, weight in looks.items())
    say("looks that are known of each rank: {ranks}", ranks=shown)
    missing = " ".join(rank for rank in RANKS if rank not in looks)
    if missing:
        say("not known yet: {ranks}", ranks=missing)
    _tell_alike(pack)


def _tell_alike(pack: FamilyPack) -> None:
    names, language = load_texts("names", spoken())["cards"], spoken()
    for pair in alike(pack):
        say("look the same to the camera: {pair}", pair=listed([names[one] for one in pair], language))


def _forget(path: Path, ranks: tuple[Card, ...]) -> None:
    pack = load_pack(path)
    means = {rank: means for rank, means in pack.means.items() if ranks and rank not in ranks}
    save_pack(path, replace(pack, means=means))
    gone = [face_of(rank) for rank in RANKS if rank in pack.means and rank not in means]
    say("forgotten: {ranks}", ranks=" ".join(gone) or "-")


def _learn_film(options: Namespace, path: Path) -> None:
    """Learn a pack that is laid down in a clip's film, and tell each card."""
    from toc_pi.app.cards.learning import learn_from_film, pack_size

    clip, disk = load_clip(options.film), DiskWorker()
    keeper = PackKeeper(path, disk, complain)
    laying = _laying(options, pack_size(clip))
    face = PackTerminal()
    for each in learn_from_film(clip, Film(clip.film), laying, keeper):
        laying = each
        face.show(PackView(laying), None)
    disk.wait()
    if not laying.order:
        say("nothing was learned: in a film nobody puts a card right; tell its cards with --order")
    _tell_alike(keeper.pack)


def _learn(options: Namespace, places: DataFolders, path: Path) -> None:
    """Learn a pack at the table: in a window, or typed."""
    from toc_pi.app.cards.learning import PackWindow, learn_at_table, pack_size
    from toc_pi.screen.display import NoDisplay
    from toc_pi.screen.window import Window

    settings = load_settings(places.settings)
    if options.camera is not None:
        check_camera(options.camera)
        settings = replace(settings, camera=options.camera)
    laying = _laying(options, pack_size(settings))
    window = None
    if not options.no_screen:
        try:
            window = Window(title="toc-pi cards", turned=settings.turned)
        except NoDisplay as error:
            complain("no window ({why}); going on as text", why=error)
    try:
        face = PackTerminal() if window is None else PackWindow(window, settings.language, settings.faces)
        laying = learn_at_table(settings, places, face, laying, path, complain)
    finally:
        if window is not None:
            window.close()
    say("{done} of {size} cards counted", done=laying.done, size=laying.size)
    _tell_alike(load_pack(path))


class PackTerminal:
    """A terminal: a line for each card; a rank that is typed names the last one."""

    def __init__(self) -> None:
        self._told = ""
        self._typed = sys.stdin is not None and sys.stdin.isatty()
        self._complete = False

    def show(self, view: PackView, _newest: Frame | None) -> None:
        """Print what has changed."""
        line = in_words(view.message) if view.message else _line(view.laying)
        if line and line != self._told:
            print(line, flush=True)
        self._told = line
        self._complete = view.laying.complete

    def touches(self) -> tuple[str, ...]:
        """What was typed, a line at a time: a rank, 0 for no card, an empty line for the end."""
        if self._complete:
            return (DONE,)
        if not self._typed or not select.select([sys.stdin], [], [], 0.0)[0]:
            return ()
        typed = sys.stdin.readline()
        word = typed.strip()
        if not word:
            return (DONE, DONE)
        if word == NOTHING:
            return (NONE,)
        try:
            (card,) = _cards([word])
        except BadInput as error:
            complain(str(error))
            return ()
        return (f"{NAME}:{card}",)


def _line(laying: PackScan) -> str:
    if not laying.cards:
        return ""
    last, state = laying.cards[-1], laying.last_state
    count = f"{laying.done:>2}/{laying.size}  "
    if state == "right" and last.card is not None:
        return count + last.card
    if state == "too-many":
        return count + in_words(said("{card}, once too often; which card is it?", card=last.card))
    likely = last.read or last.likely
    if likely is None:
        return count + in_words("not read; which card is it?")
    return count + in_words(said("perhaps {card}; which card is it?", card=likely))
