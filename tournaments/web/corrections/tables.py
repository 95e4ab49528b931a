"""Views that correct a table: its seats and sides, its boards, and misplaced results."""

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
    get_latest_session_or_404,
    sections_with_role,
    user_id_or_404,
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
from tournaments.queries.boards.copies import other_board_sets
from tournaments.queries.contestants.late_arrival_seats import sections_with_enough_sitting_out
from tournaments.queries.contestants.substitutes import players_at_table
from tournaments.queries.corrections.choices import (
    boards_in_play,
    boards_not_at_table,
    candidate_plays,
    contestants_at_table,
    contestants_playing_in_section,
    named_seats,
    plays_of_seating,
    seated_table,
    seating_ids_with_entries,
    seatings_of_table,
    tables_in_use,
)
from tournaments.queries.desk.section_grids import is_in_play
from tournaments.queries.results.line_points import SCORED_STATES
from tournaments.queries.rounds.in_progress import last_round_steps
from tournaments.queries.rounds.sections import first_section_of_each_field
from tournaments.web.corrections.descriptions import (
    exchange_text,
    kept_results_text,
    move_text,
    opponents_text,
    other_boards_text,
    plays_text,
)
from tournaments.web.corrections.preview_or_apply import Correction, choice_page, preview_or_apply

_get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@require_safe
def corrections_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """List what can be corrected: tables, boards, rounds and players."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    session = get_latest_session_or_404(event)
    sections = sections_with_role(request, event, SECTION_DIRECTOR_ROLES).filter(session=session)
    directs_event = can_direct(user_id_or_404(request), event)
    context = {
        "club": event.club,
        "event": event,
        "tables": tables_in_use(sections),
        "boards": boards_in_play(sections) if directs_event else (),
        "directs_event": directs_event,
        "fields": first_section_of_each_field(
            sections.select_related("session__stage__event").order_by("number")
        ),
        "sections_to_merge": sections_with_enough_sitting_out(sections),
        "last_round_steps": last_round_steps(session) if directs_event else (),
        "session": session,
        "can_finish": directs_event and not session.is_over and is_in_play(session),
    }
    return render(request, "corrections/index.html", context)


@never_cache
@login_required
@require_safe
def table_corrections_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """List the corrections of a table in a round."""
    rounds = get_seatings_or_404(request, event_id, table_id)
    seating = selected_seating(request, rounds)
    event = seating.round.section.session.stage.event
    context: dict[str, object] = {
        "table": seated_table(seating),
        "rounds": rounds,
        "plays": plays_of_seating(member_reader(request), seating),
    }
    by_line = [seat for seats in event.game.lines.values() for seat in seats]
    seated_players = players_at_table(seating) if not event.at_two_tables else []
    seated_players.sort(key=lambda seated_player: by_line.index(seated_player.place.seat))
    context |= {"club": event.club, "event": event, "seated": seated_players}
    return render(request, "corrections/table.html", context)


@never_cache
@login_required
@_get_or_post
def correction_turned_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Swap the two sides of a table that sat the wrong way round."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    title, button = _("They sat the wrong way round"), _("Swap the sides")
    action, description = partial(turn_table, seating.pk), kept_results_text(seating)
    return preview_or_apply(
        request, Correction(_stage_of(seating), title, button, action, description, seating=seating)
    )


@never_cache
@login_required
@_get_or_post
def correction_opponents_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Exchange two contestants who sat in each other's seats."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    title = _("Someone else sat here")
    first, second = parse_number(request.GET.get("one")), parse_number(request.GET.get("other"))
    if first and second:
        action = partial(exchange_opponents, seating.round_id, first, second)
        button, description = _("Exchange the two"), opponents_text(seating, first, second)
        return preview_or_apply(
            request,
            Correction(_stage_of(seating), title, button, action, description, seating=seating),
        )
    context = {
        "title": title,
        "table": seated_table(seating),
        "seated": contestants_at_table(seating),
        "others": contestants_playing_in_section(seating),
    }
    return choice_page(request, _stage_of(seating).event, "corrections/opponents.html", context)


@never_cache
@login_required
@_get_or_post
def correction_board_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Correct which board a table played."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    title = _("They played another board")
    plays = plays_of_seating(member_reader(request), seating)
    play, board = _find_play(plays, request.GET.get("play")), parse_number(request.GET.get("board"))
    if play and board:
        action = partial(correct_played_board, play.pk, board)
        description = other_boards_text(seating, [play.board.number], [board])
        button = _("Change the board")
        return preview_or_apply(
            request, Correction(_stage_of(seating), title, button, action, description)
        )
    boards = boards_not_at_table(seating)
    context = {"title": title, "table": seated_table(seating), "plays": plays, "boards": boards}
    return choice_page(request, _stage_of(seating).event, "corrections/board.html", context)


@never_cache
@login_required
@_get_or_post
def correction_set_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Record that a table played the boards of another round."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    title = _("They played the boards of another round")
    first_board = parse_number(request.GET.get("board"))
    board_sets = other_board_sets(seating)
    if first_board:
        action = partial(correct_played_set, seating.pk, first_board)
        plays = plays_of_seating(member_reader(request), seating)
        played = next(
            (board_set for board_set in board_sets if board_set[0].number == first_board), ()
        )
        description = other_boards_text(
            seating, _board_numbers(row.play.board for row in plays), _board_numbers(played)
        )
        button = _("Change the boards")
        return preview_or_apply(
            request,
            Correction(_stage_of(seating), title, button, action, description if played else ""),
        )
    context = {"title": title, "table": seated_table(seating), "sets": board_sets}
    return choice_page(request, _stage_of(seating).event, "corrections/set.html", context)


@never_cache
@login_required
@_get_or_post
def correction_results_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Move a result that was entered for the wrong board or table, or exchange two results."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    title = _("A result is in the wrong place")
    reader = member_reader(request)
    plays, candidates = plays_of_seating(reader, seating), candidate_plays(reader, seating)
    source, target = (
        _find_play(plays, request.GET.get("play")),
        _find_play(candidates, request.GET.get("to")),
    )
    if source and target:
        return preview_or_apply(
            request, _result_correction(_stage_of(seating), title, source, target)
        )
    context = {"title": title, "table": seated_table(seating), "plays": plays, "others": candidates}
    return choice_page(request, _stage_of(seating).event, "corrections/results.html", context)


def _result_correction(stage: Stage, title: str, source: Play, target: Play) -> Correction:
    """Return a correction that moves the result, or exchanges it if the target has one."""
    if target.state in SCORED_STATES:
        button, description = _("Exchange the results"), exchange_text(source, target)
        action = partial(exchange_results, source.pk, target.pk)
    else:
        button, description = _("Move the result"), move_text(source, target)
        action = partial(move_result, source.pk, target.pk)
    return Correction(stage, title, button, action, description)


def get_seatings_or_404(request: HttpRequest, event_id: int, table_id: int) -> list[Seating]:
    """Return the seatings of a table, the latest first; 404 unless the reader directs it."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    seatings = seatings_of_table(
        sections_with_role(request, event, SECTION_DIRECTOR_ROLES), table_id
    )
    if not seatings:
        raise Http404
    return seatings


