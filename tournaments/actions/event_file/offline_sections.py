"""Exported and imported sections of an event file: schemas, checks, and storing rows.

The file does not contain the keys with which their results are encrypted.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import JsonObject, items_with_paths, problem_at
from tournaments.actions.event_file.schema.columns import TIME, column, is_storable_text, parse_time
from tournaments.actions.event_file.schema.types import Leaf, ListOf, Nullable, ObjectOf
from tournaments.models import Event, ExportedSection, ImportedSection, ResultUpload, Section

_ORIGIN = re.compile("([0-9a-f]{16}:){2}[0-9a-f]{16}|")


def _is_identifier(value: Any) -> bool:
    return is_storable_text(value) and bool(re.fullmatch("[0-9a-f]{16}", value))


def _is_origin(value: Any) -> bool:
    return is_storable_text(value) and bool(_ORIGIN.fullmatch(value))


IDENTIFIER = Leaf(_is_identifier, "sixteen hex digits")
ORIGIN = Leaf(_is_origin, "three times sixteen hex digits with colons between, or empty")
IMPORTED_SECTION = ObjectOf(
    {
        "copy": IDENTIFIER,
        "laptop": IDENTIFIER,
        "opens_at": Nullable(TIME),
        "at": TIME,
    }
)
EXPORTED_SECTION = ObjectOf(
    {
        "identifier": IDENTIFIER,
        "holder": column(ExportedSection, "holder"),
        "opens_at": Nullable(TIME),
        "void_at": Nullable(TIME),
        "at": TIME,
        "deliveries": ListOf(
            ObjectOf(
                {
                    "laptop": IDENTIFIER,
                    "plays": column(ResultUpload, "plays"),
                    "entries": column(ResultUpload, "entries"),
                    "at": TIME,
                }
            )
        ),
    }
)


def exported_section_problems(section: JsonObject, path: str) -> Iterator[Problem]:
    """Yield a problem if two exports of a section have the same identifier."""
    yield from _duplicate_problems(section["copies"], "identifier", f"{path}.copies")


def origin_problems(play: JsonObject, identifiers: set[str], path: str) -> Iterator[Problem]:
    """Yield problems of the origins of a play's entries: repeated, or of an unknown export.

    `identifiers` are those of the section's exports.
    """
    uploaded_entries = [entry for entry in play["entries"] if entry["origin"]]
    yield from _duplicate_problems(uploaded_entries, "origin", f"{path}.entries")
    for entry, item_path in items_with_paths(play["entries"], f"{path}.entries"):
        if entry["origin"] and entry["origin"].partition(":")[0] not in identifiers:
            template = _("%(path)s: this section was never exported as this copy.")
            origin_path = f"{item_path}.origin"
            yield problem_at(origin_path, "never_sent", template)


def store_imported_section(event: Event, values: JsonObject | None) -> None:
    """Store from which export the event was imported; do nothing if `values` is None.

    Only an event that is an offline section has these values.
    """
    if values:
        ImportedSection.objects.create(
            event=event,
            copy=values["copy"],
            laptop=values["laptop"],
            opens_at=parse_time(values["opens_at"]),
            at=datetime.fromisoformat(values["at"]),
        )


def store_exported_sections(section: Section, values: Sequence[JsonObject]) -> None:
    """Store the exports of a section, each with its result uploads."""
    for exported_values in values:
        exported_section = ExportedSection.objects.create(
            section=section,
            identifier=exported_values["identifier"],
            holder=exported_values["holder"],
            opens_at=parse_time(exported_values["opens_at"]),
            void_at=parse_time(exported_values["void_at"]),
            at=datetime.fromisoformat(exported_values["at"]),
        )
        ResultUpload.objects.bulk_create(
            ResultUpload(
                copy=exported_section, **{**upload, "at": datetime.fromisoformat(upload["at"])}
            )
            for upload in exported_values["deliveries"]
        )


def _duplicate_problems(values: list[JsonObject], key: str, path: str) -> Iterator[Problem]:
    keys = [value[key] for value in values]
    if len(set(keys)) < len(keys):
        params = {"path": path, "key": key}
        yield Problem("stands_twice", _("%(path)s: duplicate %(key)s."), params, path)
