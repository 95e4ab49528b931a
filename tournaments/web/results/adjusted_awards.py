"""Views with which a director gives the lines of a play adjusted awards instead of a result."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.contrib.auth.decorators import login_required
from django.forms.boundfield import BoundWidget
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.problems import Problem
from games.seats import line_label
from games.text import Text
from scoring.adjusted.averages import PERCENTS, Average
from scoring.adjusted.award_text import MAX_WEIGHTED_PARTS, NOT_PLAYED, parse_adjusted_award
from scoring.method import Method
from tournaments.access.readable_plays import get_play_or_404
from tournaments.access.request_access import member_actor, user_id_or_404
from tournaments.actions.history.preview import preview_action
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.forms import new_idempotency_key, problem_text, translate_text
from tournaments.models import Play
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.queries.desk.pending_decisions import review_play
from tournaments.queries.results.adjusted_awards import (
    average_texts,
    award_text,
    compared_play_count,
    percent_text,
)
from tournaments.web.results.decisions import hidden_play_page
from tournaments.web.try_action import success_notifier, try_action

_FIXED, _PERCENT, _WEIGHTED = "fixed", "percent", "weighted"
_NUMBER = re.compile(r"[-−+]?\d{1,6}(/[1-9]\d{0,3}|[.,]\d{1,3})?", re.ASCII)

_AVERAGES = (
    (Average.PLUS.value, gettext_lazy("average plus")),
    (Average.AVERAGE.value, gettext_lazy("average")),
    (Average.MINUS.value, gettext_lazy("average minus")),
)


class AwardsForm(forms.Form):
    """The fields for all lines together: the reason, and the revision that the awards replace."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    replaces = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        help_text=gettext_lazy("Required. Everybody can read it on the scorecards."),
        widget=forms.TextInput(attrs={"list": "usual-reasons", "aria-required": "true"}),
    )


class LineForm(forms.Form):
    """The award of one line; `kind` decides which of the number fields are used."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Award"),
        required=False,
        widget=forms.RadioSelect(attrs={"data-required": ""}),
    )
    amount = forms.CharField(
        label=gettext_lazy("Award or percentage"),
        required=False,
        help_text=gettext_lazy("For an award or a percentage, such as 1.5, 3/2 or 60."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, line: str, method: Method, data: Mapping[str, str] | None, stored_award: str
    ) -> None:
        super().__init__(data, prefix=line, initial=_initial_fields(stored_award))
        self.line = line
        self.fields["kind"].choices = list(_choices(method))  # type: ignore[attr-defined]  # typed as a plain Field
        for number in range(1, MAX_WEIGHTED_PARTS + 1):
            self.fields[f"weight{number}"] = _number_field(gettext_lazy("Percent"))
            self.fields[f"x{number}"] = _number_field(gettext_lazy("X"))

    @property
    def parts(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """Return the bound fields of each part of a weighted award: its percentage and its X."""
        return (
            (self[f"weight{number}"], self[f"x{number}"])
            for number in range(1, MAX_WEIGHTED_PARTS + 1)
        )

    def stored_award(self) -> str:
        """Return the award in its stored format, with "?" for texts that are no numbers."""
        values = {name: self.data.get(self.add_prefix(name), "").strip() for name in self.fields}
        if values["kind"] == _FIXED:
            return _parse_number(values["amount"])
        if values["kind"] == _PERCENT:
            return f"{_parse_number(values['amount'].removesuffix('%').strip())}%"
        return ",".join(_format_parts(values)) if values["kind"] == _WEIGHTED else values["kind"]


def line_forms(
    lines: Iterable[str],
    method: Method,
    data: Mapping[str, str] | None = None,
    stored_awards: Mapping[str, str] | None = None,
) -> tuple[LineForm, ...]:
    """Return a form for each line, filled in with the line's present award if it has one."""
    return tuple(
        LineForm(line, method, data, (stored_awards or {}).get(line, "")) for line in lines
    )


