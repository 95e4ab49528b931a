"""The server: connections, body sizes, concurrent writers, proxies and host names."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings as site
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings

from config.middleware import (
    READER_THREADS,
    bad_request_view,
    is_allowed_host,
    limit_concurrent_writes,
)
from config.security import parse_networks, trust_proxies
from tests.servers import free_port
from tournaments.management import server_limits as descriptors

ROOT = Path(__file__).parent.parent
# Default connection limit of the server.
OLD_LIMIT = 100


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Serve a site from an empty folder, and return its port."""
    number = free_port()
    around = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    environment = {**around, "MANILLA_DATA": str(tmp_path_factory.mktemp("served"))}
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(number)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(number, server)
            yield number
        finally:
            server.terminate()


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and server.poll() is None:
        try:
            connected(port).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError("the site is not served")


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def answer_to(port: int, *lines: str) -> str:
    """Return the first line of the response to the head of a request without a body."""
    with connected(port) as connection:
        connection.sendall("\r\n".join([*lines, "Host: localhost", "", ""]).encode())
        return connection.makefile("rb").readline().decode().strip()


@pytest.mark.thorough
def test_idle_connections_do_not_block_others(port: int) -> None:
    silent = [connected(port) for _connection in range(OLD_LIMIT + 30)]
    try:
        assert answer_to(port, "GET /health HTTP/1.1").startswith("HTTP/1.1 503")  # not migrated
    finally:
        for connection in silent:
            connection.close()


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="the limit of descriptors is set as POSIX does")
def test_one_client_cannot_take_every_connection(tmp_path: Path) -> None:
    import resource

    number, descriptors = free_port(), 300  # of which the server takes 100 for connections
    around = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(number)],
        cwd=ROOT,
        env={**around, "MANILLA_DATA": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors)),
    ) as server:
        silent: list[socket.socket] = []
        try:
            wait_for(number, server)
            silent += [connected(number) for _connection in range(130)]
            phone = socket.create_connection(
                ("127.0.0.1", number), timeout=10, source_address=("127.0.0.2", 0)
            )
            silent.append(phone)
            phone.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert phone.recv(12) == b"HTTP/1.1 503"  # not migrated
        finally:
            for connection in silent:
                connection.close()
            server.terminate()


@pytest.mark.thorough
@pytest.mark.parametrize("length", [3_000_000, 140_000_000])
def test_body_far_too_large_is_rejected_before_it_is_sent(port: int, length: int) -> None:
    answer = answer_to(port, "POST /t/ HTTP/1.1", f"Content-Length: {length}")
    assert answer == "HTTP/1.1 413 Request Entity Too Large"


@pytest.mark.django_db
def test_body_slightly_too_large_gets_an_error_page(client: Client) -> None:
    body = "x" * 2_500_001
    page = client.post("/t/", body, content_type="application/x-www-form-urlencoded")
    assert page.status_code == 413
    assert "larger than 2.5 MB" in page.content.decode()
    api_response = client.post("/api/v1/events/", body, content_type="application/json")
    assert (api_response.status_code, api_response.json()["problems"][0]["code"]) == (
        413,
        "too_large",
    )


