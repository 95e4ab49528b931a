"""Fixtures and settings of all tests."""

import gc
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site
from django.core.cache import cache, caches
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.utils import translation
from hypothesis import HealthCheck, settings

from config.celery import app
from config.middleware import LOCAL_HOSTS
from tournaments.tasks import BROKER_BREAKER

ROOT = Path(__file__).parent.parent


def worker_redis_url() -> str:
    """Return a Redis database for this test process alone.

    Otherwise the worker of another process would take its tasks.
    """
    test_redis_url = os.environ.get("TEST_REDIS_URL", "") if "DATABASE_URL" in os.environ else ""
    database_number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 16
    return (
        urlsplit(test_redis_url)._replace(path=f"/{database_number}").geturl()
        if test_redis_url
        else ""
    )


REDIS_URL = worker_redis_url()

# A busy machine may be slow, so examples have no deadline. Fixtures that are set up once for all
# examples are intended.
settings.register_profile(
    "any", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
# `make test` runs few examples, the same each time. `make thorough` runs thirty times as many,
# others in every run, and prints what reproduces a failing one.
settings.register_profile("quick", settings.get_profile("any"), max_examples=20, derandomize=True)
settings.register_profile(
    "thorough", settings.get_profile("any"), max_examples=600, print_blob=True
)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the seed and the duration of long tests."""
    parser.addoption(
        "--minutes", type=float, default=1, help="duration of the long tests that run at night"
    )
    parser.addoption("--seed", type=int, default=15, help="seed of the random sessions")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests that need real servers unless `python -m tests.servers` has started them.

    Of a test marked `daily(n)`, n cases, spread evenly, run every day; the others are thorough.
    """
    sampled: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("servers") and not REDIS_URL:
            item.add_marker(pytest.mark.skip(reason="runs under `python -m tests.servers`"))
        if item.get_closest_marker("daily"):
            sampled[item.nodeid.partition("[")[0]].append(item)
    for cases in sampled.values():
        mark = cases[0].get_closest_marker("daily")
        daily_count = mark.args[0] if mark else len(cases)
        daily_indexes = {index * len(cases) // daily_count for index in range(daily_count)}
        for index, item in enumerate(cases):
            if index not in daily_indexes:
                item.add_marker(pytest.mark.thorough)


def pytest_collection() -> None:
    """Disable garbage collection while thousands of tests are collected."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Freeze the collected tests, so that garbage collection skips them and runs rarely."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def pytest_configure() -> None:
    """Make tests fast, and let pages show results as soon as they are entered.

    Passwords are hashed quickly, and static files are not indexed. The snapshot interval, the page
    cache and automatic backups are off.
    """
    site.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    site.PASSPHRASE_COST = 2**10
    site.WHITENOISE_AUTOREFRESH = True
    site.MIN_SNAPSHOT_INTERVAL_SECONDS = site.PUBLIC_PAGE_CACHE_SECONDS = site.MAX_BACKUPS = 0
    site.BACKUPS_DIR = ROOT / "nowhere" / "backups"  # tests of backups set their own folder
    LOCAL_HOSTS.append("testserver")  # the host name of Django's test client
    connection_created.connect(reverse_unordered_rows)


def reverse_unordered_rows(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Let SQLite return rows without ORDER BY in reverse, so that relying on an order fails.

    PostgreSQL guarantees no order either, but usually returns rows as they were inserted.
    """
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA reverse_unordered_selects = ON")


@pytest.fixture(autouse=True)
def reset_caches_and_language() -> None:
    """Reset rate limits, cached pages and the active language before each test."""
    from tournaments.access import heavy_pages  # needs models, so Django must be set up

    translation.activate(site.LANGUAGE_CODE)
    cache.clear()
    caches["template_fragments"].clear()
    heavy_pages.HEAVY_PAGE_CACHE.clear()


@pytest.fixture(autouse=True)
def raise_task_errors() -> None:
    """Let an error in a task fail the test that has called it."""
    app.conf.task_eager_propagates = True


class Worker:
    """A Celery worker process on the test's database, with a real Redis."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def wait_until(self, is_done: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until a condition holds; fail if the worker ends or takes too long."""
        end = time.monotonic() + seconds
        while not is_done():
            assert self.process.poll() is None, "the worker died"
            assert time.monotonic() < end, "the worker was too slow"
            time.sleep(0.1)


@pytest.fixture
def queue() -> Iterator[Callable[[str], None]]:
    """Return a function that sends tasks to a broker instead of running them in this process."""
    previous_url = app.conf.broker_url

    def send_to(url: str, eager: bool = False) -> None:
        app.conf.task_always_eager, app.conf.broker_url = eager, url
        app._pool = app.amqp._producer_pool = None  # drop connections to the previous broker
        BROKER_BREAKER.open_until = 0.0

    yield send_to
    send_to(previous_url, eager=True)


StartProcess = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def beside(queue: Callable[[str], None], transactional_db: None) -> Iterator[StartProcess]:
    """Return a function that starts another Python process on the test's database."""
    queue(REDIS_URL)
    database = connection.settings_dict["NAME"]
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "REDIS_URL": REDIS_URL,
        "MANILLA_SECRET": site.SECRET,
    }
    processes: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> subprocess.Popen[bytes]:
        processes.append(subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment))
        return processes[-1]

    yield start
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(30)


@pytest.fixture
def worker(beside: StartProcess) -> Worker:
    """Run a worker process for the length of a test."""
    command = ("-m", "celery", "-A", "config", "worker", "--pool", "threads", "-c", "2")
    return Worker(beside(*command, "--loglevel", "WARNING"))
