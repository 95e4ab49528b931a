"""Calls to the director and announcements, on a table's phone."""

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
from tournaments.web.results.entry_form import idempotency_key_of


@require_safe
@resolve_table_code
def table_news_fragment_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Return the announcement and the call, or 204 if the phone already shows them."""
    context = news_context(request, table)
    if request.GET.get("seen") == context["news_seen"]:
        return HttpResponse(status=204)
    return render(request, "phone/_news.html", context)


@allow_get_and_post
@resolve_table_code
def table_call_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Call the director; the button is on every page of the table."""
    if request.method != "POST":
        return redirect("table", code_of(table))
    kind, text = request.POST.get("kind", ""), request.POST.get("words", "")
    if number := parse_number(request.POST.get("unplayed")):
        kind, text = Call.Reason.UNPLAYED, str(number)
    try:
        call_director(
            table, kind, text, table_actor(request, table, ""), idempotency_key_of(request)
        )
    except ValidationFailed as error:
        return _call_problems_response(request, table, error)
    return _news_response(request, table, "phone/_news_after_call.html")


@require_POST
@resolve_table_code
def table_call_withdraw_view(request: HttpRequest, table: Table, call_id: int) -> HttpResponse:
    """Withdraw the table's call."""
    calls = Call.objects.filter(pk=call_id, table=table).select_related(
        "table__section__session__stage__event"
    )
    try:
        for open_call in calls:
            withdraw_call(open_call, table_actor(request, table, ""))
    except ValidationFailed as error:
        return _call_problems_response(request, table, error)
    return _news_response(request, table)


@require_POST
@resolve_table_code
def table_announcement_dismiss_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Hide an announcement on this phone once it has been read."""
    submitted = request.POST.get("announcement", "")
    if number := parse_number(submitted):
        dismiss_announcement(request, number)
    return _news_response(request, table)


def _is_htmx(request: HttpRequest) -> bool:
    """Return whether htmx will swap the response into the page."""
    return "HX-Request" in request.headers


def _news_response(
    request: HttpRequest, table: Table, template: str = "phone/_news.html"
) -> HttpResponse:
    """Return the news; without a script, redirect to the page that sent the form."""
    if _is_htmx(request):
        return render(request, template, {**news_context(request, table), "sent": True})
    if number := parse_number(request.POST.get("board")):
        return redirect("table_board", code_of(table), number)
    return redirect("table", code_of(table))


def _call_problems_response(
    request: HttpRequest, table: Table, error: ValidationFailed
) -> HttpResponse:
    """Return the reasons why a call was refused, for the news or, without scripts, as a page."""
    sentences = [problem_text(problem) for problem in error.problems]
    status = 429 if isinstance(error, RateLimitExceeded) else 422
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
