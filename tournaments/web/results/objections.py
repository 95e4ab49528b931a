"""View that answers an objection to a result."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.problems import ValidationFailed
from tournaments.access.readable_plays import get_play_or_404
from tournaments.access.request_access import get_event_or_404, member_actor
from tournaments.actions.idempotency import Conflict
from tournaments.actions.results.objections import answer_objection
from tournaments.forms import problem_text
from tournaments.models import Objection
from tournaments.permissions.roles import SECTION_DIRECTOR_ROLES
from tournaments.web.desk.forms import SaltForm
from tournaments.web.desk.session import desk_page
from tournaments.web.results.entry_form import idempotency_key_of
from tournaments.web.try_action import add_problem_messages, success_notifier


@login_required
@require_POST
def objection_answer_view(request: HttpRequest, event_id: int, objection_id: int) -> HttpResponse:
    """Answer an objection: the result stays, or it was corrected.

    The contestant who objected reads the answer on the scorecard.
    """
    event = get_event_or_404(request, event_id, SECTION_DIRECTOR_ROLES)
    objection = get_object_or_404(Objection, pk=objection_id)
    objection.play = get_play_or_404(
        request, event_id, objection.play_id, SECTION_DIRECTOR_ROLES
    ).play
    verdict, text = request.POST.get("verdict", ""), request.POST.get("words", "")
    report_done = success_notifier(request, event)
    try:
        answer_objection(
            objection, verdict, text, member_actor(request), idempotency_key_of(request)
        )
    except Conflict as conflict:
        messages.error(request, problem_text(conflict.problems[0]))
        return desk_page(request, event, SaltForm(), status=409)
    except ValidationFailed as error:
        add_problem_messages(request, error.problems)
        return redirect("desk_play", event_id, objection.play_id)
    report_done(_("Your answer is now on the scorecard of those who reported it."))
    return redirect("event_desk", event_id)
