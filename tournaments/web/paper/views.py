"""Pages to print: table sheets and codes, slips, movement cards, seat lists, results."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.deals import BoardSetup
from games.game import Game
from games.problems import ValidationFailed
from tournaments.access.request_access import (
    get_event_or_404,
    get_latest_session_or_404,
    member_actor,
    sections_with_role,
    user_id_or_404,
)
from tournaments.access.shown_standings import desk_snapshot, visible_snapshot
from tournaments.actions.boards.hand_slips import print_hand_slips, printable_boards
from tournaments.actions.rounds.table_codes import record_code_shown, revoke_table_code
from tournaments.backups.automatic_backups import LATEST_NAME
from tournaments.forms import parse_number, problem_text
from tournaments.models import Event, Section, Session, Stage, Table
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES, can_direct
from tournaments.permissions.visibility.devices import hides_table_codes
from tournaments.permissions.visibility.playing_members import boards_to_play
from tournaments.queries.boards.board_preparation import copies_by_table
from tournaments.queries.boards.copies import copies_needed
from tournaments.queries.boards.remade_boards import remake_instructions, sections_remaking_boards
from tournaments.queries.boards.travellers import SortedDeal, sorted_deal
from tournaments.queries.paper.printed_sheets import (
    TableSheet,
    read_hand_records,
    read_movement_cards,
    read_score_slips,
    read_table_sheets,
)
from tournaments.queries.paper.scenario_slips import scenario_slips
from tournaments.queries.paper.seat_lists import read_seat_lists
from tournaments.queries.phone.table_codes import code_of, qr_token_of
from tournaments.queries.rounds.draws import last_round
from tournaments.queries.rounds.substitutes import substitutes_by_contestant
from tournaments.queries.scorecards.scorecards import scorecards
from tournaments.queries.standings.latest import shown_standings
from tournaments.queries.standings.partial_rankings import (
    parts_to_show,
    standings_by_category,
    standings_of_part,
)
from tournaments.queries.standings.ranking import ShownStandings
from tournaments.web.desk.forms import PrintForm
from tournaments.web.desk.session import apply_and_show_desk
from tournaments.web.network import url_for_phones
from tournaments.web.qr_code import qr_code
from tournaments.web.results.slip_rows import slip_columns
from tournaments.web.try_action import add_problem_messages, try_action


@dataclass(frozen=True)
class EmergencySheet:
    """What the emergency sheet says about this installation.

    Addresses have no scheme. `backup_count` automatic backups are stored in `backup_folder`; it is
    0 on a server, which has backups of its own. `latest_backup` is the file to copy to another
    computer. Folders are relative to the installation; `has_custom_data_folder` is set if the
    environment names another data folder. `python` and `start_command` are for this operating
    system, `other_python` for another one. The sheet contains no absolute path and no member's
    name, because it lies in a public place.
    """

    desk_address: str
    phone_address: str
    backup_count: int
    data_folder: str
    has_custom_data_folder: bool
    backup_folder: str
    latest_backup: str
    python: str
    other_python: str
    start_command: str


@login_required
@require_safe
def table_sheets_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a sheet for each table, or only for `table`, with the current address for phones."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    session = get_latest_session_or_404(event)
    sections = sections_with_role(request, event, SECTION_DIRECTOR_ROLES)
    table_sheets = read_table_sheets(session, sections, user_id_or_404(request))
    copies = copies_by_table(session)
    if not table_sheets:
        messages.error(request, _("There are no tables to print: deal the session first."))
        return redirect("event_desk", event.pk)
    chosen = parse_number(request.GET.get("table"))
    table_sheets = [sheet for sheet in table_sheets if chosen in (0, sheet.table.pk)]
    sheets = [
        (sheet, _sheet_qr_code(request, sheet), copies.get(sheet.table.pk))
        for sheet in table_sheets
    ]
    address = url_for_phones(request, reverse("table_find"))
    context = {"club": event.club, "event": event, "sheets": sheets, "address": address}
    emergency = None if chosen else _emergency_sheet(request, event)
    return render(request, "paper/table_sheets.html", context | {"emergency": emergency})


@login_required
@require_safe
def emergency_sheet_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show what to do if the laptop, the Wi-Fi, the power or the password is lost."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    context = {"club": event.club, "event": event, "emergency": _emergency_sheet(request, event)}
    return render(request, "paper/emergency_sheet.html", context)


@login_required
@require_safe
def poster_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a poster with the current address at which phones enter a table's code.

    The poster is for a session whose printed sheets have an outdated address.
    """
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    address = url_for_phones(request, reverse("table_find"))
    context = {
        "club": event.club,
        "event": event,
        "address": _without_scheme(address),
        "qr": qr_code(address),
    }
    return render(request, "paper/poster.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_slips_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a form for boards to print; on POST show their hands, and audit who printed them."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    session = get_latest_session_or_404(event)
    if request.method != "POST":
        return _print_form_page(request, event, session, PrintForm())
    form = PrintForm(request.POST)
    return (
        _printed_boards(request, event, session, form)
        if form.is_valid()
        else _print_form_page(request, event, session, form)
    )


@login_required
@require_POST
def table_code_revoke_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Revoke the code of a table, which gets another one."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    table = _get_table_or_404(request, event, table_id)
    message = _("The old code of table %(table)s no longer works: print its sheet again.")
    return apply_and_show_desk(
        request,
        event,
        lambda: revoke_table_code(table, member_actor(request)),
        message % {"table": table.label},
    )


@never_cache
@login_required
@require_POST
def table_code_view(request: HttpRequest, event_id: int, table_id: int) -> HttpResponse:
    """Show the code of one table; if the director plays in the event, record that."""
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    table = _get_table_or_404(request, event, table_id)
    if problems := try_action(lambda: record_code_shown(table, member_actor(request))):
        add_problem_messages(request, problems)
        return redirect("event_desk", event.pk)
    context = {
        "club": event.club,
        "event": event,
        "table": table,
        "code": code_of(table),
        "qr": qr_code(table_address(request, qr_token_of(table))),
        "address": url_for_phones(request, reverse("table_find")),
        "recorded": hides_table_codes(user_id_or_404(request), table.section.session),
    }
    return render(request, "desk/one_table_code.html", context)


def _get_table_or_404(request: HttpRequest, event: Event, table_id: int) -> Table:
    """Return a table of the sections that the reader directs, else raise `Http404`."""
    tables = Table.objects.select_related("section__session__stage__event__club")
    return get_object_or_404(
        tables, pk=table_id, section__in=sections_with_role(request, event, SECTION_DIRECTOR_ROLES)
    )


def _print_form_page(
    request: HttpRequest, event: Event, session: Session, form: PrintForm
) -> HttpResponse:
    context = {
        "club": event.club,
        "event": event,
        "boards": printable_boards(session, member_actor(request)).count(),
        "sets": max(copies_needed(session).values(), default=1),
        "own_boards": sorted(boards_to_play(user_id_or_404(request), session)),
        "form": form,
        "may_direct": can_direct(user_id_or_404(request), event),
    }
    return render(request, "paper/print_hands.html", context, status=422 if form.errors else 200)


def _printed_boards(
    request: HttpRequest, event: Event, session: Session, form: PrintForm
) -> HttpResponse:
    try:
        boards = print_hand_slips(session, member_actor(request), form.cleaned_data["boards"])
    except ValidationFailed as error:
        for problem in error.problems:
            form.add_error("boards", problem_text(problem))
        return _print_form_page(request, event, session, form)
    context: dict[str, Any] = {"club": event.club, "event": event}
    if not event.game.has_play:
        slips = scenario_slips(
            session, sections_with_role(request, event, SECTION_DIRECTOR_ROLES), boards
        )
        return render(request, "paper/scenario_slips.html", {**context, "slips": slips})
    context |= {
        "pack": event.game.pack,
        "boards": _sorted_deals(event.game, boards),
        "mixed": bool(sections_remaking_boards(session)),
    }
    template = "paper/board_sheets.html" if "sheets" in request.POST else "paper/hand_slips.html"
    return render(request, template, context)


def _sorted_deals(game: Game, boards: list[BoardSetup]) -> list[tuple[BoardSetup, SortedDeal]]:
    """Return each board with its cards, sorted from high to low."""
    return [(board, sorted_deal(game, board.deal)) for board in boards if board.deal]


def _sheet_qr_code(request: HttpRequest, sheet: TableSheet) -> str:
    """Return the QR code of a table sheet; "" if the table's code is hidden from the reader."""
    return qr_code(table_address(request, sheet.token)) if sheet.token else ""


def _emergency_sheet(request: HttpRequest, event: Event) -> EmergencySheet:
    python = _relative_to_installation(Path(sys.executable))
    return EmergencySheet(
        desk_address=_without_scheme(
            url_for_phones(request, reverse("event_desk", args=[event.pk]))
        ),
        phone_address=_without_scheme(url_for_phones(request, reverse("table_find"))),
        backup_count=settings.MAX_BACKUPS,
        data_folder=_relative_to_installation(settings.DATA_DIR),
        backup_folder=_relative_to_installation(settings.BACKUPS_DIR),
        latest_backup="tonight.manilla"
        if settings.BACKUPS_DIR.is_relative_to(settings.DATA_DIR)
        else LATEST_NAME,
        has_custom_data_folder=settings.DATA_DIR != settings.BASE_DIR / "var",
        python=python,
        other_python=r".venv\Scripts\python" if os.name == "posix" else ".venv/bin/python",
        start_command="make run" if os.name == "posix" else f"{python} manage.py serve",
    )


def _relative_to_installation(path: Path) -> str:
    """Return a path relative to the installation, or only the name of one outside it."""
    return str(
        path.relative_to(settings.BASE_DIR) if path.is_relative_to(settings.BASE_DIR) else path.name
    )


def _without_scheme(address: str) -> str:
    """Return an address without `http://` and the trailing slash, for typing it."""
    return address.partition("://")[2].rstrip("/")


def table_address(request: HttpRequest, token: str) -> str:
    """Return the address of a table by its token, as phones reach it."""
    return url_for_phones(request, reverse("table", args=[token]))


@login_required
@require_safe
def paper_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """List everything that can be printed, with a sentence about each sheet."""
    session = _session_to_print(request, event_id)
    drawn = session.stage.is_drawn and last_round(session) is not None
    context = {
        "drawn": drawn,
        "may_direct": can_direct(user_id_or_404(request), session.stage.event),
    }
    return _render_sheet(request, "paper/index.html", session, context)


@login_required
@require_safe
def score_slips_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a score slip for each table and round, on which players write and sign results."""
    session = _session_to_print(request, event_id)
    slips = read_score_slips(session, _sections_to_print(request, session))
    context = {
        "tables": slips,
        "columns": slip_columns(session.stage.event.game),
        "mixed": sections_remaking_boards(session),
        "together": remake_instructions(session),
    }
    return _render_sheet(request, "paper/score_slips.html", session, context)


@login_required
@require_safe
def movement_cards_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a movement card for each contestant and each table, or only for `contestant`."""
    session = _session_to_print(request, event_id)
    sections = _sections_to_print(request, session)
    cards, chosen = (
        read_movement_cards(session, sections),
        parse_number(request.GET.get("contestant")),
    )
    if chosen:
        own_cards = [card for card in cards if card.contestant.pk == chosen]
        return _render_sheet(request, "paper/movement_cards.html", session, {"cards": own_cards})
    context = {
        "cards": cards,
        "tables": read_table_sheets(session, sections, user_id_or_404(request)),
    }
    return _render_sheet(request, "paper/movement_cards.html", session, context)


@login_required
@require_safe
def seat_lists_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show all names with their tables in the current or next round, then in all known rounds."""
    session = _session_to_print(request, event_id)
    seats = read_seat_lists(session, _sections_to_print(request, session))
    return _render_sheet(request, "paper/seat_lists.html", session, {"seats": seats})


@login_required
@require_safe
def hand_records_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the hands of the boards that everybody has played."""
    session = _session_to_print(request, event_id)
    context = {"records": read_hand_records(session), "pack": session.stage.event.game.pack}
    return _render_sheet(request, "paper/hand_records.html", session, context)


@login_required
@require_safe
def printed_results_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show standings and scorecards; with `cards=no` only the standings.

    `section` limits both to the contestants of a section. Directors who still have boards to play
    see only what the public sees.
    """
    session = _get_session_or_404(request, event_id)
    unplayed = boards_to_play(user_id_or_404(request), session)
    snapshot = visible_snapshot(session.stage) if unplayed else desk_snapshot(session.stage)
    section, card_events = request.GET.get("section", ""), request.GET.get("cards") != "no"
    context = (
        _results_context(
            session.stage,
            shown_standings(session.stage, snapshot),
            section,
            card_events=card_events,
        )
        if snapshot
        else {}
    )
    return _render_sheet(request, "paper/printed_results.html", session, context)


def _results_context(
    stage: Stage, standings: ShownStandings, section: str, *, card_events: bool
) -> dict[str, Any]:
    """Return the context of the printed results of a section.

    Without a section of this name in the stage, all contestants are printed.
    """
    sections = parts_to_show(stage)
    part = standings_of_part(stage, standings, section)
    places = {row.number: row for ranking in part.rankings for row in ranking.rows}
    cards = scorecards(stage.event) if card_events else ()
    return {
        "without_cards": not card_events,
        "standings": part,
        "substitutes": substitutes_by_contestant(stage.event),
        "categories": standings_by_category(stage.event, part),
        "cards": [
            (contestant, places.get(contestant.number), card)
            for contestant, card in cards
            if section not in sections or contestant.number in places
        ],
        "section": section,
        "sections": sections,
    }


def _get_session_or_404(request: HttpRequest, event_id: int) -> Session:
    return get_latest_session_or_404(get_event_or_404(request, event_id))


def _session_to_print(request: HttpRequest, event_id: int) -> Session:
    """Return the last session, also for readers who direct only one of its sections."""
    return get_latest_session_or_404(get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES))


def _sections_to_print(request: HttpRequest, session: Session) -> QuerySet[Section]:
    return sections_with_role(request, session.stage.event, SECTION_DIRECTOR_ROLES)


def _render_sheet(
    request: HttpRequest, template: str, session: Session, context: dict[str, Any]
) -> HttpResponse:
    event = session.stage.event
    return render(
        request, template, {"club": event.club, "event": event, "session": session} | context
    )
