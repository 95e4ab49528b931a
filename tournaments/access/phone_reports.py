"""Reports of phones about results that they could not send, stored in the cache.

Phones add a report to their polls. A report expires, so the desk stops showing it soon after its
cause has gone; reports have no other effect. Results that were refused are stored here too, so that
the desk can show them while the phone still has them.
"""

import re
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest

from games.problems import Problem
from games.text import Text
from tournaments.access.cache_limits import (
    MAX_DEVICES_PER_TABLE,
    MAX_NAMED_BOARDS,
    MAX_REPORT_TEXT_LENGTH,
    MAX_REPORTED_RESULTS,
    PHONE_ERROR_SECONDS,
    PHONE_REFUSAL_SECONDS,
    PHONE_REPORT_SECONDS,
    UNANSWERED_QUESTION_SECONDS,
)
from tournaments.access.request_access import table_actor
from tournaments.forms import parse_number, translate_text
from tournaments.models import Table

# A board at a table: the id of the table and the number of the board.
BoardAtTable = tuple[int, int]

_BOARD_PATTERN = re.compile(r"(\d{1,9})\.(\d{1,4})")


@dataclass(frozen=True)
class TableReport:
    """What the phones of a table report: numbers of unsent and of refused results.

    `unsent_at` and `refused_at` have the boards of these results if the phones name them. `failing`
    means that a phone got a server error at its last attempt, or that the server has recorded one.
    `unanswered_at` has the boards for which the table was asked whether the result is right, and
    has not answered for `UNANSWERED_QUESTION_SECONDS`.
    """

    table_id: int
    table_label: str
    unsent: int
    refused: int
    failing: bool
    unsent_at: tuple[BoardAtTable, ...] = ()
    refused_at: tuple[BoardAtTable, ...] = ()
    unanswered_at: tuple[BoardAtTable, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether the report has nothing to show at the desk."""
        return not (self.unsent or self.refused or self.failing or self.unanswered_at)

    @property
    def unsent_unnamed(self) -> int:
        """Return the number of unsent results whose boards the phones do not name."""
        return max(0, self.unsent - len(self.unsent_at))

    @property
    def refused_unnamed(self) -> int:
        """Return the number of refused results whose boards the phones do not name."""
        return max(0, self.refused - len(self.refused_at))


@dataclass(frozen=True)
class RefusedResult:
    """A refused result that a phone still has: side, submitted fields, time and problems.

    `is_question` means that the result was not refused, but the table was asked whether it is
    right.
    """

    side: str
    submitted: dict[str, str]
    at: datetime
    problems: list[Problem]
    is_question: bool


# Reports by device. A report is a list: number of unsent results, number of refused results,
# whether the last attempt failed, boards of unsent results, boards of refused results, and when the
# report expires. Plain lists can be stored by every serializer of the cache.
_ReportsByDevice = dict[str, list[Any]]


def store_phone_report(request: HttpRequest, table: Table) -> None:
    """Store the report in a phone's poll; a poll without a report removes the earlier one."""
    unsent, refused = (
        min(parse_number(request.GET.get(name)), MAX_REPORTED_RESULTS)
        for name in ("unsent", "refused")
    )
    failing = request.GET.get("failing") == "1"
    if not (unsent or refused or failing):
        _remove_report(request, table)
        return
    device, reports = (
        table_actor(request, table, "").device,
        _unexpired_reports(cache.get(_report_key(table.pk))),
    )
    if device in reports or len(reports) < MAX_DEVICES_PER_TABLE:
        unsent_at, refused_at = (
            _parse_boards(request.GET.get(name)) for name in ("unsent_at", "refused_at")
        )
        former_refused_at = reports[device][4] if device in reports else []
        expires_at = time.time() + PHONE_REPORT_SECONDS
        reports[device] = [unsent, refused, failing, unsent_at, refused_at, expires_at]
        cache.set(_report_key(table.pk), reports, PHONE_REPORT_SECONDS)
        cache.set(_section_key(table.section_id), value=True, timeout=PHONE_REPORT_SECONDS)
        _set_refusals_expiry(device, former_refused_at, 0)
        _set_refusals_expiry(device, refused_at, PHONE_REPORT_SECONDS)


def store_refused_result(
    request: HttpRequest,
    table: Table,
    board_number: int,
    side: str,
    submitted: Mapping[str, str],
    problems: Iterable[Problem],
    *,
    is_question: bool = False,
) -> None:
    """Store a result that was refused; the desk shows it once the phone has reported it.

    `is_question` means that the table is only asked whether the result is right.
    """
    device = table_actor(request, table, "").device
    other_refusals = [
        refusal
        for refusal in _get_refusals(table.pk)
        if (refusal["device"], refusal["board"]) != (device, board_number)
    ]
    refusal = {
        "device": device,
        "board": board_number,
        "side": side,
        "submitted": {
            name: text[:MAX_REPORT_TEXT_LENGTH] for name, text in submitted.items() if text
        },
        "problems": [
            [problem.code, problem.template, _serializable(problem.params), problem.field]
            for problem in problems
        ],
        "is_question": is_question,
        "at": time.time(),
        "expires": 0,
    }
    _store_refusals(table.pk, [*other_refusals, refusal][-MAX_NAMED_BOARDS:])


def remove_refused_result(request: HttpRequest, table: Table, board_number: int) -> None:
    """Remove a phone's refused result of a board after another one was accepted.

    It is also removed from the phone's report, which otherwise would contain it until the next
    poll.
    """
    refusals, device = _get_refusals(table.pk), request.session.get("device", "")
    other_refusals = [
        refusal
        for refusal in refusals
        if (refusal["device"], refusal["board"]) != (device, board_number)
    ]
    if len(other_refusals) != len(refusals):
        _store_refusals(table.pk, other_refusals)
    reports = _unexpired_reports(cache.get(_report_key(table.pk))) if device else {}
    if device in reports and [table.pk, board_number] in reports[device][4]:
        _unsent, refused, _failing, _unsent_at, refused_at, _expires = reports[device]
        reports[device][1] = max(0, refused - 1)
        reports[device][4] = [
            board_at_table
            for board_at_table in refused_at
            if board_at_table != [table.pk, board_number]
        ]
        cache.set(_report_key(table.pk), reports, PHONE_REPORT_SECONDS)


def refused_results(table_id: int, board_number: int) -> list[RefusedResult]:
    """Return the refused results of a board at a table that phones still have."""
    return [
        RefusedResult(
            refusal["side"],
            refusal["submitted"],
            datetime.fromtimestamp(refusal["at"], UTC),
            [
                Problem(code, text, params, field)
                for code, text, params, field in refusal["problems"]
            ],
            refusal.get("is_question", False),
        )
        for refusal in _get_refusals(table_id)
        if refusal["board"] == board_number and time.time() < refusal["expires"]
    ]


def _seconds_since_question(table_id: int, board_number: int) -> float | None:
    """Return the seconds since a table was asked about the result of a board.

    None if a phone has a result of the board that was really refused, or no result at all.
    """
    results = refused_results(table_id, board_number)
    if not results or not all(result.is_question for result in results):
        return None
    return time.time() - min(result.at.timestamp() for result in results)


def record_server_error(table: Table) -> None:
    """Record for `PHONE_ERROR_SECONDS` that a phone of the table got a server error."""
    cache.set(_error_key(table.pk), value=True, timeout=PHONE_ERROR_SECONDS)
    cache.set(_section_key(table.section_id), value=True, timeout=PHONE_REPORT_SECONDS)


def table_reports(section_ids: Collection[int]) -> tuple[TableReport, ...]:
    """Return the reports of tables of some sections, in the order of section and table number."""
    stored_markers = cache.get_many([_section_key(section) for section in section_ids])
    reporting_sections = [
        section for section in section_ids if _section_key(section) in stored_markers
    ]
    if not reporting_sections:
        return ()
    tables = Table.objects.filter(section__in=reporting_sections).select_related("section")
    ordered_tables = list(tables.order_by("section__number", "number"))
    cached_values = cache.get_many(
        [key(table.pk) for table in ordered_tables for key in (_report_key, _error_key)]
    )
    reports = [_table_report(table, cached_values) for table in ordered_tables]
    return tuple(report for report in reports if not report.is_empty)


def _table_report(table: Table, cached_values: dict[str, object]) -> TableReport:
    reports = list(_unexpired_reports(cached_values.get(_report_key(table.pk))).values())
    unsent, refused = (
        min(sum(report[at] for report in reports), MAX_REPORTED_RESULTS) for at in (0, 1)
    )
    failing = _error_key(table.pk) in cached_values or any(report[2] for report in reports)
    unsent_at, refused_at = (
        tuple(dict.fromkeys((table, board) for report in reports for table, board in report[at]))
        for at in (3, 4)
    )
    asked_seconds = {
        board_at_table: _seconds_since_question(*board_at_table) for board_at_table in refused_at
    }
    questions = {
        board_at_table: seconds
        for board_at_table, seconds in asked_seconds.items()
        if seconds is not None
    }
    unanswered = (
        board_at_table
        for board_at_table, seconds in questions.items()
        if seconds >= UNANSWERED_QUESTION_SECONDS
    )
    return TableReport(
        table.pk,
        table.label,
        unsent,
        max(0, refused - len(questions)),
        failing,
        unsent_at,
        tuple(board_at_table for board_at_table in refused_at if board_at_table not in questions),
        tuple(unanswered),
    )


def _parse_boards(text: str | None) -> list[list[int]]:
    """Parse the boards in a phone's report, such as `12.3,12.4`: table ids and board numbers."""
    named_boards = [
        _BOARD_PATTERN.fullmatch(part) for part in (text or "")[: 16 * MAX_NAMED_BOARDS].split(",")
    ]
    pairs = dict.fromkeys((int(match[1]), int(match[2])) for match in named_boards if match)
    return [list(pair) for pair in pairs][:MAX_NAMED_BOARDS]


def _set_refusals_expiry(device: str, refused_at: Iterable[Iterable[int]], seconds: int) -> None:
    """Set for how many seconds the desk shows a phone's refused results; 0 hides them."""
    boards: dict[int, set[int]] = {}
    for table, board in refused_at:
        boards.setdefault(table, set()).add(board)
    for table, named_boards in boards.items():
        refusals = _get_refusals(table)
        for refusal in refusals:
            if refusal["device"] == device and refusal["board"] in named_boards:
                refusal["expires"] = time.time() + seconds
        if refusals:
            _store_refusals(table, refusals)


def _get_refusals(table_id: int) -> list[dict[str, Any]]:
    stored = cache.get(_refusals_key(table_id))
    return stored if isinstance(stored, list) else []


def _store_refusals(table_id: int, refusals: list[dict[str, Any]]) -> None:
    cache.set(_refusals_key(table_id), refusals, PHONE_REFUSAL_SECONDS)


def _serializable(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a problem as texts and numbers, which every cache can store."""
    return {name: _serializable_value(value) for name, value in params.items()}


def _serializable_value(value: Any) -> str | int:
    if isinstance(value, Text):
        return translate_text(value)
    return value if isinstance(value, int) else str(value)


def _remove_report(request: HttpRequest, table: Table) -> None:
    """Remove the report of this phone if there is one, and hide its refused results."""
    device: str = request.session.get("device", "")
    reports = _unexpired_reports(cache.get(_report_key(table.pk))) if device else {}
    if (removed_report := reports.pop(device, None)) is not None:
        _set_refusals_expiry(device, removed_report[4], 0)
        cache.set(_report_key(table.pk), reports, PHONE_REPORT_SECONDS)


def _unexpired_reports(stored: object) -> _ReportsByDevice:
    """Return the reports of a cached value that have not expired."""
    reports = stored if isinstance(stored, dict) else {}
    return {device: report for device, report in reports.items() if time.time() < report[-1]}


def _section_key(section_id: int) -> str:
    """Return the key of the marker of sections with reports; most sections have none."""
    return f"phone-reports-in-{section_id}"


def _report_key(table_id: int) -> str:
    return f"phone-results-{table_id}"


def _refusals_key(table_id: int) -> str:
    return f"phone-refusals-{table_id}"


def _error_key(table_id: int) -> str:
    return f"phone-error-{table_id}"