def selected_seating(request: HttpRequest, seatings: list[Seating]) -> Seating:
    """Return the seating of the round in the URL, by default the latest.

    After the session it is the latest for which something was entered: an evening that is ended
    early leaves rounds that were not played.
    """
    if round_number := parse_number(request.GET.get("round")):
        seatings_of_round = (
            seating for seating in seatings if seating.round.number == round_number
        )
        return next(seatings_of_round, seatings[0])
    if not seatings[0].round.section.session.is_over:
        return seatings[0]
    played_ids = seating_ids_with_entries(seatings)
    return next((seating for seating in seatings if seating.pk in played_ids), seatings[0])


def _stage_of(seating: Seating) -> Stage:
    return seating.round.section.session.stage


def _board_numbers(boards: Iterable[Board]) -> list[int]:
    return [board.number for board in boards]


def _find_play(plays: Iterable[ReadablePlay], text: str | None) -> Play | None:
    play_id = parse_number(text)
    return next(
        (readable_play.play for readable_play in plays if readable_play.play.pk == play_id), None
    )


@never_cache
@login_required
@_get_or_post
def correction_seats_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Correct who sat in which seat of a table."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    title = _("They sat in the wrong seats")
    stage, seats = seating.round.section.session.stage, named_seats(seating)
    chosen_seats = {seat.seat: request.GET[seat.seat] for seat in seats if seat.seat in request.GET}
    if chosen_seats:
        action = partial(reseat_table, seating.pk, chosen_seats)
        return preview_or_apply(
            request, Correction(stage, title, _("Change the seats"), action, seating=seating)
        )
    clockwise = sorted(seats, key=lambda seat: "NESW".find(seat.seat))
    context = {"title": title, "table": seated_table(seating), "seats": clockwise}
    return choice_page(request, stage.event, "corrections/seats.html", context)


@never_cache
@login_required
@_get_or_post
def correction_side_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Swap the sides of a result that was entered for the wrong side."""
    seating = selected_seating(request, get_seatings_or_404(request, event_id, table_id))
    title = _("A result was entered for the wrong side")
    stage = seating.round.section.session.stage
    plays = plays_of_seating(member_reader(request), seating)
    if play := _find_play(plays, request.GET.get("play")):
        action, description = partial(swap_result_sides, play.pk), plays_text([play])
        button = _("Move the result to the other side")
        return preview_or_apply(request, Correction(stage, title, button, action, description))
    with_result = [play for play in plays if play.play.state in SCORED_STATES]
    context = {"title": title, "table": seated_table(seating), "plays": with_result}
    return choice_page(request, stage.event, "corrections/side.html", context)
