"""Check which contestants are assigned to the sections of an event file."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.options import InvalidOption
from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.catalogue_checks import catalogue_problems
from tournaments.actions.event_file.list_checks import (
    JsonObject,
    items_with_paths,
    order_problems,
    problem_at,
    reference_problems,
)
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement


def assignment_problems(
    section: JsonObject, contestant_numbers: set[int], path: str
) -> Iterator[Problem]:
    """Yield every problem with the assignments of a section and with its movement, if any."""
    yield from order_problems(section["allotments"], "number", f"{path}.allotments")
    if section["allotments"] and section["allotments"][-1]["number"] > len(section["allotments"]):
        template = _("%(path)s: contestants of a section must be numbered from 1 without gaps.")
        yield problem_at(f"{path}.allotments", "number_gap", template)
    for assignment, item_path in items_with_paths(section["allotments"], f"{path}.allotments"):
        yield from reference_problems(
            assignment["contestant"], contestant_numbers, f"{item_path}.contestant"
        )
    if section["movement"]:
        movement, options = section["movement"], section["movement_options"]
        yield from catalogue_problems(_get_planned_movement, movement, options, f"{path}.movement")


def _get_planned_movement(key: str, options: Mapping[str, str]) -> Movement:
    """Return the movement; raise `InvalidOption` if its rounds are drawn.

    Rounds are drawn for all contestants of a stage, so such a movement belongs to the stage and
    never to one section.
    """
    movement = get_movement(key, options)
    if not movement.is_fixed:
        raise InvalidOption("a section has a movement whose rounds are planned")
    return movement


def duplicate_assignment_problems(sections: Sequence[JsonObject], path: str) -> Iterator[Problem]:
    """Yield a problem for each assignment of a contestant who has two in a session."""
    counts = Counter(
        assignment["contestant"] for section in sections for assignment in section["allotments"]
    )
    for section, section_path in items_with_paths(sections, path):
        assignments = items_with_paths(section["allotments"], f"{section_path}.allotments")
        for assignment, assignment_path in assignments:
            if counts[assignment["contestant"]] > 1:
                template = _("%(path)s: a contestant cannot play twice in one session.")
                params = {"path": assignment_path}
                yield Problem("allotted_twice", template, params, assignment_path)
