"""The page that creates the finals of the next stage from the standings of a finished one."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.problems import Problem
from games.text import Text
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
)
from tournaments.actions.events.next_stage import create_next_stage, preview_qualifiers
from tournaments.actions.events.next_stage_plan import FinalPlan, NextStagePlan
from tournaments.actions.limits import MAX_CONTESTANTS, MAX_SECTIONS
from tournaments.forms import parse_fraction, parse_number, problem_text
from tournaments.models import Contestant, Event, Session, Stage
from tournaments.movements.advice.section_sizes import section_letters
from tournaments.movements.base.movement import ALLOWED_ROUNDS
from tournaments.movements.catalogue import MOVEMENTS, get_movement
from tournaments.movements.drawing.finals_selection import PlaceRange
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.rounds import draw_reason_text
from tournaments.support.digests import digest
from tournaments.web.try_action import try_action

_QUALIFYING_CHOICES = [
    ("all", gettext_lazy("Places of the whole ranking")),
    ("each", gettext_lazy("Places of each section, group or line")),
    ("rest", gettext_lazy("The rest")),
]


class FinalForm(forms.Form):
    """One final: its name, which places qualify, and its movement."""

    name = forms.CharField(
        required=False,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Leave it empty if there is only one final."),
        widget=forms.TextInput({"maxlength": 20, "autocomplete": "off"}),
    )
    who = forms.ChoiceField(choices=_QUALIFYING_CHOICES, label=gettext_lazy("Who qualifies"))
    first = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_CONTESTANTS,
        label=gettext_lazy("From place"),
        initial=1,
    )
    last = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_CONTESTANTS, label=gettext_lazy("To place")
    )
    movement = forms.ChoiceField(required=False, label=gettext_lazy("Movement"))
    rounds = forms.IntegerField(
        required=False,
        min_value=ALLOWED_ROUNDS[0],
        max_value=ALLOWED_ROUNDS[-1],
        label=gettext_lazy("Rounds"),
        help_text=gettext_lazy("Empty: as many as the movement has, or as before."),
    )

    def clean(self) -> None:
        """Require the last place, unless the final is for the rest."""
        data = self.cleaned_data
        if data.get("who") != "rest" and not data.get("last") and "last" not in self.errors:
            self.add_error("last", gettext("Enter the last place."))

    def final(self) -> FinalPlan:
        """Return the plan of the final that a valid form describes."""
        data = self.cleaned_data
        places = (
            None
            if data["who"] == "rest"
            else PlaceRange(data["first"] or 1, data["last"], each=data["who"] == "each")
        )
        return FinalPlan(data["movement"], places, data["name"], {}, data["rounds"])


class CarryOverForm(forms.Form):
    """A field for the fraction of the totals so far that counts in the next stage."""

    carried = forms.CharField(
        required=False,
        label=gettext_lazy("Carried over from the results so far"),
        help_text=gettext_lazy(
            "As a percentage or a fraction: 0 is nothing, 50 or 1/2 is half, 100 is everything."
        ),
        initial="0",
        widget=forms.TextInput({"autocomplete": "off", "maxlength": 9}),
    )

    def clean_carried(self) -> Fraction:
        """Return the fraction, 0 if the field is empty."""
        fraction = parse_fraction(self.cleaned_data["carried"] or "0")
        if fraction is None:
            raise forms.ValidationError(gettext("Enter a percentage, or a fraction such as 1/3."))
        return fraction


class FinalsForm:
    """A form for each of `final_count` finals, and one for the carry-over."""

    def __init__(
        self, stage: Stage, final_count: int, submitted: Mapping[str, str] | None = None
    ) -> None:
        initial = (
            [None] * final_count if submitted is not None else _initial_finals(stage, final_count)
        )
        self.carried = CarryOverForm(submitted)
        self.finals = [
            FinalForm(submitted, prefix=f"f{number}", initial=initial[number - 1])
            for number in range(1, final_count + 1)
        ]
        for form in self.finals:
            form.fields["movement"].choices = _movement_choices(stage, final_count)  # type: ignore[attr-defined]  # typed as a plain Field

    def is_valid(self) -> bool:
        """Return whether all fields can be parsed; the action checks the rest."""
        return not any(form.errors for form in (self.carried, *self.finals))

    @property
    def submitted_values(self) -> list[dict[str, object]]:
        """Return the cleaned values of all forms, the carry-over first."""
        return [form.cleaned_data for form in (self.carried, *self.finals)]

    def plan(self) -> NextStagePlan:
        """Return the plan of the next stage that the valid forms describe."""
        finals = tuple(form.final() for form in self.finals)
        return NextStagePlan(finals, carry_over=self.carried.cleaned_data["carried"])

    def add_problems(self, problems: Sequence[Problem]) -> list[str]:
        """Add each problem to the form of its final; return the other problems as sentences."""
        other_sentences = []
        for problem in problems:
            if problem.line and problem.line <= len(self.finals):
                form = self.finals[problem.line - 1]
                field = {"places": "last"}.get(problem.field or "", problem.field)
                form.add_error(field if field in form.fields else None, problem_text(problem))
            elif problem.field == "carried":
                self.carried.add_error("carried", problem_text(problem))
            else:
                other_sentences.append(problem_text(problem))
        return other_sentences


def _initial_finals(stage: Stage, final_count: int) -> list[dict[str, object] | None]:
    """Return the initial values of the finals' forms.

    Several finals have equal sizes, and the last one has the rest. A single final has the better
    half of the contestants.
    """
    contestant_count = stage.event.contestants.filter(withdrawn_at=None).count()
    final_size = max(1, contestant_count // max(2, final_count))
    initial_values: list[dict[str, object] | None] = [
        {
            "name": section_letters(index) if final_count > 1 else "",
            "who": "rest" if index == final_count - 1 and final_count > 1 else "all",
            "first": index * final_size + 1,
            "last": index * final_size + final_size,
        }
        for index in range(final_count)
    ]
    return initial_values


def _movement_choices(stage: Stage, final_count: int) -> list[tuple[str, str]]:
    """Return the movements that suit the game; those with draws only for a single final."""
    event, default_choice = stage.event, [("", gettext("Best for this number"))]
    suitable_movements = [
        movement
        for movement in (get_movement(movement_class.key) for movement_class in MOVEMENTS)
        if movement.lines == event.game.lines
        and (movement.players_each == 1) == (event.players_each == 1)
        if (movement.is_fixed or final_count == 1)
        and (movement.supports_teams or not event.at_two_tables)
    ]
    return default_choice + [
        (movement.key, gettext(movement.name)) for movement in suitable_movements
    ]


# A contestant who would qualify: the name of the final, the contestant, and the reason.
PreviewedQualifier = tuple[str, Contestant, Text | None]

# How many finals are proposed at first.
DEFAULT_FINAL_COUNT = 2


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_finals_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the proposed finals, then who would qualify, and create the stage once confirmed.

    The preview contains a digest of the qualifiers and of all fields. The stage is created only if
    the form sends the digest back and it is still the same.
    """
    event = get_event_or_404(request, event_id)
    session = get_latest_session_or_404(event)
    if request.method != "POST":
        final_count = parse_number(request.GET.get("finals")) or DEFAULT_FINAL_COUNT
        return _render_page(
            request, session, FinalsForm(session.stage, min(final_count, MAX_SECTIONS))
        )
    final_count = min(parse_number(request.POST.get("finals")), MAX_SECTIONS)
    form = FinalsForm(session.stage, final_count, request.POST)
    if not form.is_valid():
        return _render_page(request, session, form, status=422)
    qualifiers: list[PreviewedQualifier] = []
    problems = try_action(
        lambda: qualifiers.extend(_previewed_qualifiers(event, form, member_actor(request)))
    )
    shown_digest = digest([qualifiers, form.submitted_values])
    if not problems and request.POST.get("sure") == shown_digest:
        problems = try_action(lambda: create_next_stage(event, form.plan(), member_actor(request)))
    elif not problems:
        return _render_page(
            request, session, form, qualifiers=qualifiers, shown_digest=shown_digest
        )
    if problems:
        return _render_page(request, session, form, form.add_problems(problems), status=422)
    messages.success(
        request, gettext("The next stage is created. Deal the boards when everybody is ready.")
    )
    return redirect("event_desk", event_id)


def _previewed_qualifiers(event: Event, form: FinalsForm, actor: Actor) -> list[PreviewedQualifier]:
    return [
        (final_name, qualifier.contestant, draw_reason_text(qualifier.reason))
        for final_name, qualifier in preview_qualifiers(event, form.plan(), actor)
    ]


def _render_page(
    request: HttpRequest,
    session: Session,
    form: FinalsForm,
    sentences: list[str] | None = None,
    qualifiers: list[PreviewedQualifier] | None = None,
    shown_digest: str = "",
    status: int = 200,
) -> HttpResponse:
    event = session.stage.event
    context = {
        "club": event.club,
        "event": event,
        "finals": form,
        "going": qualifiers,
        "shown": shown_digest,
        "open": session.is_over and not event.published_at and not event.read_only,
        "sentences": sentences,
    }
    return render(request, "events/finals.html", context, status=status)
