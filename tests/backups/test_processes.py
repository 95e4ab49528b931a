"""Backups made while tables post results, and restores that are killed."""

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Lock, Thread

import pytest

from tests.backups.installation import TABLES, Installation, installed
from tests.http_client import Connection, request, wait_until_served
from tests.scenes.evening import outcome
from tests.servers import free_port

pytestmark = [pytest.mark.thorough, pytest.mark.django_db]

KILL_COUNT = 6

# Number of results that are confirmed before the backup starts.
RESULTS_BEFORE_BACKUP = 60


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with installed(tmp_path / "var") as new_installation:
        yield new_installation


class PostingTables:
    """Tables that post all their results, each with its own thread and connection."""

    def __init__(self, port: int, plays: dict[str, list[int]]) -> None:
        self.port, self.confirmed_ids, self.error_statuses = port, set[int](), set[int]()
        self.lock, self.is_over = Lock(), Event()
        self.threads = [Thread(target=self._post, args=item) for item in plays.items()]
        for thread in self.threads:
            thread.start()

    def _post(self, code: str, plays: list[int]) -> None:
        rng, connection = random.Random(code), Connection(self.port)
        for play in plays:
            fields = {"Authorization": f"Table {code}", "Content_Type": "application/json"}
            body = json.dumps({"side": "ns", "outcome": outcome(rng)}).encode()
            path = f"/api/v1/plays/{play}/entries/"
            post = request("POST", path, body, Idempotency_Key=f"result-{play}", **fields)
            while not self.is_over.is_set():
                status = connection.ask(post).status
                with self.lock:
                    (self.confirmed_ids if status == 201 else self.error_statuses).add(
                        play if status == 201 else status
                    )
                # 503 means that the site is busy; then a phone waits and sends the result again.
                if status != 503:
                    break
                time.sleep(0.2)
                connection.close()
                connection = Connection(self.port)
        connection.close()

    def confirmed_plays(self) -> set[int]:
        """Return the plays whose results the site has confirmed."""
        with self.lock:
            return set(self.confirmed_ids)

    def finish(self) -> None:
        self.is_over.set()
        for thread in self.threads:
            thread.join()
        assert self.error_statuses <= {503}


def test_backup_has_every_result_confirmed_before_it_began(
    installation: Installation, tmp_path: Path
) -> None:
    plays = json.loads(installation.run("-m", "tests.backups.installation", "create"))
    assert len(plays) == TABLES == 60
    port, file = free_port(), str(tmp_path / "copy")
    server = installation.serve(port)
    wait_until_served(port)
    posting_tables = PostingTables(port, plays)
    try:
        deadline = time.monotonic() + 120
        while len(confirmed_before := posting_tables.confirmed_plays()) < RESULTS_BEFORE_BACKUP:
            assert time.monotonic() < deadline
            assert posting_tables.error_statuses <= {503}
            time.sleep(0.02)  # meanwhile the threads of the tables post
        manifest = json.loads(installation.run("manage.py", "backup", file, "--json"))
        confirmed_after = posting_tables.confirmed_plays()
        posting_tables.finish()
    finally:
        posting_tables.is_over.set()
        server.kill()
        server.wait()
    assert confirmed_before < confirmed_after, "tables posted results during the backup"
    installation.wipe()
    installation.run("manage.py", "restore", file)
    report = json.loads(installation.run("-m", "tests.backups.installation", "results"))
    assert confirmed_before <= set(report["results"])
    assert len(report["results"]) == manifest["results"]
    assert report["differs"] == []
    assert report["moved"] == {}, "exported and imported again, an event has the same standings"
    (standings,) = (standings for standings in report["standings"].values() if standings)
    assert sum(len(rows) for rows in standings["1"]["desk"].values()) == 2 * TABLES


def test_killed_restore_leaves_the_old_or_the_new_state(
    installation: Installation, tmp_path: Path
) -> None:
    """It is killed at random times, and finally the same backup is restored again."""
    file, target, states = str(tmp_path / "copy"), installation, set[tuple[int, bool]]()
    target.run("-m", "tests.backups.installation", "create")
    target.run("manage.py", "backup", file)
    secret = (target.folder / "secret").read_text()
    target.wipe()
    target.run("manage.py", "migrate", "--verbosity", "0")
    started = time.monotonic()
    target.run("manage.py", "restore", file)
    restore_seconds, rng = time.monotonic() - started, random.Random("killed half way")
    for _attempt in range(KILL_COUNT):
        target.wipe()
        target.run("manage.py", "migrate", "--verbosity", "0")
        process = target.start_process("manage.py", "restore", file)
        time.sleep(restore_seconds * rng.uniform(0.4, 1.0))  # its progress cannot be observed
        process.kill()
        process.communicate()
        plays = json.loads(target.run("-m", "tests.backups.installation", "plays"))
        states.add((plays, (target.folder / "secret").read_text() == secret))
    play_count = TABLES * 2 * 2
    assert states <= {(0, False), (play_count, False), (play_count, True)}
    target.run("manage.py", "restore", file)
    assert json.loads(target.run("-m", "tests.backups.installation", "plays")) == play_count
    assert (target.folder / "secret").read_text() == secret
