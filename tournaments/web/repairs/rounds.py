"""It is late: what leaving out the last round would come to, before it is left out."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access.who_asks import own_event, own_sections
from tournaments.actions.repairs.shorter import drop_last_round
from tournaments.models import Section
from tournaments.queries.field_sections import sections_compared
from tournaments.queries.outlook import DROP_ROUND
from tournaments.queries.roles import MAY_RUN_A_SECTION
from tournaments.queries.section_outlook import read_outlook
from tournaments.web.repairs.trying import Mishap, tried_or_done


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def repair_last_round_view(request: HttpRequest, event: int, section: int) -> HttpResponse:
    """Nobody plays the last round, in a section and all that are compared with it."""
    found = _section(request, event, section)
    mend, title = partial(drop_last_round, found.pk), _("Without the last round")
    return tried_or_done(request, Mishap(found.session.stage, title, mend, told=_saved(found)))


def _section(request: HttpRequest, event: int, number: int) -> Section:
    """One of a field that he directs; to everybody else it does not exist."""
    his = own_sections(request, own_event(request, event, MAY_RUN_A_SECTION), MAY_RUN_A_SECTION)
    begun = his.filter(pk=number, session__started_at__isnull=False)
    found = begun.select_related("session__stage__event__club").first()
    if found is None or not {*sections_compared(found)} <= {*his}:
        raise Http404
    return found


def _saved(section: Section) -> list[str]:
    """When it would end, and how much earlier that is, where it is late."""
    here = Section.objects.filter(pk__in=[each.pk for each in sections_compared(section)])
    known = read_outlook(section.session, here)
    ways = [each for each in known.shorter if each.way == DROP_ROUND] if known else []
    said = _("It would then end at %(time)s, %(minutes)s minutes earlier.")
    return [
        said
        % {
            "time": timezone.localtime(each.ends).strftime("%H:%M"),
            "minutes": round(each.saves.total_seconds() / 60),
        }
        for each in ways
    ]
