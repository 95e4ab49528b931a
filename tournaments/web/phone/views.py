"""Views of a table's phone; they require nothing but the table's code in the URL."""

from collections.abc import Callable
from functools import wraps

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games.fields import Field
from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.guess_limits import open_table
from tournaments.access.phone_reports import (
    record_server_error,
    remove_refused_result,
    store_phone_report,
    store_refused_result,
)
from tournaments.access.readable_plays import play_at_table
from tournaments.access.request_access import table_actor
from tournaments.actions.idempotency import Conflict
from tournaments.actions.rate_limits import RateLimitExceeded
from tournaments.actions.results.drafts import store_draft
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.results.entry_checks import UnlikelyResult
from tournaments.forms import parse_age_seconds, parse_number, read_submitted_fields
from tournaments.models import Play, Table
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.round_notice import round_notice
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.phone.table_state import sides_of
from tournaments.queries.rounds.seating import current_seating, load_event
from tournaments.web.phone.news import news_context
from tournaments.web.phone.page_contexts import (
    board_context,
    board_page,
    code_page,
    fragment_if_changed,
    side_page,
    table_page,
    table_state_context,
    wrong_table_page,
)
from tournaments.web.phone.phone_user import read_phone, set_phone_user
from tournaments.web.results.entry_form import idempotency_key_of

_NO_CODE = Problem("no_code", _("Enter the table’s code."), field="code")

# Codes of problems: the table does not play the board, has already played it, or plays it later.
_NOT_PLAYED_HERE = ("wrong_board", "already_played", "not_yet")

allow_get_and_post = require_http_methods(["GET", "HEAD", "POST"])


def resolve_table_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the table with the URL's code to the view; for a wrong code, show the code form.

    An exception of the view in a POST is recorded for the table, so that the desk shows it.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, code: str, **kwargs: int) -> HttpResponse:
        try:
            table = load_event(open_table(request, code))
        except ValidationFailed as error:
            return code_page(request, code, error.problems, status=404)
        try:
            return view(request, table, **kwargs)
        except (Http404, BadRequest, PermissionDenied, SuspiciousOperation):
            raise
        except Exception:
            if request.method == "POST":
                record_server_error(table)
            raise

    return wrapper


@allow_get_and_post
def table_find_view(request: HttpRequest) -> HttpResponse:
    """Show the form for a table code, or redirect to the table of the submitted code.

    With `next_table` the form was that of a phone whose contestant goes to another table: the code
    of a table where they do not play is an error.
    """
    code = (request.POST if request.method == "POST" else request.GET).get("code", "").strip()
    if not code:
        if request.method == "POST":
            return code_page(request, problems=[_NO_CODE], status=422)
        return code_page(request)
    try:
        table = open_table(request, code)
    except ValidationFailed as error:
        return code_page(request, code, error.problems, status=422)
    if "next_table" in request.POST and (page := wrong_table_page(request, load_event(table))):
        return page
    return redirect("table", code_of(table))


@require_safe
@resolve_table_code
def table_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Show who sits at the table, its boards, and the next step."""
    return table_page(request, table)


@require_safe
@resolve_table_code
def table_fragment_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Return the table's state, or 204 if the phone already shows it.

    In a new round the whole fragment is replaced, and the page scrolls to its top.
    """
    store_phone_report(request, table)
    context = table_state_context(request, table)
    is_other_round = request.GET.get("round") != str(context["table_state"].round)
    if is_other_round:
        context |= news_context(request, table) | {"is_other_round": True}
    response = fragment_if_changed(request, "phone/_table_update.html", context)
    if is_other_round:
        response.headers["HX-Reswap"] = "outerHTML show:window:top"
    return response


@require_safe
@resolve_table_code
def table_round_notice_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Return a link back to the table once its next round has started, else 204.

    Public pages request it on phones that have been at a table.
    """
    event = table.section.session.stage.event
    seating = current_seating(table)
    sides = sides_of(seating, event.game.lines) if seating else ()
    notice = round_notice(table, seating, read_phone(request, table, sides))
    if notice is None:
        return HttpResponse(status=204)
    context = {"notice": notice, "code": code_of(table), "event": event}
    return render(request, "phone/_round_notice.html", context)


@allow_get_and_post
@resolve_table_code
def table_side_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Ask who uses this phone; `board` is the board to return to."""
    number = request.POST.get("board") or request.GET.get("board") or ""
    if request.method != "POST":
        return side_page(request, table, number)
    try:
        set_phone_user(request, table, request.POST.get("holder", ""))
    except ValidationFailed as error:
        return side_page(request, table, number, error.problems, status=422)
    if board := parse_number(number):
        return redirect("table_board", code_of(table), board)
    return redirect("table", code_of(table))


