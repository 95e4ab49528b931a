"""Pages that a director prints: table sheets and codes, slips, movement cards, seats, results."""

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

from games.deals import DealtBoard
from games.game import Game
from games.problems import ValidationFailed
from tournaments.access.request_access import (
    get_event_or_404,
    latest_session,
    member_actor,
    sections_with_role,
    user_id,
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
from tournaments.web.desk.session import on_the_desk
from tournaments.web.network import phones_address
from tournaments.web.qr_code import qr_code
from tournaments.web.results.slip_rows import slip_columns
from tournaments.web.try_action import attempt, say_problems


@dataclass(frozen=True)
class WorstEvening:
    """What the sheet of mishaps says of this installation: addresses without their scheme, what is
    typed.

    `kept` is how many backups it keeps by itself, in `backups`: some on a laptop, none where
    somebody looks after a server; `newest` is the one that outlives the laptop. `folder` has the
    data, seen from Manilla's; `is_elsewhere` where the environment names another one than usual.
    `python` and `start` are typed there, `other_python` on another system. No whole path is in it,
    and no name of a member: it is printed, and lies in a bar.
    """

    desk: str
    phones: str
    kept: int
    folder: str
    is_elsewhere: bool
    backups: str
    newest: str
    python: str
    other_python: str
    start: str


@login_required
@require_safe
def table_sheets_view(request: HttpRequest, event: int) -> HttpResponse:
    """One sheet a table, or that of one `table`, with the address by which phones reach it at
    this moment."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    session = latest_session(own)
    his = sections_with_role(request, own, SECTION_DIRECTOR_ROLES)
    read, made = read_table_sheets(session, his, user_id(request)), copies_by_table(session)
    if not read:
        messages.error(request, _("There are no tables to print: deal the session first."))
        return redirect("event_desk", own.pk)
    chosen = parse_number(request.GET.get("table"))
    read = [each for each in read if chosen in (0, each.table.pk)]
    sheets = [(each, _qr_of(request, each), made.get(each.table.pk)) for each in read]
    typed = phones_address(request, reverse("table_find"))
    context = {"club": own.club, "event": own, "sheets": sheets, "address": typed}
    worst = None if chosen else _worst(request, own)
    return render(request, "paper/table_sheets.html", context | {"worst": worst})


@login_required
@require_safe
def worst_evening_view(request: HttpRequest, event: int) -> HttpResponse:
    """A sheet for the desk: what to do when the laptop, the Wi-Fi, the power or the password is
    gone."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    context = {"club": own.club, "event": own, "worst": _worst(request, own)}
    return render(request, "paper/worst_evening.html", context)


@login_required
@require_safe
def poster_view(request: HttpRequest, event: int) -> HttpResponse:
    """Where a phone types its table's code, very large: for when the printed address is true no
    more."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    address = phones_address(request, reverse("table_find"))
    context = {"club": own.club, "event": own, "address": _typed(address), "qr": qr_code(address)}
    return render(request, "paper/poster.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_slips_view(request: HttpRequest, event: int) -> HttpResponse:
    """Asked for, what printing would do; sent, the hands themselves, and the audit says who
    printed them."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    session = latest_session(own)
    if request.method != "POST":
        return _offered(request, own, session, PrintForm())
    form = PrintForm(request.POST)
    return (
        _printed(request, own, session, form)
        if form.is_valid()
        else _offered(request, own, session, form)
    )


@login_required
@require_POST
def table_revoke_view(request: HttpRequest, event: int, table_id: int) -> HttpResponse:
    """Replace the code of a table."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    table = _table(request, own, table_id)
    done = _("The old code of table %(table)s no longer works: print its sheet again.")
    return on_the_desk(
        request,
        own,
        lambda: revoke_table_code(table, member_actor(request)),
        done % {"table": table.label},
    )


@never_cache
@login_required
@require_POST
def table_code_view(request: HttpRequest, event: int, table_id: int) -> HttpResponse:
    """Show the code of one table; that a director who plays was shown it is recorded in the
    history."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    table = _table(request, own, table_id)
    if problems := attempt(lambda: record_code_shown(table, member_actor(request))):
        say_problems(request, problems)
        return redirect("event_desk", own.pk)
    context = {
        "club": own.club,
        "event": own,
        "table": table,
        "code": code_of(table),
        "qr": qr_code(table_address(request, qr_token_of(table))),
        "address": phones_address(request, reverse("table_find")),
        "recorded": hides_table_codes(user_id(request), table.section.session),
    }
    return render(request, "desk/one_table_code.html", context)


def _table(request: HttpRequest, event: Event, table_id: int) -> Table:
    """Return a table of the sections that the reader directs; to everybody else it does not
    exist."""
    tables = Table.objects.select_related("section__session__stage__event__club")
    return get_object_or_404(
        tables, pk=table_id, section__in=sections_with_role(request, event, SECTION_DIRECTOR_ROLES)
    )


def _offered(request: HttpRequest, event: Event, session: Session, form: PrintForm) -> HttpResponse:
    context = {
        "club": event.club,
        "event": event,
        "boards": printable_boards(session, member_actor(request)).count(),
        "own": sorted(boards_to_play(user_id(request), session)),
        "form": form,
        "runs": can_direct(user_id(request), event),
    }
    return render(
        request, "paper/hand_slips_offered.html", context, status=422 if form.errors else 200
    )


def _printed(request: HttpRequest, event: Event, session: Session, form: PrintForm) -> HttpResponse:
    try:
        boards = print_hand_slips(session, member_actor(request), form.cleaned_data["boards"])
    except ValidationFailed as refused:
        for problem in refused.problems:
            form.add_error("boards", problem_text(problem))
        return _offered(request, event, session, form)
    about = {"club": event.club, "event": event}
    if not event.game.has_play:
        slips = scenario_slips(
            session, sections_with_role(request, event, SECTION_DIRECTOR_ROLES), boards
        )
        return render(request, "paper/scenario_slips.html", {**about, "slips": slips})
    cut, mixed = _cut(event.game, boards), bool(sections_remaking_boards(session))
    context = {**about, "pack": event.game.pack, "boards": cut, "mixed": mixed}
    page = "paper/board_sheets.html" if "sheets" in request.POST else "paper/hand_slips.html"
    return render(request, page, context)


def _cut(game: Game, boards: list[DealtBoard]) -> list[tuple[DealtBoard, SortedDeal]]:
    """Each board with its cards, high to low."""
    return [(board, sorted_deal(game, board.deal)) for board in boards if board.deal]


def _qr_of(request: HttpRequest, sheet: TableSheet) -> str:
    """Return the QR code of a table sheet; blank where the code is hidden from the reader."""
    return qr_code(table_address(request, sheet.token)) if sheet.token else ""


def _worst(request: HttpRequest, event: Event) -> WorstEvening:
    python = _from_here(Path(sys.executable))
    return WorstEvening(
        desk=_typed(phones_address(request, reverse("event_desk", args=[event.pk]))),
        phones=_typed(phones_address(request, reverse("table_find"))),
        kept=settings.MAX_BACKUPS,
        folder=_from_here(settings.DATA_DIR),
        backups=_from_here(settings.BACKUPS_DIR),
        newest="tonight.manilla"
        if settings.BACKUPS_DIR.is_relative_to(settings.DATA_DIR)
        else LATEST_NAME,
        is_elsewhere=settings.DATA_DIR != settings.BASE_DIR / "var",
        python=python,
        other_python=r".venv\Scripts\python" if os.name == "posix" else ".venv/bin/python",
        start="make run" if os.name == "posix" else f"{python} manage.py serve",
    )


def _from_here(path: Path) -> str:
    """As it is called in Manilla's folder; of what lies elsewhere the name alone."""
    return str(
        path.relative_to(settings.BASE_DIR) if path.is_relative_to(settings.BASE_DIR) else path.name
    )


def _typed(address: str) -> str:
    """As little of it as a phone needs."""
    return address.partition("://")[2].rstrip("/")


def table_address(request: HttpRequest, token: str) -> str:
    """Return the address of a table by its token, as phones reach it."""
    return phones_address(request, reverse("table", args=[token]))


@login_required
@require_safe
def paper_view(request: HttpRequest, event: int) -> HttpResponse:
    """Every sheet there is, with a sentence on each."""
    session = _at_his(request, event)
    drawn = session.stage.is_drawn and last_round(session) is not None
    facts = {"drawn": drawn, "runs": can_direct(user_id(request), session.stage.event)}
    return _page(request, "paper/index.html", session, facts)


@login_required
@require_safe
def score_slips_view(request: HttpRequest, event: int) -> HttpResponse:
    """A slip for each table and round, where the result of each board is written and signed."""
    session = _at_his(request, event)
    slips = read_score_slips(session, _his(request, session))
    facts = {
        "tables": slips,
        "columns": slip_columns(session.stage.event.game),
        "mixed": sections_remaking_boards(session),
        "together": remake_instructions(session),
    }
    return _page(request, "paper/score_slips.html", session, facts)


@login_required
@require_safe
def movement_cards_view(request: HttpRequest, event: int) -> HttpResponse:
    """A card for each contestant and each table: where to sit, with which boards, against whom.

    Of one `contestant`, his alone.
    """
    session = _at_his(request, event)
    his = _his(request, session)
    cards, chosen = read_movement_cards(session, his), parse_number(request.GET.get("contestant"))
    if chosen:
        own = [each for each in cards if each.contestant.pk == chosen]
        return _page(request, "paper/movement_cards.html", session, {"cards": own})
    facts = {"cards": cards, "tables": read_table_sheets(session, his, user_id(request))}
    return _page(request, "paper/movement_cards.html", session, facts)


@login_required
@require_safe
def seat_lists_view(request: HttpRequest, event: int) -> HttpResponse:
    """Everybody by name with his table: in the round that is played or the next one, then in all
    known."""
    session = _at_his(request, event)
    seats = read_seat_lists(session, _his(request, session))
    return _page(request, "paper/seat_lists.html", session, {"seats": seats})


@login_required
@require_safe
def hand_records_view(request: HttpRequest, event: int) -> HttpResponse:
    """The hands of the boards that everybody has played."""
    session = _at_his(request, event)
    facts = {"records": read_hand_records(session), "pack": session.stage.event.game.pack}
    return _page(request, "paper/hand_records.html", session, facts)


@login_required
@require_safe
def printed_results_view(request: HttpRequest, event: int) -> HttpResponse:
    """The standings, and everybody's scorecard, or with `cards=no` the standings alone.

    Of a `section` alone those of who plays there. Who has boards yet to play prints what anybody
    may see.
    """
    session = _session(request, event)
    plays_too = boards_to_play(user_id(request), session)
    snapshot = visible_snapshot(session.stage) if plays_too else desk_snapshot(session.stage)
    section, card_events = request.GET.get("section", ""), request.GET.get("cards") != "no"
    facts = (
        _results(
            session.stage,
            shown_standings(session.stage, snapshot),
            section,
            card_events=card_events,
        )
        if snapshot
        else {}
    )
    return _page(request, "paper/printed_results.html", session, facts)


def _results(
    stage: Stage, standings: ShownStandings, section: str, *, card_events: bool
) -> dict[str, Any]:
    """What is printed of a section; of all where the stage has none of this name."""
    sections = parts_to_show(stage)
    shown = standings_of_part(stage, standings, section)
    places = {row.number: row for ranking in shown.rankings for row in ranking.rows}
    cards = scorecards(stage.event) if card_events else ()
    return {
        "without_cards": not card_events,
        "standings": shown,
        "substitutes": substitutes_by_contestant(stage.event),
        "categories": standings_by_category(stage.event, shown),
        "cards": [
            (each, places.get(each.number), card)
            for each, card in cards
            if section not in sections or each.number in places
        ],
        "section": section,
        "sections": sections,
    }


def _session(request: HttpRequest, event: int) -> Session:
    return latest_session(get_event_or_404(request, event))


def _at_his(request: HttpRequest, event: int) -> Session:
    """For whoever directs a section of it, too."""
    return latest_session(get_event_or_404(request, event, SECTION_DIRECTOR_ROLES))


def _his(request: HttpRequest, session: Session) -> QuerySet[Section]:
    return sections_with_role(request, session.stage.event, SECTION_DIRECTOR_ROLES)


def _page(
    request: HttpRequest, template: str, session: Session, facts: dict[str, Any]
) -> HttpResponse:
    event = session.stage.event
    return render(
        request, template, {"club": event.club, "event": event, "session": session} | facts
    )
