"""The broker's accounts and their rights: mosquitto's password and ACL files.

Accounts are stored in one file, from which both of mosquitto's files are generated. On SIGHUP mosquitto reads
them again and disconnects clients that they no longer list. Formats: mosquitto.conf(5), acl_file and
password_file.
"""

import grp
import hashlib
import json
import os
import shutil
from base64 import b64encode
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from calibration.files.disk import is_missing
from toc_pi.documents import read_json
from toc_pi.errors import BadInput
from toc_pi.hall.wire.protocol import NAMES, OF_A_TABLE, RESERVED, Topics, discovery, is_name
from toc_pi.store.folder import write_over

Role = Literal["hall", "wall", "table", "arbiter", "home"]
ROLES: tuple[Role, ...] = get_args(Role)
FILE, PASSWORDS, PAGES_PASSWORDS, ACCESS = "accounts.json", "passwords", "passwords-pages", "access"
ON_PAGES: tuple[Role, ...] = ("wall", "arbiter")
"""Roles that may connect through the pages' WebSockets."""
ITERATIONS = 101  # mosquitto's default; passwords are random, so more wouldn't help
SALT_BYTES, HASH_BYTES = 12, 64
GROUP = "mosquitto"


@dataclass(frozen=True, slots=True)
class BrokerAccount:
    """One account: its role, and its password as mosquitto stores it."""

    role: Role
    hashed: str


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts of a hall, by name."""

    hall: str
    known: Mapping[str, BrokerAccount]

    def with_account(self, name: str, role: Role, password: str, salt: bytes) -> "Accounts":
        """Accounts with one added.

        Raises:
            BadInput: the name is invalid or taken.
        """
        if not is_name(name):
            raise BadInput("{name}: {allowed} are needed", name=name, allowed=NAMES)
        if name in self.known or (name in RESERVED and name != role):
            raise BadInput("{name}: there is such an account already", name=name)
        return replace(self, known={**self.known, name: BrokerAccount(role, hashed(password, salt))})

    def without_account(self, name: str, role: Role) -> "Accounts":
        """Accounts with one removed.

        Raises:
            BadInput: there is no such account of that role.
        """
        if name not in self.known or self.known[name].role != role:
            raise BadInput("{name}: there is no such account", name=name)
        return replace(self, known={key: one for key, one in self.known.items() if key != name})

    def passwords(self, roles: Collection[Role] = ROLES) -> str:
        """The content of mosquitto's password file for some roles."""
        known = sorted(self.known.items())
        return "".join(f"{name}:{one.hashed}\n" for name, one in known if one.role in roles)

    def access(self) -> str:
        """The content of mosquitto's ACL file; whatever it doesn't allow is forbidden."""
        blocks = (
            "\n".join([f"user {name}", *(f"topic {right}" for right in self._rights(name, one.role))])
            for name, one in sorted(self.known.items())
        )
        return "\n\n".join(("# Made by toc-pi hall; changes are lost.", *blocks)) + "\n"

    def _rights(self, name: str, role: Role) -> tuple[str, ...]:
        topics = Topics(self.hall)
        seen = (f"read {topics.root}/hall/#", f"read {topics.root}/table/#")
        match role:
            case "hall":
                asked = ("read " + topics("order", "+"), "write " + topics("answer", "+"))
                return (f"write {topics.root}/hall/#", *seen, *asked)
            case "wall":
                return seen
            case "arbiter":
                return (*seen, "write " + topics("order", name), "read " + topics("answer", name))
            case "home":
                return (f"read {topics.root}/table/#", "read homeassistant/#", "write homeassistant/status")
            case "table":
                own = (*(topics(kind, name) for kind in OF_A_TABLE), discovery(self.hall, name))
                told = (topics("taken", name), topics("seating", name), topics("hall_link"))
                return (*(f"write {topic}" for topic in own), *(f"read {topic}" for topic in (own[0], *told)))


def hashed(password: str, salt: bytes) -> str:
    """A password hash in mosquitto's format: PBKDF2 with SHA-512."""
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ITERATIONS, HASH_BYTES)
    return f"$7${ITERATIONS}${b64encode(salt).decode()}${b64encode(key).decode()}"


def load_accounts(folder: Path, hall: str) -> Accounts:
    """The accounts in a folder; none if there is no file yet.

    Raises:
        BadInput: the file can't be read, or belongs to another hall.
    """
    path = folder / FILE
    if is_missing(path):
        return Accounts(hall, {})
    found = read_json(path)
    try:
        known = {
            str(name): BrokerAccount(next(role for role in ROLES if role == one["role"]), str(one["hashed"]))
            for name, one in found["accounts"].items()
        }
        owner = str(found["hall"])
    except (KeyError, TypeError, AttributeError, StopIteration) as error:
        raise BadInput("{path}: no accounts", path=path) from error
    if owner != hall:
        raise BadInput("{path}: the accounts of the hall {hall}", path=path, hall=owner)
    return Accounts(hall, known)


def save_accounts(folder: Path, accounts: Accounts) -> None:
    """Write the accounts and mosquitto's files, each atomically and readable by mosquitto.

    Raises:
        OSError: they can't be written.
    """
    kept = {name: {"role": one.role, "hashed": one.hashed} for name, one in sorted(accounts.known.items())}
    content = {
        FILE: json.dumps({"hall": accounts.hall, "accounts": kept}, indent=1),
        PASSWORDS: accounts.passwords(),
        PAGES_PASSWORDS: accounts.passwords(ON_PAGES),
        ACCESS: accounts.access(),
    }
    for name, text in content.items():
        path = folder / name
        write_over(path, text.encode())
        path.chmod(0o640)
        with suppress(KeyError, OSError):  # no mosquitto on this machine, or not root
            grp.getgrnam(GROUP)
            if os.geteuid() == 0:
                shutil.chown(path, group=GROUP)
