"""Results that phones could not send, as they report it with their polls; kept in the cache, never a fact.

Reports expire by themselves, so a line at the desk goes when its cause does. They change no other answer.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest

from tournaments.access.who_asks import at_table
from tournaments.forms import number_in
from tournaments.models import Table

REPORT_SECONDS = 150
ERROR_SECONDS = 120
MAX_RESULTS = 99
# A stranger who has one code can make up devices: of one table no more than these are stored.
MAX_DEVICES_PER_TABLE = 12


@dataclass(frozen=True)
class TableReport:
    """What the phones of one table, by its row and its label, report: results not sent yet, results refused.

    `failing`: a phone was answered with a server error when it last tried, or the server knows that it
    failed to answer one.
    """

    number: int
    table: str
    unsent: int
    refused: int
    failing: bool


# By device: results not sent, results refused, whether its last try failed, and when the report expires.
# Plain lists, so that every serializer of the cache can store them.
_Stored = dict[str, list[float]]


def note_phone_report(request: HttpRequest, table: Table) -> None:
    """Store what a phone's poll says of its queue; a poll that says nothing removes the phone's report."""
    unsent, refused = (min(number_in(request.GET.get(name)), MAX_RESULTS) for name in ("unsent", "refused"))
    failing = request.GET.get("failing") == "1"
    if not (unsent or refused or failing):
        _remove_report(request, table)
        return
    device, reports = at_table(request, table, "").device, _current(cache.get(_report_key(table.pk)))
    if device in reports or len(reports) < MAX_DEVICES_PER_TABLE:
        reports[device] = [unsent, refused, failing, time.time() + REPORT_SECONDS]
        cache.set(_report_key(table.pk), reports, REPORT_SECONDS)
        cache.set(_section_key(table.section_id), value=True, timeout=REPORT_SECONDS)


def note_server_error(table: Table) -> None:
    """Remember for a short time that the server failed on something that a phone of the table sent."""
    cache.set(_error_key(table.pk), value=True, timeout=ERROR_SECONDS)
    cache.set(_section_key(table.section_id), value=True, timeout=REPORT_SECONDS)


def table_reports(sections: Collection[int]) -> tuple[TableReport, ...]:
    """The tables of some sections, by their rows, whose phones report something; by section and number."""
    reporting = cache.get_many([_section_key(section) for section in sections])
    here = [section for section in sections if _section_key(section) in reporting]
    if not here:
        return ()
    tables = Table.objects.filter(section__in=here).select_related("section")
    ordered = list(tables.order_by("section__number", "number"))
    found = cache.get_many([key(table.pk) for table in ordered for key in (_report_key, _error_key)])
    reports = [_table_report(table, found) for table in ordered]
    return tuple(each for each in reports if each.unsent or each.refused or each.failing)


def _table_report(table: Table, found: dict[str, object]) -> TableReport:
    reports = list(_current(found.get(_report_key(table.pk))).values())
    unsent, refused = (min(int(sum(report[at] for report in reports)), MAX_RESULTS) for at in (0, 1))
    failing = _error_key(table.pk) in found or any(report[2] for report in reports)
    return TableReport(table.pk, table.label, unsent, refused, failing)


def _remove_report(request: HttpRequest, table: Table) -> None:
    """Remove the report of this phone, if it has one."""
    device: str = request.session.get("device", "")
    reports = _current(cache.get(_report_key(table.pk))) if device else {}
    if reports.pop(device, None):
        cache.set(_report_key(table.pk), reports, REPORT_SECONDS)


def _current(stored: object) -> _Stored:
    """The reports that have not expired; none where nothing is stored."""
    reports = stored if isinstance(stored, dict) else {}
    return {device: report for device, report in reports.items() if time.time() < report[-1]}


def _section_key(section: int) -> str:
    """Say that a phone of the section reported something lately: of most sections none has."""
    return f"phone-reports-in-{section}"


def _report_key(table: int) -> str:
    return f"phone-report-{table}"


def _error_key(table: int) -> str:
    return f"phone-error-{table}"