def _initial_fields(stored_award: str) -> dict[str, str]:
    """Return the field values of a stored award; empty without one, to preselect nothing."""
    if not stored_award:
        return {}
    if stored_award.endswith("%"):
        return {"kind": _PERCENT, "amount": stored_award.removesuffix("%")}
    if ":" in stored_award:
        return {"kind": _WEIGHTED} | dict(_part_fields(stored_award.split(",")))
    if stored_award == NOT_PLAYED or stored_award in [key for key, _name in _AVERAGES]:
        return {"kind": stored_award}
    return {"kind": _FIXED, "amount": stored_award}


def _part_fields(parts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for number, part in enumerate(parts, 1):
        weight, _colon, x = part.partition(":")
        yield f"weight{number}", str(100 * Fraction(weight))
        yield f"x{number}", x


def _choices(method: Method) -> Iterator[tuple[str, Any]]:
    if method.supports_averages:
        yield from _AVERAGES
    if method.supports_percent:
        yield _PERCENT, gettext_lazy("percent")
    yield _FIXED, gettext_lazy("an award")
    if method.supports_weighted_awards:
        yield _WEIGHTED, gettext_lazy("a weighted award")
    yield NOT_PLAYED, gettext_lazy("not played")


def _number_field(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(label=label, required=False, widget=widget)


def _format_parts(values: Mapping[str, str]) -> Iterator[str]:
    for number in range(1, MAX_WEIGHTED_PARTS + 1):
        weight, x = values[f"weight{number}"].removesuffix("%").strip(), values[f"x{number}"]
        if weight or x:
            percentage = _parse_number(weight)
            part = "?" if percentage == "?" else str(Fraction(percentage) / 100)
            yield f"{part}:{_parse_number(x)}"


def _parse_number(text: str) -> str:
    """Return a number as the text of an exact fraction, or "?" if the text is no number."""
    if not _NUMBER.fullmatch(text):
        return "?"
    return str(Fraction(text.replace("−", "-").replace(",", ".")))


LineForms = Sequence[LineForm]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk_awards_view(request: HttpRequest, event_id: int, play_id: int) -> HttpResponse:
    """Show the form of awards; a first POST previews them, and a second one gives them.

    A director who still has the board to play may only give awards while nothing is entered.
    """
    readable = get_play_or_404(request, event_id, play_id, SECTION_DIRECTOR_ROLES)
    play, event = readable.play, readable.play.board.session.stage.event
    if event.method.for_teams:
        raise Http404
    if readable.is_hidden_from_reader and play.revision:
        return hidden_play_page(request, play)
    if request.method == "POST":
        return _handle_post(request, play)
    form = AwardsForm(initial={"key": new_idempotency_key(), "replaces": play.revision})
    stored_awards = play.entry.given if play.entry else {}
    return _render_page(
        request,
        play,
        form,
        line_forms(event.game.lines, event.method, stored_awards=stored_awards),
    )


def _handle_post(request: HttpRequest, play: Play) -> HttpResponse:
    """Show the form again, preview the awards, or give them, depending on the button."""
    if "again" in request.POST:
        _form, lines = _posted_forms(request, play)
        return _render_page(request, play, AwardsForm(initial=request.POST.dict()), lines)
    return (_render_preview if "try" in request.POST else _give)(request, play)


def _render_preview(request: HttpRequest, play: Play) -> HttpResponse:
    """Show what the awards would change, or the form again with its problems."""
    stage, (form, lines) = play.board.session.stage, _posted_forms(request, play)
    if not form.is_valid():
        return _render_page(request, play, form, lines, status=422)
    preview = preview_action(
        stage,
        lambda: _store(request, play, form, lines, new_idempotency_key()),
        user_id_or_404(request),
    )
    if preview.problems:
        return _page_with_problems(request, play, lines, preview.problems)
    rows = [
        (line_form, names, award_text(parse_adjusted_award(line_form.stored_award())))
        for line_form, names in _forms_with_names(play, lines)
    ]
    context = {
        "lines": rows,
        "form": form,
        "ranking_changes": preview.ranking_changes,
        "places_changed": preview.places_changed,
        "withheld": preview.withheld,
    }
    return render(request, "results/adjusted_awards_preview.html", _base_context(play) | context)


def _give(request: HttpRequest, play: Play) -> HttpResponse:
    event, (form, lines) = play.board.session.stage.event, _posted_forms(request, play)
    # Only a forged request has errors here; the form shows them.
    if not form.is_valid():
        return _render_page(request, play, form, lines, status=422)
    report_done = success_notifier(request, event)
    if problems := try_action(lambda: _store(request, play, form, lines, form.cleaned_data["key"])):
        return _page_with_problems(request, play, lines, problems)
    report_done(gettext("Awards given for board %(board)s.") % {"board": play.board.number})
    return redirect("event_desk", event.pk)


def _posted_forms(request: HttpRequest, play: Play) -> tuple[AwardsForm, LineForms]:
    event, data = play.board.session.stage.event, request.POST.dict()
    return AwardsForm(data), line_forms(event.game.lines, event.method, data)


def _store(request: HttpRequest, play: Play, form: AwardsForm, lines: LineForms, key: str) -> None:
    """Give the awards; raises `ValidationFailed` and `Conflict` as `give_awards` does."""
    awards = {line_form.line: line_form.stored_award() for line_form in lines}
    details = {name: form.cleaned_data[name] for name in ("replaces", "reason")}
    give_awards(play.pk, awards, actor=member_actor(request), key=key, **details)


def _page_with_problems(
    request: HttpRequest, play: Play, lines: LineForms, problems: Sequence[Problem]
) -> HttpResponse:
    """Show the form again, for the present revision; 409 if the play has changed meanwhile."""
    play.refresh_from_db()
    is_stale = str(play.revision) != request.POST["replaces"]
    form = AwardsForm(
        initial=request.POST.dict() | {"key": new_idempotency_key(), "replaces": play.revision}
    )
    if not request.POST.get("reason", "").strip():
        form.fields["reason"].widget.attrs["aria-invalid"] = "true"
    return _render_page(request, play, form, lines, problems, 409 if is_stale else 422)


def _render_page(
    request: HttpRequest,
    play: Play,
    form: AwardsForm,
    lines: LineForms,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    event = play.board.session.stage.event
    context = {
        "form": form,
        "lines": _with_choices(play, lines),
        "percent": percent_text(event.method, compared_play_count(play)),
        "sentences": [_problem_of_line(problem, event.game.lines) for problem in problems],
    }
    return render(
        request, "results/adjusted_awards.html", _base_context(play) | context, status=status
    )


def _base_context(play: Play) -> dict[str, Any]:
    event = play.board.session.stage.event
    return {"club": event.club, "event": event, "play": play}


class _AwardChoice(NamedTuple):
    """A kind of award as a radio button; an average also has its worth, and its percentage."""

    button: BoundWidget
    worth: Text | None
    percent: str


def _with_choices(play: Play, lines: LineForms) -> list[tuple[LineForm, str, list[_AwardChoice]]]:
    """Return each line with its names, and the choices of its award."""
    method = play.board.session.stage.event.method
    worths = (worth for _name, worth in average_texts(method, compared_play_count(play)))
    worth_by_value = dict(zip((value for value, _name in _AVERAGES), worths, strict=False))
    percents = {average.value: str(percent) for average, percent in PERCENTS.items()}

    def award_choice(button: BoundWidget) -> _AwardChoice:
        value = button.data["value"]
        percent = percents.get(value, "") if method.supports_percent else ""
        return _AwardChoice(button, worth_by_value.get(value), percent)

    return [
        (line_form, names, [award_choice(button) for button in line_form["kind"]])
        for line_form, names in _forms_with_names(play, lines)
    ]


def _forms_with_names(play: Play, lines: LineForms) -> list[tuple[LineForm, str]]:
    names = dict(review_play(play).names)
    return [(line_form, names.get(line_form.line, "")) for line_form in lines]


def _problem_of_line(problem: Problem, lines: Collection[str]) -> str:
    """Return the text of a problem, preceded by the line that it is about, if any."""
    text = problem_text(problem)
    if problem.field is None or problem.field not in lines:
        return text
    line = translate_text(line_label(problem.field, lines))
    return gettext("%(line)s: %(problem)s") % {"line": line, "problem": text}
