"""The page that divides a session into sections."""

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
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
)
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
from tournaments.web.try_action import try_action


class SectionForm(forms.Form):
    """One section: its name, the numbers of its contestants, its venue and its movement."""

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
        """Return the numbers in the order in which they are written."""
        try:
            return parse_number_list(self.cleaned_data["contestants"])
        except ValueError:
            raise forms.ValidationError(gettext("Write numbers, such as 1-12, 15.")) from None


class DivisionForm:
    """A form for each of `section_count` sections of a session.

    `apart` says whether the sections are ranked separately. `is_unchanged` is set if the forms show
    the stored division.
    """

    def __init__(
        self, session: Session, section_count: int, submitted: Mapping[str, str] | None = None
    ) -> None:
        self.session, self._proposals_by_size = session, dict[int, list[Proposal]]()
        self._venues = list(session.stage.event.club.venues.values_list("name", flat=True))
        self.is_unchanged = False
        initial = [] if submitted is not None else list(self._initial(section_count))
        self.sections = [
            SectionForm(
                submitted, prefix=f"s{number}", initial=initial[number - 1] if initial else None
            )
            for number in range(1, section_count + 1)
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
            form.fields["movement"].choices = self._choices(form)  # type: ignore[attr-defined]  # typed as a plain Field
            self._offer_venues(form)

    def _offer_venues(self, form: SectionForm) -> None:
        """Offer the club's venues, or drop the field if it has none."""
        if self._venues:
            choices = [
                ("", gettext("At the club")),
                *((name, name) for name in self._venues),
            ]
            form.fields["venue"].choices = choices  # type: ignore[attr-defined]  # typed as a plain Field
        else:
            del form.fields["venue"]

    def is_valid(self) -> bool:
        """Return whether every section can be parsed; the action checks the rest."""
        return not any(form.errors for form in self.sections)

    def division(self) -> Division:
        """Return the division of a valid form."""
        return Division(tuple(self._plan(form) for form in self.sections), self.apart)

    def add_problems(self, problems: Sequence[Problem]) -> list[str]:
        """Add each problem to the form of its section; return the other problems as sentences."""
        other_sentences = []
        for problem in problems:
            if problem.line and problem.line <= len(self.sections):
                form = self.sections[problem.line - 1]
                form.add_error(
                    problem.field if problem.field in form.fields else None, problem_text(problem)
                )
            else:
                other_sentences.append(problem_text(problem))
        return other_sentences

    def _plan(self, form: SectionForm) -> SectionPlan:
        data = form.cleaned_data
        proposals = self._proposals(len(data["contestants"]))
        chosen = next(
            (
                proposal
                for proposal in proposals
                if proposal_value(proposal.movement, proposal.options) == data["movement"]
            ),
            proposals[0] if proposals else None,
        )
        if chosen is None:
            stage = self.session.stage
            planned = stage.movement_key, stage.movement_options, 1
        else:
            planned = chosen.movement, chosen.options, chosen.rounds
        return SectionPlan(data["name"], *planned, data["contestants"], data.get("venue", ""))

    def _initial(self, section_count: int) -> list[dict[str, str]]:
        """Return the initial values of the forms: the stored division, or a proposed one.

        The stored division is used if it has as many sections as requested, and more than one.
        """
        stored_sections = list(
            self.session.sections.select_related("session__stage__event", "venue")
        )
        self.is_unchanged = len(stored_sections) == section_count > 1
        if self.is_unchanged:
            return [
                {
                    "name": section.name,
                    "venue": section.venue.name if section.venue else "",
                    "contestants": format_number_list(
                        contestant.number for contestant in contestants_of_section(section).values()
                    ),
                    "movement": proposal_value(section.movement_key, section.movement_options),
                }
                for section in stored_sections
            ]
        numbers = sorted(
            contestant.number
            for section in stored_sections
            for contestant in contestants_of_section(section).values()
        )
        return _initial_sections(numbers, section_count, self.session)

    def _choices(self, form: SectionForm) -> list[tuple[str, str]]:
        """Return the movements for the contestants of the form, best first."""
        text = form.data.get(form.add_prefix("contestants"), "") if form.is_bound else ""
        try:
            number = len(parse_number_list(text or (form.initial or {}).get("contestants", "")))
        except ValueError:
            number = 0
        best = [("", gettext("Best for this number"))]
        fitting = [
            (proposal_value(proposal.movement, proposal.options), _proposal_text(proposal))
            for proposal in self._proposals(number)
        ]
        return best + (
            fitting
            if number
            else _chosen_movement_choice(form.data.get(form.add_prefix("movement"), ""))
        )

    def _proposals(self, contestant_count: int) -> list[Proposal]:
        if contestant_count not in self._proposals_by_size:
            proposals = _proposals(self.session, contestant_count)
            ranked_together = len(self.sections) > 1 and not self.apart
            self._proposals_by_size[contestant_count] = (
                single_ranking_first(proposals) if ranked_together else proposals
            )
        return self._proposals_by_size[contestant_count]


def _initial_sections(
    numbers: Sequence[int], section_count: int, session: Session
) -> list[dict[str, str]]:
    """Return initial values of sections of equal size, named A, B and so on.

    The sections are empty if there are too few contestants for so many sections.
    """
    contestants_per_table = (
        2 if session.stage.event.game.lines == PAIR_LINES else len(session.stage.event.game.seats)
    )
    try:
        sizes = section_sizes(len(numbers), section_count, contestants_per_table)
    except ValueError:
        sizes = (0,) * section_count
    starts = [sum(sizes[:index]) for index in range(section_count)]
    return [
        {
            "name": section_letters(index) if section_count > 1 else "",
            "contestants": format_number_list(numbers[start : start + size]),
        }
        for index, (start, size) in enumerate(zip(starts, sizes, strict=True))
    ]


def _proposals(session: Session, contestant_count: int) -> list[Proposal]:
    """Return the movements without draws for the session's rounds and boards, best first."""
    event = session.stage.event
    budget = TimeBudget.for_game(
        event.game,
        contestant_count,
        event.players_each,
        minutes_per_board=minutes_per_board(event.club, event.game).minutes,
        boards_per_round=session.boards_per_round,
        rounds=session.rounds_planned,
    )
    try:
        proposals = propose_movements(budget) if contestant_count else []
    except ValidationFailed:
        return []
    return [
        proposal
        for proposal in proposals
        if get_movement(proposal.movement, proposal.options).is_fixed
    ]


def _chosen_movement_choice(value: str) -> list[tuple[str, str]]:
    """Return the chosen movement as the only choice, while the contestants are unknown."""
    key, *options = value.split() or [""]
    try:
        movement = get_movement(key, dict(option.split("=", 1) for option in options))
    except (UnknownName, InvalidOption, ValueError):
        return []
    return [(value, gettext(movement.title))]


def _proposal_text(proposal: Proposal) -> str:
    rounds = gettext("%(rounds)s rounds of %(boards)s boards") % {
        "rounds": proposal.rounds,
        "boards": proposal.boards_per_round,
    }
    text = f"{gettext(proposal.name)}: {rounds}"
    return f"{text}, {gettext('N-S and E-W ranked apart')}" if proposal.winner_count > 1 else text


# How many sections are proposed at first.
DEFAULT_SECTION_COUNT = 2


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_sections_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the stored or proposed sections; on POST divide the session."""
    session = get_latest_session_or_404(get_event_or_404(request, event_id))
    if request.method != "POST":
        count = parse_number(request.GET.get("sections")) or max(
            session.sections.count(), DEFAULT_SECTION_COUNT
        )
        return _render_page(request, session, DivisionForm(session, min(count, MAX_SECTIONS)))
    number = min(parse_number(request.POST.get("sections")), MAX_SECTIONS)
    form = DivisionForm(session, number, request.POST)
    if not form.is_valid():
        return _render_page(request, session, form, status=422)
    problems = try_action(lambda: divide_session(session, form.division(), member_actor(request)))
    if problems:
        return _render_page(request, session, form, form.add_problems(problems), 422)
    messages.success(request, gettext("The session is divided. Print everything again."))
    return redirect("event_contestants", event_id)


def _render_page(
    request: HttpRequest,
    session: Session,
    form: DivisionForm,
    sentences: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    event = session.stage.event
    is_open = (
        session.state in (Session.State.CREATED, Session.State.DEALT) and not session.stage.is_drawn
    )
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "division": form,
        "is_divisible": is_open and not event.read_only,
        "sentences": sentences,
    }
    return render(request, "events/sections.html", context, status=status)
