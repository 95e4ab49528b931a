"""The ranking of a category of an event: its contestants among themselves, by the same totals."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.models import Event, InCategory
from tournaments.queries.ranking import ShownStandings
from tournaments.queries.section_rankings import of_those, with_rankings


def members_by_category(event: Event) -> Mapping[str, Sequence[int]]:
    """The numbers of the contestants in each category of the event, by its name, in their order."""
    found: dict[str, list[int]] = {
        name: [] for name in event.categories.values_list("name", flat=True)
    }
    members = InCategory.objects.filter(category__event=event).order_by("contestant__number")
    for name, number in members.values_list("category__name", "contestant__number"):
        found[name].append(number)
    return found


def categories_to_show(event: Event) -> Sequence[str]:
    """The names of the categories in which there is anybody, in their order."""
    return [name for name, numbers in members_by_category(event).items() if numbers]


def of_category(event: Event, standings: ShownStandings, called: str) -> ShownStandings:
    """The standings of a category; those of all where the event has none that is called so."""
    numbers = members_by_category(event).get(called)
    if not numbers:
        return standings
    rankings = [replace(each, category=called) for each in of_those(standings.rankings, numbers)]
    return with_rankings(standings, rankings, f"category {called}")


def by_category(event: Event, standings: ShownStandings) -> Sequence[ShownStandings]:
    """The standings of every category in which anybody is ranked, in their order."""
    each = (of_category(event, standings, name) for name in categories_to_show(event))
    return [shown for shown in each if shown.rankings]
