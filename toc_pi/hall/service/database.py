"""A hall's database: the tournament's facts, the confirmed place of each table's record, and answered orders.

SQLite or PostgreSQL, chosen by URL; several halls may share one. What belongs together is written in one
transaction.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from toc_pi.errors import BadInput, DamagedStore
from toc_pi.hall.core.facts import Fact
from toc_pi.messages import on_one_line
from toc_pi.store.records import from_json, name_of, to_json

if TYPE_CHECKING:
    import sqlalchemy as sql

VERSION = 1
MOST_NAME = 65  # characters of a hall's name, and of a tournament's
RecordPlace = tuple[int, int]
StreamOf = tuple[str, str]
"""A table, and the name of its journal."""
_FACTS: Mapping[str, type[Fact]] = {kind.__name__: kind for kind in get_args(Fact)}


@dataclass(frozen=True, slots=True)
class Written:
    """A fact with its number, when it was written (ISO 8601), and by whom."""

    number: int
    at: str
    by: str
    fact: Fact


@dataclass(slots=True)
class Batch:
    """What is written in one transaction.

    Attributes:
        facts: new ones, in order.
        taken: the confirmed place of each stream, with its counts of verdicts and of illegal ones.
        answers: to orders, by their id.
    """

    facts: list[Written] = field(default_factory=list)
    taken: dict[StreamOf, "TakenRecord"] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.facts or self.taken or self.answers)


@dataclass(frozen=True, slots=True)
class TakenRecord:
    """The confirmed place of a table's record, and how many verdicts, legal or illegal, precede it."""

    at: RecordPlace
    verdicts: int = 0
    illegal: int = 0


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything that a hall has stored."""

    facts: tuple[Written, ...]
    taken: Mapping[StreamOf, TakenRecord]
    newest: Mapping[str, str]
    """The last confirmed stream of each table."""


class DatabaseFailed(Exception):
    """The database doesn't answer, or refuses a write; nothing was written."""


