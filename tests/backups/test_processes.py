"""Backup and restore in processes: while tables post results, and killed."""

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

KILLS = 6

# Number of results that are confirmed before the backup begins.
BEFORE_THE_BACKUP = 60


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with installed(tmp_path / "var") as new_installation:
        yield new_installation


class Room:
    """Tables that post one result after the other, each on its own thread and connection."""

    def __init__(self, port: int, plays: dict[str, list[int]]) -> None:
        self.port, self.stored, self.wrong = port, set[int](), set[int]()
        self.lock, self.over = Lock(), Event()
        self.tables = [Thread(target=self._post, args=item) for item in plays.items()]
        for table in self.tables:
            table.start()

    def _post(self, code: str, plays: list[int]) -> None:
        rng, connection = random.Random(code), Connection(self.port)
        for play in plays:
            fields = {"Authorization": f"Table {code}", "Content_Type": "application/json"}
            body = json.dumps({"side": "ns", "outcome": outcome(rng)}).encode()
            path = f"/api/v1/plays/{play}/entries/"
            post = request("POST", path, body, Idempotency_Key=f"{play}-said", **fields)
            while not self.over.is_set():
                status = connection.ask(post).status
                with self.lock:
                    (self.stored if status == 201 else self.wrong).add(
                        play if status == 201 else status
                    )
                # More at once than the site accepts: a phone then waits and sends again.
                if status != 503:
                    break
                time.sleep(0.2)  # as a phone does before it sends again
                connection.close()
                connection = Connection(self.port)
        connection.close()

    def confirmed_plays(self) -> set[int]:
        """Return the plays whose results the site has confirmed."""
        with self.lock:
            return set(self.stored)

    def end(self) -> None:
        self.over.set()
        for table in self.tables:
            table.join()
        assert self.wrong <= {503}


def test_backup_has_every_result_confirmed_before_it_began(
    installation: Installation, tmp_path: Path
) -> None:
    plays = json.loads(installation.run("-m", "tests.backups.installation", "lay"))
    assert len(plays) == TABLES == 60
    port, file = free_port(), str(tmp_path / "copy")
    server = installation.serve(port)
    wait_until_served(port)
    room = Room(port, plays)
    try:
        until = time.monotonic() + 120
        while len(before := room.confirmed_plays()) < BEFORE_THE_BACKUP:
            assert time.monotonic() < until
            assert room.wrong <= {503}
            time.sleep(0.02)  # the tables post on threads of their own
        manifest = json.loads(installation.run("manage.py", "backup", file, "--json"))
        meanwhile = room.confirmed_plays()
        room.end()
    finally:
        room.over.set()
        server.kill()
        server.wait()
    assert before < meanwhile, "the room went on posting"
    installation.wipe()
    installation.run("manage.py", "restore", file)
    report = json.loads(installation.run("-m", "tests.backups.installation", "results"))
    assert before <= set(report["results"])
    assert len(report["results"]) == manifest["results"]
    assert report["differs"] == []
    assert report["moved"] == {}, "an exported event comes in again with the same standings"
    (standings,) = (standings for standings in report["standings"].values() if standings)
    assert sum(len(rows) for rows in standings["1"]["desk"].values()) == 2 * TABLES


def test_killed_restore_leaves_the_old_or_the_new_state(
    installation: Installation, tmp_path: Path
) -> None:
    """It is killed at random moments, and the backup is restored again at the end."""
    file, target, states = str(tmp_path / "copy"), installation, set[tuple[int, bool]]()
    target.run("-m", "tests.backups.installation", "lay")
    target.run("manage.py", "backup", file)
    secret = (target.folder / "secret").read_text()
    target.wipe()
    target.run("manage.py", "migrate", "--verbosity", "0")
    started = time.monotonic()
    target.run("manage.py", "restore", file)
    lasts, rng = time.monotonic() - started, random.Random("killed half way")
    for _turn in range(KILLS):
        target.wipe()
        target.run("manage.py", "migrate", "--verbosity", "0")
        process = target.begin("manage.py", "restore", file)
        time.sleep(lasts * rng.uniform(0.4, 1.0))  # no sign says how far it is
        process.kill()
        process.communicate()
        plays = json.loads(target.run("-m", "tests.backups.installation", "plays"))
        states.add((plays, (target.folder / "secret").read_text() == secret))
    whole = TABLES * 2 * 2
    assert states <= {(0, False), (whole, False), (whole, True)}
    target.run("manage.py", "restore", file)
    assert json.loads(target.run("-m", "tests.backups.installation", "plays")) == whole
    assert (target.folder / "secret").read_text() == secret
