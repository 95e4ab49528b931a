"""What the desk shows of others: who is on which decision, and what phones report."""

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
from tournaments.access.request_access import user_id
from tournaments.forms import problem_text
from tournaments.models import Play
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.queries.desk.desk_state import DeskState
from tournaments.queries.desk.unsettled_results import play_ids_at_tables
from tournaments.support.digests import digest


@dataclass(frozen=True)
class RefusedResultLocation:
    """A board at a table of which a phone stores a refused result; `play_id` is its row.

    Where the table does not play the board, there is no play, and `sentences` say why it was
    refused. `is_question`: the table was only asked whether it is right, and has not answered.
    """

    table: str
    table_id: int
    board: int
    play_id: int | None
    sentences: tuple[str, ...]
    is_question: bool = False


class DeskPresence(NamedTuple):
    """What the desk shows beside the rows of the database: who else is on which play, what phones
    report.

    `play_ids` has the plays of which phones store a result, as far as they name the board of a
    table here.
    """

    viewers_by_play: Mapping[int, tuple[str, ...]]
    phone_reports: tuple[TableReport, ...]
    play_ids: Mapping[BoardAtTable, int]
    refused_results: tuple[RefusedResultLocation, ...]

    def version_with(self, room: str) -> str:
        """Return the version of a room together with all this."""
        more = [*sorted(self.viewers_by_play.items()), *self.phone_reports, *self.refused_results]
        return f"{room}-{digest(more)}" if more else room


def read_presence(
    request: HttpRequest, waiting: Collection[int], sections: Collection[int]
) -> DeskPresence:
    """Return what else the desk shows while these plays wait, of the sections (their rows) that
    are seen."""
    phones = table_reports(sections)
    named = {place for each in phones for place in (*each.unsent_at, *_kept_at(each))}
    plays = play_ids_at_tables(sections, named)
    return DeskPresence(
        other_viewers(waiting, user_id(request)), phones, plays, _refused(phones, plays)
    )


def presence_context(request: HttpRequest, room: DeskState) -> dict[str, Any]:
    """Return the same for a template, with the version of the room and of all this together."""
    sections = [section.pk for section in room.progress]
    found = read_presence(request, [each.play for each in room.pending], sections)
    return {
        "viewers_by_play": found.viewers_by_play,
        "phone_reports": found.phone_reports,
        "refused_results": found.refused_results,
        "tables_with_phone_errors": [
            each.table_label for each in found.phone_reports if each.failing
        ],
        "pending_count": _waiting_count(room, found) + len(room.disputed_devices),
        "desk_version": found.version_with(room.version),
    }


def _kept_at(report: TableReport) -> tuple[BoardAtTable, ...]:
    """Return the boards of results that phones of a table store because they were not taken."""
    return (*report.refused_at, *report.unanswered_at)


def _refused(
    phones: Sequence[TableReport], plays: Mapping[BoardAtTable, int]
) -> tuple[RefusedResultLocation, ...]:
    """Return every board of which a phone names a refused result, once."""
    tables = {each.table_id: each.table_label for each in phones}
    places = dict.fromkeys((place, each) for each in phones for place in _kept_at(each))
    found: dict[BoardAtTable, RefusedResultLocation] = {}
    for (table, board), report in places:
        play = plays.get((table, board))
        problems = (
            [] if play else [p for each in refused_results(table, board) for p in each.problems]
        )
        label = tables.get(table, report.table_label)
        said = tuple(dict.fromkeys(problem_text(problem) for problem in problems))
        is_question = (table, board) in report.unanswered_at
        found.setdefault(
            (table, board), RefusedResultLocation(label, table, board, play, said, is_question)
        )
    return tuple(found.values())


def _waiting_count(room: DeskState, found: DeskPresence) -> int:
    """Count what waits for the director: boards, a board with several problems once, and other
    problems."""
    missing = room.missing.named_plays if room.missing else ()
    boards = {each.play for each in room.pending} | set(missing)
    others: set[BoardAtTable] = set()
    unnamed = room.missing.omitted_count if room.missing else 0
    for each in found.phone_reports:
        named = {*each.unsent_at, *_kept_at(each)}
        boards |= {found.play_ids[place] for place in named if place in found.play_ids}
        others |= {place for place in named if place not in found.play_ids}
        unnamed += each.unsent_unnamed + each.refused_unnamed
    return len(boards) + len(others) + unnamed + any(each.failing for each in found.phone_reports)


def mark_and_list_viewers(request: HttpRequest, play: Play) -> tuple[str, ...]:
    """The reader has a decision before him; who else has."""
    user = user_id(request)
    mark_viewing(play.pk, user, request.user.get_username())
    return other_viewers([play.pk], user).get(play.pk, ())


@login_required
@require_safe
def desk_presence_view(request: HttpRequest, event: int, play: int) -> HttpResponse:
    """The page of a decision is still open; who else is on it."""
    found = get_play_or_404(request, event, play, SECTION_DIRECTOR_ROLES).play
    context = {
        "event_number": event,
        "play_number": play,
        "other_viewers": mark_and_list_viewers(request, found),
    }
    return render(request, "results/decisions/_other_viewers.html", context)
