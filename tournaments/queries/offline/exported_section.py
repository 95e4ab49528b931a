"""Build the event file of a section that is exported as an event of its own."""

from typing import Any

from django.utils.text import slugify

from tournaments.models import Event, Section
from tournaments.queries.events.event_file import event_file_of_section

JsonObject = dict[str, Any]


def section_event_file(section: Section) -> JsonObject:
    """Return the section as an event file, dealt and planned, without any results.

    Results entered here are left out, so that they do not come back as new ones.
    """
    file = event_file_of_section(section)
    (stage,) = file["stages"]
    (session,) = stage["sessions"]
    unplayed = _without_results(*session["sections"])
    boards = {play["board"] for seating in _seating_values(unplayed) for play in seating["plays"]}
    dealt_session = {
        "number": 1,
        "state": "dealt",
        "seed": None,
        "started_at": None,
        "finished_at": None,
    }
    session |= {**dealt_session, "boards": sorted(boards), "sections": [unplayed]}
    stage |= {"number": 1, "carried": "0", "qualifiers": [], "penalties": []}
    file["event"] |= _event_columns(section)
    return file


def _without_results(section: JsonObject) -> JsonObject:
    """Return the section as it was before its first round; its rounds are changed in place.

    With a `code_counter` of 0, the installation that imports the section makes its table codes.
    """
    for round_ in section["rounds"]:
        round_ |= {"started_at": None, "ended_at": None, "line_ups": [], "given": []}
        for seating in round_["seatings"]:
            seating["plays"] = [{**play, "entries": []} for play in seating["plays"]]
    tables = [{"number": table["number"], "code_counter": 0} for table in section["tables"]]
    return section | {"venue": None, "copies": [], "pauses": [], "tables": tables}


def _event_columns(section: Section) -> JsonObject:
    """Return the columns of an event with the section's name, not published and not imported."""
    event = section.session.stage.event
    max_length, section_slug = (
        Event._meta.get_field("name").max_length or 0,
        slugify(section.name) or section.number,
    )
    return {
        "name": f"{event.name} · {section.name}"[:max_length],
        "slug": f"{event.slug[: max_length - 30]}-{section.session.sitting}-{section_slug}",
        "published_at": None,
        "arrival": None,
    }


def _seating_values(section: JsonObject) -> list[JsonObject]:
    return [seating for round_ in section["rounds"] for seating in round_["seatings"]]