@allow_get_and_post
@resolve_table_code
def table_board_view(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """Show a board with its next step; on POST store a result or a draft."""
    try:
        play = _get_readable_play(request, table, number)
    except ValidationFailed as error:
        if request.method == "POST":
            side, submitted = (
                request.POST.get("side", ""),
                read_submitted_fields(_fields(table), request.POST),
            )
            store_refused_result(request, table, number, side, submitted, error.problems)
        is_missing = any(problem.code == "no_such_board" for problem in error.problems)
        return table_page(request, table, error.problems, status=404 if is_missing else 422)
    return (
        _submit_form(request, table, play)
        if request.method == "POST"
        else board_page(request, table, play)
    )


@require_safe
@resolve_table_code
def table_board_fragment_view(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """Return the board's state, or 204 if the phone already shows it.

    With `typing`, somebody is filling in the form: it stays, and only a notice about the change is
    returned. With `in_play`, the round was in progress when the page was opened.

    The phone is redirected to its table if the table no longer plays the board, because the
    director changed the boards, and if the round has ended and nothing is left to do for the board.
    """
    store_phone_report(request, table)
    try:
        context = board_context(request, table, _get_readable_play(request, table, number))
    except ValidationFailed as error:
        if error.problems[0].code not in _NOT_PLAYED_HERE:
            return HttpResponse(status=404)
        if "typing" in request.GET:
            return render(request, "phone/_board_changed_notice.html", {"code": code_of(table)})
        return _redirect_to_table(table)
    in_play = "in_play" in request.GET
    if "typing" in request.GET:
        return fragment_if_changed(
            request, "phone/_entry_form_notice.html", context | {"in_play": in_play}
        )
    if in_play and context["sheet"].has_nothing_to_do:
        return _redirect_to_table(table)
    return fragment_if_changed(request, "phone/_board_update.html", context)


def _redirect_to_table(table: Table) -> HttpResponse:
    """Return a response that makes htmx load the table's page."""
    headers = {"HX-Redirect": reverse("table", args=[code_of(table)])}
    return HttpResponse(status=204, headers=headers)


def _get_readable_play(request: HttpRequest, table: Table, number: int) -> Play:
    """Return the board's play at the table.

    Raises `ValidationFailed` as `play_at_table` does, and for a signed-in member who still has to
    play the board.
    """
    readable = play_at_table(request, table, number)
    if readable.is_hidden_from_reader:
        template = _("You still have to play board %(board)s at another table.")
        raise ValidationFailed([Problem("yet_to_play", template, {"board": number}, "board")])
    return readable.play


def _submit_form(request: HttpRequest, table: Table, play: Play) -> HttpResponse:
    """Store the submitted result or draft; show the form again if it is not accepted."""
    game = table.section.session.stage.event.game
    submitted = read_submitted_fields(game.fields, request.POST)
    line = request.POST.get("side", "")
    try:
        if line not in game.lines:
            raise ValidationFailed([Problem("which_side", _("Choose who uses this phone."))])
        actor = table_actor(request, table, line)
        if "so_far" in request.POST:
            store_draft(play.pk, submitted, actor, request.POST.get("seen", "").split())
        else:
            _submit_result(request, play, submitted, actor)
    except ValidationFailed as error:
        is_question = all(isinstance(problem, UnlikelyResult) for problem in error.problems)
        store_refused_result(
            request,
            table,
            play.board.number,
            line,
            submitted,
            error.problems,
            is_question=is_question,
        )
        status = (
            409
            if isinstance(error, Conflict)
            else 429
            if isinstance(error, RateLimitExceeded)
            else 422
        )
        return board_page(request, table, play, submitted, error.problems, status=status)
    remove_refused_result(request, table, play.board.number)
    return redirect(_board_url(table, play))


def _board_url(table: Table, play: Play) -> str:
    """Return the URL of a play's page, which names the round if it is over."""
    url = reverse("table_board", args=[code_of(table), play.board.number])
    return f"{url}?round={play.seating.round.number}" if play.seating.round.ended_at else url


def _fields(table: Table) -> tuple[Field, ...]:
    return table.section.session.stage.event.game.fields


def _submit_result(
    request: HttpRequest, play: Play, submitted: dict[str, str], actor: Actor
) -> None:
    """Submit the result with the form's other fields: confirmation, age, withdrawn entry."""
    submit_entry(
        play.pk,
        submitted,
        actor,
        idempotency_key_of(request),
        accept_unlikely=request.POST.get("sure") == "yes",
        age_seconds=parse_age_seconds(request.POST.get("age")),
        withdraws=parse_number(request.POST.get("withdraws")) or None,
    )
