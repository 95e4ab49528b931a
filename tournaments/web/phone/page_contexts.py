"""What the pages of a table's phone are rendered with."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.game import Game
from games.problems import Problem, ValidationFailed
from games.seats import PAIR_LINES
from tournaments.access.guess_limits import TOO_MANY_TABLE_CODES
from tournaments.access.readable_plays import play_at_table
from tournaments.actions.results.entry_checks import UnlikelyResult
from tournaments.forms import outcome_as_submitted, parse_number, problem_text, translate_text
from tournaments.models import Play, Seating, Session, Snapshot, Table
from tournaments.permissions.visibility.devices import (
    DeviceAccess,
    DeviceStatus,
    Phone,
    read_device_status,
)
from tournaments.permissions.visibility.results_of_other_tables import table_may_see_own_result
from tournaments.permissions.visibility.results_shown import standings_complete_after
from tournaments.queries.boards.board_preparation import boards_to_prepare
from tournaments.queries.boards.remade_boards import (
    board_transfer,
    remake_instructions,
    sections_remaking_boards,
)
from tournaments.queries.clubs.programme import stage_winners
from tournaments.queries.phone.board_sheet import BoardSheet, read_board_sheet
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.phone.table_room import names_at, read_table_room, shown_seating, sides_of
from tournaments.queries.results.drafts import complete_legs, drafts_of
from tournaments.queries.results.line_points import round_points
from tournaments.queries.results.notations import notation_of
from tournaments.queries.results.withdrawals import ConflictResolution, RetypableEntry
from tournaments.queries.rounds.clock import round_clock
from tournaments.queries.rounds.seating import current_seating
from tournaments.queries.standings.latest import (
    last_snapshot,
    standings_rows_by_number,
    uses_min_max_scale,
)
from tournaments.queries.standings.ranking import RankedContestant
from tournaments.support.digests import digest
from tournaments.web.phone.holder import SHARED, phone_at
from tournaments.web.phone.news import news_context
from tournaments.web.results.entry_form import EntryForm, entry_form, sent_key
from tournaments.web.results.outcome_in_words import differences_marked, outcome_in_words

Context = dict[str, Any]

# Boards that could not be played, each with a button of its own to call the director.
_MOST_NAMED = 4


def code_page(
    request: HttpRequest, typed: str = "", problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """Where a code is typed, with what was wrong with the last one."""
    problems = list(problems)
    context = {"typed": typed, "sentences": [problem_text(problem) for problem in problems]}
    return render(
        request,
        "phone/find.html",
        context,
        status=429 if TOO_MANY_TABLE_CODES in problems else status,
    )


def room_page(
    request: HttpRequest, table: Table, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """The table's own page, with why something else was not shown."""
    sentences = [problem_text(problem) for problem in problems]
    context = {
        **room_context(request, table),
        **news_context(request, table),
        "sentences": sentences,
    }
    return render(request, "phone/room.html", context, status=status)


