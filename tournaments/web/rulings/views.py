"""Awards instead of a result: one choice for each line of a play."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Problem
from games.seats import line_in_words
from scoring.given.written import read_given
from tournaments.access.readable_plays import play_or_404
from tournaments.access.request_access import director, user_id
from tournaments.actions.history.preview import previewed
from tournaments.actions.results.given_awards import give_awards
from tournaments.forms import form_key, sentence, translated
from tournaments.models import Play
from tournaments.permissions.roles import MAY_RUN_A_SECTION
from tournaments.queries.desk.decisions import read_decision_sheet
from tournaments.queries.results.given_awards import (
    averages_words,
    due_with,
    given_words,
    percent_words,
)
from tournaments.web.attempt import attempt, saying_done
from tournaments.web.desk.decisions import concealed_page
from tournaments.web.rulings.form import AwardsForm, LineForm, line_forms

Lines = Sequence[LineForm]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk_awards_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """What each line of a play may be given; sent, what that would come to, and then given.

    A board about which nothing was entered may be given awards by a director who has it yet to
    play.
    """
    readable = play_or_404(request, event, play, MAY_RUN_A_SECTION)
    found, own = readable.play, readable.play.board.session.stage.event
    if own.method.for_teams:
        raise Http404
    if readable.is_concealed and found.revision:
        return concealed_page(request, found)
    if request.method == "POST":
        return _post(request, found)
    fresh = AwardsForm(initial={"key": form_key(), "replaces": found.revision})
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
    preview = previewed(
        stage, lambda: _store(request, play, form, lines, form_key()), user_id(request)
    )
    if preview.problems:
        return _refused(request, play, lines, preview.problems)
    named = [
        (each, names, given_words(read_given(each.given())))
        for each, names in _with_names(play, lines)
    ]
    context = {"lines": named, "form": form, "moved": preview.moved, "withheld": preview.withheld}
    return render(request, "rulings/preview.html", _about(play) | context)


def _give(request: HttpRequest, play: Play) -> HttpResponse:
    event, (form, lines) = play.board.session.stage.event, _sent(request, play)
    # Nothing a person could have typed: the form itself says what was forged.
    if not form.is_valid():
        return _page(request, play, form, lines, status=422)
    say = saying_done(request, event)
    if problems := attempt(lambda: _store(request, play, form, lines, form.cleaned_data["key"])):
        return _refused(request, play, lines, problems)
    say(_("The awards of board %(board)s are given.") % {"board": play.board.number})
    return redirect("event_desk", event.pk)


def _sent(request: HttpRequest, play: Play) -> tuple[AwardsForm, Lines]:
    event, sent = play.board.session.stage.event, request.POST.dict()
    return AwardsForm(sent), line_forms(event.game.lines, event.method, sent)


def _store(request: HttpRequest, play: Play, form: AwardsForm, lines: Lines, key: str) -> None:
    """Raises `Refused` and `Conflict` as `give_awards` does."""
    given = {each.line: each.given() for each in lines}
    how = {name: form.cleaned_data[name] for name in ("replaces", "reason")}
    give_awards(play.pk, given, actor=director(request), key=key, **how)


def _refused(
    request: HttpRequest, play: Play, lines: Lines, problems: Sequence[Problem]
) -> HttpResponse:
    """The page with what was typed; where somebody was quicker, about the play as it is now."""
    play.refresh_from_db()
    stale = str(play.revision) != request.POST["replaces"]
    again = AwardsForm(initial=request.POST.dict() | {"key": form_key(), "replaces": play.revision})
    return _page(request, play, again, lines, problems, 409 if stale else 422)


def _page(
    request: HttpRequest,
    play: Play,
    form: AwardsForm,
    lines: Lines,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    event, due = play.board.session.stage.event, due_with(play)
    context = {
        "form": form,
        "lines": _with_names(play, lines),
        "averages": averages_words(event.method, due),
        "percent": percent_words(event.method, due),
        "sentences": [_of_line(problem, event.game.lines) for problem in problems],
    }
    return render(request, "rulings/awards.html", _about(play) | context, status=status)


def _about(play: Play) -> dict[str, Any]:
    event = play.board.session.stage.event
    return {"club": event.club, "event": event, "play": play}


def _with_names(play: Play, lines: Lines) -> list[tuple[LineForm, str]]:
    names = dict(read_decision_sheet(play).names)
    return [(each, names.get(each.line, "")) for each in lines]


def _of_line(problem: Problem, lines: Collection[str]) -> str:
    """A problem in the reader's words, after the line that it is about."""
    said = sentence(problem)
    if problem.field is None or problem.field not in lines:
        return said
    line = translated(line_in_words(problem.field, lines))
    return _("%(line)s: %(problem)s") % {"line": line, "problem": said}
