"""Corrections of a table: its seats and sides, its boards, the place of its results."""

from collections.abc import Iterable
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.readable_plays import member_reader
from tournaments.access.request_access import (
    get_event_or_404,
    latest_session,
    sections_with_role,
    user_id,
)
from tournaments.actions.corrections.exchanged_opponents import exchange_opponents
from tournaments.actions.corrections.misplaced_results import (
    exchange_results,
    move_result,
    swap_result_sides,
)
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.actions.corrections.wrong_board import correct_played_board
from tournaments.actions.corrections.wrong_board_set import correct_played_set
from tournaments.forms import parse_number
from tournaments.models import Board, Play, Seating, Stage
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES, can_direct
from tournaments.permissions.visibility.plays import ReadablePlay
from tournaments.queries.boards.copies import sets_elsewhere
from tournaments.queries.contestants.late_arrival_seats import sections_with_rests
from tournaments.queries.contestants.substitutes import seated_at
from tournaments.queries.corrections.choices import (
    boards_in_play,
    boards_not_at_table,
    candidate_plays,
    contestants_at_table,
    contestants_playing_in_section,
    named_seats,
    plays_of_seating,
    seated_table,
    seatings_of_table,
    tables_in_use,
)
from tournaments.queries.results.line_points import SCORED
from tournaments.queries.rounds.in_progress import last_turns
from tournaments.queries.rounds.sections import one_of_each_field
from tournaments.web.corrections.descriptions import (
    exchange_text,
    move_text,
    opponents_text,
    other_boards_text,
    table_text,
)
from tournaments.web.corrections.preview_or_apply import Correction, choice_page, preview_or_apply

_page = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@require_safe
def corrections_view(request: HttpRequest, event: int) -> HttpResponse:
    """Where it went wrong: at which table, with which board, or with somebody."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    session = latest_session(own)
    his = sections_with_role(request, own, SECTION_DIRECTOR_ROLES).filter(session=session)
    runs = can_direct(user_id(request), own)
    context = {
        "club": own.club,
        "event": own,
        "tables": tables_in_use(his),
        "boards": boards_in_play(his) if runs else (),
        "runs": runs,
        "fields": one_of_each_field(his.select_related("session__stage__event").order_by("number")),
        "merged": sections_with_rests(his),
        "turns": last_turns(session) if runs else (),
    }
    return render(request, "corrections/index.html", context)


@never_cache
@login_required
@require_safe
def table_corrections_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """What can have gone wrong at a table in a round, by what the director would say of it."""
    rounds = seatings_or_404(request, event, table)
    seating = selected_seating(request, rounds)
    own = seating.round.section.session.stage.event
    context: dict[str, object] = {
        "table": seated_table(seating),
        "rounds": rounds,
        "plays": plays_of_seating(member_reader(request), seating),
    }
    by_line = [seat for seats in own.game.lines.values() for seat in seats]
    seated = seated_at(seating) if not own.at_two_tables else []
    seated.sort(key=lambda each: by_line.index(each.place.seat))
    context |= {"club": own.club, "event": own, "seated": seated}
    return render(request, "corrections/table.html", context)


@never_cache
@login_required
@_page
def correction_turned_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Everybody sat the wrong way round."""
    seating = selected_seating(request, seatings_or_404(request, event, table))
    title, apply = _("They sat the wrong way round"), partial(turn_table, seating.pk)
    return preview_or_apply(request, Correction(_stage(seating), title, apply, table_text(seating)))


@never_cache
@login_required
@_page
def correction_opponents_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Somebody sat where another was to sit."""
    seating, title = (
        selected_seating(request, seatings_or_404(request, event, table)),
        _("Someone else sat here"),
    )
    one, other = parse_number(request.GET.get("one")), parse_number(request.GET.get("other"))
    if one and other:
        apply = partial(exchange_opponents, seating.round_id, one, other)
        what = opponents_text(seating, one, other)
        return preview_or_apply(request, Correction(_stage(seating), title, apply, what))
    context = {
        "title": title,
        "table": seated_table(seating),
        "seated": contestants_at_table(seating),
        "others": contestants_playing_in_section(seating),
    }
    return choice_page(request, _stage(seating).event, "corrections/opponents.html", context)


@never_cache
@login_required
@_page
def correction_board_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Another board was played."""
    seating, title = (
        selected_seating(request, seatings_or_404(request, event, table)),
        _("They played another board"),
    )
    plays = plays_of_seating(member_reader(request), seating)
    play, board = _chosen(plays, request.GET.get("play")), parse_number(request.GET.get("board"))
    if play and board:
        apply = partial(correct_played_board, play.pk, board)
        what = other_boards_text(seating, [play.board.number], [board])
        return preview_or_apply(request, Correction(_stage(seating), title, apply, what))
    boards = boards_not_at_table(seating)
    context = {"title": title, "table": seated_table(seating), "plays": plays, "boards": boards}
    return choice_page(request, _stage(seating).event, "corrections/board.html", context)


