"""A director answers who says that a result is wrong."""

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
from tournaments.web.results.entry_form import sent_key
from tournaments.web.try_action import add_problem_messages, success_notifier


@login_required
@require_POST
def objection_answer_view(request: HttpRequest, event: int, objection: int) -> HttpResponse:
    """It stays as it is, or it is mended: the side reads it on its scorecard."""
    own = get_event_or_404(request, event, SECTION_DIRECTOR_ROLES)
    found = get_object_or_404(Objection, pk=objection)
    found.play = get_play_or_404(request, event, found.play_id, SECTION_DIRECTOR_ROLES).play
    verdict, words = request.POST.get("verdict", ""), request.POST.get("words", "")
    say = success_notifier(request, own)
    try:
        answer_objection(found, verdict, words, member_actor(request), sent_key(request))
    except Conflict as conflict:
        messages.error(request, problem_text(conflict.problems[0]))
        return desk_page(request, own, SaltForm(), status=409)
    except ValidationFailed as refused:
        add_problem_messages(request, refused.problems)
        return redirect("desk_play", event, found.play_id)
    say(_("Your answer is now on the scorecard of those who reported it."))
    return redirect("event_desk", event)
