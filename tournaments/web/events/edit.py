"""The page that edits the details of an event."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.problems import ValidationFailed
from scoring.catalogue import TIEBREAKS, tiebreaks_for
from tournaments.access.request_access import get_event_or_404, member_actor, user_id_or_404
from tournaments.actions.events.detail_checks import (
    change_problems,
    changed_details,
    normalize_details,
)
from tournaments.actions.events.edit import edit_event
from tournaments.actions.idempotency import Conflict
from tournaments.actions.limits import MAX_EVENT_NAME_LENGTH
from tournaments.forms import parse_cents, problem_text
from tournaments.models import Event
from tournaments.permissions.roles import is_club_owner
from tournaments.queries.events.details import EventDetails, details_digest, fixed_details
from tournaments.queries.standings.latest import tiebreak_name
from tournaments.templatetags.moments import day_and_time
from tournaments.web.events.shared_form_fields import (
    DateAndPlaceForm,
    LocalDateTimeField,
    ObjectionTimeForm,
)


def detail_text(event: Event, key: str) -> str:
    """Return a detail of an event as text for the page."""
    if key == "results_shown":
        return event.get_results_shown_display()
    if key == "tiebreaks":
        names = [gettext(tiebreak_name(tiebreak, event.game)) for tiebreak in event.tiebreaks]
        return ", ".join(names) or gettext("none")
    if key == "fee_cents":
        return format_fee(event.fee_cents)
    if key == "missed":
        return dict(missed_choices(event))[event.missed]
    if key == "objection_minutes":
        return objection_minutes_text(event.objection_minutes)
    if key in ("starts_at", "standings_from"):
        value = getattr(event, key)
        return day_and_time(value) if value else "–"
    return getattr(event, key) or "–"


def missed_choices(event: Event) -> list[tuple[str, str]]:
    """Return the choices for contestants who miss a session, with labels that suit the method.

    A method that ranks by the total has no means, so the label of its first choice says that the
    missed session adds nothing to the total.
    """
    by_mean, unranked = ((value, str(label)) for value, label in Event.Missed.choices)
    if event.method.ranks_by_total:
        by_mean = by_mean[0], gettext("ranked by the total, with nothing for that session")
    return [by_mean, unranked]


def objection_minutes_text(minutes: int | None) -> str:
    """Return as text how long after a session players may report a wrong result."""
    if minutes is None:
        return gettext("until the standings are published")
    return str(minutes) if minutes else gettext("never")


def format_fee(cents: int) -> str:
    """Return an amount in cents as a number with two decimals; a whole number has no decimals."""
    return f"{cents // 100}.{cents % 100:02}" if cents % 100 else str(cents // 100)


# The form's fields for the first tie-break, the second and so on.
_TIEBREAK_FIELDS = [f"tiebreak_{place}" for place in range(1, len(TIEBREAKS) + 1)]

# Details whose form field has the same name.
_DETAIL_FIELDS = (
    "name",
    "starts_at",
    "place",
    "note",
    "results_shown",
    "standings_from",
    "missed",
    "objection_minutes",
)

_INVALID_FEE = gettext_lazy("Write the fee as a number: 5 or 7.50.")


class EventEditForm(DateAndPlaceForm, ObjectionTimeForm):
    """The details of an event; the field `shown` is a digest of the details when the page opened.

    The page does not show the fields of details that can no longer change (`fixed_keys`). The form
    still has these fields, so that a page opened before the change gets an error instead of losing
    what was written. `has_conflict` is True if somebody else has edited the event since the page
    was opened.
    """

    shown = forms.CharField(max_length=80, widget=forms.HiddenInput)
    name = forms.CharField(
        required=False,
        label=gettext_lazy("Name"),
        widget=forms.TextInput({"autocomplete": "off", "maxlength": MAX_EVENT_NAME_LENGTH}),
    )
    note = forms.CharField(
        required=False,
        label=gettext_lazy("Note"),
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy("Everybody can read it above the standings."),
    )
    fee = forms.CharField(
        required=False,
        label=gettext_lazy("Fee"),
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "class": "number"}),
        help_text=gettext_lazy("What each one pays; 0 if nobody pays."),
    )
    results_shown = forms.ChoiceField(
        required=False,
        label=gettext_lazy("When others’ results are shown"),
        choices=Event.ResultsShown.choices,
    )

    standings_from = LocalDateTimeField(
        label=gettext_lazy("Hide the public standings until"),
        help_text=gettext_lazy(
            "Empty: the standings are always shown. This hides the totals only, not the "
            "results of boards. Publishing shows everything at once."
        ),
    )
    missed = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Anybody who misses one of several sessions is"),
        choices=Event.Missed.choices,
    )

    field_order = (
        "shown",
        "name",
        "starts_at",
        "fee",
        "place",
        "note",
        "results_shown",
        "standings_from",
        "missed",
        "objection_minutes",
    )

    has_conflict = False

    def __init__(self, event: Event, submitted: QueryDict | None = None) -> None:
        super().__init__(submitted, initial=_initial_values(event))
        self.event, self.fixed_keys = event, fixed_details(event)
        self.fields["missed"].choices = missed_choices(event)  # type: ignore[attr-defined]  # typed as a plain Field
        for place, name in enumerate(_TIEBREAK_FIELDS, 1):
            self.fields[name] = _tiebreak_field(event, place)

    @property
    def shown_fields(self) -> list[tuple[forms.BoundField, str]]:
        """Return the visible fields, each with the text of `_stored_text`."""
        fields = [
            field
            for field in self.visible_fields()
            if _detail_of_field(field.name) not in self.fixed_keys
        ]
        return [(field, self._stored_text(field.name)) for field in fields]

    @property
    def field_groups(self) -> list[tuple[str, list[tuple[forms.BoundField, str]]]]:
        """Return the fields of `shown_fields` in groups, each with its title."""
        result_fields = ("results_shown", "standings_from", "objection_minutes")
        ranking_fields = ("missed", *_TIEBREAK_FIELDS)
        other_fields = [
            name for name in self.fields if name not in (*result_fields, *ranking_fields)
        ]
        titles = (
            (gettext("Event"), other_fields),
            (gettext("Results and standings"), result_fields),
            (gettext("Ranking"), ranking_fields),
        )
        groups = [
            (title, [field for field in self.shown_fields if field[0].name in field_names])
            for title, field_names in titles
        ]
        return [(title, fields) for title, fields in groups if fields]

    @property
    def fixed_texts(self) -> list[tuple[str, str]]:
        """Return the labels and values of details that can no longer change."""
        labels = {
            "results_shown": gettext("When others’ results are shown"),
            "tiebreaks": gettext("Tie-breaks"),
            "standings_from": gettext("Hide the public standings until"),
            "missed": gettext("Anybody who misses one of several sessions is"),
            "objection_minutes": gettext("Minutes after the end to report a wrong result"),
        }
        return [(labels[key], detail_text(self.event, key)) for key in sorted(self.fixed_keys)]

    def clean(self) -> dict[str, Any]:
        """Check the fee, and add the problems that `edit_event` would report."""
        if (
            "fee" in self.data
            and "fee" in self.cleaned_data
            and parse_cents(self.cleaned_data["fee"]) is None
        ):
            self.add_error("fee", _INVALID_FEE)
        self._keep_unchanged_moments()
        for problem in change_problems(self.event, normalize_details(self.details())):
            self.add_error(self._problem_field(problem.field), problem_text(problem))
        return self.cleaned_data

    def _keep_unchanged_moments(self) -> None:
        """Replace times that were sent back unchanged by the stored ones, which have seconds."""
        moments = {
            name: field
            for name, field in self.fields.items()
            if isinstance(field, LocalDateTimeField)
        }
        for name, field in moments.items():
            stored = getattr(self.event, name)
            if stored and field.displays_as(stored, self[name].data):
                self.cleaned_data[name] = stored

    def details(self) -> EventDetails:
        """Return the details that were sent and are valid; the action leaves others unchanged."""
        data = self.cleaned_data
        details = {key: value for key, value in data.items() if key in _DETAIL_FIELDS}
        if (cents := parse_cents(data.get("fee", ""))) is not None:
            details["fee_cents"] = cents
        details["tiebreaks"] = [key for name in _TIEBREAK_FIELDS if (key := data.get(name))]
        sent = {_detail_of_field(name) for name in self.data}
        return cast(EventDetails, {key: value for key, value in details.items() if key in sent})

    def _stored_text(self, name: str) -> str:
        """Return the stored value if it differs from the submitted one in a conflict, else "".

        The stored tie-breaks are one text, which the first tie-break field shows.
        """
        if not self.has_conflict or _detail_of_field(name) not in changed_details(
            self.event, normalize_details(self.details())
        ):
            return ""
        return (
            detail_text(self.event, _detail_of_field(name))
            if name not in _TIEBREAK_FIELDS[1:]
            else ""
        )

    def _problem_field(self, field: str | None) -> str | None:
        """Return the field to show a problem at, None if the page does not show it."""
        if field in self.fixed_keys or field is None:
            return None
        return _TIEBREAK_FIELDS[0] if field == "tiebreaks" else field


def conflict_form(event: Event, submitted: QueryDict) -> EventEditForm:
    """Return the submitted form, whose fields show what somebody else has stored meanwhile.

    The form has the digest of the details stored now, so that sending it again saves it.
    """
    data = submitted.copy()
    data["shown"] = details_digest(event)
    form = EventEditForm(event, data)
    form.has_conflict = True
    form.is_valid()
    return form


def _detail_of_field(name: str) -> str:
    """Return the detail that a field of the form edits."""
    return "tiebreaks" if name in _TIEBREAK_FIELDS else {"fee": "fee_cents"}.get(name, name)


def _initial_values(event: Event) -> dict[str, Any]:
    """Return the event's details by form field, with the digest that detects later changes."""
    tiebreaks = dict(zip(_TIEBREAK_FIELDS, event.tiebreaks, strict=False))
    others = {"fee": format_fee(event.fee_cents), "shown": details_digest(event)}
    return {key: getattr(event, key) for key in _DETAIL_FIELDS} | tiebreaks | others


