"""Views of the round clock: plan it, add minutes, pause and resume it."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    sections_with_role,
    user_id_or_404,
)
from tournaments.actions.limits import BREAK_MINUTES, ROUND_MINUTES
from tournaments.actions.rounds.clock import (
    give_minutes,
    give_minutes_to_table,
    pause_clocks,
    resume_clocks,
)
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.forms import new_idempotency_key, parse_number
from tournaments.models import Event, Section, Session, Table
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES, SECTION_SCORER_ROLES, can_direct
from tournaments.queries.rounds.clock import SectionClock, planned_round_duration, read_clocks
from tournaments.queries.rounds.finish_time import Outlook, read_outlook
from tournaments.queries.rounds.sections import first_section_of_each_field
from tournaments.support.digests import digest
from tournaments.web.results.entry_form import idempotency_key_of
from tournaments.web.try_action import try_action_with_message

# A session with more rounds than this has no fields for breaks.
MAX_BREAK_FIELDS = 30

_ROUND_ERROR = gettext_lazy("Write minutes from 1 to 600, or leave it empty.")
_BREAK_ERROR = gettext_lazy("Write minutes from 1 to 240, or leave it empty.")
_ERROR_CODES = ("invalid", "min_value", "max_value")


class ClockForm(forms.Form):
    """Minutes per round, and minutes of a break after each round but the last.

    A session with too many rounds has no fields for breaks; `hidden_breaks` are its stored ones.
    """

    minutes_per_round = forms.IntegerField(
        label=gettext_lazy("Minutes a round"),
        required=False,
        min_value=ROUND_MINUTES[0],
        max_value=ROUND_MINUTES[-1],
        error_messages=dict.fromkeys(_ERROR_CODES, _ROUND_ERROR),
    )

    def __init__(self, session: Session, default_minutes: int, data: Any = None) -> None:
        stored_breaks = dict(session.breaks.values_list("after_round", "minutes"))
        initial_breaks = {
            f"break_{round_number}": minutes for round_number, minutes in stored_breaks.items()
        }
        super().__init__(
            data, initial={"minutes_per_round": session.minutes_per_round, **initial_breaks}
        )
        help_text = gettext("Empty: %(minutes)s, at the pace of your club.") % {
            "minutes": default_minutes
        }
        self.minutes = session.minutes_per_round or default_minutes
        self.fields["minutes_per_round"].help_text = help_text
        self.fields["minutes_per_round"].widget.attrs["placeholder"] = default_minutes
        self.rounds = (
            [*range(1, session.rounds_planned)]
            if session.rounds_planned <= MAX_BREAK_FIELDS
            else []
        )
        self.hidden_breaks = {} if self.rounds else stored_breaks
        for round_number in self.rounds:
            self.fields[f"break_{round_number}"] = forms.IntegerField(
                label=gettext("After round %(round)s") % {"round": round_number},
                required=False,
                min_value=BREAK_MINUTES[0],
                max_value=BREAK_MINUTES[-1],
                error_messages=dict.fromkeys(_ERROR_CODES, _BREAK_ERROR),
            )

    @property
    def break_fields(self) -> list[BoundField]:
        """Return the bound fields of the breaks."""
        return [self[f"break_{round_number}"] for round_number in self.rounds]

    @property
    def has_breaks(self) -> bool:
        """Return whether a break is filled in or has errors, so that the fields are shown."""
        return any(field.value() or field.errors for field in self.break_fields)

    def break_minutes(self) -> dict[int, int]:
        """Return the minutes of each break of a valid form, by the number of the round before."""
        minutes_by_round = {
            round_number: self.cleaned_data[f"break_{round_number}"] for round_number in self.rounds
        }
        return self.hidden_breaks | {
            round_number: minutes for round_number, minutes in minutes_by_round.items() if minutes
        }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_clock_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show every clock and the form for round length and breaks; on POST store them."""
    if request.method != "POST":
        event = get_event_or_404(request, event_id, SECTION_SCORER_ROLES)
        return _render_page(request, event, _form(get_latest_session_or_404(event)))
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    form = _form(session, request.POST)
    if not form.is_valid():
        return _render_page(request, event, form, 422)
    minutes, breaks = form.cleaned_data["minutes_per_round"], form.break_minutes()
    message = gettext("The clock is set.")
    try_action_with_message(
        request, lambda: set_clock(session.pk, minutes, breaks, member_actor(request)), message
    )
    return redirect("event_clock", event.pk)


@login_required
@require_safe
def desk_clock_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render the clocks of the reader's sections, or of one; 204 if the page shows them."""
    context = _clocks_context(request, get_event_or_404(request, event_id, SECTION_SCORER_ROLES))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "desk/clock/_clock.html", context)


