"""The page that divides a session into sections, and its form."""

from collections.abc import Mapping, Sequence

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.options import InvalidOption, UnknownName
from games.problems import Problem, ValidationFailed
from games.seats import PAIR_LINES
from tournaments.access.request_access import get_event_or_404, latest_session, member_actor
from tournaments.actions.limits import MAX_SECTIONS
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.forms import format_number_list, parse_number, parse_number_list, problem_text
from tournaments.models import Session
from tournaments.movements.advice.proposals import Proposal, propose_movements, single_ranking_first
from tournaments.movements.advice.section_sizes import section_letters, section_sizes
from tournaments.movements.advice.time_budget import TimeBudget
from tournaments.movements.catalogue import get_movement
from tournaments.queries.rounds.club_pace import minutes_per_board
from tournaments.queries.rounds.seating import contestants_of_section
from tournaments.web.events.proposals import proposal_value
from tournaments.web.try_action import attempt


class SectionForm(forms.Form):
    """One section: its name, who plays in it by number, and its movement."""

    name = forms.CharField(
        required=False,
        label=gettext_lazy("Name"),
        widget=forms.TextInput({"maxlength": 20, "autocomplete": "off"}),
    )
    contestants = forms.CharField(
        label=gettext_lazy("Who plays in it, by number"),
        help_text=gettext_lazy("For example 1-12, 15."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    venue = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Venue"),
        help_text=gettext_lazy(
            "Only if it plays elsewhere: the staff of the venue see only this section."
        ),
        error_messages={
            "invalid_choice": gettext_lazy("The club has no such venue: choose again.")
        },
    )
    movement = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Movement"),
        error_messages={
            "invalid_choice": gettext_lazy(
                "This movement does not fit this number: choose another."
            )
        },
    )

    def clean_contestants(self) -> tuple[int, ...]:
        """The numbers, in the order they are written."""
        try:
            return parse_number_list(self.cleaned_data["contestants"])
        except ValueError:
            raise forms.ValidationError(gettext("Write numbers, such as 1-12, 15.")) from None


class DivisionForm:
    """All sections of a session together; `sections` is how many there are to be."""

    def __init__(
        self, session: Session, sections: int, submitted: Mapping[str, str] | None = None
    ) -> None:
        self.session, self._proposed = session, dict[int, list[Proposal]]()
        self._venues = list(session.stage.event.club.venues.values_list("name", flat=True))
        self.is_unchanged = False
        initial = [] if submitted is not None else list(self._initial(sections))
        self.sections = [
            SectionForm(
                submitted, prefix=f"s{number}", initial=initial[number - 1] if initial else None
            )
            for number in range(1, sections + 1)
        ]
        self.apart = (
            session.stage.ranks_sections_separately
            if submitted is None
            else submitted.get("apart") == "yes"
        )
        for number, form in enumerate(self.sections):
            form.fields["name"].help_text = gettext(
                "It comes before the numbers of its tables: %(letter)s1, %(letter)s2."
            ) % {"letter": section_letters(number)}
            form.fields["movement"].choices = self._choices(form)  # type: ignore[attr-defined]
            self._offer_venues(form)

    def _offer_venues(self, form: SectionForm) -> None:
        """Those of the club; a club without any is asked nothing."""
        if self._venues:
            choices = [
                ("", gettext("At the club")),
                *((name, name) for name in self._venues),
            ]
            form.fields["venue"].choices = choices  # type: ignore[attr-defined]
        else:
            del form.fields["venue"]

    def is_valid(self) -> bool:
        """Whether every section can be read; whether it can be played the act says."""
        return not any(form.errors for form in self.sections)

    def division(self) -> Division:
        """What a valid form says."""
        return Division(tuple(self._plan(form) for form in self.sections), self.apart)

    def add_problems(self, problems: Sequence[Problem]) -> list[str]:
        """Put each problem beside its section; those of none are given back as sentences."""
        elsewhere = []
        for problem in problems:
            if problem.line and problem.line <= len(self.sections):
                form = self.sections[problem.line - 1]
                form.add_error(
                    problem.field if problem.field in form.fields else None, problem_text(problem)
                )
            else:
                elsewhere.append(problem_text(problem))
        return elsewhere

    def _plan(self, form: SectionForm) -> SectionPlan:
        said = form.cleaned_data
        proposals = self._proposals(len(said["contestants"]))
        chosen = next(
            (
                each
                for each in proposals
                if proposal_value(each.movement, each.options) == said["movement"]
            ),
            proposals[0] if proposals else None,
        )
        if chosen is None:
            stage = self.session.stage
            planned = stage.movement_key, stage.movement_options, 1
        else:
            planned = chosen.movement, chosen.options, chosen.rounds
        return SectionPlan(said["name"], *planned, said["contestants"], said.get("venue", ""))

    def _initial(self, sections: int) -> list[dict[str, str]]:
        """The division there is, or one that is proposed."""
        now = list(self.session.sections.select_related("session__stage__event", "venue"))
        self.is_unchanged = len(now) == sections > 1
        if self.is_unchanged:
            return [
                {
                    "name": section.name,
                    "venue": section.venue.name if section.venue else "",
                    "contestants": format_number_list(
                        each.number for each in contestants_of_section(section).values()
                    ),
                    "movement": proposal_value(section.movement_key, section.movement_options),
                }
                for section in now
            ]
        everybody = sorted(
            each.number for section in now for each in contestants_of_section(section).values()
        )
        return _proposed(everybody, sections, self.session)

    def _choices(self, form: SectionForm) -> list[tuple[str, str]]:
        """The movements for as many as stand in the form, best first."""
        text = form.data.get(form.add_prefix("contestants"), "") if form.is_bound else ""
        try:
            number = len(parse_number_list(text or (form.initial or {}).get("contestants", "")))
        except ValueError:
            number = 0
        best = [("", gettext("Best for this number"))]
        fitting = [
            (proposal_value(each.movement, each.options), _in_words(each))
            for each in self._proposals(number)
        ]
        return best + (fitting if number else _kept(form.data.get(form.add_prefix("movement"), "")))

    def _proposals(self, contestants: int) -> list[Proposal]:
        if contestants not in self._proposed:
            found = _proposals(self.session, contestants)
            one_field = len(self.sections) > 1 and not self.apart
            self._proposed[contestants] = single_ranking_first(found) if one_field else found
        return self._proposed[contestants]


