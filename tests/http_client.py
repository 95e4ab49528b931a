"""A fast HTTP client for measurements: it reuses connections, and its requests are prepared."""

import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, perf_counter, sleep
from typing import NamedTuple


class Response(NamedTuple):
    """Status, entity tag and body of a response."""

    status: int
    tag: str
    body: bytes


class Connection:
    """A connection to a local server, reopened if the server has closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._open()

    def ask(self, request: bytes) -> Response:
        """Send a request and return the response; retry once if the connection was closed."""
        try:
            return self._asked(request)
        except ConnectionError:
            self._open()
            return self._asked(request)

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()

    def _open(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _asked(self, request: bytes) -> Response:
        self.socket.sendall(request)
        received = self._more(b"")
        while b"\r\n\r\n" not in received:
            received = self._more(received)
        head, _blank, body = received.partition(b"\r\n\r\n")
        fields = dict(_parse_header_fields(head))
        while len(body) < int(fields.get("content-length", "0")):
            body = self._more(body)
        return Response(int(head.split(None, 2)[1]), fields.get("etag", ""), body)

    def _more(self, received: bytes) -> bytes:
        if not (chunk := self.socket.recv(1 << 16)):
            raise ConnectionResetError
        return received + chunk


def _parse_header_fields(head: bytes) -> Iterator[tuple[str, str]]:
    for line in head.decode("latin-1").split("\r\n")[1:]:
        name, _colon, value = line.partition(":")
        yield name.lower(), value.strip()


def request(method: str, path: str, body: bytes = b"", **fields: str) -> bytes:
    """Return a request as bytes; `_` in the name of a header stands for `-`."""
    fields_with_defaults = {"Host": "127.0.0.1", "Content-Length": str(len(body)), **fields}
    lines = [
        f"{method} {path} HTTP/1.1",
        *(
            f"{name.replace('_', '-')}: {fields_with_defaults[name]}"
            for name in fields_with_defaults
        ),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def seconds_to_answer(
    connections: Sequence[Connection], requests: Sequence[bytes], expected: int
) -> float:
    """Return the seconds these connections take for all requests, checking each status."""
    at_once = len(connections)

    def ask_on(connection: Connection, part: Sequence[bytes]) -> None:
        for message in part:
            response = connection.ask(message)
            assert response.status == expected, (response.status, response.body[:500])

    started = perf_counter()
    with ThreadPoolExecutor(at_once) as pool:
        list(
            pool.map(ask_on, connections, [requests[number::at_once] for number in range(at_once)])
        )
    return perf_counter() - started


def wait_until_served(port: int, seconds: float = 60) -> None:
    """Wait until a local port accepts connections; raises `OSError` if it does not in time."""
    until = monotonic() + seconds
    while True:
        try:
            return Connection(port).close()
        except OSError:
            if monotonic() > until:
                raise
            sleep(0.1)  # another process, which tells nobody that it is ready
