"""The page that makes the next stage from the standings of a finished one, and its form."""

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
from tournaments.access.request_access import get_event_or_404, latest_session, member_actor
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
from tournaments.web.try_action import attempt

_WHO = [
    ("all", gettext_lazy("Places of the whole ranking")),
    ("each", gettext_lazy("Places of each section, group or line")),
    ("rest", gettext_lazy("The rest")),
]


class FinalForm(forms.Form):
    """One final: its name, who plays in it, and its movement."""

    name = forms.CharField(
        required=False,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("Leave it empty if there is only one final."),
        widget=forms.TextInput({"maxlength": 20, "autocomplete": "off"}),
    )
    who = forms.ChoiceField(choices=_WHO, label=gettext_lazy("Who qualifies"))
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
        """Places are written from one to another, unless it is the rest."""
        said = self.cleaned_data
        if said.get("who") != "rest" and not said.get("last") and "last" not in self.errors:
            self.add_error("last", gettext("Enter the last place."))

    def final(self) -> FinalPlan:
        """What a valid form says."""
        said = self.cleaned_data
        rest = said["who"] == "rest"
        who = (
            None
            if rest
            else PlaceRange(said["first"] or 1, said["last"], each=said["who"] == "each")
        )
        return FinalPlan(said["movement"], who, said["name"], {}, said["rounds"])


class CarryOverForm(forms.Form):
    """What counts in the next stage of what was made so far."""

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
        """The part; nothing where the field is blank."""
        part = parse_fraction(self.cleaned_data["carried"] or "0")
        if part is None:
            raise forms.ValidationError(gettext("Enter a percentage, or a fraction such as 1/3."))
        return part


class FinalsForm:
    """All finals together; `finals` is how many there are to be."""

    def __init__(
        self, stage: Stage, finals: int, submitted: Mapping[str, str] | None = None
    ) -> None:
        initial = [None] * finals if submitted is not None else _proposed(stage, finals)
        self.carried = CarryOverForm(submitted)
        self.finals = [
            FinalForm(submitted, prefix=f"f{number}", initial=initial[number - 1])
            for number in range(1, finals + 1)
        ]
        for form in self.finals:
            form.fields["movement"].choices = _movements(stage, finals)  # type: ignore[attr-defined]

    def is_valid(self) -> bool:
        """Whether all can be read; whether it can be played the act says."""
        return not any(form.errors for form in (self.carried, *self.finals))

    @property
    def said(self) -> list[dict[str, object]]:
        """What a valid form has been told, field by field."""
        return [form.cleaned_data for form in (self.carried, *self.finals)]

    def plan(self) -> NextStagePlan:
        """What a valid form says."""
        finals = tuple(form.final() for form in self.finals)
        return NextStagePlan(finals, carry_over=self.carried.cleaned_data["carried"])

    def add_problems(self, problems: Sequence[Problem]) -> list[str]:
        """Put each problem beside its final; those of none are given back as sentences."""
        elsewhere = []
        for problem in problems:
            if problem.line and problem.line <= len(self.finals):
                form = self.finals[problem.line - 1]
                field = {"places": "last"}.get(problem.field or "", problem.field)
                form.add_error(field if field in form.fields else None, problem_text(problem))
            elif problem.field == "carried":
                self.carried.add_error("carried", problem_text(problem))
            else:
                elsewhere.append(problem_text(problem))
        return elsewhere


def _proposed(stage: Stage, finals: int) -> list[dict[str, object] | None]:
    """A, B … of as many places each, the last with the rest; one alone is of the better half."""
    number = stage.event.contestants.filter(withdrawn_at=None).count()
    size = max(1, number // max(2, finals))
    proposed: list[dict[str, object] | None] = [
        {
            "name": section_letters(part) if finals > 1 else "",
            "who": "rest" if part == finals - 1 and finals > 1 else "all",
            "first": part * size + 1,
            "last": part * size + size,
        }
        for part in range(finals)
    ]
    return proposed


def _movements(stage: Stage, finals: int) -> list[tuple[str, str]]:
    """Those that suit the game; what is drawn only for one final alone."""
    event, best = stage.event, [("", gettext("Best for this number"))]
    suited = [
        movement
        for movement in (get_movement(each.key) for each in MOVEMENTS)
        if movement.lines == event.game.lines
        and (movement.players_each == 1) == (event.players_each == 1)
        if (movement.is_fixed or finals == 1)
        and (movement.supports_teams or not event.at_two_tables)
    ]
    return best + [(movement.key, gettext(movement.name)) for movement in suited]


Going = tuple[str, Contestant, Text | None]
"""Who would go on: the name of his final, he himself, and why."""

DEFAULT_FINAL_COUNT = 2
"""How many finals are proposed to who does not say."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_finals_view(request: HttpRequest, event: int) -> HttpResponse:
    """The finals as they are proposed; sent, who would go where; that sent unchanged makes the
    stage."""
    own = get_event_or_404(request, event)
    session = latest_session(own)
    if request.method != "POST":
        asked = parse_number(request.GET.get("finals")) or DEFAULT_FINAL_COUNT
        return _page(request, session, FinalsForm(session.stage, min(asked, MAX_SECTIONS)))
    number = min(parse_number(request.POST.get("finals")), MAX_SECTIONS)
    form = FinalsForm(session.stage, number, request.POST)
    if not form.is_valid():
        return _page(request, session, form, status=422)
    going: list[Going] = []
    problems = attempt(lambda: going.extend(_going(own, form, member_actor(request))))
    shown = digest([going, form.said])
    if not problems and request.POST.get("sure") == shown:
        problems = attempt(lambda: create_next_stage(own, form.plan(), member_actor(request)))
    elif not problems:
        return _page(request, session, form, going=going, shown=shown)
    if problems:
        return _page(request, session, form, form.add_problems(problems), status=422)
    messages.success(
        request, gettext("The next stage is created. Deal it when everybody is ready.")
    )
    return redirect("event_desk", event)


def _going(event: Event, form: FinalsForm, actor: Actor) -> list[Going]:
    found = preview_qualifiers(event, form.plan(), actor)
    return [(final, each.contestant, draw_reason_text(each.reason)) for final, each in found]


def _page(
    request: HttpRequest,
    session: Session,
    form: FinalsForm,
    sentences: list[str] | None = None,
    going: list[Going] | None = None,
    shown: str = "",
    status: int = 200,
) -> HttpResponse:
    own = session.stage.event
    context = {
        "club": own.club,
        "event": own,
        "finals": form,
        "going": going,
        "shown": shown,
        "open": session.is_over and not own.published_at and not own.read_only,
        "sentences": sentences,
    }
    return render(request, "events/finals.html", context, status=status)
