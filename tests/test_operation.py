"""The parts of an installation: image, services, workflow, and settings of a public site."""

import re
import tomllib
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings

from config.security import RESPONSE_HEADERS, parse_networks
from tests.project import ROOT, manage
from tests.servers import (
    OLDEST_VERSIONS,
    compose_versions,
    format_version,
    outdated_servers,
    servers_unlike_compose,
)
from tournaments.actions.clubs.club import create_club
from tournaments.permissions.actor import SYSTEM
from tournaments.web.urls import urlpatterns

OWN_SERVICES = ("web", "worker", "beat", "migrate")


@pytest.fixture
def services() -> dict[str, dict]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def steps(file: str) -> Iterator[tuple[str, str]]:
    """Yield the instructions of a Dockerfile."""
    for line in (ROOT / file).read_text().replace("\\\n", "").splitlines():
        if line and not line.startswith("#"):
            word, arguments = line.split(" ", 1)
            yield word, arguments


def test_image_runs_as_an_unprivileged_user_and_contains_no_secret() -> None:
    instructions = list(steps("Dockerfile"))
    assert instructions[0][0] == "FROM"
    assert [arguments for word, arguments in instructions if word == "USER"] == ["manilla"]
    assert [word for word, _rest in instructions].index("USER") < [
        word for word, _rest in instructions
    ].index("CMD")
    assert "SECRET" not in (ROOT / "Dockerfile").read_text()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {".*", "var", "**/*.sqlite3*"} <= set(ignored)


def test_every_service_has_a_health_check_and_only_one_migrates(services: dict) -> None:
    assert all("healthcheck" in service for name, service in services.items() if name != "migrate")
    assert "/health" in str(services["web"]["healthcheck"]["test"])
    assert "inspect ping" in str(services["worker"]["healthcheck"]["test"])
    migrating = [name for name in services if "migrate" in str(services[name].get("command"))]
    assert migrating == ["migrate"]
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"]["migrate"] == {
            "condition": "service_completed_successfully"
        }


def test_compose_file_contains_no_secret(services: dict) -> None:
    for name in OWN_SERVICES:
        environment = services[name]["environment"]
        assert environment["MANILLA_SECRET"].startswith("${MANILLA_SECRET:?")
        assert "${POSTGRES_PASSWORD:?" in environment["DATABASE_URL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]


def test_web_port_is_bound_to_localhost_and_trusted_proxies_are_single_addresses(
    services: dict,
) -> None:
    assert services["web"]["ports"] == ["${MANILLA_PORT:-127.0.0.1:8000}:8000"]
    for name in OWN_SERVICES:
        trusted = services[name]["environment"]["MANILLA_PROXY"]
        networks = parse_networks(trusted.removeprefix("${MANILLA_PROXY:-").removesuffix("}"))
        assert [network.num_addresses for network in networks] == [1, 1, 1], (
            "single addresses, no networks"
        )


def test_trusted_proxies_are_caddy_and_this_machine() -> None:
    composed_file = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    (front,) = composed_file["networks"]["front"]["ipam"]["config"]
    trusted = composed_file["services"]["web"]["environment"]["MANILLA_PROXY"]
    caddy = composed_file["services"]["caddy"]["networks"]["front"]["ipv4_address"]
    assert f"127.0.0.1, {front['gateway']}, {caddy}" in trusted
    assert ip_address(caddy) in ip_network(front["subnet"])


def test_containers_are_read_only_and_drop_all_but_listed_capabilities(
    services: dict,
) -> None:
    capabilities = {name: set(service.get("cap_add", ())) for name, service in services.items()}
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert {name for name, rights in capabilities.items() if rights} == {"postgres", "caddy"}
    assert capabilities["caddy"] == {"NET_BIND_SERVICE"}
    assert not capabilities["postgres"] & {"SYS_ADMIN", "NET_ADMIN", "SYS_PTRACE"}


def test_redis_requires_a_password_and_both_stores_are_internal(services: dict) -> None:
    networks_of = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["networks"]
    assert networks_of["store"]["internal"] is True
    for name in ("postgres", "redis"):
        assert services[name]["networks"] == ["store"]
        assert "ports" not in services[name]
    assert "requirepass" in str(services["redis"]["command"])
    assert services["redis"]["environment"]["REDISCLI_AUTH"].startswith("${REDIS_PASSWORD:?")
    for name in OWN_SERVICES:
        assert ":${REDIS_PASSWORD:?" in services[name]["environment"]["REDIS_URL"]


def test_images_are_pinned_to_a_version_and_actions_to_a_commit(services: dict) -> None:
    image = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?(-[a-z.-]+)?(@sha256:[0-9a-f]{64})?")
    images = [service["image"] for name, service in services.items() if name not in OWN_SERVICES]
    images += [arguments for word, arguments in steps("Dockerfile") if word == "FROM"]
    assert [name for name in images if not image.fullmatch(name)] == []
    used = [
        step["uses"]
        for name in ("test", "thorough", "dependencies")
        for job in workflow(name)["jobs"].values()
        for step in job["steps"]
        if "uses" in step
    ]
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []


def test_workflow_runs_the_make_targets_on_every_python() -> None:
    job = workflow("test")["jobs"]["test"]
    runs = [step["run"] for step in job["steps"] if "run" in step]
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert runs[-3:] == ["make check", "make test", "make test-browser"]
    assert {"check", "test", "test-servers", "thorough"} <= set(targets)
    assert any("install" in run and "chromium" in run for run in runs)
    assert workflow("thorough")["jobs"]["thorough"]["steps"][-1]["run"] == "make thorough"
    pythons = job["strategy"]["matrix"]["python"]
    least = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert least == f">={pythons[0]}"
    assert pythons == ["3.11", "3.12", "3.13"]


def test_pinned_versions_are_audited_weekly_and_on_every_change() -> None:
    job = workflow("dependencies")
    triggers = job[True]  # YAML reads `on` as a truth
    assert "constraints.txt" in triggers["push"]["paths"]
    assert "constraints.txt" in triggers["pull_request"]["paths"]
    assert triggers["schedule"]
    assert job["permissions"] == {"contents": "read"}
    run = job["jobs"]["dependencies"]["steps"][-1]["run"]
    assert run.startswith("pip-audit --requirement constraints.txt")


def test_workflow_tests_the_servers_of_the_compose_file(services: dict) -> None:
    job = workflow("test")["jobs"]["servers"]
    assert job["steps"][-1]["run"] == "make test-servers"
    assert {name: job["services"][name]["image"] for name in compose_versions()} == {
        name: services[name]["image"] for name in compose_versions()
    }
    assert {"TEST_DATABASE_URL", "TEST_REDIS_URL"} < set(job["env"])
    assert job["env"]["TEST_COMPOSED"] == "yes"


def test_servers_that_are_too_old_or_not_those_of_the_compose_file_are_rejected() -> None:
    assert outdated_servers(compose_versions()) == servers_unlike_compose(compose_versions()) == []
    assert servers_unlike_compose({"postgres": (15, 2), "redis": (7, 2, 4)}) == [
        f"{name} is not the {format_version(version)} of docker-compose.yml"
        for name, version in compose_versions().items()
    ]
    assert outdated_servers({"postgres": (13, 9), "redis": (6, 0, 16)}) == [
        "postgres is older than 14",
        "redis is older than 6.2",
    ]
    promise = (ROOT / "docs" / "operators" / "install.md").read_text()
    assert (
        "PostgreSQL {} and Redis {} are the oldest".format(
            *map(format_version, OLDEST_VERSIONS.values())
        )
        in promise
    )


def workflow(name: str) -> dict[Any, dict]:
    return yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text())


