"""Record who misses the latest session of an event, and who plays in it after all."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access.request_access import get_event_or_404, member_actor
from tournaments.actions.contestants.attendance import mark_absent, mark_present
from tournaments.web.contestants.views import redirect_to_contestant
from tournaments.web.try_action import try_action_with_message


@login_required
@require_POST
def contestant_miss_view(request: HttpRequest, event_id: int, contestant_id: int) -> HttpResponse:
    """Mark a contestant as absent from the latest session."""
    event = get_event_or_404(request, event_id)
    message = _("Noted. The rounds are planned again without them.")
    return _apply(
        request,
        event.pk,
        contestant_id,
        lambda: mark_absent(event, contestant_id, member_actor(request)),
        message,
    )


@login_required
@require_POST
def contestant_come_view(request: HttpRequest, event_id: int, contestant_id: int) -> HttpResponse:
    """Mark a contestant as present in the latest session."""
    event = get_event_or_404(request, event_id)
    message = _("Noted. The rounds are planned again with them.")
    return _apply(
        request,
        event.pk,
        contestant_id,
        lambda: mark_present(event, contestant_id, member_actor(request)),
        message,
    )


def _apply(
    request: HttpRequest,
    event_id: int,
    contestant_id: int,
    action: Callable[[], object],
    message: str,
) -> HttpResponse:
    try_action_with_message(request, action, message)
    return redirect_to_contestant(event_id, contestant_id)
