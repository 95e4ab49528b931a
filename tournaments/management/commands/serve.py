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

# How long a thread may compute while another is waiting; Python's default is 0.005.
_SWITCH_INTERVAL_SECONDS = 0.0005

# Idle connections are closed after this time; a phone whose page is visible polls more often.
IDLE_TIMEOUT_SECONDS = 60


class Command(BaseCommand):
    """Serve until interrupted."""

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
            with shared_database_lock(), _catching_up():
                self._serve(arguments["host"], arguments["port"])
        except ValidationFailed as failed:
            raise CommandError(
                "\n".join(problem.message for problem in failed.problems)
            ) from failed
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
    """Let short requests run beside a long one.

    A thread that was waiting for the database gets its turn after half a millisecond instead of
    five. Objects that exist now, mostly code, are excluded from garbage collection.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_SECONDS)
    gc.collect()
    gc.freeze()


@contextmanager
def _catching_up() -> Iterator[None]:
    """Run the periodic tasks in a thread if there is no worker, and once before serving.

    So results whose process ended before they were scored do not wait for somebody to open the
    standings.
    """
    stopped = Event()
    if settings.CELERY_TASK_ALWAYS_EAGER:
        _run_or_log(catch_up, "scoring is postponed")
        Thread(target=_catch_up_until, args=(stopped,), name="catch up", daemon=True).start()
    try:
        yield
    finally:
        stopped.set()


def _catch_up_until(stopped: Event) -> None:
    latest = LatestBackup()
    while not stopped.wait(settings.CATCH_UP_INTERVAL_SECONDS):
        _run_or_log(catch_up, "scoring is postponed")
        _run_or_log(recount_stale_events, "the recount is postponed")
        _run_or_log(latest.update, "the latest backup is postponed")
        connections.close_all()


def _run_or_log(task: Callable[[], object], consequence: str) -> None:
    """Run a task; log a database error, as the task runs again in half a minute.

    The health check reports a database that is not migrated.
    """
    try:
        task()
    except DatabaseError as error:
        logger.warning("%s: %s", consequence, error)
