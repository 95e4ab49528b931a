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
from tournaments.actions.corrections.played_board import play_other_board
from tournaments.actions.corrections.played_set import play_other_round
from tournaments.actions.corrections.reseated_table import reseat_table
from tournaments.actions.corrections.results_elsewhere import (
    exchange_results,
    move_result,
    turn_result,
)
from tournaments.actions.corrections.turned_table import turn_table
from tournaments.forms import parse_number
from tournaments.models import Board, Play, Seating, Stage
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES, can_direct
from tournaments.permissions.visibility.plays import ReadablePlay
from tournaments.queries.boards.copies import sets_elsewhere
from tournaments.queries.contestants.late_arrival_seats import sections_with_rests
from tournaments.queries.contestants.substitutes import seated_at
from tournaments.queries.corrections.choices import (
    boards_elsewhere,
    boards_in_play,
    mishap_table,
    plays_at,
    results_it_could_be,
    rounds_of_table,
    seats_taken,
    tables_of_rooms,
    who_could_be_there,
    who_was_to_be_there,
)
from tournaments.queries.results.line_points import SCORED_STATES
from tournaments.queries.rounds.in_progress import last_turns
from tournaments.queries.rounds.sections import one_of_each_field
from tournaments.web.corrections.descriptions import (
    exchanged_in_words,
    moved_in_words,
    opponents_in_words,
    other_boards_in_words,
    table_in_words,
)
from tournaments.web.corrections.preview_or_apply import Mishap, asked, tried_or_done

_page = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@login_required
@require_safe
def repairs_view(request: HttpRequest, event: int) -> HttpResponse:
    """Where it went wrong: at which table, with which board, or with somebody."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    session = latest_session(own)
    his = sections_with_role(request, own, SECTION_DIRECTOR_ROLES).filter(session=session)
    runs = can_direct(user_id(request), own)
    context = {
        "club": own.club,
        "event": own,
        "tables": tables_of_rooms(his),
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
def repairs_table_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """What can have gone wrong at a table in a round, by what the director would say of it."""
    rounds = rounds_of_own_table(request, event, table)
    seating = chosen_round(request, rounds)
    own = seating.round.section.session.stage.event
    context: dict[str, object] = {
        "table": mishap_table(seating),
        "rounds": rounds,
        "plays": plays_at(member_reader(request), seating),
    }
    by_line = [seat for seats in own.game.lines.values() for seat in seats]
    seated = seated_at(seating) if not own.at_two_tables else []
    seated.sort(key=lambda each: by_line.index(each.place.seat))
    context |= {"club": own.club, "event": own, "seated": seated}
    return render(request, "corrections/table.html", context)


@never_cache
@login_required
@_page
def repair_turned_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Everybody sat the wrong way round."""
    seating = chosen_round(request, rounds_of_own_table(request, event, table))
    title, mend = _("They sat the wrong way round"), partial(turn_table, seating.pk)
    return tried_or_done(request, Mishap(_stage(seating), title, mend, table_in_words(seating)))


@never_cache
@login_required
@_page
def repair_opponents_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Somebody sat where another was to sit."""
    seating, title = (
        chosen_round(request, rounds_of_own_table(request, event, table)),
        _("Someone else sat here"),
    )
    one, other = parse_number(request.GET.get("one")), parse_number(request.GET.get("other"))
    if one and other:
        mend = partial(exchange_opponents, seating.round_id, one, other)
        what = opponents_in_words(seating, one, other)
        return tried_or_done(request, Mishap(_stage(seating), title, mend, what))
    context = {
        "title": title,
        "table": mishap_table(seating),
        "seated": who_was_to_be_there(seating),
        "others": who_could_be_there(seating),
    }
    return asked(request, _stage(seating).event, "corrections/opponents.html", context)


@never_cache
@login_required
@_page
def repair_board_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Another board was played."""
    seating, title = (
        chosen_round(request, rounds_of_own_table(request, event, table)),
        _("They played another board"),
    )
    plays = plays_at(member_reader(request), seating)
    play, board = _chosen(plays, request.GET.get("play")), parse_number(request.GET.get("board"))
    if play and board:
        mend = partial(play_other_board, play.pk, board)
        what = other_boards_in_words(seating, [play.board.number], [board])
        return tried_or_done(request, Mishap(_stage(seating), title, mend, what))
    boards = boards_elsewhere(seating)
    context = {"title": title, "table": mishap_table(seating), "plays": plays, "boards": boards}
    return asked(request, _stage(seating).event, "corrections/board.html", context)