@pytest.mark.django_db
def test_form_that_cannot_be_stored_or_parsed_gets_an_error_page(client: Client) -> None:
    null = client.post("/t/", {"code": "1\0"})
    assert (null.status_code, "cannot be stored" in null.content.decode()) == (400, True)
    fields = {f"x{number}": "" for number in range(site.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    page, api_response = (
        client.post("/t/", fields),
        bad_request_view(RequestFactory().post("/api/v1/"), Exception()),
    )
    assert (page.status_code, "cannot be read" in page.content.decode()) == (400, True)
    assert (api_response.status_code, json.loads(api_response.content)["problems"][0]["code"]) == (
        400,
        "unreadable",
    )


@pytest.mark.django_db
@override_settings(SERVER_THREADS=READER_THREADS + 2)
def test_writers_beyond_the_limit_are_rejected_and_readers_are_not() -> None:
    go_on = Event()

    def slow(request: HttpRequest) -> HttpResponse:
        if request.path == "/slow":
            assert go_on.wait(60)
        return HttpResponse("done")

    answer, asked = limit_concurrent_writes(slow), RequestFactory()
    writers = [Thread(target=answer, args=[asked.post("/slow")]) for _thread in range(2)]
    for writer in writers:
        writer.start()
    while writers and answer(asked.post("/quick")).status_code == 200:
        time.sleep(0.01)  # until both have begun
    page, api_response = answer(asked.post("/quick")), answer(asked.post("/api/v1/events/"))
    assert (page.status_code, api_response.status_code) == (503, 503)
    assert int(page.headers["Retry-After"]) > 0
    assert "Nothing was saved" in page.content.decode()
    assert json.loads(api_response.content)["problems"][0]["code"] == "busy"
    assert answer(asked.get("/quick")).status_code == 200
    go_on.set()
    for writer in writers:
        writer.join(60)
    assert answer(asked.post("/quick")).status_code == 200


@pytest.mark.parametrize(
    ("soft", "hard", "connections"),
    [
        (1024, 4096, 2000),
        (256, 256, 56),
        (1024, 1024, 824),
        (1_000_000, 1_000_000, 2000),
        (-1, -1, 2000),
    ],
)
def test_connection_limit_follows_from_the_limits_of_the_system(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, connections: int
) -> None:
    class Limits:
        RLIMIT_NOFILE, RLIM_INFINITY = 7, -1
        now = soft, hard

        def getrlimit(self, _which: int) -> tuple[int, int]:
            return self.now

        def setrlimit(self, _which: int, limits: tuple[int, int]) -> None:
            assert hard == -1 or limits[0] <= hard
            self.now = limits

    monkeypatch.setattr(descriptors, "resource", Limits())
    assert descriptors.max_connections() == connections


def test_connection_limit_is_lower_without_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptors, "resource", None)
    assert descriptors.max_connections() == 400


@pytest.mark.parametrize(
    ("asker", "believed"),
    [
        ("127.0.0.1", True),
        ("172.18.0.5", True),
        ("192.168.1.9", False),
        ("2001:db8::1", False),
        ("", False),
    ],
)
def test_forwarded_headers_are_trusted_from_the_proxy_only(asker: str, believed: bool) -> None:
    environ_seen: dict[str, str] = {}

    def application(environ: dict[str, str], _start: object) -> list[bytes]:
        environ_seen.update(environ)
        return []

    headers = {"HTTP_X_FORWARDED_FOR": "203.0.113.7", "HTTP_X_FORWARDED_PROTO": "https"}
    environ = {"REMOTE_ADDR": asker, "wsgi.url_scheme": "http", **headers}
    trust_proxies(application, parse_networks("127.0.0.1, 172.16.0.0/12"))(environ, None)
    assert environ_seen["REMOTE_ADDR"] == ("203.0.113.7" if believed else asker)
    assert ("HTTP_X_FORWARDED_PROTO" in environ_seen) == believed


def test_invalid_proxy_setting_is_rejected_with_instructions() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"MANILLA_PROXY.*caddy.*Write the address"):
        parse_networks("caddy")


IN_A_BAR = ["localhost", "192.168.1.20", "8.8.8.8", "[::1]", "[fe80::1]", "manilla.local"]


@pytest.mark.parametrize("host", [*IN_A_BAR, "LocalHost"])
def test_site_without_hosts_answers_to_addresses_and_local_names(host: str) -> None:
    assert is_allowed_host(host.lower())


@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.1.20.evil.example", "1.2.3", "x.localhost"]
)
def test_site_without_hosts_rejects_other_names(host: str) -> None:
    assert not is_allowed_host(host)


@override_settings(SITE_HOSTS=["manilla.example", ".federation.example"])
def test_site_with_hosts_answers_to_these_and_to_the_health_check() -> None:
    assert all(map(is_allowed_host, ["manilla.example", "a.federation.example", "localhost"]))
    assert not any(map(is_allowed_host, ["192.168.1.20", "manilla.local", "evil.example"]))


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "bad_host:x", "a" * 300])
def test_request_for_an_unknown_host_gets_an_error_and_no_page(client: Client, host: str) -> None:
    response = client.get("/", headers={"host": host})
    assert response.status_code == 400
    assert b"<a " not in response.content


@pytest.mark.django_db
def test_unknown_host_error_is_in_the_readers_language(client: Client) -> None:
    response = client.get("/", headers={"host": "evil.example", "accept-language": "en"})
    assert "evil.example" in response.content.decode()
    assert "MANILLA_HOSTS" in response.content.decode()