def _proposed(everybody: Sequence[int], sections: int, session: Session) -> list[dict[str, str]]:
    """Rooms A, B … of the same size; empty forms where there are not so many tables."""
    at_a_table = (
        2 if session.stage.event.game.lines == PAIR_LINES else len(session.stage.event.game.seats)
    )
    try:
        sizes = section_sizes(len(everybody), sections, at_a_table)
    except ValueError:
        sizes = (0,) * sections
    firsts = [sum(sizes[:part]) for part in range(sections)]
    return [
        {
            "name": section_letters(part) if sections > 1 else "",
            "contestants": format_number_list(everybody[first : first + size]),
        }
        for part, (first, size) in enumerate(zip(firsts, sizes, strict=True))
    ]


def _proposals(session: Session, contestants: int) -> list[Proposal]:
    """What so many can play with the rounds and boards of the session, best first; perhaps
    nothing."""
    event = session.stage.event
    budget = TimeBudget.for_game(
        event.game,
        contestants,
        event.players_each,
        minutes_per_board=minutes_per_board(event.club, event.game).minutes,
        boards_per_round=session.boards_per_round,
        rounds=session.rounds_planned,
    )
    try:
        found = propose_movements(budget) if contestants else []
    except ValidationFailed:
        return []
    return [each for each in found if get_movement(each.movement, each.options).is_fixed]


def _kept(value: str) -> list[tuple[str, str]]:
    """The movement that was chosen, by its name, while nobody knows for how many; nothing for
    none."""
    key, *options = value.split() or [""]
    try:
        movement = get_movement(key, dict(each.split("=", 1) for each in options))
    except (UnknownName, InvalidOption, ValueError):
        return []
    return [(value, gettext(movement.title))]


def _in_words(proposal: Proposal) -> str:
    rounds = gettext("%(rounds)s rounds of %(boards)s boards") % {
        "rounds": proposal.rounds,
        "boards": proposal.boards_per_round,
    }
    said = f"{gettext(proposal.name)}: {rounds}"
    return f"{said}, {gettext('N-S and E-W ranked apart')}" if proposal.winner_count > 1 else said


DEFAULT_SECTION_COUNT = 2
"""How many sections are proposed to who does not say."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_sections_view(request: HttpRequest, event: int) -> HttpResponse:
    """The sections there are, or so many as are asked for; sent, the session is divided."""
    session = latest_session(get_event_or_404(request, event))
    if request.method != "POST":
        asked = parse_number(request.GET.get("sections")) or max(
            session.sections.count(), DEFAULT_SECTION_COUNT
        )
        return _page(request, session, DivisionForm(session, min(asked, MAX_SECTIONS)))
    number = min(parse_number(request.POST.get("sections")), MAX_SECTIONS)
    form = DivisionForm(session, number, request.POST)
    if not form.is_valid():
        return _page(request, session, form, status=422)
    problems = attempt(lambda: divide_session(session, form.division(), member_actor(request)))
    if problems:
        return _page(request, session, form, form.add_problems(problems), 422)
    messages.success(request, gettext("The session is divided. Print everything again."))
    return redirect("event_contestants", event)


def _page(
    request: HttpRequest,
    session: Session,
    form: DivisionForm,
    sentences: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    own = session.stage.event
    open_ = (
        session.state in (Session.State.CREATED, Session.State.DEALT) and not session.stage.is_drawn
    )
    context = {
        "club": own.club,
        "event": own,
        "session": session,
        "division": form,
        "open": open_ and not own.read_only,
        "sentences": sentences,
    }
    return render(request, "events/sections.html", context, status=status)
