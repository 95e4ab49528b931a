"""Who else views which decision, and what phones report; both are in the cache only."""

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
    """A board at a table with a refused result that is still on a phone.

    `play_id` is None if the table does not play the board; `sentences` then say why it was refused.
    `is_question`: the table was only asked whether the result is right, and has not answered.
    """

    table: str
    table_id: int
    board: int
    play_id: int | None
    sentences: tuple[str, ...]
    is_question: bool = False


class DeskPresence(NamedTuple):
    """What the desk shows in addition to the database: other viewers and reports of phones.

    `play_ids` has the plays of the results that phones store, as far as they name the board.
    """

    viewers_by_play: Mapping[int, tuple[str, ...]]
    phone_reports: tuple[TableReport, ...]
    play_ids: Mapping[BoardAtTable, int]
    refused_results: tuple[RefusedResultLocation, ...]

    def version_with(self, version: str) -> str:
        """Return a version of the desk's state together with all this."""
        parts = [*sorted(self.viewers_by_play.items()), *self.phone_reports, *self.refused_results]
        return f"{version}-{digest(parts)}" if parts else version


def read_presence(
    request: HttpRequest, pending_play_ids: Collection[int], section_ids: Collection[int]
) -> DeskPresence:
    """Read other viewers of pending decisions, and the reports of phones of some sections."""
    reports = table_reports(section_ids)
    boards = {
        place for report in reports for place in (*report.unsent_at, *_refused_boards(report))
    }
    plays = play_ids_at_tables(section_ids, boards)
    return DeskPresence(
        other_viewers(pending_play_ids, user_id_or_404(request)),
        reports,
        plays,
        _refused_results(reports, plays),
    )


def presence_context(request: HttpRequest, desk: DeskState) -> dict[str, Any]:
    """Return the presence for a template, with the version of the whole desk."""
    sections = [section.pk for section in desk.progress]
    presence = read_presence(request, [decision.play for decision in desk.pending], sections)
    return {
        "viewers_by_play": presence.viewers_by_play,
        "phone_reports": presence.phone_reports,
        "refused_results": presence.refused_results,
        "tables_with_phone_errors": [
            report.table_label for report in presence.phone_reports if report.failing
        ],
        "pending_count": _pending_count(desk, presence) + len(desk.disputed_devices),
        "desk_version": presence.version_with(desk.version),
    }


def _refused_boards(report: TableReport) -> tuple[BoardAtTable, ...]:
    """Return the boards of refused results that phones of a table store."""
    return (*report.refused_at, *report.unanswered_at)


def _refused_results(
    reports: Sequence[TableReport], plays: Mapping[BoardAtTable, int]
) -> tuple[RefusedResultLocation, ...]:
    """Return every board with a refused result on a phone, once."""
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
    """Count what needs the director: each board once, and other problems."""
    missing = desk.missing.named_plays if desk.missing else ()
    boards = {decision.play for decision in desk.pending} | set(missing)
    others: set[BoardAtTable] = set()
    unnamed = desk.missing.omitted_count if desk.missing else 0
    for report in presence.phone_reports:
        named = {*report.unsent_at, *_refused_boards(report)}
        boards |= {presence.play_ids[place] for place in named if place in presence.play_ids}
        others |= {place for place in named if place not in presence.play_ids}
        unnamed += report.unsent_unnamed + report.refused_unnamed
    return (
        len(boards)
        + len(others)
        + unnamed
        + any(report.failing for report in presence.phone_reports)
    )


def mark_and_list_viewers(request: HttpRequest, play: Play) -> tuple[str, ...]:
    """Store that the reader views a decision, and return the names of others who do."""
    user = user_id_or_404(request)
    mark_viewing(play.pk, user, request.user.get_username())
    return other_viewers([play.pk], user).get(play.pk, ())


@login_required
@require_safe
def desk_presence_view(request: HttpRequest, event_id: int, play_id: int) -> HttpResponse:
    """Keep the reader's presence on a decision alive, and render the other viewers."""
    play = get_play_or_404(request, event_id, play_id, SECTION_DIRECTOR_ROLES).play
    context = {
        "event_number": event_id,
        "play_number": play_id,
        "other_viewers": mark_and_list_viewers(request, play),
    }
    return render(request, "results/decisions/_other_viewers.html", context)
