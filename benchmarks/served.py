"""The site for a benchmark: as a federation runs it, on PostgreSQL and Redis, or as a club does."""

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
_PATIENCE = 60
"""Seconds until a server must answer."""


@dataclass(frozen=True)
class Site:
    """A running site: where it listens, and the processes of web and worker; a laptop has no
    worker."""

    port: int
    web: psutil.Process
    worker: psutil.Process | None = None

    def cpu(self) -> float:
        """Seconds of a processor's time that web and worker have used."""
        times = [
            times_of_process.cpu_times()
            for times_of_process in (*family(self.web), *family(self.worker))
        ]
        return sum(times_of_process.user + times_of_process.system for times_of_process in times)

    def wait_for_standings(self, address: str) -> None:
        """A moment in which standings may be made: without a worker they are for whoever looks."""
        if self.worker:
            sleep(0.003)  # another process makes them, and tells nobody
        else:
            sleep(2)  # the page is worked out anew each time, which is no part of a result's cost
            Connection(self.port).ask(request("GET", address))


def family(process: psutil.Process | None) -> list[psutil.Process]:
    """A process and all that it began."""
    return [process, *process.children(recursive=True)] if process else []


def memory(process: psutil.Process | None) -> float:
    """Megabytes that a process and all it began have for themselves."""
    return sum(process_.memory_full_info().uss for process_ in family(process)) / 1e6


@contextmanager
def laptop() -> Iterator[Site]:
    """The site as it runs without any configuration: SQLite, one process, no worker."""
    port = free_port()
    with _running(["manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]) as web:
        wait_until_served(port)
        yield Site(port, web)


@contextmanager
def no_configuration() -> Iterator[None]:
    """An empty folder for the data, and nothing else said, before Django reads its settings."""
    with tempfile.TemporaryDirectory(prefix="manilla-bench-") as folder:
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ |= {"MANILLA_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        yield


@contextmanager
def databases() -> Iterator[None]:
    """PostgreSQL and Redis, named in the environment before Django reads its settings."""
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
    """The site on those two; it ends with the block."""
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
