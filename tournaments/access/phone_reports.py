"""Reports of phones about results that they could not send, stored in the cache.

Phones report with their polls. Reports expire, so a line at the desk disappears with its cause, and
they affect nothing else. Refused results are stored here as well, so that the desk can show them
while the phone still has them.
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

# A board at a table: the table's row and the number of the board.
BoardAtTable = tuple[int, int]

_NAMED = re.compile(r"(\d{1,9})\.(\d{1,4})")


@dataclass(frozen=True)
class TableReport:
    """What the phones of a table report: how many results are unsent, and how many refused.

    `unsent_at` and `refused_at` are the boards of these results, as far as the phones name them.
    `failing`: a phone got a server error on its last try, or the server has recorded one.
    `unanswered_at` are boards about whose result the table was asked a while ago whether it is
    right, and has not answered; a question that is being read is in no report.
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
        """Return whether there is nothing that the desk needs to know."""
        return not (self.unsent or self.refused or self.failing or self.unanswered_at)

    @property
    def unsent_unnamed(self) -> int:
        """Return how many unsent results have no named board."""
        return max(0, self.unsent - len(self.unsent_at))

    @property
    def refused_unnamed(self) -> int:
        """Return how many refused results have no named board."""
        return max(0, self.refused - len(self.refused_at))


@dataclass(frozen=True)
class RefusedResult:
    """A refused result that a phone still has: side, fields, time and problems.

    `is_question`: the table was only asked whether it is right.
    """

    side: str
    submitted: dict[str, str]
    at: datetime
    problems: list[Problem]
    is_question: bool


# By device: results not sent, results refused, whether its last try failed, the boards of both, and
# when the report expires. Plain lists, so that every serializer of the cache can store them.
_Stored = dict[str, list[Any]]


def store_phone_report(request: HttpRequest, table: Table) -> None:
    """Store what a phone's poll reports; a poll without a report removes it."""
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
        _current(cache.get(_report_key(table.pk))),
    )
    if device in reports or len(reports) < MAX_DEVICES_PER_TABLE:
        unsent_at, refused_at = (
            _parse_boards(request.GET.get(name)) for name in ("unsent_at", "refused_at")
        )
        dropped = reports[device][4] if device in reports else []
        expires = time.time() + PHONE_REPORT_SECONDS
        reports[device] = [unsent, refused, failing, unsent_at, refused_at, expires]
        cache.set(_report_key(table.pk), reports, PHONE_REPORT_SECONDS)
        cache.set(_section_key(table.section_id), value=True, timeout=PHONE_REPORT_SECONDS)
        _set_refusals_expiry(device, dropped, 0)
        _set_refusals_expiry(device, refused_at, PHONE_REPORT_SECONDS)


def store_refused_result(
    request: HttpRequest,
    table: Table,
    board: int,
    side: str,
    submitted: Mapping[str, str],
    problems: Iterable[Problem],
    *,
    is_question: bool = False,
) -> None:
    """Store a refused result until the phone has reported it.

    `is_question`: the table is only asked whether it is right.
    """
    device = table_actor(request, table, "").device
    others = [
        refusal
        for refusal in _refusals(table.pk)
        if (refusal["device"], refusal["board"]) != (device, board)
    ]
    refusal = {
        "device": device,
        "board": board,
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
    _store_refusals(table.pk, [*others, refusal][-MAX_NAMED_BOARDS:])


def remove_refused_result(request: HttpRequest, table: Table, board: int) -> None:
    """Remove a phone's refused result of a board, after an accepted one.

    The phone's report names the result until its next poll, so it is removed from the report as
    well.
    """
    refusals, device = _refusals(table.pk), request.session.get("device", "")
    others = [
        refusal for refusal in refusals if (refusal["device"], refusal["board"]) != (device, board)
    ]
    if len(others) != len(refusals):
        _store_refusals(table.pk, others)
    reports = _current(cache.get(_report_key(table.pk))) if device else {}
    if device in reports and [table.pk, board] in reports[device][4]:
        _unsent, refused, _failing, _unsent_at, refused_at, _expires = reports[device]
        reports[device][1] = max(0, refused - 1)
        reports[device][4] = [place for place in refused_at if place != [table.pk, board]]
        cache.set(_report_key(table.pk), reports, PHONE_REPORT_SECONDS)


def refused_results(table: int, board: int) -> list[RefusedResult]:
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
        for refusal in _refusals(table)
        if refusal["board"] == board and time.time() < refusal["expires"]
    ]


def _asked_seconds(table: int, board: int) -> float | None:
    """Return for how long a table has been asked about the result of a board.

    None if a phone has a refused one.
    """
    results = refused_results(table, board)
    if not results or not all(result.is_question for result in results):
        return None
    return time.time() - min(result.at.timestamp() for result in results)


