"""Set the categories of an event: their names, and the contestants in each."""

from collections.abc import Collection, Iterator, Mapping

from django.db import transaction
from django.db.models import QuerySet

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import clean_text, comparison_key
from tournaments.actions.events.locks import lock_event
from tournaments.actions.history.undoable import undoable
from tournaments.actions.limits import MAX_CATEGORIES
from tournaments.models import AuditAction, Category, CategoryMember, Event
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.queries.standings.partial_rankings import members_by_category

_PUBLISHED = _("The categories cannot change any more, because the standings are published.")
_NAME_MISSING = _("Enter the name of the category.")
_NAME_TOO_LONG = _("Write the name of a category in %(most)s letters or fewer.")
_TOO_MANY_CATEGORIES = _("An event has at most %(most)s categories.")
_NAME_REPEATED = _("Two categories are called %(name)s: use each name once.")
_UNKNOWN_NUMBER = _("Nobody has the number %(number)s any more: look again.")

# Contestants' numbers by the name of the category, in the order in which categories are shown.

MembersByCategory = Mapping[str, Collection[int]]


def set_categories(event: Event, categories: MembersByCategory, actor: Actor) -> None:
    """Replace the event's categories; awards and the overall ranking do not change.

    Raises `ValidationFailed` once the standings are published, for a name that is missing, too long
    or repeated, for too many categories, and for a number that no contestant has.
    """
    with transaction.atomic():
        locked_event = lock_event(event.pk)
        require_editable(locked_event, AuditAction.SET_CATEGORIES)
        raise_if_any(_category_problems(locked_event, categories))
        submitted = {clean_text(name): frozenset(numbers) for name, numbers in categories.items()}
        stored = {
            name: frozenset(numbers) for name, numbers in members_by_category(locked_event).items()
        }
        if list(submitted.items()) == list(stored.items()):
            return
        rows = [locked_event.categories.all(), _category_members(locked_event)]
        with undoable(actor, AuditAction.SET_CATEGORIES, locked_event, {}, rows) as audit_data:
            store_categories(locked_event, submitted)
            audit_data["count"] = len(submitted)


def store_categories(event: Event, categories: MembersByCategory) -> None:
    """Store categories without an undo step; names and numbers must have been checked."""
    pks = dict(event.contestants.values_list("number", "pk"))
    event.categories.exclude(name__in=categories).delete()
    for position, (name, numbers) in enumerate(categories.items(), 1):
        category, _created = event.categories.update_or_create(
            name=name, defaults={"number": position}
        )
        _set_category_members(category, [pks[number] for number in sorted(numbers)])


def duplicate_name_problem(name: str) -> Problem:
    """Return the problem of a category name that is used twice."""
    return Problem("category_twice", _NAME_REPEATED, {"name": name})


def _set_category_members(category: Category, contestant_ids: Collection[int]) -> None:
    """Replace the members of a category by the contestants with these primary keys."""
    category.members.exclude(contestant__in=contestant_ids).delete()
    present_ids = set(category.members.values_list("contestant", flat=True))
    CategoryMember.objects.bulk_create(
        CategoryMember(category=category, contestant_id=pk)
        for pk in contestant_ids
        if pk not in present_ids
    )


def _category_members(event: Event) -> QuerySet[CategoryMember]:
    return CategoryMember.objects.filter(category__event=event)


def _category_problems(event: Event, categories: MembersByCategory) -> Iterator[Problem]:
    if event.published_at:
        yield Problem("published", _PUBLISHED)
    if len(categories) > MAX_CATEGORIES:
        yield Problem("too_many_categories", _TOO_MANY_CATEGORIES, {"most": MAX_CATEGORIES})
    yield from _name_problems([clean_text(name) for name in categories])
    known_numbers = set(event.contestants.values_list("number", flat=True))
    for number in sorted(
        {number for numbers in categories.values() for number in numbers} - known_numbers
    ):
        yield Problem("contestant_gone", _UNKNOWN_NUMBER, {"number": number})


def _name_problems(names: Collection[str]) -> Iterator[Problem]:
    max_length, seen_keys = Category._meta.get_field("name").max_length or 0, set[str]()
    for name in names:
        if not name:
            yield Problem("category_unnamed", _NAME_MISSING)
        elif len(name) > max_length:
            yield Problem("category_too_long", _NAME_TOO_LONG, {"most": max_length})
        elif comparison_key(name) in seen_keys:
            yield duplicate_name_problem(name)
        seen_keys.add(comparison_key(name))
