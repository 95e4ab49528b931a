"""The pages of a table's phone. No account: the code on the table is all it takes."""

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
)
from tournaments.web.phone.phone_user import read_phone, set_phone_user
from tournaments.web.results.entry_form import sent_key

# Why a board is none of the table any more.
_NOT_PLAYED_HERE = ("wrong_board", "already_played", "not_yet")

allow_get_and_post = require_http_methods(["GET", "HEAD", "POST"])


def resolve_table_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Hand the view the table whose code stands in the address; a wrong one leads to the page to
    type it."""

    @wraps(view)
    def found(request: HttpRequest, code: str, **where: int) -> HttpResponse:
        try:
            table = load_event(open_table(request, code))
        except ValidationFailed as refused:
            return code_page(request, code, refused.problems, status=404)
        try:
            return view(request, table, **where)
        except (Http404, BadRequest, PermissionDenied, SuspiciousOperation):
            raise
        except Exception:
            if request.method == "POST":
                record_server_error(table)
            raise

    return found


@allow_get_and_post
def table_find_view(request: HttpRequest) -> HttpResponse:
    """Where a code is typed; the home page asks for it with the code that was typed there."""
    typed = (request.POST if request.method == "POST" else request.GET).get("code", "").strip()
    if request.method != "POST" and not typed:
        return code_page(request)
    try:
        return redirect("table", code_of(open_table(request, typed)))
    except ValidationFailed as refused:
        return code_page(request, typed, refused.problems, status=422)


@require_safe
@resolve_table_code
def table_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Who sits here, the boards, and the one next step."""
    return table_page(request, table)


@require_safe
@resolve_table_code
def table_fragment_view(request: HttpRequest, table: Table) -> HttpResponse:
    """The room again, when it has changed since the phone last saw it; a new round from its top."""
    store_phone_report(request, table)
    context = table_state_context(request, table)
    is_other_round = request.GET.get("round") != str(context["room"].round)
    if is_other_round:
        context |= news_context(request, table) | {"is_other_round": True}
    response = fragment_if_changed(request, "phone/_table_update.html", context)
    if is_other_round:
        response.headers["HX-Reswap"] = "outerHTML show:window:top"
    return response


@require_safe
@resolve_table_code
def table_round_notice_view(request: HttpRequest, table: Table) -> HttpResponse:
    """The link by which other pages lead a phone back to its table once its next round has begun;
    204 while it has nothing to tell. Only a phone that has been at a table asks."""
    event = table.section.session.stage.event
    seating = current_seating(table)
    sides = sides_of(seating, event.game.lines) if seating else ()
    begun = round_notice(table, seating, read_phone(request, table, sides))
    if begun is None:
        return HttpResponse(status=204)
    context = {"begun": begun, "code": code_of(table), "event": event}
    return render(request, "phone/_round_notice.html", context)


@allow_get_and_post
@resolve_table_code
def table_side_view(request: HttpRequest, table: Table) -> HttpResponse:
    """Who holds this phone; it may be said again at any time. `board` leads back to a board's
    page."""
    number = request.POST.get("board") or request.GET.get("board") or ""
    if request.method != "POST":
        return side_page(request, table, number)
    try:
        set_phone_user(request, table, request.POST.get("holder", ""))
    except ValidationFailed as refused:
        return side_page(request, table, number, refused.problems, status=422)
    if board := parse_number(number):
        return redirect("table_board", code_of(table), board)
    return redirect("table", code_of(table))


@allow_get_and_post
@resolve_table_code
def table_board_view(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """A board's sheet: to fill in, to confirm, to wait over, to compare."""
    try:
        play = _get_readable_play(request, table, number)
    except ValidationFailed as refused:
        if request.method == "POST":
            side, submitted = (
                request.POST.get("side", ""),
                read_submitted_fields(_fields(table), request.POST),
            )
            store_refused_result(request, table, number, side, submitted, refused.problems)
        missing = any(problem.code == "no_such_board" for problem in refused.problems)
        return table_page(request, table, refused.problems, status=404 if missing else 422)
    return (
        _submit_form(request, table, play)
        if request.method == "POST"
        else board_page(request, table, play)
    )


@require_safe
@resolve_table_code
def table_board_fragment_view(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """The sheet again, when something was said or scored since the phone last saw it.

    A phone on which somebody types (`typing`) keeps what is typed and shows a line about it, also
    once the round has ended that was being played when its page was opened (`in_play`). If the
    director has corrected which boards the table plays, and this is none of them, the phone is led
    to its table; so it is when the round ends while the page is open and nothing is left to do
    here.
    """
    store_phone_report(request, table)
    try:
        context = board_context(request, table, _get_readable_play(request, table, number))
    except ValidationFailed as refused:
        if refused.problems[0].code not in _NOT_PLAYED_HERE:
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
    return fragment_if_changed(request, "phone/_board_steps.html", context)


def _redirect_to_table(table: Table) -> HttpResponse:
    headers = {"HX-Redirect": reverse("table", args=[code_of(table)])}
    return HttpResponse(status=204, headers=headers)


def _get_readable_play(request: HttpRequest, table: Table, number: int) -> Play:
    """The board's play here; raises `ValidationFailed` as `play_at` does, and to a member who has
    it yet to play."""
    found = play_at_table(request, table, number)
    if found.is_hidden_from_reader:
        template = _("You still have to play board %(board)s at another table.")
        raise ValidationFailed([Problem("yet_to_play", template, {"board": number}, "board")])
    return found.play


def _submit_form(request: HttpRequest, table: Table, play: Play) -> HttpResponse:
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
    except ValidationFailed as refused:
        is_question = all(isinstance(problem, UnlikelyResult) for problem in refused.problems)
        store_refused_result(
            request,
            table,
            play.board.number,
            line,
            submitted,
            refused.problems,
            is_question=is_question,
        )
        status = (
            409
            if isinstance(refused, Conflict)
            else 429
            if isinstance(refused, RateLimitExceeded)
            else 422
        )
        return board_page(request, table, play, submitted, refused.problems, status=status)
    remove_refused_result(request, table, play.board.number)
    return redirect("table_board", code_of(table), play.board.number)


def _fields(table: Table) -> tuple[Field, ...]:
    return table.section.session.stage.event.game.fields


def _submit_result(
    request: HttpRequest, play: Play, submitted: dict[str, str], actor: Actor
) -> None:
    sure, age = request.POST.get("sure") == "yes", parse_age_seconds(request.POST.get("age"))
    back = parse_number(request.POST.get("withdraws")) or None
    submit_entry(
        play.pk,
        submitted,
        actor,
        sent_key(request),
        accept_unlikely=sure,
        age_seconds=age,
        withdraws=back,
    )
