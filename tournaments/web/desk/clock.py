"""The clock at the desk: plan it, give time, stop and resume it."""

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
    latest_session,
    member_actor,
    sections_with_role,
    user_id,
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
from tournaments.queries.rounds.clock import SectionClock, read_clocks, round_length
from tournaments.queries.rounds.finish_time import Outlook, read_outlook
from tournaments.queries.rounds.sections import first_section_of_each_field
from tournaments.support.digests import digest
from tournaments.web.results.entry_form import sent_key
from tournaments.web.try_action import attempt_and_say

MOST_FIELDS = 30
"""Rounds after which a break can be written; of a whole season's none can."""

_ROUND = gettext_lazy("Write minutes from 1 to 600, or leave it empty.")
_BREAK = gettext_lazy("Write minutes from 1 to 240, or leave it empty.")
_WRONG = ("invalid", "min_value", "max_value")


class ClockForm(forms.Form):
    """The minutes of a round, and of a break after each round but the last."""

    minutes_per_round = forms.IntegerField(
        label=gettext_lazy("Minutes a round"),
        required=False,
        min_value=ROUND_MINUTES[0],
        max_value=ROUND_MINUTES[-1],
        error_messages=dict.fromkeys(_WRONG, _ROUND),
    )

    def __init__(self, session: Session, usual: int, sent: Any = None) -> None:
        before = dict(session.breaks.values_list("after_round", "minutes"))
        known = {f"break_{after}": minutes for after, minutes in before.items()}
        super().__init__(sent, initial={"minutes_per_round": session.minutes_per_round, **known})
        sentence = gettext("Empty: %(minutes)s, at the pace of your club.") % {"minutes": usual}
        self.minutes = session.minutes_per_round or usual
        self.fields["minutes_per_round"].help_text = sentence
        self.rounds = (
            [*range(1, session.rounds_planned)] if session.rounds_planned <= MOST_FIELDS else []
        )
        self.kept = {} if self.rounds else before
        for after in self.rounds:
            self.fields[f"break_{after}"] = forms.IntegerField(
                label=gettext("After round %(round)s") % {"round": after},
                required=False,
                min_value=BREAK_MINUTES[0],
                max_value=BREAK_MINUTES[-1],
                error_messages=dict.fromkeys(_WRONG, _BREAK),
            )

    @property
    def breaks(self) -> list[BoundField]:
        """The fields of the breaks."""
        return [self[f"break_{after}"] for after in self.rounds]

    @property
    def has_breaks(self) -> bool:
        """Whether one is written, or wrong, so that they are to be seen."""
        return any(field.value() or field.errors for field in self.breaks)

    def breaks_said(self) -> dict[int, int]:
        """The minutes of each break by the round before it, of a valid form."""
        said = {after: self.cleaned_data[f"break_{after}"] for after in self.rounds}
        return self.kept | {after: minutes for after, minutes in said.items() if minutes}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_clock_view(request: HttpRequest, event: int) -> HttpResponse:
    """Every clock, and what it is planned with; sent, planned so."""
    if request.method != "POST":
        own = get_event_or_404(request, event, SECTION_SCORER_ROLES)
        return _page(request, own, _form(latest_session(own)))
    own = get_event_or_404(request, event)
    session = latest_session(own)
    form = _form(session, request.POST)
    if not form.is_valid():
        return _page(request, own, form, 422)
    minutes, breaks = form.cleaned_data["minutes_per_round"], form.breaks_said()
    done = gettext("The clock is set.")
    attempt_and_say(
        request, lambda: set_clock(session.pk, minutes, breaks, member_actor(request)), done
    )
    return redirect("event_clock", own.pk)


@login_required
@require_safe
def desk_clock_view(request: HttpRequest, event: int) -> HttpResponse:
    """The clocks of the reader's sections, or of one; 204 while he is shown them already."""
    context = _clocks(request, get_event_or_404(request, event, SECTION_SCORER_ROLES))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, "desk/clock/_clock.html", context)


@login_required
@require_POST
def clock_give_view(request: HttpRequest, event: int) -> HttpResponse:
    """The round being played lasts longer, or shorter: in a section, in all, or at one table."""
    own, sections = _sections(request, event)
    minutes, table = _minutes(request.POST.get("minutes", "")), _table(request, sections)
    key, who = sent_key(request), member_actor(request)
    if table:
        done = gettext("The time of table %(table)s has changed.") % {"table": table.label}
        return _done(request, own, lambda: give_minutes_to_table(table, minutes, who, key), done)
    return _done(
        request,
        own,
        lambda: give_minutes(sections, minutes, who, key),
        gettext("The clock is changed."),
    )