@never_cache
@login_required
@_page
def repair_set_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """The boards of another round were played."""
    seating = chosen_round(request, rounds_of_own_table(request, event, table))
    title, first = (
        _("They played the boards of another round"),
        parse_number(request.GET.get("board")),
    )
    sets = sets_elsewhere(seating)
    if first:
        mend, own = (
            partial(play_other_round, seating.pk, first),
            plays_at(member_reader(request), seating),
        )
        played = next((each for each in sets if each[0].number == first), ())
        what = other_boards_in_words(
            seating, _numbers(each.play.board for each in own), _numbers(played)
        )
        return tried_or_done(request, Mishap(_stage(seating), title, mend, what if played else ""))
    context = {"title": title, "table": mishap_table(seating), "sets": sets}
    return asked(request, _stage(seating).event, "corrections/set.html", context)


@never_cache
@login_required
@_page
def repair_results_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """A result was written down for another board or at another table."""
    seating, title = (
        chosen_round(request, rounds_of_own_table(request, event, table)),
        _("A result is in the wrong place"),
    )
    reader = member_reader(request)
    plays, others = plays_at(reader, seating), results_it_could_be(reader, seating)
    said, there = _chosen(plays, request.GET.get("play")), _chosen(others, request.GET.get("to"))
    if said and there:
        return tried_or_done(request, _in_place(_stage(seating), title, said, there))
    context = {"title": title, "table": mishap_table(seating), "plays": plays, "others": others}
    return asked(request, _stage(seating).event, "corrections/results.html", context)


def _in_place(stage: Stage, title: str, said: Play, there: Play) -> Mishap:
    """Where both have a result the two are exchanged; else it is moved."""
    if there.state in SCORED_STATES:
        mend, what = partial(exchange_results, said.pk, there.pk), exchanged_in_words(said, there)
    else:
        mend, what = partial(move_result, said.pk, there.pk), moved_in_words(said, there)
    return Mishap(stage, title, mend, what)


def rounds_of_own_table(request: HttpRequest, event: int, table: int) -> list[Seating]:
    """The rounds of a table that he directs; to everybody else it does not exist."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    rounds = rounds_of_table(sections_with_role(request, own, SECTION_DIRECTOR_ROLES), table)
    if not rounds:
        raise Http404
    return rounds


def chosen_round(request: HttpRequest, rounds: list[Seating]) -> Seating:
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
def repair_seats_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    """Some sat on other seats of their own table."""
    seating, title = (
        chosen_round(request, rounds_of_own_table(request, event, table)),
        _("They sat in the wrong seats"),
    )
    stage, seats = seating.round.section.session.stage, seats_taken(seating)
    said = {each.seat: request.GET[each.seat] for each in seats if each.seat in request.GET}
    if said:
        return tried_or_done(request, Mishap(stage, title, partial(reseat_table, seating.pk, said)))
    context = {"title": title, "table": mishap_table(seating), "seats": seats}
    return asked(request, stage.event, "corrections/seats.html", context)


@never_cache
@login_required
@_page
def repair_side_view(request: HttpRequest, event: int, table: int) -> HttpResponse:
    "The result of one side was entered for the other."
    seating, title = (
        chosen_round(request, rounds_of_own_table(request, event, table)),
        _("A result is on the wrong side"),
    )
    stage = seating.round.section.session.stage
    plays = plays_at(member_reader(request), seating)
    chosen = parse_number(request.GET.get("play"))
    if any(each.play.pk == chosen for each in plays):
        return tried_or_done(request, Mishap(stage, title, partial(turn_result, chosen)))
    with_result = [each for each in plays if each.play.state in SCORED_STATES]
    context = {"title": title, "table": mishap_table(seating), "plays": with_result}
    return asked(request, stage.event, "corrections/side.html", context)