def record_server_error(table: Table) -> None:
    """Record for a short time that the server failed to answer a phone of the table."""
    cache.set(_error_key(table.pk), value=True, timeout=PHONE_ERROR_SECONDS)
    cache.set(_section_key(table.section_id), value=True, timeout=PHONE_REPORT_SECONDS)


def table_reports(sections: Collection[int]) -> tuple[TableReport, ...]:
    """Return the reports of the tables of some sections, by section and table number."""
    reporting = cache.get_many([_section_key(section) for section in sections])
    reporting_sections = [section for section in sections if _section_key(section) in reporting]
    if not reporting_sections:
        return ()
    tables = Table.objects.filter(section__in=reporting_sections).select_related("section")
    ordered = list(tables.order_by("section__number", "number"))
    cached = cache.get_many(
        [key(table.pk) for table in ordered for key in (_report_key, _error_key)]
    )
    reports = [_table_report(table, cached) for table in ordered]
    return tuple(report for report in reports if not report.is_empty)


def _table_report(table: Table, cached: dict[str, object]) -> TableReport:
    reports = list(_current(cached.get(_report_key(table.pk))).values())
    unsent, refused = (
        min(sum(report[at] for report in reports), MAX_REPORTED_RESULTS) for at in (0, 1)
    )
    failing = _error_key(table.pk) in cached or any(report[2] for report in reports)
    unsent_at, refused_at = (
        tuple(dict.fromkeys((table, board) for report in reports for table, board in report[at]))
        for at in (3, 4)
    )
    asked_seconds = {place: _asked_seconds(*place) for place in refused_at}
    questions = {place: seconds for place, seconds in asked_seconds.items() if seconds is not None}
    unanswered = (
        place for place, seconds in questions.items() if seconds >= UNANSWERED_QUESTION_SECONDS
    )
    return TableReport(
        table.pk,
        table.label,
        unsent,
        max(0, refused - len(questions)),
        failing,
        unsent_at,
        tuple(place for place in refused_at if place not in questions),
        tuple(unanswered),
    )


def _parse_boards(text: str | None) -> list[list[int]]:
    """Parse the boards that a phone names, as `12.3,12.4`: table id and board number."""
    named = [_NAMED.fullmatch(part) for part in (text or "")[: 16 * MAX_NAMED_BOARDS].split(",")]
    pairs = dict.fromkeys((int(match[1]), int(match[2])) for match in named if match)
    return [list(pair) for pair in pairs][:MAX_NAMED_BOARDS]


def _set_refusals_expiry(device: str, refused_at: Iterable[Iterable[int]], seconds: int) -> None:
    """Show a phone's refused results of these boards for some seconds; 0 hides them."""
    boards: dict[int, set[int]] = {}
    for table, board in refused_at:
        boards.setdefault(table, set()).add(board)
    for table, named in boards.items():
        refusals = _refusals(table)
        for refusal in refusals:
            if refusal["device"] == device and refusal["board"] in named:
                refusal["expires"] = time.time() + seconds
        if refusals:
            _store_refusals(table, refusals)


def _refusals(table: int) -> list[dict[str, Any]]:
    stored = cache.get(_refusals_key(table))
    return stored if isinstance(stored, list) else []


def _store_refusals(table: int, refusals: list[dict[str, Any]]) -> None:
    cache.set(_refusals_key(table), refusals, PHONE_REFUSAL_SECONDS)


def _serializable(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a problem in a form that any cache serializer can store."""
    return {name: _serializable_value(value) for name, value in params.items()}


def _serializable_value(value: Any) -> str | int:
    if isinstance(value, Text):
        return translate_text(value)
    return value if isinstance(value, int) else str(value)


def _remove_report(request: HttpRequest, table: Table) -> None:
    """Remove the report of this phone, if any."""
    device: str = request.session.get("device", "")
    reports = _current(cache.get(_report_key(table.pk))) if device else {}
    if (removed := reports.pop(device, None)) is not None:
        _set_refusals_expiry(device, removed[4], 0)
        cache.set(_report_key(table.pk), reports, PHONE_REPORT_SECONDS)


def _current(stored: object) -> _Stored:
    """Return the reports that have not expired."""
    reports = stored if isinstance(stored, dict) else {}
    return {device: report for device, report in reports.items() if time.time() < report[-1]}


def _section_key(section: int) -> str:
    """Return the key that marks sections with reports: most sections have none."""
    return f"phone-reports-in-{section}"


def _report_key(table: int) -> str:
    return f"phone-results-{table}"


def _refusals_key(table: int) -> str:
    return f"phone-refusals-{table}"


def _error_key(table: int) -> str:
    return f"phone-error-{table}"
