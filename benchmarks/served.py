"""The site as a federation runs it, for a benchmark: PostgreSQL, Redis, gunicorn and a Celery worker."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psutil

from tests.asking import wait_until_served
from tests.servers import free_port, postgres, redis_server

WEB_PROCESSES, THREADS = 2, 4
_PATIENCE = 60
"""Seconds until a server must answer."""


@dataclass(frozen=True)
class Site:
    """A running site: where it listens, and the processes of web and worker."""

    port: int
    web: psutil.Process
    worker: psutil.Process

    def cpu(self) -> float:
        """Seconds of a processor's time that web and worker have used."""
        times = [each.cpu_times() for each in (*family(self.web), *family(self.worker))]
        return sum(each.user + each.system for each in times)


def family(process: psutil.Process) -> list[psutil.Process]:
    """A process and all that it began."""
    return [process, *process.children(recursive=True)]


def memory(process: psutil.Process) -> float:
    """Megabytes that a process and all it began have for themselves."""
    return sum(each.memory_full_info().uss for each in family(process)) / 1e6


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
    process = subprocess.Popen([sys.executable, *command])  # noqa: S603 (commands of this file)
    try:
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(_PATIENCE)
