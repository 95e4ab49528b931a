"""A section as the event file of an event of its own: its plan, who plays in it, and no result."""

from collections.abc import Iterable
from typing import Any

from django.utils.text import slugify

from tournaments.models import Event, Section
from tournaments.queries.event_file import event_file

Value = dict[str, Any]


def section_file(section: Section) -> Value:
    """The event file; its session is dealt and its rounds are planned, whatever was played of them here.

    What was entered here stays here, so that nothing comes back twice.
    """
    stage, event = section.session.stage, section.session.stage.event
    whole = event_file(event)
    stage_values = _numbered(whole["stages"], stage.number)
    session = _numbered(stage_values["sessions"], section.session.number)
    own = _unplayed(_numbered(session["sections"], section.number))
    boards = {play["board"] for seating in _seatings(own) for play in seating["plays"]}
    dealt = {"number": 1, "state": "dealt", "seed": None, "started_at": None, "finished_at": None}
    session |= {**dealt, "boards": sorted(boards), "sections": [own]}
    alone = {"number": 1, "carried": "0", "qualifiers": [], "penalties": []}
    stage_values |= {**alone, "sessions": [session]}
    whole["event"] |= _named(section)
    return _with_people(whole, own) | {"stages": [stage_values]}


def _numbered(values: Iterable[Value], number: int) -> Value:
    return next(each for each in values if each["number"] == number)


def _unplayed(section: Value) -> Value:
    """The section before its first round, its tables with codes of their own."""
    for round_ in section["rounds"]:
        round_ |= {"started_at": None, "ended_at": None, "line_ups": []}
        for seating in round_["seatings"]:
            seating["plays"] = [{"board": play["board"], "entries": []} for play in seating["plays"]]
    tables = [{"number": table["number"], "code_counter": 0} for table in section["tables"]]
    return section | {"venue": None, "copies": [], "tables": tables}


def _named(section: Section) -> Value:
    """The event under the name of its section too; published and arrived it is not."""
    event = section.session.stage.event
    longest, word = Event._meta.get_field("name").max_length or 0, slugify(section.name) or section.number
    return {
        "name": f"{event.name} · {section.name}"[:longest],
        "slug": f"{event.slug[: longest - 30]}-{section.session.sitting}-{word}",
        "published_at": None,
        "arrival": None,
    }


def _with_people(whole: Value, section: Value) -> Value:
    """The file with those alone who play in the section, and players numbered anew."""
    seated = {place["contestant"] for seating in _seatings(section) for place in seating["places"]}
    among = seated | {each["contestant"] for each in section["allotments"]}
    contestants = [each for each in whole["contestants"] if each["number"] in among]
    entered = [player for each in contestants for player in each["players"]]
    places = [place for seating in _seatings(section) for place in seating["places"]]
    sat = [place["player"] for place in places if place["player"]]
    anew = {old: new for new, old in enumerate(dict.fromkeys([*entered, *sat]), 1)}
    for each in contestants:
        each["players"] = [anew[player] for player in each["players"]]
    for place in places:
        place["player"] = anew.get(place["player"])
    names = {each["number"]: each["name"] for each in whole["players"]}
    players = [{"number": new, "name": names[old]} for old, new in anew.items()]
    return whole | {"players": players, "contestants": contestants}


def _seatings(section: Value) -> list[Value]:
    return [seating for round_ in section["rounds"] for seating in round_["seatings"]]
