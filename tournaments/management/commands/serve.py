"""`serve`: the site for a club's network, from one process, on Windows too."""

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
from tournaments.web.network import network_address

logger = logging.getLogger(__name__)

_HERE = ("127.0.0.1", "::1", "localhost")
"""Where no other machine reaches it."""

_PORT_IN_USE = (
    "Port {} is in use: is Manilla running in another window? Use that one, or stop it first."
)

# Seconds that a thread may compute while another waits for its turn.
_TURN = 0.0005

IDLE_TIMEOUT_SECONDS = 60
"""Seconds after which a connection that asks nothing is closed; a phone that is looked at asks
oftener."""


class Command(BaseCommand):
    """Serve until interrupted."""

    help = "Serve the site to this computer and to phones in the same network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 (phones must reach it)

    def handle(self, *args: Any, **arguments: Any) -> None:
        """Say where to look, then serve."""
        self.stdout.write(f"On this computer:  http://localhost:{arguments['port']}/")
        if (address := network_address()) and arguments["host"] not in _HERE:
            self.stdout.write(
                f"On the phones:     http://{address}:{arguments['port']}/  (same Wi-Fi)"
            )
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()
        _share_the_processor()
        try:
            with shared_database_lock(), _caught_up():
                self._serve(arguments["host"], arguments["port"])
        except ValidationFailed as refused:
            raise CommandError(
                "\n".join(problem.message for problem in refused.problems)
            ) from refused
        except OSError as wrong:
            if wrong.errno != errno.EADDRINUSE:
                raise
            raise CommandError(_PORT_IN_USE.format(arguments["port"])) from wrong

    def _serve(self, host: str, port: int) -> None:
        server = create_server(
            get_internal_wsgi_application(),
            host=host,
            port=port,
            threads=settings.SERVER_THREADS,
            connection_limit=max_connections(),
            asyncore_use_poll=True,  # select knows no descriptor above 1023
            channel_timeout=IDLE_TIMEOUT_SECONDS,
            cleanup_interval=10,
            max_request_body_size=settings.SERVER_MAX_BODY_BYTES,
            clear_untrusted_proxy_headers=False,  # config.security knows whom to believe
            ident=None,
        )
        server.channel_class = LimitedChannel
        server.run()


def _share_the_processor() -> None:
    """Let short requests run beside a long one.

    A thread that has waited for the database gets its turn after half a millisecond in place of
    five. The objects of the code itself are left out of every search for garbage.
    """
    sys.setswitchinterval(_TURN)
    gc.collect()
    gc.freeze()


@contextmanager
def _caught_up() -> Iterator[None]:
    """Where there is no worker: what was left when the site stopped is done first, and so again and
    again.

    A result whose process died before it was scored does not wait until somebody opens the
    standings.
    """
    over = Event()
    if settings.CELERY_TASK_ALWAYS_EAGER:
        _do(catch_up, "what is behind waits")
        Thread(target=_catch_up_until, args=(over,), name="catch up", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _catch_up_until(over: Event) -> None:
    latest = LatestBackup()
    while not over.wait(settings.CATCH_UP_INTERVAL_SECONDS):
        _do(catch_up, "what is behind waits")
        _do(recount_stale_events, "the recount waits")
        _do(latest.keep, "the latest backup waits")
        connections.close_all()


def _do(what: Callable[[], object], waits: str) -> None:
    """Do it now, or in half a minute: of a database that is not migrated the health check tells."""
    try:
        what()
    except DatabaseError as wrong:
        logger.warning("%s: %s", waits, wrong)
