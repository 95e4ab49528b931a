"""The members who view a decision, and the reports of phones; both are only in the cache."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.phone_reports import (
    BoardAtTable,
    TableReport,
    refused_results,
    table_reports,
)
from tournaments.access.presence import mark_viewing, other_viewers
from tournaments.access.readable_plays import get_play_or_404
from tournaments.access.request_access import user_id_or_404
from tournaments.forms import problem_text
from tournaments.models import Play
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.queries.desk.desk_state import DeskState
from tournaments.queries.desk.unsettled_results import play_ids_at_tables
from tournaments.support.digests import digest


@dataclass(frozen=True)
class RefusedResultLocation:
    """A board at a table whose result was refused and is still stored on a phone.

    `play_id` is None if the table does not play the board; `sentences` then say why the result was
    refused. With `is_question` it was not refused: the table was asked whether it is right, and has
    not answered.
    """

    table: str
    table_id: int
    board: int
    play_id: int | None
    sentences: tuple[str, ...]
    is_question: bool = False


class DeskPresence(NamedTuple):
    """What the desk shows that is not in the database: other viewers and reports of phones.

    `play_ids` has the play of each unsent or refused result for which the report names the board.
    """

    viewers_by_play: Mapping[int, tuple[str, ...]]
    phone_reports: tuple[TableReport, ...]
    play_ids: Mapping[BoardAtTable, int]
    refused_results: tuple[RefusedResultLocation, ...]

    def version_with(self, version: str) -> str:
        """Return a version that changes with `version` or with anything that the desk shows."""
        parts = [*sorted(self.viewers_by_play.items()), *self.phone_reports, *self.refused_results]
        return f"{version}-{digest(parts)}" if parts else version


def read_presence(
    request: HttpRequest, pending_play_ids: Collection[int], section_ids: Collection[int]
) -> DeskPresence:
    """Read who else views the pending decisions, and what phones of some sections report."""
    reports = table_reports(section_ids)
    boards_at_tables = {
        board_at_table
        for report in reports
        for board_at_table in (*report.unsent_at, *_refused_boards(report))
    }
    play_ids = play_ids_at_tables(section_ids, boards_at_tables)
    return DeskPresence(
        other_viewers(pending_play_ids, user_id_or_404(request)),
        reports,
        play_ids,
        _refused_results(reports, play_ids),
    )


def presence_context(request: HttpRequest, desk: DeskState) -> dict[str, Any]:
    """Return the template context of the presence, with a version of the whole desk."""
    section_ids = [section.pk for section in desk.progress]
    presence = read_presence(request, [decision.play for decision in desk.pending], section_ids)
    return {
        "viewers_by_play": presence.viewers_by_play,
        "phone_reports": presence.phone_reports,
        "refused_results": presence.refused_results,
        "tables_with_phone_errors": [
            report.table_label for report in presence.phone_reports if report.failing
        ],
        "pending_count": _pending_count(desk, presence) + len(desk.disputed_phones),
        "desk_version": presence.version_with(desk.version),
    }


def _refused_boards(report: TableReport) -> tuple[BoardAtTable, ...]:
    """Return the boards whose refused or questioned results are stored on a table's phones."""
    return (*report.refused_at, *report.unanswered_at)


def _refused_results(
    reports: Sequence[TableReport], plays: Mapping[BoardAtTable, int]
) -> tuple[RefusedResultLocation, ...]:
    """Return each board at a table with a refused result, even if several phones store one."""
    label_by_table = {report.table_id: report.table_label for report in reports}
    refused_boards = dict.fromkeys(
        (board_at_table, report) for report in reports for board_at_table in _refused_boards(report)
    )
    locations: dict[BoardAtTable, RefusedResultLocation] = {}
    for (table, board), report in refused_boards:
        play = plays.get((table, board))
        problems = (
            []
            if play
            else [
                problem for report in refused_results(table, board) for problem in report.problems
            ]
        )
        label = label_by_table.get(table, report.table_label)
        sentences = tuple(dict.fromkeys(problem_text(problem) for problem in problems))
        is_question = (table, board) in report.unanswered_at
        locations.setdefault(
            (table, board), RefusedResultLocation(label, table, board, play, sentences, is_question)
        )
    return tuple(locations.values())


def _pending_count(desk: DeskState, presence: DeskPresence) -> int:
    """Count what needs the director.

    A board counts once, however many problems it has. Results for which the phone names no board
    count one by one. Tables whose phones fail count as one problem together, and so do the boards
    of a table that only unlinked phones have confirmed.
    """
    missing = desk.missing.named_plays if desk.missing else ()
    boards = {decision.play for decision in desk.pending} | set(missing)
    boards.difference_update(*(table.play_ids for table in desk.unlinked_tables))
    others: set[BoardAtTable] = set()
    unnamed = desk.missing.omitted_count if desk.missing else 0
    for report in presence.phone_reports:
        named = {*report.unsent_at, *_refused_boards(report)}
        boards |= {
            presence.play_ids[board_at_table]
            for board_at_table in named
            if board_at_table in presence.play_ids
        }
        others |= {
            board_at_table for board_at_table in named if board_at_table not in presence.play_ids
        }
        unnamed += report.unsent_unnamed + report.refused_unnamed
    return (
        len(boards)
        + len(desk.unlinked_tables)
        + len(others)
        + unnamed
        + any(report.failing for report in presence.phone_reports)
    )


def mark_and_list_viewers(request: HttpRequest, play: Play) -> tuple[str, ...]:
    """Record that the reader views a decision; return the names of the other viewers."""
    user = user_id_or_404(request)
    mark_viewing(play.pk, user, request.user.get_username())
    return other_viewers([play.pk], user).get(play.pk, ())


@login_required
@require_safe
def desk_presence_view(request: HttpRequest, event_id: int, play_id: int) -> HttpResponse:
    """Record that the reader still views a decision, and render the other viewers."""
    play = get_play_or_404(request, event_id, play_id, SECTION_DIRECTOR_ROLES).play
    context = {
        "event_number": event_id,
        "play_number": play_id,
        "other_viewers": mark_and_list_viewers(request, play),
    }
    return render(request, "results/decisions/_other_viewers.html", context)
