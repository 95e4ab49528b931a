"""Awards instead of a result: one choice for each line of a play."""

from collections.abc import Container, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.problems import Problem, Refused
from games.seats import line_in_words
from tournaments.access.who_asks import director, own_event, own_sections
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.awards_given import give_awards
from tournaments.forms import form_key, sentence, translated
from tournaments.models import Play
from tournaments.queries.decisions import play_in, read_decision_sheet
from tournaments.queries.roles import MAY_RUN_A_SECTION
from tournaments.web.rulings.form import AwardsForm, LineForm, line_forms

Lines = Sequence[LineForm]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def desk_awards_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """What each line of a play may be given; sent, given."""
    own = own_event(request, event, MAY_RUN_A_SECTION)
    found = play_in(own_sections(request, own, MAY_RUN_A_SECTION), play)
    if found is None or own.method.for_teams:
        raise Http404
    if request.method == "POST":
        return _give(request, found)
    fresh = AwardsForm(initial={"key": form_key(), "replaces": found.revision})
    return _page(request, found, fresh, line_forms(own.game.lines, own.method))


def _give(request: HttpRequest, play: Play) -> HttpResponse:
    event, sent = play.board.session.stage.event, request.POST.dict()
    form, lines = AwardsForm(sent), line_forms(event.game.lines, event.method, sent)
    try:
        _store(request, play, form, lines)
    except Conflict as conflict:
        play.refresh_from_db()
        again = AwardsForm(initial=sent | {"key": form_key(), "replaces": play.revision})
        return _page(request, play, again, lines, conflict.problems, 409)
    except Refused as refused:
        return _page(request, play, form, lines, refused.problems, 422)
    messages.success(request, _("The awards of board %(board)s are given.") % {"board": play.board.number})
    return redirect("event_desk", event.pk)


def _store(request: HttpRequest, play: Play, form: AwardsForm, lines: Lines) -> None:
    """Raises `Refused` and `Conflict` as `give_awards` does."""
    if not form.is_valid():
        raise Refused([])  # nothing a person could have typed: the form itself says what was forged
    said, given = form.cleaned_data, {each.line: each.given() for each in lines}
    how = {name: said[name] for name in ("replaces", "reason", "key")}
    give_awards(play.pk, given, actor=director(request), **how)


def _page(
    request: HttpRequest,
    play: Play,
    form: AwardsForm,
    lines: Lines,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    event, sheet = play.board.session.stage.event, read_decision_sheet(play)
    context = {
        "club": event.club,
        "event": event,
        "play": play,
        "form": form,
        "lines": [(each, dict(sheet.names).get(each.line, "")) for each in lines],
        "sentences": [_of_line(problem, event.game.lines) for problem in problems],
    }
    return render(request, "rulings/awards.html", context, status=status)


def _of_line(problem: Problem, lines: Container[str]) -> str:
    """A problem in the reader's words, after the line that it is about."""
    said = sentence(problem)
    if problem.field is None or problem.field not in lines:
        return said
    line = translated(line_in_words(problem.field))
    return _("%(line)s: %(problem)s") % {"line": line, "problem": said}
