"""Template contexts of the pages of a table's phone, and functions that render the pages."""

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
from tournaments.queries.phone.table_state import (
    current_or_first_seating,
    names_by_line_and_seat,
    read_table_state,
    sides_of,
)
from tournaments.queries.results.drafts import complete_legs, drafts_of
from tournaments.queries.results.notations import notation_of
from tournaments.queries.results.objections import objection_deadline
from tournaments.queries.results.withdrawals import ConflictResolution, RetypableEntry
from tournaments.queries.rounds.clock import round_clock
from tournaments.queries.rounds.early_end import early_end
from tournaments.queries.rounds.seating import current_seating
from tournaments.queries.standings.latest import (
    last_snapshot,
    ranking_and_row,
    uses_min_max_scale,
)
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking
from tournaments.support.digests import digest
from tournaments.templatetags.cards import line_name
from tournaments.web.phone.news import news_context
from tournaments.web.phone.phone_user import SHARED_PHONE, read_phone
from tournaments.web.results.entry_form import EntryForm, entry_form, idempotency_key_of
from tournaments.web.results.outcome_groups import mark_differences, outcome_groups

Context = dict[str, Any]

# Up to this many boards without a result, each has its own button to call the director. If there
# are more, one button is for all of them.
_MAX_CALL_BUTTONS = 4


