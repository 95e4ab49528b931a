"""PostgreSQL copied and replaced by its own programs: `pg_dump`, and `psql` in one transaction."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

from django.db import connection, transaction

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.backups.copied import COUNTS, MIGRATIONS, Copied

_MISSING = _("%(program)s is not installed here. Run this where it is: %(command)s")
_FAILED = _("%(program)s says: %(why)s")

_FIRST = "SET lock_timeout = '20s';\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
"""Tables that the copy does not know must not stay; who is in their way is waited for, not for ever."""


def copy(to: Path) -> Copied:
    """Dump the database into a file, as it is at one moment.

    Raises `Refused` where `pg_dump` is missing, with the command to run elsewhere, or fails.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute(COUNTS)
        events, results = cursor.fetchone()
        cursor.execute(MIGRATIONS)
        migrations = tuple(name for (name,) in cursor.fetchall())
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _run("pg_dump", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={to}")
    return Copied(events, results, migrations)


def replace(by: Path) -> None:
    """Put a dump in place of the database, in one transaction: who dies half way leaves what was there.

    Raises `Refused` where `psql` is missing or fails.
    """
    first = by.with_name("first")
    first.write_text(_FIRST)
    once = ("--single-transaction", "--set=ON_ERROR_STOP=1")
    _run("psql", "--no-psqlrc", "--quiet", *once, f"--file={first}", f"--file={by}")
    connection.close()  # what was prepared on it asked for tables that are gone


def check(copied: Path) -> str:
    """What is wrong with a dump, as far as can be seen without a server; blank where nothing is."""
    with copied.open("rb") as dump:
        dump.seek(max(0, copied.stat().st_size - 400))
        return "" if b"PostgreSQL database dump complete" in dump.read() else "it has no end"


def _run(program: str, *arguments: str) -> None:
    """A program of PostgreSQL on our database; the password is in its environment, where nobody looks."""
    connection.ensure_connection()
    of = connection.connection.info
    command = [
        program,
        f"--host={of.host}",
        f"--port={of.port}",
        f"--username={of.user}",
        *arguments,
        of.dbname,
    ]
    if not (found := shutil.which(program)):
        params = {"program": program, "command": shlex.join(command)}
        raise Refused([Problem("program_missing", _MISSING, params)])
    environment = {**os.environ, "PGPASSWORD": of.password or ""}
    command[0] = found
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        params = {"program": program, "why": done.stderr.strip()[-500:]}
        raise Refused([Problem("program_failed", _FAILED, params)])
