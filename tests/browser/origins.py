"""The site as phones reach it: under its own name, by HTTP or HTTPS, on a poor network.

A proxy in front of the real application behaves like the Wi-Fi of a bar: it forwards requests,
drops them, or loses the responses. Middleware serves the static files.
"""

import base64
import hashlib
import ssl
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import trustme
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.handlers.wsgi import WSGIHandler
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, BrowserContext

NAME = "club.local"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_HOP_BY_HOP_HEADERS = {"connection", "transfer-encoding", "content-length"}


@cache
def certificate() -> trustme.LeafCert:
    """Return a certificate for the name, created for this run."""
    return trustme.CA().issue_cert(NAME)


def browser_arguments() -> list[str]:
    """Return arguments that give Chromium the address of the name and its certificate."""
    loaded = x509.load_pem_x509_certificate(certificate().cert_chain_pems[0].bytes())
    key = loaded.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    digest = base64.b64encode(hashlib.sha256(key).digest()).decode()
    return [
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        f"--ignore-certificate-errors-spki-list={digest}",
    ]


@dataclass
class Network:
    """The network between phones and site, which can be cut or lose the responses to forms.

    If `answers_with` is not 0, the proxy answers every request with this status.
    """

    is_cut: bool = False
    answers_with: int = 0
    loses_answers: bool = False
    # Bodies of the forms that reached the site.
    posts: list[str] = field(default_factory=list)


@dataclass
class Origin:
    """The site under one origin, the network in front of it, and its phones."""

    base_url: str
    network: Network
    browser: Browser
    # Errors that pages have logged on the console.
    errors: list[str] = field(default_factory=list)

    @property
    def is_secure(self) -> bool:
        """Whether the origin is HTTPS, so that a service worker may cache pages."""
        return self.base_url.startswith("https:")

    def phone(self) -> BrowserContext:
        """Return a new phone."""
        context = self.browser.new_context(base_url=self.base_url, **PHONE)
        context.set_default_timeout(15_000)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        return context


class Site:
    """The application and its proxy, for the length of a test."""

    def __init__(self, scheme: str) -> None:
        self.network = Network()
        # The application serves its files itself, compressed; Django's own test server would serve
        # them bare.
        self.server = LiveServerThread("127.0.0.1", static_handler=lambda _bare: WSGIHandler())
        self.server.daemon = True
        self.server.start()
        self.server.is_ready.wait()
        if self.server.error:
            raise self.server.error
        self.proxy = _proxy(scheme, self.server.port, self.network)
        self.base_url = f"{scheme}://{NAME}:{self.proxy.server_address[1]}"
        threading.Thread(target=self.proxy.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Stop the threads and close the database connections."""
        self.proxy.shutdown()
        self.proxy.server_close()
        self.server.terminate()


def _proxy(scheme: str, port: int, network: Network) -> ThreadingHTTPServer:
    class Handler(_ForwardingHandler):
        pass

    Handler.scheme, Handler.port, Handler.network = scheme, port, network
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    proxy.daemon_threads = True
    proxy.block_on_close = False
    if scheme == "https":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate().configure_cert(context)
        proxy.socket = context.wrap_socket(
            proxy.socket, server_side=True, do_handshake_on_connect=False
        )
    return proxy


class _ForwardingHandler(BaseHTTPRequestHandler):
    """Forward requests with the scheme in a header, as the proxy of a club does."""

    scheme: str
    port: int
    network: Network
    protocol_version = "HTTP/1.1"
    timeout = 30

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.network.is_cut:
            self.close_connection = True
            return
        if self.network.answers_with:
            self._answer(
                self.network.answers_with, [("Content-Type", "text/html")], b"<h1>An error</h1>"
            )
            return
        answer, content = self._asked(body)
        if self.command == "POST" and self.network.loses_answers:
            self.close_connection = self.network.is_cut = True  # no further request is answered
            return
        with suppress(ConnectionError):  # the phone has turned to another page
            self._answer(answer.status, answer.getheaders(), content)

    def _asked(self, body: bytes):
        if self.command == "POST":
            self.network.posts.append(body.decode())
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {**self.headers, "X-Forwarded-Proto": self.scheme, "Connection": "close"}
        connection.request(self.command, self.path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer, content

    def _answer(self, status: int, headers: list[tuple[str, str]], content: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in _HOP_BY_HOP_HEADERS:
                self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_HEAD = _pass_on  # noqa: N815 (named by the library)

    def log_message(self, *_what: object) -> None:
        """Log nothing."""
