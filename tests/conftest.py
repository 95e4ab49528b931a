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
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 16
    return urlsplit(test_redis_url)._replace(path=f"/{number}").geturl() if test_redis_url else ""


REDIS_URL = worker_redis_url()

# A busy machine may take its time over an example, and a fixture made once for all of them is meant
# so.
settings.register_profile(
    "any", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
# `make test` tries few, and always the same: what it finds it finds every time. `make thorough`
# tries fifteen times as many, others in every run, and prints what makes one of them come again.
settings.register_profile("quick", settings.get_profile("any"), max_examples=40, derandomize=True)
settings.register_profile(
    "thorough", settings.get_profile("any"), max_examples=600, print_blob=True
)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the seed and the duration of long tests."""
    parser.addoption(
        "--minutes", type=float, default=1, help="for how long tests of the night go on"
    )
    parser.addoption("--seed", type=int, default=15, help="what the seeded evenings follow from")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests of real servers without `python -m tests.servers`.

    Of a test marked `daily(n)` only n of its cases, spread evenly, are not thorough.
    """
    sampled: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("servers") and not REDIS_URL:
            item.add_marker(pytest.mark.skip(reason="runs under `python -m tests.servers`"))
        if item.get_closest_marker("daily"):
            sampled[item.nodeid.partition("[")[0]].append(item)
    for cases in sampled.values():
        mark = cases[0].get_closest_marker("daily")
        wanted = mark.args[0] if mark else len(cases)
        daily_indexes = {at * len(cases) // wanted for at in range(wanted)}
        for at, item in enumerate(cases):
            if at not in daily_indexes:
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
    """Make passwords, static files, snapshots and pages cheap, and read what was just entered.

    Password hashing is fast and static files are not indexed. Snapshot interval and page cache are
    off.
    """
    site.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    site.PASSPHRASE_COST = 2**10
    site.WHITENOISE_AUTOREFRESH = True
    site.MIN_SNAPSHOT_INTERVAL_SECONDS = site.PUBLIC_PAGE_CACHE_SECONDS = site.MAX_BACKUPS = 0
    site.BACKUPS_DIR = ROOT / "nowhere" / "backups"  # a test that keeps some says where
    LOCAL_HOSTS.append("testserver")  # as Django's client calls the site
    connection_created.connect(reverse_unordered_rows)


def reverse_unordered_rows(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Let SQLite return rows without ORDER BY in reverse, so that relying on an order fails.

    PostgreSQL returns them in any order, but rarely in another than they were written.
    """
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA reverse_unordered_selects = ON")


@pytest.fixture(autouse=True)
def reset_caches_and_language() -> None:
    """Reset rate limits, cached pages and the active language before each test."""
    from tournaments.access import heavy_pages  # models are there only once Django is set up

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
    before = app.conf.broker_url

    def send_to(url: str, eager: bool = False) -> None:
        app.conf.task_always_eager, app.conf.broker_url = eager, url
        app._pool = app.amqp._producer_pool = None  # connections kept from the broker before
        BROKER_BREAKER.open_until = 0.0

    yield send_to
    send_to(before, eager=True)


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
    started: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment))
        return started[-1]

    yield start
    for process in started:
        process.terminate()
    for process in started:
        process.wait(30)


@pytest.fixture
def worker(beside: StartProcess) -> Worker:
    """Run a worker process for the length of a test."""
    worker = ("-m", "celery", "-A", "config", "worker", "--pool", "threads", "-c", "2")
    return Worker(beside(*worker, "--loglevel", "WARNING"))
