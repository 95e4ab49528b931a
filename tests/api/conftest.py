"""Decide which tests of the API are collected."""

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip collecting the schema tests, which takes seconds, unless thorough tests run."""
    is_daily = "not thorough" in str(config.getoption("markexpr"))
    return True if is_daily and collection_path.name.startswith("test_schema") else None
