"""An installation with its own processes, on the kind of database that the tests run on.

Run `python -m tests.backups.installation lay` to create a session in it, and `results` to print its
results.
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
    """A folder and a database of an installation; its commands run in processes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, ""
        self.around = {
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
            self.around["DATABASE_URL"] = address
            self._on_server(f"CREATE DATABASE {self.name}")

    def wipe(self) -> None:
        """Delete the database and the secret, as on a new computer."""
        for file in (*self.folder.glob("manilla*"), self.folder / "secret"):
            file.unlink(missing_ok=True)
        if self.name:
            self.end()
            self._on_server(f"CREATE DATABASE {self.name}")

    def end(self) -> None:
        """Drop the database on the server."""
        if self.name:
            self._on_server(f"DROP DATABASE {self.name} WITH (FORCE)")

    def begin(self, *command: str) -> subprocess.Popen[str]:
        """Start a Python process in this installation."""
        return subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.around,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def serve(self, port: int) -> subprocess.Popen[bytes]:
        """Start the site, without its output."""
        command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=ROOT, env=self.around, stdout=quiet, stderr=quiet)

    def run(self, *command: str) -> str:
        """Run a process that must succeed, and return its output."""
        process = self.begin(*command)
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
        installation.end()


def _lay() -> object:
    """Create a session with many tables; return the code of each table and its plays."""
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
    """Return the plays with results, what the recount reports, and all standings."""
    from tests.installation_report import reimport_problems, standings
    from tournaments import scoring_pipeline
    from tournaments.models import Event, Play, Stage
    from tournaments.tasks import catch_up

    # Standings that were made a moment before the backup would still rest.
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
    settings.MIN_SNAPSHOT_INTERVAL_SECONDS = 0  # the report needs standings as of now
    print(json.dumps({"lay": _lay, "plays": _plays, "results": _results}[sys.argv[1]]()))
