"""Set whether a contestant is ranked, and the reason if they are not."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments.access.request_access import get_event_or_404, member_actor
from tournaments.actions.contestants.unranked import mark_ranked, mark_unranked
from tournaments.models import Event
from tournaments.queries.contestants.unranked_reasons import STANDARD_REASONS
from tournaments.web.contestants.views import contestants_page_with_problems, redirect_to_contestant
from tournaments.web.try_action import success_notifier, try_action

# Value of the form's choice for contestants who are ranked.
_RANKED = "place"


@login_required
@require_POST
def contestant_rank_view(request: HttpRequest, event_id: int, contestant_id: int) -> HttpResponse:
    """Store whether a contestant is ranked, and the reason if they are not."""
    event = get_event_or_404(request, event_id)
    report_success = success_notifier(request, event)
    if problems := try_action(lambda: _store_rank(request, event, contestant_id)):
        return contestants_page_with_problems(request, event, problems)
    report_success(gettext("It is saved."))
    return redirect_to_contestant(event.pk, contestant_id)


def _store_rank(request: HttpRequest, event: Event, contestant_id: int) -> None:
    chosen, actor = request.POST.get("why", ""), member_actor(request)
    if chosen == _RANKED:
        mark_ranked(event, contestant_id, actor)
    else:
        reason = chosen if chosen in STANDARD_REASONS else request.POST.get("reason", "")
        mark_unranked(event, contestant_id, reason, actor)
