"""Rulings: awards given to the lines of a play instead of a result."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.problems import Problem
from games.seats import line_label
from scoring.adjusted.averages import Average
from scoring.adjusted.award_text import MAX_WEIGHTED_PARTS, NOT_PLAYED, parse_adjusted_award
from scoring.method import Method
from tournaments.access.readable_plays import get_play_or_404
from tournaments.access.request_access import member_actor, user_id
from tournaments.actions.history.preview import preview_action
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.forms import new_idempotency_key, problem_text, translate_text
from tournaments.models import Play
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.queries.desk.waiting_for_director import read_decision_sheet
from tournaments.queries.results.adjusted_awards import (
    average_texts,
    award_text,
    percent_text,
    plays_due,
)
from tournaments.web.results.decisions import concealed_page
from tournaments.web.try_action import success_notifier, try_action

_FIXED, _PERCENT, _WEIGHTED = "fixed", "percent", "weighted"
_NUMBER = re.compile(r"[-−+]?\d{1,6}(/[1-9]\d{0,3}|[.,]\d{1,3})?", re.ASCII)

_AVERAGES = (
    (Average.PLUS.value, gettext_lazy("average plus")),
    (Average.AVERAGE.value, gettext_lazy("average")),
    (Average.MINUS.value, gettext_lazy("average minus")),
)


class AwardsForm(forms.Form):
    """What all lines have in common: why, and the revision that the awards replace."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    replaces = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        help_text=gettext_lazy("Required. Everybody can read it on the scorecards."),
        widget=forms.TextInput(attrs={"list": "usual-reasons"}),
    )