def side_page(
    request: HttpRequest,
    table: Table,
    number: str,
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """The question who holds this phone; `number` is the board to come back to, as text."""
    seating = shown_seating(table)
    lines = table.section.session.stage.event.game.lines
    try:
        if board := parse_number(number):
            seating = play_at_table(request, table, board).play.seating
    except ValidationFailed:
        number = ""
    sides = sides_of(seating, lines) if seating else ()
    asked = {
        "sides": sides,
        "board": number,
        "sentences": [problem_text(problem) for problem in problems],
    }
    context = {**frame(table), **news_context(request, table), **asked}
    return render(request, "phone/side.html", context, status=status)


def sheet_page(
    request: HttpRequest,
    table: Table,
    play: Play,
    submitted: Mapping[str, object] | None = None,
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """The form where a result is to be entered or said otherwise (`?differ`); else what there is
    to see."""
    context = {**sheet_context(request, table, play), **news_context(request, table)}
    sheet: BoardSheet = context["sheet"]
    may_differ = sheet.step in ("confirm", "wait") or bool(sheet.retyped)
    differs = may_differ and "differ" in request.GET
    asked = sheet.step == "enter" and not context["event"].published_at
    if submitted is not None or asked or differs:
        shown = submitted if submitted is not None else context["repeated"] or context["draft"]
        context["form"] = _entry_form(play, shown, list(problems), context)
        line, retyped = request.POST.get("side", ""), _retyped(request, sheet) if differs else None
        lines = table.section.session.stage.event.game.lines
        context["side"] = line if line in lines else _asked_side(request, sheet)
        context["withdraws"] = parse_number(request.POST.get("withdraws")) or (
            retyped.revision if retyped else None
        )
    if sheet.step != "done":
        play.seating.round.section = table.section  # its session and event are read already
        context["clock"] = round_clock(play.seating.round, table)
    return render(request, "phone/board.html", context, status=status)


def _retyped(request: HttpRequest, sheet: BoardSheet) -> RetypableEntry | None:
    """Return the entry that is typed again: that of the side asked for (`?side`), or the first."""
    line = request.GET.get("side", "")
    of_side = (each for each in sheet.retyped if each.line == line)
    return next(of_side, next(iter(sheet.retyped), None))


def _asked_side(request: HttpRequest, sheet: BoardSheet) -> str:
    """Return the line for which the form is: one that types its entry again or corrects it, or the
    one that speaks next."""
    line = request.GET.get("side", "")
    if "differ" not in request.GET:
        return sheet.speaker
    if retyped := _retyped(request, sheet):
        return retyped.line
    return line if line and line == sheet.corrected else sheet.speaker


def _entry_form(
    play: Play, submitted: Mapping[str, object], problems: list[Problem], context: Context
) -> EntryForm:
    """The form as it goes on: a question about what is unlikely is answered under the key it was
    asked."""
    asked = any(isinstance(problem, UnlikelyResult) for problem in problems)
    seating: Seating | None = context["seating"]
    is_bound = context["phone"].access.is_linked_at(seating)
    return entry_form(
        play.board.session.stage.event.game,
        submitted,
        problems,
        context["names_at"],
        key=context["key"] if asked else "",
        so_far=round_points(play, seating) if is_bound else {},
    )


def frame(table: Table) -> Context:
    """What every page of a table shows or links to."""
    event = table.section.session.stage.event
    return {
        "club": event.club,
        "event": event,
        "official": uses_min_max_scale(event),
        "session": table.section.session,
        "table": table,
        "code": code_of(table),
        "shared": SHARED,
    }


def room_context(request: HttpRequest, table: Table) -> Context:
    """What the page of a table and its fragment show."""
    seating = shown_seating(table)
    sides = sides_of(seating, table.section.session.stage.event.game.lines) if seating else ()
    phone = phone_at(request, table, sides)
    shown = read_table_room(table, seating, phone)
    status = _device_status(table, phone)
    making = boards_to_prepare(table)
    session = table.section.session
    standing = _standing(session, phone, shown.phase)
    rank = standing.rank if standing else None
    boards_to_make = [(each.number, each.state) for each in making]
    is_published = session.stage.event.published_at is not None
    seen = digest((shown, status, rank, boards_to_make, is_published))
    mixed = any(
        each.table for each in shown.going
    ) and table.section_id in sections_remaking_boards(session)
    without_result = [
        row.number for row in (*shown.boards, *shown.missing) if row.state == Play.State.DUE
    ]
    shown_now = {"room": shown, "sides": shown.sides, "making": making, "seen": seen}
    shown_now |= {
        "phone": phone,
        # On the phone of a table, its last pair is still remembered.
        "holder": None if phone.is_shared else phone.contestant_number,
        "status": status,
        "standing": standing,
        "winners": stage_winners(session.stage.event, session.stage)
        if shown.phase == "over" and is_published
        else (),
        "without_result": without_result if len(without_result) <= _MOST_NAMED else [],
    }
    return {
        **frame(table),
        **shown_now,
        "together": remake_instructions(session) if mixed else None,
    }


def _standing(session: Session, phone: Phone, phase: str) -> RankedContestant | None:
    """Return the place of the contestant who uses this phone: after the last round, as soon as the
    standings count all there is."""
    if not phone.contestant_number or phone.is_shared or phase not in ("ended", "over"):
        return None
    if not session.stage.event.published_at and standings_complete_after(session.stage):
        return None
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    return standings_rows_by_number(snapshot).get(phone.contestant_number)


def _device_status(table: Table, phone: Phone) -> DeviceStatus | None:
    """Return whether this phone is let in for the side that it speaks for; None while it speaks
    for none."""
    if phone.is_shared:
        return read_device_status(phone.access, table, None)
    contestants = table.section.session.stage.event.contestants
    contestant = (
        contestants.filter(number=phone.contestant_number).first()
        if phone.contestant_number
        else None
    )
    return read_device_status(phone.access, table, contestant.pk) if contestant else None


def sheet_context(request: HttpRequest, table: Table, play: Play) -> Context:
    """What a board's page and its fragment show."""
    game = table.section.session.stage.event.game
    phone = phone_at(request, table, sides_of(play.seating, game.lines))
    seating, names = current_seating(table), names_at(play.seating, game.lines)
    sheet = read_board_sheet(play, phone, seating)
    if lent_to := _lent_to(request, sheet):
        sheet = read_board_sheet(play, replace(phone, lines=(lent_to,)), seating)
    return {
        **frame(table),
        **_said(play, sheet, names, _retyped(request, sheet)),
        **_draft(play, sheet.speaker, seating, phone.access),
        "play": play,
        "board": play.board,
        "dealer": play.board.conditions.dealer if game.dealer_role else "",
        "direction": game.direction,
        "seats": game.seats,
        "sheet": sheet,
        "seating": seating,
        "sides": sheet.sides,
        "names_at": names,
        "held": phone.lines,
        "phone": phone,
        "lent_to": lent_to,
        "key": sent_key(request),
        **_going_on(play, sheet),
    }


def _lent_to(request: HttpRequest, sheet: BoardSheet) -> str:
    """Return the line that confirms this board on the other side's phone (`?confirms`), if one
    does: whose phone it is stays as it was."""
    line = request.GET.get("confirms", "")
    return line if sheet.step == "wait" and line in sheet.silent else ""


def _said(
    play: Play, sheet: BoardSheet, names: Mapping[str, str], retyped: RetypableEntry | None
) -> Context:
    """What was said of a board, in words and as a form would send it again."""
    game = play.board.session.stage.event.game
    in_words = partial(outcome_in_words, game, game.board(play.board.number), names)
    entries = differences_marked([in_words(each.outcome) for each in sheet.entries])
    conflict_resolutions = [
        (
            way,
            outcome_as_submitted(way.outcome),
            _number_changed(sheet, way)
            or translate_text(notation_of(game, way.outcome, game.board(play.board.number))),
            _other_pair(game, way),
        )
        for way in sheet.conflict_resolutions
    ]
    entered = zip([each.line for each in sheet.entries], entries, strict=True)
    slips = [*entered, *((line, None) for line in sheet.closed)]
    return {
        "slips": sorted(slips, key=lambda slip: _line_order(game, slip[0])),
        "result": in_words(sheet.result) if sheet.result else [],
        "repeated": outcome_as_submitted(sheet.result or (retyped.outcome if retyped else {})),
        # In the order of the slips: by the pair that is right.
        "conflict_resolutions": sorted(
            conflict_resolutions, key=lambda each: _line_order(game, each[-1])
        ),
    }


def _line_order(game: Game, line: str) -> int:
    return list(game.lines).index(line) if line in game.lines else 0


def _other_pair(game: Game, way: ConflictResolution) -> str:
    """Return the pair whose result a way out accepts; nothing where no pairs play."""
    return next(line for line in PAIR_LINES if line != way.line) if game.lines == PAIR_LINES else ""


def _number_changed(sheet: BoardSheet, way: ConflictResolution) -> str:
    """Return the number in which alone a way out differs from what its side said; else nothing."""
    own = next((each.outcome for each in sheet.entries if each.line == way.line), {})
    changed = [value for name, value in way.outcome.items() if value != own.get(name)]
    return str(changed[0]) if len(changed) == 1 and type(changed[0]) is int else ""


def _going_on(play: Play, sheet: BoardSheet) -> Context:
    """Where the board goes once it is made up again, and what the phone has seen with it."""
    going_on = board_transfer(play)
    return {"going_on": going_on, "seen": digest((sheet, going_on))}


def _draft(play: Play, side: str, seating: Seating | None, access: DeviceAccess) -> Context:
    """What a side has kept of a board that is not whole yet, for a phone that is bound or has
    written it."""
    game = play.board.session.stage.event.game
    if not game.has_legs or not table_may_see_own_result(seating, play):
        return {"keeps_legs": False, "draft": {}}
    is_bound = access.is_linked_at(play.seating)
    drafts = (each for each in drafts_of(play) if is_bound or each.device == access.device)
    kept = {each.side: each.fields for each in drafts}
    draft = kept.pop(side, {})
    return {
        "keeps_legs": True,
        "draft": draft,
        "complete_legs": complete_legs(game, draft),
        "others_keep": bool(kept),
    }


def if_new(request: HttpRequest, template: str, context: Context) -> HttpResponse:
    """The fragment, or 204 when the phone has it already."""
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, template, context)
