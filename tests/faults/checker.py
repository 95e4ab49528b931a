"""What must follow from what everybody was told: counted here, with nothing of the product's."""

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
    """Every entry, read past the product: of PostgreSQL at an address, or of SQLite in a file."""
    if database.startswith("postgresql:"):
        with psycopg.connect(database) as opened:
            rows = opened.execute(_QUERY).fetchall()
    else:
        with closing(sqlite3.connect(database)) as opened:
            rows = [(*row, json.loads(said)) for *row, said in opened.execute(_QUERY)]
    return Counter((play, kind, side, outcome_text(outcome)) for play, kind, side, outcome in rows)


def outcome_text(outcome: Mapping[str, Any]) -> str:
    """An outcome of Botifarra as a form says it and as it is stored, in the same words."""
    delegated = outcome["delegated"] in (True, "yes")
    return f"{outcome['trump']} {delegated} {outcome['contro']} {int(outcome['ns_points'])}"


def entry_differences(accepted: EntryCounts, stored: EntryCounts) -> list[str]:
    """What was accepted and is not stored, and what is stored though nobody was told so, or
    twice."""
    lost = [f"lost: {entry}" for entry in (accepted - stored).elements()]
    return lost + [f"too many: {entry}" for entry in (stored - accepted).elements()]


def expected_totals(
    tables: Iterable[Mapping[str, Any]],
    said: Mapping[int, Sequence[tuple[str, str, dict[str, str]]]],
) -> dict[str, tuple[Fraction, int]]:
    """Total and number of boards of everybody, of what was said of each play: (kind, side,
    outcome)."""
    plays = [
        (play["board"], play["dealer"], play["who"], said.get(play["play"], []))
        for table in tables
        for play in table["plays"]
    ]
    found = standings(plays)
    return {name: (Fraction(total), boards) for _rank, name, total, boards in found}


def shown_totals(answer: Mapping[str, Any]) -> dict[str, tuple[Fraction, int]]:
    """The same as the site tells it to programs."""
    rows = [row for ranking in answer["rankings"] for row in ranking["rows"]]
    return {row["name"]: (Fraction(row["total"]), row["boards"]) for row in rows}