def code_page(
    request: HttpRequest, code: str = "", problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """Render the form for a table code, with the problems of the code that was entered."""
    problems = list(problems)
    context = {"code_text": code, "sentences": [problem_text(problem) for problem in problems]}
    return render(
        request,
        "phone/table_code.html",
        context,
        status=429 if TOO_MANY_TABLE_CODES in problems else status,
    )


def table_page(
    request: HttpRequest, table: Table, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """Render the table's page; `problems` are the reasons why another page is not shown."""
    sentences = [problem_text(problem) for problem in problems]
    context = {
        **table_state_context(request, table),
        **news_context(request, table),
        "sentences": sentences,
    }
    return render(request, "phone/table.html", context, status=status)


def wrong_table_page(request: HttpRequest, table: Table) -> HttpResponse | None:
    """Render the table's page with an error of its code field, if the phone must type a code there.

    Returns None if the phone's contestant plays at this table, or is not known in its event.
    """
    context = {**table_state_context(request, table), **news_context(request, table)}
    if not context["table_state"].must_type_next_code:
        return None
    return render(request, "phone/table.html", {**context, "is_wrong_code": True}, status=422)


def side_page(
    request: HttpRequest,
    table: Table,
    board_text: str,
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """Render the question who uses this phone; `board_text` is the board to return to, as text."""
    seating = current_or_first_seating(table)
    lines = table.section.session.stage.event.game.lines
    try:
        if board := parse_number(board_text):
            seating = play_at_table(request, table, board).play.seating
    except ValidationFailed:
        board_text = ""
    sides = sides_of(seating, lines) if seating else ()
    side_context = {
        "sides": sides,
        "board": board_text,
        "sentences": [problem_text(problem) for problem in problems],
    }
    context = {**table_context(table), **news_context(request, table), **side_context}
    return render(request, "phone/side.html", context, status=status)


def board_page(
    request: HttpRequest,
    table: Table,
    play: Play,
    submitted: Mapping[str, object] | None = None,
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """Render a board: the form if a result is to be entered, else the board's state.

    `differ` in the URL asks for the form although a result exists.
    """
    context = {**board_context(request, table, play), **news_context(request, table)}
    sheet: BoardSheet = context["sheet"]
    may_differ = sheet.step in ("confirm", "wait") or bool(
        sheet.retypable_entries or sheet.late_outcome
    )
    is_differing = may_differ and "differ" in request.GET
    is_entering = sheet.step == "enter" and not context["event"].published_at
    if submitted is not None or is_entering or is_differing:
        values = (
            submitted if submitted is not None else context["repeated_values"] or context["draft"]
        )
        line, entry_to_retype = (
            request.POST.get("side", ""),
            _entry_to_retype(request, sheet) if is_differing else None,
        )
        lines = table.section.session.stage.event.game.lines
        context["side"] = line if line in lines else _form_line(request, sheet)
        context["form"] = _entry_form(play, values, list(problems), context)
        context["withdraws"] = parse_number(request.POST.get("withdraws")) or (
            entry_to_retype.revision if entry_to_retype else None
        )
    if sheet.step != "done" or not sheet.has_round_ended:
        play.seating.round.section = table.section  # the table's session and event are loaded
        context["clock"] = round_clock(play.seating.round, table)
    return render(request, "phone/board.html", context, status=status)


def _entry_to_retype(request: HttpRequest, sheet: BoardSheet) -> RetypableEntry | None:
    """Return the entry to type again: that of the line named by `side` in the URL, or the first."""
    line = request.GET.get("side", "")
    of_line = (entry for entry in sheet.retypable_entries if entry.line == line)
    return next(of_line, next(iter(sheet.retypable_entries), None))


def _form_line(request: HttpRequest, sheet: BoardSheet) -> str:
    """Return the line that enters the result with the form.

    It is the line that types its entry again, or that corrects its entry, or else the next line to
    enter a result.
    """
    line = request.GET.get("side", "")
    if "differ" not in request.GET:
        return sheet.next_line
    if entry_to_retype := _entry_to_retype(request, sheet):
        return entry_to_retype.line
    return line if line and line == sheet.correctable_line else sheet.next_line


def _entry_form(
    play: Play, submitted: Mapping[str, object], problems: list[Problem], context: Context
) -> EntryForm:
    """Return the form; after a question about an unlikely result its idempotency key stays."""
    is_question = any(isinstance(problem, UnlikelyResult) for problem in problems)
    phone: Phone = context["phone"]
    return entry_form(
        play.board.session.stage.event.game,
        submitted,
        problems,
        context["names_by_line_and_seat"],
        key=context["key"] if is_question else "",
        own_line=context["side"] if phone.lines == (context["side"],) else "",
    )


def table_context(table: Table) -> Context:
    """Return the part of the context that every page of a table has."""
    event = table.section.session.stage.event
    return {
        "club": event.club,
        "event": event,
        "is_min_max_scale": uses_min_max_scale(event),
        "session": table.section.session,
        "table": table,
        "code": code_of(table),
        "shared_phone_value": SHARED_PHONE,
    }


def table_state_context(request: HttpRequest, table: Table) -> Context:
    """Return the context of a table's page and its fragment."""
    seating = current_or_first_seating(table)
    sides = sides_of(seating, table.section.session.stage.event.game.lines) if seating else ()
    phone = read_phone(request, table, sides)
    state = read_table_state(table, seating, phone)
    status = _device_status(table, phone)
    boards = boards_to_prepare(table)
    session = table.section.session
    ranking, standing = _final_standing(session, phone, state.phase) or (None, None)
    rank = standing.rank if standing else None
    boards_to_make = [(board.number, board.state) for board in boards]
    is_published = session.stage.event.published_at is not None
    total = standing.total if standing and is_published else None
    deadline = objection_deadline(session) if state.phase == "over" else None
    may_report = bool(deadline and deadline.is_open and status and status.linked_device)
    version = digest((state, status, rank, total, boards_to_make, is_published, may_report))
    needs_remake = any(
        move.table for move in state.board_moves
    ) and table.section_id in sections_remaking_boards(session)
    numbers_without_result = [
        row.number
        for row in (*state.boards, *state.boards_without_entry)
        if row.state == Play.State.DUE
    ]
    context = {
        "table_state": state,
        "sides": state.sides,
        "boards_to_prepare": boards,
        "seen": version,
    }
    is_same_round = request.GET.get("round") == str(state.round)
    context |= {
        "phone": phone,
        "line_when_opened": _line_when_opened(request, phone, session.stage.event.game)
        if is_same_round
        else next(iter(phone.lines if len(phone.lines) == 1 else ()), ""),
        # A phone that now serves the whole table may still remember its last contestant.
        "phone_contestant_number": None if phone.is_shared else phone.contestant_number,
        "device_status": status,
        "standing": standing,
        "ranking": ranking,
        "winners": stage_winners(session.stage.event, session.stage)
        if state.phase == "over" and is_published
        else (),
        "early_end": early_end(session) if state.phase == "over" else None,
        "objection_deadline": deadline if may_report else None,
        "boards_without_result": numbers_without_result
        if len(numbers_without_result) <= _MAX_CALL_BUTTONS
        else [],
    }
    return {
        **table_context(table),
        **context,
        "remake_text": remake_instructions(session) if needs_remake else None,
    }


def _final_standing(
    session: Session, phone: Phone, phase: str
) -> tuple[ShownRanking, RankedContestant] | None:
    """Return the ranking and the row of the phone's contestant in the complete standings.

    None before the last round has ended, while the standings are incomplete, and for a shared
    phone.
    """
    if not phone.contestant_number or phone.is_shared or phase not in ("ended", "over"):
        return None
    if not session.stage.event.published_at and standings_complete_after(session.stage):
        return None
    snapshot = last_snapshot(session.stage, Snapshot.Audience.PUBLIC)
    return ranking_and_row(snapshot, phone.contestant_number)


def _device_status(table: Table, phone: Phone) -> DeviceStatus | None:
    """Return whether this phone is linked for its contestant or table; None if it has neither."""
    if phone.is_shared:
        return read_device_status(phone.access, table, None)
    contestants = table.section.session.stage.event.contestants
    contestant = (
        contestants.filter(number=phone.contestant_number).first()
        if phone.contestant_number
        else None
    )
    return read_device_status(phone.access, table, contestant.pk) if contestant else None


def board_context(request: HttpRequest, table: Table, play: Play) -> Context:
    """Return the context of a board's page and its fragment."""
    game = table.section.session.stage.event.game
    phone = read_phone(request, table, sides_of(play.seating, game.lines))
    line_when_opened = _line_when_opened(request, phone, game)
    seating, names = current_seating(table), names_by_line_and_seat(play.seating, game.lines)
    sheet = read_board_sheet(play, phone, seating)
    if confirming_line := _confirming_line(request, sheet):
        sheet = read_board_sheet(play, replace(phone, lines=(confirming_line,)), seating)
    play_query = _play_query(play, confirming_line)
    return {
        **table_context(table),
        **_entries_context(play, sheet, names, _entry_to_retype(request, sheet)),
        **_draft_context(play, sheet.next_line, seating, phone.access),
        "play": play,
        "board": play.board,
        # Addresses name the round as well, because a table may play a board in several rounds.
        "play_query": play_query,
        "poll_query": f"{play_query}&line={line_when_opened}",
        "dealer": play.board.conditions.dealer if game.dealer_role else "",
        "direction": game.direction,
        "seats": game.seats,
        "sheet": sheet,
        "seating": seating,
        "sides": sheet.sides,
        "names_by_line_and_seat": names,
        "phone_lines": phone.lines,
        "line_when_opened": line_when_opened,
        "phone": phone,
        "confirming_line": confirming_line,
        "key": idempotency_key_of(request),
        **_transfer_context(play, sheet),
    }


def _play_query(play: Play, confirming_line: str) -> str:
    confirms = f"confirms={confirming_line}&" if confirming_line else ""
    return f"{confirms}round={play.seating.round.number}"


def _line_when_opened(request: HttpRequest, phone: Phone, game: Game) -> str:
    """Return the line that the phone had when its page was opened; "" unless it has one line.

    The page sends it as `line`. It is not the phone's present line if the director has swapped the
    sides of the table since.
    """
    line = request.GET.get("line", "")
    if len(phone.lines) != 1:
        return ""
    return line if line in game.lines else phone.lines[0]


def _confirming_line(request: HttpRequest, sheet: BoardSheet) -> str:
    """Return the line that confirms the board on the phone of the other side, or "".

    The URL names it as `confirms`. The phone still belongs to the side that uses it.
    """
    line = request.GET.get("confirms", "")
    return line if sheet.step == "wait" and line in sheet.silent_lines else ""


def _entries_context(
    play: Play, sheet: BoardSheet, names: Mapping[str, str], entry_to_retype: RetypableEntry | None
) -> Context:
    """Return the entries of a board as text, and the values that a form would send again."""
    game = play.board.session.stage.event.game
    describe = partial(outcome_groups, game, game.board(play.board.number), names)
    entries = mark_differences([describe(entry.outcome) for entry in sheet.entries])
    conflict_resolutions = [
        (
            resolution,
            outcome_as_submitted(resolution.outcome),
            _only_changed_number(game, sheet, resolution)
            or translate_text(notation_of(game, resolution.outcome, game.board(play.board.number))),
            _accepted_pair(game, resolution),
        )
        for resolution in sheet.conflict_resolutions
    ]
    entered = zip([entry.line for entry in sheet.entries], entries, strict=True)
    slips = [*entered, *((line, None) for line in sheet.hidden_lines)]
    return {
        "entry_slips": sorted(slips, key=lambda slip: _line_order(game, slip[0])),
        "result": describe(sheet.result) if sheet.result else [],
        "accepted_result": notation_of(game, sheet.accepted_outcome, game.board(play.board.number))
        if sheet.accepted_outcome
        else None,
        "repeated_values": outcome_as_submitted(
            sheet.result
            or (entry_to_retype.outcome if entry_to_retype else sheet.late_outcome or {})
        ),
        # Sorted like the slips: by the pair whose result is accepted.
        "conflict_resolutions": sorted(
            conflict_resolutions, key=lambda item: _line_order(game, item[-1])
        ),
    }


def _line_order(game: Game, line: str) -> int:
    """Return the position of a line in the game, to sort by."""
    return list(game.lines).index(line) if line in game.lines else 0


def _accepted_pair(game: Game, resolution: ConflictResolution) -> str:
    """Return the pair whose result a resolution accepts, that is the other one; "" without pairs.

    A resolution belongs to the line that withdraws its own entry.
    """
    return (
        next(line for line in PAIR_LINES if line != resolution.line)
        if game.lines == PAIR_LINES
        else ""
    )


def _only_changed_number(game: Game, sheet: BoardSheet, resolution: ConflictResolution) -> str:
    """Return the new number if a resolution changes only one number of an entry.

    A number that two lines share comes with the rest, such as `41 : 31`, any other with its line.
    Returns "" if more than one field changes, or one that is no number.
    """
    entered_outcome = next(
        (entry.outcome for entry in sheet.entries if entry.line == resolution.line), {}
    )
    changed_names = [
        name for name, value in resolution.outcome.items() if value != entered_outcome.get(name)
    ]
    new_value = resolution.outcome[changed_names[0]] if len(changed_names) == 1 else None
    if type(new_value) is not int:
        return ""
    field = next(field for field in game.fields if field.name == changed_names[0])
    if field.split_total is not None:
        return f"{new_value} : {field.split_total - new_value}"
    is_of_line = field.owner in game.lines
    return f"{line_name(field.owner, game.seats)} {new_value}" if is_of_line else str(new_value)


def _transfer_context(play: Play, sheet: BoardSheet) -> Context:
    """Return where the board goes after it is remade, and a digest of that and the sheet."""
    transfer = board_transfer(play)
    return {"board_transfer": transfer, "seen": digest((sheet, transfer))}


def _draft_context(play: Play, side: str, seating: Seating | None, access: DeviceAccess) -> Context:
    """Return the draft of a side, if the phone is linked at the table or has written the draft."""
    game = play.board.session.stage.event.game
    if not game.has_legs or not table_may_see_own_result(seating, play):
        return {"keeps_legs": False, "draft": {}}
    is_linked = access.is_linked_at(play.seating)
    drafts = (draft for draft in drafts_of(play) if is_linked or draft.device == access.device)
    fields_by_side = {draft.side: draft.fields for draft in drafts}
    own_fields = fields_by_side.pop(side, {})
    return {
        "keeps_legs": True,
        "draft": own_fields,
        "complete_legs": complete_legs(game, own_fields),
        "others_keep": bool(fields_by_side),
    }


def fragment_if_changed(request: HttpRequest, template: str, context: Context) -> HttpResponse:
    """Return the fragment, or 204 if the phone already shows it."""
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    return render(request, template, context)