def test_public_site_passes_the_deployment_check_of_django(tmp_path: Path) -> None:
    environment = {
        "MANILLA_HTTPS": "yes",
        "MANILLA_HOSTS": "example.org",
        "MANILLA_DATA": str(tmp_path),
    }
    process = manage("check", "--deploy", "--fail-level", "WARNING", **environment)
    assert process.returncode == 0, process.stderr


def test_documented_unit_confines_the_processes() -> None:
    page = (ROOT / "docs" / "operators" / "install.md").read_text()
    unit = page[page.index("[Service]") : page.index("[Install]")].split()
    assert {
        "User=manilla",
        "NoNewPrivileges=yes",
        "PrivateTmp=yes",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "StateDirectory=manilla",
        "CapabilityBoundingSet=",
    } <= set(unit)
    assert "--schedule /var/lib/manilla/beat" in page
    assert 'REDIS_URL="redis://:PASSWORD@' in page


@pytest.mark.django_db
def test_health_check_succeeds_only_while_the_database_responds(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get("/health").status_code == 200

    def fail_to_connect() -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", fail_to_connect)
    assert client.get("/health").status_code == 503


@pytest.mark.django_db
def test_health_check_fails_until_the_database_is_migrated(client: Client) -> None:
    applied = MigrationRecorder(connection).migration_qs
    (last,) = MigrationLoader(None).graph.leaf_nodes("tournaments")
    applied.filter(app="tournaments", name=last[1]).delete()
    for address in ("/health", "/health/scoring"):
        response = client.get(address)
        assert response.status_code == 503
        assert "manage.py migrate" in response.content.decode()
    applied.all().delete()
    assert client.get("/health").status_code == 503


@pytest.mark.django_db
@override_settings(SECURE_SSL_REDIRECT=True)
def test_health_check_alone_is_served_without_https(client: Client) -> None:
    assert client.get("/health").status_code == 200
    assert client.get("/").headers["Location"] == "https://testserver/"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/sign-in/", "/t/", "/nowhere/at/all/", "/health"])
def test_every_response_has_the_security_headers(client: Client, address: str) -> None:
    headers = client.get(address).headers
    assert {name: headers[name] for name in RESPONSE_HEADERS} == RESPONSE_HEADERS
    assert "unsafe" not in headers["Content-Security-Policy"]


@pytest.mark.django_db
def test_club_slug_never_equals_the_first_part_of_another_url() -> None:
    words = {str(pattern.pattern).split("/")[0] for pattern in urlpatterns} - {
        "",
        "<club:club_slug>",
    }
    assert {"desk", "health", "sign-in", "t"} <= words
    assert words.isdisjoint({create_club(word, SYSTEM).slug for word in words})
