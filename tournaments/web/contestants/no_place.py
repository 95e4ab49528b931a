"""Who takes no place: said among the contestants of an event, and why."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments.access.request_access import get_event_or_404, member_actor
from tournaments.actions.contestants.no_place import take_no_place, take_place
from tournaments.models import Event
from tournaments.queries.contestants.no_place_reasons import KNOWN_REASONS
from tournaments.web.contestants.views import back_to_contestant, contestants_refused
from tournaments.web.try_action import attempt, saying_done

_PLACE = "place"
"""What is chosen for whoever takes a place."""


@login_required
@require_POST
def contestant_place_view(request: HttpRequest, event: int, contestant: int) -> HttpResponse:
    """Whether a contestant takes a place; if not, why."""
    own = get_event_or_404(request, event)
    say = saying_done(request, own)
    if problems := attempt(lambda: _say_place(request, own, contestant)):
        return contestants_refused(request, own, problems)
    say(gettext("It is saved."))
    return back_to_contestant(own.pk, contestant)


def _say_place(request: HttpRequest, event: Event, contestant: int) -> None:
    chosen, actor = request.POST.get("why", ""), member_actor(request)
    if chosen == _PLACE:
        take_place(event, contestant, actor)
    else:
        reason = chosen if chosen in KNOWN_REASONS else request.POST.get("reason", "")
        take_no_place(event, contestant, reason, actor)
