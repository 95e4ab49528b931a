"""The page that copies an event to another day."""

import re
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.problems import ValidationFailed
from tournaments.access.request_access import get_event_or_404, member_actor
from tournaments.actions.events.copy import EventCopy, copy_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_EVENT_NAME_LENGTH
from tournaments.forms import new_idempotency_key, problem_text
from tournaments.models import Event, Round, Session
from tournaments.queries.rounds.plan import plan_summary
from tournaments.templatetags.contestants import contestant_text
from tournaments.web.events.shared_form_fields import DateAndPlaceForm, next_weekly_start

# A name that ends in a number of up to three digits, which is therefore no year.
_FINAL_NUMBER = re.compile(r"(.*[^\d])(\d{1,3})")

# Formats of a date within a name: numeric ones for `strftime`, worded ones for Django.
_NUMERIC_DATE_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d/%m/%y", "%d/%m", "%d.%m.")
_WORDED_DATE_FORMATS = ("j F Y", "j E Y", "j \\d\\e F", "F j", "j F", "j E")

# The start of an event that was played is rounded to a multiple of these minutes.
_ROUNDING_MINUTES = 15


class EventCopyForm(DateAndPlaceForm):
    """The name and start of the copy, and whether it has the same contestants."""

    place = None  # type: ignore[assignment]  # copied from the event
    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    name = forms.CharField(
        required=False,
        label=_("Name"),
        widget=forms.TextInput({"autocomplete": "off", "maxlength": MAX_EVENT_NAME_LENGTH}),
    )
    same_contestants = forms.BooleanField(
        required=False,
        help_text=_("Untick it if others come: the places are then empty, and you add the names."),
    )

    field_order = ("key", "name", "starts_at", "same_contestants")

    def __init__(self, *args: Any, players_each: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["same_contestants"].label = contestant_text(players_each, "same_again")

    def clean_name(self) -> Any:
        """Return the name; raise `ValidationError` if the action would refuse it."""
        return self._checked_detail("name")

    def copy(self) -> EventCopy:
        """Return the values of a valid form."""
        data = self.cleaned_data
        return EventCopy(data["name"], data["starts_at"], data["same_contestants"])


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_copy_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the form with a proposed name and start, or copy the event."""
    event = get_event_or_404(request, event_id)
    if request.method != "POST":
        old_start = event.starts_at or _actual_start(event)
        starts_at = next_weekly_start(old_start)
        initial = {
            "key": new_idempotency_key(),
            "name": next_name(event, old_start, starts_at),
            "starts_at": starts_at,
            "same_contestants": True,
        }
        form = EventCopyForm(initial=initial, players_each=event.players_each)
        return _render_page(request, event, form)
    form = EventCopyForm(request.POST, players_each=event.players_each)
    return (
        _copy(request, event, form) if form.is_valid() else _render_page(request, event, form, 422)
    )


def next_name(
    event: Event, old_start: datetime | None = None, new_start: datetime | None = None
) -> str:
    """Return the proposed name of an event's copy.

    If the name contains the date of `old_start`, the date of `new_start` replaces it. Otherwise a
    number at the end that is no year is raised until no event of the club has the name.
    """
    if old_start and new_start:
        new_name = _with_new_date(
            event.name, timezone.localdate(old_start), timezone.localdate(new_start)
        )
        if new_name != event.name:
            return new_name
    match = _FINAL_NUMBER.fullmatch(event.name)
    if not match:
        return event.name
    used_names = set(event.club.events.values_list("name", flat=True))
    candidates = (f"{match[1]}{number}" for number in count(int(match[2]) + 1))
    return next(name for name in candidates if name not in used_names)


def _with_new_date(name: str, old_day: date, new_day: date) -> str:
    """Return the name with the old date replaced by the new one in the same format."""
    dates = [
        (old_day.strftime(date_format_), new_day.strftime(date_format_))
        for date_format_ in _NUMERIC_DATE_FORMATS
    ]
    dates += [
        (date_format(old_day, date_format_), date_format(new_day, date_format_))
        for date_format_ in _WORDED_DATE_FORMATS
    ]
    for old, new in dates:
        for old_text, new_text in ((old, new), (_without_zeros(old), _without_zeros(new))):
            match = re.search(rf"(?<!\d){re.escape(old_text)}(?!\w)", name, re.IGNORECASE)
            if match:
                return name[: match.start()] + new_text + name[match.end() :]
    return name


def _without_zeros(text: str) -> str:
    return re.sub(r"\b0(?=\d)", "", text)


def _actual_start(event: Event) -> datetime | None:
    """Return when the first round started, rounded to `_ROUNDING_MINUTES`; None if none has."""
    rounds = Round.objects.filter(section__session__stage__event=event)
    first = rounds.exclude(started_at=None).order_by("started_at").first()
    if first is None:
        return None
    local_time = timezone.localtime(first.started_at).replace(second=0, microsecond=0, tzinfo=None)
    minutes = round(local_time.minute / _ROUNDING_MINUTES) * _ROUNDING_MINUTES
    return timezone.make_aware(local_time.replace(minute=0) + timedelta(minutes=minutes))


def _copy(request: HttpRequest, event: Event, form: EventCopyForm) -> HttpResponse:
    try:
        answer = copy_event(event.pk, form.copy(), member_actor(request), form.cleaned_data["key"])
    except ValidationFailed as error:
        for problem in error.problems:
            form.add_error(
                problem.field if problem.field in form.fields else None, problem_text(problem)
            )
        return _render_page(request, event, form, 409 if isinstance(error, Conflict) else 422)
    messages.success(
        request, gettext("The event is created. Deal the boards when everybody is ready.")
    )
    return redirect("event_desk", answer["event"])


def _render_page(
    request: HttpRequest, event: Event, form: EventCopyForm, status: int = 200
) -> HttpResponse:
    sessions = Session.objects.filter(stage__event=event).select_related("stage__event")
    session = sessions.order_by("stage__number", "number").first()
    context = {
        "club": event.club,
        "repeated": event,
        "form": form,
        "contestants": event.contestants.count(),
        "plan": plan_summary(session) if session else None,
    }
    return render(request, "events/copy.html", context, status=status)
