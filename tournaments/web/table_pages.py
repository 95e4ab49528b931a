"""What the pages of a table's phone are rendered with."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.problems import Problem, Refused
from tournaments.actions.doubting import Doubt
from tournaments.forms import as_said, sentence
from tournaments.models import Play, Table
from tournaments.models.codes import code_of
from tournaments.queries.making import to_make_up
from tournaments.queries.room import find_play, seating_now
from tournaments.queries.sheet import Sheet, read_sheet
from tournaments.queries.so_far import made_so_far
from tournaments.queries.standings import is_official
from tournaments.queries.table import names_at, read_room, shown_seating, sides_of
from tournaments.web.entering import entry_form, sent_key
from tournaments.web.guesses import TOO_MANY
from tournaments.web.news import news_context
from tournaments.web.phone import SHARED, holder, lines_held
from tournaments.web.said import said_values

Context = dict[str, Any]


def find_page(
    request: HttpRequest, typed: str = "", problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """Where a code is typed, with what was wrong with the last one."""
    problems = list(problems)
    context = {"typed": typed, "sentences": [sentence(problem) for problem in problems]}
    return render(request, "table/find.html", context, status=429 if TOO_MANY in problems else status)


def room_page(
    request: HttpRequest, table: Table, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """The table's own page, with why something else was not shown."""
    sentences = [sentence(problem) for problem in problems]
    context = {**room_context(request, table), **news_context(request, table), "sentences": sentences}
    return render(request, "table/room.html", context, status=status)


def side_page(
    request: HttpRequest, table: Table, number: str, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """The question who holds this phone; `number` is the board to come back to, as text."""
    seating = shown_seating(table)
    lines = table.section.session.stage.event.game.lines
    try:
        seating = find_play(table, int(number[:6])).seating if number.isdecimal() else seating
    except Refused:
        number = ""
    sides = sides_of(seating, lines) if seating else ()
    asked = {"sides": sides, "board": number, "sentences": [sentence(problem) for problem in problems]}
    context = {**_frame(table), **news_context(request, table), **asked}
    return render(request, "table/side.html", context, status=status)


def sheet_page(
    request: HttpRequest,
    table: Table,
    play: Play,
    said: Mapping[str, object] | None = None,
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """The form where a result is to be entered or said otherwise (`?differ`); else what there is to see."""
    context = {**sheet_context(request, table, play), **news_context(request, table)}
    sheet: Sheet = context["sheet"]
    differs = "differ" in request.GET and sheet.step in ("confirm", "wait")
    if said is not None or sheet.step == "enter" or differs:
        game = table.section.session.stage.event.game
        shown = said if said is not None else context["repeated"]
        problems = list(problems)
        asked = any(isinstance(problem, Doubt) for problem in problems)
        context["form"] = entry_form(
            game,
            shown,
            problems,
            context["names_at"],
            key=context["key"] if asked else "",
            so_far=made_so_far(play),
        )
        line = request.POST.get("side", "")
        context["side"] = line if line in game.lines else sheet.speaker
    return render(request, "table/board.html", context, status=status)


def _frame(table: Table) -> Context:
    """What every page of a table shows or links to."""
    event = table.section.session.stage.event
    return {
        "club": event.club,
        "event": event,
        "official": is_official(event),
        "session": table.section.session,
        "table": table,
        "code": code_of(table),
        "shared": SHARED,
    }


def room_context(request: HttpRequest, table: Table) -> Context:
    """What the page of a table and its fragment show."""
    seating = shown_seating(table)
    sides = sides_of(seating, table.section.session.stage.event.game.lines) if seating else ()
    held = lines_held(request, table, sides)
    number = holder(request, table)
    shown = read_room(table, seating, held, number)
    making = to_make_up(table)
    seen = _digest((shown, [(each.number, each.state) for each in making]))
    told = {"room": shown, "sides": shown.sides, "holder": number, "making": making, "seen": seen}
    return {**_frame(table), **told}


def sheet_context(request: HttpRequest, table: Table, play: Play) -> Context:
    """What a board's page and its fragment show."""
    game = table.section.session.stage.event.game
    held = lines_held(request, table, sides_of(play.seating, game.lines))
    sheet, names = read_sheet(play, held, seating_now(table)), names_at(play.seating, game.lines)
    return {
        **_frame(table),
        "play": play,
        "board": play.board,
        "dealer": play.board.conditions.dealer if game.has_play else "",
        "direction": game.direction,
        "seats": game.seats,
        "sheet": sheet,
        "sides": sheet.sides,
        "names_at": names,
        "held": held,
        "said": [(each.line, said_values(game, each.outcome, names)) for each in sheet.said],
        "result": said_values(game, sheet.result, names) if sheet.result else [],
        "repeated": as_said(sheet.result or {}),
        "key": sent_key(request),
        "seen": _digest(sheet),
    }


def _digest(shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:12]


def if_new(request: HttpRequest, template: str, context: Context) -> HttpResponse:
    """The fragment, or 204 when the phone has it already."""
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, template, context)
