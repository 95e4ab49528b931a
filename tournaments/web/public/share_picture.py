"""Share pictures of clubs and events, and the metadata that refers to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from tournaments.access.cache_limits import SHARE_PICTURE_MAX_AGE_SECONDS
from tournaments.access.heavy_pages import READER_LIMIT
from tournaments.access.page_cache import uncached_public_page
from tournaments.access.shown_standings import get_last_stage_or_404, visible_snapshot
from tournaments.forms import translate_text
from tournaments.models import Club, Event
from tournaments.queries.clubs.programme import OVER_STATES, get_event_state
from tournaments.queries.standings.latest import standings_context
from tournaments.queries.standings.ranking import RankedContestant, ShownRanking, ShownStandings
from tournaments.support.digests import digest
from tournaments.templatetags.awards import ranking_figure
from tournaments.templatetags.moments import day, day_and_time
from tournaments.templatetags.rankings import ranking_column_label, ranking_name, winners_title
from tournaments.web.public.page_context import get_event_by_slugs_or_404
from tournaments.web.public.share_layout import (
    HEIGHT,
    MAX_ROWS,
    WIDTH,
    PictureRow,
    RankingColumn,
    ShareContent,
    render_png,
)


@dataclass(frozen=True)
class ShareMetadata:
    """The Open Graph metadata of a page, for sites and apps that show a link to it.

    `image` is the absolute URL of the picture, which changes whenever the picture does.
    """

    title: str
    description: str
    image: str
    alt: str
    width: int = WIDTH
    height: int = HEIGHT


def event_share_content(event: Event, standings: ShownStandings | None) -> ShareContent:
    """Return the content of an event's picture.

    Before the first result it says when and where the event is, then who leads, and at the end who
    has won.
    """
    state = get_event_state(event)
    facts = [event.game.club_title or translate_text(event.game.title)]
    if starts_at := _start_time(event):
        facts.append(day(starts_at) if standings else day_and_time(starts_at))
    if standings is None:
        return ShareContent(event.club.name, event.name, tuple(filter(None, (*facts, event.place))))
    if state in OVER_STATES:
        boards = max((ranking.most_boards for ranking in standings.rankings), default=0)
        if boards and not event.method.ranks_by_total:
            template = ngettext("%(number)s board", "%(number)s boards", boards)
            facts.append(template % {"number": boards})
    elif standings.up_to:
        facts.append(translate_text(standings.up_to))
    columns = tuple(
        _column(event, ranking, state in OVER_STATES, len(standings.rankings) > 1)
        for ranking in standings.rankings
    )
    return ShareContent(event.club.name, event.name, tuple(facts), columns)


def event_share_metadata(
    request: HttpRequest, event: Event, standings: ShownStandings | None
) -> ShareMetadata:
    """Return the metadata of an event's page; `standings` are the public ones."""
    content = event_share_content(event, standings)
    slugs = {"club_slug": event.club.slug, "event_slug": event.slug}
    return _share_metadata(request, "event_share_picture", slugs, content)


def club_share_metadata(request: HttpRequest, club: Club) -> ShareMetadata:
    """Return the metadata of a club's page."""
    return _share_metadata(
        request, "club_share_picture", {"club_slug": club.slug}, _club_share_content(club)
    )


@uncached_public_page
def event_share_picture_view(
    request: HttpRequest, club_slug: str, event_slug: str, language: str, version: str
) -> HttpResponse:
    """Return the picture of an event's public standings."""
    event = get_event_by_slugs_or_404(club_slug, event_slug)
    stage = get_last_stage_or_404(event)
    standings = standings_context(stage, visible_snapshot(stage))["standings"]
    with override(_get_language_or_404(language)), READER_LIMIT.slot():
        return _picture_response(event_share_content(event, standings), version)


@uncached_public_page
def club_share_picture_view(
    request: HttpRequest, club_slug: str, language: str, version: str
) -> HttpResponse:
    """Return the picture of a club."""
    club = get_object_or_404(Club, slug=club_slug)
    with override(_get_language_or_404(language)), READER_LIMIT.slot():
        return _picture_response(_club_share_content(club), version)


def _get_language_or_404(language: str) -> str:
    """Return the language if the site has it, else raise `Http404`."""
    if language in dict(settings.LANGUAGES):
        return language
    raise Http404


def _picture_response(content: ShareContent, version: str) -> HttpResponse:
    """Return the current picture; browsers may cache it only if the URL has its version."""
    current_version = digest(content)
    response = HttpResponse(render_png(content), content_type="image/png")
    response.headers["ETag"] = f'"{current_version}"'
    if version == current_version:
        patch_cache_control(response, public=True, max_age=SHARE_PICTURE_MAX_AGE_SECONDS)
    else:
        patch_cache_control(response, no_cache=True)
    return response


def _share_metadata(
    request: HttpRequest, name: str, slugs: dict[str, str], content: ShareContent
) -> ShareMetadata:
    url = reverse(name, kwargs={**slugs, "language": get_language(), "version": digest(content)})
    return ShareMetadata(
        title=content.title
        if content.title == content.club
        else f"{content.title} · {content.club}",
        description=content.description,
        image=request.build_absolute_uri(url),
        alt=content.alt,
    )


def _club_share_content(club: Club) -> ShareContent:
    description = _("Duplicate tournaments of card games: standings, rounds and boards.")
    return ShareContent(club.name, club.name, (description,))


def _start_time(event: Event) -> datetime | None:
    """Return when the first session started, or when the event is planned to start."""
    sessions = [session for stage in event.stages.all() for session in stage.sessions.all()]
    started_at = min(
        (session.started_at for session in sessions if session.started_at), default=None
    )
    return started_at or event.starts_at


def _column(
    event: Event, ranking: ShownRanking, is_over: bool, is_one_of_several: bool
) -> RankingColumn:
    winners = ranking.leaders if is_over else []
    name = ranking_name(event, ranking) if is_one_of_several else ""
    if not winners:
        title = name or _("Standings")
    elif event.published_at:
        title = winners_title(event, ranking, name)
    else:
        title = " · ".join(filter(None, (_("Provisional standings"), name)))
    row_count = len(winners) + MAX_ROWS
    return RankingColumn(
        name=name,
        title=title,
        figure_name=ranking_column_label(ranking),
        rows=_rows(ranking, ranking.rows[:row_count]),
        winners=_rows(ranking, winners),
    )


def _rows(ranking: ShownRanking, rows: Sequence[RankedContestant]) -> tuple[PictureRow, ...]:
    return tuple(
        PictureRow(str(row.rank), row.names, ranking_figure(row, ranking))
        for row in rows
        if row.rank
    )
