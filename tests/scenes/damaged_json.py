"""Damaged copies of JSON values, and limits for what rejecting them may cost."""

import copy
import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

Path = tuple[str | int, ...]

# Values that are invalid wherever they are.
DAMAGED_VALUES: tuple[Any, ...] = (
    {"?": 1},
    [[[]]],
    "x" * 100_000,
    "half a letter \ud83c",
    10**400,
    -(10**400),
    {"?": {"?": {"?": None}}},
    [None] * 1000,
)

# What a rejection may cost: CPU time of its thread, and peak memory.
MAX_SECONDS, MAX_MEGABYTES = 1, 100


def value_paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path to every value inside a value."""
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, part in parts:
        yield (*path, key)
        yield from value_paths(part, (*path, key))


def damaged_copies(value: Any, count: int) -> Iterator[tuple[Path, Any]]:
    """Yield copies with one damaged value each, spread evenly, with the path of the damage."""
    all_paths = list(value_paths(value))
    for copy_number in range(count):
        path = all_paths[copy_number * len(all_paths) // count]
        yield (
            path,
            _replace_at(
                copy.deepcopy(value), path, DAMAGED_VALUES[copy_number % len(DAMAGED_VALUES)]
            ),
        )


def format_path(path: Path) -> str:
    """Return a path in the notation of the problems of a file."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def to_json_bytes(value: Any) -> bytes:
    """Return the value as JSON, lone surrogates included."""
    return json.dumps(value).encode()


def call_within_limits(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function and return its result; fail if it takes too much time or memory."""
    tracemalloc.start()
    started_at = time.thread_time()
    try:
        return function(*arguments)
    finally:
        seconds, (_now, peak) = time.thread_time() - started_at, tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert seconds < MAX_SECONDS
        assert peak < MAX_MEGABYTES * 1_000_000


def _replace_at(value: Any, path: Path, part: Any) -> Any:
    *parents, key = path
    container = value
    for step in parents:
        container = container[step]
    container[key] = part
    return value
