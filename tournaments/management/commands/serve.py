"""`serve`: the site for a club's network, from one process, on Windows too."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.core.wsgi import get_wsgi_application
from waitress import serve

from tournaments.web.network import network_address

THREADS = 16
# Behind its HTTPS proxy the site believes what the proxy says about who asks: wrong codes and passwords are
# counted by address.
BEHIND_PROXY = {
    "trusted_proxy": "*",
    "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    "clear_untrusted_proxy_headers": True,
}


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
        if address := network_address():
            self.stdout.write(f"On the phones:     http://{address}:{arguments['port']}/  (same Wi-Fi)")
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()
        proxy = BEHIND_PROXY if settings.HTTPS else {}
        serve(
            get_wsgi_application(),
            host=arguments["host"],
            port=arguments["port"],
            threads=THREADS,
            ident=None,
            **proxy,
        )
