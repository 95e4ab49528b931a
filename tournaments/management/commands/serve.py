"""`serve`: serve the site to a club's network from one process, also on Windows."""

import errno
import gc
import logging
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.core.servers.basehttp import get_internal_wsgi_application
from django.db import DatabaseError, connections
from waitress import create_server

from games.problems import ValidationFailed
from tournaments.backups.automatic_backups import LatestBackup
from tournaments.backups.updates import shared_database_lock
from tournaments.management.server_limits import LimitedChannel, max_connections
from tournaments.tasks import catch_up, recount_stale_events
from tournaments.web.network import local_network_address

logger = logging.getLogger(__name__)

# Hosts that no other computer can reach.
_LOCAL_HOSTS = ("127.0.0.1", "::1", "localhost")

_PORT_IN_USE = (
    "Port {} is in use: is Manilla running in another window? Use that one, or stop it first."
)

# A thread computes at most this long while another one waits; Python's default is 0.005.
_SWITCH_INTERVAL_SECONDS = 0.0005

# Idle connections are closed after this time. A phone whose page is visible polls more often than
# that, so its connection stays open.
IDLE_TIMEOUT_SECONDS = 60


class Command(BaseCommand):
    """Serves the site until it is interrupted."""

    help = "Serve the site to this computer and to phones in the same network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--port` and `--host`."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 (phones must reach it)

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Print the addresses, and serve."""
        self.stdout.write(f"On this computer:  http://localhost:{arguments['port']}/")
        if (address := local_network_address()) and arguments["host"] not in _LOCAL_HOSTS:
            self.stdout.write(
                f"On the phones:     http://{address}:{arguments['port']}/  (same Wi-Fi)"
            )
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()
        _tune_interpreter()
        try:
            with shared_database_lock(), _periodic_tasks():
                self._serve(arguments["host"], arguments["port"])
        except ValidationFailed as error:
            raise CommandError("\n".join(problem.message for problem in error.problems)) from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise CommandError(_PORT_IN_USE.format(arguments["port"])) from error

    def _serve(self, host: str, port: int) -> None:
        server = create_server(
            get_internal_wsgi_application(),
            host=host,
            port=port,
            threads=settings.SERVER_THREADS,
            connection_limit=max_connections(),
            asyncore_use_poll=True,  # select() has no descriptors above 1023
            channel_timeout=IDLE_TIMEOUT_SECONDS,
            cleanup_interval=10,
            max_request_body_size=settings.SERVER_MAX_BODY_BYTES,
            clear_untrusted_proxy_headers=False,  # config.security does it
            ident=None,
        )
        server.channel_class = LimitedChannel
        server.run()


def _tune_interpreter() -> None:
    """Adjust Python so that a long request delays short ones less.

    Threads are switched every half millisecond instead of every five. Objects that exist now,
    mostly code, are excluded from garbage collection.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)
    gc.collect()
    gc.freeze()


@contextmanager
def _periodic_tasks() -> Iterator[None]:
    """Run the periodic tasks in a thread during the block, if there is no worker.

    `catch_up` also runs once before the block. It scores results whose process ended before scoring
    them; otherwise they would stay unscored until a reader opens the standings.
    """
    stopped = Event()
    if settings.CELERY_TASK_ALWAYS_EAGER:
        _run_or_log(catch_up, "scoring is postponed")
        Thread(
            target=_run_periodic_tasks_until, args=(stopped,), name="catch up", daemon=True
        ).start()
    try:
        yield
    finally:
        stopped.set()


def _run_periodic_tasks_until(stopped: Event) -> None:
    latest_backup = LatestBackup()
    while not stopped.wait(settings.CATCH_UP_INTERVAL_SECONDS):
        _run_or_log(catch_up, "scoring is postponed")
        _run_or_log(recount_stale_events, "the recount is postponed")
        _run_or_log(latest_backup.update, "the latest backup is postponed")
        connections.close_all()


def _run_or_log(task: Callable[[], object], consequence: str) -> None:
    """Run a task, and log a database error instead of raising it.

    The task runs again in half a minute. The health check reports a database that is not migrated.
    """
    try:
        task()
    except DatabaseError as error:
        logger.warning("%s: %s", consequence, error)
