"""What goes wrong in an evening: seeded, so that what was found once is found again."""

import random
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import sleep

import redis
from celery import Celery
from kombu.exceptions import OperationalError

from tests.faults.installation import Installation
from tests.faults.small_disk import filled_disk

Disturbance = Callable[[Installation], None]

_HOUR_SECONDS = 3600.0
# Seconds for which a service hangs, is full, or rejects writes.
_DISTURBANCE_SECONDS = 3.0


def kill_service(name: str) -> Disturbance:
    """A process ends without warning."""
    return lambda installation: installation.services.kill(name)


def shift_clock(seconds: float) -> Disturbance:
    """The computer's clock is so far from the right time from now on."""
    return lambda installation: installation.set_clock(seconds)


def suspend_redis(installation: Installation) -> None:
    """It is there and says nothing."""
    service = installation.services.all["redis"]
    service.send(signal.SIGSTOP)
    sleep(_DISTURBANCE_SECONDS)
    service.send(signal.SIGCONT)


def fill_redis(installation: Installation) -> None:
    """It refuses whatever wants memory."""
    _with_redis(
        installation, ("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0")
    )


def make_redis_read_only(installation: Installation) -> None:
    """It believes that it follows another one."""
    _with_redis(installation, ("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE"))


def _with_redis(installation: Installation, first: tuple[str, ...], then: tuple[str, ...]) -> None:
    # Killed meanwhile.
    with (
        suppress(redis.RedisError),
        redis.Redis(port=installation.broker) as client,
    ):
        client.execute_command(*first)
        sleep(_DISTURBANCE_SECONDS)
        client.execute_command(*then)


def fill_disk(installation: Installation) -> None:
    """Nothing can be written, and the site is begun again meanwhile; then there is room again."""
    with filled_disk(Path(installation.database).parent):
        sleep(_DISTURBANCE_SECONDS)
        installation.services.kill("web")
        sleep(2 * _DISTURBANCE_SECONDS)


# Every process of a federation may be killed; Redis is empty when it comes back.
FEDERATION: Mapping[str, Disturbance] = {
    name: kill_service(name)
    for name in ("web", "worker 1", "worker 2", "beat", "redis", "postgres")
}

REDIS_AND_CLOCK: Mapping[str, Disturbance] = {
    "redis hangs": suspend_redis,
    "redis is full": fill_redis,
    "redis takes no writes": make_redis_read_only,
    "the clock goes back": shift_clock(-_HOUR_SECONDS),
    "the clock goes on": shift_clock(_HOUR_SECONDS),
    "the clock is right": shift_clock(0),
}

LAPTOP: Mapping[str, Disturbance] = {
    "web": kill_service("web"),
    "clock": shift_clock(-_HOUR_SECONDS),
}

FULL_DISK: Mapping[str, Disturbance] = {"disk": fill_disk, "web": kill_service("web")}


def run_disturbances(
    installation: Installation,
    choices: Mapping[str, Disturbance],
    turns: int,
    rng: random.Random,
    seconds: float,
) -> None:
    """All of the choices so many times, in an order of their own, spread over so many seconds."""
    order = [name for _turn in range(turns) for name in rng.sample(sorted(choices), len(choices))]
    for name in order:
        sleep(rng.uniform(0.5, 1.5) * seconds / len(order))
        choices[name](installation)
    installation.set_clock(0)


@contextmanager
def silent_and_slow_clients(port: int, many: int = 40) -> Iterator[None]:
    """Clients that say nothing, and some that send a result's form letter by letter."""
    over = Event()
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            for _each in range(many)
        ]
        slow = Thread(target=_send_slowly, args=(opened[: many // 4], over), daemon=True)
        slow.start()
        try:
            yield
        finally:
            over.set()
            slow.join(60)


def _send_slowly(connections: list[socket.socket], over: Event) -> None:
    head = b"POST /t/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    for connection in connections:
        with suppress(OSError):
            connection.sendall(head)
    while not over.wait(0.2):
        for connection in connections:
            with suppress(OSError):
                connection.sendall(b"x")


@contextmanager
def duplicated_tasks(installation: Installation, stage: int) -> Iterator[None]:
    """The stage's task is sent by somebody else too: twice, late, and beside itself."""
    over = Event()
    # Not the current application of this process: later tests would send their tasks to a dead
    # broker.
    app = Celery(broker=installation.environment["REDIS_URL"], set_as_current=False)
    app.conf.broker_transport_options = {
        "socket_connect_timeout": 0.5,
        "socket_timeout": 2,
        "max_retries": 0,
    }

    def send_on() -> None:
        rng = random.Random(stage)
        while not over.wait(rng.uniform(0.2, 1)):
            late = rng.choice([None, None, 2, 5])
            for _twice in range(2):
                with suppress(OperationalError):  # Redis is away
                    app.send_task(
                        "tournaments.tasks.score_stage", (stage,), countdown=late, retry=False
                    )

    sending = Thread(target=send_on, daemon=True)
    sending.start()
    try:
        yield
    finally:
        over.set()
        sending.join(60)