class HallDatabase:
    """The database of one tournament of a hall.

    Raises:
        BadInput: SQLAlchemy or the database's driver is missing, or it can't be reached.
    """

    def __init__(self, url: str, hall: str) -> None:
        try:
            import sqlalchemy
        except ImportError as error:
            raise BadInput("SQLAlchemy is missing (sudo apt install python3-sqlalchemy)") from error
        self._sql = sqlalchemy
        self._hall = hall
        try:
            self._engine = sqlalchemy.create_engine(url)
        except (sqlalchemy.exc.ArgumentError, ImportError) as error:
            raise BadInput("{url}: no database ({why})", url=_shown(url), why=error) from error
        if self._engine.dialect.name == "sqlite":
            sqlalchemy.event.listen(self._engine, "connect", _prepare_sqlite)
        self._facts, self._taken, self._orders = self._tables()
        try:
            self._facts.metadata.create_all(self._engine)
        except sqlalchemy.exc.DBAPIError as error:
            raise BadInput("{url}: no database ({why})", url=_shown(url), why=error.orig) from error

    def close(self) -> None:
        """Close its connections."""
        self._engine.dispose()

    def load(self) -> Stored:
        """Load everything stored for this hall.

        Raises:
            DamagedStore: a fact can't be read, or is from a newer version.
            DatabaseFailed: the database doesn't answer.
        """
        facts, taken = self._facts, self._taken
        with self._told(), self._engine.connect() as connection:
            mine = facts.select().where(facts.c.hall == self._hall).order_by(facts.c.number)
            written = tuple(_fact(*row[1:]) for row in connection.execute(mine))
            rows = connection.execute(taken.select().where(taken.c.hall == self._hall).order_by(taken.c.turn))
            records, newest = {}, {}
            for row in rows:
                place = (int(row.game), int(row.entry))
                records[row.table_name, row.stream] = TakenRecord(place, row.verdicts, row.illegal)
                newest[row.table_name] = row.stream
        return Stored(written, records, newest)

    def answer(self, order: str) -> str | None:
        """The answer to an order that was already carried out or refused.

        Raises:
            DatabaseFailed: the database doesn't answer.
        """
        orders = self._orders
        query = self._sql.select(orders.c.answer).where(orders.c.hall == self._hall, orders.c.id == order)
        with self._told(), self._engine.connect() as connection:
            return connection.execute(query).scalar_one_or_none()

    def write(self, batch: Batch) -> None:
        """Write a batch atomically and durably.

        Raises:
            DatabaseFailed: it isn't written.
        """
        with self._told(), self._engine.begin() as connection:
            for one in batch.facts:
                body = json.dumps(to_json(one.fact), ensure_ascii=False)
                row = {
                    "number": one.number,
                    "at": one.at,
                    "by": one.by,
                    "kind": name_of(one.fact),
                    "body": body,
                }
                connection.execute(self._facts.insert().values(hall=self._hall, **row))
            for (table, stream), record in batch.taken.items():
                self._write_taken(connection, table, stream, record)
            for order, answer in batch.answers.items():
                connection.execute(self._orders.insert().values(hall=self._hall, id=order, answer=answer))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Translate the library's exceptions."""
        try:
            yield
        except self._sql.exc.SQLAlchemyError as error:
            raise DatabaseFailed(on_one_line(str(getattr(error, "orig", None) or error))) from error

    def _write_taken(
        self, connection: "sql.Connection", table: str, stream: str, record: TakenRecord
    ) -> None:
        taken = self._taken
        is_mine = (taken.c.hall == self._hall) & (taken.c.table_name == table)
        turn = (
            connection.execute(self._sql.select(self._sql.func.max(taken.c.turn)).where(is_mine)).scalar()
            or 0
        )
        game, entry = record.at
        values = {"game": game, "entry": entry, "verdicts": record.verdicts, "illegal": record.illegal}
        is_this = is_mine & (taken.c.stream == stream)
        changed = connection.execute(taken.update().where(is_this).values(**values))
        if not changed.rowcount:
            new = {"hall": self._hall, "table_name": table, "stream": stream, "turn": turn + 1}
            connection.execute(taken.insert().values(**new, **values))

    def _tables(self) -> Sequence["sql.Table"]:
        sql, data = self._sql, self._sql.MetaData()

        def key(name: str, kind: Any) -> Any:
            return sql.Column(name, kind, primary_key=True, autoincrement=False)

        def column(name: str, kind: Any) -> Any:
            return sql.Column(name, kind, nullable=False)

        facts = sql.Table(
            f"toc_facts_{VERSION}",
            data,
            *(key("hall", sql.String(MOST_NAME)), key("number", sql.Integer)),
            *(column(name, sql.Text) for name in ("at", "by", "kind", "body")),
        )
        taken = sql.Table(
            f"toc_taken_{VERSION}",
            data,
            *(
                key("hall", sql.String(MOST_NAME)),
                key("table_name", sql.String(32)),
                key("stream", sql.String(40)),
            ),
            *(column(name, sql.Integer) for name in ("turn", "game", "entry", "verdicts", "illegal")),
        )
        orders = sql.Table(
            f"toc_orders_{VERSION}",
            data,
            *(key("hall", sql.String(MOST_NAME)), key("id", sql.String(40)), column("answer", sql.Text)),
        )
        return facts, taken, orders


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")


def _fact(number: int, at: str, by: str, kind: str, body: str) -> Written:
    try:
        fact: Fact = from_json(_FACTS[kind], json.loads(body))
    except (KeyError, ValueError, BadInput) as error:
        told = "fact {number} of the hall can't be read ({why})"
        raise DamagedStore(told, number=number, why=error) from error
    return Written(int(number), str(at), str(by), fact)


def _shown(url: str) -> str:
    """A URL without its password."""
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"
