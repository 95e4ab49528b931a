"""Views that shorten a late session: without its last round, or with fewer boards."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.text import Text, gettext_noop
from tournaments.access.request_access import get_event_or_404, sections_with_role
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.fewer_boards import drop_boards
from tournaments.actions.corrections.fewer_rounds import drop_last_round
from tournaments.actions.idempotency import Answer
from tournaments.models import Section
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.queries.corrections.choices import planned_boards_texts, shortening_texts
from tournaments.queries.rounds.finish_time import Outlook, read_outlook
from tournaments.queries.rounds.sections import comparable_sections
from tournaments.web.corrections.preview_or_apply import Correction, preview_or_apply

_SAVED = gettext_noop("The session would end at %(time)s, %(minutes)s minutes earlier.")


class _Shorter(NamedTuple):
    """The action's answer, what the sections then play, and when they end."""

    answer: Answer
    played: Sequence[Text]
    ends: Outlook | None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correction_last_round_view(
    request: HttpRequest, event_id: int, section_id: int
) -> HttpResponse:
    """Leave out the last round of a section and of all sections compared with it."""
    section, title = (
        _get_section_or_404(request, event_id, section_id),
        _("Leave out the last round"),
    )
    return _shorten(request, section, title, title, drop_last_round)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correction_fewer_boards_view(
    request: HttpRequest, event_id: int, section_id: int
) -> HttpResponse:
    """Leave out a board of each upcoming round, in all sections compared with this one."""
    section = _get_section_or_404(request, event_id, section_id)
    title, button = _("Play a board less in each later round"), _("Leave out these boards")
    return _shorten(request, section, title, button, drop_boards)


def _shorten(
    request: HttpRequest,
    section: Section,
    title: str,
    button: str,
    shorten: Callable[[int, CorrectionRequest], Answer],
) -> HttpResponse:
    now = timezone.now()
    before = _outlook(section, now)

    def apply_and_measure(requested: CorrectionRequest) -> _Shorter:
        answer = shorten(section.pk, requested)
        return _Shorter(
            answer, planned_boards_texts(comparable_sections(section)), _outlook(section, now)
        )

    return preview_or_apply(
        request,
        Correction(
            section.session.stage,
            title,
            button,
            apply_and_measure,
            notices=lambda result: _notices(before, result),
        ),
    )


def _notices(outlook_before: Outlook | None, result: object) -> list[Text]:
    """Return when the session would end, what each section would play, and how fair it is."""
    if not isinstance(result, _Shorter):
        return []
    return [
        *_time_saved(outlook_before, result.ends),
        *result.played,
        *shortening_texts(result.answer),
    ]


def _time_saved(outlook_before: Outlook | None, outlook_after: Outlook | None) -> Iterator[Text]:
    if outlook_before and outlook_after:
        end, saved = (
            timezone.localtime(outlook_after.expected_end),
            outlook_before.expected_end - outlook_after.expected_end,
        )
        minutes = round(saved.total_seconds() / 60)
        yield Text(_SAVED, {"time": end.strftime("%H:%M"), "minutes": minutes})


def _get_section_or_404(request: HttpRequest, event_id: int, number: int) -> Section:
    """Return a started section, 404 unless the reader directs all sections compared with it."""
    sections = sections_with_role(
        request, get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES), SECTION_DIRECTOR_ROLES
    )
    started = sections.filter(pk=number, session__started_at__isnull=False)
    section = started.select_related("session__stage__event__club").first()
    if section is None or not {*comparable_sections(section)} <= {*sections}:
        raise Http404
    return section


def _outlook(section: Section, now: datetime) -> Outlook | None:
    """Return when the compared sections are expected to end."""
    compared = Section.objects.filter(
        pk__in=[compared_section.pk for compared_section in comparable_sections(section)]
    )
    return read_outlook(section.session, compared, now)
