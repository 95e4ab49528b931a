"""An installation with its own processes, on the kind of database that the tests run on.

`python -m tests.backups.installation create` creates a session in it, `plays` prints the number of
plays, and `results` prints a report of its results.
"""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.db import connection

ROOT = Path(__file__).parents[2]

TABLES, ROUNDS, BOARDS = 60, 2, 2


class Installation:
    """The folder and the database of an installation; its commands run in new processes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, ""
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith("DJANGO_")},
            "MANILLA_DATA": str(folder),
            "MANILLA_SECRET": "",
            "MANILLA_BACKUPS": "",
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        if connection.vendor == "postgresql":
            self.name = f"installation_{secrets.token_hex(4)}"
            address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{self.name}").geturl()
            self.environment["DATABASE_URL"] = address
            self._on_server(f"CREATE DATABASE {self.name}")

    def wipe(self) -> None:
        """Delete the database and the secret, so that the computer is like a new one."""
        for file in (*self.folder.glob("manilla*"), self.folder / "secret"):
            file.unlink(missing_ok=True)
        if self.name:
            self.drop_database()
            self._on_server(f"CREATE DATABASE {self.name}")

    def drop_database(self) -> None:
        """Drop the database, if it is on a server."""
        if self.name:
            self._on_server(f"DROP DATABASE {self.name} WITH (FORCE)")

    def start_process(self, *command: str) -> subprocess.Popen[str]:
        """Start a Python process in this installation."""
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def serve(self, port: int) -> subprocess.Popen[bytes]:
        """Start the server of the site, and discard its output."""
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=quiet, stderr=quiet)

    def run(self, *command: str) -> str:
        """Run a process that must succeed, and return its output."""
        process = self.start_process(*command)
        output, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        return output

    def _on_server(self, statement: str) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(statement)


@contextmanager
def installed(folder: Path) -> Iterator[Installation]:
    """Yield a migrated installation, and remove it after the block."""
    installation = Installation(folder)
    try:
        installation.run("manage.py", "migrate", "--verbosity", "0")
        yield installation
    finally:
        installation.drop_database()


def _create_session() -> object:
    """Create a session with many tables; return the ids of plays by table code."""
    from tests.scenes.field import create_field
    from tournaments.models import Play, Table
    from tournaments.queries.phone.table_codes import code_of

    session = create_field(TABLES, ROUNDS, BOARDS)
    tables = (
        Table.objects.filter(section__session=session).select_related("section").order_by("number")
    )
    plays = Play.objects.order_by("pk")
    return {
        code_of(table): list(plays.filter(seating__table=table).values_list("pk", flat=True))
        for table in tables
    }


def _results() -> object:
    """Return ids of plays with results, differences of a recount, and all standings."""
    from tests.installation_report import reimport_problems, standings
    from tournaments import scoring_pipeline
    from tournaments.models import Event, Play, Stage
    from tournaments.tasks import catch_up

    # Otherwise standings made just before the backup would not be recomputed yet.
    Stage.objects.update(snapshot_at=None)
    catch_up()
    return {
        "results": list(
            Play.objects.exclude(entry=None).order_by("pk").values_list("pk", flat=True)
        ),
        "differs": [
            difference
            for event in Event.objects.order_by("pk")
            for difference in scoring_pipeline.recount(event)
        ],
        "standings": standings(),
        "moved": reimport_problems(),
    }


def _plays() -> object:
    """Return the number of plays."""
    from tournaments.models import Play

    return Play.objects.count()


if __name__ == "__main__":
    import django
    from django.conf import settings

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    settings.MIN_SNAPSHOT_INTERVAL_SECONDS = 0  # so that the report has current standings
    print(
        json.dumps({"create": _create_session, "plays": _plays, "results": _results}[sys.argv[1]]())
    )
