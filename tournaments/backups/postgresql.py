"""PostgreSQL dumped and replaced by its own programs."""

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

_MISSING = _("%(program)s is not installed here. Run this where it is: %(command)s")
_ANOTHER_VERSION = _(
    "%(program)s is version %(found)s, but the server is version %(server)s: use the same version."
)
_FAILED = _("%(program)s says: %(why)s")
_NOT_OURS = _(
    "The schema contains tables that are not Manilla’s and would be deleted: %(names)s. Move "
    "them to another schema. Nothing was changed."
)

_FIRST = "SET lock_timeout = '20s';\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
"""Tables that the dump does not know must not stay; who is in their way is waited for, not for
ever."""

_GOES = """
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
"""What goes with the schema: all that is in it, and what stands on it elsewhere."""


class PostgresqlBackend(DatabaseBackend):
    """`pg_dump` and `psql`: where one is missing, the refusal has the command to run elsewhere."""

    def dump(self, to: Path) -> DumpSummary:
        """A dump of the very moment in which it is asked what there is."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute(COUNTS_QUERY)
            events, results = cursor.fetchone()
            cursor.execute(MIGRATIONS_QUERY)
            migrations = tuple(name for (name,) in cursor.fetchall())
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            _run(
                "pg_dump", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={to}"
            )
        return DumpSummary(events, results, migrations)

    def replace(self, by: Path) -> None:
        """Every table goes and comes again, or none does; what is not ours goes with none."""
        if others := [name for name in _what_goes() if not name.startswith(_our_beginnings())]:
            raise ValidationFailed([Problem("not_ours", _NOT_OURS, {"names": ", ".join(others)})])
        first = by.with_name("first")
        first.write_text(_FIRST)
        once = ("--single-transaction", "--set=ON_ERROR_STOP=1")
        _run("psql", "--no-psqlrc", "--quiet", *once, f"--file={first}", f"--file={by}")
        connection.close()  # what was prepared on it asked for tables that are gone

    def check(self, dumped: Path) -> str:
        """Whether it is there to its end: without a server no more can be seen."""
        with dumped.open("rb") as dump:
            dump.seek(max(0, dumped.stat().st_size - 400))
            return "" if b"PostgreSQL database dump complete" in dump.read() else "it has no end"

    def move_aside(self) -> None:
        """A server keeps no file of ours."""


def _what_goes() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_GOES)
        return [name for (name,) in cursor.fetchall()]


def _our_beginnings() -> tuple[str, ...]:
    """What names of our tables begin with, in every version."""
    return "django_", *(f"{app.label}_" for app in apps.get_app_configs())


def _run(program: str, *arguments: str) -> None:
    """A program of PostgreSQL on our database, reached as we reach it."""
    connection.ensure_connection()
    of = connection.connection.info
    where = (f"--host={of.host}", f"--port={of.port}", f"--username={of.user}")
    if not (found := shutil.which(program)):
        params = {"program": program, "command": shlex.join([program, *where, of.dbname])}
        raise ValidationFailed([Problem("program_missing", _MISSING, params)])
    _refuse_another_version(found, of.server_version // 10_000)
    environment = {**os.environ, **dict(_reached())}
    command = [found, *where, *arguments, of.dbname]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        params = {"program": program, "why": _what_failed(done.stderr)}
        raise ValidationFailed([Problem("program_failed", _FAILED, params)])


def _reached() -> Iterator[tuple[str, str]]:
    """How our own connection was made, as variables of an environment, where nobody else looks."""
    from psycopg.pq import Conninfo  # a site on SQLite needs none of it

    of = connection.connection.info
    known = {each.keyword.decode(): each.envvar for each in Conninfo.get_defaults()}
    for keyword, value in of.get_parameters().items():
        if variable := known.get(keyword):
            yield variable.decode(), value
    yield "PGPASSWORD", of.password or ""


def _what_failed(told: str) -> str:
    """The line that says it, without notices before it and without those after it that quote
    rows."""
    lines = told.strip().splitlines() or [""]
    return next(
        (line for line in lines if re.search(r"\b(error|fatal):", line, re.IGNORECASE)), lines[0]
    )[:300]


def _refuse_another_version(program: str, server: int) -> None:
    """What a newer `pg_dump` writes an older server does not read; an older one reads no newer
    server."""
    asked = [program, "--version"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout  # noqa: S603
    if not re.search(rf"\(PostgreSQL\) {server}\b", told):
        params = {"program": Path(program).name, "found": told.strip(), "server": server}
        raise ValidationFailed([Problem("program_version", _ANOTHER_VERSION, params)])
