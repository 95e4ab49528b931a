"""Where somebody answers a club that asks him to join."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access.request_access import director, user_id
from tournaments.actions.clubs.invitations import accept_invitation, decline_invitation
from tournaments.queries.clubs.members import invitations_of
from tournaments.web.attempt import attempt_and_say


@login_required
@require_POST
def invitation_answer_view(request: HttpRequest, invitation: int) -> HttpResponse:
    """Joined or declined; to whom it was not sent there is no invitation."""
    found = get_object_or_404(invitations_of(user_id(request)), pk=invitation)
    who, club = director(request), {"club": found.club.name}
    if request.POST.get("answer") == "accept":
        attempt_and_say(
            request,
            lambda: accept_invitation(found, who),
            _("You are a member of %(club)s now.") % club,
        )
    elif request.POST.get("answer") == "decline":
        attempt_and_say(
            request,
            lambda: decline_invitation(found, who),
            _("The invitation of %(club)s is declined.") % club,
        )
    return redirect("desk")
