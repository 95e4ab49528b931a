"""The events somebody runs: where the desk begins."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.who_asks import user_id
from tournaments.queries.demo import with_demo
from tournaments.queries.desks import desks
from tournaments.queries.members import invitations_of, looked_after
from tournaments.queries.roles import MAY_ENTER_IN_A_SECTION, MAY_RUN, Role, clubs_run_by


@login_required
@require_safe
def desk_view(request: HttpRequest) -> HttpResponse:
    """The events of the clubs in which the user has a role, open ones first, and the clubs he owns."""
    context = {
        "sessions": desks(user_id(request), MAY_ENTER_IN_A_SECTION),
        "clubs": clubs_run_by(user_id(request), MAY_RUN),
        "venues": looked_after(user_id(request)),
        "invitations": invitations_of(user_id(request)),
        "owned": with_demo(clubs_run_by(user_id(request), [Role.OWNER])),
    }
    return render(request, "desk/events.html", context)