@never_cache
@login_required
@_page
def correction_set_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """The boards of another round were played."""
    seating = selected_seating(request, seatings_or_404(request, event, table))
    title, first = (
        _("They played the boards of another round"),
        parse_number(request.GET.get("board")),
    )
    sets = sets_elsewhere(seating)
    if first:
        apply, own = (
            partial(correct_played_set, seating.pk, first),
            plays_of_seating(member_reader(request), seating),
        )
        played = next((each for each in sets if each[0].number == first), ())
        what = other_boards_text(
            seating, _numbers(each.play.board for each in own), _numbers(played)
        )
        return preview_or_apply(
            request, Correction(_stage(seating), title, apply, what if played else "")
        )
    context = {"title": title, "table": seated_table(seating), "sets": sets}
    return choice_page(request, _stage(seating).event, "corrections/set.html", context)


@never_cache
@login_required
@_page
def correction_results_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """A result was written down for another board or at another table."""
    seating, title = (
        selected_seating(request, seatings_or_404(request, event, table)),
        _("A result is in the wrong place"),
    )
    reader = member_reader(request)
    plays, others = plays_of_seating(reader, seating), candidate_plays(reader, seating)
    said, there = _chosen(plays, request.GET.get("play")), _chosen(others, request.GET.get("to"))
    if said and there:
        return preview_or_apply(request, _in_place(_stage(seating), title, said, there))
    context = {"title": title, "table": seated_table(seating), "plays": plays, "others": others}
    return choice_page(request, _stage(seating).event, "corrections/results.html", context)


def _in_place(stage: Stage, title: str, said: Play, there: Play) -> Correction:
    """Where both have a result the two are exchanged; else it is moved."""
    if there.state in SCORED:
        apply, what = partial(exchange_results, said.pk, there.pk), exchange_text(said, there)
    else:
        apply, what = partial(move_result, said.pk, there.pk), move_text(said, there)
    return Correction(stage, title, apply, what)


def seatings_or_404(request: HttpRequest, event: int, table: int) -> list[Seating]:
    """The rounds of a table that he directs; to everybody else it does not exist."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    rounds = seatings_of_table(sections_with_role(request, own, SECTION_DIRECTOR_ROLES), table)
    if not rounds:
        raise Http404
    return rounds


def selected_seating(request: HttpRequest, rounds: list[Seating]) -> Seating:
    """The round that is asked for, else the latest one."""
    number = parse_number(request.GET.get("round"))
    return next((each for each in rounds if each.round.number == number), rounds[0])


def _stage(seating: Seating) -> Stage:
    return seating.round.section.session.stage


def _numbers(boards: Iterable[Board]) -> list[int]:
    return [each.number for each in boards]


def _chosen(plays: Iterable[ReadablePlay], number: str | None) -> Play | None:
    wanted = parse_number(number)
    return next((each.play for each in plays if each.play.pk == wanted), None)


@never_cache
@login_required
@_page
def correction_seats_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Some sat on other seats of their own table."""
    seating, title = (
        selected_seating(request, seatings_or_404(request, event, table)),
        _("They sat in the wrong seats"),
    )
    stage, seats = seating.round.section.session.stage, named_seats(seating)
    said = {each.seat: request.GET[each.seat] for each in seats if each.seat in request.GET}
    if said:
        return preview_or_apply(
            request, Correction(stage, title, partial(reseat_table, seating.pk, said))
        )
    context = {"title": title, "table": seated_table(seating), "seats": seats}
    return choice_page(request, stage.event, "corrections/seats.html", context)


@never_cache
@login_required
@_page
def correction_side_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    "The result of one side was entered for the other."
    seating, title = (
        selected_seating(request, seatings_or_404(request, event, table)),
        _("A result is on the wrong side"),
    )
    stage = seating.round.section.session.stage
    plays = plays_of_seating(member_reader(request), seating)
    chosen = parse_number(request.GET.get("play"))
    if any(each.play.pk == chosen for each in plays):
        return preview_or_apply(
            request, Correction(stage, title, partial(swap_result_sides, chosen))
        )
    with_result = [each for each in plays if each.play.state in SCORED]
    context = {"title": title, "table": seated_table(seating), "plays": with_result}
    return choice_page(request, stage.event, "corrections/side.html", context)
