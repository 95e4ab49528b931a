"""An unreachable Redis behaves like an empty cache and delays no request."""

import pickle
import socket
import time
from collections.abc import Callable, Iterator

import pytest

from config.cache import RETRY_AFTER_SECONDS, FailOpenCache, JSONSerializer
from tournaments.tasks import BROKER_RETRY_SECONDS, enqueue, score_stage


@pytest.fixture
def silent_server() -> Iterator[socket.socket]:
    """Start a server that accepts every connection and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        yield server


@pytest.fixture(autouse=True)
def nothing_was_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FailOpenCache, "open_until", 0.0)


def port_of(server: socket.socket) -> int:
    return int(server.getsockname()[1])


def connections(server: socket.socket) -> int:
    """Return the number of connections since the last call."""
    count = 0
    while True:
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def check_cache_is_empty(cache: FailOpenCache) -> None:
    """Check that every method of the cache returns as with an empty cache, and none raises."""
    assert cache.get("place") is None
    assert cache.get("place", 0) == 0
    assert cache.get_or_set("place", lambda: 7) == 7
    assert cache.add("place", 0, 60)
    cache.set("place", 1, 60)
    assert cache.incr("place") == 1
    assert not cache.delete("place")
    assert cache.get_many(["place"]) == {}
    assert "place" not in cache


def test_unreachable_cache_is_empty(silent_server: socket.socket) -> None:
    closed_port = port_of(silent_server)
    silent_server.close()
    check_cache_is_empty(FailOpenCache(f"redis://127.0.0.1:{closed_port}/0", {}))


def test_cache_that_times_out_is_not_asked_again_for_a_while(
    silent_server: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = FailOpenCache(f"redis://127.0.0.1:{port_of(silent_server)}/0", {})
    check_cache_is_empty(cache)
    assert connections(silent_server) == 1
    later = time.monotonic() + RETRY_AFTER_SECONDS
    monkeypatch.setattr(time, "monotonic", lambda: later)
    check_cache_is_empty(cache)
    assert connections(silent_server) == 1


@pytest.mark.thorough
def test_broker_that_times_out_is_not_asked_again_for_a_while(
    silent_server: socket.socket, queue: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    queue(f"redis://127.0.0.1:{port_of(silent_server)}/0")
    enqueue(score_stage, 1)
    assert connections(silent_server) > 0
    for stage in range(5):
        enqueue(score_stage, stage)
    assert connections(silent_server) == 0
    later = time.monotonic() + BROKER_RETRY_SECONDS
    monkeypatch.setattr(time, "monotonic", lambda: later)
    enqueue(score_stage, 1)
    assert connections(silent_server) > 0


@pytest.mark.parametrize(
    "value", [0, 7, True, 1.5, "text", None, {"1": ["name", 2.5]}, ["what", 0.5]]
)
def test_values_are_stored_in_redis_as_json(value: object) -> None:
    written = JSONSerializer().dumps(value)
    assert (
        JSONSerializer().loads(str(written).encode() if isinstance(written, int) else written)
        == value
    )


def test_value_read_from_redis_runs_no_code() -> None:
    assert JSONSerializer().loads(pickle.dumps({"earlier": "version"})) is None
    with pytest.raises(TypeError):
        JSONSerializer().dumps(object())
