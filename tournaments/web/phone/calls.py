"""What a table's phone says to the desk: come, never mind, and that an announcement is read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.problems import ValidationFailed
from tournaments.access.request_access import table_actor
from tournaments.actions.calls.calls import call_director, withdraw_call
from tournaments.actions.rate_limits import RateLimitExceeded
from tournaments.forms import parse_number, problem_text
from tournaments.models import Call, Table
from tournaments.queries.phone.table_codes import code_of
from tournaments.web.phone.news import dismiss_announcement, news_context
from tournaments.web.phone.views import allow_get_and_post, resolve_table_code
from tournaments.web.results.entry_form import sent_key


@require_safe
@resolve_table_code
def table_news_fragment_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Announcement and call again, once they have changed; the page below stays as it is."""
    context = news_context(request, table)
    if request.GET.get("seen") == context["news_seen"]:
        return HttpResponse(status=204)
    return render(request, "phone/_news.html", context)


@allow_get_and_post
@resolve_table_code
def table_call_view(request: HttpRequest, table: Table) -> HttpResponse:
    """The director is called; the key for it stands on every page of the table."""
    if request.method != "POST":
        return redirect("table", code_of(table))
    kind, words = request.POST.get("kind", ""), request.POST.get("words", "")
    if number := parse_number(request.POST.get("unplayed")):
        kind, words = Call.Reason.UNPLAYED, str(number)
    try:
        call_director(table, kind, words, table_actor(request, table, ""), sent_key(request))
    except ValidationFailed as refused:
        return _call_problems_response(request, table, refused)
    return _news_response(request, table, "phone/_news_after_call.html")


@require_POST
@resolve_table_code
def table_call_withdraw_view(request: HttpRequest, table: Table, call: int) -> HttpResponse:
    """The table needs nobody any more."""
    found = Call.objects.filter(pk=call, table=table).select_related(
        "table__section__session__stage__event"
    )
    try:
        for each in found:
            withdraw_call(each, table_actor(request, table, ""))
    except ValidationFailed as refused:
        return _call_problems_response(request, table, refused)
    return _news_response(request, table)


@require_POST
@resolve_table_code
def table_announcement_dismiss_view(request: HttpRequest, table: Table) -> HttpResponse:
    """An announcement is read: this phone shows it no more."""
    submitted = request.POST.get("announcement", "")
    if number := parse_number(submitted):
        dismiss_announcement(request, number)
    return _news_response(request, table)


def _is_htmx(request: HttpRequest) -> bool:
    """Whether the page stays and only a part of it is exchanged."""
    return "HX-Request" in request.headers


def _news_response(
    request: HttpRequest, table: Table, template: str = "phone/_news.html"
) -> HttpResponse:
    """The news again; without a script the page from which it was sent."""
    if _is_htmx(request):
        return render(request, template, {**news_context(request, table), "sent": True})
    if number := parse_number(request.POST.get("board")):
        return redirect("table_board", code_of(table), number)
    return redirect("table", code_of(table))


def _call_problems_response(
    request: HttpRequest, table: Table, refused: ValidationFailed
) -> HttpResponse:
    """Why, above the page; without a script on a page of its own, with what was said."""
    sentences = [problem_text(problem) for problem in refused.problems]
    status = 429 if isinstance(refused, RateLimitExceeded) else 422
    if _is_htmx(request):
        context = news_context(request, table, sentences)
        return render(request, "phone/_news.html", context, status=status)
    event = table.section.session.stage.event
    submitted = {name: request.POST.get(name, "") for name in ("kind", "words", "board")}
    context = news_context(request, table) | {
        "club": event.club,
        "event": event,
        "table": table,
        "sentences": sentences,
        "submitted": submitted,
    }
    return render(request, "phone/call.html", context, status=status)
