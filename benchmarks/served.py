"""Run the site for a benchmark: with PostgreSQL and Redis, or with SQLite as on a laptop."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from time import sleep

import psutil

from tests.http_client import Connection, request, wait_until_served
from tests.servers import free_port, postgres, redis_server

WEB_PROCESSES, THREADS = 2, 4
# Seconds within which a server must respond.
_PATIENCE = 60


@dataclass(frozen=True)
class Site:
    """A running site: its port, and the processes of web and worker; a laptop has no worker."""

    port: int
    web: psutil.Process
    worker: psutil.Process | None = None

    def cpu(self) -> float:
        """Return the CPU seconds that web and worker have used."""
        times = [
            times_of_process.cpu_times()
            for times_of_process in (*family(self.web), *family(self.worker))
        ]
        return sum(times_of_process.user + times_of_process.system for times_of_process in times)

    def wait_for_standings(self, address: str) -> None:
        """Wait a moment for new standings; without a worker, request them."""
        if self.worker:
            sleep(0.003)  # another process makes them, and tells nobody
        else:
            sleep(2)  # the page is worked out anew each time, which is no part of a result's cost
            Connection(self.port).ask(request("GET", address))


def family(process: psutil.Process | None) -> list[psutil.Process]:
    """Return a process and its descendants."""
    return [process, *process.children(recursive=True)] if process else []


def memory(process: psutil.Process | None) -> float:
    """Return the megabytes that a process and its descendants use exclusively."""
    return sum(process_.memory_full_info().uss for process_ in family(process)) / 1e6


@contextmanager
def laptop() -> Iterator[Site]:
    """Run the site without configuration: SQLite, one process, no worker."""
    port = free_port()
    with _running(["manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]) as web:
        wait_until_served(port)
        yield Site(port, web)


@contextmanager
def no_configuration() -> Iterator[None]:
    """Use an empty data folder and default settings; enter before Django reads its settings."""
    with tempfile.TemporaryDirectory(prefix="manilla-bench-") as folder:
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ |= {"MANILLA_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        yield


@contextmanager
def databases() -> Iterator[None]:
    """Start PostgreSQL and Redis; enter before Django reads its settings."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="manilla-bench-"))
        os.environ |= {
            "DATABASE_URL": os.environ.get("TEST_DATABASE_URL") or stack.enter_context(postgres()),
            "REDIS_URL": os.environ.get("TEST_REDIS_URL") or stack.enter_context(redis_server()),
            "MANILLA_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "benchmarks.bare_settings",
        }
        yield


@contextmanager
def served() -> Iterator[Site]:
    """Run the site with PostgreSQL and Redis until the end of the block."""
    port = free_port()
    server = [
        *("-m", "gunicorn", "benchmarks.bare_site:application", "--bind", f"127.0.0.1:{port}"),
        *("--workers", str(WEB_PROCESSES), "--threads", str(THREADS), "--worker-class", "gthread"),
        *("--keep-alive", "60", "--log-level", "error"),
    ]
    worker = ["-m", "celery", "-A", "config", "worker", "--concurrency", "1", "--loglevel", "ERROR"]
    with ExitStack() as stack:
        web, works = (stack.enter_context(_running(command)) for command in (server, worker))
        wait_until_served(port)
        yield Site(port, web, works)


@contextmanager
def _running(command: list[str]) -> Iterator[psutil.Process]:
    quiet = subprocess.DEVNULL  # what is measured is printed, and nothing else
    process = subprocess.Popen([sys.executable, *command], stdout=quiet)  # noqa: S603 (commands of this file)
    try:
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(_PATIENCE)
