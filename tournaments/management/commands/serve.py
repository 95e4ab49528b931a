"""`serve`: the site for a club's network, from one process, on Windows too."""

import socket
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.core.wsgi import get_wsgi_application
from waitress import serve

THREADS = 16


class Command(BaseCommand):
    """Serve until interrupted."""

    help = "Serve the site to this computer and to phones in the same network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104 (phones must reach it)

    def handle(self, *args: Any, **said: Any) -> None:
        """Say where to look, then serve."""
        self.stdout.write(f"On this computer:  http://localhost:{said['port']}/")
        if address := network_address():
            self.stdout.write(f"On the phones:     http://{address}:{said['port']}/  (same Wi-Fi)")
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()
        serve(get_wsgi_application(), host=said["host"], port=said["port"], threads=THREADS, ident=None)


def network_address() -> str | None:
    """This computer's address in its network, or None. Nothing is sent: the route is only asked for."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address