class LineForm(forms.Form):
    """What one line is given: `kind` says which of the numbers counts."""

    kind = forms.ChoiceField(label=gettext_lazy("Award"), widget=forms.RadioSelect, required=False)
    amount = forms.CharField(
        label=gettext_lazy("Award or percentage"),
        required=False,
        help_text=gettext_lazy("For an award or a percentage, such as 1.5, 3/2 or 60."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, line: str, method: Method, data: Mapping[str, str] | None, given: str
    ) -> None:
        super().__init__(data, prefix=line, initial=_written_as(given))
        self.line = line
        self.fields["kind"].choices = list(_choices(method))  # type: ignore[attr-defined]
        for number in range(1, MAX_WEIGHTED_PARTS + 1):
            self.fields[f"weight{number}"] = _number(gettext_lazy("Percent"))
            self.fields[f"x{number}"] = _number(gettext_lazy("X"))

    @property
    def parts(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each X that is weighed, its percent first."""
        return (
            (self[f"weight{number}"], self[f"x{number}"])
            for number in range(1, MAX_WEIGHTED_PARTS + 1)
        )

    def given(self) -> str:
        """What the line is given, as it is stored; something that nobody can read where numbers
        are wrong."""
        said = {name: self.data.get(self.add_prefix(name), "").strip() for name in self.fields}
        if said["kind"] == _FIXED:
            return _exact(said["amount"])
        if said["kind"] == _PERCENT:
            return f"{_exact(said['amount'].removesuffix('%').strip())}%"
        return ",".join(_parts(said)) if said["kind"] == _WEIGHTED else said["kind"]


def line_forms(
    lines: Iterable[str],
    method: Method,
    data: Mapping[str, str] | None = None,
    given: Mapping[str, str] | None = None,
) -> tuple[LineForm, ...]:
    """A form for each line, of what the method offers; with what it is `given` by now, if it is."""
    return tuple(LineForm(line, method, data, (given or {}).get(line, "")) for line in lines)


def _written_as(given: str) -> dict[str, str]:
    """What fields say of an award as it is stored; nothing of none, so that nobody gives one by
    mistake."""
    if not given:
        return {}
    if given.endswith("%"):
        return {"kind": _PERCENT, "amount": given.removesuffix("%")}
    if ":" in given:
        return {"kind": _WEIGHTED} | dict(_fields_of_parts(given.split(",")))
    if given == NOT_PLAYED or given in [key for key, _name in _AVERAGES]:
        return {"kind": given}
    return {"kind": _FIXED, "amount": given}


def _fields_of_parts(parts: Iterable[str]) -> Iterator[tuple[str, str]]:
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


def _number(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(label=label, required=False, widget=widget)


def _parts(said: Mapping[str, str]) -> Iterator[str]:
    for number in range(1, MAX_WEIGHTED_PARTS + 1):
        weight, x = said[f"weight{number}"].removesuffix("%").strip(), said[f"x{number}"]
        if weight or x:
            whole = _exact(weight)
            part = "?" if whole == "?" else str(Fraction(whole) / 100)
            yield f"{part}:{_exact(x)}"


def _exact(text: str) -> str:
    """A number as people write it, exact; a question mark for what is none."""
    if not _NUMBER.fullmatch(text):
        return "?"
    return str(Fraction(text.replace("−", "-").replace(",", ".")))


Lines = Sequence[LineForm]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk_awards_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """What each line of a play may be given; sent, what that would come to, and then given.

    A board about which nothing was entered may be given awards by a director who has it yet to
    play.
    """
    readable = get_play_or_404(request, event, play, SECTION_DIRECTOR_ROLES)
    found, own = readable.play, readable.play.board.session.stage.event
    if own.method.for_teams:
        raise Http404
    if readable.is_hidden_from_reader and found.revision:
        return concealed_page(request, found)
    if request.method == "POST":
        return _post(request, found)
    fresh = AwardsForm(initial={"key": new_idempotency_key(), "replaces": found.revision})
    given = found.entry.given if found.entry else {}
    return _page(request, found, fresh, line_forms(own.game.lines, own.method, given=given))


def _post(request: HttpRequest, play: Play) -> HttpResponse:
    """Whatever key it was; what was typed stays where something else is to be said."""
    if "again" in request.POST:
        _form, lines = _sent(request, play)
        return _page(request, play, AwardsForm(initial=request.POST.dict()), lines)
    return (_try_out if "try" in request.POST else _give)(request, play)


def _try_out(request: HttpRequest, play: Play) -> HttpResponse:
    """What the awards would come to, with the key that gives them; refused, the page again."""
    stage, (form, lines) = play.board.session.stage, _sent(request, play)
    if not form.is_valid():
        return _page(request, play, form, lines, status=422)
    preview = preview_action(
        stage, lambda: _store(request, play, form, lines, new_idempotency_key()), user_id(request)
    )
    if preview.problems:
        return _refused(request, play, lines, preview.problems)
    named = [
        (each, names, award_text(parse_adjusted_award(each.given())))
        for each, names in _with_names(play, lines)
    ]
    context = {
        "lines": named,
        "form": form,
        "ranking_changes": preview.ranking_changes,
        "withheld": preview.withheld,
    }
    return render(request, "results/adjusted_awards_preview.html", _about(play) | context)


def _give(request: HttpRequest, play: Play) -> HttpResponse:
    event, (form, lines) = play.board.session.stage.event, _sent(request, play)
    # Nothing a person could have typed: the form itself says what was forged.
    if not form.is_valid():
        return _page(request, play, form, lines, status=422)
    say = success_notifier(request, event)
    if problems := try_action(lambda: _store(request, play, form, lines, form.cleaned_data["key"])):
        return _refused(request, play, lines, problems)
    say(gettext("Awards given for board %(board)s.") % {"board": play.board.number})
    return redirect("event_desk", event.pk)


def _sent(request: HttpRequest, play: Play) -> tuple[AwardsForm, Lines]:
    event, sent = play.board.session.stage.event, request.POST.dict()
    return AwardsForm(sent), line_forms(event.game.lines, event.method, sent)


def _store(request: HttpRequest, play: Play, form: AwardsForm, lines: Lines, key: str) -> None:
    """Raises `ValidationFailed` and `Conflict` as `give_awards` does."""
    given = {each.line: each.given() for each in lines}
    how = {name: form.cleaned_data[name] for name in ("replaces", "reason")}
    give_awards(play.pk, given, actor=member_actor(request), key=key, **how)


def _refused(
    request: HttpRequest, play: Play, lines: Lines, problems: Sequence[Problem]
) -> HttpResponse:
    """The page with what was typed; where somebody was quicker, about the play as it is now."""
    play.refresh_from_db()
    stale = str(play.revision) != request.POST["replaces"]
    again = AwardsForm(
        initial=request.POST.dict() | {"key": new_idempotency_key(), "replaces": play.revision}
    )
    return _page(request, play, again, lines, problems, 409 if stale else 422)


def _page(
    request: HttpRequest,
    play: Play,
    form: AwardsForm,
    lines: Lines,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    event, due = play.board.session.stage.event, plays_due(play)
    context = {
        "form": form,
        "lines": _with_names(play, lines),
        "averages": average_texts(event.method, due),
        "percent": percent_text(event.method, due),
        "sentences": [_of_line(problem, event.game.lines) for problem in problems],
    }
    return render(request, "results/adjusted_awards.html", _about(play) | context, status=status)


def _about(play: Play) -> dict[str, Any]:
    event = play.board.session.stage.event
    return {"club": event.club, "event": event, "play": play}


def _with_names(play: Play, lines: Lines) -> list[tuple[LineForm, str]]:
    names = dict(read_decision_sheet(play).names)
    return [(each, names.get(each.line, "")) for each in lines]


def _of_line(problem: Problem, lines: Collection[str]) -> str:
    """A problem in the reader's words, after the line that it is about."""
    said = problem_text(problem)
    if problem.field is None or problem.field not in lines:
        return said
    line = translate_text(line_label(problem.field, lines))
    return gettext("%(line)s: %(problem)s") % {"line": line, "problem": said}
