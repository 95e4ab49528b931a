"""The page that makes the same event again, on another day."""

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
from tournaments.web.events.shared_form_fields import WhenAndWhere, a_week_later

_NUMBER_AT_END = re.compile(r"(.*[^\d])(\d{1,3})")

# How a day is written within a name: what `strftime` or Django's date formats make of it.
_DAYS_IN_NUMBERS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d/%m/%y", "%d/%m", "%d.%m.")
_DAYS_IN_WORDS = ("j F Y", "j E Y", "j \\d\\e F", "F j", "j F", "j E")

# To so many minutes the time at which an event was played is rounded.
_ROUNDED_TO = 15


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
        help_text=_("Untick it if others come: the places are then empty, and you add the names."),
    )

    field_order = ("key", "name", "starts_at", "same_contestants")

    def __init__(self, *args: Any, players_each: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        same = contestant_text(players_each, "same_again")
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
        before = own.starts_at or _played_at(own)
        starts_at = a_week_later(before)
        proposed = {
            "key": new_idempotency_key(),
            "name": next_name(own, before, starts_at),
            "starts_at": starts_at,
            "same_contestants": True,
        }
        form = EventCopyForm(initial=proposed, players_each=own.players_each)
        return _page(request, own, form)
    form = EventCopyForm(request.POST, players_each=own.players_each)
    return _copy(request, own, form) if form.is_valid() else _page(request, own, form, 422)


def next_name(event: Event, before: datetime | None = None, after: datetime | None = None) -> str:
    """Return the name with the day of `before` in it moved on to that of `after`.

    Without its day the number at its end is counted up to the first that is free in the club; a
    name that ends in none stays the same. A number of four digits is a year.
    """
    if before and after:
        moved = _moved_on(event.name, timezone.localdate(before), timezone.localdate(after))
        if moved != event.name:
            return moved
    found = _NUMBER_AT_END.fullmatch(event.name)
    if not found:
        return event.name
    taken = set(event.club.events.values_list("name", flat=True))
    later = (f"{found[1]}{number}" for number in count(int(found[2]) + 1))
    return next(name for name in later if name not in taken)


def _moved_on(name: str, before: date, after: date) -> str:
    """The name with a day moved on, in the way in which it is written; the first way that is
    found."""
    written = [(before.strftime(way), after.strftime(way)) for way in _DAYS_IN_NUMBERS]
    written += [(date_format(before, way), date_format(after, way)) for way in _DAYS_IN_WORDS]
    for old, new in written:
        for shown, moved in ((old, new), (_without_zeros(old), _without_zeros(new))):
            found = re.search(rf"(?<!\d){re.escape(shown)}(?!\w)", name, re.IGNORECASE)
            if found:
                return name[: found.start()] + moved + name[found.end() :]
    return name


def _without_zeros(written: str) -> str:
    return re.sub(r"\b0(?=\d)", "", written)


def _played_at(event: Event) -> datetime | None:
    """When the first round of an event began, to a quarter of an hour; None before play."""
    rounds = Round.objects.filter(section__session__stage__event=event)
    first = rounds.exclude(started_at=None).order_by("started_at").first()
    if first is None:
        return None
    wall = timezone.localtime(first.started_at).replace(second=0, microsecond=0, tzinfo=None)
    minutes = round(wall.minute / _ROUNDED_TO) * _ROUNDED_TO
    return timezone.make_aware(wall.replace(minute=0) + timedelta(minutes=minutes))


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
