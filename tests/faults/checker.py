"""Compute what the site must show from the accepted entries, without the code under test."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from typing import Any

import psycopg

from tests.scenes.reference_scoring import standings

# How often each entry is stored: play, kind, side, and the outcome as text.
EntryCounts = Counter[tuple[int, str, str, str]]

_QUERY = "SELECT play_id, kind, side, outcome FROM tournaments_entry"


def stored_entries(database: str) -> EntryCounts:
    """Count the stored entries, read directly from PostgreSQL (an address) or SQLite (a file)."""
    if database.startswith("postgresql:"):
        with psycopg.connect(database) as connection:
            rows = connection.execute(_QUERY).fetchall()
    else:
        with closing(sqlite3.connect(database)) as connection:
            rows = [(*row, json.loads(outcome)) for *row, outcome in connection.execute(_QUERY)]
    return Counter((play, kind, side, outcome_text(outcome)) for play, kind, side, outcome in rows)


def outcome_text(outcome: Mapping[str, Any]) -> str:
    """Return an outcome of Botifarra as text, the same for form fields and stored values."""
    delegated = outcome["delegated"] in (True, "yes")
    return f"{outcome['trump']} {delegated} {outcome['contro']} {int(outcome['ns_points'])}"


def entry_differences(accepted: EntryCounts, stored: EntryCounts) -> list[str]:
    """Return entries that are lost, and entries stored twice or without being accepted."""
    lost = [f"lost: {entry}" for entry in (accepted - stored).elements()]
    return lost + [f"too many: {entry}" for entry in (stored - accepted).elements()]


def expected_totals(
    tables: Iterable[Mapping[str, Any]],
    entries: Mapping[int, Sequence[tuple[str, str, dict[str, str]]]],
) -> dict[str, tuple[Fraction, int]]:
    """Return total and number of boards by name, from entries (kind, side, outcome) by play."""
    plays = [
        (play["board"], play["dealer"], play["who"], entries.get(play["play"], []))
        for table in tables
        for play in table["plays"]
    ]
    ranking = standings(plays)
    return {name: (Fraction(total), boards) for _rank, name, total, boards in ranking}


def shown_totals(response: Mapping[str, Any]) -> dict[str, tuple[Fraction, int]]:
    """Return total and number of boards by name as the API reports them."""
    rows = [row for ranking in response["rankings"] for row in ranking["rows"]]
    return {row["name"]: (Fraction(row["total"]), row["boards"]) for row in rows}
