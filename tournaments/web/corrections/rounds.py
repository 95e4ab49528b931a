"""Views that shorten a session that runs late: without its last round, or with fewer boards."""

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

_EARLIER_END = gettext_noop("The session would end at %(time)s, %(minutes)s minutes earlier.")


class _ShortenedSession(NamedTuple):
    """The answer of a shortening action, and what each section would then play until when."""

    answer: Answer
    planned_boards: Sequence[Text]
    outlook: Outlook | None


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

    def apply_and_measure(requested: CorrectionRequest) -> _ShortenedSession:
        answer = shorten(section.pk, requested)
        return _ShortenedSession(
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
    """Return when the session would end, what each section would play, and how fair that is."""
    if not isinstance(result, _ShortenedSession):
        return []
    return [
        *_saved_time_texts(outlook_before, result.outlook),
        *result.planned_boards,
        *shortening_texts(result.answer),
    ]


def _saved_time_texts(
    outlook_before: Outlook | None, outlook_after: Outlook | None
) -> Iterator[Text]:
    if outlook_before and outlook_after:
        end, saved = (
            timezone.localtime(outlook_after.expected_end),
            outlook_before.expected_end - outlook_after.expected_end,
        )
        minutes = round(saved.total_seconds() / 60)
        yield Text(_EARLIER_END, {"time": end.strftime("%H:%M"), "minutes": minutes})


def _get_section_or_404(request: HttpRequest, event_id: int, section_id: int) -> Section:
    """Return a started section; 404 unless the reader directs all sections compared with it."""
    sections = sections_with_role(
        request, get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES), SECTION_DIRECTOR_ROLES
    )
    started = sections.filter(pk=section_id, session__started_at__isnull=False)
    section = started.select_related("session__stage__event__club").first()
    if section is None or not {*comparable_sections(section)} <= {*sections}:
        raise Http404
    return section


def _outlook(section: Section, now: datetime) -> Outlook | None:
    """Return when the sections compared with this one are expected to end."""
    compared = Section.objects.filter(
        pk__in=[compared_section.pk for compared_section in comparable_sections(section)]
    )
    return read_outlook(section.session, compared, now)