@login_required
@require_POST
def clock_stop_view(request: HttpRequest, event: int) -> HttpResponse:
    """The clock stands, in a section or in all."""
    own, sections = _sections(request, event)
    return _done(
        request,
        own,
        lambda: pause_clocks(sections, member_actor(request)),
        gettext("The clock is stopped."),
    )


@login_required
@require_POST
def clock_resume_view(request: HttpRequest, event: int) -> HttpResponse:
    """It goes on."""
    own, sections = _sections(request, event)
    return _done(
        request,
        own,
        lambda: resume_clocks(sections, member_actor(request)),
        gettext("The clock is running again."),
    )


def _sections(request: HttpRequest, number: int) -> tuple[Event, Sequence[Section]]:
    """The event, and the section that was sent, or all that the director has of the session."""
    own = get_event_or_404(request, number, SECTION_DIRECTOR_ROLES)
    his = sections_with_role(request, own, SECTION_DIRECTOR_ROLES).filter(
        session=latest_session(own)
    )
    found = his.select_related("session__stage__event__club").order_by("number")
    if "section" not in request.POST:
        return own, list(found)
    return own, [get_object_or_404(found, pk=parse_number(request.POST["section"]))]


def _table(request: HttpRequest, sections: Sequence[Section]) -> Table | None:
    """The table of that number in the one section that was sent; None for all."""
    if not request.POST.get("table") or len(sections) != 1:
        return None
    tables = Table.objects.select_related("section__session__stage__event__club")
    return get_object_or_404(
        tables, number=parse_number(request.POST["table"]), section=sections[0]
    )


def _minutes(text: str) -> int:
    """The minutes that a key or a field says; 0, which is none, for anything else."""
    number = parse_number(text.removeprefix("-")) or 0
    return -number if text.startswith("-") else number


def _done(request: HttpRequest, event: Event, act: Callable[[], object], done: str) -> HttpResponse:
    """Do it, and go back to the page with the key."""
    attempt_and_say(request, act, done)
    return redirect(
        "event_clock" if request.POST.get("back") == "clock" else "event_desk", event.pk
    )


def _form(session: Session, sent: Any = None) -> ClockForm:
    usual = Session(stage=session.stage, boards_per_round=session.boards_per_round)
    return ClockForm(session, round(round_length(usual).total_seconds() / 60), sent)


def _page(request: HttpRequest, event: Event, form: ClockForm, status: int = 200) -> HttpResponse:
    runs = can_direct(user_id(request), event)
    context = {
        **_clocks(request, event),
        "club": event.club,
        "form": form,
        "runs": runs,
        "back": "clock",
    }
    return render(request, "desk/clock/clock.html", context, status=status)


def _clocks(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What page and fragment both show; who directs a section has its buttons."""
    session = latest_session(event)
    his = sections_with_role(request, event, SECTION_SCORER_ROLES).filter(session=session)
    asked = parse_number(request.GET.get("section"))
    directed = _directed(request, event, session)
    shown = read_clocks(session, his.filter(number=asked) if asked else his)
    context = {
        "event": event,
        "session": session,
        "asked": asked,
        "back": request.GET.get("back", ""),
    }
    return context | clock_context(shown, directed, read_outlook(session, his))


def clock_context(
    shown: Sequence[SectionClock], directed: Collection[int], soon: Outlook | None
) -> dict[str, Any]:
    """Return what the template of some clocks needs; `directed` are the sections whose clock the
    reader sets."""
    theirs = [each.section for each in shown if each.section.pk in directed]
    return {
        "clocks": [(each, each.section.pk in directed) for each in shown],
        "directs_all": len(shown) > 1 and bool(directed),
        "outlook": soon,
        "fields": first_section_of_each_field(theirs) if soon and soon.shorter else (),
        "seen": digest([_told(each) for each in shown]),
        "clock_key": new_idempotency_key(),
    }


def _told(clock: SectionClock) -> object:
    return clock.section.pk, clock.round, clock.phase, clock.clock, clock.tables


def _directed(request: HttpRequest, event: Event, session: Session) -> set[int]:
    """The sections of which the reader sets the clock."""
    if event.read_only:
        return set()
    his = sections_with_role(request, event, SECTION_DIRECTOR_ROLES).filter(session=session)
    return set(his.values_list("pk", flat=True))
