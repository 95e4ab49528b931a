"""Whether it makes sense who plays in which section of a session, as an event file has it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.options import InvalidOption
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.catalogue_checks import catalogue_problems
from tournaments.actions.event_file.list_checks import (
    Value,
    items_with_paths,
    order_problems,
    reference_problems,
)
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement


def assignment_problems(section: Value, contestants: set[int], path: str) -> Iterator[Problem]:
    """Everything wrong with who plays in a section, and with a movement of its own."""
    yield from order_problems(section["allotments"], "number", f"{path}.allotments")
    if section["allotments"] and section["allotments"][-1]["number"] > len(section["allotments"]):
        template = _("%(path)s: contestants of a section must be numbered from 1 without gaps.")
        yield Problem("number_gap", template, {"path": f"{path}.allotments"}, f"{path}.allotments")
    for allotment, at in items_with_paths(section["allotments"], f"{path}.allotments"):
        yield from reference_problems(allotment["contestant"], contestants, f"{at}.contestant")
    if section["movement"]:
        movement, options = section["movement"], section["movement_options"]
        yield from catalogue_problems(_planned, movement, options, f"{path}.movement")


def _planned(key: str, options: Mapping[str, str]) -> Movement:
    """The movement; raises `InvalidOption` for one whose rounds are drawn: those are drawn for
    everybody."""
    movement = get_movement(key, options)
    if not movement.is_fixed:
        raise InvalidOption("a section has a movement whose rounds are planned")
    return movement


def duplicate_assignment_problems(sections: Sequence[Value], path: str) -> Iterator[Problem]:
    """Whoever plays in two sections of a session, or twice in one."""
    times = Counter(each["contestant"] for section in sections for each in section["allotments"])
    for section, at in items_with_paths(sections, path):
        for allotment, here in items_with_paths(section["allotments"], f"{at}.allotments"):
            if times[allotment["contestant"]] > 1:
                template = _("%(path)s: a contestant cannot play twice in one session.")
                yield Problem("allotted_twice", template, {"path": here}, here)
