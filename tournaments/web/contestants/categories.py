"""The page of an event's categories: their names and members."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.problems import ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
)
from tournaments.actions.contestants.categories import duplicate_name_problem, set_categories
from tournaments.actions.limits import MAX_CATEGORIES
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event
from tournaments.queries.standings.partial_rankings import members_by_category
from tournaments.web.try_action import success_notifier, try_action

# Common names of categories; any other name is allowed.
SUGGESTED_NAMES = (_("Novices"), _("Juniors"), _("Mixed"), _("By club"))


class SubmittedCategory(NamedTuple):
    """A category on the page: its position from 1, its name, and the numbers of its members."""

    place: int
    name: str
    numbers: frozenset[int]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_categories_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show all categories and an empty one to fill in; on POST store them."""
    event = get_event_or_404(request, event_id)
    if request.method != "POST":
        return _render_page(request, event, _stored_categories(event))
    submitted = list(_submitted_categories(request.POST))
    actor, report_success = member_actor(request), success_notifier(request, event)
    if problems := try_action(lambda: set_categories(event, _numbers_by_name(submitted), actor)):
        extra = {"sentences": [problem_text(problem) for problem in problems]}
        return _render_page(request, event, submitted, extra, status=422)
    report_success(gettext("It is saved."))
    return redirect("event_categories", event.pk)


def _stored_categories(event: Event) -> list[SubmittedCategory]:
    members = members_by_category(event)
    return [
        SubmittedCategory(position, name, frozenset(members[name]))
        for position, name in enumerate(members, 1)
    ]


def _submitted_categories(submitted: QueryDict) -> Iterator[SubmittedCategory]:
    """Yield the submitted categories.

    Left out are empty categories, and stored ones whose name was cleared, which deletes them.
    """
    for position in range(1, MAX_CATEGORIES + 2):
        name = " ".join(submitted.get(f"name-{position}", "").split())
        numbers = (parse_number(number_text) for number_text in submitted.getlist(f"in-{position}"))
        ticked = frozenset(number for number in numbers if number is not None)
        if name or (ticked and f"was-{position}" not in submitted):
            yield SubmittedCategory(position, name, ticked)


def _numbers_by_name(categories: Sequence[SubmittedCategory]) -> Mapping[str, frozenset[int]]:
    """Return each category's members by its name; raise `ValidationFailed` for a repeated name."""
    by_name = dict[str, frozenset[int]]()
    for category in categories:
        if category.name in by_name:
            raise ValidationFailed([duplicate_name_problem(category.name)])
        by_name[category.name] = category.numbers
    return by_name


def _render_page(
    request: HttpRequest,
    event: Event,
    categories: Sequence[SubmittedCategory],
    extra: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the categories, numbered from 1, and an empty one after them."""
    numbered = [
        category._replace(place=position) for position, category in enumerate(categories, 1)
    ]
    context = {
        "club": event.club,
        "event": event,
        "session": get_latest_session_or_404(event),
        "categories": numbered,
        "another": SubmittedCategory(len(numbered) + 1, "", frozenset()),
        "contestants": event.contestants.order_by("number"),
        "suggested": SUGGESTED_NAMES,
        "changeable": not (event.published_at or event.read_only),
    }
    return render(
        request, "contestants/categories.html", context | dict(extra or {}), status=status
    )