@login_required
@require_POST
def clock_add_minutes_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Lengthen or shorten the round in progress: in a section, in all, or at one table."""
    event, sections = _posted_sections(request, event_id)
    minutes, table = (
        _parse_minutes(request.POST.get("minutes", "")),
        _posted_table(request, sections),
    )
    key, actor = idempotency_key_of(request), member_actor(request)
    if table:
        message = gettext("The time of table %(table)s has changed.") % {"table": table.label}
        return _apply(
            request, event, lambda: give_minutes_to_table(table, minutes, actor, key), message
        )
    signed_minutes = f"{minutes:+}".replace("-", "−")
    return _apply(
        request,
        event,
        lambda: give_minutes(sections, minutes, actor, key),
        gettext("The clock is changed: %(minutes)s min.") % {"minutes": signed_minutes},
    )


@login_required
@require_POST
def clock_pause_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Pause the clock of a section, or of all."""
    event, sections = _posted_sections(request, event_id)
    return _apply(
        request,
        event,
        lambda: pause_clocks(sections, member_actor(request)),
        gettext("The clock is stopped."),
    )


@login_required
@require_POST
def clock_resume_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Resume the clock of a section, or of all."""
    event, sections = _posted_sections(request, event_id)
    return _apply(
        request,
        event,
        lambda: resume_clocks(sections, member_actor(request)),
        gettext("The clock is running again."),
    )


def _posted_sections(request: HttpRequest, event_id: int) -> tuple[Event, Sequence[Section]]:
    """Return the event, and the posted section or all sections that the reader directs."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    directed_sections = sections_with_role(request, event, SECTION_DIRECTOR_ROLES).filter(
        session=get_latest_session_or_404(event)
    )
    ordered_sections = directed_sections.select_related("session__stage__event__club").order_by(
        "number"
    )
    if "section" not in request.POST:
        return event, list(ordered_sections)
    return event, [get_object_or_404(ordered_sections, pk=parse_number(request.POST["section"]))]


def _posted_table(request: HttpRequest, sections: Sequence[Section]) -> Table | None:
    """Return the table with the posted number if one section was posted, otherwise None."""
    if not request.POST.get("table") or len(sections) != 1:
        return None
    tables = Table.objects.select_related("section__session__stage__event__club")
    return get_object_or_404(
        tables, number=parse_number(request.POST["table"]), section=sections[0]
    )


def _parse_minutes(text: str) -> int:
    """Parse minutes, which may be negative; anything else is 0, which the action refuses."""
    number = parse_number(text.removeprefix("-")) or 0
    return -number if text.startswith("-") else number


def _apply(
    request: HttpRequest, event: Event, action: Callable[[], object], message: str
) -> HttpResponse:
    """Run an action, report its outcome, and return to the page with the button."""
    try_action_with_message(request, action, message)
    return redirect(
        "event_clock" if request.POST.get("back") == "clock" else "event_desk", event.pk
    )


def _form(session: Session, data: Any = None) -> ClockForm:
    default_session = Session(stage=session.stage, boards_per_round=session.boards_per_round)
    return ClockForm(
        session, round(planned_round_duration(default_session).total_seconds() / 60), data
    )


def _render_page(
    request: HttpRequest, event: Event, form: ClockForm, status: int = 200
) -> HttpResponse:
    directs_event = can_direct(user_id_or_404(request), event)
    context = {
        **_clocks_context(request, event),
        "club": event.club,
        "form": form,
        "directs_event": directs_event,
        "back": "clock",
    }
    return render(request, "desk/clock/clock.html", context, status=status)


def _clocks_context(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Return what the page and its polled fragment show."""
    session = get_latest_session_or_404(event)
    sections = sections_with_role(request, event, SECTION_SCORER_ROLES).filter(session=session)
    section_number = parse_number(request.GET.get("section"))
    directed_ids = _directed_section_ids(request, event, session)
    clocks = read_clocks(
        session, sections.filter(number=section_number) if section_number else sections
    )
    context = {
        "event": event,
        "session": session,
        "section_number": section_number,
        "back": request.GET.get("back", ""),
    }
    return context | clock_context(clocks, directed_ids, read_outlook(session, sections))


def clock_context(
    clocks: Sequence[SectionClock], directed_ids: Collection[int], outlook: Outlook | None
) -> dict[str, Any]:
    """Return the context of some clocks; those of sections in `directed_ids` have buttons."""
    directed_sections = [clock.section for clock in clocks if clock.section.pk in directed_ids]
    return {
        "clocks": [(clock, clock.section.pk in directed_ids) for clock in clocks],
        "directs_all": len(clocks) > 1 and bool(directed_ids),
        "outlook": outlook,
        "fields": first_section_of_each_field(directed_sections)
        if outlook and outlook.time_savings
        else (),
        "seen": digest([_shown_state(clock) for clock in clocks]),
        "clock_key": new_idempotency_key(),
    }


def _shown_state(clock: SectionClock) -> object:
    return clock.section.pk, clock.round_number, clock.phase, clock.clock, clock.table_clocks


def _directed_section_ids(request: HttpRequest, event: Event, session: Session) -> set[int]:
    """Return the ids of the sections whose clock the reader may set."""
    if event.read_only:
        return set()
    sections = sections_with_role(request, event, SECTION_DIRECTOR_ROLES).filter(session=session)
    return set(sections.values_list("pk", flat=True))
