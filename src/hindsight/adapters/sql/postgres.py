"""PostgreSQL through psycopg 3: a connection pool, and row-level security as a second wall between tenants.

Every transaction names its tenant; policies then show no other tenant's rows, even to a query that forgot to ask. They
are FORCEd on the tables' owner, but a superuser and a role with BYPASSRLS pass them: give Hindsight an ordinary role.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar
from urllib.parse import parse_qsl, urlsplit

from hindsight.adapters.sql.connection import NO_PARAMS, Connection, Dialect, Params, Row, for_postgres
from hindsight.adapters.sql.database import Database
from hindsight.adapters.sql.migrate import Migrations
from hindsight.domain.errors import (
    ConfigError,
    Conflict,
    HindsightError,
    InvalidInput,
    StorageError,
    TooLarge,
    Unavailable,
)

if TYPE_CHECKING:
    import psycopg
    from psycopg_pool import ConnectionPool

# A pool warns at every attempt to connect, on stderr where nobody has set up logging; our error says it once.
logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())

T = TypeVar("T")

POOL = 10
WAIT_S = 4.0
"""How long a free connection, or a server that restarts, is waited for; ``connect_timeout`` in the URL changes it."""

READ_S = 30.0
"""How long one statement of a read may take. A read that nobody waits for any more holds a connection no longer."""

_BEGIN = "SELECT set_config('app.tenant', :tenant, true), set_config('app.every_tenant', :every, true)"
_BEGIN_READ = f"{_BEGIN}, set_config('statement_timeout', :within_ms, true)"
_ONE_MIGRATES = "SELECT pg_advisory_xact_lock(7103481522)"
_HAS_TABLE = "SELECT to_regclass(:name)"
_DOWN = "Check that the server runs and that the URL, user and password are right."

_MEANING: Mapping[str, tuple[type[HindsightError], str, str | None]] = {
    "22": (InvalidInput, "PostgreSQL cannot store this value.", "A text must not hold a NUL character."),
    "23": (Conflict, "The database already holds such a record.", "Read it again and repeat the change."),
    "25": (StorageError, "PostgreSQL takes no writes.", "The URL may name a read-only replica."),
    "40": (Conflict, "Two writers met.", "Read it again and repeat the change."),
    "42501": (StorageError, "PostgreSQL denies this role a right.", "Give it CREATE on the schema, or its tables."),
    "54": (TooLarge, "A text is too long for an index of PostgreSQL.", "Shorten names, references and ids."),
    "53": (StorageError, "PostgreSQL is out of space, memory or connections.", None),
    "57014": (Unavailable, "PostgreSQL gave no answer in time.", "A table may be locked; see pg_stat_activity."),
    "57": (Unavailable, "PostgreSQL is shutting down or starting.", "Try again."),
}
"""SQLSTATE, or its class of two characters, to our error."""


class PostgresConnection:
    """The :class:`Connection` over psycopg."""

    def __init__(self, raw: psycopg.Connection[Row]) -> None:
        self.raw = raw

    def all(self, sql: str, params: Params = NO_PARAMS) -> list[Row]:
        return self._execute(sql, params).fetchall()

    def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None:
        return self._execute(sql, params).fetchone()

    def run(self, sql: str, params: Params = NO_PARAMS) -> int:
        return self._execute(sql, params).rowcount

    def many(self, sql: str, rows: Sequence[Params]) -> None:
        if rows:
            with self.raw.cursor() as cursor:
                cursor.executemany(for_postgres(sql).encode(), [_bound(row) for row in rows])

    def script(self, sql: str) -> None:
        self.raw.execute(sql.encode())

    def has_table(self, name: str) -> bool:
        found = self.one(_HAS_TABLE, {"name": name})
        return found is not None and found[0] is not None

    def _execute(self, sql: str, params: Params) -> psycopg.Cursor[Row]:
        return self.raw.execute(for_postgres(sql).encode(), _bound(params))


def _bound(params: Params) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in params.items()}


class PostgresDatabase(Database):
    """A pool of up to ten connections; a server that was restarted is found again by the next transaction.

    ``postgresql://user:password@host:port/database?connect_timeout=4``; other options are those of libpq. ConfigError.
    """

    dialect: ClassVar[Dialect] = "postgres"

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self.wait_s = _wait_s(url)
        self.read_s = READ_S
        self._pool: ConnectionPool[psycopg.Connection[Row]] | None = None

    def _open(self) -> None:
        try:
            import psycopg
            from psycopg_pool import ConnectionPool
        except ImportError as error:
            raise ConfigError(
                "PostgreSQL needs the package psycopg.", hint="Install hindsight-memory[postgres]."
            ) from error
        connect_s = math.ceil(self.wait_s)
        try:  # A pool would try in the background until its time is over, also when the port is closed.
            psycopg.connect(self._url, connect_timeout=connect_s).close()
        except psycopg.OperationalError as error:
            raise Unavailable("PostgreSQL does not answer.", hint=_DOWN) from error
        self._pool = ConnectionPool(
            self._url,
            min_size=1,
            max_size=POOL,
            timeout=self.wait_s,
            reconnect_timeout=self.wait_s,
            open=False,
            kwargs={"application_name": "hindsight", "connect_timeout": connect_s},
        )
        with translated():
            self._pool.open(wait=False)

    def _close(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _read(self, work: Callable[[Connection], T], tenant: str | None) -> T:
        return self._transaction(work, tenant, read_only=True)

    def _write(self, work: Callable[[Connection], T], tenant: str | None) -> T:
        return self._transaction(work, tenant, read_only=False)

    def _transaction(self, work: Callable[[Connection], T], tenant: str | None, *, read_only: bool) -> T:
        with translated(), self._begun(tenant, read_only=read_only) as raw:
            try:
                result = work(PostgresConnection(raw))
                raw.commit()
            except BaseException:
                if not raw.closed:
                    raw.rollback()
                raise
            return result

    @contextmanager
    def _begun(self, tenant: str | None, *, read_only: bool) -> Iterator[psycopg.Connection[Row]]:
        """A connection in a transaction for ``tenant``. Those that died with an old server are thrown away unused."""
        import psycopg

        if self._pool is None:
            raise Unavailable("The database was closed while it was in use.")
        level = psycopg.IsolationLevel.REPEATABLE_READ if read_only else psycopg.IsolationLevel.READ_COMMITTED
        whose = {"tenant": tenant or "", "every": "on" if tenant is None else "off"}
        begin, bound = (_BEGIN_READ, {"within_ms": str(round(1000 * self.read_s))}) if read_only else (_BEGIN, {})
        for attempt in range(POOL + 1):
            raw = self._pool.getconn()
            try:
                raw.read_only = read_only
                raw.isolation_level = level
                PostgresConnection(raw).one(begin, whose | bound)
            except psycopg.OperationalError:
                self._pool.putconn(raw)
                if attempt == POOL:
                    raise
                continue
            try:
                yield raw
            finally:
                self._pool.putconn(raw)
            return

    def _migrate(self, migrations: Migrations) -> None:
        if self._read(migrations.current, None):
            return

        def work(conn: Connection) -> None:
            conn.one(_ONE_MIGRATES)
            migrations.apply(conn)

        self._write(work, None)

    def _scrub(self) -> bool:
        """PostgreSQL keeps deleted rows until VACUUM, and its log until it is recycled: that is the server's affair."""
        return True


