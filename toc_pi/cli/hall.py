"""`toc-pi hall`: a tournament's hall and its accounts. In Debian it comes with the package toc-pi-hall."""

import argparse
import os
import secrets
import ssl
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from toc_pi.app.process import end_if_asked, interrupt_on_signals, notify
from toc_pi.cli.arguments import Arguments, argument, writing
from toc_pi.cli.terminal import complain, say
from toc_pi.documents import read_text
from toc_pi.errors import BadInput
from toc_pi.hall.service.accounts import SALT_BYTES, Accounts, Role, load_accounts, save_accounts
from toc_pi.hall.service.page_files import slips_page, write_pages
from toc_pi.hall.service.serving import open_hall, serve
from toc_pi.hall.wire.link import VALUES, Login, encode_letters, fingerprint
from toc_pi.hall.wire.protocol import NAMES, is_name
from toc_pi.store.hall import KEY, Slip, load_password, read_hall, write_password
from toc_pi.store.settings import find_places

ADDING: Mapping[str, Role] = {
    "add-table": "table",
    "add-arbiter": "arbiter",
    "add-wall": "wall",
    "add-home": "home",
}
REMOVING: Mapping[str, Role] = {name.replace("add", "remove"): role for name, role in ADDING.items()}
ACTIONS = ("run", "write-pages", "fingerprint", *ADDING, *REMOVING)
HERE = "mqtt://127.0.0.1"
RELOAD = "now let mosquitto read its accounts again: sudo systemctl reload mosquitto"
PEM_END = "-----END CERTIFICATE-----"
DATABASE = "TOC_PI_HALL_DATABASE"
"""The environment's variable with the database's URL: arguments are seen by everybody on a machine."""


def arguments(_command: str) -> Arguments:
    return (
        argument(
            "action",
            nargs="?",
            default="run",
            choices=ACTIONS,
            metavar="ACTION",
            help="run (the usual one), write-pages, fingerprint; add- or remove- with table, arbiter, wall, "
            "home",
        ),
        argument(
            "names",
            nargs="*",
            metavar="WHO",
            help="whose accounts are added or removed; where the pages are written; nginx's certificate",
        ),
        argument("--hall", default="hall", metavar="NAME", help="the hall's name (default: hall)"),
        argument(
            "--tournament",
            default="",
            metavar="NAME",
            help="another one of the same hall, with its accounts (default: the hall's name)",
        ),
        argument(
            "--slips",
            type=Path,
            metavar="FILE",
            help="with add-table: write slips to be printed, for the broker at --broker",
        ),
        argument("--certificate", type=Path, metavar="FILE", help="nginx's own one, for the slips"),
        argument(
            "--broker",
            default=HERE,
            metavar="URL",
            help="mqtts://HOST or mqtt://HOST (default: this machine)",
        ),
        argument("--authority", type=Path, metavar="FILE", help="the broker's certificate authority"),
        argument(
            "--folder",
            type=Path,
            metavar="FOLDER",
            help="of accounts and results (default: in the state folder)",
        ),
    )


def execute(_command: str, options: argparse.Namespace) -> int:
    """Run a hall, or change its accounts; returns the exit status.

    Raises:
        BadInput: wrong use, or something is missing.
        DamagedStore: what is stored can't be read.
    """
    if not is_name(options.hall):
        raise BadInput("--hall {name}: {allowed} are needed", name=options.hall, allowed=NAMES)
    tournament = options.tournament or options.hall
    if not is_name(tournament):
        raise BadInput("--tournament {name}: {allowed} are needed", name=tournament, allowed=NAMES)
    folder = options.folder or find_places(os.environ, Path.home()).state / "hall"
    if options.action == "run":
        return _run(options, folder, tournament)
    if not options.names:
        raise BadInput("toc-pi hall {action}: a name is missing", action=options.action)
    if options.action in ADDING:
        _add(options, folder)
    elif options.action in REMOVING:
        _remove(options, folder)
    else:
        for name in options.names:
            if options.action == "write-pages":
                with writing(Path(name)):
                    write_pages(Path(name))
                say("{path}: the wall and the arbiter's page are there", path=name)
            else:
                say("{path}: {letters}", path=name, letters=certificate_fingerprint(Path(name)))
    return 0


def _add(options: argparse.Namespace, folder: Path) -> None:
    """Add accounts, all or none."""
    role = ADDING[options.action]
    accounts, passwords = _with_hall(folder, load_accounts(folder, options.hall)), dict[str, str]()
    for name in options.names:
        accounts, passwords[name] = _having(accounts, name, role)
    if options.slips is not None:
        _write_slips(options, passwords)
    save_accounts(folder, accounts)
    if options.slips is None:
        for name, password in passwords.items():
            say("{name}: the password is {password}", name=name, password=password)
    else:
        say("{path}: {count} slips to be printed", path=options.slips, count=len(passwords))
    say(RELOAD)


def _remove(options: argparse.Namespace, folder: Path) -> None:
    """Take accounts away, all or none."""
    accounts = _with_hall(folder, load_accounts(folder, options.hall))
    for name in options.names:
        accounts = accounts.without_account(name, REMOVING[options.action])
    save_accounts(folder, accounts)
    say(RELOAD)


def _write_slips(options: argparse.Namespace, passwords: Mapping[str, str]) -> None:
    """Write the tables' slips, which nobody else may read, into a new file."""
    if options.action != "add-table" or options.broker == HERE:
        raise BadInput("--slips: only with add-table, and --broker mqtts://HOST as the tables find it")
    certificate = "" if options.certificate is None else certificate_fingerprint(options.certificate)
    slips = [Slip(options.broker, options.hall, *one, certificate) for one in passwords.items()]
    for slip in slips:
        read_hall({KEY: {"broker": slip.broker, "table": slip.table}}, options.slips)
    try:
        with os.fdopen(os.open(options.slips, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(slips_page(slips))
    except OSError as error:
        raise BadInput("{path}: can't be written ({why})", path=options.slips, why=error.strerror) from error


def certificate_fingerprint(path: Path) -> str:
    """The fingerprint of a certificate's file.

    Raises:
        BadInput: there is none in it.
    """
    text = read_text(path)
    begin = text.find("-----BEGIN CERTIFICATE-----")
    try:
        return fingerprint(ssl.PEM_cert_to_DER_cert(text[begin : text.index("-----END", begin)] + PEM_END))
    except ValueError as error:
        raise BadInput("{path}: no certificate ({why})", path=path, why=error) from error


def _run(options: argparse.Namespace, folder: Path, tournament: str) -> int:
    interrupt_on_signals()
    given = os.environ.get("CREDENTIALS_DIRECTORY")  # systemd's LoadCredential
    password = load_password(*([Path(given)] if given else []), folder)
    account = Login(options.broker, "hall", password, options.authority)
    url = os.environ.get(DATABASE)
    with open_hall(url, folder, options.hall, tournament) as database, suppress(KeyboardInterrupt):
        notify("READY=1")
        serve(database, account, options.hall, tournament, complain, end_if_asked)
    return 0


def _with_hall(folder: Path, accounts: Accounts) -> Accounts:
    """The accounts with the hall's own, whose password stays in its folder."""
    if "hall" in accounts.known:
        return accounts
    accounts, password = _having(accounts, "hall", "hall")
    write_password(folder, password)
    return accounts


def _having(accounts: Accounts, name: str, role: Role) -> tuple[Accounts, str]:
    password = encode_letters(secrets.randbelow(VALUES))  # it is typed on a table's screen
    return accounts.with_account(name, role, password, secrets.token_bytes(SALT_BYTES)), password