def _tiebreak_field(event: Event, place: int) -> forms.ChoiceField:
    possible = tiebreaks_for(type(event.method))
    names = [
        (tiebreak.key, gettext(tiebreak_name(tiebreak.key, event.game))) for tiebreak in possible
    ]
    label = gettext("Tie-break %(place)s") % {"place": place}
    return forms.ChoiceField(label=label, choices=[("", gettext("none")), *names], required=False)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_edit_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the form for the event's details; on POST save them."""
    event = get_event_or_404(request, event_id)
    if request.method != "POST":
        return _render_page(request, event, EventEditForm(event))
    form = EventEditForm(event, request.POST)
    return (
        _save(request, event, form) if form.is_valid() else _render_page(request, event, form, 422)
    )


def _save(request: HttpRequest, event: Event, form: EventEditForm) -> HttpResponse:
    try:
        edit_event(event.pk, form.details(), member_actor(request), form.cleaned_data["shown"])
    except ValidationFailed as error:
        event.refresh_from_db()
        is_conflict = isinstance(error, Conflict)
        form = conflict_form(event, request.POST) if is_conflict else form
        for problem in error.problems:
            form.add_error(None, problem_text(problem))
        return _render_page(request, event, form, 409 if is_conflict else 422)
    messages.success(request, gettext("Saved. The public pages show it at once."))
    return redirect("event_desk", event.pk)


def _render_page(
    request: HttpRequest, event: Event, form: EventEditForm, status: int = 200
) -> HttpResponse:
    context = {
        "club": event.club,
        "event": event,
        "form": form,
        "may_delete": is_club_owner(user_id_or_404(request), event.club_id),
        "may_archive": not hasattr(event, "rehearsal"),
    }
    return render(request, "events/edit.html", context, status=status)
