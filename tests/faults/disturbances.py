"""Faults during an evening, seeded so that a failure can be repeated."""

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
# Seconds for which a service hangs, is full, or rejects writes: devices must send some entries
# meanwhile, and no state shows that they did, so the disturbances sleep instead of waiting for one.
_DISTURBANCE_SECONDS = 3.0


def kill_service(name: str) -> Disturbance:
    """Return a disturbance that kills a process without warning."""
    return lambda installation: installation.services.kill(name)


def shift_clock(seconds: float) -> Disturbance:
    """Return a disturbance that shifts the computer's clock by some seconds."""
    return lambda installation: installation.set_clock(seconds)


def suspend_redis(installation: Installation) -> None:
    """Suspend Redis: it accepts connections and never responds."""
    service = installation.services.all["redis"]
    service.send(signal.SIGSTOP)
    sleep(_DISTURBANCE_SECONDS)
    service.send(signal.SIGCONT)


def fill_redis(installation: Installation) -> None:
    """Limit the memory of Redis, so that it rejects every write."""
    _with_redis(
        installation, ("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0")
    )


def make_redis_read_only(installation: Installation) -> None:
    """Make Redis a replica of a server that does not exist."""
    _with_redis(installation, ("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE"))


def _with_redis(installation: Installation, start: tuple[str, ...], end: tuple[str, ...]) -> None:
    # Killed meanwhile.
    with (
        suppress(redis.RedisError),
        redis.Redis(port=installation.broker) as client,
    ):
        client.execute_command(*start)
        sleep(_DISTURBANCE_SECONDS)
        client.execute_command(*end)


def fill_disk(installation: Installation) -> None:
    """Fill the disk and restart the site meanwhile; then free the disk."""
    with filled_disk(Path(installation.database).parent):
        sleep(_DISTURBANCE_SECONDS)
        installation.services.kill("web")
        sleep(2 * _DISTURBANCE_SECONDS)


# Every process of a federation may be killed; Redis is empty when it starts again.
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
    """Run every disturbance `turns` times in random order, spread over some seconds."""
    order = [name for _turn in range(turns) for name in rng.sample(sorted(choices), len(choices))]
    for name in order:
        sleep(rng.uniform(0.5, 1.5) * seconds / len(order))
        choices[name](installation)
    installation.set_clock(0)


@contextmanager
def silent_and_slow_clients(port: int, count: int = 40) -> Iterator[None]:
    """Keep connections open that send nothing, and some that send a form byte by byte."""
    stop = Event()
    with ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            for _number in range(count)
        ]
        slow_sender = Thread(
            target=_send_slowly, args=(connections[: count // 4], stop), daemon=True
        )
        slow_sender.start()
        try:
            yield
        finally:
            stop.set()
            slow_sender.join(60)


def _send_slowly(connections: list[socket.socket], stop: Event) -> None:
    head = b"POST /t/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    for connection in connections:
        with suppress(OSError):
            connection.sendall(head)
    while not stop.wait(0.2):
        for connection in connections:
            with suppress(OSError):
                connection.sendall(b"x")


@contextmanager
def duplicated_tasks(installation: Installation, stage_id: int) -> Iterator[None]:
    """Send the scoring task of a stage again and again: twice, late, and concurrently."""
    stop = Event()
    # Not the current application of this process: later tests would send their tasks to a dead
    # broker.
    app = Celery(broker=installation.environment["REDIS_URL"], set_as_current=False)
    app.conf.broker_transport_options = {
        "socket_connect_timeout": 0.5,
        "socket_timeout": 2,
        "max_retries": 0,
    }

    def send_repeatedly() -> None:
        rng = random.Random(stage_id)
        while not stop.wait(rng.uniform(0.2, 1)):
            countdown = rng.choice([None, None, 2, 5])
            for _copy in range(2):
                with suppress(OperationalError):  # Redis is away
                    app.send_task(
                        "tournaments.tasks.score_stage",
                        (stage_id,),
                        countdown=countdown,
                        retry=False,
                    )

    sender = Thread(target=send_repeatedly, daemon=True)
    sender.start()
    try:
        yield
    finally:
        stop.set()
        sender.join(60)
