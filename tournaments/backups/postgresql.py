"""Dump and replace a PostgreSQL database with `pg_dump` and `psql`."""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db import connection, transaction

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.backups.database import (
    COUNTS_QUERY,
    MIGRATIONS_QUERY,
    DatabaseBackend,
    DumpSummary,
)

_PROGRAM_MISSING = _("%(program)s is not installed here. Run this where it is: %(command)s")
_WRONG_PROGRAM_VERSION = _(
    "%(program)s is version %(found)s, but the server is version %(server)s: use the same version."
)
_PROGRAM_FAILED = _("%(program)s says: %(why)s")
_FOREIGN_TABLES = _(
    "The schema contains tables that are not Manilla’s and would be deleted: %(names)s. Move "
    "them to another schema. Nothing was changed."
)

# Run before the dump, so that tables which the dump does not contain are dropped too. It waits for
# locks for a limited time.
_RECREATE_SCHEMA = "SET lock_timeout = '20s';\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"

# Names of everything that is dropped with the schema: all that it contains, and everything in other
# schemas that depends on it.
_DROPPED_NAMES_QUERY = """
WITH here AS (SELECT oid FROM pg_namespace WHERE nspname = 'public'),
     part AS (SELECT objid FROM pg_depend WHERE deptype = 'e')
SELECT relname FROM pg_class WHERE relnamespace IN (TABLE here) AND oid NOT IN (TABLE part)
   AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'c')
UNION SELECT proname FROM pg_proc WHERE pronamespace IN (TABLE here) AND oid NOT IN (TABLE part)
UNION SELECT typname FROM pg_type WHERE typnamespace IN (TABLE here) AND oid NOT IN (TABLE part)
   AND typtype IN ('e', 'd', 'r')
UNION SELECT extname FROM pg_extension WHERE extnamespace IN (TABLE here)
UNION SELECT other.relname FROM pg_depend JOIN pg_rewrite ON pg_rewrite.oid = objid
   JOIN pg_class other ON other.oid = ev_class JOIN pg_class ours ON ours.oid = refobjid
   WHERE ours.relnamespace IN (TABLE here) AND other.relnamespace NOT IN (TABLE here)
UNION SELECT other.relname FROM pg_constraint JOIN pg_class other ON other.oid = conrelid
   JOIN pg_class ours ON ours.oid = confrelid
   WHERE ours.relnamespace IN (TABLE here) AND other.relnamespace NOT IN (TABLE here)
ORDER BY 1
"""


class PostgresqlBackend(DatabaseBackend):
    """Backend that runs `pg_dump` and `psql`.

    If one of them is missing, the problem contains the command, which the operator can run on a
    computer that has the program.
    """

    def dump(self, target: Path) -> DumpSummary:
        """Dump the database, and count its rows in the same snapshot."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute(COUNTS_QUERY)
            events, results = cursor.fetchone()
            cursor.execute(MIGRATIONS_QUERY)
            migrations = tuple(name for (name,) in cursor.fetchall())
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            options = ("--no-owner", "--no-privileges", f"--snapshot={snapshot}")
            _run("pg_dump", *options, f"--file={target}")
        return DumpSummary(events, results, migrations)

    def replace(self, dump: Path) -> None:
        """Replace the whole schema, unless this would drop tables of another application."""
        foreign_names = [name for name in _dropped_names() if not name.startswith(_own_prefixes())]
        if foreign_names:
            raise ValidationFailed(
                [Problem("not_ours", _FOREIGN_TABLES, {"names": ", ".join(foreign_names)})]
            )
        recreate_schema = dump.with_name("first")
        recreate_schema.write_text(_RECREATE_SCHEMA)
        options = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        _run("psql", *options, f"--file={recreate_schema}", f"--file={dump}")
        connection.close()  # its prepared statements refer to tables that were dropped

    def check(self, dump: Path) -> str:
        """Check that the dump has its end; more cannot be checked without a server."""
        with dump.open("rb") as content:
            content.seek(max(0, dump.stat().st_size - 400))
            is_complete = b"PostgreSQL database dump complete" in content.read()
        return "" if is_complete else "it has no end"

    def move_aside(self) -> None:
        """Do nothing: the database is not a file."""


def _dropped_names() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_DROPPED_NAMES_QUERY)
        return [name for (name,) in cursor.fetchall()]


def _own_prefixes() -> tuple[str, ...]:
    """Return the prefixes of the names of our tables in every version."""
    return "django_", *(f"{app.label}_" for app in apps.get_app_configs())


def _run(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on our database, with Django's connection parameters."""
    connection.ensure_connection()
    info = connection.connection.info
    server = (f"--host={info.host}", f"--port={info.port}", f"--username={info.user}")
    if not (path := shutil.which(program)):
        params = {"program": program, "command": shlex.join([program, *server, info.dbname])}
        raise ValidationFailed([Problem("program_missing", _PROGRAM_MISSING, params)])
    _check_version(path, info.server_version // 10_000)
    environment = {**os.environ, **dict(_connection_variables())}
    command = [path, *server, *arguments, info.dbname]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if result.returncode:
        params = {"program": program, "why": _error_line(result.stderr)}
        raise ValidationFailed([Problem("program_failed", _PROGRAM_FAILED, params)])


def _connection_variables() -> Iterator[tuple[str, str]]:
    """Yield environment variables with the parameters of our connection.

    Other users of the computer can read the arguments of a program, but not its environment.
    """
    from psycopg.pq import Conninfo  # not installed with SQLite

    info = connection.connection.info
    variables = {option.keyword.decode(): option.envvar for option in Conninfo.get_defaults()}
    for keyword, value in info.get_parameters().items():
        if variable := variables.get(keyword):
            yield variable.decode(), value
    yield "PGPASSWORD", info.password or ""


def _error_line(stderr: str) -> str:
    """Return the line with the error, without notices, and without details quoting rows."""
    lines = stderr.strip().splitlines() or [""]
    return next(
        (line for line in lines if re.search(r"\b(error|fatal):", line, re.IGNORECASE)), lines[0]
    )[:300]


def _check_version(program: str, server_version: int) -> None:
    """Raise `ValidationFailed` unless the program has the same major version as the server.

    A server cannot read dumps of a newer `pg_dump`, and `pg_dump` cannot dump a newer server.
    """
    command = [program, "--version"]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603
    if not re.search(rf"\(PostgreSQL\) {server_version}\b", output):
        params = {
            "program": Path(program).name,
            "found": output.strip(),
            "server": server_version,
        }
        raise ValidationFailed([Problem("program_version", _WRONG_PROGRAM_VERSION, params)])
