"""The categories of an event: written and ticked on one page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.problems import ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.request_access import get_event_or_404, latest_session, member_actor
from tournaments.actions.contestants.categories import duplicate_name_problem, set_categories
from tournaments.actions.limits import MAX_CATEGORIES
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event
from tournaments.queries.standings.partial_rankings import members_by_category
from tournaments.web.try_action import attempt, saying_done

SUGGESTED_NAMES = (_("Novices"), _("Juniors"), _("Mixed"), _("By club"))
"""What clubs call them; any other name will do."""


class SubmittedCategory(NamedTuple):
    """A category as the page has it: its place there from 1, its name, and the numbers that are
    ticked."""

    place: int
    name: str
    numbers: frozenset[int]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_categories_view(request: HttpRequest, event: int) -> HttpResponse:
    """Every category with who is in it, and one more to be written; sent, they are stored."""
    own = get_event_or_404(request, event)
    if request.method != "POST":
        return _page(request, own, _stored(own))
    written = list(_written(request.POST))
    actor, say = member_actor(request), saying_done(request, own)
    if problems := attempt(lambda: set_categories(own, _named(written), actor)):
        facts = {"sentences": [problem_text(problem) for problem in problems]}
        return _page(request, own, written, facts, status=422)
    say(gettext("It is saved."))
    return redirect("event_categories", own.pk)


def _stored(event: Event) -> list[SubmittedCategory]:
    members = members_by_category(event)
    return [
        SubmittedCategory(place, name, frozenset(members[name]))
        for place, name in enumerate(members, 1)
    ]


def _written(submitted: QueryDict) -> Iterator[SubmittedCategory]:
    """What was sent, but for what has neither a name nor anybody in it, or a name that was
    emptied."""
    for place in range(1, MAX_CATEGORIES + 2):
        name = " ".join(submitted.get(f"name-{place}", "").split())
        numbers = (parse_number(each) for each in submitted.getlist(f"in-{place}"))
        ticked = frozenset(number for number in numbers if number is not None)
        if name or (ticked and f"was-{place}" not in submitted):
            yield SubmittedCategory(place, name, ticked)


def _named(written: Sequence[SubmittedCategory]) -> Mapping[str, frozenset[int]]:
    """Raises `ValidationFailed` where one name stands twice: one of the two would be lost."""
    found = dict[str, frozenset[int]]()
    for each in written:
        if each.name in found:
            raise ValidationFailed([duplicate_name_problem(each.name)])
        found[each.name] = each.numbers
    return found


def _page(
    request: HttpRequest,
    event: Event,
    written: Sequence[SubmittedCategory],
    facts: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The categories in their order, placed anew, and an empty one after them."""
    shown = [each._replace(place=place) for place, each in enumerate(written, 1)]
    context = {
        "club": event.club,
        "event": event,
        "session": latest_session(event),
        "categories": shown,
        "another": SubmittedCategory(len(shown) + 1, "", frozenset()),
        "contestants": event.contestants.order_by("number"),
        "suggested": SUGGESTED_NAMES,
        "changeable": not (event.published_at or event.read_only),
    }
    return render(
        request, "contestants/categories.html", context | dict(facts or {}), status=status
    )
