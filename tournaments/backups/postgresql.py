"""PostgreSQL dumped and replaced by its own programs."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from django.db import connection, transaction

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.backups.kind import COUNTS, MIGRATIONS, DatabaseKind, Dumped

_MISSING = _("%(program)s is not installed here. Run this where it is: %(command)s")
_ANOTHER_VERSION = _("%(program)s is of another version (%(found)s) than the server, which is %(server)s.")
_FAILED = _("%(program)s says: %(why)s")

_FIRST = "SET lock_timeout = '20s';\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
"""Tables that the dump does not know must not stay; who is in their way is waited for, not for ever."""


class Postgresql(DatabaseKind):
    """`pg_dump` and `psql`: where one is missing, the refusal has the command to run elsewhere."""

    def dump(self, to: Path) -> Dumped:
        """A dump of the very moment in which it is asked what there is."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute(COUNTS)
            events, results = cursor.fetchone()
            cursor.execute(MIGRATIONS)
            migrations = tuple(name for (name,) in cursor.fetchall())
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            _run("pg_dump", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={to}")
        return Dumped(events, results, migrations)

    def replace(self, by: Path) -> None:
        """Every table goes and comes again, or none does."""
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


def _run(program: str, *arguments: str) -> None:
    """A program of PostgreSQL on our database; the password is in its environment, where nobody looks."""
    connection.ensure_connection()
    of = connection.connection.info
    where = (f"--host={of.host}", f"--port={of.port}", f"--username={of.user}")
    if not (found := shutil.which(program)):
        params = {"program": program, "command": shlex.join([program, *where, of.dbname])}
        raise Refused([Problem("program_missing", _MISSING, params)])
    _refuse_another_version(found, of.server_version // 10_000)
    environment = {**os.environ, "PGPASSWORD": of.password or ""}
    command = [found, *where, *arguments, of.dbname]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        params = {"program": program, "why": done.stderr.strip()[-500:]}
        raise Refused([Problem("program_failed", _FAILED, params)])


def _refuse_another_version(program: str, server: int) -> None:
    """What a newer `pg_dump` writes an older server does not read; an older one reads no newer server."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    if not re.search(rf"\(PostgreSQL\) {server}\b", told):
        params = {"program": Path(program).name, "found": told.strip(), "server": server}
        raise Refused([Problem("program_version", _ANOTHER_VERSION, params)])
