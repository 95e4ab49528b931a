"""The page that makes the same event again, on another day."""

import re
from itertools import count
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.problems import ValidationFailed
from tournaments.access.request_access import get_event_or_404, member_actor
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_EVENT_NAME_LENGTH
from tournaments.forms import new_idempotency_key, problem_text
from tournaments.models import Event
from tournaments.templatetags.contestants import contestant_said
from tournaments.web.events.shared_form_fields import WhenAndWhere, a_week_later

_NUMBER_AT_END = re.compile(r"(.*[^\d])(\d{1,3})")


class EventCopyForm(WhenAndWhere):
    """What the copy is called, when it begins, and whether the same contestants play; the place
    stays."""

    place = None  # type: ignore[assignment]
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    name = forms.CharField(
        required=False,
        label=_("Name"),
        widget=forms.TextInput({"autocomplete": "off", "maxlength": MAX_EVENT_NAME_LENGTH}),
    )
    same_contestants = forms.BooleanField(
        required=False,
        help_text=_("Otherwise the numbers stay, and you add the names later."),
    )

    field_order = ("key", "name", "starts_at", "same_contestants")

    def __init__(self, *args: Any, players_each: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        same = contestant_said(players_each, "same_again")
        self.fields["same_contestants"].label = same

    def clean_name(self) -> Any:
        """The name; what the act would refuse is said at once."""
        return self._approved("name")

    def copy(self) -> EventCopy:
        """What a valid form says."""
        said = self.cleaned_data
        return EventCopy(said["name"], said["starts_at"], said["same_contestants"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_copy_view(request: HttpRequest, event: int) -> HttpResponse:
    """The next name, a week later; sent, the event is made."""
    own = get_event_or_404(request, event)
    if request.method != "POST":
        proposed = {
            "key": new_idempotency_key(),
            "name": next_name(own),
            "starts_at": a_week_later(own.starts_at),
        }
        form = EventCopyForm(initial=proposed, players_each=own.players_each)
        return _page(request, own, form)
    form = EventCopyForm(request.POST, players_each=own.players_each)
    return _copy(request, own, form) if form.is_valid() else _page(request, own, form, 422)


def next_name(event: Event) -> str:
    """Return the name with the number at its end counted up to the first that is free in the
    club; the same name where it ends in none. A number of four digits is a year."""
    found = _NUMBER_AT_END.fullmatch(event.name)
    if not found:
        return event.name
    taken = set(event.club.events.values_list("name", flat=True))
    later = (f"{found[1]}{number}" for number in count(int(found[2]) + 1))
    return next(name for name in later if name not in taken)


def _copy(request: HttpRequest, event: Event, form: EventCopyForm) -> HttpResponse:
    try:
        made = copy_event(event.pk, form.copy(), member_actor(request), form.cleaned_data["key"])
    except ValidationFailed as refused:
        for problem in refused.problems:
            form.add_error(
                problem.field if problem.field in form.fields else None, problem_text(problem)
            )
        return _page(request, event, form, 409 if isinstance(refused, Conflict) else 422)
    messages.success(request, gettext("The event is created. Deal it when everybody is ready."))
    return redirect("event_desk", made["event"])


def _page(
    request: HttpRequest, event: Event, form: EventCopyForm, status: int = 200
) -> HttpResponse:
    context = {"club": event.club, "event": event, "form": form}
    return render(request, "events/copy.html", context, status=status)