def _wait_s(url: str) -> float:
    value = dict(parse_qsl(urlsplit(url).query)).get("connect_timeout")
    if value is None:
        return WAIT_S
    if not (value.isascii() and value.isdecimal() and 0 < int(value) <= 3600):
        raise ConfigError(f"connect_timeout of a PostgreSQL URL is 1 to 3600 seconds, not {value!r}.")
    return float(value)


@contextmanager
def translated() -> Iterator[None]:
    """Raise psycopg's errors as ours. What only a fault of this program can cause stays as it is."""
    import psycopg
    from psycopg_pool import PoolClosed, PoolTimeout

    try:
        yield
    except (PoolTimeout, PoolClosed) as error:
        raise Unavailable("PostgreSQL does not answer.", hint=_DOWN) from error
    except UnicodeEncodeError as error:
        raise InvalidInput("The text holds half of a surrogate pair, which is not a character.") from error
    except psycopg.Error as error:
        state = error.sqlstate or ""
        meaning = _MEANING.get(state) or _MEANING.get(state[:2])
        if meaning is not None:
            kind, message, hint = meaning
            raise kind(message, hint=hint) from error
        if isinstance(error, psycopg.OperationalError):
            raise Unavailable("The connection to PostgreSQL broke.", hint=_DOWN) from error
        if isinstance(error, psycopg.DataError):
            raise InvalidInput("A text must not hold a NUL character.") from error
        raise
