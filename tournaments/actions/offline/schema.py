"""Schemas of the two files of offline sections: the section's file, and the result file.

docs/integrators/offline-files.md describes each key.
"""

import re
from collections.abc import Iterator
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.offline_sections import IDENTIFIER
from tournaments.actions.event_file.schema.columns import (
    NUMBER,
    TIME,
    column,
    integer,
    is_storable_text,
    one_of,
)
from tournaments.actions.event_file.schema.layout import ENTRY
from tournaments.actions.event_file.schema.types import Leaf, ListOf, Nullable, ObjectOf
from tournaments.actions.offline.encryption import ALLOWED_SCRYPT_COSTS
from tournaments.models import Entry, Player, SeatHolder, Substitution

# Values of the key "format" of the two files.
SECTION_FILE, RESULT_UPLOAD_FILE = "manilla section", "manilla delivery"

FILE_VERSION = 1


_OTHER_FILE_TEXTS = {
    SECTION_FILE: _("This is the file of a section, not of its results."),
    RESULT_UPLOAD_FILE: _("This is a file of results, not of a section."),
}


def wrong_file_problems(file: Any, expected_format: str) -> Iterator[Problem]:
    """Yield a problem if a section's file was given instead of a result file, or vice versa."""
    file_format = file.get("format") if isinstance(file, dict) else None
    if (
        isinstance(file_format, str)
        and file_format != expected_format
        and file_format in _OTHER_FILE_TEXTS
    ):
        yield Problem("other_file", _OTHER_FILE_TEXTS[file_format], field="file")


def _is_encrypted_text(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch("[A-Za-z0-9_=-]+", value))


def _is_cost(value: Any) -> bool:
    return type(value) is int and value in ALLOWED_SCRYPT_COSTS


def _is_salt(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{32}", value))


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch("[A-Za-z0-9_-]{43}=", value))


ENCRYPTED = Leaf(_is_encrypted_text, "a sealed text")
_VERSION = integer(FILE_VERSION, FILE_VERSION)

# The readable part of a section's file; the rest is encrypted with the pass phrase.
SECTION_ENVELOPE = ObjectOf(
    {
        "format": one_of(SECTION_FILE),
        "version": _VERSION,
        "cost": Leaf(
            _is_cost, f"a power of two from {ALLOWED_SCRYPT_COSTS[0]} to {ALLOWED_SCRYPT_COSTS[-1]}"
        ),
        "salt": Leaf(_is_salt, "32 hex digits"),
        "sealed": ENCRYPTED,
    }
)

SECTION_CONTENT = ObjectOf(
    {
        "copy": IDENTIFIER,
        "key": Leaf(_is_key, "a key"),
        "home_event": NUMBER,
        "opens_at": Nullable(TIME),
        "seed": Nullable(Leaf(is_storable_text, "a text of 64 hex digits")),
        "event": Leaf(lambda value: isinstance(value, dict), "an event file"),
    }
)

# The readable part of a result file; the rest is encrypted with the key from the section's file.
RESULT_UPLOAD = ObjectOf(
    {
        "format": one_of(RESULT_UPLOAD_FILE),
        "version": _VERSION,
        "copy": IDENTIFIER,
        "sealed": ENCRYPTED,
    }
)

_ENTRY_SCHEMAS = {
    key: schema for key, schema in ENTRY.properties.items() if key not in ("contradicted", "origin")
}

# An entry is as in an event file, but `device` is a pseudonym that stays the same in all files. The
# keys "withdraws" and "given" were added later. Entries that do not need them lack them, so that
# the digests of these entries are the same as in earlier versions.
UPLOADED_ENTRY = ObjectOf(
    {**_ENTRY_SCHEMAS, "device": column(Entry, "device"), "said_at": column(Entry, "entered_at")},
    optional_keys=("withdraws", "given"),
)

# The players of a seat, each with their first board, which is 0 for the first player. `partner` is
# the number of the contestant's player, null for a substitute.
UPLOADED_SEAT = ObjectOf(
    {
        "table": NUMBER,
        "seat": column(SeatHolder, "seat"),
        "sat": ListOf(
            ObjectOf(
                {
                    "board": column(Substitution, "from_board"),
                    "partner": Nullable(NUMBER),
                    "name": column(Player, "name"),
                }
            )
        ),
    }
)

# The encrypted part of a result file. It has no `seats_at` if the seating has never changed.
RESULT_UPLOAD_CONTENT = ObjectOf(
    {
        "laptop": IDENTIFIER,
        "seats_at": TIME,
        "rounds": ListOf(
            ObjectOf(
                {
                    "number": NUMBER,
                    "started_at": TIME,
                    "ended_at": Nullable(TIME),
                    "plays": ListOf(
                        ObjectOf(
                            {
                                "table": NUMBER,
                                "board": NUMBER,
                                "places": ListOf(
                                    ObjectOf(
                                        {"seat": column(SeatHolder, "seat"), "contestant": NUMBER}
                                    )
                                ),
                                "entries": ListOf(UPLOADED_ENTRY),
                            }
                        )
                    ),
                    "seats": ListOf(UPLOADED_SEAT),
                },
                optional_keys=("seats",),
            )
        ),
    },
    optional_keys=("seats_at",),
)
